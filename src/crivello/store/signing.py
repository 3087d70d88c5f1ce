"""Seals signed with the arbiter's own key (Ed25519), which also prove who issued them.

They need the extra `seal` (cryptography). The private key is a file that only the arbiter can read;
the public key may be printed anywhere.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import TYPE_CHECKING

from crivello.extras import install_command, is_installed
from crivello.model.errors import Malformed
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.store.seal import Seal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FIRST_LINE = "crivello seal 1"


class SealError(Malformed, code="seal-error"):
    """A seal or a key cannot be used."""


NO_KEY = N_("{path} is not a private key for seals. Make one: {command}")
KEY_THERE = N_("There is already a file {path}; a key is never overwritten.")
NEEDS_EXTRA = N_("Signed seals need a package that is not installed: {command}")
NOT_A_SEAL = N_("{text!r} is not a seal. A seal is a number and a digest, such as {example}.")


@frozen
class SignedSeal:
    """A seal with its signature, which covers the first line, the number and the digest."""

    seal: Seal
    key: bytes
    """The public key, 32 bytes."""
    signature: bytes

    def __str__(self) -> str:
        key, signature = _text(self.key), _text(self.signature)
        return f"{_content(self.seal)}\nkey {key}\nsignature {signature}\n"

    @property
    def key_text(self) -> str:
        """The public key as printed."""
        return _text(self.key)

    @property
    def genuine(self) -> bool:
        """True if the owner of the key has signed exactly this seal."""
        _need_extra()
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import ed25519

        try:
            public = ed25519.Ed25519PublicKey.from_public_bytes(self.key)
            public.verify(self.signature, _content(self.seal).encode())
        except (InvalidSignature, ValueError):
            return False
        return True


def make_key(path: str | os.PathLike[str]) -> bytes:
    """Write a new private key to a file that no other user can read; return the public key."""
    _need_extra()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    private = ed25519.Ed25519PrivateKey.generate()
    text = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise SealError(KEY_THERE, path=path) from None
    with os.fdopen(handle, "wb") as file:
        file.write(text)
    return _public(private)


def sign(seal: Seal, path: str | os.PathLike[str]) -> SignedSeal:
    """Return the seal, signed with the private key in a file."""
    _need_extra()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    refused = SealError(NO_KEY, path=path, command="crivello seal --new-key FILE")
    try:
        private = serialization.load_pem_private_key(Path(path).read_bytes(), password=None)
    except (ValueError, TypeError):
        raise refused from None
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise refused
    return SignedSeal(seal, _public(private), private.sign(_content(seal).encode()))


def read_seal(text: str) -> Seal | SignedSeal:
    """Return the seal in a text, signed or not; raise `SealError` if it is neither."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if lines[:1] == [FIRST_LINE]:
        fields = dict(line.split(" ", 1) for line in lines[1:] if " " in line)
        seal = Seal.parse(f"{fields.get('event', '')}-{fields.get('digest', '')}")
        key, signature = (_bytes(fields.get(name, "")) for name in ("key", "signature"))
        if seal is not None and len(key) == 32 and len(signature) == 64:
            return SignedSeal(seal, key, signature)
    else:
        plain = Seal.parse(text)
        if plain is not None:
            return plain
    raise SealError(NOT_A_SEAL, text=text[:80], example="42-3f9a0c41d2b7e865")


def _content(seal: Seal) -> str:
    return f"{FIRST_LINE}\nevent {seal.event}\ndigest {seal.digest}"


def _public(private: Ed25519PrivateKey) -> bytes:
    return private.public_key().public_bytes_raw()


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:  # also letters that are not ASCII
        return b""


def _need_extra() -> None:
    """Raise an error that names the install command, if the extra is not installed."""
    if not is_installed("seal"):
        raise SealError(NEEDS_EXTRA, command=install_command("seal"))
