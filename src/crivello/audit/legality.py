"""The legality of a round, judged from the games of a tournament without any pairing code.

If one side of a campaign finds no pairing for a round, the other side's answer is checked here.
Which legal pairing is the best one is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from crivello.model.errors import Problem
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.result import Bye, Result
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.tournament import Tournament
from crivello.systems.registry import find


def breaches(tournament: Tournament, pairing: RoundPairing) -> Iterator[Problem]:
    """Yield a problem for everything illegal about a pairing; later rounds of `tournament` are
    ignored.
    """
    number = pairing.round
    before = tournament.before(number)
    given = [(board.white, "W") for board in pairing.boards]
    given += [(board.black, "B") for board in pairing.boards]
    seated = [player for player, _ in given]
    seated += [] if pairing.bye is None else [pairing.bye]
    twice = {player for player in seated if seated.count(player) > 1}
    for player in sorted(_present(before, number) ^ set(seated) | twice):
        template = N_("Player {player} is missing, absent or there twice.")
        yield Problem(Sentence(template, player=PlayerRef(player)))
    met, colours, had_bye = _past(before, number)
    for board in pairing.boards:
        values = {"one": PlayerRef(board.white), "other": PlayerRef(board.black)}
        if frozenset((board.white, board.black)) in met:
            yield Problem(Sentence(N_("{one} and {other} may not meet."), **values))
    if pairing.bye is not None and pairing.bye in had_bye:
        yield Problem(Sentence(N_("{player} may not have the bye."), player=PlayerRef(pairing.bye)))
    excepted = _has_exceptions(before, number, pairing)
    for player, colour in given:
        if not excepted and not _within_limits(colours.get(player, "") + colour):
            template = N_("{player} may not have the colour {colour} again.")
            yield Problem(Sentence(template, player=PlayerRef(player), colour=colour))


def _present(tournament: Tournament, number: int) -> set[int]:
    away = {player for player, bye in tournament.round(number).byes if bye.requested}
    return {
        player.id
        for player in tournament.players
        if player.id not in away
        and player.entered <= number
        and (player.withdrawn_after is None or player.withdrawn_after >= number)
    }


def _past(
    tournament: Tournament, number: int
) -> tuple[set[frozenset[int]], dict[int, str], set[int | None]]:
    """Return the pairs that may not meet, the colours played, and the players who may not have the
    bye.
    """
    met: set[frozenset[int]] = set()
    colours: dict[int, str] = {}
    had_bye: set[int | None] = set()
    scoring = tournament.settings.scoring
    forfeits_count = scoring.forfeit_win >= scoring.win
    for this in tournament.rounds[: number - 1]:
        for game in this.games:
            if forfeits_count and game.result is Result.WHITE_WINS_BY_FORFEIT:
                had_bye.add(game.white)
            if forfeits_count and game.result is Result.BLACK_WINS_BY_FORFEIT:
                had_bye.add(game.black)
            if game.result is not None and game.result.played:
                met.add(frozenset((game.white, game.black)))
                colours[game.white] = colours.get(game.white, "") + "W"
                colours[game.black] = colours.get(game.black, "") + "B"
        had_bye |= {player for player, bye in this.byes if bye is Bye.PAIRING_ALLOCATED}
    for apart in tournament.settings.forbidden:
        if apart.applies(number):
            met |= {frozenset((a, b)) for a in apart.players for b in apart.players if a != b}
    return met, colours, had_bye


def _within_limits(colours: str) -> bool:
    difference = colours.count("W") - colours.count("B")
    return abs(difference) <= 2 and colours[-3:] not in ("WWW", "BBB")


def _has_exceptions(tournament: Tournament, number: int, pairing: RoundPairing) -> bool:
    """Return True if the system may break the colour limits in this round, as the Dutch may for
    topscorers.
    """
    if pairing.system not in SYSTEMS:
        return True
    system, last = find(pairing.system), tournament.settings.rounds
    if not system.basic_colour_limits:
        return True
    return system.last_round_exceptions and (last is None or number >= last)
