"""The two conversion tables of the FIDE rating regulations (B.02: 8.1.1, 8.1.2), and the
performance rating.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from crivello.model.result import Award

HALF_POINTS = {
    Award.WIN: 2,
    Award.SHORT_WIN: 2,
    Award.DRAW: 1,
    Award.SHORT_DRAW: 1,
    Award.ADJOURNED: 1,
    Award.LOSS: 0,
    Award.SHORT_LOSS: 0,
}
"""Performances count 1, ½ and 0, whatever the event pays."""

_LARGEST_DIFFERENCE = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""Largest rating difference that still means 50 %, 51 %, … for the higher rated; beyond: 100 %."""

_PERFORMANCE_ABOVE_HALF = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)  # fmt: skip
"""Rating difference for a score of 50 %, 51 %, … 100 %; below half it is the same with a minus."""


def expected_percent(difference: int) -> int:
    """Return PD: the expected score, in percent, of a player rated `difference` points above the
    opponent.
    """
    if difference < 0:
        return 100 - expected_percent(-difference)
    return 50 + bisect_left(_LARGEST_DIFFERENCE, difference)


def performance_difference(percent: int) -> int:
    """Return dp: the rating difference that corresponds to a score of `percent`."""
    if percent < 50:
        return -_PERFORMANCE_ABOVE_HALF[50 - percent]
    return _PERFORMANCE_ABOVE_HALF[percent - 50]


def percentage(half: int, games: int) -> int:
    """Return the score of `half` half points in `games` games, in percent, .5 rounded up."""
    return (100 * half + games) // (2 * games)


def mean_rating(ratings: Sequence[int]) -> int:
    """Return the mean of the ratings, .5 rounded up."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))


def performance_rating(ratings: Sequence[int], half: int) -> int:
    """Return the performance rating for `half` half points against opponents with these ratings."""
    return mean_rating(ratings) + performance_difference(percentage(half, len(ratings)))
