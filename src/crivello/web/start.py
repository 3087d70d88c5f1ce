"""`crivello desk`: start the desk on this computer and open its page."""

from __future__ import annotations

import html
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from crivello.model.errors import Unsupported
from crivello.web.app import create_app
from crivello.web.demo import NAME as DEMO
from crivello.web.demo import build
from crivello.web.desks import SUFFIX
from crivello.web.server import listen, serve
from crivello.web.session import START_SECONDS, Sessions, desk_folder, private, state_folder
from crivello.web.view import address
from crivello.words import N_, Language, Sayable

NO_FOLDER = N_("There is no folder or tournament file {path}.")
READY = N_("The desk is open: {link}")
LISTENING = N_("Stop it with Ctrl-C. The link works once; the browser is known from then on.")
STOPPED = N_("The desk is closed. Everything is on disk.")
OPENING = N_("Open the desk")

OPENER = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>crivello</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}"></head>
<body><p><a href="{link}" rel="noreferrer">{text}</a></p></body></html>
"""
PREFIX, ENDING = "open-", ".html"


class Arguments(Protocol):
    def get(self, name: str) -> str | None: ...
    def number(self, name: str) -> int | None: ...
    def __contains__(self, name: str) -> bool: ...


class Console(Protocol):
    language: Language

    def say(self, sentence: Sayable, /, **values: object) -> str: ...
    def remark(self, text: str) -> None: ...


def run(arguments: Arguments, console: Console) -> int:
    folder, name = _place(arguments)
    sessions = Sessions(desk_folder(state_folder(os.environ), folder))
    if "--api-key" in arguments:
        print(sessions.api_key)
        return 0
    if "--demo" in arguments:
        folder.mkdir(parents=True, exist_ok=True)
        build(folder, console.language)
    listening = listen(arguments.get("--host") or "127.0.0.1", arguments.number("--port"))
    host, port = listening.getsockname()[:2]
    copies = arguments.get("--copy-to")
    app = create_app(
        folder,
        port=port,
        sessions=sessions,
        actor=arguments.get("--arbiter") or "",
        second_place=Path(copies) if copies else None,
        language=console.language,
    )
    shown = f"[{host}]" if ":" in host else host
    opener = Opener(sessions.folder)
    token = sessions.start_token(opener.remove)
    link = f"http://{shown}:{port}" + address("start", token=token, to=name)

    def ready() -> None:
        console.remark(console.say(READY, link=link))
        console.remark(console.say(LISTENING))
        sys.stderr.flush()
        if "--no-browser" not in arguments:
            opener.open(link, console)

    try:
        serve(app, listening, ready)
    finally:
        sessions.close()
    console.remark(console.say(STOPPED))
    return 0


def _place(arguments: Arguments) -> tuple[Path, str]:
    """The folder to work in, and the tournament to open first."""
    given = arguments.get("FILE") or "."
    if "--demo" in arguments:
        if given == ".":
            return private(state_folder(os.environ)) / DEMO, DEMO
        return Path(given), DEMO
    path = Path(given)
    if path.is_dir():
        return path, ""
    if path.is_file() and path.name.endswith(SUFFIX):
        return path.parent, path.name.removesuffix(SUFFIX)
    raise Unsupported(NO_FOLDER, path=path)


class Opener:
    """Brings the start link to the browser.

    The arguments of a program can be read by every user of the computer: the browser is given the
    name of a file that only this user can read, and the link is in it.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        """A private one; without it there is one for the time."""
        self._made: list[Path] = []

    def open(self, link: str, console: Console) -> None:
        """In a thread of its own: some browsers keep their caller waiting."""
        import threading
        import webbrowser

        try:
            path = self._write(link, console)
        except OSError:
            return  # the link is on the terminal
        threading.Thread(target=webbrowser.open, args=(path.as_uri(),), daemon=True).start()

    def _write(self, link: str, console: Console) -> Path:
        folder = self._folder
        if folder is None:
            folder = Path(tempfile.mkdtemp(prefix="crivello-"))
            self._made.append(folder)
        _clear(folder)
        handle, name = tempfile.mkstemp(ENDING, PREFIX, folder)  # for this user only
        self._made.append(Path(name))
        text = OPENER.format(
            language=console.language.value,
            link=html.escape(link),
            text=html.escape(console.say(OPENING)),
        )
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        return Path(name)

    def remove(self) -> None:
        while self._made:
            path = self._made.pop()
            with suppress(OSError):  # its link is used up or too old in any case
                if path.is_dir():
                    path.rmdir()
                else:
                    path.unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    """What a program left behind that was killed; a younger one may be of another that runs."""
    for path in folder.glob(f"{PREFIX}*{ENDING}"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - START_SECONDS:
                path.unlink()
