"""The first of the cheapest perfect matchings, compared with an enumeration of all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crivello.matching.perfect import first_cheapest, first_perfect
from crivello.matching.transport import tight_by_type
from tests.support.samples import sample

Cost = list[list[int | None]]


def perfect_matchings(vertices: list[int], cost: Cost) -> Iterator[list[tuple[int, int]]]:
    if not vertices:
        yield []
        return
    u = vertices[0]
    for v in vertices[1:]:
        if cost[u][v] is not None:
            rest = [w for w in vertices[1:] if w != v]
            for pairs in perfect_matchings(rest, cost):
                yield [(u, v), *pairs]


def random_cost(rng: random.Random, n: int) -> Cost:
    cost: Cost = [[None] * n for _ in range(n)]
    # Clusters, often of odd size, that are expensive to leave: these make blossoms.
    cluster = [rng.randrange(rng.choice([1, 2, 3])) for _ in range(n)]
    values = rng.choice([[0], [0, 1], [0, 1, 1, 5], [0, 1, 10, 100]])
    density = rng.choice([0.5, 0.8, 1.0])
    for u in range(n):
        for v in range(u):
            if rng.random() < density:
                leaving = 50 * (cluster[u] != cluster[v])
                cost[u][v] = cost[v][u] = rng.choice(values) + leaving
    return cost


@pytest.mark.parametrize("seed", range(sample(600)))
def test_equals_the_first_of_all_cheapest(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.choice([2, 4, 6, 8])
    cost = random_cost(rng, n)
    choices: list[tuple[int, list[int]]] = []
    for u in rng.sample(range(n), n):
        others = [v for v in range(n) if v != u]
        rng.shuffle(others)
        # Some single partners, and sometimes all the others as one last set.
        cut = rng.choice([len(others), rng.randrange(len(others))])
        sets = [1 << v for v in others[:cut]]
        if cut < len(others):
            sets.append(sum(1 << v for v in others[cut:]))
        choices.append((u, sets))

    assert_first(cost, choices)


@pytest.mark.parametrize("seed", range(sample(1000)))
def test_clusters_and_the_way_out_of_them(seed: int) -> None:
    """Each player's choices are the partners in the own cluster from the last one on, then all
    others together.
    """
    rng = random.Random(seed)
    n = 8
    cluster = [rng.randrange(3) for _ in range(n)]
    density = rng.choice([0.5, 0.7, 1.0])
    outside = rng.choice([[100], [100, 101], [100, 101, 105, 110]])
    cost: Cost = [[None] * n for _ in range(n)]
    near = [0] * n
    for u in range(n):
        for v in range(u):
            inside = cluster[u] == cluster[v] and rng.random() < density
            cost[u][v] = cost[v][u] = rng.choice([0, 0, 1] if inside else outside)
            if inside:
                near[u] |= 1 << v
                near[v] |= 1 << u
    everybody = (1 << n) - 1
    assert_first(
        cost,
        [
            (u, [1 << v for v in range(n - 1, -1, -1) if near[u] >> v & 1] + [everybody & ~near[u]])
            for u in range(n)
        ],
    )


@pytest.mark.parametrize("seed", range(sample(400)))
def test_without_costs_every_perfect_matching_is_a_cheapest_one(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.choice([2, 4, 6, 8, 10])
    density = rng.choice([0.3, 0.5, 0.8])
    cost: Cost = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u):
            if rng.random() < density:
                cost[u][v] = cost[v][u] = 0
    rows = [sum(1 << v for v, c in enumerate(row) if c == 0) for row in cost]
    cut = rng.randrange(n)
    sets = [*(1 << v for v in range(n - 1, cut - 1, -1)), (1 << cut) - 1]
    choices = [(u, sets) for u in range(n)]
    found, expected = first_perfect(rows, choices), first_cheapest(cost, choices)
    if expected is None:
        assert found is None
    else:
        assert found is not None
        assert all(found[found[u]] == u and rows[u] >> found[u] & 1 for u in range(n))
        # Partners from one set of several are left to the search.
        assert [max(v, cut - 1) for v in found] == [max(v, cut - 1) for v in expected]


def test_the_first_of_the_tight_edges_is_the_first_of_the_cheapest() -> None:
    """Players are of three types; if the bound by types is reached, no costs are needed."""
    attained = 0
    for seed in range(400):
        rng = random.Random(seed)
        n = rng.choice([4, 6, 8, 10])
        types = [rng.randrange(3) for _ in range(n)]
        table: Cost = [[0] * 3 for _ in range(3)]
        for a in range(3):
            for b in range(a + 1):
                table[a][b] = table[b][a] = rng.choice([None, 0, 0, 1, 7])
        cost: Cost = [[None] * n for _ in range(n)]
        for u in range(n):
            for v in range(u):
                if rng.random() < 0.8:
                    cost[u][v] = cost[v][u] = table[types[u]][types[v]]
        rows = [sum(1 << v for v, c in enumerate(row) if c is not None) for row in cost]
        choices = [(u, [1 << v for v in range(n - 1, -1, -1)]) for u in range(n)]
        tight = tight_by_type(rows, types, table)
        expected = first_cheapest(cost, choices)
        if tight is None:
            assert expected is None
            continue
        found = first_perfect(tight, choices)
        if found is not None:
            attained += 1
            assert found == expected
    assert attained > 150


def assert_first(cost: Cost, choices: list[tuple[int, list[int]]]) -> None:
    """Check that the first of the cheapest perfect matchings is found."""

    def rank(pairs: list[tuple[int, int]]) -> tuple[int, tuple[int, ...]]:
        mate = {u: v for pair in pairs for u, v in (pair, pair[::-1])}
        places = [next(i for i, s in enumerate(sets) if s >> mate[u] & 1) for u, sets in choices]
        return sum(cost[u][v] or 0 for u, v in pairs), tuple(places)

    everything = [rank(pairs) for pairs in perfect_matchings(list(range(len(cost))), cost)]
    found = first_cheapest(cost, choices)
    if found is None:
        assert not everything
    else:
        assert all(found[v] == u for u, v in enumerate(found))
        assert rank([(u, v) for u, v in enumerate(found) if u < v]) == min(everything)


def test_an_odd_cluster_needs_the_blossom_to_be_full() -> None:
    # Two triangles: inside each all edges cost 0, between them 1. One edge crosses, never three.
    n = 6
    cost: Cost = [[0 if u // 3 == v // 3 else 1 for v in range(n)] for u in range(n)]
    wanted = [(0, [1 << 3, 1 << 4]), (1, [1 << 4, 1 << 2])]
    assert first_cheapest(cost, wanted) == [3, 2, 1, 0, 5, 4]


def test_nothing_to_match() -> None:
    assert first_cheapest([], []) == []
    assert first_cheapest([[None]], []) is None


def test_a_choice_that_covers_no_partner_is_an_error() -> None:
    with pytest.raises(ValueError, match="vertex 0"):
        first_cheapest([[None, 0], [0, None]], [(0, [0])])
