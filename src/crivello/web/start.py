"""`crivello desk`: start the desk on this computer and open its page."""

from __future__ import annotations

import html
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from crivello.model.errors import Unsupported
from crivello.web.app import create_app
from crivello.web.demonstration import build, build_example, demonstration_folder
from crivello.web.desks import DEMONSTRATION
from crivello.web.rendering import address
from crivello.web.server import listen, serve
from crivello.web.session import START_SECONDS, Sessions, desk_folder, state_folder
from crivello.web.starting import StartArguments, StartConsole, find_folder
from crivello.web.webhooks import HookSettings, read_addresses, read_secret
from crivello.words import N_

NO_KEY = N_(
    "The key for programs cannot be kept, because {path} cannot be written. Name another place "
    "with XDG_STATE_HOME."
)
READY = N_("The desk is open: {link}")
LISTENING = N_("Stop it with Ctrl-C. The link works once; after that the browser is known.")
STOPPED = N_("The desk is closed. Everything is on disk.")
OPENING = N_("Open the desk")

OPENER = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>crivello</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}"></head>
<body><p><a href="{link}" rel="noreferrer">{text}</a></p></body></html>
"""
PREFIX, ENDING = "open-", ".html"
OFFER_SECONDS = 5.0
"""Between two links that pages ask for: any user of this computer can ask."""


def run(arguments: StartArguments, console: StartConsole) -> int:
    folder, name = _place(arguments)
    state = state_folder(os.environ)
    sessions = Sessions(desk_folder(state, folder))
    if "--api-key" in arguments:
        if sessions.folder is None:
            raise Unsupported(NO_KEY, path=state)
        print(sessions.api_key)
        return 0
    example = arguments.get("--example")
    if "--demo" in arguments or example:
        folder.mkdir(parents=True, exist_ok=True)
    if "--demo" in arguments:
        build(folder, console.language)
    elif example:
        build_example(folder, example)
    listening = listen(arguments.get("--host") or "127.0.0.1", arguments.number("--port"))
    host, port = listening.getsockname()[:2]
    hooks = read_addresses(arguments.all("--webhook"))
    copies = arguments.get("--copy-to")
    app = create_app(
        folder,
        port=port,
        sessions=sessions,
        actor=arguments.get("--arbiter") or "",
        backup_folder=Path(copies) if copies else None,
        language=console.language,
        webhooks=HookSettings(tuple(hooks), read_secret(os.environ)) if hooks else None,
    )
    shown = f"[{host}]" if ":" in host else host
    opener = Opener(sessions.folder)
    asked = -OFFER_SECONDS

    def offer(*remarks: str) -> None:
        token = sessions.start_token(opener.remove)
        link = f"http://{shown}:{port}" + address("start", token=token, to=name)
        for one in (console.say(READY, link=link), *remarks):
            console.remark(one)
        sys.stderr.flush()
        if "--no-browser" not in arguments:
            opener.open(link, console)

    def offer_again() -> bool:
        nonlocal asked
        if time.monotonic() - asked >= OFFER_SECONDS:
            asked = time.monotonic()
            offer()
        return True

    def ready() -> None:
        offer(console.say(LISTENING))

    app.state.desktop.offer_link = offer_again
    try:
        serve(app, listening, ready)
    finally:
        sessions.close()
    console.remark(console.say(STOPPED))
    return 0


def _place(arguments: StartArguments) -> tuple[Path, str]:
    """Return the folder of the desk, and the tournament to open first."""
    example = arguments.get("--example")
    if "--demo" not in arguments and not example:
        return find_folder(arguments)
    name = DEMONSTRATION if "--demo" in arguments else example or ""
    given = arguments.get("FILE") or "."
    return demonstration_folder() if given == "." else Path(given), name


class Opener:
    """Opens the start link in the browser.

    All users of a computer can read the arguments of a program. So the browser gets the name of a
    file that only this user can read, and the link is in that file.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        """A private folder; without it a temporary one is used."""
        self._paths: list[Path] = []

    def open(self, link: str, console: StartConsole) -> None:
        """Open the browser in a thread, because some browsers keep their caller waiting."""
        import threading
        import webbrowser

        try:
            path = self._write(link, console)
        except OSError:
            return  # the link is on the terminal
        threading.Thread(target=webbrowser.open, args=(path.as_uri(),), daemon=True).start()

    def _write(self, link: str, console: StartConsole) -> Path:
        folder = self._folder
        if folder is None:
            folder = Path(tempfile.mkdtemp(prefix="crivello-"))
            self._paths.append(folder)
        _remove_left_files(folder)
        handle, name = tempfile.mkstemp(ENDING, PREFIX, folder)  # for this user only
        self._paths.append(Path(name))
        text = OPENER.format(
            language=console.language.value,
            link=html.escape(link),
            text=html.escape(console.say(OPENING)),
        )
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        return Path(name)

    def remove(self) -> None:
        while self._paths:
            path = self._paths.pop()
            with suppress(OSError):  # its link is of no use by now
                if path.is_dir():
                    path.rmdir()
                else:
                    path.unlink(missing_ok=True)


def _remove_left_files(folder: Path) -> None:
    """Remove files that a killed program left behind; newer ones may belong to a running
    program.
    """
    for path in folder.glob(f"{PREFIX}*{ENDING}"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - START_SECONDS:
                path.unlink()
