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
from ....matching.weighted import cheapest_mates
from ..bracket import Bracket
from ..editions import MovedDownOrder
from .costs import Costs, Parts, Scale
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
    graph = Graph(problem, reach, problem.fewest_floaters)
    while True:
        candidate = graph.solve()
        if candidate is None or graph.is_made_for(len(candidate.floaters)):
            return candidate
        # Completion forces more downfloaters than the bracket alone: now their number is known.
        graph = Graph(problem, reach, len(candidate.floaters))


class Graph:
    """The matching problem of a bracket, given the number of its downfloaters."""

    def __init__(self, problem: Problem, reach: Reach, floaters: int) -> None:
        self.problem = problem
        self.reach = reach
        self.floaters = floaters
        self.asked = problem.asked(floaters)
        self.size = len(problem.players)
        self._below()
        self._price()

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

    def _price(self) -> None:
        """Numbers for the criteria: those before the look ahead, its own, those after it."""
        problem, size = self.problem, self.size
        costs, legal = problem.costs, problem.rows
        moved_down = len(problem.moved_down)
        pairs = {
            (i, j): costs.pair(i, j)
            for i in range(size)
            for j in range(max(i + 1, moved_down), size)
            if legal[i] >> j & 1
        }
        singles = [costs.single(i) for i in range(size)] if self.n > size else []
        seen = {*pairs.values(), *singles}
        scale = Scale(problem.edition.criteria, seen, size)
        before, after = self.asked
        # B.1: of the candidates that C.6 leaves, those with the most moved-down players paired.
        # Only in a collapsed last bracket has it anything to decide.
        limbo = self._price_next(scale.weigh(after))
        scale.weigh(before, limbo * (size + 1))
        price = {failures: scale.encode(failures) for failures in seen}
        matrix: Matrix = [[None] * self.n for _ in range(self.n)]
        for (i, j), failures in pairs.items():
            matrix[i][j] = matrix[j][i] = price[failures]
        floats = [price[failures] + limbo * (i < moved_down) for i, failures in enumerate(singles)]
        self.matrix = matrix
        """The costs of all edges."""
        self._price_below(floats)

    def _price_below(self, floats: list[int]) -> None:
        """Edges that leave the bracket, and those below it."""
        matrix, size, end = self.matrix, self.size, self.size + self.next_size
        rows = self.problem.meetings.rows
        vertices = self.problem.players + self.below
        slots = range(len(vertices), self.n)
        for u, vertex in enumerate(vertices):
            row = rows[vertex]
            # What it costs that u is in a pair here or below, and that he is not paired there.
            here = floats[u] if floats and u < size else 0
            left = here + self.next_float.get(u, 0)
            for v in range(max(u + 1, size), len(vertices)):
                if row >> vertices[v] & 1:
                    if v >= end:
                        cost = left
                    elif u < size:
                        cost = here + self.next_pair[u, v - size]
                    else:
                        cost = self.next_inside
                    matrix[u][v] = matrix[v][u] = cost
            if u < end:
                for v in slots:
                    matrix[u][v] = matrix[v][u] = left
        if self.reach is Reach.NEXT:
            for u in slots:
                for v in slots:
                    if u != v:
                        matrix[u][v] = 0

    def _price_next(self, rest: int) -> int:
        """What the next bracket fails: `next_pair` of downfloaters, `next_float` of everybody.

        Its digits begin at the weight `rest`; returned is the weight at which they end.
        """
        problem, size = self.problem, self.size
        self.next_pair: dict[tuple[int, int], int] = {}
        self.next_float: dict[int, int] = {}
        if not self.next_size:
            return rest
        group = problem.next_group
        criteria = problem.edition.floaters
        parts = Parts(
            problem.field,
            Bracket(problem.entrants(group), (), problem.field.scoring.unit),
            criteria,
        )
        members = problem.players + group
        costs = Costs(parts, problem.meetings.kinds, members, size)
        pairs = {(i, j): costs.pair(i, size + j) for i in range(size) for j in range(len(group))}
        inside = costs.pair(size, size + 1) if len(group) > 1 else ()
        singles = [costs.single(i) for i in range(len(members))]
        seen = {*pairs.values(), *singles, inside}
        scale = Scale(criteria, seen, len(members))
        end = scale.weigh(range(len(criteria)), rest)
        price = {failures: scale.encode(failures) for failures in seen}
        self.next_pair = {pair: price[failures] for pair, failures in pairs.items()}
        self.next_float = {i: price[failures] for i, failures in enumerate(singles)}
        self.next_inside = price[inside]
        return end

    # ------------------------------------------------------------------ solving

    def is_made_for(self, floaters: int) -> bool:
        """Are the costs and the order those of a candidate with so many downfloaters?"""
        return floaters == self.floaters and self.problem.asked(floaters) == self.asked

    def solve(self) -> Candidate | None:
        fixed = self.pair_moved_down()
        return None if fixed is None else self._pair_residents(fixed)

    def pair_moved_down(self) -> dict[int, int] | None:
        """First whom the moved-down players meet; the rest of the bracket is paired without them.

        None if there is no candidate.
        """
        problem, size = self.problem, self.size
        moved_down = len(problem.moved_down)
        if not moved_down:
            return {}
        order = MovedDownPairing(
            [problem.field.entrants[i].score for i in problem.moved_down],
            size,
            problem.edition.moved_down_order is MovedDownOrder.SCORES_FIRST,
        )
        matrix = _shifted(self.matrix, order.bits)
        for i in range(moved_down):
            row = matrix[i]
            for j in range(moved_down, size):
                cost = row[j]
                if cost is not None:
                    row[j] = matrix[j][i] = cost + order.pair(i + 1, j + 1)
        mate = cheapest_mates(self.n, matrix)
        if mate is None:
            return None
        self.mate = mate
        # They may be more than thought; the order of the residents depends on it.
        self.floaters = sum(1 for j in mate[:size] if j >= size)
        return {i: mate[i] for i in range(moved_down) if mate[i] < size}

    def remainder(self, fixed: dict[int, int]) -> list[int]:
        """The residents who are left when the moved-down players are paired."""
        taken = set(fixed.values())
        return [j for j in range(len(self.problem.moved_down), self.size) if j not in taken]

    def _pair_residents(self, fixed: dict[int, int]) -> Candidate | None:
        """The first best candidate, given the pairs of moved-down players."""
        rest = self.remainder(fixed)
        pairs = (self.size - self.floaters) // 2 - len(fixed)
        if self.problem.moved_down and (pairs == 0 or len(rest) == 2):
            return self._candidate(self.mate)  # there is no choice any more
        limbo = [i for i in range(len(self.problem.moved_down)) if i not in fixed]
        keep = [*limbo, *rest, *range(self.size, self.n)]
        order = ResidentOrder(len(rest), pairs)
        matrix = _shifted([[self.matrix[u][v] for v in keep] for u in keep], order.bits)
        start, end = len(limbo), len(limbo) + len(rest)
        # The limbo meets nobody here.
        for u in range(start):
            for v in range(end):
                matrix[u][v] = matrix[v][u] = None
        for u in range(start, end):
            row = matrix[u]
            number = u - start + 1
            for v in range(u + 1, end):
                cost = row[v]
                if cost is not None:
                    row[v] = matrix[v][u] = cost + order.pair(number, v - start + 1)
            single = order.single(number)
            if single:
                for v in range(end, len(keep)):
                    cost = row[v]
                    if cost is not None:
                        row[v] = matrix[v][u] = cost + single
        found = cheapest_mates(len(keep), matrix)
        if found is None:
            return None
        mate = [-1] * self.n
        for i, j in fixed.items():
            mate[i], mate[j] = j, i
        for u, v in zip(keep, found, strict=True):
            mate[u] = keep[v]
        return self._candidate(mate)

    def _candidate(self, mate: list[int]) -> Candidate:
        size, end = self.size, self.size + self.next_size
        pairs = tuple((i, j) for i, j in enumerate(mate[:size]) if i < j < size)
        floaters = tuple(i for i, j in enumerate(mate[:size]) if j >= size)
        vertices = self.problem.players + self.below
        left = (vertices[v] for v in range(end) if mate[v] >= end) if self.next_size else ()
        return Candidate(pairs, floaters, tuple(left))


def _shifted(matrix: Matrix, bits: int) -> Matrix:
    """A copy with room for the order below the costs."""
    return [[None if cost is None else cost << bits for cost in row] for row in matrix]
