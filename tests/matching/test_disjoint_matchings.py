"""Perfect matchings without a common edge, compared with an exhaustive search."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from crivello.matching.perfect import DisjointMatchings, disjoint_matchings, meets_dirac


def graph(n: int, edges: set[tuple[int, int]]) -> list[int]:
    rows = [0] * n
    for u, v in edges:
        rows[u] |= 1 << v
        rows[v] |= 1 << u
    return rows


def perfect(n: int, edges: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    if n == 0:
        return [frozenset()]
    found = []
    for chosen in combinations(sorted(edges), n // 2):
        if len({v for edge in chosen for v in edge}) == n:
            found.append(frozenset(chosen))
    return found


def most(n: int, edges: frozenset[tuple[int, int]], wanted: int) -> int:
    """Return the most disjoint perfect matchings, by trying everything."""
    if wanted == 0:
        return 0
    answers = [1 + most(n, edges - one, wanted - 1) for one in perfect(n, edges)]
    return max(answers, default=0)


@pytest.mark.parametrize("n", [2, 4, 6])
def test_as_a_search_that_tries_everything(n: int) -> None:
    rng = random.Random(n)
    every = list(combinations(range(n), 2))
    seen = set()
    for _ in range(120):
        edges = {edge for edge in every if rng.random() < rng.choice((0.5, 0.8, 1.0))}
        wanted = rng.randrange(1, n + 1)
        expected = most(n, frozenset(edges), wanted)
        assert disjoint_matchings(graph(n, edges), wanted) == DisjointMatchings(expected, True)
        seen.add(expected)
    assert len(seen) > 1


@pytest.mark.parametrize("n", [2, 4, 6, 8, 10, 12, 16, 20])
def test_a_complete_graph_is_split_into_matchings(n: int) -> None:
    """A complete graph splits into n - 1 rounds, and not into n."""
    rows = graph(n, set(combinations(range(n), 2)))
    found = disjoint_matchings(rows, n)
    assert found.proven
    assert found.found == n - 1


def test_two_triangles_are_no_round() -> None:
    edges = {(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)}
    assert disjoint_matchings(graph(6, edges), 2) == DisjointMatchings(0, True)


def test_dirac_is_sufficient() -> None:
    rng = random.Random(5)
    tried = 0
    for _ in range(300):
        n = rng.choice((8, 10, 12))
        rows = graph(n, {e for e in combinations(range(n), 2) if rng.random() < 0.9})
        number = rng.randrange(1, 5)
        if not meets_dirac(rows, number):
            continue
        tried += 1
        assert disjoint_matchings(rows, number) == DisjointMatchings(number, True)
    assert tried > 30


def test_a_large_graph_is_answered_without_a_long_search() -> None:
    """Two cliques of odd size joined by one vertex have one matching, and then no other."""
    half = 101
    edges = set(combinations(range(half), 2)) | set(combinations(range(half, 2 * half), 2))
    edges.add((0, half))
    found = disjoint_matchings(graph(2 * half, edges), 3)
    assert found.found == 1


def test_a_graph_of_nobody_has_empty_matchings() -> None:
    assert disjoint_matchings([], 3) == DisjointMatchings(3, True)
    assert disjoint_matchings([0], 3) == DisjointMatchings(0, True)
