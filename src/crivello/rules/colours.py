"""Colour allocation (Dutch E / 5.2): who has White in a pair, and by which rule."""

from __future__ import annotations

from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour


def higher_ranked(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    """The pair with the higher ranked player first: score, then pairing number (A.2, 1.2)."""
    return (a, b) if (-a.score, a.number) < (-b.score, b.number) else (b, a)


def latest_difference(a: Entrant, b: Entrant) -> str | None:
    """The colour `a` had when last one had White and the other Black; None if never.

    The histories are laid side by side from their ends (C.04.2: 3.4); where one of them has no
    game left, nothing decides.
    """
    for mine, theirs in zip(reversed(a.history.colours), reversed(b.history.colours), strict=False):
        if mine != theirs:
            return mine
    return None


def allocate(a: Entrant, b: Entrant, initial: Colour) -> tuple[Entrant, Entrant, int]:
    """White, Black, and the number of the rule (1 to 5) that decided."""
    first, second = higher_ranked(a, b)
    colour, rule = _colour_of_first(first, second, initial)
    return (first, second, rule) if colour is Colour.WHITE else (second, first, rule)


def _colour_of_first(first: Entrant, second: Entrant, initial: Colour) -> tuple[Colour, int]:
    mine, theirs = first.preference, second.preference
    # Rule 1: grant both preferences; who has none leaves the choice to the other.
    if mine is not theirs:
        if mine is not None:
            return mine, 1
        assert theirs is not None
        return theirs.opposite, 1
    if mine is not None:
        # Rule 2: the stronger preference; of two absolute ones the wider colour difference.
        if first.strength != second.strength:
            return (mine, 2) if first.strength > second.strength else (mine.opposite, 2)
        if first.strength is Strength.ABSOLUTE:
            wider = abs(first.colour_difference) - abs(second.colour_difference)
            if wider:
                return (mine, 2) if wider > 0 else (mine.opposite, 2)
        # Rule 3: alternate the colours of the latest round in which they differed.
        had = latest_difference(first, second)
        if had is not None:
            return (Colour.BLACK, 3) if had == "W" else (Colour.WHITE, 3)
        # Rule 4: the higher ranked player's preference.
        return mine, 4
    # Rule 5: odd number: the initial colour; even: the other one.
    return (initial, 5) if first.parity % 2 else (initial.opposite, 5)
