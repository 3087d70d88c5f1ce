"""Transport between types: cost by brute force, optimality by duals, bounds by matchings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from crivello.matching.transport import fractional_b_matching, minimum_cost_transport
from crivello.matching.weighted import minimum_cost_perfect_matching
from tests.support.samples import sample

Table = list[list[int | None]]
Transport = tuple[list[list[int]], list[int], list[int]]


def cheapest(supply: Sequence[int], demand: Sequence[int], cost: Table) -> int | None:
    """Return the least cost, by sending each unit wherever it may go."""
    units = [i for i, amount in enumerate(supply) for _ in range(amount)]

    @cache
    def best(unit: int, wanted: tuple[int, ...]) -> int | None:
        if unit == len(units):
            return None if any(wanted) else 0
        least = None
        for j, amount in enumerate(wanted):
            c = cost[units[unit]][j]
            if amount and c is not None:
                rest = best(unit + 1, (*wanted[:j], amount - 1, *wanted[j + 1 :]))
                if rest is not None and (least is None or c + rest < least):
                    least = c + rest
        return least

    return best(0, tuple(demand))


def assert_optimal(
    supply: Sequence[int], demand: Sequence[int], cost: Table, solution: Transport
) -> int:
    """Check flow and duals; return the cost."""
    flow, u, v = solution
    assert [sum(row) for row in flow] == list(supply)
    assert [sum(row[j] for row in flow) for j in range(len(demand))] == list(demand)
    total = 0
    for i, row in enumerate(flow):
        for j, amount in enumerate(row):
            c = cost[i][j]
            assert amount >= 0
            if c is None:
                assert amount == 0
            else:
                assert u[i] + v[j] <= c
                assert amount == 0 or u[i] + v[j] == c
                total += amount * c
    return total


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[int], list[int], Table]:
    rows, columns = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    supply = draw(st.lists(st.integers(0, 3), min_size=rows, max_size=rows))
    demand = draw(st.lists(st.integers(0, 3), min_size=columns, max_size=columns))
    if columns and draw(st.booleans()):
        demand = [0] * columns
        for _ in range(sum(supply)):
            demand[draw(st.integers(0, columns - 1))] += 1
    value = draw(st.sampled_from([st.integers(-3, 5), st.integers(-(10**30), 10**30)]))
    entry = st.one_of(value, value, st.none())
    cost = [[draw(entry) for _ in range(columns)] for _ in range(rows)]
    return supply, demand, cost


@given(problems())
def test_as_cheap_as_brute_force_and_proven(problem: tuple[list[int], list[int], Table]) -> None:
    supply, demand, cost = problem
    solution = minimum_cost_transport(supply, demand, cost)
    if solution is None:
        assert cheapest(supply, demand, cost) is None
    else:
        assert assert_optimal(supply, demand, cost, solution) == cheapest(supply, demand, cost)


def test_totals_that_differ() -> None:
    assert minimum_cost_transport([1], [2], [[0]]) is None


def test_nothing_to_ship() -> None:
    assert minimum_cost_transport([], [], []) == ([], [], [])
    assert minimum_cost_transport([0], [0], [[None]]) == ([[0]], [0], [0])


def test_large_supplies_are_proven() -> None:
    rng = random.Random(2)
    for size in (3, 8, 15, 25):
        for density in (0.4, 1.0):
            supply = [rng.randrange(2000) for _ in range(size)]
            demand = rng.sample(supply, size)
            cost: Table = [
                [rng.randrange(4) << 60 | rng.randrange(9) for _ in range(size)]
                for _ in range(size)
            ]
            for row in cost:
                for j in range(size):
                    if rng.random() > density:
                        row[j] = None
            solution = minimum_cost_transport(supply, demand, cost)
            if density == 1.0:
                assert solution is not None
            if solution is not None:
                assert_optimal(supply, demand, cost, solution)


@st.composite
def typed_vertices(draw: st.DrawFn) -> tuple[list[int], Table]:
    kinds = draw(st.integers(1, 4))
    counts = draw(st.lists(st.integers(0, 3), min_size=kinds, max_size=kinds))
    entry = st.one_of(st.integers(-3, 6), st.integers(0, 10**25), st.none())
    cost: Table = [[None] * kinds for _ in range(kinds)]
    for a in range(kinds):
        for b in range(a + 1):
            cost[a][b] = cost[b][a] = draw(entry)
    return counts, cost


@given(typed_vertices())
@settings(max_examples=sample(200))
def test_type_duals_bound_the_matching_of_vertices(problem: tuple[list[int], Table]) -> None:
    counts, cost = problem
    kind = [a for a, count in enumerate(counts) for _ in range(count)]
    n = len(kind)
    table = [[None if x == y else cost[kind[x]][kind[y]] for y in range(n)] for x in range(n)]
    y = fractional_b_matching(counts, cost)
    solution = minimum_cost_perfect_matching(n, table)
    if y is None:
        assert solution is None
        return
    for a, count in enumerate(counts):
        for b in range(a + 1):
            c = cost[a][b]
            if c is not None and (a != b or count > 1):
                assert y[a] + y[b] <= 2 * c
    bound = sum(count * dual for count, dual in zip(counts, y, strict=True))
    # Twice the cheapest fractional matching: a perfect matching of the double cover.
    covered: Table = [
        [None if a == b and counts[a] < 2 else c for b, c in enumerate(row)]
        for a, row in enumerate(cost)
    ]
    assert bound == cheapest(counts, counts, covered)
    if solution is not None:
        assert bound <= 2 * solution.total
