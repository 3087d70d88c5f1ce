"""A real listener with real TLS: what it shows, whom it lets in, and what it does not wait for."""

from __future__ import annotations

import http.client
import shutil
import socket
import ssl
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from zeroconf import ServiceInfo, Zeroconf

from crivello.web import server
from crivello.web.network import listener
from crivello.web.network.addresses import KIND, PRIVATE, announcing, read_private
from crivello.web.network.certificate import certificate
from tests.support.hall import ip, namespaces
from tests.support.waiting import SECONDS, until
from tests.web.network.conftest import RealHall, raw, really


def test_public_pages_over_tls_that_is_checked(real: RealHall) -> None:
    status, headers, text = real.ask("GET", "/public/demo/A")
    assert status == 200
    assert "Nancy" in text
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_who_does_not_trust_the_authority_sees_an_error(real: RealHall) -> None:
    stranger = ssl.create_default_context()
    connection = http.client.HTTPSConnection(
        "127.0.0.1", real.port, timeout=SECONDS, context=stranger
    )
    with pytest.raises(ssl.SSLCertVerificationError):
        connection.request("GET", "/public")
    connection.close()
    assert real.ask("GET", "/public")[0] == 200  # and nobody else minds


def test_the_certificate_is_for_its_address_only(real: RealHall) -> None:
    made = socket.create_connection(("127.0.0.1", real.port), SECONDS)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        real.trusting().wrap_socket(made, server_hostname="10.1.2.3")
    made.close()


def test_old_tls_is_refused(real: RealHall) -> None:
    context = real.trusting()
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    made = socket.create_connection(("127.0.0.1", real.port), SECONDS)
    with pytest.raises((ssl.SSLError, ConnectionError)):
        context.wrap_socket(made, server_hostname="127.0.0.1")
    made.close()


def plain(real: RealHall, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", real.plain, timeout=SECONDS)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


def test_without_tls_there_is_only_what_is_public(real: RealHall) -> None:
    assert plain(real, "/public/demo/A")[0] == 200
    for path in ("/join", "/deputy", "/table", "/me", "/open", "/table/state", "/authority.crt"):
        assert plain(real, path)[0] in (403, 405), path


def test_a_plain_request_at_the_tls_port_is_no_request(real: RealHall) -> None:
    made = raw(real.port, b"GET /public HTTP/1.1\r\nHost: x\r\n\r\n")
    try:
        answer = made.recv(100)
    except ConnectionError:
        answer = b""
    assert not answer.startswith(b"HTTP")
    made.close()


def test_connections_that_say_nothing_take_no_place_from_others(
    real: RealHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond their number they are closed; the others are given a few seconds for a handshake."""
    silent = [raw(real.port) for _ in range(listener.HELD_OF_ONE_ADDRESS + 10)]
    until(lambda: real.server.count_held("127.0.0.1") == listener.HELD_OF_ONE_ADDRESS)
    # Everybody of another address is let in meanwhile.
    other = socket.create_connection(
        ("127.0.0.1", real.port), SECONDS, source_address=("127.0.0.2", 0)
    )
    with real.trusting().wrap_socket(other, server_hostname="127.0.0.1") as secure:
        head = f"GET /public HTTP/1.1\r\nHost: 127.0.0.1:{real.port}\r\nConnection: close"
        secure.sendall(f"{head}\r\n\r\n".encode())
        assert secure.recv(20).startswith(b"HTTP/1.1 200")
    for one in silent:
        one.close()
    until(lambda: real.server.count_held("127.0.0.1") == 0)


def test_a_slow_handshake_is_given_up(real: RealHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "HANDSHAKE_SECONDS", 0.2)
    made = raw(real.port, b"\x16\x03\x01")
    until(lambda: real.server.count_held("127.0.0.1") == 0)
    made.close()


def test_a_slow_head_and_a_slow_body_are_given_up(
    real: RealHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(server, "BODY_SECONDS", 0.2)
    host = f"Host: 127.0.0.1:{real.port}\r\nOrigin: https://127.0.0.1:{real.port}\r\n"
    for sent in (
        "GET /public HTTP/1.1\r\n",
        f"POST /open HTTP/1.1\r\n{host}Content-Length: 100\r\n\r\n{{",
    ):
        made = socket.create_connection(("127.0.0.1", real.port), SECONDS)
        with real.trusting().wrap_socket(made, server_hostname="127.0.0.1") as secure:
            try:
                secure.sendall(sent.encode())
                answer = secure.recv(100)
            except (ConnectionError, ssl.SSLError):
                answer = b""
            assert answer == b""  # closed, and nothing was answered
    monkeypatch.undo()
    assert real.ask("GET", "/public")[0] == 200


def test_it_ends_by_itself_when_its_time_is_over(tmp_path: Path, demonstration: Path) -> None:
    shutil.copy(demonstration, tmp_path)
    with really(tmp_path) as real:
        assert real.ask("GET", "/public")[0] == 200
        real.server.end_at(0.0)
        until(lambda: not _open(real.port))


def _open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


# The name


def asked_for(name: str) -> ServiceInfo | None:
    """What answers on this computer, while it is announced there."""
    with announcing(f"{name}.local", "127.0.0.1", 8443) as announced:
        assert announced
        asking = Zeroconf(interfaces=["127.0.0.1"])
        try:
            return asking.get_service_info(KIND, f"{name}.{KIND}", timeout=1000 * SECONDS)
        finally:
            asking.close()


def test_the_name_leads_to_the_address() -> None:
    """Asked on this computer itself; whether a hall's Wi-Fi passes it on, nobody knows."""
    # In a thread of its own: a browser that another test keeps open has an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(asked_for, "crivello-test").result()
    assert found is not None
    assert found.parsed_addresses() == ["127.0.0.1"]
    assert found.server == "crivello-test.local."


def test_no_name_is_announced_without_the_extra_or_without_multicast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with announcing("crivello-test.local", "203.0.113.9", 8443) as announced:  # not ours
        assert not announced
    monkeypatch.setitem(sys.modules, "zeroconf", None)  # as if it were not installed
    with announcing("crivello-test.local", "127.0.0.1", 8443) as announced:
        assert not announced


# Addresses


@pytest.mark.netns
def test_only_addresses_that_will_be_taken_are_proposed() -> None:
    """A computer with an address for documentation and one behind a provider's translation."""
    with namespaces(1) as made:
        inside = ("-n", made.laptop)
        ip(*inside, "link", "add", "one", "type", "veth", "peer", "other")
        for device, address in (("one", "192.0.2.2/24"), ("other", "100.64.1.2/10")):
            ip(*inside, "addr", "add", address, "dev", device)
            ip(*inside, "link", "set", device, "up")
        program = "from crivello.web.network.addresses import addresses; print(*addresses())"
        words = ["ip", "netns", "exec", made.laptop, sys.executable, "-c", program]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
    found = done.stdout.split()
    assert "192.0.2.2" not in found
    assert "100.64.1.2" in found
    assert [read_private(one) for one in found] == found


# The certificate


def test_the_authority_vouches_for_private_networks_only(tmp_path: Path) -> None:
    from cryptography import x509

    made = certificate(tmp_path, ["192.168.1.5", "crivello-abcd.local"])
    authority = x509.load_pem_x509_certificate(made.authority)
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    allowed = {str(one.value) for one in limits.value.permitted_subtrees or ()}
    assert "192.168.0.0/16" in allowed
    assert "0.0.0.0/0" not in allowed
    assert (tmp_path / "authority.key").stat().st_mode & 0o077 == 0
    assert (tmp_path / "server.key").stat().st_mode & 0o077 == 0


def test_an_authority_of_before_a_network_was_private_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device that checks what an authority may vouch for would refuse the connection."""
    earlier = tuple(one for one in PRIVATE if one != "100.64.0.0/10")
    monkeypatch.setattr("crivello.web.network.certificate.PRIVATE", earlier)
    first = certificate(tmp_path, ["192.168.1.5"])
    monkeypatch.undo()
    assert certificate(tmp_path, ["192.168.1.5"]) == first
    assert certificate(tmp_path, ["100.64.1.2"]).authority_fingerprint != (
        first.authority_fingerprint
    )


def test_the_certificate_is_kept_and_made_anew_when_it_must_be(tmp_path: Path) -> None:
    first = certificate(tmp_path, ["192.168.1.5"])
    assert certificate(tmp_path, ["192.168.1.5"]) == first
    other = certificate(tmp_path, ["10.0.0.7"])
    assert other.authority_fingerprint == first.authority_fingerprint
    assert other.fingerprint != first.fingerprint
    later = datetime.now(UTC) + timedelta(days=25)
    assert certificate(tmp_path, ["10.0.0.7"], later).fingerprint != other.fingerprint
    (tmp_path / "server.pem").write_text("nonsense")
    assert certificate(tmp_path, ["10.0.0.7"]).authority_fingerprint == first.authority_fingerprint
