"""The first best candidate of a bracket, by minimum-cost perfect matchings.

The graph holds the bracket and as much of the field below it as is asked for (`Reach`):

* BRACKET: each downfloater takes one of as many slots as there must be downfloaters;
* NEXT: downfloaters may also be paired with the next scoregroup; who of the two is left takes a
  slot. So the look ahead (C.7, C8) is part of the cost;
* FIELD: everybody below and the bye, so that the candidate can be completed (C.4, C4).

An edge that leaves the bracket carries the cost of the downfloater, edges below it what they
mean to the next bracket. The cost of an edge is its criteria and, in the digits below them, its
place in the generation order: so one matching gives the best candidate that is generated first.
"""

from __future__ import annotations

from enum import Enum

from ....matching.cardinality import maximum_matching
from ....matching.weighted import minimum_cost_perfect_matching
from ..bracket import Bracket
from ..editions import MovedDownOrder
from .costs import Costs, Failures, Parts, Scale
from .order import MovedDownPairing, ResidentOrder
from .problem import Candidate, Problem

Matrix = list[list[int | None]]


class Reach(Enum):
    """How far below the bracket a solution looks."""

    BRACKET = "bracket"
    NEXT = "next scoregroup"
    FIELD = "field"


def first_best(problem: Problem, reach: Reach) -> Candidate | None:
    """The best candidate that is generated first; None if there is none that can be completed."""
    floaters = problem.fewest_floaters()
    while True:
        graph = Graph(problem, reach, floaters)
        candidate = graph.solve()
        if candidate is None or len(candidate.floaters) == floaters:
            return candidate
        # Completion forces more downfloaters than the bracket alone: now their number is known.
        floaters = len(candidate.floaters)


class Graph:
    """The matching problem of a bracket, given the number of its downfloaters."""

    def __init__(self, problem: Problem, reach: Reach, floaters: int) -> None:
        self.problem = problem
        self.reach = reach
        self.floaters = floaters
        self.size = len(problem.players)
        self.legal = problem.rows()
        self._below()
        self._costs()

    def _below(self) -> None:
        """Lay out the vertices after those of the bracket."""
        problem = self.problem
        below: list[int] = []
        # How many of these belong to the next bracket, if that is looked at.
        self.next_size = 0
        if self.reach is not Reach.BRACKET and problem.look_ahead:
            below += problem.next_group
            self.next_size = len(below)
        self.slots = 0
        if self.reach is Reach.FIELD:
            below += problem.lower if problem.look_ahead else problem.next_group + problem.lower
            if problem.meetings.bye is not None:
                below.append(problem.meetings.bye)
        elif problem.last:
            # The only downfloater there can be is the one with the bye.
            if problem.meetings.bye is not None:
                below.append(problem.meetings.bye)
        elif self.reach is Reach.BRACKET:
            self.slots = self.floaters
        else:
            self.slots = self._next_slots()
        self.below = tuple(below)
        self.n = self.size + len(below) + self.slots

    def _next_slots(self) -> int:
        """Slots for who stays unpaired in the next bracket: enough if no downfloater is paired."""
        group = self.problem.next_group
        meets = self.problem.meetings.rows
        graph = [
            sum(1 << j for j, other in enumerate(group) if meets[player] >> other & 1)
            for player in group
        ]
        return self.floaters + maximum_matching(graph).count(-1)

    def _costs(self) -> None:
        """Numbers for the criteria: those before the look ahead, its own, those after it."""
        problem = self.problem
        size, moved_down = self.size, len(problem.moved_down)
        criteria, before = problem.criteria(self.floaters)
        bracket = problem.bracket()
        costs = Costs(Parts(problem.field, bracket, criteria), bracket.players, moved_down)
        pairs: dict[tuple[int, int], Failures] = {}
        for i in range(size):
            for j in range(max(i + 1, moved_down), size):
                if self.legal[i] >> j & 1:
                    pairs[i, j] = costs.pair(i, j)
        singles = [costs.single(i) for i in range(size)]
        seen = {*pairs.values(), *singles}
        after = Scale(criteria[before:], {f[before:] for f in seen}, size)
        self._next_costs(after.end)
        # B.1: of the candidates that C.6 leaves, those with the most moved-down players paired.
        # Only in a collapsed last bracket has it anything to decide.
        limbo = self.next_end
        first = Scale(criteria[:before], {f[:before] for f in seen}, size, limbo * (size + 1))
        price = {f: first.encode(f[:before]) + after.encode(f[before:]) for f in seen}
        self.pair_cost = {pair: price[f] for pair, f in pairs.items()}
        self.float_cost = [price[f] + limbo * (i < moved_down) for i, f in enumerate(singles)]

    def _next_costs(self, rest: int) -> None:
        """What the next bracket fails: `next_pair` of downfloaters, `next_float` of everybody."""
        problem = self.problem
        self.next_end = rest
        self.next_pair: dict[tuple[int, int], int] = {}
        self.next_float: dict[int, int] = {}
        if not self.next_size:
            return
        group = problem.next_group
        unit = problem.field.scoring.unit
        bracket = Bracket(problem.entrants(group), (), unit)
        criteria = problem.edition.floaters
        members = problem.players + group
        costs = Costs(Parts(problem.field, bracket, criteria), problem.entrants(members), self.size)
        pairs = {
            (i, j): costs.pair(i, self.size + j)
            for i in range(self.size)
            for j in range(len(group))
        }
        inside = costs.pair(self.size, self.size + 1) if len(group) > 1 else None
        singles = {i: costs.single(i) for i in range(len(members))}
        seen = {*pairs.values(), *singles.values()} | ({inside} if inside else set())
        scale = Scale(criteria, seen, len(members), rest)
        price = {f: scale.encode(f) for f in seen}
        self.next_end = scale.end
        self.next_pair = {pair: price[f] for pair, f in pairs.items()}
        self.next_float = {i: price[f] for i, f in singles.items()}
        self.next_inside = price[inside] if inside else 0

    # ------------------------------------------------------------------ solving

    def solve(self) -> Candidate | None:
        fixed = self.pair_moved_down()
        return None if fixed is None else self._pair_residents(fixed)

    def pair_moved_down(self) -> dict[int, int] | None:
        """First whom the moved-down players meet; the rest of the bracket is paired without them.

        None if there is no candidate.
        """
        problem = self.problem
        moved_down = len(problem.moved_down)
        if not moved_down:
            return {}
        order = MovedDownPairing(
            [problem.field.entrants[i].score for i in problem.moved_down],
            self.size,
            problem.edition.moved_down_order is MovedDownOrder.SCORES_FIRST,
        )
        matrix = self.matrix(order.bits)
        for i in range(moved_down):
            for j in range(moved_down, self.size):
                cost = matrix[i][j]
                if cost is not None:
                    matrix[i][j] = matrix[j][i] = cost + order.pair(i + 1, j + 1)
        solution = minimum_cost_perfect_matching(self.n, matrix)
        if solution is None:
            return None
        mate = solution.mate
        # If they are not as many as thought, the caller tries again with the right number.
        self.floaters = sum(1 for i in range(self.size) if mate[i] >= self.size)
        return {i: mate[i] for i in range(moved_down) if mate[i] < self.size}

    def remainder(self, fixed: dict[int, int]) -> list[int]:
        """The residents who are left when the moved-down players are paired."""
        taken = set(fixed.values())
        return [j for j in range(len(self.problem.moved_down), self.size) if j not in taken]

    def _pair_residents(self, fixed: dict[int, int]) -> Candidate | None:
        """The first best candidate, given the pairs of moved-down players."""
        rest = self.remainder(fixed)
        pairs = (self.size - self.floaters) // 2 - len(fixed)
        order = ResidentOrder(len(rest), pairs)
        number = {i: bsn for bsn, i in enumerate(rest, start=1)}
        matrix = self.matrix(order.bits)
        gone = {*fixed, *fixed.values()}
        for i, bsn in number.items():
            single = order.single(bsn)
            row = matrix[i]
            for j in range(self.n):
                cost = row[j]
                if cost is None:
                    continue
                if j in number:
                    if i < j:
                        matrix[i][j] = matrix[j][i] = cost + order.pair(bsn, number[j])
                elif j >= self.size:
                    row[j] = matrix[j][i] = cost + single
        # The limbo meets nobody here.
        limbo = {i for i in range(len(self.problem.moved_down)) if i not in fixed}
        for i in limbo:
            for j in range(self.size):
                matrix[i][j] = matrix[j][i] = None
        keep = [v for v in range(self.n) if v not in gone]
        small = [[matrix[u][v] for v in keep] for u in keep]
        solution = minimum_cost_perfect_matching(len(keep), small)
        if solution is None:
            return None
        mate = {u: keep[solution.mate[i]] for i, u in enumerate(keep)}
        found = list(fixed.items())
        found += [(i, mate[i]) for i in rest if i < mate[i] < self.size]
        floaters = tuple(i for i in range(self.size) if mate.get(i, -1) >= self.size)
        return Candidate(tuple(sorted(found)), floaters, self._next_floaters(mate))

    def _next_floaters(self, mate: dict[int, int]) -> tuple[int, ...]:
        if not self.next_size:
            return ()
        end = self.size + self.next_size
        vertices = self.problem.players + self.below
        return tuple(vertices[v] for v, w in mate.items() if v < end and w >= end)

    def matrix(self, bits: int) -> Matrix:
        """Costs of all edges, shifted by `bits` to leave room for the order."""
        n, size, problem = self.n, self.size, self.problem
        matrix: Matrix = [[None] * n for _ in range(n)]

        def put(u: int, v: int, cost: int) -> None:
            matrix[u][v] = matrix[v][u] = cost << bits

        for (i, j), cost in self.pair_cost.items():
            put(i, j, cost)
        meets = problem.meetings.rows
        vertices = problem.players + self.below
        end = size + self.next_size
        slots = range(len(vertices), n)
        for i in range(size):
            row = meets[vertices[i]]
            cost = self.float_cost[i]
            beyond = cost + self.next_float.get(i, 0)
            for v in range(size, len(vertices)):
                if row >> vertices[v] & 1:
                    put(i, v, cost + self.next_pair[i, v - size] if v < end else beyond)
            for v in slots:
                put(i, v, beyond)
        for u in range(size, len(vertices)):
            row = meets[vertices[u]]
            beyond = self.next_float[u] if u < end else 0
            for v in range(u + 1, len(vertices)):
                if row >> vertices[v] & 1:
                    put(u, v, self.next_inside if v < end else beyond)
            if u < end:
                for v in slots:
                    put(u, v, beyond)
        if self.reach is Reach.NEXT:
            for u in slots:
                for v in slots:
                    if u != v:
                        put(u, v, 0)
        return matrix
