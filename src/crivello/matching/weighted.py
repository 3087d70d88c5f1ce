"""Minimum-cost perfect matching in a general graph, exact for ints of any size.

Vertices may be allowed to stay alone, at a price of their own; all others must be matched.
Edmonds' primal-dual method. Costs are doubled so that every dual value stays an int:

* each vertex has a dual y, each blossom (an odd set of vertices) a dual z >= 0;
* the *slack* of an edge uv, 2 * cost - y_u - y_v + (z of all blossoms that hold both), is
  never negative, and neither is that of staying alone, 2 * cost - y_u;
* matched edges are tight (slack 0), and so is staying alone for those who do; a blossom with z > 0
  is full: all its vertices but one are matched inside it.

A matching with such duals costs least, whatever the cost of all the others: that is
the certificate which `verify` checks, edge by edge, independently of how it was found.

The search for each exposed vertex is in `_hungarian`; here are the start, the result and its
proof. A good start matters most: duals from the rows, then as many tight edges as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crivello.matching._hungarian import Hungarian, Row
from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching

CostMatrix = Sequence[Sequence[int | None]]
"""cost[u][v] = cost[v][u], None where there is no edge; the diagonal is not read."""

Edges = Sequence[Mapping[int, int]]
"""The same without the gaps: the costs of the edges of each vertex, by their other ends."""

Alone = Sequence[int | None]
"""What it costs that a vertex stays alone, None where it must be matched."""


class NotOptimalError(ValueError):
    """The duals do not prove the matching optimal, or it is no perfect matching."""


class Certificate(NamedTuple):
    """Dual values, in units of half a cost."""

    duals: tuple[int, ...]
    """y of each vertex."""
    blossoms: tuple[tuple[int, int], ...]
    """(set of vertices, z) of each blossom with z > 0; the sets are nested or disjoint."""


class Solution(NamedTuple):
    """A perfect matching of minimum cost and its proof."""

    mate: list[int]
    """The partner of each vertex; -1 if it stays alone."""
    total: int
    """The cost of the matching."""
    certificate: Certificate
    cost: CostMatrix
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
    n: int, cost: CostMatrix, duals: Sequence[int] | None = None, alone: Alone | None = None
) -> Solution | None:
    """The cheapest perfect matching of n vertices, or None when there is no perfect one.

    `duals` are vertex duals to start from (y_u + y_v <= 2 * cost for every edge); the better
    they are, the less is left to do. ValueError when they are not feasible.
    """
    if alone is None:
        if n & 1:
            return None
        alone = [None] * n
    rows = [
        [(v, c + c) for v, c in enumerate(row) if c is not None and v != u]
        for u, row in enumerate(cost)
    ]
    search = searched(rows, alone, duals)
    if search is None:
        return None
    used = [cost[u][v] if v >= 0 else alone[u] for u, v in enumerate(search.mate) if v < 0 or u < v]
    certificate = Certificate(tuple(search.y), tuple(search.positive_blossoms()))
    return Solution(search.mate, sum([c for c in used if c is not None]), certificate, cost)


def searched(
    rows: list[Row],
    alone: Alone,
    duals: Sequence[int] | None = None,
    roots: Sequence[int] | None = None,
) -> Hungarian | None:
    """`rows` with doubled costs; None if there is no perfect matching.

    `roots`: all vertices, in the order in which those are matched that are left by the start.
    """
    caps = [None if c is None else c + c for c in alone]
    if duals is None:
        # Half of its cheapest edge for each vertex is feasible whatever the costs.
        start = []
        for row, cap in zip(rows, caps, strict=True):
            if row:
                half = min([weight for _, weight in row]) >> 1
                start.append(half if cap is None or half < cap else cap)
            elif cap is None:
                return None
            else:
                start.append(cap)
    else:
        start = list(duals)
    tight = _raise_duals(rows, caps, start)
    return completed(Hungarian(rows, caps, start, maximum_matching(tight)), roots)


def completed(search: Hungarian, roots: Sequence[int] | None = None) -> Hungarian | None:
    """Match all who are still exposed."""
    mate, alone = search.mate, search.alone
    for root in range(len(mate)) if roots is None else roots:
        if mate[root] < 0 and not alone[root] and not search.augment_from(root):
            return None
    return search


FEW = 9
"""So many vertices are matched faster by trying everything than by a search with duals."""


def cheapest_mates(edges: Edges, alone: Alone) -> list[int] | None:
    """The mate of each vertex in a cheapest perfect matching, or None when there is none.

    `edges` of each vertex by their other ends. Who stays alone has the mate -1.
    """
    if len(edges) <= FEW:
        return cheapest_of_few(edges, alone)
    # From the last to the first: in a bracket, those who come from above are the most at odds.
    search = searched(doubled(edges), alone, roots=range(len(edges) - 1, -1, -1))
    return None if search is None else search.mate


def doubled(edges: Edges) -> list[Row]:
    """The rows of a search."""
    return [[(v, c + c) for v, c in row.items()] for row in edges]


def cheapest_of_few(edges: Edges, alone: Alone) -> list[int] | None:
    """All matchings are tried."""
    n = len(edges)
    partner: dict[int, int] = {}
    left = (1 << n) - 1
    if left and _cheapest_of(edges, alone, left, {0: 0}, partner) is None:
        return None
    mate = [-1] * n
    while left:
        u = left.bit_length() - 1
        v = partner[left]
        left ^= 1 << u
        if v >= 0:
            left ^= 1 << v
            mate[u], mate[v] = v, u
    return mate


def _cheapest_of(
    edges: Edges,
    alone: Alone,
    left: int,
    known: dict[int, int | None],
    partner: dict[int, int],
) -> int | None:
    """The least cost of a set of vertices, and in `partner` that of its highest member."""
    u = left.bit_length() - 1
    rest = left ^ 1 << u
    best = None
    for v, c in edges[u].items():
        if rest >> v & 1:
            others = rest ^ 1 << v
            cost = (
                known[others]
                if others in known
                else _cheapest_of(edges, alone, others, known, partner)
            )
            if cost is not None and (best is None or c + cost < best):
                best = c + cost
                partner[left] = v
    single = alone[u]
    if single is not None:
        cost = known[rest] if rest in known else _cheapest_of(edges, alone, rest, known, partner)
        if cost is not None and (best is None or single + cost < best):
            best = single + cost
            partner[left] = -1
    known[left] = best
    return best


def price(edges: Edges, alone: Alone, mate: Sequence[int]) -> int:
    """What a matching costs."""
    paid = [alone[u] if v < 0 else edges[u][v] for u, v in enumerate(mate) if v < 0 or u < v]
    return sum([c for c in paid if c is not None])


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


def verify(n: int, cost: CostMatrix, solution: Solution, alone: Alone | None = None) -> None:
    """Raise NotOptimalError unless the certificate proves the solution optimal."""
    mate = solution.mate
    single = [None] * n if alone is None else alone
    if len(mate) != n or not all(
        single[v] is not None if w == -1 else 0 <= w < n and w != v and mate[w] == v
        for v, w in enumerate(mate)
    ):
        raise NotOptimalError("not a perfect matching")
    for bits, z in solution.certificate.blossoms:
        inside = members(bits)
        if z < 0 or len(inside) % 2 == 0 or bits >> n:
            raise NotOptimalError(f"{bits:#x} with dual {z} is no blossom")
        if sum(mate[v] < 0 or not bits >> mate[v] & 1 for v in inside) != 1:
            raise NotOptimalError(f"blossom {bits:#x} is not full")
    table = slacks(n, cost, solution.certificate)
    total = 0
    for u, row in enumerate(table):
        for v, slack in enumerate(row):
            if slack is not None and slack < 0:
                raise NotOptimalError(f"edge {u}-{v} has negative slack {slack}")
        own = single[u]
        room = None if own is None else 2 * own - solution.duals[u]
        if room is not None and room < 0:
            raise NotOptimalError(f"vertex {u} alone has negative slack {room}")
        if (room if mate[u] < 0 else row[mate[u]]) != 0:
            raise NotOptimalError(f"matched edge {u}-{mate[u]} is not tight")
        if mate[u] < 0:
            total += own or 0
        elif u < mate[u]:
            total += cost[u][mate[u]] or 0
    if total != solution.total:
        raise NotOptimalError(f"the matching costs {total}, not {solution.total}")


def _raise_duals(rows: list[Row], caps: Sequence[int | None], y: list[int]) -> list[int]:
    """Raise each dual in turn until an edge is tight; the tight edges as sets."""
    for u, row in enumerate(rows):
        cap = caps[u]
        if row:
            highest = min([weight - y[v] for v, weight in row])
            if cap is not None and cap < highest:
                highest = cap
        elif cap is None:
            continue
        else:
            highest = cap
        if highest < y[u]:
            raise ValueError(f"the duals given are not feasible at vertex {u}")
        y[u] = highest
    tight = []
    for row, own in zip(rows, y, strict=True):
        bits = 0
        for v, weight in row:
            if weight - y[v] == own:
                bits |= 1 << v
        tight.append(bits)
    return tight
