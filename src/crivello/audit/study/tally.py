"""Means with their confidence intervals, from sums of whole numbers.

Each measured value of a tournament is a whole number of millionths. Their sums are exact, so they
do not depend on the order in which tournaments are finished, nor on the number of processes.
"""

from __future__ import annotations

from math import isqrt, sqrt
from typing import NamedTuple

SCALE = 1_000_000
"""Measured values are kept in millionths."""
Z = 1.959963984540054
"""The normal quantile for 97.5 %: intervals are 95 % intervals."""


def ratio(part: int, whole: int) -> int:
    """Return ``part / whole`` in millionths, rounded."""
    return (2 * part * SCALE + whole) // (2 * whole)


def ratio_to_root(part: int, square: int) -> int:
    """Return ``part / √square`` in millionths, truncated towards zero."""
    size = isqrt(part * part * SCALE * SCALE // square)
    return size if part >= 0 else -size


class MeasureTally(NamedTuple):
    """The sums from which the mean of one measure over tournaments is computed."""

    tournaments: int = 0
    total: int = 0
    squares: int = 0

    def plus(self, other: MeasureTally) -> MeasureTally:
        return MeasureTally(
            self.tournaments + other.tournaments,
            self.total + other.total,
            self.squares + other.squares,
        )

    @classmethod
    def of(cls, value: int) -> MeasureTally:
        return cls(1, value, value * value)

    @property
    def mean(self) -> float:
        return self.total / (self.tournaments * SCALE)

    @property
    def deviation(self) -> float:
        """The standard deviation of the sample; 0 for one tournament."""
        if self.tournaments < 2:
            return 0.0
        spread = self.tournaments * self.squares - self.total * self.total
        return sqrt(spread / (self.tournaments * (self.tournaments - 1))) / SCALE

    def interval(self, rate: bool) -> tuple[float, float]:
        """Return the 95 % confidence interval of the mean: Wilson's for a yes-or-no rate, else the
        normal one.
        """
        if not rate:
            half = Z * self.deviation / sqrt(self.tournaments)
            return self.mean - half, self.mean + half
        n, p = self.tournaments, self.mean
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)
