"""Find the best candidate of a bracket by minimum-cost perfect matchings.

The graph contains the bracket and as much of the field below it as is needed (`Reach`):

* BRACKET: a downfloater stays alone.
* NEXT: downfloaters may also be paired with the next scoregroup, and a player left over there stays
  alone. So the look-ahead (C.7, C8) is part of the cost.
* FIELD: players left over must find an opponent among all players below, or the bye, so that the
  round can be completed (C.4, C4).
* PARTS: as many players float as the players below lack, each to a different odd component of the
  players below. That suffices for a completion; there is no look-ahead.

A downfloater costs what floating costs by the criteria, and an edge below the bracket what it costs
by the look-ahead. An edge in the bracket costs its failures and, in the lower digits, its place in
generation order. So one matching gives the best candidate, and of equally good ones the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from crivello.matching.bits import members
from crivello.matching.cardinality import Barrier
from crivello.matching.ground import cheapest_mates_on_ground
from crivello.matching.weighted import cheapest_mates
from crivello.model.field import Entrant
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket
from crivello.systems.dutch.editions import MovedDownOrder
from crivello.systems.dutch.solver.costs import CriterionWeights, Failures, failures_of
from crivello.systems.dutch.solver.order import MovedDownPairing, ResidentOrder
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem

Edges = list[dict[int, int]]
"""The costs of the edges of each vertex, by their other ends."""
Alone = list[int | None]
"""The cost of leaving a vertex alone; None if it must be matched."""


class Reach(Enum):
    """The players below the bracket that the matching includes."""

    BRACKET = "bracket"
    NEXT = "next scoregroup"
    FIELD = "field"
    PARTS = "odd parts below"


def first_best(problem: BracketProblem, reach: Reach, lacking: int = 0) -> BracketCandidate | None:
    """Return the best candidate; None if no candidate leaves a completion.

    At least `lacking` players must float, because the players below need opponents.
    """
    floaters = max(problem.fewest_floaters, lacking)
    floaters += (len(problem.players) - floaters) % 2
    graph = BracketGraph(problem, reach, floaters)
    while True:
        candidate = graph.solve()
        if candidate is None or graph.is_made_for(len(candidate.floaters)):
            return candidate
        # Completion forces another number of downfloaters than assumed: now it is known.
        graph = BracketGraph(problem, reach, len(candidate.floaters))


def first_best_with_lacking(problem: BracketProblem, barrier: Barrier) -> BracketCandidate | None:
    """Return the best candidate if exactly as many players float as the players below lack; None if
    there is none.

    There is no look-ahead.
    """
    return BracketGraph(problem, Reach.PARTS, barrier.deficiency, barrier).solve()


class BracketGraph:
    """The weighted matching problem of a bracket, for a given number of downfloaters."""

    def __init__(
        self, problem: BracketProblem, reach: Reach, floaters: int, barrier: Barrier | None = None
    ) -> None:
        self.problem = problem
        self.floaters = floaters
        self.criteria_places = problem.criteria_places(floaters)
        self.size = len(problem.players)
        self.next_group = problem.next_group if problem.look_ahead else ()
        if reach in (Reach.BRACKET, Reach.PARTS):
            self.next_group = ()
        self.vertices = problem.players + self.next_group
        self.complete = reach in (Reach.FIELD, Reach.PARTS)
        if barrier is not None:
            self._contract(barrier)
        elif self.complete:
            self._find_places_below()
        self._order_moved_down()
        self._price()

    def _order_moved_down(self) -> None:
        """Prepare the generation order of moved-down players' pairs, and the number of low bits
        (`room`) that it takes in a cost.
        """
        problem = self.problem
        moved_down = len(problem.moved_down)
        self.room = 0
        if moved_down:
            self.order = MovedDownPairing(
                [player.score for player in problem.costs.players[:moved_down]],
                self.size,
                problem.edition.moved_down_order is MovedDownOrder.SCORES_FIRST,
            )
            self.room = self.order.bits

    def _find_places_below(self) -> None:
        """Find whom each vertex can meet below the bracket (`ways`), and who can meet there
        (`ground`).

        The players below are contiguous in the ranking; the bye comes after all of them.
        """
        problem = self.problem
        below = problem.lower if self.next_group else problem.next_group + problem.lower
        if problem.meetings.bye is not None:
            below += (problem.meetings.bye,)
        rows = problem.meetings.rows
        first = below[0] if below else 0
        everyone = (1 << len(below)) - 1
        self.ways = [rows[i] >> first & everyone for i in self.vertices]
        self.ground = [rows[i] >> first & everyone for i in below]

    def _contract(self, barrier: Barrier) -> None:
        """Replace the players below by their odd components and separator; each component can take
        one downfloater.
        """
        rows = self.problem.meetings.rows
        parts = barrier.odd_components
        separator = members(barrier.separator)
        many = len(parts)
        self.ways = [_find_parts_met(rows[i], parts) for i in self.vertices]
        self.ground = [0] * many
        for k, v in enumerate(separator, start=many):
            reached = _find_parts_met(rows[v], parts)
            self.ground.append(reached)
            for w in members(reached):
                self.ground[w] |= 1 << k

    def _price(self) -> None:
        """Compute the costs of pairs and downfloaters: the criteria before the look-ahead, the
        look-ahead, the criteria after it.
        """
        problem, size = self.problem, self.size
        costs, moved_down = problem.costs, len(problem.moved_down)
        pairs = problem.pairs_with_failures
        singles = [costs.single(i) for i in range(size)]
        seen = {*singles, *[pair[2] for pair in pairs], *[pair[3] for pair in pairs]}
        failures = costs.failures
        # In the last bracket only the player with the bye floats.
        most = (size + 1) // 2 if problem.last else size
        scale = CriterionWeights(
            problem.edition.criteria, [failures[number] for number in seen], most
        )
        before, after = self.criteria_places
        # B.1: of the candidates that C.6 leaves, those with the most moved-down players paired.
        # This matters only in a collapsed last bracket.
        limbo = self._price_next(scale.weigh(after, 1 << self.room))
        scale.weigh(before, limbo * (size + 1))
        price = scale.prices(seen, failures)
        edges: Edges = [{} for _ in self.vertices]
        for i, j, colours, others in pairs:
            edges[i][j] = edges[j][i] = price[colours] + price[others]
        self.edges = edges
        floats = [price[number] + limbo * (i < moved_down) for i, number in enumerate(singles)]
        self._price_below(floats)

    def _price_below(self, floats: list[int]) -> None:
        """Add the costs of floating, and the edges to and within the next scoregroup."""
        problem, edges, size = self.problem, self.edges, self.size
        free = problem.may_float()
        self.alone: Alone = [cost if free >> i & 1 else None for i, cost in enumerate(floats)]
        if not self.next_group:
            return
        self.alone = [here + ahead for here, ahead in zip(floats, self.next_float, strict=False)]
        self.alone += self.next_float[size:]
        rows = problem.meetings.rows
        first, everyone = self.next_group[0], (1 << len(self.next_group)) - 1
        for u, vertex in enumerate(self.vertices):
            # The next scoregroup is contiguous in the ranking; each pair once.
            start = max(u + 1, size)
            row = (rows[vertex] >> first & everyone) >> start - size
            if row:
                cost = floats[u] + self.next_pair[u] if u < size else self.next_inside
                for k in members(row):
                    edges[u][start + k] = edges[start + k][u] = cost

    def _price_next(self, rest: int) -> int:
        """Compute the look-ahead costs by score, starting at the weight `rest`; return the weight
        at which they end.

        `next_pair` is for downfloaters paired in the next bracket, `next_inside` for other pairs
        there, `next_float` for all players who are left unpaired there.
        """
        problem = self.problem
        self.next_pair: list[int] = []
        self.next_float: list[int] = []
        if not self.next_group:
            return rest
        criteria = problem.edition.floaters
        players = problem.costs.players
        first = problem.field.entrants[self.next_group[0]]
        others = {player.score: player for player in players}
        failed = {
            score: self._find_next_failures(player, first) for score, player in others.items()
        }
        failed[first.score] = self._find_next_failures(first, first)
        many = len(self.next_group)
        seen = [failures for both in failed.values() for failures in both]
        scale = CriterionWeights(criteria, seen, len(players) + many)
        end = scale.weigh(range(len(criteria)), rest)
        paired = {score: scale.encode(pair) for score, (pair, _) in failed.items()}
        left = {score: scale.encode(single) for score, (_, single) in failed.items()}
        self.next_inside = paired[first.score]
        self.next_pair = [paired[player.score] for player in players]
        self.next_float = [left[player.score] for player in players] + [left[first.score]] * many
        return end

    def _find_next_failures(self, player: Entrant, resident: Entrant) -> tuple[Failures, Failures]:
        """Return the failures of a player in the bracket of `resident`: if paired there, and if
        left unpaired.
        """
        unit = self.problem.field.scoring.unit
        key = player.score, resident.score, unit
        known = self.problem.cache.ahead.get(key)
        if known is None:
            bracket = DutchBracket((resident,), (), unit)
            down = player.score != resident.score
            criteria = tuple(enumerate(self.problem.edition.floaters))
            known = (
                failures_of(criteria, CandidatePart(bracket, player, resident, down)),
                failures_of(criteria, CandidatePart(bracket, player, None, down)),
            )
            self.problem.cache.ahead[key] = known
        return known

    # ------------------------------------------------------------------ solving

    def is_made_for(self, floaters: int) -> bool:
        """Return True if the costs and the order are correct for candidates with this number of
        downfloaters.
        """
        return (
            floaters == self.floaters
            and self.problem.criteria_places(floaters) == self.criteria_places
        )

    def solve(self) -> BracketCandidate | None:
        fixed = self._pair_moved_down()
        return None if fixed is None else self._pair_residents(fixed)

    def _pair_moved_down(self) -> dict[int, int] | None:
        """Return the opponents of the moved-down players in the best candidate; None if there is no
        candidate.

        The other residents are matched again afterwards, by their own generation order.
        """
        moved_down, size, edges = len(self.problem.moved_down), self.size, self.edges
        if not moved_down:
            return {}
        # (In place: these edges are not used again.)
        for i in range(moved_down):
            row = edges[i]
            for j in row:
                if j < size:
                    row[j] += self.order.pair(i + 1, j + 1)
                    edges[j][i] = row[j]
        mate = self._match(edges, self.alone, range(len(edges)))
        if mate is None:
            return None
        self.mate = mate
        # Their number may exceed the assumption; the order of the residents depends on it.
        self.floaters = sum(1 for j in mate[:size] if not 0 <= j < size)
        return {i: mate[i] for i in range(moved_down) if 0 <= mate[i] < size}

    def _match(self, edges: Edges, alone: Alone, vertices: Sequence[int]) -> list[int] | None:
        if self.complete:
            ways = [self.ways[u] for u in vertices]
            return cheapest_mates_on_ground(edges, alone, ways, self.ground)
        return cheapest_mates(edges, alone)

    def _find_remainder(self, fixed: dict[int, int]) -> list[int]:
        """Return the residents who are not paired with a moved-down player."""
        taken = set(fixed.values())
        return [j for j in range(len(self.problem.moved_down), self.size) if j not in taken]

    def _pair_residents(self, fixed: dict[int, int]) -> BracketCandidate | None:
        """Return the best candidate, given the pairs of the moved-down players; None if there is
        none.
        """
        rest = self._find_remainder(fixed)
        pairs = (self.size - self.floaters) // 2 - len(fixed)
        if self.problem.moved_down and (pairs == 0 or len(rest) == 2):
            return self._make_candidate(self.mate)  # no choice is left
        # The limbo meets no player here: if the matching does not extend below, it can leave out
        # the limbo too.
        limbo = [i for i in range(len(self.problem.moved_down)) if i not in fixed]
        if not self.next_group and not self.complete:
            limbo = []
        many = len(rest)
        keep = [*rest, *limbo, *range(self.size, len(self.edges))]
        at = {u: place for place, u in enumerate(keep)}
        order = ResidentOrder(many, pairs)
        shift = max(0, order.bits - self.room)
        edges: Edges = []
        alone: Alone = []
        moved_down, size = len(self.problem.moved_down), self.size
        for u in keep:
            # (No player of the bracket meets the limbo.)
            lowest = size if u < moved_down else moved_down if u < size else 0
            row = self.edges[u]
            edges.append({at[v]: row[v] << shift for v in row if v >= lowest and v in at})
            single = self.alone[u]
            alone.append(None if single is None else single << shift)
        for u in range(many):
            row, place = edges[u], order.single(u + 1)
            for v in row:
                if u < v:
                    row[v] += order.pair(u + 1, v + 1) if v < many else place
                    edges[v][u] = row[v]
            single = alone[u]
            if single is not None:
                alone[u] = single + place
        found = self._match(edges, alone, keep)
        if found is None:
            return None
        mate = [-1] * len(self.edges)
        for i, j in fixed.items():
            mate[i], mate[j] = j, i
        for u, v in zip(keep, found, strict=True):
            mate[u] = keep[v] if v >= 0 else -1
        return self._make_candidate(mate)

    def _make_candidate(self, mate: list[int]) -> BracketCandidate | None:
        size = self.size
        pairs = tuple([(i, j) for i, j in enumerate(mate[:size]) if i < j < size])
        floaters = tuple([i for i, j in enumerate(mate[:size]) if not 0 <= j < size])
        if self.problem.last and len(floaters) > 1:
            return None  # only the player with the bye can be a downfloater here
        return BracketCandidate(pairs, floaters)


def _find_parts_met(row: int, parts: Sequence[int]) -> int:
    """Return which of the `parts` contain a neighbour, as a bit set of their indices."""
    return sum([1 << k for k, part in enumerate(parts) if row & part])
