"""Colour rules in words: one sentence for several pairs, or one for a single pair.

All editions use a few common reasons, but number their articles differently. Each narrator has a
table from article to reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from crivello.explain.explanation import ParagraphKind
from crivello.explain.story import Story, sentence_with
from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.trace import ColourAllocated
from crivello.rules.colours import higher_ranked, latest_difference


class ColourReason(Enum):
    """Why a rule gives a pair its colours; the value is the sentence for several pairs."""

    BOTH = N_("Both get the colour they prefer, or only one of them has a preference: {pairs}.")
    STRONGER = N_("Both prefer the same colour; the stronger preference is granted: {pairs}.")
    OVER_HALF = N_(
        "Last round: both must have the same colour, but that does not bind players above 50 "
        "%: {pairs}."
    )
    ALTERNATE = N_(
        "Equal preferences; the colours of the last round in which they differed alternate: "
        "{pairs}."
    )
    HIGHER = N_(
        "Equal preferences and colours; the higher-ranked player gets the preferred colour: "
        "{pairs}."
    )
    NUMBER = N_(
        "Neither prefers a colour; the pairing number of the higher-ranked player"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    )
    NEWCOMERS = N_(
        "Neither has had a colour yet; the pairing number of the higher-ranked player"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    )
    UPPER_HALF = N_(
        "Neither has had a colour yet; the smaller pairing number of the two"
        "{counted:|, counted among those who have entered,} decides: {pairs}."
    )
    DOWN_THE_LIST = N_("First round: the colours alternate down the list of pairs: {pairs}.")
    LIMIT_DIFFERENCE = N_(
        "Both are due the same colour; the other colour would unbalance one of them too much: "
        "{pairs}."
    )
    LIMIT_RUNNING = N_(
        "Both are due the same colour; one would have the other colour three times running: "
        "{pairs}."
    )
    LIMITS = N_("Both are due the same colour, and one of them may not have the other: {pairs}.")
    WIDER = N_(
        "Both are due the same colour; the player with the larger imbalance gets it: {pairs}."
    )
    LESS_WHITE = N_(
        "Both are due the same colour; the player with fewer Whites compared with Blacks gets "
        "White: {pairs}."
    )
    HIGHER_ARO = N_("Equal in colours; the player with the higher ARO gets White: {pairs}.")
    LOWER_RATING = N_(
        "Equal in colours and ARO; the player with the lower rating gets White: {pairs}."
    )
    LATER = N_(
        "Equal in colours, ARO and rating; the player later in the list gets White: {pairs}."
    )
    LOWER = N_(
        "Equal preferences and colours, below the median group: the lower-ranked player gets "
        "the preferred colour: {pairs}."
    )
    LOWER_BALANCE = N_(
        "No preference decides; White for the one that has had it less often, compared with "
        "Black: {pairs}."
    )
    FEWER_WHITES = N_("White for the one who has had it in fewer matches: {pairs}.")
    ALTERNATE_LEVEL = N_(
        "Level in colours so far; those of the last match in which they differed alternate: "
        "{pairs}."
    )
    HIGHER_CHANGES = N_(
        "Nothing else decides: the higher-ranked of the two changes its last colour: {pairs}."
    )
    OTHER_CHANGES = N_(
        "The higher-ranked of the two has not played yet, so the other one changes its last "
        "colour: {pairs}."
    )
    TABLE = N_("The table gives the colours: {pairs}.")


FOR_ONE_PAIR: dict[ColourReason, str] = {
    ColourReason.BOTH: N_("{white} has White and {black} Black: both get the colour they prefer."),
    ColourReason.STRONGER: N_(
        "{white} has White and {black} Black: both prefer the same colour, and the preference of "
        "{granted} is the stronger one."
    ),
    ColourReason.OVER_HALF: N_(
        "{white} has White and {black} Black: both must have the same colour, but in the last "
        "round that does not bind players above 50 %, and {granted} is not above 50 %."
    ),
    ColourReason.ALTERNATE: N_(
        "{white} has White and {black} Black: both prefer the same colour equally, and the "
        "last time their colours differed, {black} had White."
    ),
    ColourReason.HIGHER: N_(
        "{white} has White and {black} Black: both prefer the same colour, their past colours "
        "are equal, and {granted} is ranked higher."
    ),
    ColourReason.NUMBER: N_(
        "{white} has White and {black} Black: neither prefers a colour, so the pairing number of "
        "the higher-ranked player, {decider}, decides{counted:|: {} among those who have entered}; "
        "odd numbers get {drawn}, the initial colour."
    ),
    ColourReason.NEWCOMERS: N_(
        "{white} has White and {black} Black: neither has had a colour yet, so the pairing number "
        "of the higher-ranked player, {decider}, decides{counted:|: {} among those who have "
        "entered}; odd numbers get {drawn}, the initial colour."
    ),
    ColourReason.UPPER_HALF: N_(
        "{white} has White and {black} Black: neither has had a colour yet, so the smaller pairing "
        "number, that of {decider}, decides{counted:|: {} among those who have entered}; odd "
        "numbers get {drawn}, the initial colour."
    ),
    ColourReason.DOWN_THE_LIST: N_(
        "{white} has White and {black} Black: in the first round the colours alternate down the "
        "list of pairs, beginning with the initial colour."
    ),
    ColourReason.LIMIT_DIFFERENCE: N_(
        "{white} has White and {black} Black: both are due the same colour, and the other one "
        "would unbalance the colours of {granted} too much."
    ),
    ColourReason.LIMIT_RUNNING: N_(
        "{white} has White and {black} Black: both are due the same colour, and {granted} would "
        "have the other one three times running."
    ),
    ColourReason.LIMITS: N_(
        "{white} has White and {black} Black: both are due the same colour, and {granted} may "
        "not have the other."
    ),
    ColourReason.WIDER: N_(
        "{white} has White and {black} Black: both are due the same colour, and the colours of "
        "{granted} are more out of balance."
    ),
    ColourReason.LESS_WHITE: N_(
        "{white} has White and {black} Black: both are due the same colour, and compared with "
        "Black, {white} has had White less often."
    ),
    ColourReason.HIGHER_ARO: N_(
        "{white} has White and {black} Black: their colours are the same, and the ARO of {white} "
        "is higher."
    ),
    ColourReason.LOWER_RATING: N_(
        "{white} has White and {black} Black: their colours and AROs are the same, and the rating "
        "of {white} is lower."
    ),
    ColourReason.LATER: N_(
        "{white} has White and {black} Black: their colours, AROs and ratings are the same, and "
        "{white} comes later in the list."
    ),
    ColourReason.LOWER: N_(
        "{white} has White and {black} Black: both prefer the same colour, their past colours "
        "are equal, and below the median group the lower-ranked player, {granted}, gets it."
    ),
    ColourReason.LOWER_BALANCE: N_(
        "{white} has White and {black} Black: no preference decides, and compared with Black, "
        "{white} has had White less often."
    ),
    ColourReason.FEWER_WHITES: N_(
        "{white} has White and {black} Black: {white} has had White in fewer matches."
    ),
    ColourReason.ALTERNATE_LEVEL: N_(
        "{white} has White and {black} Black: level so far, and the last time their colours "
        "differed, {black} had White."
    ),
    ColourReason.HIGHER_CHANGES: N_(
        "{white} has White and {black} Black: nothing else decides, and the higher-ranked of the "
        "two changes its last colour."
    ),
    ColourReason.OTHER_CHANGES: N_(
        "{white} has White and {black} Black: the higher-ranked of the two has not played yet, so "
        "the other one changes its last colour."
    ),
    ColourReason.TABLE: N_("{white} has White and {black} Black: that is what the table says."),
}
"""For a single pair; {granted} is the player who gets the preferred colour."""

ONLY_ONE = N_("{white} has White and {black} Black: only {granted} prefers a colour, and gets it.")
WIDER_ABSOLUTE = N_(
    "{white} has White and {black} Black: both must have the same colour, and the colour "
    "difference of {granted} is the wider one."
)


BY_NUMBER = {ColourReason.NUMBER, ColourReason.NEWCOMERS, ColourReason.UPPER_HALF}
"""The number of one of the two decides."""


def number_decides(story: Story, reason: ColourReason, one: Entrant, other: Entrant) -> Entrant:
    """Return which player of a pair has the number that decides the colours."""
    if reason is ColourReason.UPPER_HALF:
        return min(one, other, key=lambda player: player.number)
    return story.higher(one, other)


def number_counted(decider: Entrant) -> str | None:
    """Return the decider's number counted among those who have entered, as text.

    None if it equals the pairing number.
    """
    return None if decider.parity == decider.number else str(decider.parity)


def colour_sentence(story: Story, white: Entrant, black: Entrant, reason: ColourReason) -> Sentence:
    """Return the sentence that explains why one pair has its colours."""
    reason = deciding_reason(reason, white, black)
    template = FOR_ONE_PAIR[reason]
    if reason is ColourReason.BOTH and (white.preference is None or black.preference is None):
        template = ONLY_ONE
    both_absolute = white.strength is Strength.ABSOLUTE and black.strength is Strength.ABSOLUTE
    if reason is ColourReason.STRONGER and both_absolute:
        template = WIDER_ABSOLUTE
    granted = white if white.preference is Colour.WHITE else black
    decider = number_decides(story, reason, white, black)
    return sentence_with(
        template,
        white=story.name(white.id),
        black=story.name(black.id),
        granted=story.name(granted.id),
        decider=story.name(decider.id),
        counted=number_counted(decider),
        drawn=colour_name(story.field.initial_colour),
    )


def colour_name(colour: Colour) -> Sentence:
    return Sentence(N_("White") if colour is Colour.WHITE else N_("Black"))


def deciding_reason(reason: ColourReason, white: Entrant, black: Entrant) -> ColourReason:
    """Return the reason that really decided, where one article covers several.

    If its last comparison was equal, Lim 5.4 goes on to the rank, and Dubov 1997 3.5 to the place
    in the list. E.2 of the Dutch system before 2013 has two cases.
    """
    if reason is ColourReason.OVER_HALF and white.strength != black.strength:
        return ColourReason.STRONGER
    if reason is ColourReason.LOWER_RATING and white.rating == black.rating:
        return ColourReason.LATER
    if reason is not ColourReason.ALTERNATE or latest_difference(white, black) is not None:
        return reason
    granted = white if white.preference is Colour.WHITE else black
    higher = higher_ranked(white, black)[0] is granted
    return ColourReason.HIGHER if higher else ColourReason.LOWER


def tell_colours(
    story: Story, steps: Iterable[ColourAllocated], reasons: Mapping[str, ColourReason]
) -> None:
    """List the pairs by the rule that decided their colours, in the order of the rules."""
    by_rule: dict[tuple[str, ColourReason], list[tuple[int, int]]] = {}
    for step in steps:
        white, black = story.entrant[step.white], story.entrant[step.black]
        reason = deciding_reason(reasons[step.rule], white, black)
        by_rule.setdefault((step.rule, reason), []).append((step.white, step.black))
    order = list(reasons)
    for (article, reason), these in sorted(by_rule.items(), key=lambda one: order.index(one[0][0])):
        sentence = sentence_with(
            reason.value,
            pairs=ListOf.pairs(these),
            counted=any(_is_counted(story, reason, *pair) for pair in these),
        )
        story.tell(ParagraphKind.COLOUR, sentence, article=article)


def _is_counted(story: Story, reason: ColourReason, white: int, black: int) -> bool:
    """Return True if a number decides the colours that differs from the pairing number."""
    decider = number_decides(story, reason, story.entrant[white], story.entrant[black])
    return reason in BY_NUMBER and number_counted(decider) is not None


def tell_own_colours(story: Story, player: int, reasons: Mapping[str, ColourReason]) -> None:
    """Explain the colour rule that decided the player's board."""
    step = story.colour_step.get(player)
    if step is not None:
        pair = (step.white, step.black)
        white, black = (story.entrant[one] for one in pair)
        sentence = colour_sentence(story, white, black, reasons[step.rule])
        story.tell(ParagraphKind.COLOUR, sentence, article=step.rule)
