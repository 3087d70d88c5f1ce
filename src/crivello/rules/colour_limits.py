"""The colour limits of the Basic Rules (C.04.1: 6 and 7, old f and g) as hard rules.

For systems without degrees of preference: no colour three times running in the games played, and
no colour three times more often than the other.
"""

from __future__ import annotations

from functools import lru_cache

from crivello.model.field import Entrant
from crivello.model.result import Colour


@lru_cache(maxsize=4096)
def allowed(colours: str) -> frozenset[Colour]:
    """The colours that one more game may have after these, such as ``WBW``."""
    difference = 2 * colours.count("W") - len(colours)
    white = difference < 2 and not colours.endswith("WW")
    black = difference > -2 and not colours.endswith("BB")
    return frozenset(c for c, may in ((Colour.WHITE, white), (Colour.BLACK, black)) if may)


def may_have(player: Entrant, colour: Colour) -> bool:
    """Does one more game with this colour keep the player within both limits?"""
    return colour in allowed(player.history.colours)


def colours_fit(a: Entrant, b: Entrant) -> bool:
    """Can the two play each other with both within the limits?"""
    mine, theirs = allowed(a.history.colours), allowed(b.history.colours)
    # Both have a colour left, and not the same only one.
    return bool(mine) and bool(theirs) and (len(mine) + len(theirs) > 2 or mine != theirs)
