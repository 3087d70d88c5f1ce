"""Small graphs for the tests of matching, and answers by brute force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from hypothesis import strategies as st

Cost = list[list[int | None]]


def adjacency_of(n: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    rows = [0] * n
    for u, v in edges:
        rows[u] |= 1 << v
        rows[v] |= 1 << u
    return rows


def complement(adjacency: Sequence[int]) -> list[int]:
    full = (1 << len(adjacency)) - 1
    return [full & ~row & ~(1 << v) for v, row in enumerate(adjacency)]


def brute_force_size(adjacency: Sequence[int], subset: int | None = None) -> int:
    """Return the number of edges in a maximum matching."""

    @cache
    def best(rest: int) -> int:
        if not rest:
            return 0
        v = rest.bit_length() - 1
        rest ^= 1 << v
        size = best(rest)
        for w in range(v):
            if rest & adjacency[v] & 1 << w:
                size = max(size, 1 + best(rest ^ 1 << w))
        return size

    return best((1 << len(adjacency)) - 1 if subset is None else subset)


def brute_force_cost(n: int, cost: Sequence[Sequence[int | None]]) -> int | None:
    """Return the cost of the cheapest perfect matching; None if there is none."""

    @cache
    def best(rest: int) -> int | None:
        if not rest:
            return 0
        v = rest.bit_length() - 1
        rest ^= 1 << v
        cheapest = None
        for w in range(v):
            c = cost[v][w]
            if rest & 1 << w and c is not None:
                others = best(rest ^ 1 << w)
                if others is not None and (cheapest is None or c + others < cheapest):
                    cheapest = c + others
        return cheapest

    return best((1 << n) - 1)


def with_ground(
    edges: Sequence[Mapping[int, int]],
    alone: Sequence[int | None],
    ways: Sequence[int],
    ground: Sequence[int],
) -> Cost:
    """Return the whole graph, in which edges to the ground and within it are ordinary edges."""
    n = len(edges)
    cost: Cost = [[None] * (n + len(ground)) for _ in range(n + len(ground))]
    for u, row in enumerate(edges):
        for v, c in row.items():
            cost[u][v] = c
        for w in range(len(ground)):
            if ways[u] >> w & 1:
                cost[u][n + w] = cost[n + w][u] = alone[u]
    for v, bits in enumerate(ground):
        for w in range(len(ground)):
            if bits >> w & 1:
                cost[n + v][n + w] = 0
    return cost


@st.composite
def graphs(draw: st.DrawFn, max_vertices: int = 10) -> list[int]:
    n = draw(st.integers(0, max_vertices))
    pairs = [(u, v) for v in range(n) for u in range(v)]
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    rows = adjacency_of(n, edges)
    return complement(rows) if draw(st.booleans()) else rows


@st.composite
def cost_matrices(draw: st.DrawFn, max_vertices: int = 8) -> Cost:
    n = draw(st.integers(0, max_vertices))
    small = st.integers(-2, 3)
    large = st.integers(-(10**40), 10**40)
    present = draw(st.sampled_from([small, large, st.integers(0, 50)]))
    value = st.one_of(present, st.none()) if draw(st.booleans()) else present
    cost: Cost = [[None] * n for _ in range(n)]
    for v in range(n):
        for u in range(v):
            cost[u][v] = cost[v][u] = draw(value)
    return cost
