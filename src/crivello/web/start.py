"""`crivello desk`: start the desk on this computer and open its page."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Protocol

from ..model.errors import Unsupported
from ..words import N_, Language, Sentence, Template
from .app import create_app
from .demo import NAME as DEMO
from .demo import build
from .desks import SUFFIX
from .server import listen, serve
from .session import Sessions, kept_key, state_folder
from .view import address

NO_FOLDER = N_("There is no folder or tournament file {path}.")
READY = N_("The desk is open: {link}")
LISTENING = N_("Stop it with Ctrl-C. The link works once; the browser is known from then on.")
STOPPED = N_("The desk is closed. Everything is on disk.")


class Arguments(Protocol):
    def get(self, name: str) -> str | None: ...
    def number(self, name: str) -> int | None: ...
    def __contains__(self, name: str) -> bool: ...


class Console(Protocol):
    language: Language

    def say(self, sentence: Template | Sentence, /, **values: object) -> str: ...
    def remark(self, text: str) -> None: ...


def run(arguments: Arguments, console: Console) -> int:
    if "--api-key" in arguments:
        print(Sessions(_key()).api_key)
        return 0
    folder, name = _place(arguments, console.language)
    listening = listen(arguments.get("--host") or "127.0.0.1", arguments.number("--port"))
    host, port = listening.getsockname()[:2]
    sessions = Sessions(_key(), port)
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
    link = f"http://{shown}:{port}" + address("start", token=sessions.start_token(), to=name)

    def ready() -> None:
        console.remark(console.say(READY, link=link))
        console.remark(console.say(LISTENING))
        sys.stderr.flush()
        if "--no-browser" not in arguments:
            _open(link)

    serve(app, listening, ready)
    console.remark(console.say(STOPPED))
    return 0


def _key() -> bytes:
    return kept_key(state_folder(os.environ))


def _place(arguments: Arguments, language: Language) -> tuple[Path, str]:
    """The folder to work in, and the tournament to open first."""
    given = arguments.get("FILE") or "."
    if "--demo" in arguments:
        folder = state_folder(os.environ) / DEMO if given == "." else Path(given)
        folder.mkdir(parents=True, exist_ok=True)
        build(folder, language)
        return folder, DEMO
    path = Path(given)
    if path.is_dir():
        return path, ""
    if path.is_file() and path.name.endswith(SUFFIX):
        return path.parent, path.name.removesuffix(SUFFIX)
    raise Unsupported(NO_FOLDER, path=path)


def _open(link: str) -> None:
    """In a thread of its own: some browsers keep their caller waiting."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
