"""Definitions of the systems that pair matches: brackets, sets of upfloaters, their orders.

Definitions only, shared by sieve and solver; neither searches here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.model.field import Entrant
from crivello.standard.classes import frozen
from crivello.systems.upfloats import Pair, Players, UpfloatBracket, UpfloatPart


@frozen
class MatchBracket(UpfloatBracket):
    """A bracket with its upfloaters in the order in which a set is written (3.5)."""

    floats_count: bool
    """True before the last rounds, in which floats do not matter."""


class MatchPart(UpfloatPart[MatchBracket]):
    __slots__ = ()


def has_floated(player: Entrant) -> bool:
    """Return True if the player met another score in the previous round, in either direction
    (1.5)."""
    # C.04.6: 1.5; C.04.5: 1.5
    return player.floats[:1] not in ((), (None,))


# 3.5: sets of upfloaters.


def as_written(upfloaters: Iterable[Entrant]) -> Players:
    """Sort a set as it is written: by score, the highest first, then by pairing number."""
    # C.04.6: 3.5; C.04.5: 3.5
    return tuple(sorted(upfloaters, key=lambda player: (-player.score, player.number)))


def place_in_list(upfloaters: Sequence[Entrant]) -> tuple[int, ...]:
    """Return the sort key of sets with the same scores."""
    return tuple(player.number for player in upfloaters)


# 3.6: pairs of a bracket.


def top_first(one: Entrant, other: Entrant) -> Pair:
    """Return the top member first: the one with the smaller number, whatever their scores."""
    return (one, other) if one.number < other.number else (other, one)


def identifier(pairs: Iterable[Pair]) -> tuple[int, ...]:
    """Return the numbers of the top members in order, then those of their opponents.

    The smaller identifier comes first.
    """
    # C.04.6: 3.6; C.04.5: 3.6
    numbers = sorted((top.number, bottom.number) for top, bottom in pairs)
    return tuple([top for top, _ in numbers] + [bottom for _, bottom in numbers])
