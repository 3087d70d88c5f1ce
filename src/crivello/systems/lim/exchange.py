"""Proposed pairings and the order of exchanges (2.4, 4), for players in the direction of pairing.

Downward the list begins with the highest placed player, upward with the lowest placed: upward is
the mirror image, so everything here reads the list from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import TypeVar

from crivello.model.field import Entrant

T = TypeVar("T")


class Direction(Enum):
    DOWN = "down"
    UP = "up"

    def sort(self, players: Sequence[Entrant]) -> list[Entrant]:
        """By pairing number, in the direction of pairing."""
        return sorted(players, key=lambda player: player.number, reverse=self is Direction.UP)


def proposed(players: Sequence[T]) -> list[tuple[T, T]]:
    """2.4: the first half against the second, first with first."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True))


def exchange_order(players: Sequence[T]) -> list[T]:
    """4.2: partners for the first player, as they are tried.

    The second half from its first place on, then the first half backwards from its last place.
    """
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


Column = list[tuple[T, T]]
"""Pairs as the tables of article 4 write them below one another."""


def search(
    players: Sequence[T], compatible: Callable[[T, T], bool]
) -> Iterator[tuple[tuple[T, T], Column[T]]]:
    """4.2, 4.3, literally: every pair that is scrutinised, in a column with all the others.

    Depth first: when a player finds no partner, the partner of the one before him is exchanged.
    Pairs known not to be compatible are not tried again. The search ends with the first complete
    pairing, which is the last column; or without any.
    """
    failed: set[tuple[T, T]] = set()

    def go(fixed: Column[T], left: Sequence[T]) -> Iterator[tuple[tuple[T, T], Column[T]]]:
        first = left[0]
        for partner in exchange_order(left):
            pair = (first, partner)
            if pair in failed:
                continue
            rest = [player for player in left if player not in pair]
            yield pair, [*fixed, pair, *proposed(rest)]
            if not compatible(first, partner):
                failed.add(pair)
            elif rest:
                yield from go([*fixed, pair], rest)
                if state["complete"]:
                    return
            else:
                state["complete"] = True
                return

    state = {"complete": False}
    if players:
        yield from go([], players)
