"""Definitions of the match systems that sieve and solver share: brackets, sets of upfloaters, and
their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.model.field import Entrant
from crivello.standard.classes import frozen
from crivello.systems.upfloats import Pair, Players, UpfloatBracket, UpfloatPart


@frozen
class MatchBracket(UpfloatBracket):
    """A bracket whose upfloaters are in the order in which a set is written (3.5)."""

    floats_count: bool
    """True before the last rounds, in which floats do not matter."""


class MatchPart(UpfloatPart[MatchBracket]):
    __slots__ = ()


def has_floated(player: Entrant) -> bool:
    """Return True if the player met an opponent with another score in the previous round (1.5)."""
    # C.04.6: 1.5; C.04.5: 1.5
    return player.floats[:1] not in ((), (None,))


# 3.5: sets of upfloaters.


def as_written(upfloaters: Iterable[Entrant]) -> Players:
    """Return a set of upfloaters as the rules write it: highest score first, then smallest pairing
    number.
    """
    # C.04.6: 3.5; C.04.5: 3.5
    return tuple(sorted(upfloaters, key=lambda player: (-player.score, player.number)))


def place_in_list(upfloaters: Sequence[Entrant]) -> tuple[int, ...]:
    """Return the sort key for sets of upfloaters with the same scores: their pairing numbers."""
    return tuple(player.number for player in upfloaters)


# 3.6: pairs of a bracket.


def top_first(one: Entrant, other: Entrant) -> Pair:
    """Return the pair with the top member first: the one with the smaller pairing number, whatever
    their scores.
    """
    return (one, other) if one.number < other.number else (other, one)


def identifier(pairs: Iterable[Pair]) -> tuple[int, ...]:
    """Return the identifier of a pairing: the numbers of the top members in order, then those of
    their opponents.

    The pairing with the smallest identifier comes first.
    """
    # C.04.6: 3.6; C.04.5: 3.6
    numbers = sorted((top.number, bottom.number) for top, bottom in pairs)
    return tuple([top for top, _ in numbers] + [bottom for _, bottom in numbers])
