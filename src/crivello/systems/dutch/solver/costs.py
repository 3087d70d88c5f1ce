"""Criteria as one number: what a pair or a downfloater costs, the criteria in order of priority.

A candidate is compared criterion by criterion. A COUNT is one digit; a LIST, sorted from the top,
is one digit for each value that can stand in it, the largest value first (two lists that get as
far as being compared have the same length). With bases too large for a carry, the
sum of the parts' numbers orders candidates exactly as the criteria do.

All that criteria ask of a player makes his *kind*; parts of the same kinds cost the same. The one
exception is a pair of two absolute preferences, where the colours depend on the two persons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....model.field import Entrant, Field, Strength
from ....model.result import Colour
from ....rules.colours import higher_ranked
from ....rules.criterion import Measure
from ..bracket import Bracket, Part, is_topscorer
from ..criteria import DutchCriterion

Kind = tuple[object, ...]
Failures = tuple[tuple[int, ...], ...]
"""Of each criterion, the failures of one part."""


def kind(player: Entrant, moved_down: bool) -> Kind:
    """All that the criteria ask about one player."""
    return (
        player.score,
        player.preference,
        player.strength,
        player.floats,
        moved_down,
        player.history.unplayed,
    )


def colour_kind(player: Entrant) -> Kind:
    """All that the criteria ask about one of two residents with the same score."""
    return (player.score, player.preference, player.strength)


def clash(a: Entrant, b: Entrant) -> bool:
    """The same absolute preference: legal only with a topscorer, at a price of its own."""
    return (
        a.strength is Strength.ABSOLUTE
        and b.strength is Strength.ABSOLUTE
        and a.preference is b.preference
    )


class Parts:
    """The failures of all parts that candidates of a bracket can have."""

    def __init__(self, field: Field, bracket: Bracket, criteria: Sequence[DutchCriterion]) -> None:
        self.field = field
        self.bracket = bracket
        self.criteria = tuple(criteria)
        self._initial_white = field.initial_colour is Colour.WHITE

    def pair(self, a: Entrant, b: Entrant, moved_down: bool) -> Part:
        higher, lower = higher_ranked(a, b)
        top = is_topscorer(higher, self.field) or is_topscorer(lower, self.field)
        return Part(self.bracket, higher, lower, moved_down, top, self._initial_white)

    def single(self, player: Entrant, moved_down: bool) -> Part:
        return Part(self.bracket, player, None, moved_down, False, self._initial_white)

    def failures(self, part: Part) -> Failures:
        return tuple(criterion.cost(part) for criterion in self.criteria)


class Scale:
    """Weights for the failures of criteria, the first criterion the heaviest.

    `most` is the greatest number of parts of a candidate, `rest` the weight from which on the
    digits of these criteria begin (below it is room for what is asked after them).
    """

    def __init__(
        self,
        criteria: Sequence[DutchCriterion],
        seen: Iterable[Failures],
        most: int,
        rest: int = 1,
    ) -> None:
        values: list[set[int]] = [set() for _ in criteria]
        for failures in seen:
            for known, failed in zip(values, failures, strict=True):
                known.update(failed)
        self._weights: list[tuple[bool, dict[int, int]]] = []
        weight = rest
        for criterion, known in zip(reversed(criteria), reversed(values), strict=True):
            listed = criterion.measure is Measure.LIST
            table: dict[int, int] = {}
            if listed:
                for value in sorted(known):
                    table[value] = weight
                    weight *= most + 1
            else:
                for value in known:
                    table[value] = weight * value
                weight *= most * max(known, default=0) + 1
            self._weights.append((listed, table))
        self._weights.reverse()
        self.end = weight
        """The weight at which more important digits may begin."""

    def encode(self, failures: Failures) -> int:
        total = 0
        for (_, table), failed in zip(self._weights, failures, strict=True):
            for value in failed:
                total += table[value]
        return total


class Costs:
    """Failures of pairs and of players left unpaired, worked out once for each kind."""

    def __init__(self, parts: Parts, players: Sequence[Entrant], moved_down: int) -> None:
        """`players` are those of the bracket, the first `moved_down` of them moved down."""
        self.parts = parts
        self.players = players
        self.moved_down = moved_down
        self.kinds = [kind(player, i < moved_down) for i, player in enumerate(players)]
        self._colours = [colour_kind(player) for player in players]
        self._pairs: dict[tuple[Kind, Kind], Failures] = {}
        self._singles: dict[Kind, Failures] = {}

    def pair(self, i: int, j: int) -> Failures:
        if i < self.moved_down or self.players[i].score != self.players[j].score:
            key = self.kinds[i], self.kinds[j]
        else:
            key = self._colours[i], self._colours[j]
        known = self._pairs.get(key)
        if known is None:
            one, other = self.players[i], self.players[j]
            known = self.parts.failures(self.parts.pair(one, other, i < self.moved_down))
            if not clash(one, other):
                self._pairs[key] = known
        return known

    def single(self, i: int) -> Failures:
        known = self._singles.get(self.kinds[i])
        if known is None:
            part = self.parts.single(self.players[i], i < self.moved_down)
            known = self.parts.failures(part)
            self._singles[self.kinds[i]] = known
        return known
