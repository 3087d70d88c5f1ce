"""Forcing an edge into a perfect matching, compared with brute force."""

from __future__ import annotations

import random

from hypothesis import assume, given

from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching
from crivello.matching.perfect import match_with_edge, possible_partners
from tests.matching.graphs import adjacency_of, brute_force_size, complement, graphs
from tests.matching.proofs import verify_matching


@given(graphs())
def test_every_edge_of_a_graph_with_a_perfect_matching(adjacency: list[int]) -> None:
    n = len(adjacency)
    mate = maximum_matching(adjacency)
    available = (1 << n) - 1
    for v in range(n):  # leave out what is exposed, so that the rest is perfectly matched
        if mate[v] < 0:
            available ^= 1 << v
    inside = members(available)
    assume(inside)
    for u in inside:
        expected = 0
        for v in inside:
            if adjacency[u] >> v & 1:
                rest = available & ~(1 << u | 1 << v)
                if 2 * brute_force_size(adjacency, rest) == rest.bit_count():
                    expected |= 1 << v
            before = list(mate)
            changed = match_with_edge(adjacency, mate, u, v, available)
            assert mate == before
            assert (changed is not None) == bool(expected >> v & 1)
            if changed is not None:
                verify_matching(adjacency, changed)
                assert changed[u] == v
                assert all((changed[w] < 0) == (mate[w] < 0) for w in range(n))
        assert possible_partners(adjacency, mate, u, available) == expected


def test_through_a_blossom() -> None:
    """Forcing 2-3 moves 1 and 4: 1-0 needs the odd cycle."""
    graph = adjacency_of(6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 2), (1, 5)])
    mate = [5, 2, 1, 4, 3, 0]
    assert match_with_edge(graph, mate, 2, 3) is not None
    assert match_with_edge(graph, mate, 0, 3) is None, "not an edge"
    assert possible_partners(graph, mate, 3) == 1 << 2 | 1 << 4


def test_fixing_one_edge_after_another_in_a_large_graph() -> None:
    rng = random.Random(1)
    n = 400
    edges = [(u, v) for v in range(n) for u in rng.sample(range(n), 8) if u != v]
    graph = complement(adjacency_of(n, edges))
    mate = maximum_matching(graph)
    available = (1 << n) - 1
    while available:
        u = (available & -available).bit_length() - 1
        partners = possible_partners(graph, mate, u, available)
        v = (partners & -partners).bit_length() - 1
        changed = match_with_edge(graph, mate, u, v, available)
        assert changed is not None
        mate = changed
        available ^= 1 << u | 1 << v
    verify_matching(graph, mate)
    assert -1 not in mate
