"""Many connections, half requests, slow senders and readers: the arbiter's desk continues to
answer.

Real sockets connect to a real server on this computer. The tests wait for conditions, and the
time-outs of the desk are made short.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import logging
import os
import re
import resource
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest

from crivello.desk import Desk
from crivello.web import guard, server
from crivello.web.app import create_app
from crivello.web.desktop import Desktop
from crivello.web.server import Connection, Limits, RepeatFilter, Server, listen, raise_file_limit
from tests.desk.desks import fresh, publish
from tests.support.waiting import SECONDS, until

SOURCE = Path(__file__).resolve().parents[2] / "src"


@dataclass
class Running:
    """A desk in a thread of this process."""

    server: Server
    port: int
    folder: Path
    sockets: list[socket.socket] = field(default_factory=list)
    cookie: str = ""

    @property
    def desktop(self) -> Desktop:
        desktop: Desktop = self.server.config.loaded_app.state.desktop
        return desktop

    @property
    def open(self) -> int:
        return len(self.server.server_state.connections)

    def connect(self, sent: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
        made = socket.create_connection(
            ("127.0.0.1", self.port), SECONDS, source_address=(address, 0)
        )
        self.sockets.append(made)
        made.sendall(sent)
        return made

    def head(self, line: str, *more: str) -> bytes:
        lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *more]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        """Send a request on a new connection."""
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        ) as asking:
            asking.request(method, path, body.encode() or None, headers)
            answer = asking.getresponse()
            self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
            return answer.status, answer.read().decode()

    def arbiter(self, path: str = "/t/t/A/round/1") -> int:
        """Return the status of a page at the desk, for the browser that has opened the start
        link.
        """
        if not self.cookie:
            token = self.desktop.sessions.start_token()
            assert self.ask("GET", f"/start?token={token}")[0] < 400
        return self.ask("GET", path, cookie=self.cookie)[0]


@contextlib.contextmanager
def quick() -> Iterator[None]:
    """Shorten the time-outs; requests to be answered come before or after."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HEAD_SECONDS", "BODY_SECONDS", "WRITE_SECONDS"):
            patch.setattr(server, name, 0.5)
        yield


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A desk with a published round, in the file `t`."""
    raise_file_limit(8192)
    desk = fresh(tmp_path)
    publish(desk)
    desk.close()
    listening = listen("127.0.0.1", 0)
    app = create_app(tmp_path, port=listening.getsockname()[1], actor="arbiter")
    server = Server(app)
    made = Running(server, listening.getsockname()[1], tmp_path)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until(lambda: server.started)
    yield made
    for one in made.sockets:
        one.close()
    made.desktop.news.close()
    server.should_exit = True
    thread.join(SECONDS)
    assert not thread.is_alive()


def ended(one: socket.socket) -> bool:
    """Return True if the other side has closed the connection."""
    if not select.select([one], [], [], 0)[0]:
        return False
    try:
        return one.recv(1 << 20) == b""
    except ConnectionResetError:
        return True


def test_1500_idle_connections_leave_the_arbiter_alone(running: Running) -> None:
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", running.port, timeout=SECONDS)
    ) as page:  # a tab that is open
        assert running.arbiter() == 200
        page.request("GET", "/events", headers={"cookie": running.cookie})
        stream = page.getresponse()
        assert stream.status == 200
        for _ in range(1500):
            running.connect()
        assert running.arbiter() == 200
        assert running.ask("GET", "/public")[0] == 200  # and everybody else
        limits = Limits()
        until(lambda: running.open <= limits.strangers_of_one_address + 2)
        assert stream.readline() == b"retry: 1000\n"  # the tab hears what happens
        with Desk.open(running.folder / "t.crivello") as desk:
            last = len(desk.log)
        running.desktop.news.publish("t", last)
        while b"change" not in stream.readline():
            pass


def test_those_who_ask_for_nothing_give_way_to_those_who_do(running: Running) -> None:
    """The first to be closed is the one that has been idle longest."""
    first = running.connect()
    until(lambda: running.open == 1)
    asking = running.connect(running.head("GET /events"))
    assert b" 200 " in asking.recv(1000)
    for _ in range(Limits().strangers_of_one_address):
        running.connect()
    until(lambda: ended(first))
    assert not ended(asking)


def test_addresses_are_limited_one_by_one_and_together(running: Running) -> None:
    for number in range(2, 6):
        for _ in range(Limits().strangers_of_one_address):
            running.connect(address=f"127.0.0.{number}")
    until(lambda: running.open <= Limits().strangers)
    assert running.arbiter() == 200


def test_half_requests_are_closed(running: Running) -> None:
    whole = running.head("GET /public")
    halves = [running.connect(sent) for sent in (b"", b"G", whole[:-2], b"\r\n" * 3)]
    # A second request on a connection that was good once.
    again = running.connect(whole)
    again.recv(100_000)
    again.sendall(whole[:-2])
    with quick():
        for half in (*halves, again):
            until(lambda half=half: ended(half))  # type: ignore[misc]


def test_a_head_that_trickles_is_closed(running: Running) -> None:
    slow = running.connect(b"GET /public HTTP/1.1\r\n")

    def trickled() -> bool:
        with contextlib.suppress(OSError):
            slow.sendall(b"x: y\r\n")
        return ended(slow)

    with quick():
        until(trickled)


def test_a_body_that_stalls_is_closed_and_nothing_of_it_is_done(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """This holds even if the part that has come would be a valid form."""
    assert running.arbiter() == 200
    session = running.cookie.partition("=")[2]
    csrf = running.desktop.sessions.csrf(session)
    path = "/t/t/A/players/add"
    form = urlencode({"csrf": csrf, "name": "Smyslov, Vassily"}).encode()
    with Desk.open(running.folder / "t.crivello") as desk:
        before = len(desk.log)
    form_head = running.head(
        f"POST {path}",
        f"Cookie: {running.cookie}",
        f"Origin: http://127.0.0.1:{running.port}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(form) + 1}",
    )
    part = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nSmyslov'
    stalled = [
        running.connect(running.head("POST /t/t/A/players", "Content-Length: 100") + b"a="),
        running.connect(form_head + form),
        running.connect(form_head + form[:-8]),
    ]
    for kind in ("application/json", "multipart/form-data; boundary=x"):
        head = running.head(
            f"POST {path}?csrf={csrf}",
            f"Cookie: {running.cookie}",
            f"Content-Type: {kind}",
            "Content-Length: 1000",
        )
        stalled.append(running.connect(head + part))
    with quick():
        for slow in stalled:
            until(lambda slow=slow: ended(slow))  # type: ignore[misc]
    assert not caplog.records
    with Desk.open(running.folder / "t.crivello") as desk:
        assert len(desk.log) == before
    said = {"content-type": "application/x-www-form-urlencoded", "cookie": running.cookie}
    assert running.ask("POST", path, form.decode(), **said)[0] == 303
    with Desk.open(running.folder / "t.crivello") as desk:
        assert len(desk.log) == before + 1  # the form itself is good


def test_a_body_that_keeps_coming_is_heard(running: Running) -> None:
    """An upload may take long as a whole: here six times the time allowed between two parts."""
    assert running.arbiter() == 200
    until(lambda: running.open == 0)
    slow = running.connect(
        running.head(
            "POST /t/t/A/nothing/upload",
            f"Cookie: {running.cookie}",
            "Content-Type: application/octet-stream",
            "Content-Length: 12",
        )
    )
    until(lambda: running.open == 1)
    (connection,) = running.server.server_state.connections
    assert isinstance(connection, Connection)
    until(lambda: connection.asking and connection.user.arbiter)
    for _ in range(12):
        connection.since -= server.BODY_SECONDS / 2  # as if it had waited so long
        assert not connection.overdue(connection.loop.time())
        before = connection.since
        slow.sendall(b"x")
        until(lambda: connection.since > before)  # noqa: B023
    assert slow.recv(100).startswith(b"HTTP/1.1 403")  # for want of the token, as a whole


def test_who_does_not_read_the_answer_is_closed(running: Running) -> None:
    deaf = running.connect()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    many = running.head("GET /static/desk.js") * 200
    deaf.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        deaf.send(many)
    until(lambda: running.open == 1)
    with quick():
        until(lambda: running.open == 0)


def test_streams_of_the_public_have_their_places(running: Running) -> None:
    streams = [
        running.connect(running.head("GET /events")) for _ in range(guard.STREAMS_OF_ONE_ADDRESS)
    ]
    for one in streams:
        assert b" 200 " in one.recv(1000)
    status, page = running.ask("GET", "/events")
    assert (status, "Too many people are looking at the desk" in page) == (503, True)
    assert running.ask("GET", "/public")[0] == 200
    assert running.arbiter("/events/now") == 200
    mine = running.connect(running.head("GET /events", f"Cookie: {running.cookie}"))
    assert b" 200 " in mine.recv(1000)
    streams.pop().close()  # a place that is left can be taken
    until(lambda: running.connect(running.head("GET /events")).recv(50).startswith(b"HTTP/1.1 200"))


def test_a_crowd_with_half_bodies_does_not_keep_the_arbiter_out(running: Running) -> None:
    half = running.head("POST /t/t/A/players", "Content-Length: 1000")
    for _ in range(500):
        running.connect(half)
    assert running.arbiter() == 200


def test_a_crowd_with_questions_does_not_keep_the_arbiter_out(running: Running) -> None:
    question = running.head("GET /public")
    for _ in range(300):
        running.connect(question)
    assert running.arbiter() == 200
    answers = {one.recv(1000)[:12] for one in running.sockets}
    assert b"HTTP/1.1 200" in answers
    assert answers <= {b"HTTP/1.1 200", b"HTTP/1.1 503", b""}


@pytest.mark.slow
def test_few_files_many_connections_short_log(tmp_path: Path) -> None:
    """If the system allows few open files, connections never use them up."""
    fresh(tmp_path).close()
    command = 'ulimit -n 300; exec "$0" -m crivello desk "$1" --no-browser --port 0'
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "XDG_STATE_HOME": str(tmp_path / "s")}
    log = tmp_path / "log"
    with log.open("wb") as said:
        desk = subprocess.Popen(
            ["sh", "-c", command, sys.executable, str(tmp_path)], stderr=said, env=environment
        )
    sockets: list[socket.socket] = []
    try:
        until(lambda: log.read_text().count("\n") > 0)
        link = re.search(r"http://127\.0\.0\.1:(\d+)", log.read_text())
        assert link, log.read_text()
        port = int(link[1])
        raise_file_limit(4096)
        for _ in range(1100):
            sockets.append(socket.create_connection(("127.0.0.1", port), SECONDS))
        with contextlib.closing(
            http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        ) as asking:
            asking.request("GET", "/public")
            assert asking.getresponse().status == 200
    finally:
        for one in sockets:
            one.close()
        desk.terminate()
        desk.wait(SECONDS)
    assert log.stat().st_size < 5_000, log.read_text()[:2000]
    assert not re.search("Traceback|Too many open files", log.read_text())


class StopsWhileAccepting(Server):
    """A server that stops between accepting a connection and registering it."""

    accepted: socket.socket | None = None

    async def on_tick(self, counter: int) -> bool:
        self.accepted = socket.create_connection(self.servers[0].sockets[0].getsockname(), SECONDS)
        for _ in ("it is accepted", "its task is made"):
            await asyncio.sleep(0)
        return True


def test_a_connection_accepted_at_the_last_moment_is_closed(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listening:
        stopping = StopsWhileAccepting(create_app(tmp_path, port=listening.getsockname()[1]))
        thread = threading.Thread(target=stopping.run, kwargs={"sockets": [listening]})
        thread.start()
        thread.join(SECONDS)
    assert stopping.accepted is not None
    with stopping.accepted as accepted:
        assert ended(accepted)


def test_the_limits_fit_what_the_system_allows() -> None:
    assert Limits().within(100_000) == Limits()
    few = Limits().within(256)
    assert 20 <= few.total <= 128
    assert few.strangers_of_one_address < few.strangers < few.total
    assert raise_file_limit(1) == 1
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert raise_file_limit(soft) == soft
    assert hard == resource.RLIM_INFINITY or raise_file_limit(hard + 1) == hard


def test_the_same_message_is_logged_at_most_so_often() -> None:
    now = 0.0
    seldom = RepeatFilter(3, lambda: now)

    def record(line: int) -> logging.LogRecord:
        return logging.LogRecord("x", logging.ERROR, "file.py", line, "no %s", ("room",), None)

    assert [seldom.filter(record(1)) for _ in range(1000)] == [True] * 3 + [False] * 997
    assert seldom.filter(record(2))  # another message
    now = 61.0
    again = record(1)
    assert seldom.filter(again)
    assert again.getMessage() == "no room (997 more like this before)"
