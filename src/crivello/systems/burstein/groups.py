"""Scoregroups and legality of the Burstein systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from crivello.model.field import Entrant, Strength
from crivello.rules.colour_limits import colours_fit
from crivello.systems.burstein.order import Places


@dataclass(frozen=True, slots=True)
class Group:
    """Players to be paired with one another, No. 1 first: a bracket."""

    score: int
    """The (lowest) score of its residents, in units."""
    players: tuple[Entrant, ...]
    incoming: frozenset[int]
    """Ids of those who floated in."""

    @property
    def residents(self) -> tuple[Entrant, ...]:
        return tuple(player for player in self.players if player.id not in self.incoming)


def in_order(players: Sequence[Entrant], places: Places) -> tuple[Entrant, ...]:
    return tuple(sorted(players, key=lambda player: places[player.id]))


def scoregroups(players: Sequence[Entrant]) -> list[tuple[Entrant, ...]]:
    """Players of one score, the highest score first."""
    ordered = sorted(players, key=lambda player: -player.score)
    return [tuple(group) for _, group in groupby(ordered, key=lambda player: player.score)]


def may_meet_2016(a: Entrant, b: Entrant) -> bool:
    """3.1, 5.2, 5.3: not met before, and some way to give colours within the limits."""
    return b.id not in a.avoid and colours_fit(a, b)


def may_meet_2026(a: Entrant, b: Entrant) -> bool:
    """C1, C3: not met before, and not the same absolute preference."""
    if b.id in a.avoid:
        return False
    both = a.strength is Strength.ABSOLUTE and b.strength is Strength.ABSOLUTE
    return not both or a.preference is not b.preference


def same_preference(a: Entrant, b: Entrant) -> bool:
    """Both are due, or prefer, the same colour: one of them will not get it."""
    return a.preference is not None and a.preference is b.preference
