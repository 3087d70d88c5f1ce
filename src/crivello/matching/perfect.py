"""Perfect matchings: which edges can be in one, which is first in an order, how many are disjoint.

The graph is `adjacency` (sets of neighbours as ints), and `mate` is a perfect matching of the
vertices in `available` (default: all).

*An edge* u-v can be in a perfect matching if and only if the rest of the graph has one. Only the
former partners of u and v have to be matched again: one search (`match_with_edge`).

*The first in order* is found among all perfect matchings (`first_perfect`) or the cheapest
(`first_cheapest`). The order is given vertex by vertex: for each, sets of partners from the most
wanted to the least. The first vertex gets the earliest set that some matching allows; then the next
vertex chooses, and so on. The cheapest matchings are the perfect matchings of the tight edges in
which every blossom with a positive dual is full. Without such blossoms each choice takes two
searches among the tight edges, and the duals stay valid. With blossoms the tight edges only exclude
partners, so a choice that differs from the present matching is confirmed by solving the remaining
problem again (which often has no blossoms).

*Disjoint matchings* (`disjoint_matchings`) are rounds without a rematch. Their largest number is
hard to compute in general. So the effort is bounded, and the result is a number that was found and
whether it is proved that no larger one exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from crivello.matching.bits import members
from crivello.matching.cardinality import HungarianTree, grow_tree, maximum_matching
from crivello.matching.weighted import CostMatrix, minimum_cost_perfect_matching, tight_edges
from crivello.standard.classes import frozen

Choices = Iterable[tuple[int, Sequence[int]]]
"""(vertex, its sets of partners in order of choice); a set of one partner settles both."""
SMALL = 24
"""Up to this number of vertices other matchings are tried when the first one leads nowhere."""
EFFORT = 1000
"""How many of them."""


def match_with_edge(
    adjacency: Sequence[int], mate: Sequence[int], u: int, v: int, available: int | None = None
) -> list[int] | None:
    """Return a perfect matching with the edge u-v; None if there is none.

    `mate` is not changed. To keep the edge in later calls, remove u and v from `available`.
    """
    if not adjacency[u] >> v & 1:
        return None
    changed = list(mate)
    if mate[u] == v:
        return changed
    if available is None:
        available = (1 << len(adjacency)) - 1
    a, b = mate[u], mate[v]
    changed[u], changed[v] = v, u
    changed[a] = changed[b] = -1
    rest = available & ~(1 << u | 1 << v)
    return changed if grow_tree(adjacency, changed, a, 1 << b, rest) == b else None


def possible_partners(
    adjacency: Sequence[int], mate: Sequence[int], u: int, available: int | None = None
) -> int:
    """Return the set of all v for which some perfect matching contains the edge u-v.

    Without u its mate is exposed. The vertices that could be exposed in its place are the outer
    vertices of the tree that grows from that mate.
    """
    if available is None:
        available = (1 << len(adjacency)) - 1
    without = list(mate)
    without[mate[u]] = -1
    tree = grow_tree(adjacency, without, mate[u], 0, available & ~(1 << u))
    assert isinstance(tree, HungarianTree)  # no vertex was searched for, so none was found
    return adjacency[u] & tree.outer


def first_cheapest(cost: CostMatrix, choices: Choices) -> list[int] | None:
    """Return the mate of each vertex in the first of the cheapest perfect matchings; None if there
    is none.

    A vertex without choices, or whose chosen set has several members, gets any partner that fits.
    """
    state = CheapestMatchings(cost)
    if not state.solve():
        return None
    for u, sets in choices:
        if state.available >> u & 1:
            state.choose(u, sets)
    return state.mate


def first_perfect(adjacency: Sequence[int], choices: Choices) -> list[int] | None:
    """Return the mate of each vertex in the first perfect matching; None if there is none.

    It is for graphs without costs, for example the tight edges of a bound that is attained.
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
        wanted, hit = _find_first_hit(sets, allowed)
        changed = match_with_edge(rows, mate, u, hit.bit_length() - 1, available)
        if changed is None:
            # The first neighbour is usually possible; only otherwise are all possible ones
            # computed.
            wanted, hit = _find_first_hit(sets, possible_partners(rows, mate, u, available))
            changed = match_with_edge(rows, mate, u, hit.bit_length() - 1, available)
            assert changed is not None
        mate = changed
        if wanted & wanted - 1 == 0:
            available &= ~(1 << u | wanted)
        else:
            for v in members(allowed & ~wanted):
                rows[v] &= ~(1 << u)
            rows[u] &= wanted
    return mate


def _find_first_hit(sets: Sequence[int], allowed: int) -> tuple[int, int]:
    """Return the first set with an allowed member, and its allowed members."""
    for wanted in sets:
        if wanted & allowed:
            return wanted, wanted & allowed
    raise ValueError("a vertex has a neighbour in none of its sets of partners")


class CheapestMatchings:
    """The set of cheapest perfect matchings, narrowed down choice by choice; call `solve` first.

    `mate` is one of them, `total` the cost of the vertices not yet settled.
    """

    def __init__(self, cost: CostMatrix) -> None:
        self.cost = [list(row) for row in cost]
        self.available = (1 << len(cost)) - 1
        self.mate = [-1] * len(cost)
        self.tight = [0] * len(cost)
        self.blossoms = False
        self.total = 0

    def solve(self, best: int | None = None) -> bool:
        """Find a cheapest matching of the vertices not yet settled; return False if its cost
        exceeds `best` or there is none.

        In that case nothing is changed.
        """
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
        """Match u with a partner from the first set that some cheapest matching allows."""
        possible = possible_partners(self.tight, self.mate, u, self.available)
        for wanted in sets:
            hit = possible & wanted
            if hit and self._take(u, wanted, hit):
                return
        raise ValueError(f"no set of partners for vertex {u} fits a cheapest matching")

    def _take(self, u: int, wanted: int, hit: int) -> bool:
        """Match u with a partner from `wanted` and return True; return False if no cheapest
        matching allows it.

        `hit` are the partners in `wanted` that the tight edges allow.
        """
        if not self.blossoms:
            v = hit.bit_length() - 1
            changed = match_with_edge(self.tight, self.mate, u, v, self.available)
            assert changed is not None  # v is a possible partner
            self.mate = changed
            self._restrict(u, wanted)
        elif wanted >> self.mate[u] & 1:
            self._restrict(u, wanted)  # the witness already has it
        elif not self._confirm(u, wanted):
            return False
        if wanted & wanted - 1 == 0:
            self._settle(u, self.mate[u])
        return True

    def _confirm(self, u: int, wanted: int) -> bool:
        """Return True if some cheapest matching gives u a partner from `wanted`; then only these
        are kept.
        """
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
        """Remove all edges of u except those to `wanted`."""
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


@frozen
class DisjointMatchings:
    found: int
    """How many there are, at most as many as were wanted."""
    proven: bool
    """Whether it is proven that one more does not exist (or as many as wanted were found)."""


def disjoint_matchings(adjacency: Sequence[int], wanted: int) -> DisjointMatchings:
    """Return how many edge-disjoint perfect matchings exist, up to `wanted`, and whether that is
    proved.
    """
    if not adjacency:
        return DisjointMatchings(wanted, proven=True)
    # Each vertex needs a different neighbour in each of them.
    bound = min(wanted, min(row.bit_count() for row in adjacency))
    proven = True
    for number in range(bound, 0, -1):
        answer = _DisjointSearch().exist(adjacency, number)
        if answer:
            return DisjointMatchings(number, proven)
        proven = answer is False  # a larger number is impossible if this one is
    return DisjointMatchings(0, proven)


def meets_dirac(adjacency: Sequence[int], number: int) -> bool:
    """Return True if Dirac's theorem proves that `number` disjoint matchings can be taken in any
    way, one after the other.

    A graph in which each vertex has at least half of the others as neighbours has a perfect
    matching, and each matching takes one neighbour from every vertex.
    """
    fewest = min(row.bit_count() for row in adjacency)
    return len(adjacency) % 2 == 0 and 2 * (fewest - (number - 1)) >= len(adjacency)


class _DisjointSearch:
    def __init__(self) -> None:
        self.left = EFFORT

    def exist(self, rows: Sequence[int], number: int) -> bool | None:
        """Return True if that many disjoint matchings exist, False if not; None if the bounded
        search does not decide.
        """
        if number == 0 or meets_dirac(rows, number):
            return True
        if min(row.bit_count() for row in rows) < number:
            return False
        mate = maximum_matching(rows)
        if -1 in mate:
            return False
        if number == 1 or self.exist(_without_matching(rows, mate), number - 1):
            return True
        if len(rows) > SMALL:
            return None
        certain = True
        for other in _list_matchings(rows, number):
            self.left -= 1
            if self.left < 0:
                return None
            answer = self.exist(_without_matching(rows, other), number - 1)
            if answer:
                return True
            certain = certain and answer is False
        return False if certain else None


def _without_matching(rows: Sequence[int], mate: Sequence[int]) -> list[int]:
    return [row & ~(1 << mate[v]) for v, row in enumerate(rows)]


def _list_matchings(rows: Sequence[int], number: int) -> Iterator[list[int]]:
    """Yield the perfect matchings to try as one of `number` disjoint ones."""
    tightest = min(range(len(rows)), key=lambda v: rows[v].bit_count())
    partners = members(rows[tightest])
    if len(partners) == number:
        partners = partners[:1]  # it meets them all anyway, so this one first
    for partner in partners:
        mate = [-1] * len(rows)
        mate[tightest], mate[partner] = partner, tightest
        free = (1 << len(rows)) - 1 & ~(1 << tightest | 1 << partner)
        yield from _list_completions(rows, mate, free)


def _list_completions(rows: Sequence[int], mate: list[int], free: int) -> Iterator[list[int]]:
    if not free:
        yield list(mate)
        return
    v = min(members(free), key=lambda u: (rows[u] & free).bit_count())
    for w in members(rows[v] & free):
        mate[v], mate[w] = w, v
        yield from _list_completions(rows, mate, free & ~(1 << v | 1 << w))
    mate[v] = -1
