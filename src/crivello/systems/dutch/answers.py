"""What parts of candidates fail, kept with an edition so that no criterion is asked twice."""

from __future__ import annotations

from itertools import count

Failures = tuple[tuple[int, int], ...]
"""What one part fails: (place of the criterion, failure), in order of the criteria."""

MOST = 20_000
"""So many single players of different kinds are remembered; a long campaign sees more."""


class Answers:
    """Known answers, by all the facts that the criteria ask about.

    About pairs these are few: some hundreds in a thousand tournaments. Failures are numbered; the
    tables hold their numbers.
    """

    def __init__(self) -> None:
        self.failures: dict[int, Failures] = {}
        self._numbers: dict[Failures, int] = {}
        self._next = count()
        self.colours: dict[tuple[int, int], int] = {}
        """Of the criteria for colours, by the colours of a pair."""
        self.floats: dict[tuple[object, ...], int] = {}
        """Of the others: a pair by its score difference and floats."""
        self.singles: dict[tuple[object, ...], int] = {}
        """Of a single player: by his score, floats and unplayed rounds, and by his bracket."""
        self.ahead: dict[tuple[int, int, int], tuple[Failures, Failures]] = {}
        """Of the criteria asked of the next bracket, by a player's score, that of the bracket, and
        the unit: paired there, and left."""

    def keep_single(self, facts: tuple[object, ...], number: int) -> None:
        if len(self.singles) >= MOST:
            self.singles.clear()
        self.singles[facts] = number

    def number(self, failures: Failures) -> int:
        """Two threads may number the same failures twice, but never two failures alike."""
        known = self._numbers.get(failures)
        if known is None:
            known = next(self._next)
            self.failures[known] = failures
            self._numbers[failures] = known
        return known
