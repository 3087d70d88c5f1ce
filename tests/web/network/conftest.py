"""The listener for the tests: the application called directly, or a real server with TLS on a
port.
"""

from __future__ import annotations

import http.client
import json
import shutil
import signal
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response

from crivello.desk import Desk
from crivello.desk.permissions import May
from crivello.desk.roles import DeviceRole
from crivello.web.network import listener
from crivello.web.network.app import NetworkReach, create_network_app
from crivello.web.network.certificate import certificate
from crivello.web.network.codes import Codes, Invitation
from crivello.web.network.device_store import LINKS, DeviceStore
from crivello.web.network.guard import cookie_name
from crivello.web.network.listener import ListenerSocket, NetworkServer
from crivello.web.ports import bind
from crivello.web.server import Limits
from crivello.web.session import Sessions
from tests.support.waiting import SECONDS
from tests.web.asking import Client

HOST = "127.0.0.1:8443"
ORIGIN = f"https://{HOST}"
PLAIN = "127.0.0.1:8080"
KEY = b"a key of links for the tests"


@dataclass
class Phone:
    """A user's browser: its cookies and the token of its pages."""

    hall: Hall
    client: Client
    csrf: str = ""

    def get(self, path: str, **headers: str) -> Response:
        return self.client.get(path, headers=headers)

    def post(self, path: str, body: dict[str, Any] | None = None, **headers: str) -> Response:
        """Send a request as a script of our pages does."""
        sent = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "x-csrf-token": self.csrf}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(path, json=body or {}, headers=sent)

    def send(
        self, path: str, kind: str, wanted: str, seen: dict[str, Any], **more: Any
    ) -> Response:
        """Send an entry as our pages do; its id and its time are new unless they are given."""
        return self.post(path, envelope(kind, wanted, seen, **more))

    def open(self, fragment: str) -> Response:
        return self.post("/open", {"code": fragment})

    def state(self, path: str) -> dict[str, Any]:
        """Open the page that a browser asks for, with its token; return its state."""
        found: dict[str, Any] = self.get(path).json()
        self.csrf = found.get("csrf", self.csrf)
        return found


_TIMES = count(1_800_000_000_000)


def envelope(kind: str, wanted: str, seen: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the request of a page: `seen` is the part of its state that was tapped, unchanged."""
    at = next(_TIMES)
    made = {"version": 1, "id": f"entry-{at}", "at": at, "kind": kind, "wanted": wanted}
    return made | {"seen": seen, "sure": False, "replaces": []} | more


def seen_of(state: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the state that an entry on this row names."""
    seen: dict[str, Any] = state["seen"] | row
    return seen


@dataclass
class Hall:
    """The application of the listener, its device store, and devices that connect to it."""

    server: Client
    folder: Path
    store: DeviceStore
    codes: Codes
    sessions: Sessions
    clients: list[Client] = field(default_factory=list)

    @property
    def app(self) -> FastAPI:
        app: FastAPI = self.server.app  # type: ignore[assignment]
        return app

    def phone(self, base: str = ORIGIN) -> Phone:
        client = Client(self.app, base_url=base, follow_redirects=False)
        client.portal = self.server.portal  # in the loop of the server, not each in one of its own
        self.clients.append(client)
        return Phone(self, client)

    def desk(self) -> Desk:
        """Return the desk of the chief arbiter, at the computer itself."""
        return Desk.open(self.folder / "demo.crivello", "chief")

    def look(self) -> None:
        """Read immediately what the desk has written."""
        file = self.app.state.desktop.desks.file("demo")
        file.look()
        file.submit(lambda desk: None).result()

    def table(self, board: int = 5, round: int = 4) -> Invitation:
        game = self.app.state.desktop.desks.file("demo").snapshot.section("A").rounds[round - 1]
        players = (game.games[board - 1].white, game.games[board - 1].black)
        return Invitation(DeviceRole.TABLE, "demo", "A", round, board, players)

    def fragment(self, invitation: Invitation) -> str:
        return self.codes.fragment(invitation, self.store.number(invitation.name))

    def at_table(self, board: int = 5) -> Phone:
        phone = self.phone()
        answer = phone.open(self.fragment(self.table(board)))
        assert answer.status_code == 200, answer.text
        phone.state("/table/state")
        return phone

    def player(self, player: int = 1) -> Phone:
        phone = self.phone()
        invitation = Invitation(DeviceRole.PLAYER, "demo", "A", subject=player)
        assert phone.open(self.fragment(invitation)).status_code == 200
        phone.state("/me/state")
        return phone

    def screen(self) -> Phone:
        phone = self.phone()
        invitation = Invitation(DeviceRole.SCREEN, "demo", "A", subject=1)
        assert phone.open(self.fragment(invitation)).status_code == 200
        return phone

    def deputy(self, name: str = "tablet 2", ticked: frozenset[May] = frozenset()) -> Phone:
        """Return a deputy's device, which has asked, shown its code and been approved."""
        phone = self.phone()
        assert phone.post("/join").status_code == 303
        code = self.waiting(phone).code
        self.store.approve(code, name, ticked, time.time() + 3600, ["demo"])
        phone.state("/deputy/demo/A/state")
        return phone

    def waiting(self, phone: Phone) -> Any:
        name = cookie_name(self.sessions, DeviceRole.DEPUTY)
        return self.store.find(phone.client.cookies[name])

    def results(self) -> list[Any]:
        with self.desk() as desk:
            return [game.result for game in desk.section("A").rounds[3].games]


@contextmanager
def opened(folder: Path, one_phone: bool = False, screen_codes: bool = False) -> Iterator[Hall]:
    state = folder / "state"
    state.mkdir(mode=0o700)
    store = DeviceStore(state / "book.sqlite")
    sessions = Sessions()
    hosts = {"https": frozenset({HOST}), "http": frozenset({PLAIN})}
    until = time.time() + 3600
    reach = NetworkReach(("demo",), hosts, until, one_phone, screen_codes, ORIGIN)
    app = create_network_app(folder, reach, sessions=sessions, store=store, key=KEY)
    with Client(app, base_url=ORIGIN) as server:
        yield Hall(server, folder, store, Codes(KEY), sessions)


@pytest.fixture
def hall(tmp_path: Path, demonstration: Path) -> Iterator[Hall]:
    """The demonstration: round 4, three of seven results; boards 5 to 7 and one more are open."""
    shutil.copy(demonstration, tmp_path)
    with opened(tmp_path) as found:
        yield found


@pytest.fixture
def lenient(tmp_path: Path, demonstration: Path) -> Iterator[Hall]:
    """The demonstration, where one phone at a table is enough."""
    shutil.copy(demonstration, tmp_path)
    with opened(tmp_path, one_phone=True) as found:
        yield found


# A real listener, on real sockets


@dataclass
class RealHall:
    """A listener with real TLS in a thread of this process."""

    server: NetworkServer
    port: int
    plain: int
    folder: Path
    state: Path
    store: DeviceStore
    sessions: Sessions

    @property
    def authority(self) -> Path:
        return self.state / "authority.pem"

    @property
    def codes(self) -> Codes:
        return Codes(KEY)

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority))

    def connect(self, client: str = "") -> http.client.HTTPSConnection:
        """Return a connection; `client` is another address of this computer to connect from."""
        source = (client, 0) if client else None
        return http.client.HTTPSConnection(
            "127.0.0.1",
            self.port,
            timeout=SECONDS,
            source_address=source,
            context=self.trusting(),
        )

    def deputy(self, name: str = "tablet 1") -> dict[str, str]:
        """Return the request headers of a deputy's device that the chief arbiter has approved."""
        session = f"session-of-{name.replace(' ', '-')}"
        self.store.ask(session, "ABCDEF", "", "127.0.0.1")
        self.store.approve("ABCDEF", name, frozenset(), time.time() + 3600, ["demo"])
        return {"cookie": f"{cookie_name(self.sessions, DeviceRole.DEPUTY)}={session}"}

    def ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """Send one request over TLS, checking the certificate."""
        connection = self.connect()
        sent = {"origin": f"https://127.0.0.1:{self.port}"} if method == "POST" else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None
        if body is not None:
            data = json.dumps(body)
            sent["content-type"] = "application/json"
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        told = answer.status, dict(answer.getheaders()), answer.read().decode()
        connection.close()
        return told


@contextmanager
def really(
    folder: Path, one_phone: bool = False, limits: Limits = listener.LIMITS
) -> Iterator[RealHall]:
    state = folder / "state"
    state.mkdir(mode=0o700, exist_ok=True)
    made = certificate(state, ["127.0.0.1"])
    store = DeviceStore(state / "book.sqlite")
    secure, plain = bind("127.0.0.1", 0), bind("127.0.0.1", 0)
    port, plain_port = secure.getsockname()[1], plain.getsockname()[1]
    hosts = {
        "https": frozenset({f"127.0.0.1:{port}"}),
        "http": frozenset({f"127.0.0.1:{plain_port}"}),
    }
    until = time.time() + 3600
    reach = NetworkReach(
        ("demo",),
        hosts,
        until,
        one_phone,
        secure=f"https://127.0.0.1:{port}",
        certificate=made,
    )
    sessions = Sessions(state / "sessions" / "a" / "b")
    app = create_network_app(folder, reach, sessions=sessions, store=store, key=KEY)
    ready = threading.Event()
    sockets = [ListenerSocket(secure, made.context()), ListenerSocket(plain, None)]
    server = NetworkServer(app, sockets, until, ready.set, limits=limits)
    thread = threading.Thread(target=server.run)
    thread.start()
    assert ready.wait(SECONDS)
    try:
        with closing(DeviceStore(state / "book.sqlite")) as arbiters:
            yield RealHall(server, port, plain_port, folder, state, arbiters, sessions)
    finally:
        server.handle_exit(signal.SIGTERM, None)
        thread.join(SECONDS)
    assert not thread.is_alive()


@pytest.fixture
def real(tmp_path: Path, demonstration: Path) -> Iterator[RealHall]:
    shutil.copy(demonstration, tmp_path)
    with really(tmp_path) as found:
        yield found


def raw(port: int, sent: bytes = b"", client: str = "") -> socket.socket:
    """Open a connection without TLS; `client` is another address of this computer to connect
    from.
    """
    source = (client, 0) if client else None
    made = socket.create_connection(("127.0.0.1", port), SECONDS, source)
    made.sendall(sent)
    return made


__all__ = ["LINKS", "Hall", "Phone", "RealHall", "envelope", "raw", "seen_of"]
