"""A desk in the browser for the tests: the real application on its own folder."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from fastapi import FastAPI
from httpx2 import Response

from crivello.desk import Desk
from crivello.lists import load
from crivello.model.errors import CrivelloError
from crivello.web import jobs
from crivello.web.app import create_app
from crivello.web.demonstration import build
from crivello.web.desktop import Desktop
from crivello.web.envelope import row_seen
from crivello.web.limited_process import Process
from crivello.web.page_entries import entry_fields, round_seen, section_seen
from tests.desk.desks import Clock, fresh
from tests.support.working import fork_from_a_reader
from tests.web.asking import Client

LISTS = Path(__file__).resolve().parents[1] / "data" / "lists"
ORIGIN = "http://127.0.0.1"
KEY = b"a key for the tests, long enough"


ENTERS = (
    r"/t/([^/]+)/([^/]+)/(?:players/call|round/(\d+)/"
    r"(result|board/\d+(?:/correct)?|publish|publish-results|end|no-shows|answer))"
)
"""The addresses of forms that name what their page shows."""


def hidden(text: str) -> dict[str, str]:
    """Return the hidden fields of the question on a page."""
    question = text.split("data-ask")[1].split("</form>")[0]
    found = re.findall(r'name="(\w+)" value="([^"]*)"', question)
    return {name: unescape(value) for name, value in found}


@dataclass
class Site:
    """The application, and a browser that has opened the start link."""

    app: FastAPI
    client: Client
    folder: Path

    @property
    def desktop(self) -> Desktop:
        desktop: Desktop = self.app.state.desktop
        return desktop

    @property
    def session(self) -> str:
        return self.client.cookies[self.desktop.sessions.cookie]

    @property
    def csrf(self) -> str:
        return self.desktop.sessions.csrf(self.session)

    def get(self, url: str, **headers: str) -> Response:
        return self.client.get(url, headers=headers)

    def post(
        self, url: str, fields: Mapping[str, object] | None = None, **headers: str
    ) -> Response:
        """Send a form as a page would; headers are given by name with `_` for `-`.

        A form that enters something names what its page shows now, unless the fields do.
        """
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        given = {k: str(v) for k, v in (fields or {}).items()}
        if "seen" not in given:
            given |= self.shown(url, given.get("board"))
        data = {"csrf": self.csrf} | given
        return self.client.post(url, data=data, headers=sent)

    def shown(self, url: str, board: str | int | None = None) -> dict[str, str]:
        """Return the hidden fields of the form with this address, for one table if `board` is
        given.
        """
        place = re.fullmatch(ENTERS, unquote(url))
        if place is None:
            return {}
        name, key, number, step = place.groups()
        file = self.desktop.desks.file(name)
        event, section = file.event, file.snapshot.section(key)
        if number is None:
            return entry_fields(section_seen(event, section))
        at = board or "".join(re.findall(r"board/(\d+)", step))
        round_ = len(section.rounds) if step == "answer" else int(number)
        seen = (
            row_seen(event, section, round_, int(at)) if at else round_seen(event, section, round_)
        )
        return {} if seen is None else entry_fields(seen)

    def upload(self, url: str, filename: str, data: bytes, **fields: str) -> str:
        """Send a form with a file; return the resulting page."""
        file = {"file": (filename, data)}
        return self.client.post(f"{url}?csrf={self.csrf}", files=file, data=dict(fields)).text

    def visitor(self, **more: Any) -> Client:
        """Return another browser, which has opened nothing; its requests run in the event loop of
        the server.
        """
        client = Client(self.app, base_url=ORIGIN, **more)
        client.portal = self.client.portal
        return client

    def desk(self, name: str = "demo") -> Desk:
        """Return another desk on the same file, as another program has it."""
        return Desk.open(self.folder / f"{name}.crivello", "another program")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages wait for long work, instead of showing a page that waits."""
    monkeypatch.setattr(jobs, "SOON", 600.0)


@pytest.fixture(autouse=True)
def no_lists(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start without rating lists, whatever this computer has."""
    monkeypatch.setenv("CRIVELLO_DATA", str(tmp_path_factory.mktemp("none")))


@pytest.fixture
def quick_processes(no_lists: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run work in prepared processes, for tests of what they read or draw; `test_work` tests their
    start.
    """
    fork_from_a_reader(monkeypatch)


@pytest.fixture
def fide(no_lists: None) -> Path:
    """Load a rating list of twenty players; return its folder."""
    load(LISTS / "rating_list_sample.txt")
    return Path(os.environ["CRIVELLO_DATA"])


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the demonstration, to be copied: round 4, three of seven results."""
    return build(tmp_path_factory.mktemp("demonstration"))


@pytest.fixture
def site(tmp_path: Path, demonstration: Path) -> Iterator[Site]:
    """A desk with the demonstration in its folder."""
    shutil.copy(demonstration, tmp_path)
    yield from serve(tmp_path)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Site]:
    """A desk with eight players before round 1, in the file `t`."""
    fresh(tmp_path, clock=Clock()).close()
    yield from serve(tmp_path)


def serve(folder: Path) -> Iterator[Site]:
    app = create_app(folder, actor="arbiter")
    with Client(app, base_url=ORIGIN, follow_redirects=True) as client:
        site = Site(app, client, folder)
        token = site.desktop.sessions.start_token()
        assert client.get(f"/start?token={token}").status_code == 200
        yield site


def in_a_thread(process: Process) -> Future[Any]:
    """Wait for a process in a thread, so that the test continues; return the future result."""
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(process.run())
        except CrivelloError as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future
