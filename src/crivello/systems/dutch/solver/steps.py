"""Large brackets whose bound on kinds is not attained: the same as `exact`, one step at a time.

One matching for everything would carry numbers with a digit for each player. So the questions
are put one after the other: the best cost; whether S1 against S2 attains it; if not, the first
exchange that does; and then the first transposition. With S1 known, the graph is bipartite. There
the dual values alone prove an optimum, so the tight pairs are all that can be in a best
candidate, and the first one in order is found without costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.weighted import minimum_cost_perfect_matching, tight_edges
from crivello.systems.dutch.solver.exact import Graph, Reach
from crivello.systems.dutch.solver.order import ResidentOrder
from crivello.systems.dutch.solver.problem import Candidate, Problem

Matrix = list[list[int | None]]


def first_best_in_steps(problem: Problem, floaters: int) -> Candidate | None:
    """The first best candidate of a bracket alone; None if there is none."""
    graph = Graph(problem, Reach.BRACKET, floaters)
    fixed = graph.pair_moved_down()
    if fixed is None:
        return None
    rest = graph.remainder(fixed)
    pairs = (graph.size - graph.floaters) // 2 - len(fixed)
    steps = _Steps(graph, rest)
    if not steps.find_best():
        return None
    found = steps.first_transposition(range(pairs))
    if found is None:
        found = steps.first_transposition(steps.first_exchange(pairs))
        assert found is not None, "an exchange was found that does not attain the best cost"
    chosen = {**fixed, **{rest[i]: rest[j] for i, j in found.items()}}
    paired = {*chosen, *chosen.values()}
    left = tuple(i for i in range(graph.size) if i not in paired)
    if problem.last and len(left) > 1:
        return None  # the only downfloater there can be is the one with the bye
    return Candidate(tuple(sorted(chosen.items())), left)


class _Steps:
    """The remainder of a bracket, by position in it."""

    def __init__(self, graph: Graph, rest: Sequence[int]) -> None:
        self.many = len(rest)
        self.cost: Matrix = [[graph.edges[u].get(v) for v in rest] for u in rest]
        self.alone = [graph.alone[u] for u in rest]

    def find_best(self) -> bool:
        """The best cost; False if there is no candidate (nobody has moved down then)."""
        best = minimum_cost_perfect_matching(self.many, self.cost, alone=self.alone)
        if best is not None:
            self.best = best.total
        return best is not None

    def first_exchange(self, pairs: int) -> list[int]:
        """S1 after the first exchange that allows a best candidate (D.2, 4.3)."""
        order = ResidentOrder(self.many, pairs)
        below = order.below_exchange
        bits = order.bits - below
        table: Matrix = [[None] * self.many for _ in range(self.many)]
        for i in range(self.many):
            for j in range(i + 1, self.many):
                cost = self.cost[i][j]
                if cost is not None:
                    place = order.pair(i + 1, j + 1) >> below
                    table[i][j] = table[j][i] = (cost << bits) + place
        alone = [
            None if cost is None else (cost << bits) + (order.single(i + 1) >> below)
            for i, cost in enumerate(self.alone)
        ]
        solution = minimum_cost_perfect_matching(self.many, table, alone=alone)
        assert solution is not None
        return [i for i, j in enumerate(solution.mate) if i < j]

    def first_transposition(self, s1: Sequence[int]) -> dict[int, int] | None:
        """S1 against S2 at the best cost, first in order (D.1, 4.2); None if it costs more.

        The opponents are lower ranked: else the candidate would belong to another exchange.
        """
        upper = set(s1)
        lower = [i for i in range(self.many) if i not in upper]
        table: Matrix = [[None] * self.many for _ in range(self.many)]
        for i in s1:
            for j in lower:
                if i < j:
                    table[i][j] = table[j][i] = self.cost[i][j]
        alone = [None if i in upper else cost for i, cost in enumerate(self.alone)]
        solution = minimum_cost_perfect_matching(self.many, table, alone=alone)
        if solution is None or solution.total > self.best:
            return None
        assert not solution.blossoms, "a bipartite graph has no blossoms"
        tight = tight_edges(solution)
        rows = [_taken(tight[i], lower) for i in s1]
        # Whoever may stay alone at the best cost; as many do as S2 is larger than S1.
        loners = 0
        for i in lower:
            cost = alone[i]
            if cost is not None and 2 * cost == solution.duals[i]:
                loners |= 1 << i
        rows += [_taken(loners, lower)] * (len(lower) - len(rows))
        columns = first_in_order(rows, len(lower))
        assert columns is not None
        return {i: lower[columns[k]] for k, i in enumerate(s1)}


def _taken(bits: int, places: Sequence[int]) -> int:
    """The set by position among these places."""
    return sum(1 << k for k, place in enumerate(places) if bits >> place & 1)
