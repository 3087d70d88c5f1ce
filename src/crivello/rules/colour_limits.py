"""The colour limits of the Basic Rules (C.04.1: 6 and 7, old f and g) as hard rules.

For systems without degrees of preference: no colour three times running in the games played, and
no colour three times more often than the other.
"""

from __future__ import annotations

from ..model.field import Entrant
from ..model.result import Colour


def may_have(player: Entrant, colour: Colour) -> bool:
    """Does one more game with this colour keep the player within both limits?"""
    history = player.history
    if colour is Colour.WHITE:
        return history.colour_difference < 2 and not history.colours.endswith("WW")
    return history.colour_difference > -2 and not history.colours.endswith("BB")


def colours_fit(a: Entrant, b: Entrant) -> bool:
    """Can the two play each other with both within the limits?"""
    return (may_have(a, Colour.WHITE) and may_have(b, Colour.BLACK)) or (
        may_have(a, Colour.BLACK) and may_have(b, Colour.WHITE)
    )
