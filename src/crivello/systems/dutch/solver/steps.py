"""Large brackets whose bound on kinds is not attained: the same as `exact`, one step at a time.

One matching for everything would carry numbers with a digit for each player. So the questions
are put one after the other: the best cost; whether S1 against S2 attains it; if not, the first
exchange that does; and then the first transposition. With S1 known, the graph is bipartite. There
the dual values alone prove an optimum, so the tight pairs are all that can be in a best
candidate, and the first one in order is found without costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....matching.bipartite import first_in_order
from ....matching.weighted import minimum_cost_perfect_matching, tight_edges
from .exact import Graph, Matrix, Reach
from .order import ResidentOrder
from .problem import Candidate, Problem


def first_best_in_steps(problem: Problem, floaters: int) -> Candidate | None:
    """The first best candidate of a bracket alone; None if there is none."""
    graph = Graph(problem, Reach.BRACKET, floaters)
    fixed = graph.pair_moved_down()
    if fixed is None:
        return None
    rest = graph.remainder(fixed)
    limbo = len(problem.moved_down) - len(fixed)
    # Slots are alike, and where there is only the bye, it is one.
    slots = list(range(graph.size, graph.n - limbo))
    pairs = (len(rest) - len(slots)) // 2
    matrix = graph.matrix
    best = minimum_cost_perfect_matching(
        len(rest) + len(slots), _restricted(matrix, [*rest, *slots])
    )
    if best is None:
        return None
    found = _first_transposition(matrix, rest[:pairs], rest[pairs:], slots, best.total)
    if found is None:
        upper = _first_exchange(matrix, rest, slots, pairs)
        lower = [i for i in rest if i not in set(upper)]
        found = _first_transposition(matrix, upper, lower, slots, best.total)
        assert found is not None, "an exchange was found that does not attain the best cost"
    chosen = {**fixed, **found}
    paired = {*chosen, *chosen.values()}
    left = tuple(i for i in range(graph.size) if i not in paired)
    return Candidate(tuple(sorted(chosen.items())), left)


def _restricted(matrix: Matrix, vertices: Sequence[int]) -> Matrix:
    return [[matrix[u][v] for v in vertices] for u in vertices]


def _first_exchange(
    matrix: Matrix, rest: Sequence[int], slots: Sequence[int], pairs: int
) -> list[int]:
    """S1 after the first exchange that allows a best candidate (D.2, 4.3)."""
    order = ResidentOrder(len(rest), pairs)
    below = order.below_exchange
    bits = order.bits - below
    many = len(rest)
    table: Matrix = [
        [None if cost is None else cost << bits for cost in row]
        for row in _restricted(matrix, [*rest, *slots])
    ]
    for i in range(many):
        row = table[i]
        single = order.single(i + 1) >> below
        for j in range(i + 1, len(table)):
            cost = row[j]
            if cost is not None:
                cost += order.pair(i + 1, j + 1) >> below if j < many else single
                row[j] = table[j][i] = cost
    solution = minimum_cost_perfect_matching(len(table), table)
    assert solution is not None
    return [rest[i] for i in range(many) if i < solution.mate[i] < many]


def _first_transposition(
    matrix: Matrix,
    upper: Sequence[int],
    lower: Sequence[int],
    slots: Sequence[int],
    best: int,
) -> dict[int, int] | None:
    """S1 against S2 at the best cost, first in order (D.1, 4.2); None if it costs more.

    The opponents are lower ranked: else the candidate would belong to another exchange.
    """
    vertices = [*upper, *lower, *slots]
    first, second = len(upper), len(upper) + len(lower)
    table: Matrix = [[None] * len(vertices) for _ in vertices]
    for b in range(first, second):
        row = matrix[vertices[b]]
        for a in [*range(first), *range(second, len(vertices))]:
            if a >= second or vertices[a] < vertices[b]:
                table[a][b] = table[b][a] = row[vertices[a]]
    solution = minimum_cost_perfect_matching(len(vertices), table)
    if solution is None or solution.total > best:
        return None
    assert not solution.blossoms, "a bipartite graph has no blossoms"
    tight = tight_edges(solution)
    everybody = (1 << len(lower)) - 1
    rows = [tight[a] >> first & everybody for a in [*range(first), *range(second, len(vertices))]]
    columns = first_in_order(rows, len(lower))
    assert columns is not None
    return {i: lower[columns[k]] for k, i in enumerate(upper)}
