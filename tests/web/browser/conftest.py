"""A real browser at a real desk: the server is a process of its own, on a free port.

Tests wait for conditions (`expect`), never for a time.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crivello.web.demo import build
from tests.support.programs import CHROMIUM

ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SOURCE = Path(__file__).resolve().parents[3] / "src"

if CHROMIUM:
    from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

    expect.set_options(timeout=20_000)
else:
    collect_ignore_glob = ["test_*.py"]


class Server:
    """`crivello desk` on a folder; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, state: Path) -> None:
        self.folder = folder
        self.state = state
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.link = ""
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "crivello", "desk", str(self.folder), "--no-browser"]
        environment = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "XDG_STATE_HOME": str(self.state),
            "CRIVELLO_LANG": "en",
        }
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + (self.process.stderr.read() if self.process.poll() is not None else "")
        self.link = found[0]

    def freeze(self) -> None:
        """It hears requests, and answers none."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> float | None:
        """As Ctrl-C does."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> float | None:
        process, self.process = self.process, None
        if process is None:
            return None
        process.send_signal(how)
        code = process.wait(timeout=30)
        assert process.stderr is not None
        process.stderr.close()
        return code


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("demonstration"))


@pytest.fixture
def server(tmp_path: Path, demonstration: Path) -> Iterator[Server]:
    """With the demonstration in its folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    shutil.copy(demonstration, folder)
    running = Server(folder, tmp_path / "state")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Chromium's sandbox does not work for root, as in a container.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = ARGUMENTS + (["--no-sandbox"] if root else [])
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """The arbiter's browser; whatever it complains about fails the test."""
    context = browser.new_context(locale="en-GB", base_url=server.url)
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on(
        "console",
        lambda message: (
            complaints.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    page = context.new_page()
    page.goto(server.link)
    page.close()
    yield context
    context.close()
    assert complaints == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
