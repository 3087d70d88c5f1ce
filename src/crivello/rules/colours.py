"""Colours: preferences, limits, the pairs that they forbid, and the allocation of White and
Black.
"""

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
    """Return the colour preference and its strength, by the games played.

    It is absolute for a colour difference (CD) beyond one or the same colour in the last two games,
    strong for a difference of one, otherwise mild, for the other colour than in the last game. The
    last two games are the last two *played*: a colour repeated across an unplayed round counts,
    even if CD is ±1.
    """
    # Dutch 2026: 1.6, 1.7; Dubov 2026: 1.5, 1.6; Burstein 2026: 1.4, 1.5; C.04.1: 8
    return _prefer_by_colours(history.colours)


@lru_cache(maxsize=4096)  # the same few sequences, round after round
def _prefer_by_colours(colours: str) -> Preference:
    # C.04.1.h (1, 2)
    # Dubov 1997: 1 (2); Burstein 2016: 1 (2)
    # Dutch 2017: A.6 (1, 2, 3, 4)
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
    """Return the preference by the Dubov rule (A.5.d): a player without a game mildly prefers
    Black.
    """
    return preference(history) if history.colours else (BLACK, MILD)


def same_preference(a: Entrant, b: Entrant) -> bool:
    """Return True if both players prefer (or are due) the same colour."""
    return a.preference is not None and a.preference is b.preference


# Pairs that may meet.


def strangers(a: Entrant, b: Entrant) -> bool:
    """Return True if the two have not met and no rule of the event forbids it."""
    # C.04.1.b (1)
    return b.id not in a.avoid


def may_meet(a: Entrant, b: Entrant) -> bool:
    """Return True if the two have not met and do not share an absolute preference.

    There are no exceptions for the last round here.
    """
    if b.id in a.avoid:
        return False
    absolute = a.strength is ABSOLUTE and b.strength is ABSOLUTE
    return not absolute or a.preference is not b.preference


def may_meet_within_limits(a: Entrant, b: Entrant) -> bool:
    """Return True if the two have not met and can play with both of them within the colour
    limits.
    """
    return b.id not in a.avoid and colours_fit(a, b)


# The limits of the Basic Rules (C.04.1: 6 and 7, old f and g) as hard rules.
#
# For systems without degrees of preference: no colour three times running in the games played, and
# no colour three times more often than the other.


@lru_cache(maxsize=4096)
def allowed_colours(colours: str) -> frozenset[Colour]:
    """Return the colours that a player may get after games with these colours, such as ``WBW``.

    No colour may come three times running, and the difference between the colours must stay below
    three.
    """
    # C.04.1.f (1); C.04.1.g (1)
    difference = 2 * colours.count("W") - len(colours)
    white = difference < 2 and not colours.endswith("WW")
    black = difference > -2 and not colours.endswith("BB")
    return frozenset(c for c, may in ((Colour.WHITE, white), (Colour.BLACK, black)) if may)


def may_have(player: Entrant, colour: Colour) -> bool:
    """Return True if the player may get this colour within the colour limits."""
    return colour in allowed_colours(player.history.colours)


def colours_fit(a: Entrant, b: Entrant) -> bool:
    """Return True if one of the two may get White and the other one Black within the colour
    limits.
    """
    mine, theirs = allowed_colours(a.history.colours), allowed_colours(b.history.colours)
    # Both have a permitted colour, and not the same one only.
    return bool(mine) and bool(theirs) and (len(mine) + len(theirs) > 2 or mine != theirs)


# Allocation (Dutch E / 5.2): who has White in a pair, and by which rule.


def higher_ranked(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    """Return the two with the higher-ranked first: higher score, then smaller pairing number (A.2,
    1.2).
    """
    # Dutch 2017: A.2 (1)
    # Dutch 2026: 1.2; Dutch 2017: A.2
    return (a, b) if (-a.score, a.number) < (-b.score, b.number) else (b, a)


def latest_difference(a: Entrant, b: Entrant) -> str | None:
    """Return the colour, W or B, that `a` had in the latest game in which the two had different
    colours; None if there is none.

    The colour histories are compared game by game from their ends, as far as the shorter one goes
    (C.04.2: 3.4).
    """
    # Dutch 2011: E.3, F.3
    for mine, theirs in zip(reversed(a.history.colours), reversed(b.history.colours), strict=False):
        if mine != theirs:
            return mine
    return None


def colour_by_number(player: Entrant, initial: Colour) -> Colour:
    """Return the initial colour for an odd pairing number, the other one for an even number."""
    return initial if player.parity % 2 else initial.opposite


def colour_by_smaller_number(first: Entrant, second: Entrant, initial: Colour) -> Colour:
    """Return the colour of `first`: the player with the smaller number gets the initial colour if
    that number is odd, else the other one.
    """
    if first.number < second.number:
        return colour_by_number(first, initial)
    return colour_by_number(second, initial).opposite


def allocate(a: Entrant, b: Entrant, initial: Colour) -> tuple[Entrant, Entrant, int]:
    """Return White, Black, and the number of the rule (1 to 5) that decided."""
    first, second = higher_ranked(a, b)
    colour, rule = _choose_colour_of_first(first, second, initial)
    return (first, second, rule) if colour is Colour.WHITE else (second, first, rule)


def _choose_colour_of_first(first: Entrant, second: Entrant, initial: Colour) -> tuple[Colour, int]:
    # Dutch 2026: 5.2.1-5.2.5; Dutch 2017: E.1-E.5; Dutch 2011: E.1-E.5
    # Dutch 2017: A.6 (5); Dutch 2017: E.1 (1); Dutch 2017: E.2 (1, 2); Dutch 2017: E.3 (1);
    # Dutch 2017: E.4 (1); Dutch 2017: E.5 (1)
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
