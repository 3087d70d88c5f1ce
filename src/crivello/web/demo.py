"""The demonstration: the worked tournament of the Dutch system in the middle of round 4.

Built by the same actions an arbiter does, from the report file that comes with the program.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from crivello.desk import Desk
from crivello.desk.actions import (
    Absent,
    AnswerNoShows,
    DrawColour,
    EnterResults,
    MarkNoShows,
    OpenSection,
    Pair,
    Publish,
    PublishResults,
    Register,
    RollCall,
)
from crivello.desk.announced import Announced, Arbiter
from crivello.desk.events import Entered
from crivello.formats.trf import read_trf
from crivello.model.result import Bye, Result
from crivello.model.tournament import Round
from crivello.web.desks import SUFFIX
from crivello.words import N_, Language, say

EXAMPLE = "before-round-4.trf"
NAME = "demo"
TITLE = N_("Fourteen players")
SECTION = "A"
TIE_BREAKS = ("BH/C1", "BH", "SB", "DE")
ENTERED = {(6, 2): Result.BLACK_WINS, (1, 3): Result.WHITE_WINS, (11, 7): Result.WHITE_WINS}
"""Results of round 4 that have come in."""


def build(folder: Path, language: Language = Language.EN) -> Path:
    """The file of the demonstration; one that is there already is left as it is.

    The tournament has its name in the language the desk was started in.
    """
    path = folder / f"{NAME}{SUFFIX}"
    if path.exists():
        return path
    source = files("crivello.examples").joinpath(EXAMPLE).read_bytes()
    tournament = read_trf(source).tournament
    announced = Announced(chief_arbiter=Arbiter("Mario Held"), correction_minutes=30)
    settings = replace(
        tournament.settings,
        name=say(TITLE, language),
        city="Asti",
        federation="ITA",
        tie_breaks=TIE_BREAKS,
    )
    first = OpenSection(SECTION, settings, announced)
    with Desk.create(path, first, "Mario Held") as desk:
        desk.act(Register(SECTION, tournament.players))
        desk.act(RollCall(SECTION, tuple(player.id for player in tournament.players)))
        desk.act(DrawColour(SECTION, tournament.settings.initial_colour))
        for played in tournament.rounds:
            _play(desk, played)
        desk.act(Pair(SECTION))
        desk.act(Publish(SECTION))
        games = desk.section(SECTION).rounds[-1].games
        for board, game in enumerate(games, start=1):
            result = ENTERED.get((game.white, game.black))
            if result is not None:
                entered = Entered(board, game.white, game.black, result)
                desk.act(EnterResults(SECTION, (entered,)))
    return path


def _play(desk: Desk, played: Round) -> None:
    absent = tuple(player for player, bye in played.byes if bye is Bye.ZERO_POINT)
    if absent:
        desk.act(Absent(SECTION, absent))
    desk.act(Pair(SECTION))
    desk.act(Publish(SECTION))
    results = {(game.white, game.black): game.result for game in played.games}
    boards = enumerate(desk.section(SECTION).rounds[-1].games, start=1)
    gone = []
    for board, game in boards:
        result = results[game.white, game.black]
        if result is Result.BLACK_WINS_BY_FORFEIT:
            gone.append(game.white)
        else:
            desk.act(EnterResults(SECTION, (Entered(board, game.white, game.black, result),)))
    if gone:
        desk.act(MarkNoShows(SECTION, tuple(gone)))
        desk.act(AnswerNoShows(SECTION, tuple(gone), plays_on=True))
    desk.act(PublishResults(SECTION))
