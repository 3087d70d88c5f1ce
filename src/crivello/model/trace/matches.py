"""The step of systems that pair matches: one bracket. Players are ids, of teams too."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.trace import Pairs
from crivello.model.trace.upfloats import Failures, UpfloatBracketPaired


@dataclass(frozen=True, slots=True)
class MatchBracketPaired(UpfloatBracketPaired):
    """A bracket and its pairs, chosen by the criteria and then by their order (3.6)."""

    by_number: tuple[int, ...]
    """All of them by pairing number: first, the upper half meets the lower half."""
    pairs: Pairs
    """By the number of the top member, who is named first."""
    failures: Failures

    @property
    def halves(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The upper and the lower half by number."""
        half = len(self.by_number) // 2
        return self.by_number[:half], self.by_number[half:]
