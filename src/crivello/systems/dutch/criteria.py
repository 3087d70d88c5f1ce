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
    """Fail once for each player left unpaired (C.5; C6, 1.4.1)."""
    return ONE if part.lower is None else NONE


def downfloater_score(part: CandidatePart) -> Failures:
    """Return the score of each player left unpaired (C7)."""
    return (part.higher.score,) if part.lower is None else NONE


def score_difference(higher: int, lower: int | None, lowest: int, unit: int) -> int:
    """Return a pair's score difference; a downfloater's is to one point below the bracket's lowest
    (A.8)."""
    return higher - (lowest - unit if lower is None else lower)


def pairing_score_difference(part: CandidatePart) -> Failures:
    """Return the elements of the PSD (C.6, A.8)."""
    lower = None if part.lower is None else part.lower.score
    return (score_difference(part.higher.score, lower, part.bracket.score, part.bracket.unit),)


def unplayed_of_bye(part: CandidatePart) -> Failures:
    """Return the rounds without a game of a player left unpaired (C9); asked only of the player who
    gets the bye."""
    return (part.higher.history.unplayed,) if part.lower is None else NONE


def both_absolute(part: CandidatePart) -> bool:
    """Return True if both must have the same colour, which only a topscorer makes possible."""
    return (
        part.lower is not None
        and part.higher.preference is part.lower.preference
        and part.higher.strength is Strength.ABSOLUTE
        and part.lower.strength is Strength.ABSOLUTE
    )


def colour_difference_beyond_two(part: CandidatePart) -> Failures:
    """Fail for the player who yields with |CD| = 2 already, and now exceeds it (C.8; C10)."""
    if not both_absolute(part) or part.lower is None:
        return NONE
    wide = abs(part.higher.colour_difference) >= 2 and abs(part.lower.colour_difference) >= 2
    return ONE if wide else NONE


def same_colour_three_times(part: CandidatePart) -> Failures:
    """Fail for the player who yields, by the colour rules, after the same colour in the last two
    games (C.9; C11)."""
    if not both_absolute(part) or part.lower is None:
        return NONE
    initial = Colour.WHITE if part.bracket.initial_white else Colour.BLACK
    white, black, _ = allocate(part.higher, part.lower, initial)
    yields, again = (white, "WW") if white.preference is Colour.BLACK else (black, "BB")
    return ONE if yields.history.colours.endswith(again) else NONE


def preference_denied(part: CandidatePart) -> Failures:
    """Fail if both prefer the same colour (C.10; C12)."""
    if part.lower is None or part.higher.preference is None:
        return NONE
    return ONE if part.higher.preference is part.lower.preference else NONE


def strong_preference_denied(part: CandidatePart) -> Failures:
    """Fail if both prefer the same colour, neither mildly, and not both absolutely (C.11; C13)."""
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
    """Return True if the player had this float in the last round (`ago` = 1) or the one before
    (2)."""
    return len(player.floats) >= ago and player.floats[ago - 1] is kind


Cost = Callable[[CandidatePart], Failures]


def same_downfloat(ago: int) -> Cost:
    """Return the cost of floating down again (C.12, C.14): left unpaired, or paired with a lower
    score."""

    def cost(part: CandidatePart) -> Failures:
        down = part.lower is None or part.higher.score > part.lower.score
        return ONE if down and _had(part.higher, Float.DOWN, ago) else NONE

    return cost


def same_upfloat(ago: int) -> Cost:
    """Return the cost of floating up again (C.13, C.15): paired with a higher score."""

    def cost(part: CandidatePart) -> Failures:
        if part.lower is None or part.higher.score == part.lower.score:
            return NONE
        return ONE if _had(part.lower, Float.UP, ago) else NONE

    return cost


def difference_of(floats_again: Cost) -> Cost:
    """Return the cost by difference for players who fail; one left unpaired counts more than any
    pair."""

    def cost(part: CandidatePart) -> Failures:
        if not floats_again(part):
            return NONE
        if part.lower is None:
            return (part.bracket.beyond,)
        return (part.higher.score - part.lower.score,)

    return cost


def same_downfloat_difference(ago: int) -> Cost:
    """Return the cost by difference of floating down again (C.16, C.18)."""
    return difference_of(same_downfloat(ago))


def same_upfloat_difference(ago: int) -> Cost:
    """Return the cost by difference of floating up again (C.17, C.19)."""
    return difference_of(same_upfloat(ago))


def resident_downfloat(ago: int) -> Cost:
    """Return the cost of leaving a resident unpaired who floated down then (C14, C16)."""

    def cost(part: CandidatePart) -> Failures:
        if part.lower is not None or part.moved_down:
            return NONE
        return ONE if _had(part.higher, Float.DOWN, ago) else NONE

    return cost


def opponent_upfloat(ago: int) -> Cost:
    """Return the cost for an opponent of a moved-down player who floated up then (C15, C17)."""

    def cost(part: CandidatePart) -> Failures:
        if part.lower is None or not part.moved_down:
            return NONE
        return ONE if _had(part.lower, Float.UP, ago) else NONE

    return cost


def moved_down_difference(ago: int) -> Cost:
    """Return the cost by difference for a moved-down player who floated down then (C18, C20)."""

    def floats_again(part: CandidatePart) -> Failures:
        return ONE if part.moved_down and _had(part.higher, Float.DOWN, ago) else NONE

    return difference_of(floats_again)


def opponent_difference(ago: int) -> Cost:
    """Return the cost by difference for a moved-down player's opponent who floated up then (C19,
    C21)."""
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
