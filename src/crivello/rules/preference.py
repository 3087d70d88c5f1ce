"""Colour preference (Dutch A.6 / 1.7, Dubov A.5): which colour, and how much it matters."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from crivello.model.field import Strength
from crivello.model.history import History
from crivello.model.result import Colour

Preference = tuple[Colour | None, Strength]
PreferenceRule = Callable[[History], Preference]

WHITE, BLACK = Colour.WHITE, Colour.BLACK
NONE, MILD, STRONG, ABSOLUTE = Strength


def preference(history: History) -> Preference:
    """|CD| > 1 first, then two in a row, then the sign of CD, then alternation.

    "Two in a row" are the last two games *played*, so a colour repeated across an unplayed
    round counts, and it outweighs CD = ±1.
    """
    return _by_colours(history.colours)


@lru_cache(maxsize=4096)  # the same few sequences, round after round
def _by_colours(colours: str) -> Preference:
    if not colours:
        return None, NONE
    difference = 2 * colours.count("W") - len(colours)
    if difference > 1:
        return BLACK, ABSOLUTE
    if difference < -1:
        return WHITE, ABSOLUTE
    if colours.endswith("WW"):
        return BLACK, ABSOLUTE
    if colours.endswith("BB"):
        return WHITE, ABSOLUTE
    if difference > 0:
        return BLACK, STRONG
    if difference < 0:
        return WHITE, STRONG
    return (BLACK if colours[-1] == "W" else WHITE), MILD


def preference_with_newcomers_black(history: History) -> Preference:
    """Dubov A.5.d: as above, but who has not played wants Black, mildly."""
    return preference(history) if history.colours else (BLACK, MILD)
