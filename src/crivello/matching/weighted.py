"""Minimum-cost perfect matching in a general graph, exact for ints of any size.

Edmonds' primal-dual method. Costs are doubled so that every dual value stays an int:

* each vertex has a dual y, each blossom (an odd set of vertices) a dual z >= 0;
* the *slack* of an edge uv, 2 * cost - y_u - y_v + (z of all blossoms that hold both), is
  never negative;
* matched edges are tight (slack 0), and a blossom with z > 0 is full: all its vertices but
  one are matched inside it.

A perfect matching with such duals costs least, whatever the cost of all the others: that is
the certificate which `verify` checks, edge by edge, independently of how it was found.

The search for each exposed vertex is in `_hungarian`; here are the start, the result and its
proof. A good start matters most: duals from the rows, then as many tight edges as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import sub

from crivello.matching._hungarian import Hungarian
from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching

CostMatrix = Sequence[Sequence[int | None]]
"""cost[u][v] = cost[v][u], None where there is no edge; the diagonal is not read."""


class NotOptimalError(ValueError):
    """The duals do not prove the matching optimal, or it is no perfect matching."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Dual values, in units of half a cost."""

    duals: tuple[int, ...]
    """y of each vertex."""
    blossoms: tuple[tuple[int, int], ...]
    """(set of vertices, z) of each blossom with z > 0; the sets are nested or disjoint."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A perfect matching of minimum cost and its proof."""

    mate: list[int]
    total: int
    """The cost of the matching."""
    certificate: Certificate
    cost: CostMatrix = field(repr=False, compare=False)
    """The problem solved."""

    @property
    def duals(self) -> tuple[int, ...]:
        """y of each vertex, in half units: a warm start when there are no blossoms."""
        return self.certificate.duals

    @property
    def blossoms(self) -> tuple[int, ...]:
        """The sets of vertices with positive dual."""
        return tuple(bits for bits, _ in self.certificate.blossoms)


def minimum_cost_perfect_matching(
    n: int, cost: CostMatrix, duals: Sequence[int] | None = None
) -> Solution | None:
    """The cheapest perfect matching of n vertices, or None when there is no perfect one.

    `duals` are vertex duals to start from (y_u + y_v <= 2 * cost for every edge); the better
    they are, the less is left to do. ValueError when they are not feasible.
    """
    if n & 1:
        return None
    if n == 0:
        return Solution([], 0, Certificate((), ()), cost)
    edges = [[c for c in (*row[:u], *row[u + 1 :]) if c is not None] for u, row in enumerate(cost)]
    if not all(edges):
        return None
    # Half of its cheapest edge for each vertex is feasible whatever the costs.
    start = list(duals) if duals is not None else [min(row) for row in edges]
    largest = max(max(max(row), -min(row)) for row in edges)
    weight = _doubled(n, cost, _never_tight(n, largest, start))
    _raise_duals(weight, start)
    search = Hungarian(weight, start, maximum_matching(_tight(weight, start)))
    for root in range(n):
        if search.mate[root] < 0:
            search.augment_from(root)
    used = [cost[u][v] for u, v in enumerate(search.mate) if u < v]
    if None in used:
        return None
    total = sum([c for c in used if c is not None])
    certificate = Certificate(tuple(search.y), tuple(search.positive_blossoms()))
    return Solution(search.mate, total, certificate, cost)


FEW = 6
"""So many vertices are matched faster by trying everything than by a search with duals."""


def cheapest_mates(n: int, cost: CostMatrix) -> list[int] | None:
    """The mate of each vertex in a cheapest perfect matching, or None when there is none."""
    if n > FEW or n & 1:
        solution = minimum_cost_perfect_matching(n, cost)
        return None if solution is None else solution.mate
    best = _cheapest_pairs(cost, tuple(range(n)))
    if best is None:
        return None
    mate = [-1] * n
    for u, v in best[1]:
        mate[u], mate[v] = v, u
    return mate


def _cheapest_pairs(
    cost: CostMatrix, left: tuple[int, ...]
) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """The least total and its pairs, whatever the partner of the first."""
    if not left:
        return 0, ()
    row = cost[left[0]]
    if len(left) == 2:
        only = row[left[1]]
        return None if only is None else (only, (left,))
    best = None
    for k in range(1, len(left)):
        c = row[left[k]]
        rest = None if c is None else _cheapest_pairs(cost, left[1:k] + left[k + 1 :])
        if c is not None and rest is not None and (best is None or c + rest[0] < best[0]):
            best = c + rest[0], ((left[0], left[k]), *rest[1])
    return best


def slacks(n: int, cost: CostMatrix, certificate: Certificate) -> list[list[int | None]]:
    """The slack of every edge under the given duals (None where there is no edge)."""
    y = certificate.duals
    table: list[list[int | None]] = [
        [None if c is None or u == v else 2 * c - y[u] - y[v] for v, c in enumerate(cost[u])]
        for u in range(n)
    ]
    for bits, z in certificate.blossoms:
        inside = members(bits)
        for u in inside:
            row = table[u]
            for v in inside:
                slack = row[v]
                if slack is not None:
                    row[v] = slack + z
    return table


def tight_edges(solution: Solution) -> list[int]:
    """Adjacency of the edges with slack 0: no other edge is in any optimal matching.

    The optimal matchings are the perfect matchings of this graph in which each blossom of
    the solution is full.
    """
    table = slacks(len(solution.mate), solution.cost, solution.certificate)
    return [sum(1 << v for v, slack in enumerate(row) if slack == 0) for row in table]


def verify(n: int, cost: CostMatrix, solution: Solution) -> None:
    """Raise NotOptimalError unless the certificate proves the solution optimal."""
    mate = solution.mate
    if len(mate) != n or any(not 0 <= w < n or w == v or mate[w] != v for v, w in enumerate(mate)):
        raise NotOptimalError("not a perfect matching")
    for bits, z in solution.certificate.blossoms:
        inside = members(bits)
        if z < 0 or len(inside) % 2 == 0 or bits >> n:
            raise NotOptimalError(f"{bits:#x} with dual {z} is no blossom")
        if sum(not bits >> mate[v] & 1 for v in inside) != 1:
            raise NotOptimalError(f"blossom {bits:#x} is not full")
    table = slacks(n, cost, solution.certificate)
    for u, row in enumerate(table):
        for v, slack in enumerate(row):
            if slack is not None and slack < 0:
                raise NotOptimalError(f"edge {u}-{v} has negative slack {slack}")
        if row[mate[u]] != 0:
            raise NotOptimalError(f"matched edge {u}-{mate[u]} is not tight")
    total = 0
    for u, v in enumerate(mate):
        if u < v:
            total += cost[u][v] or 0
    if total != solution.total:
        raise NotOptimalError(f"the matching costs {total}, not {solution.total}")


def _never_tight(n: int, largest: int, start: Sequence[int]) -> int:
    """A weight for absent edges at which they are never tight if there is a perfect matching.

    If there is none, the matching found uses some of them.

    No cost exceeds `largest`, sign apart. The dual objective (sum of y minus what the blossoms
    take off) begins at sum(start), never exceeds twice the optimal cost, and rises by as much
    as a dual is raised at the start and by t in a search that lasts until time t. So no dual
    ever changes by more than `rise`, no search lasts longer, and an edge of the weight
    returned is due later than that.
    """
    dual = max(max(start), -min(start), 0)
    rise = n * (largest + dual)
    return 2 * largest + 4 * (dual + 2 * rise) + 2


def _doubled(n: int, cost: CostMatrix, absent: int) -> list[list[int]]:
    weight = [[absent if c is None else c + c for c in row] for row in cost]
    for u in range(n):
        weight[u][u] = absent
    return weight


def _raise_duals(weight: list[list[int]], y: list[int]) -> None:
    """Raise each dual in turn until an edge is tight."""
    for u, row in enumerate(weight):
        slack = min(map(sub, row, y)) - y[u]
        if slack < 0:
            raise ValueError(f"the duals given are not feasible at vertex {u}")
        y[u] += slack


def _tight(weight: list[list[int]], y: list[int]) -> list[int]:
    rows = []
    for u, row in enumerate(weight):
        own = y[u]
        rows.append(sum([1 << v for v, rest in enumerate(map(sub, row, y)) if rest == own]))
    return rows
