"""Time matchings: `python -m bench.matching`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from crivello.matching.bipartite import first_in_order
from crivello.matching.cardinality import barrier, maximum_matching
from crivello.matching.perfect import match_with_edge
from crivello.matching.transport import fractional_b_matching, minimum_cost_transport
from crivello.matching.weighted import minimum_cost_perfect_matching

rng = random.Random(2026)
Cost = list[list[int | None]]
T = TypeVar("T")


def report(
    name: str, sizes: Sequence[int], make: Callable[[int], T], run: Callable[[T], object]
) -> None:
    """Print the mean time of `run` for each size, over problems made beforehand."""
    cells = []
    for size in sizes:
        problems = [make(size) for _ in range(max(1, 400 // size))]
        start = time.perf_counter()
        for problem in problems:
            run(problem)
        mean = (time.perf_counter() - start) / len(problems)
        cells.append(f"{size}: {mean * 1e3:.2f} ms")
    print(f"{name:<44}{'   '.join(cells)}")


def symmetric(n: int, cost: Callable[[int, int], int | None]) -> Cost:
    table: Cost = [[None] * n for _ in range(n)]
    for v in range(n):
        for u in range(v):
            table[u][v] = table[v][u] = cost(u, v)
    return table


def uniform(largest: int) -> Callable[[int], Cost]:
    return lambda n: symmetric(n, lambda u, v: rng.randrange(largest))


def by_types(kinds: int, digits: int, forbidden: int) -> Callable[[int], Cost]:
    """Return a function that makes costs like those of pairings: by type and criterion, with past
    opponents.
    """

    def make(n: int) -> Cost:
        kind = [rng.randrange(kinds) for _ in range(n)]
        price = symmetric(
            kinds + 1, lambda u, v: sum(rng.randrange(3) << 20 * k for k in range(digits))
        )
        cost = symmetric(n, lambda u, v: price[min(kind[u], kind[v])][max(kind[u], kind[v]) + 1])
        for u in range(n):
            for v in rng.sample(range(n), forbidden):
                cost[u][v] = cost[v][u] = None
        return cost

    return make


def nearly_complete(n: int) -> list[int]:
    """Return the complement of a sparse graph."""
    rows = [(1 << n) - 1 ^ 1 << v for v in range(n)]
    for u in range(n):
        for v in rng.sample(range(n), 5):
            rows[u] &= ~(1 << v)
            rows[v] &= ~(1 << u)
    return rows


def with_large_independent_set(n: int) -> list[int]:
    """Return a graph without a perfect matching: more than half of its vertices see only the
    others.
    """
    many = (1 << n // 2 + 10) - 1
    return [row & ~many if many >> v & 1 else row for v, row in enumerate(nearly_complete(n))]


def table_of_rows(n: int) -> list[int]:
    return [(1 << n) - 1 & ~sum({1 << rng.randrange(n) for _ in range(9)}) for _ in range(n)]


def rows_with_few_columns(n: int) -> list[int]:
    order = rng.sample(range(n), n)
    return [1 << order[i] | 1 << rng.randrange(n) | 1 << rng.randrange(n) for i in range(n)]


def rows_by_types(kinds: int, density: float) -> Callable[[int], list[int]]:
    def make(n: int) -> list[int]:
        kind_of_column = [rng.randrange(kinds) for _ in range(n)]
        classes = [sum(1 << c for c in range(n) if kind_of_column[c] == k) for k in range(kinds)]
        allowed = [
            sum(classes[b] for b in range(kinds) if a == b or rng.random() < density)
            for a in range(kinds)
        ]
        rows = [allowed[kind] for kind in rng.sample(kind_of_column, n)]
        return [row & ~sum({1 << rng.randrange(n) for _ in range(9)}) for row in rows]

    return make


def transport(size: int) -> tuple[list[int], list[int], Cost]:
    supply = [rng.randrange(1, 2000) for _ in range(size)]
    cost: Cost = [
        [sum(rng.randrange(3) << 20 * k for k in range(20)) for _ in range(size)]
        for _ in range(size)
    ]
    return supply, rng.sample(supply, size), cost


def types_to_match(size: int) -> tuple[list[int], Cost]:
    cost = symmetric(size, lambda u, v: sum(rng.randrange(3) << 20 * k for k in range(20)))
    for a in range(size):
        cost[a][a] = rng.randrange(3) << 380
    return [rng.randrange(1, 2000) for _ in range(size)], cost


def fix_first(graph: list[int]) -> None:
    mate = maximum_matching(graph)
    for v in range(1, 51):
        match_with_edge(graph, mate, 0, v)


def main() -> None:
    def solve(cost: Cost) -> None:
        minimum_cost_perfect_matching(len(cost), cost)

    sizes: tuple[int, ...] = (20, 40, 100, 300)
    print("minimum-cost perfect matching")
    report("  costs 0..99", sizes, uniform(100), solve)
    report("  costs of 500 bits", sizes, uniform(1 << 500), solve)
    report("  costs of 3000 bits", sizes, uniform(1 << 3000), solve)
    report("  8 types, 25 criteria, 5 forbidden", sizes, by_types(8, 25, 5), solve)
    report("  25 types, 25 criteria, 5 forbidden", sizes, by_types(25, 25, 5), solve)
    sizes = (100, 1000, 10_000)
    print("maximum matching")
    report("  nearly complete", sizes, nearly_complete, maximum_matching)
    report("  large independent set", sizes, with_large_independent_set, maximum_matching)
    report(
        "  the same, with its barrier",
        sizes,
        with_large_independent_set,
        lambda graph: barrier(graph, maximum_matching(graph)),
    )
    report("  nearly complete, and 50 edges forced", sizes, nearly_complete, fix_first)
    sizes = (1000, 3000, 5000)
    print("first matching of rows in order")
    report("  nearly complete", sizes, table_of_rows, first_in_order)
    report("  three columns each", sizes, rows_with_few_columns, first_in_order)
    report("  4 types", sizes, rows_by_types(4, 0.3), first_in_order)
    report("  20 types", sizes, rows_by_types(20, 0.1), first_in_order)
    sizes = (8, 25)
    print("transport between types, costs of 400 bits")
    report("  supply and demand", sizes, transport, lambda p: minimum_cost_transport(*p))
    report("  fractional matching", sizes, types_to_match, lambda p: fractional_b_matching(*p))


if __name__ == "__main__":
    main()
