"""Vertices with costs above a ground without costs: as cheap as in the whole graph, and the rest
can be matched.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.matching import ground as module
from crivello.matching import weighted
from crivello.matching.bits import members
from crivello.matching.cardinality import has_perfect_matching
from crivello.matching.ground import cheapest_mates_on_ground
from crivello.matching.weighted import minimum_cost_perfect_matching, price
from tests.matching.graphs import (
    Cost,
    adjacency_of,
    brute_force_cost,
    cost_matrices,
    graphs,
    with_ground,
)

Edges = list[dict[int, int]]


def can_be_placed(mate: list[int], ways: list[int], ground: list[int]) -> bool:
    """Return True if the unmatched vertices and the whole ground have a perfect matching."""
    many = len(ground)
    loners = [u for u, v in enumerate(mate) if v < 0]
    rows = ground + [ways[u] for u in loners]
    for place, u in enumerate(loners, start=many):
        for w in members(ways[u]):
            rows[w] |= 1 << place
    return has_perfect_matching(rows)


def check(edges: Edges, alone: list[int], ways: list[int], ground: list[int]) -> bool:
    """Return True if there is a matching; check that its cost is that of the whole graph."""
    whole = with_ground(edges, alone, ways, ground)
    solution = minimum_cost_perfect_matching(len(whole), whole)
    mate = cheapest_mates_on_ground(edges, alone, ways, ground)
    if solution is None or mate is None:
        assert (solution, mate) == (None, None)
        return False
    assert all(mate[v] == u for u, v in enumerate(mate) if v >= 0)
    assert price(edges, alone, mate) == solution.total
    assert can_be_placed(mate, ways, ground)
    return True


@given(cost_matrices(max_vertices=7), graphs(max_vertices=7), st.data())
def test_as_cheap_as_brute_force(cost: Cost, ground: list[int], data: st.DataObject) -> None:
    edges = [{v: c for v, c in enumerate(row) if c is not None} for row in cost]
    n = len(cost)
    alone = [data.draw(st.integers(-2, 5)) for _ in range(n)]
    ways = [data.draw(st.integers(0, (1 << len(ground)) - 1)) for _ in range(n)]
    mate = cheapest_mates_on_ground(edges, alone, ways, ground)
    whole = with_ground(edges, alone, ways, ground)
    best = brute_force_cost(len(whole), whole)
    assert best == (None if mate is None else price(edges, alone, mate))


def random_edges(rng: random.Random, n: int, density: float) -> Edges:
    edges: Edges = [{} for _ in range(n)]
    for v in range(n):
        for u in range(v):
            if rng.random() < density:
                edges[u][v] = edges[v][u] = rng.randrange(6)
    return edges


@pytest.mark.parametrize("density", [0.15, 0.2, 0.5])
def test_a_random_ground(density: float) -> None:
    rng = random.Random(int(density * 100))
    solved = 0
    for _ in range(150):
        n, lower = rng.randrange(5, 16), rng.randrange(5, 16)
        edges = random_edges(rng, n, density)
        alone = [rng.randrange(8) for _ in range(n)]
        ways = [sum(1 << w for w in range(lower) if rng.random() < density) for _ in range(n)]
        pairs = [(v, w) for v in range(lower) for w in range(v) if rng.random() < density]
        solved += check(edges, alone, ways, adjacency_of(lower, pairs))
    assert solved > 5


def clusters(rng: random.Random) -> list[int]:
    """Return a ground of odd and even parts, some of them joined by few vertices."""
    pairs = []
    start = 0
    for size in rng.choices((1, 1, 1, 2, 3, 5), k=rng.randrange(3, 8)):
        inside = range(start, start + size)
        pairs += [(v, w) for v in inside for w in inside if w < v]
        start += size
    for _ in range(rng.randrange(4)):
        pairs += [(start, w) for w in range(start) if rng.random() < 0.4]
        start += 1
    return adjacency_of(start, pairs)


@pytest.mark.parametrize("by_worth", [False, True])
def test_a_ground_that_lacks_many(by_worth: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried with the estimate of each player's worth, which may prove nothing, and without
    it.
    """
    proven = {True: 0, False: 0}
    mates = module._match_by_worth

    def count_proven(
        edges: weighted.Edges,
        alone: weighted.Alone,
        ways: Sequence[int],
        ground: Sequence[int],
        lacking: int,
    ) -> list[int] | None:
        found = mates(edges, alone, ways, ground, lacking) if by_worth else None
        proven[found is not None] += 1
        return found

    monkeypatch.setattr(module, "_match_by_worth", count_proven)
    rng = random.Random(12)
    solved = 0
    for _ in range(700):
        ground = clusters(rng)
        n = rng.randrange(6, 16)
        edges = random_edges(rng, n, 0.4)
        alone = [rng.randrange(-3, 8) for _ in range(n)]
        ways = [sum(1 << w for w in range(len(ground)) if rng.random() < 0.4) for _ in range(n)]
        solved += check(edges, alone, ways, ground)
    assert solved > 100
    if by_worth:
        assert proven[True] > 50
        assert proven[False] > 5
