"""Weighing candidates: failure values by criterion, and the least that is still possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour
from crivello.rules.criterion import Measure
from crivello.systems.dutch.bracket import Bracket, Part
from crivello.systems.dutch.criteria import (
    DutchCriterion,
    preference_denied,
    strong_preference_denied,
)
from crivello.systems.dutch.sieve_candidates import Beginning, Pair

Value = tuple[int, ...]
Vector = tuple[Value, ...]
"""Failure values in order of the criteria; the smaller vector is better."""
Floaters = Sequence[Entrant]


@dataclass(frozen=True, slots=True)
class Demands:
    """What the round asks of a bracket."""

    meet: Callable[[Entrant, Entrant], bool]
    """C.1 and C.3 (C1, C3)."""
    broken_by: Callable[[Floaters], str | None]
    """Code of the criterion that forbids these downfloaters: completion, or the bye."""
    ahead: Callable[[Floaters], Value] | None
    """C.7, C8: the failure value of the next bracket; None: not asked."""
    ideal_ahead: Callable[[Floaters], Value]
    """No downfloaters of the same scores have a smaller one."""
    bye_here: bool
    """A single downfloater of this bracket gets the bye (C9)."""
    topscorers: frozenset[int]
    initial_white: bool


class Scale:
    """The criteria asked of candidates with `pairs` pairs. (None stands for looking ahead.)"""

    def __init__(
        self,
        bracket: Bracket,
        demands: Demands,
        criteria: Sequence[DutchCriterion | None],
        pairs: int,
    ) -> None:
        self.bracket = bracket
        self.demands = demands
        self.criteria = criteria
        self.players = bracket.players
        self.first_resident = len(bracket.moved_down)
        self._costs: dict[tuple[int, int | None], Vector] = {}
        self._ahead: dict[tuple[int, ...], Value] = {}
        self._ideal: dict[tuple[int, ...], Value] = {}
        self._colours = [colours_by_numbers(self.players, c, demands, pairs) for c in criteria]
        residents = range(self.first_resident, len(self.players))
        self._least_single = self._least([self.cost(one, None) for one in residents])
        self._least_pair = self._least(
            [self.cost(one, two) for one in residents for two in residents if one < two]
        )
        self._least_opponent = [
            self._least([self.cost(one, two) for two in residents])
            for one in range(self.first_resident)
        ]

    def cost(self, one: int, other: int | None) -> Vector:
        """The failures of one pair, or of a player left unpaired."""
        key = one, other
        if key not in self._costs:
            first = self.players[one]
            second = None if other is None else self.players[other]
            top = self.demands.topscorers
            part = Part(
                self.bracket,
                first,
                second,
                moved_down=one < self.first_resident,
                topscorer=first.id in top or (second is not None and second.id in top),
                initial_white=self.demands.initial_white,
            )
            self._costs[key] = tuple(
                () if criterion is None else criterion.cost(part) for criterion in self.criteria
            )
        return self._costs[key]

    def vector(self, pairs: Sequence[Pair], downfloaters: tuple[int, ...]) -> Vector:
        """The failure values of a whole candidate."""
        costs = [self.cost(one, other) for one, other in pairs]
        costs += [self.cost(one, None) for one in downfloaters]
        return tuple(
            self._look_ahead(downfloaters) if criterion is None else self._sum(criterion, costs, k)
            for k, criterion in enumerate(self.criteria)
        )

    def least(self, beginning: Beginning) -> Vector:
        """No candidate that begins like this has a smaller vector: every value is a lower bound."""
        costs = [self.cost(one, other) for one, other in beginning.placed]
        costs += [self.cost(one, None) for one in beginning.limbo]
        costs += [self._least_opponent[one] for one in beginning.waiting]
        costs += [self._least_pair] * beginning.resident_pairs
        costs += [self._least_single] * beginning.singles
        values = []
        for k, criterion in enumerate(self.criteria):
            if criterion is None:
                values.append(self._ideal_ahead(beginning))
            else:
                values.append(max(self._sum(criterion, costs, k), self._colours[k]))
        return tuple(values)

    @staticmethod
    def _sum(criterion: DutchCriterion, costs: Sequence[Vector], k: int) -> Value:
        failures = [failure for cost in costs for failure in cost[k]]
        if criterion.measure is Measure.COUNT:
            return (sum(failures),)
        return tuple(sorted(failures, reverse=True))

    def _least(self, costs: Sequence[Vector]) -> Vector:
        """The smallest failure of each criterion, as if one part had all of them."""
        if not costs:
            return ((),) * len(self.criteria)
        return tuple(min(column) for column in zip(*costs, strict=True))

    def _look_ahead(self, downfloaters: tuple[int, ...]) -> Value:
        assert self.demands.ahead is not None
        if downfloaters not in self._ahead:
            self._ahead[downfloaters] = self.demands.ahead([self.players[p] for p in downfloaters])
        return self._ahead[downfloaters]

    def _ideal_ahead(self, beginning: Beginning) -> Value:
        """Residents are of one score where this is asked, so any of them will do."""
        key = (
            *beginning.limbo,
            *range(self.first_resident, self.first_resident + beginning.singles),
        )
        if not key:
            return self._look_ahead(())
        if key not in self._ideal:
            self._ideal[key] = self.demands.ideal_ahead([self.players[place] for place in key])
        return self._ideal[key]


def colours_by_numbers(
    players: Sequence[Entrant], criterion: DutchCriterion | None, demands: Demands, pairs: int
) -> Value:
    """How many of `pairs` must fail a colour criterion, whoever meets whom."""
    if criterion is None:
        return ()
    if criterion.cost is preference_denied:
        return (unavoidable(players, pairs),)
    if criterion.cost is strong_preference_denied:
        # Mild preferences never fail it, and neither do two absolute ones; those meet only if
        # one of them is a topscorer.
        counted = {Strength.STRONG} if demands.topscorers else {Strength.STRONG, Strength.ABSOLUTE}
        return (unavoidable(players, pairs, counted),)
    return ()


EVERY_PREFERENCE = frozenset(Strength) - {Strength.NONE}


def unavoidable(
    players: Sequence[Entrant],
    pairs: int,
    counted: frozenset[Strength] | set[Strength] = EVERY_PREFERENCE,
) -> int:
    """x: pairs in which both must want the same colour.

    A pair in which they do not has one who wants White and one who wants Black, or one of those
    who do not count.
    """
    white = sum(p.preference is Colour.WHITE and p.strength in counted for p in players)
    black = sum(p.preference is Colour.BLACK and p.strength in counted for p in players)
    return max(0, pairs - min(white, black) - (len(players) - white - black))
