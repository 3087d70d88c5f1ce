"""Costs of pairs and downfloaters: all criteria as one number, the criteria in order of priority.

Candidates are compared criterion by criterion. In the number, a COUNT is one digit. A LIST, sorted
from the top, has one digit for each value that can occur in it, the largest value first (two lists
that are compared always have the same length). The digits are wide enough not to carry. So the sum
over the parts of a candidate orders candidates exactly as the criteria do.

Computing the failures takes longer than anything else here, so they are cached by the facts that
the criteria ask about. The failures of a pair consist of those that depend on colours and those
that depend on score difference and floats; few different ones of each occur. The only exception is
a pair with the same absolute preference, where the colours depend on the two players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count

from crivello.matching.bits import members
from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour
from crivello.rules.criterion import Measure
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket
from crivello.systems.dutch.criteria import DutchCriterion
from crivello.systems.dutch.editions import DutchEdition

ABSOLUTE = Strength.ABSOLUTE

Failures = tuple[tuple[int, int], ...]
"""What one part fails: (place of the criterion, failure), in order of the criteria."""

FEW_PARTS = 8
"""`FixedPrices` have room for this many parts of a candidate."""
MOST_SINGLES = 20_000
"""The number of different single players remembered; a long campaign sees more."""


class CriterionCache:
    """Caches the failures of pairs and single players, by the facts that the criteria ask about.

    Few different pairs occur: some hundreds in a thousand tournaments. Each different tuple of
    failures has a number, and the tables hold these numbers.
    """

    def __init__(self) -> None:
        self.failures: dict[int, Failures] = {}
        self._numbers: dict[Failures, int] = {}
        self._next = count()
        self.colours: dict[tuple[int, int], int] = {}
        """Failures of the colour criteria, by the colours of a pair."""
        self.floats: dict[tuple[object, ...], int] = {}
        """Failures of the other criteria, by the score difference and floats of a pair."""
        self.singles: dict[tuple[object, ...], int] = {}
        """Failures of a single player, by score, floats and unplayed rounds, and by bracket."""
        self.ahead: dict[tuple[int, int, int], tuple[Failures, Failures]] = {}
        """Failures of the criteria asked of the next bracket, for a player paired there and for one
        left over, by the player's score, the bracket's, and the unit."""
        self._fixed_prices: dict[bool, FixedPrices] = {}

    def fixed_prices(self, edition: DutchEdition, bye_here: bool) -> FixedPrices:
        """Return the costs of failures in small brackets; with `bye_here`, C9 (about the bye) is
        one of the criteria.
        """
        if bye_here not in self._fixed_prices:
            self._fixed_prices[bye_here] = FixedPrices(edition, bye_here, self.failures)
        return self._fixed_prices[bye_here]

    def add_single(self, facts: tuple[object, ...], number: int) -> None:
        if len(self.singles) >= MOST_SINGLES:
            self.singles.clear()
        self.singles[facts] = number

    def number(self, failures: Failures) -> int:
        """Return the number that stands for these failures; assign one if they have none.

        Two threads may give the same failures two numbers, but never one number to different
        failures.
        """
        known = self._numbers.get(failures)
        if known is None:
            known = next(self._next)
            self.failures[known] = failures
            self._numbers[failures] = known
        return known


@lru_cache(maxsize=8)
def criterion_cache(edition: DutchEdition) -> CriterionCache:
    """Return the cache that all rounds paired by an edition share.

    No entry depends on the round. With a cache for each round, rounds of 20 players took a fifth to
    a quarter longer, rounds of 100 a tenth, rounds of 1,000 the same.
    """
    return CriterionCache()


def colours_of(players: Sequence[Entrant]) -> list[int]:
    """Return each player's colour preference and its strength as one number.

    The colour criteria ask for nothing else in a pair of residents with the same score.
    """
    white = Colour.WHITE
    return [2 * player.strength + (player.preference is white) for player in players]


def clash(a: Entrant, b: Entrant) -> bool:
    """Return True if both players have the same absolute preference; the cost of such a pair is not
    cached.
    """
    return a.strength is ABSOLUTE and b.strength is ABSOLUTE and a.preference is b.preference


def failures_of(criteria: Iterable[tuple[int, DutchCriterion]], part: CandidatePart) -> Failures:
    """Return the failures of a part by these criteria, each with the place of its criterion."""
    return tuple(
        [(place, failure) for place, criterion in criteria for failure in criterion.cost(part)]
    )


class CriterionWeights:
    """Weights of failures, so that the sum of a candidate's weights orders candidates as the
    criteria do.

    Until `weigh` is called for it, a criterion weighs nothing. `seen` are the failures that occur
    in the bracket, `most` the largest number of parts in a candidate.
    """

    def __init__(
        self, criteria: Sequence[DutchCriterion], seen: Iterable[Failures], most: int
    ) -> None:
        self._criteria = criteria
        self._most = most
        # For each criterion that fails, the failures that occur and their weights.
        self._tables: dict[int, dict[int, int]] = {}
        tables = self._tables
        for failures in seen:
            for place, failure in failures:
                if place in tables:
                    tables[place][failure] = 0
                else:
                    tables[place] = {failure: 0}

    def weigh(self, places: range, weight: int = 1) -> int:
        """Give weights to the criteria at these places, the first the heaviest, starting from
        `weight`.

        Returns the smallest weight that exceeds any sum of these: more important criteria start
        there.
        """
        for place in sorted(self._tables, reverse=True):
            if place not in places:
                continue
            table = self._tables[place]
            if self._criteria[place].measure is Measure.LIST:
                for failure in sorted(table):
                    table[failure] = weight
                    weight *= self._most + 1
            else:
                for failure in table:
                    table[failure] = weight * failure
                weight *= self._most * max(table) + 1
        return weight

    def encode(self, failures: Failures) -> int:
        tables = self._tables
        return sum([tables[place][failure] for place, failure in failures])

    def prices(self, numbers: Iterable[int], failures: Mapping[int, Failures]) -> dict[int, int]:
        """Return the total weight of the failures with each of these numbers."""
        return {number: self.encode(failures[number]) for number in numbers}


class NoPriceError(Exception):
    """A failure is too large for `FixedPrices`."""


class FixedPrices(dict[int, int]):
    """The costs of failures, by their numbers, for all small brackets of an edition.

    The weights have room for every failure that usually occurs. (`CriterionWeights` gives smaller
    numbers, but has to be computed for each bracket.)
    """

    MOST_FAILURE = 63
    """Failures are smaller in all but odd tournaments; a larger one has no price."""
    _COUNT = (FEW_PARTS * MOST_FAILURE).bit_length()
    """Bits for the sum of a criterion that counts."""
    _VALUE = FEW_PARTS.bit_length()
    """Bits for each value of a criterion that compares lists."""

    def __init__(
        self, edition: DutchEdition, bye_here: bool, failures: Mapping[int, Failures]
    ) -> None:
        self._failures = failures
        self._weights: dict[int, tuple[int, bool]] = {}
        """For each criterion, the bits below it, and whether it compares lists."""
        shift = 0
        asked = len(edition.criteria)
        not_asked = len(edition.floaters) if edition.bye is not None and not bye_here else asked
        for place in reversed(range(asked)):
            if place == not_asked:
                continue
            is_list = edition.criteria[place].measure is Measure.LIST
            self._weights[place] = shift, is_list
            shift += self._VALUE * (self.MOST_FAILURE + 1) if is_list else self._COUNT

    def __missing__(self, number: int) -> int:
        price = self[number] = self._find_price(self._failures[number])
        return price

    def _find_price(self, failures: Failures) -> int:
        total = 0
        for place, failure in failures:
            if place not in self._weights:
                continue
            if not 0 <= failure <= self.MOST_FAILURE:
                raise NoPriceError
            shift, is_list = self._weights[place]
            total += 1 << shift + self._VALUE * failure if is_list else failure << shift
        return total


class Costs:
    """The failures of pairs and of unpaired players in one bracket, as the numbers that stand for
    them (`CriterionCache`).
    """

    def __init__(
        self,
        edition: DutchEdition,
        cache: CriterionCache,
        bracket: DutchBracket,
        colours: Sequence[int],
    ) -> None:
        """Prepare the costs of one bracket; `colours` are those of its players, from
        `colours_of`.
        """
        self.edition = edition
        self.bracket = bracket
        self.players = bracket.players
        self.moved_down = moved_down = len(bracket.moved_down)
        self.colours = colours
        self._cache = cache
        self.failures = cache.failures
        self._bracket = bracket.score, bracket.beyond, bracket.unit
        # Residents of one score fail the same, apart from colours.
        self._level: int | None = None
        if self.players[moved_down].score == self.players[-1].score and len(bracket.residents) > 1:
            self._level = self.of_floats(moved_down, len(self.players) - 1)

    def pair(self, i: int, j: int) -> tuple[int, int]:
        """Return the two numbers for the failures of player `i` with the lower-ranked resident `j`:
        by the colour criteria, and by all others.
        """
        if i >= self.moved_down and self._level is not None:
            return self.of_colours(i, j), self._level
        return self.of_colours(i, j), self.of_floats(i, j)

    def pairs(self, rows: Sequence[int]) -> list[tuple[int, int, int, int]]:
        """Return the pairs allowed by `rows`, each as `i`, `j`, and the two numbers that `pair`
        returns.
        """
        colours, players, level = self.colours, self.players, self._level
        of_colours, of_floats = self._cache.colours, self._cache.floats
        found = []
        for i, row in enumerate(rows):
            start = max(i + 1, self.moved_down)
            mine, one, down = colours[i], players[i], i < self.moved_down
            for k in members(row >> start):
                j = start + k
                both = of_colours.get((mine, colours[j]))
                if both is None:
                    both = self.of_colours(i, j)
                others = level
                if down or others is None:
                    other = players[j]
                    key = down, one.score - other.score, one.floats, other.floats
                    others = of_floats.get(key)
                    if others is None:
                        others = self.of_floats(i, j)
                found.append((i, j, both, others))
        return found

    def of_colours(self, i: int, j: int) -> int:
        """Return the number that stands for the pair's failures by the colour criteria."""
        key = self.colours[i], self.colours[j]
        known = self._cache.colours.get(key)
        if known is None:
            down = i < self.moved_down
            part = CandidatePart(self.bracket, self.players[i], self.players[j], down)
            known = self._cache.number(failures_of(self.edition.of_colours, part))
            if not clash(self.players[i], self.players[j]):
                self._cache.colours[key] = known
        return known

    def of_floats(self, i: int, j: int) -> int:
        """Return the number that stands for the pair's failures by the criteria that do not depend
        on colours.
        """
        one, other = self.players[i], self.players[j]
        down = i < self.moved_down
        key = down, one.score - other.score, one.floats, other.floats
        known = self._cache.floats.get(key)
        if known is None:
            part = CandidatePart(self.bracket, one, other, down)
            known = self._cache.number(failures_of(self.edition.not_of_colours, part))
            self._cache.floats[key] = known
        return known

    def single(self, i: int) -> int:
        player, down = self.players[i], i < self.moved_down
        key = down, player.score, player.floats, player.history.unplayed, self._bracket
        known = self._cache.singles.get(key)
        if known is None:
            part = CandidatePart(self.bracket, player, None, down)
            known = self._cache.number(failures_of(self.edition.not_of_colours, part))
            self._cache.add_single(key, known)
        return known
