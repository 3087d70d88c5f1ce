"""Maximum matchings: as large as brute force finds, and proven maximum."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.matching.bits import members
from crivello.matching.cardinality import (
    NotMaximumError,
    barrier,
    has_perfect_matching,
    maximum_matching,
)
from tests.matching.graphs import adjacency_of, brute_force_size, complement, graphs
from tests.matching.proofs import (
    components_of,
    tutte_berge_witness,
    verify_matching,
    verify_maximum,
)


def exposed(mate: list[int]) -> int:
    return mate.count(-1)


@given(graphs())
def test_as_large_as_brute_force_and_proven(adjacency: list[int]) -> None:
    mate = maximum_matching(adjacency)
    verify_maximum(adjacency, mate)
    assert len(adjacency) - exposed(mate) == 2 * brute_force_size(adjacency)


@given(graphs(), st.integers(0, 2**12))
def test_only_available_vertices_take_part(adjacency: list[int], available: int) -> None:
    available &= (1 << len(adjacency)) - 1
    mate = maximum_matching(adjacency, available=available)
    inside = [row & available if available >> v & 1 else 0 for v, row in enumerate(adjacency)]
    verify_maximum(inside, mate)
    assert all(v in members(available) for v, w in enumerate(mate) if w >= 0)


@given(graphs(), st.randoms(use_true_random=False))
def test_warm_start_is_only_ever_enlarged(adjacency: list[int], rng: random.Random) -> None:
    start = [-1] * len(adjacency)
    for v in rng.sample(range(len(adjacency)), len(adjacency)):
        for w in members(adjacency[v]):
            if start[v] < 0 and start[w] < 0 and rng.random() < 0.4:
                start[v], start[w] = w, v
    kept = list(start)
    mate = maximum_matching(adjacency, start)
    assert start == kept, "the start given is left alone"
    verify_maximum(adjacency, mate)
    assert all(mate[v] >= 0 for v, w in enumerate(start) if w >= 0)


@given(graphs())
def test_barrier_is_the_canonical_one(adjacency: list[int]) -> None:
    mate = maximum_matching(adjacency)
    proof = barrier(adjacency, mate)
    assert proof.deficiency == exposed(mate)
    assert proof.separator == tutte_berge_witness(adjacency, mate)
    rest = ((1 << len(adjacency)) - 1) & ~proof.separator
    assert set(proof.odd_components) <= set(components_of(adjacency, rest))
    # A vertex lies in an odd component exactly when some maximum matching leaves it out.
    everyone = (1 << len(adjacency)) - 1
    size = brute_force_size(adjacency)
    left_out = sum(
        1 << v
        for v in range(len(adjacency))
        if brute_force_size(adjacency, everyone ^ 1 << v) == size
    )
    assert left_out == sum(proof.odd_components)


@given(graphs(), st.integers(0, 1023))
def test_perfect_matching_of_a_subset(adjacency: list[int], subset: int) -> None:
    subset &= (1 << len(adjacency)) - 1
    expected = 2 * brute_force_size(adjacency, subset) == subset.bit_count()
    assert has_perfect_matching(adjacency, subset) == expected


def test_empty_graphs() -> None:
    assert maximum_matching([]) == []
    assert maximum_matching([0, 0]) == [-1, -1]
    assert barrier([0, 0], [-1, -1]).deficiency == 2
    assert has_perfect_matching([])


def test_odd_cycle_hanging_on_a_path() -> None:
    """The path must pass a blossom: 0-1-2-3-4-0 with tails at 0 and 2."""
    graph = adjacency_of(7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (2, 6)])
    mate = [-1, 2, 1, 4, 3, -1, -1]
    assert exposed(maximum_matching(graph, mate)) == 1
    verify_maximum(graph, maximum_matching(graph, mate))


def test_two_odd_cliques() -> None:
    n, half = 30, 15
    graph = adjacency_of(
        n, [(u, v) for v in range(n) for u in range(v) if (u < half) == (v < half)]
    )
    mate = maximum_matching(graph)
    assert exposed(mate) == 2
    proof = barrier(graph, mate)
    assert proof.separator == 0
    assert sorted(proof.odd_components) == [(1 << half) - 1, ((1 << half) - 1) << half]


def test_star_is_blocked_by_its_centre() -> None:
    graph = adjacency_of(6, [(0, v) for v in range(1, 6)])
    proof = barrier(graph, maximum_matching(graph))
    assert proof.separator == 1
    assert sorted(proof.odd_components) == [2, 4, 8, 16, 32]


def test_complements_of_sparse_graphs() -> None:
    rng = random.Random(7)
    for n in (100, 501, 2000):
        edges = [(u, v) for v in range(n) for u in rng.sample(range(n), 8) if u != v]
        graph = complement(adjacency_of(n, edges))
        mate = maximum_matching(graph)
        verify_matching(graph, mate)
        assert exposed(mate) == n % 2


def test_sparse_random_graphs_are_proven() -> None:
    rng = random.Random(8)
    for _ in range(60):
        n = rng.randrange(40, 150)
        edges = [(u, v) for v in range(n) for u in range(v) if rng.random() < 1.6 / n]
        graph = adjacency_of(n, edges)
        verify_maximum(graph, maximum_matching(graph))


def test_false_claims_are_refused() -> None:
    path = adjacency_of(4, [(0, 1), (1, 2), (2, 3)])
    with pytest.raises(NotMaximumError, match="augmenting path"):
        verify_maximum(path, [-1, 2, 1, -1])
    with pytest.raises(NotMaximumError, match="not matched along an edge"):
        verify_maximum(path, [3, 2, 1, 0])
    with pytest.raises(NotMaximumError, match="not matched along an edge"):
        verify_matching(path, [1, 2, 1, -1])
