"""Definitions for the Lim procedure: who may meet (2.1, 6), the order of exchanges (4), colours
(5).

Players come in the direction of pairing: downward the highest placed first, upward the lowest
placed first. So upward needs no rules of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from crivello.model.field import Entrant, Field
from crivello.model.result import Colour
from crivello.rules.colours import (
    colour_by_smaller_number,
    colours_fit,
    higher_ranked,
    latest_difference,
    may_have,
)
from crivello.standard.classes import NamedTuple
from crivello.standard.typing_names import TypeVar

T = TypeVar("T")

MAXI_LIMIT = 100
"""Rating points within which a Maxi-tournament allows exchanges and other floaters."""


def compatible_in_last_round(a: Entrant, b: Entrant) -> bool:
    """Return True if the two have not met and their colours fit; between players of equal score,
    colours do not matter (6).
    """
    # Lim: 6 (1)
    # C.04.1: 5; C.04.1.f (2); C.04.1.g (2)
    return b.id not in a.avoid and (a.score == b.score or colours_fit(a, b))


def floaters_of_last_round(field: Field) -> frozenset[int]:
    """Return the ids of players who floated in the last round (3.10).

    Opponents of floaters did not float.
    """
    return frozenset(player.id for player in field.entrants if any(player.floats))


# The order of exchanges.


class Direction(Enum):
    DOWN = "down"
    UP = "up"

    def sort(self, players: Sequence[Entrant]) -> list[Entrant]:
        """Return the players in order of pairing number, reversed for pairing upward."""
        # Lim: 4.1 (1, 2)
        return sorted(players, key=lambda player: player.number, reverse=self is Direction.UP)


class DirectedPair(NamedTuple):
    """A pair, and whether it was made in a group below the median."""

    a: Entrant
    b: Entrant
    below_median: bool


def propose_pairs(players: Sequence[T]) -> list[tuple[T, T]]:
    """Return the pairs of the first half with the second half, first with first (2.4)."""
    # Lim: 2.4 (1); Lim: 7.2 (1)
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True))


def exchange_order(players: Sequence[T]) -> list[T]:
    """Return the partners for the first player in the order in which they are tried (4.2).

    First the second half, from its first place on, then the first half backwards.
    """
    # Lim: 4.2 (1); Lim: 4.3 (1)
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


# Colour allocation (5): who has White in a pair, and by which article.


def allocate(
    a: Entrant, b: Entrant, round_number: int, below_median: bool, initial: Colour
) -> tuple[Entrant, Entrant, str]:
    """Return White, Black, and the article that decides their colours.

    `below_median` tells whether the pair was made in a group below the median.
    """
    first, second = higher_ranked(a, b)
    colour, article = _choose_colour_of_first(first, second, round_number, below_median, initial)
    return (first, second, article) if colour is Colour.WHITE else (second, first, article)


def _choose_colour_of_first(
    first: Entrant, second: Entrant, round_number: int, below_median: bool, initial: Colour
) -> tuple[Colour, str]:
    # Lim: 5.1 (1, 2, 3); Lim: 5.3 (1); Lim: 5.4 (1, 2, 3); Lim: 5.5 (1); Lim: 5.6 (1, 2);
    # Lim: 7.2 (2)
    due, other = first.preference, second.preference
    if due is None and other is None:
        # 7: odd numbers of the upper half have the colour of No. 1.
        return colour_by_smaller_number(first, second, initial), "7.2"
    if due is not other:
        # 5.1: the alternate or equalising colour for both; a player without games leaves the
        # choice.
        if due is not None:
            return due, "5.1"
        assert other is not None
        return other.opposite, "5.1"
    assert due is not None
    # 5.3, 5.1: the player who must not have the other colour comes first (in the last round that
    # may be both).
    bound = [player for player in (first, second) if not may_have(player, due.opposite)]
    if len(bound) == 1:
        twice_running = bound[0].history.colours[-2:] in ("WW", "BB")
        article = "5.3" if twice_running else "5.1.2"
        return (due if bound[0] is first else due.opposite), article
    # 5.5, 5.6: a player who missed a game may be balanced while the other is not; the other comes
    # first.
    wider = abs(first.colour_difference) - abs(second.colour_difference)
    if wider:
        return (due if wider > 0 else due.opposite), "5.5" if round_number % 2 else "5.6"
    # 5.4: back to the first difference; without any, the higher ranked, below the median the lower.
    had = latest_difference(first, second)
    if had is not None:
        return (Colour.BLACK if had == "W" else Colour.WHITE), "5.4"
    return (due.opposite if below_median else due), "5.4"
