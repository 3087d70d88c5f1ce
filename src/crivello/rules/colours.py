"""Colours: preferences, limits, the pairs that they forbid, and who has White."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from crivello.model.field import Entrant, Strength
from crivello.model.history import History
from crivello.model.result import Colour

Preference = tuple[Colour | None, Strength]
PreferenceRule = Callable[[History], Preference]

WHITE, BLACK = Colour.WHITE, Colour.BLACK
NONE, MILD, STRONG, ABSOLUTE = Strength


# Preference (Dutch A.6 / 1.7, Dubov A.5): which colour, and how much it matters.


def preference(history: History) -> Preference:
    """Return the preference: |CD| > 1 first, then two in a row, then the sign of CD, then
    alternation.

    "Two in a row" are the last two games *played*, so a colour repeated across an unplayed
    round counts, and it outweighs CD = ±1.
    """
    # Dutch 2026: 1.6, 1.7; Dubov 2026: 1.5, 1.6; Burstein 2026: 1.4, 1.5; C.04.1: 8
    return _by_colours(history.colours)


@lru_cache(maxsize=4096)  # the same few sequences, round after round
def _by_colours(colours: str) -> Preference:
    # C.04.1.h (1, 2)
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
    """Apply Dubov A.5.d: as above, but a newcomer prefers Black, mildly."""
    return preference(history) if history.colours else (BLACK, MILD)


def same_preference(a: Entrant, b: Entrant) -> bool:
    """Return True if both prefer, or are due, the same colour, so that one will not get it."""
    return a.preference is not None and a.preference is b.preference


# Pairs that may meet.


def strangers(a: Entrant, b: Entrant) -> bool:
    """Return True if the two have not met and are not forbidden to."""
    # C.04.1.b (1)
    return b.id not in a.avoid


def may_meet(a: Entrant, b: Entrant) -> bool:
    """Return True if they have not met and do not share an absolute preference; no exceptions."""
    if b.id in a.avoid:
        return False
    absolute = a.strength is ABSOLUTE and b.strength is ABSOLUTE
    return not absolute or a.preference is not b.preference


def may_meet_within_limits(a: Entrant, b: Entrant) -> bool:
    """Return True if they have not met and colours within the limits exist for both."""
    return b.id not in a.avoid and colours_fit(a, b)


# The limits of the Basic Rules (C.04.1: 6 and 7, old f and g) as hard rules.
#
# For systems without degrees of preference: no colour three times running in the games played, and
# no colour three times more often than the other.


@lru_cache(maxsize=4096)
def allowed_colours(colours: str) -> frozenset[Colour]:
    """Return the colours that one more game may have after games such as ``WBW``."""
    # C.04.1.f (1); C.04.1.g (1)
    difference = 2 * colours.count("W") - len(colours)
    white = difference < 2 and not colours.endswith("WW")
    black = difference > -2 and not colours.endswith("BB")
    return frozenset(c for c, may in ((Colour.WHITE, white), (Colour.BLACK, black)) if may)


def may_have(player: Entrant, colour: Colour) -> bool:
    """Return True if one more game with this colour keeps the player within both limits."""
    return colour in allowed_colours(player.history.colours)


def colours_fit(a: Entrant, b: Entrant) -> bool:
    """Return True if the two can play each other with both within the limits."""
    mine, theirs = allowed_colours(a.history.colours), allowed_colours(b.history.colours)
    # Both have a permitted colour, and not the same one only.
    return bool(mine) and bool(theirs) and (len(mine) + len(theirs) > 2 or mine != theirs)


# Allocation (Dutch E / 5.2): who has White in a pair, and by which rule.


def higher_ranked(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    """Return the pair with the higher ranked player first: score, then pairing number (A.2,
    1.2)."""
    # Dutch 2026: 1.2; Dutch 2017: A.2
    return (a, b) if (-a.score, a.number) < (-b.score, b.number) else (b, a)


def latest_difference(a: Entrant, b: Entrant) -> str | None:
    """Return the colour that `a` had when the two last differed; None if they never did.

    The histories are laid side by side from their ends (C.04.2: 3.4); where one of them has no
    game left, nothing decides.
    """
    # Dutch 2011: E.3, F.3
    for mine, theirs in zip(reversed(a.history.colours), reversed(b.history.colours), strict=False):
        if mine != theirs:
            return mine
    return None


def colour_by_number(player: Entrant, initial: Colour) -> Colour:
    """Return the initial colour for an odd number, the other one for an even number."""
    return initial if player.parity % 2 else initial.opposite


def colour_by_smaller_number(first: Entrant, second: Entrant, initial: Colour) -> Colour:
    """Return the colour of the first player, decided by the number of the player in the upper
    half."""
    if first.number < second.number:
        return colour_by_number(first, initial)
    return colour_by_number(second, initial).opposite


def allocate(a: Entrant, b: Entrant, initial: Colour) -> tuple[Entrant, Entrant, int]:
    """Return White, Black, and the number of the rule (1 to 5) that decided."""
    first, second = higher_ranked(a, b)
    colour, rule = _colour_of_first(first, second, initial)
    return (first, second, rule) if colour is Colour.WHITE else (second, first, rule)


def _colour_of_first(first: Entrant, second: Entrant, initial: Colour) -> tuple[Colour, int]:
    # Dutch 2026: 5.2.1-5.2.5; Dutch 2017: E.1-E.5; Dutch 2011: E.1-E.5
    mine, theirs = first.preference, second.preference
    # Rule 1: grant both preferences; a player without one leaves the choice to the other.
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
    # Rule 5: by the number of the higher ranked player.
    return colour_by_number(first, initial), 5
