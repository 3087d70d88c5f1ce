"""The order in which pairings of a group are written down (2016: 6.2, 6.4; 2026: 4.3).

Players are positions 0, 1, … in the order of the group. Of two pairings the first is the one in
which the first player has the lower placed opponent; to float comes after all opponents; then the
next player, and so on. The tables for five and six players are examples of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Combination:
    """One way to pair a group."""

    pairs: tuple[tuple[int, int], ...]
    """The higher placed first."""
    floaters: tuple[int, ...]


def first_combination(players: int, floaters: int) -> Combination:
    """The first of `combinations`: the first against the last, and so on; the middle floats."""
    pairs = (players - floaters) // 2
    return Combination(
        tuple((i, players - 1 - i) for i in range(pairs)), tuple(range(pairs, players - pairs))
    )


def combinations(players: int, floaters: int) -> Iterator[Combination]:
    """All combinations with this many floaters, in descending priority."""
    for pairs, left in _extend(tuple(range(players)), floaters):
        yield Combination(pairs, left)


def _extend(
    free: tuple[int, ...], floaters: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    if not free:
        if floaters == 0:
            yield (), ()
        return
    if len(free) < floaters:
        return
    first, rest = free[0], free[1:]
    for opponent in reversed(rest):
        others = tuple(player for player in rest if player != opponent)
        for pairs, left in _extend(others, floaters):
            yield ((first, opponent), *pairs), left
    if floaters:
        for pairs, left in _extend(rest, floaters - 1):
            yield pairs, (first, *left)
