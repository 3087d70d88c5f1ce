"""A real browser at a real desk, on a free port.

The server is a thread of this process, because a new process needs seconds to start; a test marked
`process` gets one that can be killed and restarted. Tests wait for conditions (`expect`), never for
a time.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Page,
    TimeoutError,
    WebError,
    expect,
    sync_playwright,
)

from crivello.web.app import create_app
from crivello.web.server import Server as ServerLoop
from crivello.web.server import listen
from crivello.web.session import Sessions
from tests.support.preloaded import Program, start_program
from tests.support.programs import HEADLESS
from tests.support.waiting import SECONDS, until

ARGUMENTS = [
    "--disable-background-networking",
    "--disable-gpu",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-opt,--no-maglev",  # no page is there long enough for faster code to pay
    "--no-first-run",
    "--renderer-process-limit=1",  # to start another takes longer than most tests
]
SOURCE = Path(__file__).resolve().parents[3] / "src"

expect.set_options(timeout=1000 * SECONDS)


@dataclass
class Server:
    """A desk on a folder."""

    folder: Path
    port: int = 0
    link: str = ""
    sessions: Sessions = field(default_factory=Sessions)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def end_sessions(self) -> None:
        """End all sessions, as after twelve hours without a request."""
        for one in self.sessions.all():
            self.sessions.end(one.name)

    def new_link(self) -> str:
        return f"{self.url}/start?token={self.sessions.start_token()}"


@contextmanager
def serve(folder: Path, kept: socket.socket | None = None) -> Iterator[Server]:
    """Run a desk in a thread of this process, on a free port or on one kept for it."""
    with kept.dup() if kept else listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        app = create_app(folder, port=port, sessions=Sessions())
        ready = threading.Event()
        loop = ServerLoop(app, ready.set)
        thread = threading.Thread(target=loop.run, kwargs={"sockets": [listening]})
        thread.start()
        assert ready.wait(SECONDS)
        here = Server(folder, port, sessions=app.state.desktop.sessions)
        here.link = here.new_link()
        yield here
        loop.handle_exit(signal.SIGINT, None)
        thread.join(SECONDS)
        assert not thread.is_alive()


class ProcessServer(Server):
    """`crivello desk` on a folder; it can be killed and restarted on the same port."""

    def __init__(self, folder: Path, state: Path) -> None:
        super().__init__(folder)
        self.state = state
        self.process: Program | None = None
        self.start()

    def start(self) -> None:
        """Start the desk: first on any free port, then again on the same one once it is free."""
        until(self._listens)

    def _listens(self) -> bool:
        environment = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "XDG_STATE_HOME": str(self.state),
            "CRIVELLO_LANG": "en",
        }
        words = ["desk", str(self.folder), "--no-browser", "--port", str(self.port)]
        self.process = start_program("crivello", *words, env=environment, stderr=subprocess.PIPE)
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)\S+", said)
        if found:
            self.link, self.port = found[0], int(found[1])
            return True
        said += self.process.stderr.read()
        self._end(signal.SIGKILL)
        assert "is taken by another program" in said, said
        return False

    def read_link(self) -> str:
        """Return the next link that the desk prints."""
        assert self.process is not None
        assert self.process.stderr is not None
        found = None
        while found is None:
            found = re.search(r"http://127\.0\.0\.1:\d+\S+", self.process.stderr.readline())
        return found[0]

    def freeze(self) -> None:
        """Let the desk receive requests without answering any."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Kill the desk, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> float | None:
        """Stop the desk, as Ctrl-C does."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> float | None:
        process, self.process = self.process, None
        if process is None:
            return None
        process.send_signal(how)
        code = process.wait(timeout=SECONDS)
        assert process.stderr is not None
        process.stderr.close()
        return code


@pytest.fixture(autouse=True)
def patient() -> None:
    """Let the desk wait for long answers, instead of showing a page that waits."""


@pytest.fixture(scope="session")
def kept_port() -> Iterator[socket.socket]:
    """A port for all desks, one after the other: to the browser they have one address."""
    with listen("127.0.0.1", 0) as kept:
        yield kept


@pytest.fixture
def server(
    tmp_path: Path, demonstration: Path, kept_port: socket.socket, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """A desk with the demonstration in its folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    if request.node.get_closest_marker("process"):
        running = ProcessServer(folder, tmp_path / "state")
        yield running
        running.stop()
    else:
        with serve(folder, kept_port) as here:
            yield here


def launch(kind: BrowserType, program: str = HEADLESS, **environment: str) -> Browser:
    # Chromium's sandbox does not work for root, as in a container.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return kind.launch(
        executable_path=program,
        args=ARGUMENTS + (["--no-sandbox"] if root else []),
        timeout=1000 * SECONDS,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright.chromium)
        yield chromium
        chromium.close()


def new_context(browser: Browser, server: Server, scripts: bool = True) -> BrowserContext:
    """Return a browser that has never seen the arbiter's link."""
    context = browser.new_context(locale="en-GB", base_url=server.url, java_script_enabled=scripts)
    context.set_default_timeout(1000 * SECONDS)
    return context


def open_link(page: Page, link: str) -> None:
    """Open the start link, which leads to the desk."""
    page.goto(link)
    page.wait_for_url(lambda url: "/start?" not in url)


def loaded(page: Page) -> None:
    """Wait until the page has run its scripts, after an action that may have loaded a new page.

    Keys pressed earlier would go to a page without scripts, which sends plain forms.
    """
    page.wait_for_function("() => document.readyState === 'complete'")


def becomes(page: Page, script: str, wanted: object, given: object = None) -> None:
    """Wait until a script returns this value; one script reads a whole table.

    Asking for each cell would take one call through three processes per cell.
    """
    is_so = f"([given, wanted]) => JSON.stringify(({script})(given)) === JSON.stringify(wanted)"
    try:
        page.wait_for_function(is_so, arg=[given, wanted], polling=50)
    except TimeoutError:
        assert page.evaluate(script, given) == wanted
        raise


@contextmanager
def signed_in(context: BrowserContext, server: Server) -> Iterator[BrowserContext]:
    """The arbiter's browser; any complaint of the browser fails the test."""
    before = context.pages
    complaints: list[str] = []

    def hear_error(error: WebError) -> None:
        complaints.append(str(error.error))

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    context.on("weberror", hear_error)
    context.on("console", hear)
    assert context.request.get(server.link).ok  # its cookie is the browser's
    yield context
    for page in context.pages:
        if page not in before:
            page.close()
    context.remove_listener("weberror", hear_error)
    context.remove_listener("console", hear)
    assert complaints == []


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A browser of its own, for a test that changes it or opens several pages."""
    with signed_in(new_context(browser, server), server) as context:
        yield context
    context.close()


@pytest.fixture(scope="session")
def usual_context(browser: Browser, kept_port: socket.socket) -> Iterator[BrowserContext]:
    """The browser that tests share, cleared after each test.

    An empty page stays open, and with it the process that renders pages.
    """
    context = new_context(browser, Server(Path(), kept_port.getsockname()[1]))
    empty = context.new_page()
    empty.route("**", lambda route: route.fulfill(body=""))
    empty.goto("/")
    yield context
    context.close()


@pytest.fixture
def page(
    server: Server, kept_port: socket.socket, request: pytest.FixtureRequest
) -> Iterator[Page]:
    elsewhere = server.port != kept_port.getsockname()[1]
    if elsewhere or "context" in request.fixturenames:
        yield request.getfixturevalue("context").new_page()
        return
    usual: BrowserContext = request.getfixturevalue("usual_context")
    usual.clear_cookies()
    usual.pages[0].evaluate("localStorage.clear()")  # what waited in the pages of other tests
    with signed_in(usual, server) as context:
        yield context.new_page()
