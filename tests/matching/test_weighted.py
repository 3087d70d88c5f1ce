"""Cheapest perfect matchings: the same cost as by brute force, and proven by duals."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.matching.bits import members
from crivello.matching.weighted import (
    FEW,
    Certificate,
    Solution,
    cheapest_mates,
    minimum_cost_perfect_matching,
    price,
    slacks,
    tight_edges,
)
from tests.matching.graphs import (
    Cost,
    brute_force_cost,
    cost_matrices,
)
from tests.matching.proofs import NotOptimalError, verify


def matrix(n: int, cost: Callable[[int, int], int | None]) -> Cost:
    table: Cost = [[None] * n for _ in range(n)]
    for v in range(n):
        for u in range(v):
            table[u][v] = table[v][u] = cost(u, v)
    return table


def solve(cost: Cost) -> Solution:
    solution = minimum_cost_perfect_matching(len(cost), cost)
    assert solution is not None
    verify(len(cost), cost, solution)
    return solution


@given(cost_matrices())
def test_as_cheap_as_brute_force_and_proven_with_weights(cost: Cost) -> None:
    solution = minimum_cost_perfect_matching(len(cost), cost)
    if solution is None:
        assert brute_force_cost(len(cost), cost) is None
    else:
        verify(len(cost), cost, solution)
        assert solution.total == brute_force_cost(len(cost), cost)


def edges_of(cost: Cost) -> list[dict[int, int]]:
    return [{v: c for v, c in enumerate(row) if c is not None} for row in cost]


def with_loners(cost: Cost, alone: Sequence[int | None]) -> Cost:
    """Return the same problem without vertices that stay alone, as a graph of twice the size.

    Each vertex has a double. A vertex that stays alone is matched with its double; the doubles of
    all others are matched together.
    """
    n = len(cost)

    def paid(u: int, v: int) -> int | None:
        if v < n:
            return cost[u][v]
        if u < n:
            return alone[u] if v == u + n else None
        return None if cost[u - n][v - n] is None else 0

    return matrix(2 * n, paid)


@given(cost_matrices(max_vertices=9))
def test_mates_without_proof_are_as_cheap(cost: Cost) -> None:
    mate = cheapest_mates(edges_of(cost), [None] * len(cost))
    best = brute_force_cost(len(cost), cost)
    if mate is None:
        assert best is None
    else:
        chosen = [cost[u][v] for u, v in enumerate(mate) if u < v]
        assert all(mate[v] == u for u, v in enumerate(mate))
        assert sum(c for c in chosen if c is not None) == best
        assert None not in chosen


@given(cost_matrices(max_vertices=10), st.data())
def test_some_may_stay_alone(cost: Cost, data: st.DataObject) -> None:
    n = len(cost)
    values = st.one_of(st.none(), st.integers(-2, 5), st.integers(0, 10**20))
    alone = [data.draw(values) for _ in range(n)]
    best = brute_force_cost(2 * n, with_loners(cost, alone))
    solution = minimum_cost_perfect_matching(n, cost, alone=alone)
    mate = cheapest_mates(edges_of(cost), alone)
    if solution is None or mate is None:
        assert (solution, mate, best) == (None, None, None)
    else:
        verify(n, cost, solution, alone)
        assert solution.total == best
        assert price(edges_of(cost), alone, mate) == best


@pytest.mark.parametrize("density", [0.2, 0.3, 1.0])
def test_loners_in_larger_graphs_are_proven(density: float) -> None:
    """There are few different costs, so that blossoms occur, and some contain a loner."""
    rng = random.Random(int(density * 100))
    loners_in_blossoms = 0
    for _ in range(150):
        n = rng.randrange(FEW + 1, 30)
        cost = matrix(n, lambda u, v: rng.randrange(6) if rng.random() < density else None)
        alone = [rng.choice((None, rng.randrange(8))) for _ in range(n)]
        solution = minimum_cost_perfect_matching(n, cost, alone=alone)
        mate = cheapest_mates(edges_of(cost), alone)
        if solution is None:
            assert mate is None
            assert minimum_cost_perfect_matching(2 * n, with_loners(cost, alone)) is None
        else:
            verify(n, cost, solution, alone)
            assert mate is not None
            assert price(edges_of(cost), alone, mate) == solution.total
            loners = sum(1 << v for v, w in enumerate(solution.mate) if w < 0)
            loners_in_blossoms += any(bits & loners for bits in solution.blossoms)
    assert density == 1 or loners_in_blossoms > 5


@given(cost_matrices(max_vertices=6))
def test_edges_of_optimal_matchings_are_tight(cost: Cost) -> None:
    n = len(cost)
    solution = minimum_cost_perfect_matching(n, cost)
    if solution is None:
        return
    tight = tight_edges(solution)
    assert all(tight[v] >> w & 1 for v, w in enumerate(solution.mate))
    for u in range(n):
        for v in range(u):
            c = cost[u][v]
            rest = [w for w in range(n) if w not in (u, v)]
            others = brute_force_cost(n - 2, [[cost[a][b] for b in rest] for a in rest])
            if c is not None and others is not None and c + others == solution.total:
                assert tight[u] >> v & 1
                assert tight[v] >> u & 1


def test_no_vertices_and_odd_numbers() -> None:
    assert solve([]).mate == []
    assert minimum_cost_perfect_matching(1, [[None]]) is None
    assert minimum_cost_perfect_matching(3, [[1] * 3] * 3) is None
    assert solve([[None, -7], [-7, None]]).total == -7
    assert minimum_cost_perfect_matching(2, [[None, None], [None, None]]) is None


def test_disconnected_odd_parts_have_no_perfect_matching() -> None:
    cost = matrix(6, lambda u, v: 1 if (u < 3) == (v < 3) else None)
    assert minimum_cost_perfect_matching(6, cost) is None


def test_two_odd_cliques_with_one_dear_bridge() -> None:
    cost = matrix(10, lambda u, v: 0 if (u < 5) == (v < 5) else 10**50 + u + v)
    solution = solve(cost)
    assert solution.total == 10**50 + 5
    assert sorted(map(members, solution.blossoms)) in ([[0, 1, 2, 3, 4]], [[5, 6, 7, 8, 9]])


def test_nested_blossoms() -> None:
    """Groups of three are inside groups of nine inside the whole, and leaving each is expensive."""

    def cost(u: int, v: int) -> int:
        if u // 3 == v // 3:
            return 1
        if u // 9 == v // 9:
            return 100
        return 10_000 + (u * v) % 7

    solution = solve(matrix(54, cost))
    sizes = {blossom.bit_count() for blossom in solution.blossoms}
    assert {3, 9} <= sizes, "blossoms inside blossoms"
    # 18 pairs inside threes, 6 inside nines, and the six odd vertices left in 3 pairs.
    assert solution.total == 18 * 1 + 6 * 100 + 3 * 10_000


def test_blossoms_are_expanded_again() -> None:
    """The vertices are points on a line in random order, so searches undo what earlier ones
    shrank.
    """
    rng = random.Random(5)
    for _ in range(150):
        n = 2 * rng.randrange(4, 15)
        place = [rng.randrange(60) for _ in range(n)]
        cost = matrix(n, lambda u, v, at=place: abs(at[u] - at[v]))  # type: ignore[misc]
        ordered = sorted(place)
        assert solve(cost).total == sum(ordered[1::2]) - sum(ordered[::2])


@pytest.mark.parametrize("density", [0.15, 0.5, 1.0])
@pytest.mark.parametrize("largest", [1, 3, 50, 1 << 700])
def test_random_graphs_are_proven(density: float, largest: int) -> None:
    rng = random.Random(largest % 1009 + int(100 * density))
    for n in (12, 20, 30, 44, 60):
        cost = matrix(
            n, lambda u, v: rng.randrange(-largest, largest + 1) if rng.random() < density else None
        )
        solution = minimum_cost_perfect_matching(n, cost)
        if solution is not None:
            verify(n, cost, solution)


def test_classes_of_equal_vertices() -> None:
    """Costs that depend on few types give the many ties that occur in pairings."""
    rng = random.Random(3)
    for _ in range(40):
        n, kinds = 2 * rng.randrange(5, 25), rng.randrange(2, 7)
        kind = [rng.randrange(kinds) for _ in range(n)]
        price = [[rng.randrange(3) << 40 | rng.randrange(3) for _ in range(7)] for _ in range(7)]
        solve(
            matrix(
                n,
                lambda u, v, k=kind, p=price: (  # type: ignore[misc]
                    None if rng.random() < 0.1 else p[min(k[u], k[v])][max(k[u], k[v])]
                ),
            )
        )


def test_three_hundred_vertices() -> None:
    rng = random.Random(11)
    solve(matrix(300, lambda u, v: rng.randrange(1 << 200)))


def test_false_certificates_are_refused() -> None:
    cost = matrix(4, lambda u, v: u + v if (u, v) != (0, 1) else 0)
    good = solve(cost)
    worse = good._replace(mate=[2, 3, 0, 1], total=6)
    with pytest.raises(NotOptimalError, match="not tight"):
        verify(4, cost, worse)
    with pytest.raises(NotOptimalError, match="costs"):
        verify(4, cost, good._replace(total=good.total + 1))
    with pytest.raises(NotOptimalError, match="perfect"):
        verify(4, cost, good._replace(mate=[1, 0, 3, 3]))
    for duals, blossoms, words in [
        ((good.duals[0] + 1, *good.duals[1:]), (), "negative slack"),
        (good.duals, ((0b0011, 2),), "no blossom"),
        (good.duals, ((0b0111, -2),), "no blossom"),
    ]:
        with pytest.raises(NotOptimalError, match=words):
            verify(4, cost, good._replace(certificate=Certificate(duals, blossoms)))
    square = matrix(6, lambda u, v: 0)
    solution = solve(square)
    one, two = 0, solution.mate[0]
    outside = [v for v in range(6) if v not in (one, two)]
    loose = (
        1 << one
        | 1 << outside[0]
        | 1 << next(v for v in outside[1:] if v != solution.mate[outside[0]])
    )
    certificate = Certificate(solution.duals, ((loose, 2),))
    with pytest.raises(NotOptimalError, match="not full"):
        verify(6, square, solution._replace(certificate=certificate))


def test_slacks_count_the_blossoms_that_hold_both_ends() -> None:
    certificate = Certificate((1, 1, 1, 0), ((0b0111, 4),))
    table = slacks(4, matrix(4, lambda u, v: 1), certificate)
    assert table[0] == [None, 4, 4, 1]
    assert table[3] == [1, 1, 1, None]
