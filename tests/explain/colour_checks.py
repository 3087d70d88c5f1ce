"""Check the sentence of a colour rule against the colours of the two players."""

from __future__ import annotations

from crivello.explain.colours import ColourReason
from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour
from crivello.model.settings import Options
from crivello.rules.colours import higher_ranked, latest_difference
from crivello.systems.matches.editions import first_of


def is_true(idea: ColourReason, white: Entrant, black: Entrant, rules: str) -> bool:
    """Return True if the sentence of a colour rule is true of the two players."""
    wanted = {white.preference, black.preference}
    if idea is ColourReason.BOTH:
        return (
            wanted != {None}
            and white.preference is not Colour.BLACK
            and black.preference is not Colour.WHITE
        )
    if idea in (ColourReason.NUMBER, ColourReason.NEWCOMERS, ColourReason.UPPER_HALF):
        return not white.history.colours and not black.history.colours
    if idea is ColourReason.DOWN_THE_LIST:
        return True
    never = latest_difference(white, black) is None
    if idea in (ColourReason.HIGHER_ARO, ColourReason.LOWER_RATING, ColourReason.LATER):
        by_rating = {ColourReason.LOWER_RATING: -1, ColourReason.LATER: 0}.get(idea)
        sign = (white.rating > black.rating) - (white.rating < black.rating)
        same = white.colour_difference == black.colour_difference
        return never and same and by_rating in (None, sign)
    match idea:  # whether or not they prefer a colour
        case ColourReason.LOWER_BALANCE:
            return white.colour_difference < black.colour_difference
        case ColourReason.FEWER_WHITES:
            return white.history.colours.count("W") < black.history.colours.count("W")
        case ColourReason.ALTERNATE_LEVEL:
            return latest_difference(white, black) == "B"
        case ColourReason.HIGHER_CHANGES | ColourReason.OTHER_CHANGES:
            changes = first_of(white, black, Options())[idea is ColourReason.OTHER_CHANGES]
            return never and changes.history.colours[-1] == ("B" if changes is white else "W")
        case _:
            pass
    if len(wanted) > 1 or None in wanted:
        return False
    granted, other = (white, black) if white.wants_white else (black, white)
    wider = abs(granted.colour_difference) > abs(other.colour_difference)
    match idea:
        case ColourReason.STRONGER:
            both = granted.strength is other.strength is Strength.ABSOLUTE
            return wider if both else granted.strength > other.strength
        case ColourReason.OVER_HALF:
            return white.strength is black.strength is Strength.ABSOLUTE
        case ColourReason.ALTERNATE:
            return latest_difference(white, black) == "B"
        case ColourReason.HIGHER:  # Burstein has an order of its own
            matches = rules.startswith(("team", "doubleswiss"))  # as has 4.2
            rank = first_of(white, black, Options()) if matches else higher_ranked(white, black)
            return never and (rules.startswith("burstein") or rank[0] is granted)
        case ColourReason.LOWER:
            return never and higher_ranked(white, black)[0] is other
        case ColourReason.LIMIT_DIFFERENCE:
            return abs(granted.colour_difference) >= 2
        case ColourReason.LIMIT_RUNNING:
            return granted.history.colours[-2:] in ("WW", "BB")
        case ColourReason.LIMITS:
            return granted.strength is Strength.ABSOLUTE is not other.strength
        case ColourReason.WIDER:
            return wider
        case ColourReason.LESS_WHITE:
            return white.colour_difference < black.colour_difference
        case _:
            raise AssertionError(idea)
