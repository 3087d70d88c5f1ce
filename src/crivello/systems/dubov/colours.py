"""Colours of a pair (E, art. 5): two players without a game by their number, then as elsewhere."""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.rules.colours import allocate, higher_ranked


def allocate_colours(a: Entrant, b: Entrant, initial: Colour) -> tuple[Entrant, Entrant, int]:
    """White, Black, and the number of the rule (0 to 4) that decided.

    Everybody has a preference, so the rules of the shared allocation that are reached are 1 to 4.
    """
    if a.history.games_played or b.history.games_played:
        return allocate(a, b, initial)
    first, second = higher_ranked(a, b)
    has_initial = first.parity % 2 == 1
    white = (initial is Colour.WHITE) == has_initial
    return (first, second, 0) if white else (second, first, 0)
