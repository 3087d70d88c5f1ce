"""The stream of events, from a real server over a real connection."""

from __future__ import annotations

import json
import shutil
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from crivello.web.app import create_app
from crivello.web.server import Server, listen

SECONDS = 600
"""Far more than anything here takes."""


@dataclass
class Running:
    folder: Path
    port: int
    key: str
    server: Server
    thread: threading.Thread
    open: list[HTTPConnection | HTTPResponse] = field(default_factory=list)

    def ask(self, path: str, **headers: str) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        sent = {"Authorization": f"Bearer {self.key}"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        connection.request("GET", f"/api/v1{path}", headers=sent)
        answer = connection.getresponse()
        self.open += [connection, answer]
        return answer

    def stop(self) -> None:
        self.server.handle_exit(signal.SIGINT, None)
        self.thread.join(SECONDS)


@pytest.fixture
def running(tmp_path: Path, demonstration: Path) -> Iterator[Running]:
    shutil.copy(demonstration, tmp_path)
    with listen("127.0.0.1", 0) as socket:
        port = socket.getsockname()[1]
        app = create_app(tmp_path, port=port)
        ready = threading.Event()
        server = Server(app, ready.set)
        server.config.timeout_graceful_shutdown = SECONDS  # no stream is torn by a slow machine
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]}, daemon=True)
        thread.start()
        assert ready.wait(SECONDS)
        key = app.state.desktop.sessions.api_key
        one = Running(tmp_path, port, key, server, thread)
        yield one
        for left in one.open:
            left.close()
        one.stop()
        assert not thread.is_alive()


def messages(answer: HTTPResponse) -> Iterator[dict[str, Any]]:
    """Yield the fields of server-sent events, with the data parsed as JSON."""
    message: dict[str, Any] = {}
    for raw in answer:
        line = raw.decode().rstrip("\n")
        if not line:
            if "data" in message:
                yield message
            message = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            message[name] = json.loads(value) if name == "data" else value


def write(folder: Path, board: int) -> None:
    """Enter a result as the command line would."""
    with Desk.open(folder / "demo.crivello") as desk:
        desk.act(EnterResults("A", ((board, Result.DRAW),)))


def test_the_events_of_a_file_from_any_point_on(running: Running) -> None:
    answer = running.ask("/tournaments/demo/events?after=38", Accept_Language="it")
    assert answer.status == 200
    assert answer.getheader("content-type", "").startswith("text/event-stream")
    heard = messages(answer)
    old = [next(heard), next(heard)]
    assert [one["id"] for one in old] == ["39", "40"]
    assert {one["event"] for one in old} == {"ResultsEntered"}
    assert old[0]["data"]["text"].startswith("Turno 4")
    write(running.folder, 2)
    new = next(heard)
    assert new["id"] == "41"
    assert new["data"]["event"]["results"] == [{"board": 2, "white": 4, "black": 5, "result": "=="}]


def test_who_reconnects_misses_nothing(running: Running) -> None:
    first = messages(running.ask("/tournaments/demo/events", Last_Event_ID="40"))
    write(running.folder, 2)
    assert next(first)["id"] == "41"
    running.open.pop().close()
    write(running.folder, 5)
    write(running.folder, 6)
    again = messages(running.ask("/tournaments/demo/events", Last_Event_ID="41"))
    assert [next(again)["id"], next(again)["id"]] == ["42", "43"]


@pytest.mark.parametrize("path", ["/tournaments/demo/events?after=39", "/events"])
def test_who_is_sent_away_hears_nothing_more(running: Running, path: str) -> None:
    """A stream is long: whether its session is over is asked at each message."""
    sessions = running.server.desktop.sessions
    session = sessions.new()
    assert running.ask("/tournaments/demo").status == 200  # it is open from now on
    cookie = f"{sessions.cookie}={session}"
    answer = running.ask(path, Authorization="", Cookie=cookie)
    assert answer.status == 200
    heard = messages(answer)
    next(heard)
    sessions.end(sessions.all()[0].name)
    write(running.folder, 2)
    beside = messages(running.ask("/tournaments/demo/events?after=40"))
    assert next(beside)["id"] == "41"
    running.server.desktop.news.close()
    assert list(heard) == []
    assert running.ask(path, Authorization="", Cookie=cookie).status == 401


def test_which_files_change(running: Running) -> None:
    assert running.ask("/tournaments/demo").status == 200  # it is open from now on
    heard = messages(running.ask("/events"))
    assert next(heard)["data"] == {"file": "demo", "sequence": 40}
    write(running.folder, 2)
    assert next(heard)["data"] == {"file": "demo", "sequence": 41}


def test_the_events_of_the_only_file_need_no_name(running: Running) -> None:
    heard = messages(running.ask("/events?after=38"))
    assert [next(heard)["id"], next(heard)["id"]] == ["39", "40"]
    write(running.folder, 2)
    assert next(heard)["id"] == "41"
    again = messages(running.ask("/events", Last_Event_ID="40"))
    assert next(again)["id"] == "41"
    shutil.copy(running.folder / "demo.crivello", running.folder / "other.crivello")
    refused = running.ask("/events?after=38")
    assert refused.status == 422
    assert "demo, other" in json.loads(refused.read())["detail"]
    assert next(messages(running.ask("/events?after=40&file=other")))["id"] == "41"
    assert running.ask("/events?after=0&file=nowhere").status == 404


def test_no_stream_of_what_is_not_there(running: Running) -> None:
    answer = running.ask("/tournaments/nowhere/events")
    assert answer.status == 404
    assert json.loads(answer.read())["code"] == "not-found"
    assert running.ask("/tournaments/demo/events?after=-1").status == 422
    assert running.ask("/events", Authorization="Bearer x").status == 401


def test_the_server_stops_with_streams_open(running: Running) -> None:
    streams = [messages(running.ask(path)) for path in ("/events", "/tournaments/demo/events") * 5]
    for stream in streams[1::2]:
        next(stream)
    running.stop()
    assert not running.thread.is_alive()
    for stream in streams:
        list(stream)  # each has ended, none was torn
