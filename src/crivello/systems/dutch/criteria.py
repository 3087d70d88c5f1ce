"""The quality criteria of the Dutch system as values: how far one pair or downfloater fails each.

The articles of 2017 have a dot (C.8), those of 2026 have none (C10). Sieve and solver share only
these definitions. Missing here are the criteria that do not measure a single part: the absolute
criteria (`bracket.may_meet`, the right to the bye), the completion (C.4, C4), the lowest bye (C5)
and the look-ahead to the next bracket (C.7, C8). An edition names them by their codes.
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
    """Return one failure if the part is a player left unpaired, none if it is a pair (C.5; C6,
    1.4.1).
    """
    # Dutch 2017: C.5 (1)
    return ONE if part.lower is None else NONE


def downfloater_score(part: CandidatePart) -> Failures:
    """Return the score of a player left unpaired (C7)."""
    return (part.higher.score,) if part.lower is None else NONE


def score_difference(higher: int, lower: int | None, lowest: int, unit: int) -> int:
    """Return the score difference of a pair, or of a downfloater if `lower` is None (A.8).

    A downfloater's difference is to the score one point below the lowest score of the bracket.
    """
    # Dutch 2017: A.8 (2)
    return higher - (lowest - unit if lower is None else lower)


def pairing_score_difference(part: CandidatePart) -> Failures:
    """Return the part's element of the PSD, the list of score differences (C.6, A.8)."""
    # Dutch 2017: A.8 (1, 3); Dutch 2017: C.6 (1)
    lower = None if part.lower is None else part.lower.score
    return (score_difference(part.higher.score, lower, part.bracket.score, part.bracket.unit),)


def unplayed_of_bye(part: CandidatePart) -> Failures:
    """Return the number of rounds without a game of a player left unpaired, who gets the bye
    (C9).
    """
    return (part.higher.history.unplayed,) if part.lower is None else NONE


def both_absolute(part: CandidatePart) -> bool:
    """Return True if both players have the same absolute colour preference; legal only with a
    topscorer.
    """
    return (
        part.lower is not None
        and part.higher.preference is part.lower.preference
        and part.higher.strength is Strength.ABSOLUTE
        and part.lower.strength is Strength.ABSOLUTE
    )


def colour_difference_beyond_two(part: CandidatePart) -> Failures:
    """Return one failure if the pair must give a player a colour difference beyond two (C.8; C10).

    That is so if both already have a difference of two and must have the same colour.
    """
    # Dutch 2017: C.8 (1)
    if not both_absolute(part) or part.lower is None:
        return NONE
    wide = abs(part.higher.colour_difference) >= 2 and abs(part.lower.colour_difference) >= 2
    return ONE if wide else NONE


def same_colour_three_times(part: CandidatePart) -> Failures:
    """Return one failure if a player gets the same colour a third time running (C.9; C11).

    This happens only if both must have the same colour; the colour rules decide who gets the other
    one.
    """
    # Dutch 2017: C.9 (1)
    if not both_absolute(part) or part.lower is None:
        return NONE
    initial = Colour.WHITE if part.bracket.initial_white else Colour.BLACK
    white, black, _ = allocate(part.higher, part.lower, initial)
    yields, again = (white, "WW") if white.preference is Colour.BLACK else (black, "BB")
    return ONE if yields.history.colours.endswith(again) else NONE


def preference_denied(part: CandidatePart) -> Failures:
    """Return one failure if both players prefer the same colour (C.10; C12)."""
    # Dutch 2017: C.10 (1)
    if part.lower is None or part.higher.preference is None:
        return NONE
    return ONE if part.higher.preference is part.lower.preference else NONE


def strong_preference_denied(part: CandidatePart) -> Failures:
    """Return one failure if both prefer the same colour, both at least strongly, not both
    absolutely (C.11; C13).
    """
    # Dutch 2017: C.11 (1)
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


def _has_floated(player: Entrant, kind: Float, ago: int) -> bool:
    """Return True if the player got this float `ago` rounds ago (1: in the last round)."""
    return len(player.floats) >= ago and player.floats[ago - 1] is kind


Cost = Callable[[CandidatePart], Failures]


def same_downfloat(ago: int) -> Cost:
    """Return the cost function for repeated downfloats (C.12, C.14).

    A player who floated down `ago` rounds ago fails if left unpaired or paired with a lower score.
    """
    # Dutch 2017: C.12 (1); Dutch 2017: C.14 (1)

    def cost(part: CandidatePart) -> Failures:
        down = part.lower is None or part.higher.score > part.lower.score
        return ONE if down and _has_floated(part.higher, Float.DOWN, ago) else NONE

    return cost


def same_upfloat(ago: int) -> Cost:
    """Return the cost function for repeated upfloats (C.13, C.15).

    A player who floated up `ago` rounds ago fails if paired with a higher score.
    """
    # Dutch 2017: C.13 (1); Dutch 2017: C.15 (1)

    def cost(part: CandidatePart) -> Failures:
        if part.lower is None or part.higher.score == part.lower.score:
            return NONE
        return ONE if _has_floated(part.lower, Float.UP, ago) else NONE

    return cost


def difference_of(floats_again: Cost) -> Cost:
    """Return a cost function that replaces each failure of `floats_again` by the score difference
    of the pair.

    For a player left unpaired, it is more than any difference in the bracket.
    """

    def cost(part: CandidatePart) -> Failures:
        if not floats_again(part):
            return NONE
        if part.lower is None:
            return (part.bracket.beyond,)
        return (part.higher.score - part.lower.score,)

    return cost


def same_downfloat_difference(ago: int) -> Cost:
    """Return the cost function for score differences of repeated downfloats (C.16, C.18)."""
    # Dutch 2017: C.16 (1); Dutch 2017: C.18 (1)
    return difference_of(same_downfloat(ago))


def same_upfloat_difference(ago: int) -> Cost:
    """Return the cost function for score differences of repeated upfloats (C.17, C.19)."""
    # Dutch 2017: C.17 (1); Dutch 2017: C.19 (1)
    return difference_of(same_upfloat(ago))


def resident_downfloat(ago: int) -> Cost:
    """Return the cost function for residents left unpaired who floated down `ago` rounds ago (C14,
    C16).
    """

    def cost(part: CandidatePart) -> Failures:
        if part.lower is not None or part.moved_down:
            return NONE
        return ONE if _has_floated(part.higher, Float.DOWN, ago) else NONE

    return cost


def opponent_upfloat(ago: int) -> Cost:
    """Return the cost function for opponents of moved-down players who floated up `ago` rounds ago
    (C15, C17).
    """

    def cost(part: CandidatePart) -> Failures:
        if part.lower is None or not part.moved_down:
            return NONE
        return ONE if _has_floated(part.lower, Float.UP, ago) else NONE

    return cost


def moved_down_difference(ago: int) -> Cost:
    """Return the cost function for score differences of moved-down players who floated down `ago`
    rounds ago (C18, C20).
    """

    def floats_again(part: CandidatePart) -> Failures:
        return ONE if part.moved_down and _has_floated(part.higher, Float.DOWN, ago) else NONE

    return difference_of(floats_again)


def opponent_difference(ago: int) -> Cost:
    """Return the cost function for score differences of moved-down players' opponents who floated
    up `ago` rounds ago (C19, C21).
    """
    return difference_of(opponent_upfloat(ago))


# The demands, whatever an edition calls them.

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
