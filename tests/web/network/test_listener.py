"""A real listener with real TLS: what it shows, whom it admits, and for what it does not wait."""

from __future__ import annotations

import http.client
import re
import secrets
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
from crivello.web.network import addresses, listener
from crivello.web.network.addresses import KIND, PRIVATE, announcing, read_private
from crivello.web.network.certificate import certificate
from crivello.web.server import Limits
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


def link_in(page: str) -> str:
    found = re.search(r'<h1>.*https only.*</h1>\s*<p><a href="([^"]+)">', page)
    assert found is not None, page
    return found[1]


def test_without_tls_a_page_for_devices_answers_with_its_link(real: RealHall) -> None:
    for path in ("/join", "/deputy", "/table"):
        status, page = plain(real, path)
        assert (status, link_in(page)) == (403, f"https://127.0.0.1:{real.port}{path}")
    assert plain(real, "/nowhere")[0] == 404


@pytest.mark.parametrize(("path", "to"), [("/join", "/join"), ("/public", "/public"), ("/x", "/")])
def test_plain_http_at_the_tls_port_is_answered_with_the_link(
    real: RealHall, path: str, to: str
) -> None:
    """A user types the address without ``https://``."""
    connection = http.client.HTTPConnection("127.0.0.1", real.port, timeout=SECONDS)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 403
    assert link_in(answer.read().decode()) == f"https://127.0.0.1:{real.port}{to}"
    connection.close()


def test_plain_http_at_the_tls_port_gets_nothing_else(real: RealHall) -> None:
    cookie = real.deputy()["cookie"]
    head = f"Host: 127.0.0.1:{real.port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    for request in ("GET /deputy/demo/A/state HTTP/1.1", "POST /join HTTP/1.1"):
        with raw(real.port, f"{request}\r\n{head}".encode()) as made:
            answer = b"".join(iter(lambda: made.recv(10_000), b"")).decode()
        assert answer.startswith("HTTP/1.1 403")
        assert "set-cookie" not in answer.lower()
        assert "Nancy" not in answer


@pytest.mark.parametrize("said", [True, False])
def test_a_body_that_is_too_large_is_refused_before_it_is_sent(real: RealHall, said: bool) -> None:
    """The limit applies to the announced length and to the bytes received; the answer does not wait
    for the rest.
    """
    host = f"127.0.0.1:{real.port}"
    head = f"POST /open HTTP/1.1\r\nHost: {host}\r\nOrigin: https://{host}\r\n"
    head += "Content-Type: application/json\r\n"
    made = socket.create_connection(("127.0.0.1", real.port), SECONDS)
    with real.trusting().wrap_socket(made, server_hostname="127.0.0.1") as secure:
        if said:
            secure.sendall(f"{head}Content-Length: 300000000\r\n\r\n".encode())
        else:
            secure.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
            secure.sendall(b"%x\r\n" % 30_000 + b" " * 30_000)  # the chunks go on for ever
        answer = secure.recv(10_000)
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in answer.lower()


def test_connections_that_say_nothing_take_no_place_from_others(
    real: RealHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections above the limit are closed; the others have a few seconds for a handshake."""
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


SMALL = Limits(total=60, strangers=40, strangers_of_one_address=5)
"""As the real limits, for a listener that few connections fill."""


def test_many_addresses_with_idle_connections_turn_nobody_away(
    tmp_path: Path, demonstration: Path
) -> None:
    """The strangers that have waited longest are disconnected; a deputy's connection never is."""
    shutil.copy(demonstration, tmp_path)
    with really(tmp_path, limits=SMALL) as real:
        headers = real.deputy()
        before = real.connect("127.0.0.9")
        assert asks(before, headers) == 200
        silent = [raw(real.port, client=f"127.0.1.{n}") for n in range(1, 31) for _ in range(5)]
        held = [f"127.0.1.{n}" for n in range(1, 31)]
        until(lambda: sum(map(real.server.count_held, held)) == 40)
        assert asks(before, headers) == 200  # on the connection from before
        for _ in range(3):
            coming = real.connect("127.0.0.9")
            assert asks(coming, headers) == 200
            coming.close()
            assert real.ask("GET", "/public/demo/A")[0] == 200  # a stranger that says something
        assert sum(map(real.server.count_held, held[:20])) == 0  # the first to come went first
        assert sum(map(real.server.count_held, held[-4:])) >= 15
        assert [one.recv(1) for one in silent[:100]] == [b""] * 100  # they were closed, not lost
        before.close()
        for one in silent:
            one.close()


def test_connections_of_deputies_have_places_of_their_own(
    tmp_path: Path, demonstration: Path
) -> None:
    """Idle streams take the places of strangers, and deputies can still connect."""
    shutil.copy(demonstration, tmp_path)
    limits = Limits(total=60, strangers=6, strangers_of_one_address=5)
    with really(tmp_path, limits=limits) as real:
        headers = real.deputy()
        deputies = [real.connect("127.0.0.9") for _ in range(4)]
        assert [asks(one, headers) for one in deputies] == [200] * 4
        streams = [real.connect(f"127.0.1.{n}") for n in range(1, 7)]
        for one in streams:
            one.request("GET", "/events")
            assert one.getresponse().status == 200
        with raw(real.port) as another:
            assert another.recv(1) == b""  # no stranger can be ended for another one
        assert [asks(one, headers) for one in deputies] == [200] * 4
        for one in (*deputies, *streams):
            one.close()


def test_a_device_that_lost_its_access_is_a_stranger(real: RealHall) -> None:
    connection = real.connect()
    headers = real.deputy()
    assert asks(connection, headers) == 200
    (held,) = real.server.connections_of("127.0.0.1")
    until(lambda: held.rank is listener.ConnectionRank.DEPUTY)
    connection.request("GET", "/public")  # where nobody asks who it is
    connection.getresponse().read()
    assert held.rank is listener.ConnectionRank.DEPUTY
    real.store.revoke_all()
    assert asks(connection, headers) == 401
    until(lambda: held.rank is listener.ConnectionRank.STRANGER)
    connection.close()


def asks(connection: http.client.HTTPSConnection, headers: dict[str, str]) -> int:
    """Return the status of the answer to a deputy's device."""
    connection.request("GET", "/deputy/demo/A/state", headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


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
    """Return the announced service as this computer resolves it."""
    with announcing(f"{name}.local", "127.0.0.1", 8443) as announced:
        assert announced
        asking = Zeroconf(interfaces=["127.0.0.1"])
        try:
            return asking.get_service_info(KIND, f"{name}.{KIND}", timeout=1000 * SECONDS)
        finally:
            asking.close()


def test_the_name_leads_to_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is resolved on this computer; whether a hall's Wi-Fi passes it on is not tested."""
    name = f"crivello-{secrets.token_hex(4)}"  # others may run this test on this computer
    monkeypatch.setattr(addresses, "ANNOUNCE_SECONDS", SECONDS)
    # In a thread of its own: a browser that another test keeps open has an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(asked_for, name).result()
    assert found is not None
    assert found.parsed_addresses() == ["127.0.0.1"]
    assert found.server == f"{name}.local."


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
    """One computer has an address reserved for documentation, the other is behind a provider's
    translation.
    """
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
    """A device that checks what an authority may certify would refuse the connection."""
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
