"""The tournament of `crivello desk --demo`: the worked example of the Dutch system, in round 4.

It is made from the report file that comes with the program, by the actions of an arbiter.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from crivello.desk import Desk, actions
from crivello.desk.announcement import Announcement, Arbiter
from crivello.desk.events import EnteredResult
from crivello.formats.example import read_example
from crivello.formats.trf import read_trf
from crivello.model.result import Bye, Result
from crivello.model.tournament import Round
from crivello.web.desks import DEMONSTRATION, SUFFIX
from crivello.web.home.replay import write_imported
from crivello.web.session import private, state_folder
from crivello.words import N_, Language, say


def demonstration_folder() -> Path:
    """Return the folder of the demonstration; a temporary one if the user's cannot be written."""
    try:
        folder = private(state_folder(os.environ)) / DEMONSTRATION
        folder.mkdir(exist_ok=True)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="crivello-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


TITLE = N_("Fourteen players")
SECTION = "A"
TIE_BREAKS = ("BH/C1", "BH", "SB", "DE")
ENTERED = {(6, 2): Result.BLACK_WINS, (1, 3): Result.WHITE_WINS, (11, 7): Result.WHITE_WINS}
"""The results of round 4 that the demonstration has already."""


def build(folder: Path, language: Language = Language.EN) -> Path:
    """Make the file of the demonstration unless it exists, and return its path.

    The tournament is named in the language in which the desk was started.
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


def build_example(folder: Path, name: str) -> None:
    """Make the file of an example tournament unless it exists."""
    document = read_trf(read_example(name))
    path = folder / f"{name}{SUFFIX}"
    if path.exists():
        return
    with tempfile.TemporaryDirectory(dir=folder, prefix=".crivello-") as hidden:
        new = Path(hidden) / path.name
        write_imported(new, document, "", with_rounds=True, title=name)
        new.rename(path)


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
    """Enter these results one by one."""
    for board, game in enumerate(desk.section(SECTION).rounds[-1].games, start=1):
        if result := results.get((game.white, game.black)):
            entered = EnteredResult(board, game.white, game.black, result)
            desk.act(actions.EnterResults(SECTION, (entered,)))
