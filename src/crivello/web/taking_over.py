"""A tournament of another program as a file of the desk: settings, players, and its rounds.

The rounds are played again action by action, as the arbiter would have entered them. A round that
the engine pairs just so stays as it is; any other becomes one made by hand, judged by the rules.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from ..desk import Desk
from ..desk.actions import (
    Admit,
    ChangeDraft,
    DrawColour,
    EnterResults,
    Expel,
    OpenSection,
    Pair,
    PairByHand,
    Publish,
    PublishResults,
    Register,
    RequestByes,
    Withdraw,
)
from ..desk.announced import Announced
from ..desk.by_hand import players_of
from ..desk.events import Entered, RequestedBye
from ..formats import read_document
from ..formats.by_number import by_number
from ..model.errors import CrivelloError, Malformed, Problem
from ..model.player import Player
from ..model.result import Bye, Colour
from ..model.tournament import Round, Tournament
from ..store import give_name
from ..store.errors import AlreadyThere
from ..words import N_
from .desks import Desks, file_name
from .jobs import Steps
from .uploads import Upload

SECTION = "A"
MOST_NAMES = 1000
NOT_TAKEN = N_(
    "Round {round} cannot be taken over as it stands in the file. Without its rounds the players "
    "and settings can be."
)
ENTERING = N_("rounds are being entered")
NO_PLAYERS = N_("There is no player in this file.")


def take_over(
    desks: Desks, upload: Upload, with_rounds: bool, title: str, steps: Steps | None = None
) -> str:
    """The name of the new file; nothing is left behind if it does not work out, or is stopped."""
    tournament = by_number(read_document(upload.data, upload.name).tournament)
    if not tournament.players:
        raise Malformed(NO_PLAYERS)
    with tempfile.TemporaryDirectory(dir=desks.folder, prefix=".crivello-") as folder:
        path = Path(folder) / "new.crivello"
        with Desk.create(path, _opening(tournament, title), desks.actor) as desk:
            _fill(desk, tournament, with_rounds, steps or Steps(ENTERING))
        return _give_free_name(desks, path, tournament.settings.name or title)


def _give_free_name(desks: Desks, path: Path, title: str) -> str:
    """Meanwhile somebody may have made a file of any name: none is ever replaced."""
    wanted = file_name(title)
    for number in range(1, MOST_NAMES):
        name = wanted if number == 1 else f"{wanted}-{number}"
        try:
            give_name(path, desks.folder / f"{name}.crivello")
        except AlreadyThere:
            continue
        return name
    raise AlreadyThere(path=desks.folder / f"{wanted}.crivello")


def _opening(tournament: Tournament, title: str) -> OpenSection:
    settings = tournament.settings
    byes = [bye for one in tournament.rounds for _, bye in one.byes]
    announced = Announced(
        full_point_byes=Bye.FULL_POINT in byes,
        half_point_byes=max(1, len(tournament.rounds)) if Bye.HALF_POINT in byes else 1,
    )
    rounds = settings.rounds or max(tournament.paired_rounds, 1)
    settings = replace(settings, name=settings.name or title, rounds=rounds, initial_colour=None)
    return OpenSection(SECTION, settings, announced)


def _fill(desk: Desk, tournament: Tournament, with_rounds: bool, steps: Steps) -> None:
    paired = tournament.paired_rounds if with_rounds else 0
    steps.total = paired
    first = [one for one in tournament.players if one.entered <= 1 or not paired]
    desk.act(Register(SECTION, tuple(_fresh(one) for one in first)))
    colour = tournament.settings.initial_colour or (_first_colour(tournament) if paired else None)
    if colour is not None:
        desk.act(DrawColour(SECTION, colour))
    for number in range(1, paired + 1):
        try:
            _enter(desk, tournament, number)
        except CrivelloError as error:
            problem = Problem(error.template, dict(error.values))
            raise Malformed(NOT_TAKEN, [problem], round=number) from error
        steps.step()
    for number in range(paired + 1, len(tournament.rounds) + 1 if with_rounds else 0):
        _ask_for_byes(desk, number, tournament.round(number))


def _fresh(player: Player) -> Player:
    return replace(player, withdrawn_after=None, expelled=False)


def _first_colour(tournament: Tournament) -> Colour | None:
    """What number 1 had in round 1, if the lots are not in the file."""
    for game in tournament.round(1).games:
        if game.white == 1:
            return Colour.WHITE
        if game.black == 1:
            return Colour.BLACK
    return None


def _enter(desk: Desk, tournament: Tournament, number: int) -> None:
    this = tournament.round(number)
    late = tuple(one for one in tournament.players if one.entered == number and number > 1)
    if late:
        ids = tuple(one.id for one in late)
        desk.act(Register(SECTION, tuple(_fresh(one) for one in late)))
        desk.act(Admit(SECTION, ids))
    _ask_for_byes(desk, number, this)
    _pair(desk, this)
    desk.act(Publish(SECTION))
    games = enumerate(desk.section(SECTION).rounds[-1].games, start=1)
    results = {(game.white, game.black): game.result for game in this.games}
    entered = tuple(
        Entered(board, game.white, game.black, result)
        for board, game in games
        if (result := results[game.white, game.black]) is not None
    )
    if entered:
        desk.act(EnterResults(SECTION, entered))
    if len(entered) == len(this.games) and number < tournament.paired_rounds:
        desk.act(PublishResults(SECTION))
    for leaving, action in ((False, Withdraw), (True, Expel)):
        gone = tuple(
            one.id
            for one in tournament.players
            if one.withdrawn_after == number and one.expelled is leaving
        )
        if gone:
            desk.act(action(SECTION, gone))


def _ask_for_byes(desk: Desk, number: int, this: Round) -> None:
    byes = tuple(RequestedBye(one, number, bye) for one, bye in this.byes if bye.requested)
    section = desk.section(SECTION)
    if number == section.next_round:
        # Who is in no game and has no bye was simply not there.
        there = players_of(tuple((game.white, game.black) for game in this.games))
        named = there | {one for one, _ in this.byes}
        missing = (one.id for one in section.present(number) if one.id not in named)
        byes += tuple(RequestedBye(one, number, Bye.ZERO_POINT) for one in missing)
    if byes:
        desk.act(RequestByes(SECTION, byes))


def _pair(desk: Desk, this: Round) -> None:
    """As the engine does if that is what the file has, else by hand."""
    boards = tuple((game.white, game.black) for game in this.games)
    bye = next((one for one, kind in this.byes if kind is Bye.PAIRING_ALLOCATED), None)
    try:
        desk.act(Pair(SECTION))
    except CrivelloError:
        desk.act(PairByHand(SECTION, boards, bye))
        return
    draft = desk.section(SECTION).draft
    assert draft is not None
    if set(draft.boards) != set(boards) or draft.bye != bye:
        desk.act(ChangeDraft(SECTION, boards, bye))
