"""`crivello desk`: start the desk on this computer and open its page."""

from __future__ import annotations

import atexit
import html
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from crivello.desk import Desk, actions
from crivello.desk.announcement import Announcement, Arbiter
from crivello.desk.events import EnteredResult
from crivello.formats.example import read_example
from crivello.formats.trf import read_trf
from crivello.model.errors import Unsupported
from crivello.model.result import Bye, Result
from crivello.model.tournament import Round
from crivello.web.app import create_app
from crivello.web.desks import SUFFIX
from crivello.web.server import listen, serve
from crivello.web.session import START_SECONDS, Sessions, desk_folder, private, state_folder
from crivello.web.view import DEMONSTRATION, address
from crivello.words import N_, Language, Sayable, say

NO_FOLDER = N_("There is no folder or tournament file {path}.")
NOT_A_TOURNAMENT = N_(
    "{path} is not a .crivello file. To import a report file, open the desk without it, and choose "
    "the file on its first page."
)
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


class StartArguments(Protocol):
    def get(self, name: str) -> str | None: ...
    def number(self, name: str) -> int | None: ...
    def __contains__(self, name: str) -> bool: ...


class StartConsole(Protocol):
    language: Language

    def say(self, sentence: Sayable, /, **values: object) -> str: ...
    def remark(self, text: str) -> None: ...


def run(arguments: StartArguments, console: StartConsole) -> int:
    folder, name = _place(arguments)
    state = state_folder(os.environ)
    sessions = Sessions(desk_folder(state, folder))
    if "--api-key" in arguments:
        if sessions.folder is None:
            raise Unsupported(NO_KEY, path=state)
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
        backup_folder=Path(copies) if copies else None,
        language=console.language,
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
    """The folder to work in, and the tournament to open first."""
    given = arguments.get("FILE") or "."
    if "--demo" in arguments:
        if given == ".":
            return _demo_folder(), DEMONSTRATION
        return Path(given), DEMONSTRATION
    path = Path(given)
    if path.is_dir():
        return path, ""
    if path.is_file() and path.name.endswith(SUFFIX):
        return path.parent, path.name.removesuffix(SUFFIX)
    raise Unsupported(NOT_A_TOURNAMENT if path.exists() else NO_FOLDER, path=path)


def _demo_folder() -> Path:
    """Return the folder of the demonstration, a temporary one if the user's cannot be written."""
    try:
        folder = private(state_folder(os.environ)) / DEMONSTRATION
        folder.mkdir(exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="crivello-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class Opener:
    """Brings the start link to the browser.

    The arguments of a program can be read by every user of the computer: the browser is given the
    name of a file that only this user can read, and the link is in it.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        """A private folder; without it a temporary one is used."""
        self._paths: list[Path] = []

    def open(self, link: str, console: StartConsole) -> None:
        """In a thread of its own: some browsers keep their caller waiting."""
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
        _clear(folder)
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


def _clear(folder: Path) -> None:
    """Remove what a killed program left behind; newer files may belong to a running one."""
    for path in folder.glob(f"{PREFIX}*{ENDING}"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - START_SECONDS:
                path.unlink()


# The demonstration: the worked tournament of the Dutch system in the middle of round 4, built by
# the actions of an arbiter from the report file that comes with the program.

TITLE = N_("Fourteen players")
SECTION = "A"
TIE_BREAKS = ("BH/C1", "BH", "SB", "DE")
ENTERED = {(6, 2): Result.BLACK_WINS, (1, 3): Result.WHITE_WINS, (11, 7): Result.WHITE_WINS}
"""The results of round 4 so far."""


def build(folder: Path, language: Language = Language.EN) -> Path:
    """Make the file of the demonstration, unless it exists.

    The tournament is named in the language the desk was started in.
    """
    path = folder / f"{DEMONSTRATION}{SUFFIX}"
    if path.exists():
        return path
    tournament = read_trf(read_example()).tournament
    announced = Announcement(chief_arbiter=Arbiter("Mario Held"), correction_minutes=30)
    settings = replace(
        tournament.settings,
        name=say(TITLE, language),
        city="Asti",
        federation="ITA",
        tie_breaks=TIE_BREAKS,
    )
    first = actions.OpenSection(SECTION, settings, announced, imported=True)
    with Desk.create(path, first, "Mario Held") as desk:
        desk.act(actions.Register(SECTION, tournament.players))
        desk.act(actions.RollCall(SECTION, tuple(player.id for player in tournament.players)))
        desk.act(actions.DrawColour(SECTION, tournament.settings.initial_colour))
        for played in tournament.rounds:
            _play(desk, played)
        desk.act(actions.Pair(SECTION))
        desk.act(actions.Publish(SECTION))
        _enter(desk, ENTERED)
    return path


def _play(desk: Desk, played: Round) -> None:
    absent = tuple(player for player, bye in played.byes if bye is Bye.ZERO_POINT)
    if absent:
        desk.act(actions.Absent(SECTION, absent))
    desk.act(actions.Pair(SECTION))
    desk.act(actions.Publish(SECTION))
    gone = [game.white for game in played.games if game.result is Result.BLACK_WINS_BY_FORFEIT]
    played_games = [game for game in played.games if game.white not in gone]
    _enter(desk, {(game.white, game.black): game.result for game in played_games})
    if gone:
        desk.act(actions.MarkNoShows(SECTION, tuple(gone)))
        desk.act(actions.AnswerNoShows(SECTION, tuple(gone), plays_on=True))
    desk.act(actions.PublishResults(SECTION))


def _enter(desk: Desk, results: Mapping[tuple[int, int], Result | None]) -> None:
    """Enter results one by one."""
    for board, game in enumerate(desk.section(SECTION).rounds[-1].games, start=1):
        if result := results.get((game.white, game.black)):
            entered = EnteredResult(board, game.white, game.black, result)
            desk.act(actions.EnterResults(SECTION, (entered,)))
