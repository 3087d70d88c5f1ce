"""The quality criteria of the Dutch system as values: what one pair or downfloater fails.

Both editions are made of the same few costs; C.8 is of 2017, C10 of 2026. Sieve and solver read
these definitions and nothing else of each other. Not here, because they are not about a single
part: the absolute criteria (`bracket.may_meet`, the right to the bye), completion (C.4, C4), the
lowest bye (C5) and the look ahead to the next bracket (C.7, C8), which an edition names by code.
"""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.field import Entrant, Float, Strength
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.rules.colours import allocate
from crivello.rules.criterion import NONE, ONE, Criterion, Failures, counts, lists
from crivello.systems.dutch.bracket import CandidatePart

DutchCriterion = Criterion[CandidatePart]


def downfloater(part: CandidatePart) -> Failures:
    """C.5; C6 (1.4.1): one for each player left unpaired."""
    return ONE if part.lower is None else NONE


def downfloater_score(part: CandidatePart) -> Failures:
    """C7: the score of each player left unpaired."""
    return (part.higher.score,) if part.lower is None else NONE


def score_difference(higher: int, lower: int | None, lowest: int, unit: int) -> int:
    """A.8: the difference of a pair; a downfloater's to one point below the bracket's lowest."""
    return higher - (lowest - unit if lower is None else lower)


def pairing_score_difference(part: CandidatePart) -> Failures:
    """C.6: the elements of the PSD (A.8)."""
    lower = None if part.lower is None else part.lower.score
    return (score_difference(part.higher.score, lower, part.bracket.score, part.bracket.unit),)


def unplayed_of_bye(part: CandidatePart) -> Failures:
    """C9: rounds without a game of a player left unpaired (asked only of whoever gets the bye)."""
    return (part.higher.history.unplayed,) if part.lower is None else NONE


def both_absolute(part: CandidatePart) -> bool:
    """Both must have the same colour: possible only where a topscorer is concerned."""
    return (
        part.lower is not None
        and part.higher.preference is part.lower.preference
        and part.higher.strength is Strength.ABSOLUTE
        and part.lower.strength is Strength.ABSOLUTE
    )


def colour_difference_beyond_two(part: CandidatePart) -> Failures:
    """C.8; C10: whoever of the two yields had |CD| = 2 already, and now gets beyond it."""
    if not both_absolute(part) or part.lower is None:
        return NONE
    wide = abs(part.higher.colour_difference) >= 2 and abs(part.lower.colour_difference) >= 2
    return ONE if wide else NONE


def same_colour_three_times(part: CandidatePart) -> Failures:
    """C.9; C11: whoever yields, by the colour rules, had the same colour in the last two games."""
    if not both_absolute(part) or part.lower is None:
        return NONE
    initial = Colour.WHITE if part.bracket.initial_white else Colour.BLACK
    white, black, _ = allocate(part.higher, part.lower, initial)
    yields, again = (white, "WW") if white.preference is Colour.BLACK else (black, "BB")
    return ONE if yields.history.colours.endswith(again) else NONE


def preference_denied(part: CandidatePart) -> Failures:
    """C.10; C12: both want the same colour."""
    if part.lower is None or part.higher.preference is None:
        return NONE
    return ONE if part.higher.preference is part.lower.preference else NONE


def strong_preference_denied(part: CandidatePart) -> Failures:
    """C.11; C13: both want the same colour, neither mildly, and not both absolutely."""
    if not preference_denied(part) or part.lower is None or both_absolute(part):
        return NONE
    weaker = min(part.higher.strength, part.lower.strength)
    return ONE if weaker >= Strength.STRONG else NONE


OF_COLOURS = frozenset(
    {
        colour_difference_beyond_two,
        same_colour_three_times,
        preference_denied,
        strong_preference_denied,
    }
)
"""These depend only on the colours of a pair; a single player never fails them."""


def _had(player: Entrant, kind: Float, ago: int) -> bool:
    """Did the player float so in the last round (`ago` = 1) or the one before (2)?"""
    return len(player.floats) >= ago and player.floats[ago - 1] is kind


Cost = Callable[[CandidatePart], Failures]


def same_downfloat(ago: int) -> Cost:
    """C.12, C.14: anyone who floats down again: left unpaired, or paired with a lower score."""

    def cost(part: CandidatePart) -> Failures:
        down = part.lower is None or part.higher.score > part.lower.score
        return ONE if down and _had(part.higher, Float.DOWN, ago) else NONE

    return cost


def same_upfloat(ago: int) -> Cost:
    """C.13, C.15: anyone who floats up again: paired with a higher score."""

    def cost(part: CandidatePart) -> Failures:
        if part.lower is None or part.higher.score == part.lower.score:
            return NONE
        return ONE if _had(part.lower, Float.UP, ago) else NONE

    return cost


def difference_of(floats_again: Cost) -> Cost:
    """By how much those float who fail a criterion; one left unpaired by more than any pair."""

    def cost(part: CandidatePart) -> Failures:
        if not floats_again(part):
            return NONE
        if part.lower is None:
            return (part.bracket.beyond,)
        return (part.higher.score - part.lower.score,)

    return cost


def same_downfloat_difference(ago: int) -> Cost:
    """C.16, C.18: by how much those float down again."""
    return difference_of(same_downfloat(ago))


def same_upfloat_difference(ago: int) -> Cost:
    """C.17, C.19: by how much those float up again."""
    return difference_of(same_upfloat(ago))


def resident_downfloat(ago: int) -> Cost:
    """C14, C16: a resident left unpaired who floated down then."""

    def cost(part: CandidatePart) -> Failures:
        if part.lower is not None or part.moved_down:
            return NONE
        return ONE if _had(part.higher, Float.DOWN, ago) else NONE

    return cost


def opponent_upfloat(ago: int) -> Cost:
    """C15, C17: an opponent of a moved-down player who floated up then."""

    def cost(part: CandidatePart) -> Failures:
        if part.lower is None or not part.moved_down:
            return NONE
        return ONE if _had(part.lower, Float.UP, ago) else NONE

    return cost


def moved_down_difference(ago: int) -> Cost:
    """C18, C20: the difference of a moved-down player who floated down then."""

    def floats_again(part: CandidatePart) -> Failures:
        return ONE if part.moved_down and _had(part.higher, Float.DOWN, ago) else NONE

    return difference_of(floats_again)


def opponent_difference(ago: int) -> Cost:
    """C19, C21: the difference of a moved-down player's opponent who floated up then."""
    return difference_of(opponent_upfloat(ago))


# What they ask for, whatever an edition calls them.

COLOURS = counts(
    {
        colour_difference_beyond_two: N_(
            "Give as few topscorers and their opponents as possible a colour difference beyond two."
        ),
        same_colour_three_times: N_(
            "Give as few topscorers and their opponents as possible one colour three times running."
        ),
        preference_denied: N_("Give as many players as possible the colour they prefer."),
        strong_preference_denied: N_(
            "Give as many players as possible the colour they strongly prefer."
        ),
    }
)
"""The same in both editions."""
FLOATS_2017 = counts(
    {
        same_downfloat(1): N_("Let as few players as possible float down as in the last round."),
        same_upfloat(1): N_("Let as few players as possible float up as in the last round."),
        same_downfloat(2): N_("Let as few players as possible float down as two rounds ago."),
        same_upfloat(2): N_("Let as few players as possible float up as two rounds ago."),
    }
) + lists(
    {
        same_downfloat_difference(1): N_(
            "Keep the differences small for those who float down as in the last round."
        ),
        same_upfloat_difference(1): N_(
            "Keep the differences small for those who float up as in the last round."
        ),
        same_downfloat_difference(2): N_(
            "Keep the differences small for those who float down as two rounds ago."
        ),
        same_upfloat_difference(2): N_(
            "Keep the differences small for those who float up as two rounds ago."
        ),
    }
)
FLOATS_2026 = counts(
    {
        resident_downfloat(1): N_(
            "Let as few residents as possible float down as in the last round."
        ),
        opponent_upfloat(1): N_(
            "Let as few opponents of moved-down players as possible float up as in the last round."
        ),
        resident_downfloat(2): N_("Let as few residents as possible float down as two rounds ago."),
        opponent_upfloat(2): N_(
            "Let as few opponents of moved-down players as possible float up as two rounds ago."
        ),
    }
) + lists(
    {
        moved_down_difference(1): N_(
            "Keep the differences small for moved-down players who floated down in the last round."
        ),
        opponent_difference(1): N_(
            "Keep the differences small for opponents of moved-down players who floated up "
            "in the last round."
        ),
        moved_down_difference(2): N_(
            "Keep the differences small for moved-down players who floated down two rounds ago."
        ),
        opponent_difference(2): N_(
            "Keep the differences small for opponents of moved-down players who floated up "
            "two rounds ago."
        ),
    }
)
FLOATERS_2017 = counts({downfloater: N_("Make as many pairs as possible.")}) + lists(
    {pairing_score_difference: N_("Keep the score differences small.")}
)
FLOATERS_2026 = counts({downfloater: N_("Leave as few players unpaired as possible.")}) + lists(
    {downfloater_score: N_("Keep the scores of the unpaired low.")}
)
BYE_2026 = counts({unplayed_of_bye: N_("Give the bye to a player with few unplayed rounds.")})
