"""Webhooks against real receivers: one that fails, one that is slow, one that redirects."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.errors import Unsupported, WordError
from crivello.model.result import Result
from crivello.web.app import create_app
from crivello.web.webhooks import HookSettings, read_addresses, read_secret
from tests.cli.calling import call
from tests.support.waiting import until

SECRET = b"a secret of sixteen letters"


@dataclass
class Received:
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Station:
    """A receiver that answers with the given codes, then with 204."""

    codes: list[int] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    hold: threading.Event | None = None
    """While it is not set, no request is answered."""
    url: str = ""


@pytest.fixture
def station() -> Iterator[Station]:
    one = Station()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            one.received.append(Received(dict(self.headers.items()), body))
            if one.hold is not None:
                one.hold.wait(600)
            code = one.codes.pop(0) if one.codes else 204
            self.send_response(code)
            if code == 302:
                self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST

        def log_message(self, format: str, *args: Any) -> None:
            """Write nothing to standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    one.url = f"http://127.0.0.1:{server.server_port}/hook"
    yield one
    if one.hold is not None:
        one.hold.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def folder(tmp_path: Path, demonstration: Path) -> Path:
    shutil.copy(demonstration, tmp_path)
    return tmp_path


def application(folder: Path, *urls: str, waits: tuple[float, ...] = (0.01,) * 5) -> FastAPI:
    return create_app(folder, webhooks=HookSettings(urls, SECRET, waits))


def enter(app: FastAPI, board: int) -> int:
    """Enter a result at the desk; return the number of the event."""
    file = app.state.desktop.desks.file("demo")
    file.act(EnterResults("A", ((board, Result.DRAW),)))
    sequence: int = file.snapshot.sequence
    return sequence


def test_a_result_is_sent_signed(folder: Path, station: Station) -> None:
    app = application(folder, station.url)
    with TestClient(app):
        app.state.desktop.desks.file("demo")
        sequence = enter(app, 2)
        until(lambda: len(station.received) == 1)
    (one,) = station.received
    assert (one.json["kind"], one.json["file"]) == ("result", "demo")
    assert (one.json["item"]["sequence"], one.json["item"]["type"]) == (sequence, "ResultsEntered")
    stamp = one.headers["Crivello-Timestamp"]
    expected = hmac.new(SECRET, f"{stamp}.".encode() + one.body, hashlib.sha256).hexdigest()
    assert one.headers["Crivello-Signature"] == f"sha256={expected}"
    assert one.headers["Content-Type"] == "application/json"


def test_what_was_there_when_the_file_was_opened_is_not_sent(
    folder: Path, station: Station
) -> None:
    app = application(folder, station.url)
    with TestClient(app):
        first = enter(app, 2)
        with Desk.open(folder / "demo.crivello") as desk:  # as another program would
            desk.act(EnterResults("A", ((5, Result.DRAW),)))
        until(lambda: len(station.received) == 2)
    assert [one.json["item"]["sequence"] for one in station.received] == [first, first + 1]


def test_a_receiver_that_fails_gets_the_same_message_again_in_order(
    folder: Path, station: Station
) -> None:
    station.codes = [500, 503, 302]
    app = application(folder, station.url)
    with TestClient(app):
        app.state.desktop.desks.file("demo")
        numbers = [enter(app, board) for board in (2, 5)]
        until(lambda: len(station.received) == 5)
    ids = [one.headers["Crivello-Delivery"] for one in station.received]
    assert len(set(ids[:4])) == 1
    assert ids[4] != ids[0]
    assert len({one.body for one in station.received[:4]}) == 1
    assert [one.json["item"]["sequence"] for one in station.received[3:]] == numbers


def test_a_message_is_given_up_and_the_next_one_is_sent(
    folder: Path, station: Station, caplog: pytest.LogCaptureFixture
) -> None:
    station.codes = [500, 500, 500]
    app = application(folder, station.url, waits=(0.01, 0.01))
    with TestClient(app):
        app.state.desktop.desks.file("demo")
        numbers = [enter(app, board) for board in (2, 5)]
        until(lambda: len(station.received) == 4)
    assert station.received[-1].json["item"]["sequence"] == numbers[1]
    assert "is given up: HTTPError: HTTP Error 500" in caplog.text


def test_a_slow_receiver_holds_neither_the_desk_nor_another_receiver(
    folder: Path, station: Station
) -> None:
    station.hold = threading.Event()
    app = application(folder, station.url, "http://127.0.0.1:9/nobody")
    with TestClient(app) as client:
        app.state.desktop.desks.file("demo")
        first = enter(app, 2)
        until(lambda: len(station.received) == 1)
        for board in (5, 6, 7):  # the receiver has not answered yet
            last = enter(app, board)
        assert last == first + 3
        assert len(station.received) == 1
        assert client.get("/public", follow_redirects=True).status_code < 500
        station.hold.set()
        until(lambda: len(station.received) == 4)
    assert [one.json["item"]["sequence"] for one in station.received] == list(
        range(first, first + 4)
    )


def test_without_an_address_nothing_is_followed(folder: Path) -> None:
    before = set(threading.enumerate())
    app = create_app(folder)
    with TestClient(app):
        enter(app, 2)
        begun = set(threading.enumerate()) - before
    assert not [one for one in begun if one.name.startswith("webhook")]


@pytest.mark.parametrize(
    "url", ["ftp://a/", "example.org", "http://", "https://ann:pw@a/", "http://a:x/", ""]
)
def test_what_is_not_an_address_is_refused(url: str) -> None:
    with pytest.raises(WordError, match="is not an address of a webhook"):
        read_addresses([url])


def test_a_webhook_needs_a_secret(folder: Path) -> None:
    with pytest.raises(Unsupported, match="CRIVELLO_WEBHOOK_SECRET"):
        read_secret({"CRIVELLO_WEBHOOK_SECRET": "short"})
    done = call("desk", str(folder), "--port", "0", "--webhook", "https://example.org/hook")
    assert done.code == 3
    assert "Webhooks are signed. Set CRIVELLO_WEBHOOK_SECRET" in done.err
