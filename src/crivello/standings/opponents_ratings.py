"""Tie-breaks from the ratings of the opponents met over the board (C.07: 10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from crivello.model.result import Award
from crivello.rules.rating_tables import expected_percent, performance_difference
from crivello.standings.sheet import Sheet
from crivello.standings.working import (
    Modifiers,
    Reason,
    Term,
    Total,
    Value,
    Working,
    by_value,
    cut,
    rounded_mean,
)

_HALF_POINTS = {
    Award.WIN: 2,
    Award.SHORT_WIN: 2,
    Award.DRAW: 1,
    Award.SHORT_DRAW: 1,
    Award.ADJOURNED: 1,
    Award.LOSS: 0,
    Award.SHORT_LOSS: 0,
}
"""Whatever the event pays, performances count 1, ½ and 0."""

_expected = cache(expected_percent)

LEAST_DIFFERENCE = 736
"""From here on the expected score is 100 % (B.02: 8.1.2)."""


def half_points(sheet: Sheet, player: int) -> int:
    """The score of the games played over the board, in half points."""
    return sum(_HALF_POINTS[entry.award] for entry in sheet.entries(player) if entry.played)


def average_rating(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """10.1 ARO."""
    terms = [
        Term(number, Reason.RATING, sheet.rating(opponent, modifiers.unrated), opponent)
        for number, opponent in sheet.met(player)
    ]
    return rounded_mean(cut(terms, modifiers, by_value))


def percentage(half: int, games: int) -> int:
    """Half points of so many games in percent, .5 up."""
    return (100 * half + games) // (2 * games)


def performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """10.2 TPR: the rounded ARO and the difference for the percentage scored."""
    games = len(sheet.met(player))
    if games == 0:
        return Working(None, (), Total.UNDEFINED)
    average = average_rating(sheet, modifiers, player).value
    assert average is not None
    percent = percentage(half_points(sheet, player), games)
    difference = performance_difference(percent)
    terms = (
        Term(None, Reason.AVERAGE, average),
        Term(None, Reason.DIFFERENCE, difference, percent=percent),
    )
    return Working(average + difference, terms)


def perfect_performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """10.3 PTP: the lowest rating whose expected score reaches the own one."""
    met = [(n, who, sheet.rating(who, modifiers.unrated)) for n, who in sheet.met(player)]
    if not met:
        return Working(None, (), Total.UNDEFINED)
    ratings = [rating for _, _, rating in met]
    rating = lowest_rating(ratings, half_points(sheet, player))
    terms = tuple(
        Term(n, Reason.EXPECTED, theirs, who, percent=_expected(rating - theirs))
        for n, who, theirs in met
    )
    return Working(rating, terms, Total.LOWEST_RATING)


def lowest_rating(ratings: list[int], half: int) -> int:
    """The lowest rating whose expected score against `ratings` is at least `half` half points."""
    if half == 0:
        return min(ratings) - 800
    # Expected scores grow with the rating: at `low` nothing is expected, at `high` everything.
    low, high = min(ratings) - LEAST_DIFFERENCE, max(ratings) + LEAST_DIFFERENCE
    while high - low > 1:
        middle = (low + high) // 2
        if sum([_expected(middle - rating) for rating in ratings]) >= 50 * half:
            high = middle
        else:
            low = middle
    return high


def average_performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """10.4 APRO: the mean TPR of the opponents."""
    table = sheet.kept("TPR", modifiers, performance)
    return rounded_mean(_of_opponents(sheet, player, Reason.PERFORMANCE_OF, table))


def average_perfect_performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """10.5 APPO: the mean PTP of the opponents."""
    table = sheet.kept("PTP", modifiers, perfect_performance)
    return rounded_mean(_of_opponents(sheet, player, Reason.PERFECT_PERFORMANCE_OF, table))


def _of_opponents(
    sheet: Sheet, player: int, reason: Reason, table: Mapping[int, Value | None]
) -> list[Term]:
    """What each opponent met has; whoever was met has met somebody, so it is defined."""
    return [
        Term(number, reason, value, opponent)
        for number, opponent in sheet.met(player)
        if (value := table[opponent]) is not None
    ]
