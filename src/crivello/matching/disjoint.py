"""How many perfect matchings without a common edge a graph has: rounds without a rematch.

To decide that is hard in general. What is answered here is what can be proven with a bounded
effort: a number that was found, and whether it is known that no larger one exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching

SMALL = 24
"""Up to so many vertices other matchings are tried when the first one leads nowhere."""
EFFORT = 1000
"""How many of them."""


@dataclass(frozen=True, slots=True)
class Disjoint:
    found: int
    """So many there are, at most as many as were wanted."""
    proven: bool
    """It is proven that there is not one more (or as many were found as were wanted)."""


def disjoint_matchings(adjacency: Sequence[int], wanted: int) -> Disjoint:
    """How many of the `wanted` perfect matchings without a common edge exist."""
    if not adjacency:
        return Disjoint(wanted, True)
    # Each vertex needs another neighbour in each of them.
    bound = min(wanted, min(row.bit_count() for row in adjacency))
    proven = True
    for number in range(bound, 0, -1):
        answer = _Search().exist(adjacency, number)
        if answer:
            return Disjoint(number, proven)
        proven = answer is False  # a larger number is impossible if this one is
    return Disjoint(0, proven)


def plenty(adjacency: Sequence[int], number: int) -> bool:
    """Is every choice of `number` matchings, one after the other, sure to succeed?

    Who has at least half of the vertices as neighbours, everybody, has a perfect matching
    (Dirac); and each matching takes one neighbour from every vertex.
    """
    fewest = min(row.bit_count() for row in adjacency)
    return len(adjacency) % 2 == 0 and 2 * (fewest - (number - 1)) >= len(adjacency)


class _Search:
    def __init__(self) -> None:
        self.left = EFFORT

    def exist(self, rows: Sequence[int], number: int) -> bool | None:
        """Are there so many? None: not found, and not proven that there are not."""
        if number == 0 or plenty(rows, number):
            return True
        if min(row.bit_count() for row in rows) < number:
            return False
        mate = maximum_matching(rows)
        if -1 in mate:
            return False
        if number == 1 or self.exist(_without(rows, mate), number - 1):
            return True
        if len(rows) > SMALL:
            return None
        certain = True
        for other in _matchings(rows, number):
            self.left -= 1
            if self.left < 0:
                return None
            answer = self.exist(_without(rows, other), number - 1)
            if answer:
                return True
            certain = certain and answer is False
        return False if certain else None


def _without(rows: Sequence[int], mate: Sequence[int]) -> list[int]:
    return [row & ~(1 << mate[v]) for v, row in enumerate(rows)]


def _matchings(rows: Sequence[int], number: int) -> Iterator[list[int]]:
    """All perfect matchings that need be tried as one of `number`."""
    tightest = min(range(len(rows)), key=lambda v: rows[v].bit_count())
    partners = members(rows[tightest])
    if len(partners) == number:
        partners = partners[:1]  # he meets them all anyway, so this one first
    for partner in partners:
        mate = [-1] * len(rows)
        mate[tightest], mate[partner] = partner, tightest
        free = (1 << len(rows)) - 1 & ~(1 << tightest | 1 << partner)
        yield from _completions(rows, mate, free)


def _completions(rows: Sequence[int], mate: list[int], free: int) -> Iterator[list[int]]:
    if not free:
        yield list(mate)
        return
    v = min(members(free), key=lambda u: (rows[u] & free).bit_count())
    for w in members(rows[v] & free):
        mate[v], mate[w] = w, v
        yield from _completions(rows, mate, free & ~(1 << v | 1 << w))
    mate[v] = -1
