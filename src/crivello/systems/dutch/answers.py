"""What parts of candidates fail, kept with an edition so that no criterion is asked twice."""

from __future__ import annotations

Failures = tuple[tuple[int, int], ...]
"""What one part fails: (place of the criterion, failure), in order of the criteria."""


class Answers:
    """Known answers, by all the facts that the criteria ask about.

    These are few, in a thousand tournaments hardly more than in ten. Failures are numbered; the
    tables hold their numbers.
    """

    def __init__(self) -> None:
        self.failures: list[Failures] = []
        self._numbers: dict[Failures, int] = {}
        self.colours: dict[tuple[int, int], int] = {}
        """Of the criteria for colours, by the colours of a pair."""
        self.floats: dict[tuple[object, ...], int] = {}
        """Of the others: a pair by its score difference and floats."""
        self.singles: dict[tuple[object, ...], int] = {}

    def number(self, failures: Failures) -> int:
        number = self._numbers.setdefault(failures, len(self.failures))
        if number == len(self.failures):
            self.failures.append(failures)
        return number
