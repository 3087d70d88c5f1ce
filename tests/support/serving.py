"""Servers of the program as processes, and a visitor who opens their pages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, OpenerDirector, ProxyHandler, build_opener

from tests.support.preloaded import Program
from tests.support.waiting import SECONDS

LINK = re.compile(r"http://\S+")
ONWARD = re.compile(r'<main id="main"><p><a href="([^"]+)">[^<]*</a></p></main>')
"""The page behind the start link, which sends the browser on."""


@contextmanager
def serving(command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Iterator[str]:
    """Run a server during the block; yield the link that it prints."""
    running = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, encoding="utf-8",
    )  # fmt: skip
    with link_of(running) as link:
        yield link


@contextmanager
def link_of(running: Program) -> Iterator[str]:
    """Yield the link that a started server prints; stop the server at the end."""
    assert running.stdout is not None
    with running.stdout as told:
        try:
            said = ""
            while not (link := LINK.search(said)):
                line = told.readline()
                said += line
                assert line, f"the server ended and said: {said}"
            yield link[0].rstrip(".,;")
        finally:
            running.terminate()
            running.wait(SECONDS)


def visit(link: str) -> str:
    """Open a page as a browser would, with the cookies that it receives on the way."""
    # Without the proxies of the machine: the server is on it.
    opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
    page = _read(opener, link)
    if onward := ONWARD.search(page):
        page = _read(opener, urljoin(link, unescape(onward[1])))
    return page


def _read(opener: OpenerDirector, link: str) -> str:
    with opener.open(link, timeout=SECONDS) as response:
        return str(response.read().decode())
