"""Of all cheapest perfect matchings the first in an order of the caller's.

The order is given vertex by vertex: for each, sets of partners from the most wanted to the least.
The first vertex gets its earliest set that some cheapest perfect matching allows; this choice
stands, then the next vertex chooses, and so on.

The cheapest matchings are the perfect matchings of the tight edges in which every blossom with a
positive dual is full. Without such blossoms each choice is two searches among the tight edges, and
the duals stay valid for what is left. With blossoms the tight edges only rule partners out, so a
choice that differs from the matching in hand is confirmed by solving what is left again (which
often has no blossoms any more).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching
from crivello.matching.perfect import can_fix, possible_partners
from crivello.matching.weighted import CostMatrix, minimum_cost_perfect_matching, tight_edges

Choices = Iterable[tuple[int, Sequence[int]]]
"""(vertex, its sets of partners in order of choice); a set of one partner settles both."""


def first_cheapest(cost: CostMatrix, choices: Choices) -> list[int] | None:
    """The mate of each vertex in the first cheapest perfect matching, or None without any.

    Vertices without a choice, or with a choice among several, get some partner that fits.
    """
    state = CheapestMatchings(cost)
    if not state.solve():
        return None
    for u, sets in choices:
        if state.available >> u & 1:
            state.choose(u, sets)
    return state.mate


def first_perfect(adjacency: Sequence[int], choices: Choices) -> list[int] | None:
    """The mate of each vertex in the first perfect matching, or None without any.

    For graphs without costs: the tight edges of a bound that is attained, for instance.
    """
    rows = list(adjacency)
    mate = maximum_matching(rows)
    if -1 in mate:
        return None
    available = (1 << len(rows)) - 1
    for u, sets in choices:
        if not available >> u & 1:
            continue
        allowed = rows[u] & available
        wanted, hit = _first_hit(sets, allowed)
        changed = can_fix(rows, mate, u, hit.bit_length() - 1, available)
        if changed is None:
            # Often the first neighbour will do; only if not, all possible ones are looked for.
            wanted, hit = _first_hit(sets, possible_partners(rows, mate, u, available))
            changed = can_fix(rows, mate, u, hit.bit_length() - 1, available)
            assert changed is not None
        mate = changed
        if wanted & wanted - 1 == 0:
            available &= ~(1 << u | wanted)
        else:
            for v in members(allowed & ~wanted):
                rows[v] &= ~(1 << u)
            rows[u] &= wanted
    return mate


def _first_hit(sets: Sequence[int], allowed: int) -> tuple[int, int]:
    """The first set with an allowed member, and its allowed members."""
    for wanted in sets:
        if wanted & allowed:
            return wanted, wanted & allowed
    raise ValueError("a vertex has a neighbour in none of its sets of partners")


class CheapestMatchings:
    """The cheapest perfect matchings, narrowed down choice by choice; solve it first.

    `mate` is one of them, a witness; `total` is what is left to pay.
    """

    def __init__(self, cost: CostMatrix) -> None:
        self.cost = [list(row) for row in cost]
        self.available = (1 << len(cost)) - 1
        self.mate = [-1] * len(cost)
        self.tight = [0] * len(cost)
        self.blossoms = False
        self.total = 0

    def solve(self, best: int | None = None) -> bool:
        """Match what is left at least cost; False, and nothing changed, if it exceeds `best`."""
        left = members(self.available)
        reduced = [[self.cost[u][v] for v in left] for u in left]
        solution = minimum_cost_perfect_matching(len(left), reduced)
        if solution is None or (best is not None and solution.total > best):
            return False
        self.total = solution.total
        self.blossoms = bool(solution.blossoms)
        for u, row, partner in zip(left, tight_edges(solution), solution.mate, strict=True):
            self.mate[u] = left[partner]
            self.tight[u] = sum(1 << left[v] for v in members(row))
        return True

    def choose(self, u: int, sets: Sequence[int]) -> None:
        """Let u have a partner of the first set that some cheapest matching allows."""
        possible = possible_partners(self.tight, self.mate, u, self.available)
        for wanted in sets:
            hit = possible & wanted
            if hit and self._take(u, wanted, hit):
                return
        raise ValueError(f"no set of partners for vertex {u} fits a cheapest matching")

    def _take(self, u: int, wanted: int, hit: int) -> bool:
        """Let u have one of `wanted`, of whom the tight edges leave `hit`."""
        if not self.blossoms:
            v = hit.bit_length() - 1
            changed = can_fix(self.tight, self.mate, u, v, self.available)
            assert changed is not None  # v is a possible partner
            self.mate = changed
            self._restrict(u, wanted)
        elif wanted >> self.mate[u] & 1:
            self._restrict(u, wanted)  # the witness has it
        elif not self._confirm(u, wanted):
            return False
        if wanted & wanted - 1 == 0:
            self._settle(u, self.mate[u])
        return True

    def _confirm(self, u: int, wanted: int) -> bool:
        """Is there a cheapest matching in which u has one of `wanted`? Then keep it."""
        row = self.cost[u]
        column = [other[u] for other in self.cost]
        self._price_only(u, wanted)
        if self.solve(self.total):
            return True
        self.cost[u] = row
        for v, value in enumerate(column):
            self.cost[v][u] = value
        return False

    def _restrict(self, u: int, wanted: int) -> None:
        """Take away all other edges of u."""
        self._price_only(u, wanted)
        self.tight[u] &= wanted
        for v in members(self.available & ~wanted):
            self.tight[v] &= ~(1 << u)

    def _price_only(self, u: int, wanted: int) -> None:
        self.cost[u] = [c if wanted >> v & 1 else None for v, c in enumerate(self.cost[u])]
        for v, row in enumerate(self.cost):
            if not wanted >> v & 1:
                row[u] = None

    def _settle(self, u: int, v: int) -> None:
        self.available &= ~(1 << u | 1 << v)
        self.total -= self.cost[u][v] or 0
