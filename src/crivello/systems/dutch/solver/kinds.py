"""The bound on kinds: which pairs and downfloaters are in a best candidate of a large bracket."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.transport import fractional_b_matching
from crivello.systems.dutch.solver.costs import Costs, Scale
from crivello.systems.dutch.solver.problem import Problem


def tight_pairs(problem: Problem, floaters: int) -> list[int] | None:
    """For each player the tight and legal partners; after the players, slots for downfloaters.

    None if not even fractions of pairs are possible.
    """
    bound = _Bound(problem, floaters)
    duals = fractional_b_matching(bound.counts, bound.cost)
    return None if duals is None else bound.tight(duals)


class _Bound:
    """The transport problem of the kinds of a bracket; the last kind are the slots."""

    def __init__(self, problem: Problem, floaters: int) -> None:
        self.size = len(problem.players)
        self.floaters = floaters
        self.legal = problem.rows
        self.may_float = problem.may_float()
        costs = problem.costs
        # Where nobody floats, up or down, past floats and unplayed rounds make no difference.
        plain = not floaters and problem.bracket.homogeneous
        self.members: list[list[int]] = []
        number: dict[object, int] = {}
        self.kind_of = []
        kinds: Sequence[object] = costs.colours if plain else costs.kinds()
        for i, kind in enumerate(kinds):
            a = number.setdefault(kind, len(number))
            if a == len(self.members):
                self.members.append([])
            self.members[a].append(i)
            self.kind_of.append(a)
        self._price(problem, costs)

    def _price(self, problem: Problem, costs: Costs) -> None:
        many = len(self.members)
        pairs: dict[tuple[int, int], tuple[int, int]] = {}
        # Pairs of the same absolute preference are priced one by one.
        self.personal: dict[tuple[int, int], tuple[int, int]] = {}
        for a in range(many):
            for b in range(a, many):
                i, j = self.members[a][0], self.members[b][-1]
                if costs.clash(i, j):
                    self._price_persons(a, b, costs)
                elif i != j and j >= costs.moved_down:
                    pairs[a, b] = costs.pair(i, j)
        singles = [costs.single(members[0]) for members in self.members] if self.floaters else []
        seen = {*singles}
        for failed in (*pairs.values(), *self.personal.values()):
            seen.update(failed)
        failures = costs.failures
        scale = Scale(problem.edition.criteria, [failures[number] for number in seen], self.size)
        before, after = problem.asked(self.floaters)
        scale.weigh(before, scale.weigh(after))
        price = scale.prices(seen, failures)
        self.person_cost = {
            pair: price[colours] + price[others]
            for pair, (colours, others) in self.personal.items()
        }
        self.counts = [len(members) for members in self.members]
        self.cost: list[list[int | None]] = [[None] * (many + 1) for _ in range(many + 1)]
        for (a, b), (colours, others) in pairs.items():
            self.cost[a][b] = self.cost[b][a] = price[colours] + price[others]
        for (i, j), cost in self.person_cost.items():
            a, b = self.kind_of[i], self.kind_of[j]
            known = self.cost[a][b]
            if known is None or cost < known:
                self.cost[a][b] = self.cost[b][a] = cost
        self.counts.append(self.floaters)
        for a, number in enumerate(singles):
            if any(self.may_float >> i & 1 for i in self.members[a]):
                self.cost[a][many] = self.cost[many][a] = price[number]

    def _price_persons(self, a: int, b: int, costs: Costs) -> None:
        for i in self.members[a]:
            row = self.legal[i]
            for j in self.members[b]:
                if row >> j & 1 and (a != b or i < j):
                    self.personal[i, j] = costs.pair(i, j)

    def tight(self, duals: list[int]) -> list[int]:
        """The legal pairs with no slack."""
        many = len(self.members)
        sets = [sum(1 << i for i in members) for members in self.members]
        open_to = []
        for a in range(many):
            bits = 0
            for b in range(many):
                cost = self.cost[a][b]
                if cost is not None and 2 * cost == duals[a] + duals[b]:
                    bits |= sets[b]
            open_to.append(bits)
        rows = [row & open_to[a] for row, a in zip(self.legal, self.kind_of, strict=True)]
        for (i, j), cost in self.person_cost.items():
            if 2 * cost != duals[self.kind_of[i]] + duals[self.kind_of[j]]:
                rows[i] &= ~(1 << j)
                rows[j] &= ~(1 << i)
        floatable = 0
        for a in range(many):
            cost = self.cost[a][many]
            if cost is not None and 2 * cost == duals[a] + duals[many]:
                floatable |= sets[a]
        floatable &= self.may_float
        slots = (1 << self.floaters) - 1 << self.size
        for i in range(self.size):
            if floatable >> i & 1:
                rows[i] |= slots
        return rows + [floatable] * self.floaters
