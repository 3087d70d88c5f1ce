"""The literal search with which single groups of the Lim system are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from crivello.model.field import Entrant
from crivello.rules.colours import may_meet_within_limits
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.group import Search, WithinLimits
from crivello.systems.lim.rules import exchange_order, propose_pairs


def searching(*players: Entrant) -> Search:
    return WithinLimits(LegalPairs(players, may_meet_within_limits))


T = TypeVar("T")
Column = list[tuple[T, T]]
"""Pairs as the tables of article 4 write them below one another."""


def search(
    players: Sequence[T], compatible: Callable[[T, T], bool]
) -> Iterator[tuple[tuple[T, T], Column[T]]]:
    """Yield every pair that is scrutinised, with its column of all other pairs (4.2, 4.3).

    The search is depth first: if a player finds no partner, the partner of the player before is
    exchanged. Pairs known to be incompatible are not tried again. The search ends with the first
    complete pairing, which is the last column, or without any.
    """
    failed: set[tuple[T, T]] = set()

    def go(fixed: Column[T], left: Sequence[T]) -> Iterator[tuple[tuple[T, T], Column[T]]]:
        first = left[0]
        for partner in exchange_order(left):
            pair = (first, partner)
            if pair in failed:
                continue
            rest = [player for player in left if player not in pair]
            yield pair, [*fixed, pair, *propose_pairs(rest)]
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
