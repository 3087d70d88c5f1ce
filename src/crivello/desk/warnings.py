"""Warnings before it is too late: the bye and the coming rounds; by matching, not by guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..matching.cardinality import maximum_matching
from ..model.field import Entrant, Field, Strength
from ..model.keys import BY_KEY
from ..model.result import Bye, Result
from ..model.tournament import Game, Round, Tournament
from ..rules.colour_limits import colours_fit
from ..rules.field import build_field
from ..rules.numbering import FROZEN_FROM
from ..systems.completion import LegalPairs
from ..systems.registry import System
from .events import Boards
from .notices import (
    BYE_ONCE,
    LAST_FOR_THE_BYE,
    LATER_HARD,
    NEXT_IMPOSSIBLE,
    NOBODY_FOR_THE_BYE,
    NUMBERS_FREEZE,
    Notice,
)

LARGEST = 400
"""Larger fields do not run out of opponents; their graph is not built for a warning."""


def coming(
    system: System, tournament: Tournament, number: int, boards: Boards, bye: int | None
) -> list[Notice]:
    """What these boards of round `number` mean for the bye and for the rounds after it."""
    notices = []
    if number == FROZEN_FROM:
        notices.append(Notice(NUMBERS_FREEZE, {}, "C.04.2: 2.3"))
    if bye is not None:
        notices.append(Notice(BYE_ONCE, {"player": bye}, "C.04.1: 4", (bye,)))
    rounds = tournament.settings.rounds
    if rounds is None or number >= rounds or 2 * len(boards) > LARGEST:
        return notices
    field = build_field(played(tournament, number, boards, bye), number + 1, system.field_rules)
    if len(field.entrants) < 2:
        return notices
    return notices + _bye(field, bye) + _opponents(field, BY_KEY[system.key].family, rounds)


def played(tournament: Tournament, number: int, boards: Boards, bye: int | None) -> Tournament:
    """The tournament as if round `number` had been played, with results that decide nothing.

    Who has met whom and with which colours does not depend on the results.
    """
    games = tuple(Game(white, black, Result.ADJOURNED) for white, black in boards)
    byes = tournament.round(number).byes
    if bye is not None:
        byes = (*byes, (bye, Bye.PAIRING_ALLOCATED))
    past = tuple(tournament.round(k) for k in range(1, number))
    later = tournament.rounds[number:]
    return replace(tournament, rounds=(*past, Round(games, byes), *later))


def _bye(field: Field, bye: int | None) -> list[Notice]:
    """Nobody, or only one, may have the bye after this."""
    free = [entrant.id for entrant in field.entrants if not entrant.barred]
    if not free:
        return [Notice(NOBODY_FOR_THE_BYE, {}, "C.04.1: 4")]
    if len(free) == 1 and len(field.entrants) % 2:
        return [Notice(LAST_FOR_THE_BYE, {"player": free[0]}, "C.04.1: 4", (free[0],))]
    return []


def _opponents(field: Field, family: str, rounds: int) -> list[Notice]:
    """Can the next round be completed at all, and will opponents last to the end?"""
    if field.last_round:
        legal = LegalPairs(field.entrants, _not_met)  # the colour exceptions are open until then
    else:
        legal = LegalPairs(field.entrants, _MAY_MEET.get(family, _within_limits))
    odd = len(field.entrants) % 2 == 1
    possible = bool(legal.possible_byes()) if odd else legal.can_complete(field.entrants)
    if not possible:
        blocked = tuple(player.id for player in legal.blocked())
        values = {"round": field.round, "players": ", ".join(map(str, blocked))}
        return [Notice(NEXT_IMPOSSIBLE, values, "C.04.1: 2", blocked)]
    rows = LegalPairs(field.entrants, _not_met).rows
    for number in range(field.round, rounds + 1):
        left = rounds + 1 - number
        if _plenty(rows, left):
            break
        mate = maximum_matching(rows)
        if mate.count(-1) > len(rows) % 2:
            return [Notice(LATER_HARD, {"round": number}, "C.04.1: 2")]
        rows = [row & ~(1 << mate[i]) if mate[i] >= 0 else row for i, row in enumerate(rows)]
    return []


def _plenty(rows: list[int], rounds: int) -> bool:
    """Everybody has so many opponents that so many rounds more can surely be completed.

    A graph in which everybody may meet at least half of the others has a perfect matching
    (Dirac), and each round takes one opponent from everybody.
    """
    fewest = min(row.bit_count() for row in rows)
    return fewest - (rounds - 1) >= (len(rows) + 1) // 2


def _not_met(a: Entrant, b: Entrant) -> bool:
    return b.id not in a.avoid


def _within_limits(a: Entrant, b: Entrant) -> bool:
    return b.id not in a.avoid and colours_fit(a, b)


def _by_preference(a: Entrant, b: Entrant) -> bool:
    if b.id in a.avoid:
        return False
    absolute = a.strength is Strength.ABSOLUTE and b.strength is Strength.ABSOLUTE
    return not absolute or a.preference is not b.preference


_MAY_MEET: dict[str, Callable[[Entrant, Entrant], bool]] = {
    "dutch": _by_preference,
    "dubov": _by_preference,
}
