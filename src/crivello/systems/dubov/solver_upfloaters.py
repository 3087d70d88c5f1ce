"""B.1 and B.2 (3.2.1, 3.2.2) by matchings: the first best set of the fewest upfloaters.

Pair residents with residents or with lower players, and the other lower players among
themselves: the lower players who meet residents are the upfloaters. (Two upfloaters never meet:
without both of them there would be fewer.) Every criterion is a sum over such pairs, and so is
the order of the sets, when the sequence numbers are read as a number in base two in which an
earlier player outweighs all later ones. So the best set is a matching of least cost.

Three ways lead to it, the cheapest first. Each gives its answer only if it is proven.

* One upfloater is needed, and no pair inside the smaller colour: tests of existence decide.
* The rest is left out of account, and of the lower players only the first few of each kind are
  looked at. If the rest can be paired without the set found, nothing can be better.
* The matching of the whole field.
"""

from __future__ import annotations

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import has_perfect_matching
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Strength
from crivello.rules.criterion import Measure
from crivello.systems.dubov.bracket import Bracket, Part
from crivello.systems.dubov.criteria import preference_denied
from crivello.systems.dubov.editions import Edition
from crivello.systems.dubov.solver_graph import Graph

Values = tuple[tuple[int, ...], ...]
"""Failures by criterion."""


class UpfloaterChoice:
    """The choice for one scoregroup. Sets of players are ints."""

    def __init__(
        self, graph: Graph, edition: Edition, bracket: Bracket, residents: int, lower: int
    ) -> None:
        self.graph = graph
        self.criteria = edition.criteria
        # bracket: the residents without upfloaters.
        self.bracket = bracket
        self.residents = residents
        self.lower = lower

    def best(self) -> int:
        """The set of upfloaters."""
        graph = self.graph
        odd = self.residents.bit_count() % 2
        if not odd and graph.pairable(self.residents) and graph.pairable(self.lower):
            return 0
        found = self.single() if odd else None
        if found is None:
            found = self.among_the_first()
        if found is None:
            found = self.cheapest(members(self.lower), graph.legal)
        assert found is not None  # the whole field can be paired
        return found

    def _failures(self, v: int) -> Values:
        """What v fails as an upfloater."""
        part = Part(self.bracket, self.graph.entrants[v], None)
        return tuple(criterion.cost(part) for criterion in self.criteria)

    # ------------------------------------------------------------------ one upfloater

    def single(self) -> int | None:
        """The best single upfloater, where existence alone decides; None where it does not.

        The colours of a bracket differ by some number d of players, so at least d / 2
        preferences are denied, and exactly that many if nobody of the smaller colour meets one
        of his own. Any pair of that kind costs two more, while the choice of the upfloater
        changes d / 2 by one: so within a score the first upfloater without such a pair is best.
        """
        graph = self.graph
        score: int | None = None
        for v in self._in_order():
            if graph.entrants[v].score != score:
                if score is not None and self._legal_with(score):
                    return None  # this score is possible, but only with such a pair
                score = graph.entrants[v].score
            if graph.legal[v] & self.residents and self._meets_bound(v):
                if graph.pairable(self.lower ^ 1 << v):
                    return 1 << v
        return None

    def _in_order(self) -> list[int]:
        """Lower players, the best first as far as he alone and the numbers of colours tell."""
        graph = self.graph
        whites = (self.residents & graph.white).bit_count()
        too_few_whites = 2 * whites < self.residents.bit_count()
        denied = [criterion.cost for criterion in self.criteria].index(preference_denied)

        def key(v: int) -> tuple[Values, int]:
            values = list(self._failures(v))
            values[denied] = (int(graph.entrants[v].wants_white != too_few_whites),)
            return tuple(values), v

        return sorted(members(self.lower), key=key)

    def _meets_bound(self, v: int) -> bool:
        """Can the bracket with v be paired without a pair inside the smaller colour?"""
        graph = self.graph
        players = self.residents | 1 << v
        smaller = players & graph.white
        if 2 * smaller.bit_count() > players.bit_count():
            smaller = players & ~graph.white
        rows = list(graph.legal)
        for u in members(smaller):
            rows[u] &= ~smaller
        return has_perfect_matching(rows, players)

    def _legal_with(self, score: int) -> bool:
        """Is there a single upfloater of this score?"""
        graph = self.graph
        return any(
            graph.pairable(self.residents | 1 << v) and graph.pairable(self.lower ^ 1 << v)
            for v in members(self.lower)
            if graph.entrants[v].score == score
        )

    # ------------------------------------------------------------------ matchings of least cost

    def among_the_first(self) -> int | None:
        """The best set if the rest did not matter; None if it does, or more are needed than
        residents remain when they are paired among themselves.

        Players who fail the same, want the same colour and are equally bound to it differ only
        by their place in order and their past opponents. A set of u of them needs no others than
        the first ones of such a kind: as many as there are upfloaters and past opponents that one
        resident can have among them. If the highest scores suffice, C.6 rules out the others.
        """
        graph = self.graph
        _, alone = graph.matched(self.residents)
        number = alone.bit_count()
        if number == 0:
            return None
        pool: list[int] = []
        waiting = self.lower
        while waiting:
            group = graph.top_scoregroup(waiting)
            waiting ^= group
            pool += self._first_of_each_kind(group, number)
            if len(pool) < number:
                continue
            found = self.cheapest(pool, None)
            if found is not None and found.bit_count() == number:
                return found if graph.pairable(self.lower ^ found) else None
        return None

    def _first_of_each_kind(self, group: int, number: int) -> list[int]:
        """The players of one score who can be in the best set of so many."""
        kinds: dict[tuple[object, ...], int] = {}
        for v in members(group):
            player = self.graph.entrants[v]
            kind = (self._failures(v), player.preference, player.strength is Strength.ABSOLUTE)
            kinds[kind] = kinds.get(kind, 0) | 1 << v
        first = []
        for alike in kinds.values():
            legal = [self.graph.legal[u] & alike for u in members(self.residents)]
            met = max((alike.bit_count() - row.bit_count() for row in legal if row), default=0)
            first += members(alike)[: number + met]
        return sorted(first)

    def cheapest(self, pool: list[int], legal: list[int] | None) -> int | None:
        """The best set of upfloaters from the pool, or None if there is none.

        `legal` says how the others of the pool may be paired among themselves; None: they need
        not be paired.
        """
        own, denied = self._prices(pool)
        vertices = members(self.residents) + pool
        border = len(vertices) - len(pool)
        n = len(vertices)
        cost: list[list[int | None]] = [[None] * n for _ in range(n)]
        rows, white = self.graph.legal, self.graph.white
        for i, u in enumerate(vertices):
            for j in range(i + 1, n):
                v = vertices[j]
                if i >= border:
                    price = 0 if legal is None or legal[u] >> v & 1 else None
                elif not rows[u] >> v & 1:
                    price = None
                else:
                    price = denied if white >> u & 1 == white >> v & 1 else 0
                    if j >= border:
                        price += own[j - border]
                cost[i][j] = cost[j][i] = price
        if n % 2:
            # One more who need not be paired, to make them even.
            for i, row in enumerate(cost):
                row.append(None if i < border else 0)
            cost.append([*(None if i < border else 0 for i in range(n)), None])
            n += 1
        solution = minimum_cost_perfect_matching(n, cost)
        if solution is None:
            return None
        return bitset(
            vertices[solution.mate[i]] for i in range(border) if solution.mate[i] >= border
        )

    def _prices(self, pool: list[int]) -> tuple[list[int], int]:
        """What each upfloater costs, and what a pair of equal preferences costs.

        A number with one place for each criterion (for C.6, one for each difference, the largest
        first), no place of which can overflow, and last the order of the sets.
        """
        failures = [self._failures(v) for v in pool]
        pairs = self.residents.bit_count()  # at least as many pairs as there will be
        own = [-(1 << (len(pool) - 1 - place)) for place in range(len(pool))]
        price = 1 << len(pool)
        denied = 0
        for index in reversed(range(len(self.criteria))):
            criterion = self.criteria[index]
            if criterion.cost is preference_denied:
                denied = price
                price *= pairs + 1
                continue
            values = [fails[index] for fails in failures]
            if criterion.measure is Measure.COUNT:
                for place, value in enumerate(values):
                    own[place] += price * sum(value)
                price *= 1 + sum(map(sum, values))
            else:
                for difference in sorted({one for value in values for one in value}):
                    for place, value in enumerate(values):
                        own[place] += price * value.count(difference)
                    price *= 1 + len(pool)
        return own, denied
