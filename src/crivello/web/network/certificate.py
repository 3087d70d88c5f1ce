"""The certificate of the listener, and the authority on this computer that signs it.

The authority can only sign for addresses of private networks and names in ``.local``: a device on
which it is installed trusts it for nothing else. Both keys can be read by this user only.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from crivello.standard.classes import frozen
from crivello.web.network.addresses import PRIVATE

AUTHORITY, AUTHORITY_KEY = "authority.pem", "authority.key"
SERVER, SERVER_KEY = "server.pem", "server.key"
AUTHORITY_DAYS = 730
SERVER_DAYS = 30
SPARE = timedelta(days=7)
"""How long before its expiry a certificate is renewed."""
LOCAL = "local"


@frozen
class HallCertificate:
    """The certificate of the listener, with fingerprints that people can compare."""

    folder: Path
    fingerprint: str
    """The SHA-256 of the certificate as browsers show it: ``AB:CD:…``."""
    authority_fingerprint: str

    @property
    def authority(self) -> bytes:
        """The authority's certificate, which a device installs to trust the desk."""
        return (self.folder / AUTHORITY).read_bytes()

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION
        context.load_cert_chain(self.folder / SERVER, self.folder / SERVER_KEY)
        return context


def certificate(folder: Path, names: Sequence[str], now: datetime | None = None) -> HallCertificate:
    """Return the certificate for these addresses and names; it is made or renewed if necessary."""
    now = now or datetime.now(UTC)
    authority = _read(folder / AUTHORITY)
    if authority is None or not _can_vouch(authority, names, now):
        authority = _make_authority(folder, now)
    server = _read(folder / SERVER)
    if server is None or not _serves(server, authority, names, now):
        server = _make_server(folder, authority, names, now)
    return HallCertificate(folder, fingerprint(server), fingerprint(authority))


def fingerprint(one: x509.Certificate) -> str:
    return ":".join(f"{byte:02X}" for byte in one.fingerprint(hashes.SHA256()))


def _can_vouch(authority: x509.Certificate, names: Sequence[str], now: datetime) -> bool:
    """Return True if the authority is valid long enough, and may sign for these addresses."""
    if authority.not_valid_after_utc < now + SPARE + timedelta(SERVER_DAYS):
        return False
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    allowed = [one.value for one in limits.permitted_subtrees or ()]
    networks = [one for one in allowed if isinstance(one, IPv4Network | IPv6Network)]
    wanted = [one.value for one in map(_alternative, names) if isinstance(one, x509.IPAddress)]
    return all(any(address in network for network in networks) for address in wanted)


def _serves(
    server: x509.Certificate, authority: x509.Certificate, names: Sequence[str], now: datetime
) -> bool:
    try:
        server.verify_directly_issued_by(authority)
    except Exception:  # noqa: BLE001  any defect means that another one is made
        return False
    found = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    has = {str(one.value) for one in found}
    return server.not_valid_after_utc > now + SPARE and set(names) <= has


def _read(path: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError):
        return None


def _make_authority(folder: Path, now: datetime) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name("crivello, this arbiter's computer")
    allowed: list[x509.GeneralName] = [x509.DNSName(LOCAL)]
    allowed += [x509.IPAddress(ip_network(network)) for network in PRIVATE]
    builder = _builder(name, name, key.public_key(), now, AUTHORITY_DAYS)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(x509.NameConstraints(allowed, None), critical=True)
    builder = builder.add_extension(_usage(sign_others=True), critical=True)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = builder.add_extension(identifier, critical=False)
    authority = builder.sign(key, hashes.SHA256())
    _write(folder / AUTHORITY_KEY, _pem(key))
    _write(folder / AUTHORITY, authority.public_bytes(serialization.Encoding.PEM))
    return authority


def _make_server(
    folder: Path, authority: x509.Certificate, names: Sequence[str], now: datetime
) -> x509.Certificate:
    signer = serialization.load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), None)
    assert isinstance(signer, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    alternatives = x509.SubjectAlternativeName([_alternative(name) for name in names])
    subject = _name("crivello in the hall")
    builder = _builder(subject, authority.subject, key.public_key(), now, SERVER_DAYS)
    builder = builder.add_extension(alternatives, critical=False)
    builder = builder.add_extension(
        x509.BasicConstraints(ca=False, path_length=None), critical=True
    )
    purpose = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    builder = builder.add_extension(purpose, critical=False)
    builder = builder.add_extension(_usage(sign_others=False), critical=True)
    issuer = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    by = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer)
    builder = builder.add_extension(by, critical=False)
    server = builder.sign(signer, hashes.SHA256())
    _write(folder / SERVER_KEY, _pem(key))
    pem = serialization.Encoding.PEM
    _write(folder / SERVER, server.public_bytes(pem) + authority.public_bytes(pem))
    return server


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    now: datetime,
    days: int,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks of phones differ
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(sign_others: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign_others,
        key_cert_sign=sign_others,
        crl_sign=sign_others,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _write(path: Path, data: bytes) -> None:
    """Write a file that only this user can read, completely or not at all."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    part.replace(path)
