"""Points as people write them: 1, ½, 0.5, 1,5."""

from __future__ import annotations

from fractions import Fraction

from crivello.model.errors import Malformed
from crivello.words import N_
from crivello.words.typed import NotTyped, points_of

NO_POINTS = N_("Write points such as 1, ½ or 0.5, not {typed!r}.")


def parse_points(typed: str) -> Fraction:
    """Never negative: a penalty is said by its button."""
    try:
        return points_of(typed)
    except NotTyped:
        raise Malformed(NO_POINTS, typed=typed.strip()[:20]) from None
