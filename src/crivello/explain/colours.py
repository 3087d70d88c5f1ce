"""Colour rules in words: what each article of each edition means, for a list of pairs and for one.

The editions number the same few ideas differently. Here is the table of who calls what how, and
for every idea one sentence that groups pairs and one that answers a single player.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from crivello.explain.explanation import Kind, Said, Value, pairs
from crivello.explain.story import Story
from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour
from crivello.model.trace import ColourAllocated
from crivello.rules.colours import higher_ranked, latest_difference
from crivello.words import N_


class Idea(Enum):
    """What a colour rule does; the value is the sentence for a group of pairs."""

    BOTH = N_("Both get the colour they prefer, or only one of them prefers any: {pairs}.")
    STRONGER = N_("Both prefer the same colour; the stronger preference is granted: {pairs}.")
    OVER_HALF = N_(
        "Last round: both must have the same colour, and above 50 % that does not bind: {pairs}."
    )
    ALTERNATE = N_(
        "Equal preferences; the colours of the latest round in which they differed are "
        "alternated: {pairs}."
    )
    HIGHER = N_("Equal preferences and colours; the higher ranked is served: {pairs}.")
    NUMBER = N_(
        "Neither prefers a colour; the pairing number of the higher ranked decides: {pairs}."
    )
    NEWCOMERS = N_(
        "Neither has played yet; the pairing number of the higher ranked decides: {pairs}."
    )
    UPPER_HALF = N_(
        "Neither has had a colour yet; the pairing number of the one in the upper half "
        "decides: {pairs}."
    )
    DOWN_THE_LIST = N_("First round: the colours alternate down the list of pairs: {pairs}.")
    LIMIT_DIFFERENCE = N_(
        "Both are due the same colour; for one the other colour would unbalance the colours too "
        "much: {pairs}."
    )
    LIMIT_RUNNING = N_(
        "Both are due the same colour; one would have the other colour three times running: "
        "{pairs}."
    )
    LIMITS = N_("Both are due the same colour, and one may have no other: {pairs}.")
    WIDER = N_("Both are due the same colour; the larger imbalance is served: {pairs}.")
    LESS_WHITE = N_(
        "Both are due the same colour; White for the one who, set against Black, had it less "
        "often: {pairs}."
    )
    HIGHER_ARO = N_("Equal in colours; White for the one with the higher ARO: {pairs}.")
    LOWER_RATING = N_("Equal in colours and ARO; White for the one with the lower rating: {pairs}.")
    LATER = N_("Equal in colours, ARO and rating; White for the later one of the list: {pairs}.")
    LOWER = N_(
        "Equal preferences and colours, below the median group: the lower ranked is served: "
        "{pairs}."
    )


_DUTCH = (Idea.BOTH, Idea.STRONGER, Idea.ALTERNATE, Idea.HIGHER, Idea.NUMBER)
_DUBOV = (Idea.NEWCOMERS, Idea.BOTH, Idea.STRONGER, Idea.ALTERNATE, Idea.HIGHER)
_NEW = ("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5")

IDEAS: dict[str, dict[str, Idea]] = {
    "dutch-2026": dict(zip(_NEW, _DUTCH, strict=True)),
    "dutch-2017": dict(zip(("E.1", "E.2", "E.3", "E.4", "E.5"), _DUTCH, strict=True)),
    "dutch-2011": {
        "E.1": Idea.BOTH,
        "E.2": Idea.OVER_HALF,
        "E.3": Idea.ALTERNATE,
        "E.4": Idea.HIGHER,
        "E.5": Idea.NUMBER,
    },
    "dubov-2026": dict(zip(_NEW, _DUBOV, strict=True)),
    "dubov-2018": dict(zip(("E.0", "E.1", "E.2", "E.3", "E.4"), _DUBOV, strict=True)),
    "dubov-1997": {
        "5": Idea.DOWN_THE_LIST,
        "2": Idea.LIMITS,
        "3.1": Idea.BOTH,
        "3.2": Idea.LESS_WHITE,
        "3.3": Idea.ALTERNATE,
        "3.4": Idea.HIGHER_ARO,
        "3.5": Idea.LOWER_RATING,
    },
    "burstein-2026": dict(
        zip(
            _NEW,
            (Idea.NUMBER, Idea.BOTH, Idea.STRONGER, Idea.ALTERNATE, Idea.HIGHER),
            strict=True,
        )
    ),
    "burstein-2016": {
        "5.1": Idea.UPPER_HALF,
        "5.2": Idea.LIMIT_DIFFERENCE,
        "5.3": Idea.LIMIT_RUNNING,
        "5.4.1": Idea.BOTH,
        "5.4.2": Idea.WIDER,
        "5.4.3": Idea.ALTERNATE,
        "5.4.4": Idea.HIGHER,
    },
    "lim-1999": {
        "7.2": Idea.UPPER_HALF,
        "5.1": Idea.BOTH,
        "5.1.2": Idea.LIMIT_DIFFERENCE,
        "5.1.b": Idea.LIMIT_DIFFERENCE,
        "5.3": Idea.LIMIT_RUNNING,
        "5.5": Idea.WIDER,
        "5.6": Idea.WIDER,
        "5.4": Idea.ALTERNATE,
    },
}
"""By system key and article."""

ONE: dict[Idea, str] = {
    Idea.BOTH: N_("{white} has White and {black} Black: both get the colour they prefer."),
    Idea.STRONGER: N_(
        "{white} has White and {black} Black: both prefer the same colour, and the preference of "
        "{granted} is the stronger one."
    ),
    Idea.OVER_HALF: N_(
        "{white} has White and {black} Black: both must have the same colour, but in the last "
        "round that does not bind a player above 50 %, and {granted} is not above it."
    ),
    Idea.ALTERNATE: N_(
        "{white} has White and {black} Black: both prefer the same colour equally, and when last "
        "their colours differed, {black} had White."
    ),
    Idea.HIGHER: N_(
        "{white} has White and {black} Black: both prefer the same colour, nothing in their "
        "colours tells them apart, and {granted} is ranked higher."
    ),
    Idea.NUMBER: N_(
        "{white} has White and {black} Black: neither prefers a colour, so the pairing number of "
        "the higher ranked decides, odd numbers having the initial colour."
    ),
    Idea.NEWCOMERS: N_(
        "{white} has White and {black} Black: neither has played yet, so the pairing number of "
        "the higher ranked decides, odd numbers having the initial colour."
    ),
    Idea.UPPER_HALF: N_(
        "{white} has White and {black} Black: neither has had a colour yet, so the pairing number "
        "of the one in the upper half decides, odd numbers having the initial colour."
    ),
    Idea.DOWN_THE_LIST: N_(
        "{white} has White and {black} Black: in the first round the colours alternate down the "
        "list of pairs, beginning with the initial colour."
    ),
    Idea.LIMIT_DIFFERENCE: N_(
        "{white} has White and {black} Black: both are due the same colour, and the other one "
        "would unbalance the colours of {granted} too much."
    ),
    Idea.LIMIT_RUNNING: N_(
        "{white} has White and {black} Black: both are due the same colour, and {granted} would "
        "have the other one three times running."
    ),
    Idea.LIMITS: N_(
        "{white} has White and {black} Black: both are due the same colour, and {granted} may "
        "have no other."
    ),
    Idea.WIDER: N_(
        "{white} has White and {black} Black: both are due the same colour, and the colours of "
        "{granted} are more out of balance."
    ),
    Idea.LESS_WHITE: N_(
        "{white} has White and {black} Black: both are due the same colour, and {white}, set "
        "against Black, had White less often."
    ),
    Idea.HIGHER_ARO: N_(
        "{white} has White and {black} Black: their colours are the same, and the ARO of {white} "
        "is higher."
    ),
    Idea.LOWER_RATING: N_(
        "{white} has White and {black} Black: their colours and AROs are the same, and the rating "
        "of {white} is lower."
    ),
    Idea.LATER: N_(
        "{white} has White and {black} Black: their colours, AROs and ratings are the same, and "
        "{white} comes later in the list."
    ),
    Idea.LOWER: N_(
        "{white} has White and {black} Black: both prefer the same colour, nothing in their "
        "colours tells them apart, and below the median group that of the lower ranked, "
        "{granted}, is granted."
    ),
}
"""For a single pair; {granted} is the one who gets the colour he prefers."""

ONLY_ONE = N_("{white} has White and {black} Black: only {granted} prefers a colour, and gets it.")
WIDER_ABSOLUTE = N_(
    "{white} has White and {black} Black: both must have the same colour, and the colour "
    "difference of {granted} is the wider one."
)


def colour_sentence(
    white: Entrant, black: Entrant, idea: Idea, names: dict[int, Value] | None = None
) -> Said:
    """Why one pair has its colours. `names`: how the players are called, by default their ids."""
    idea = deciding(idea, white, black)
    template = ONE[idea]
    if idea is Idea.BOTH and (white.preference is None or black.preference is None):
        template = ONLY_ONE
    both_absolute = white.strength is Strength.ABSOLUTE and black.strength is Strength.ABSOLUTE
    if idea is Idea.STRONGER and both_absolute:
        template = WIDER_ABSOLUTE
    granted = white if white.preference is Colour.WHITE else black
    called = names or {}
    values = {
        name: called.get(player.id, player.id)
        for name, player in (("white", white), ("black", black), ("granted", granted))
        if f"{{{name}}}" in template
    }
    return Said(template, values)


def deciding(idea: Idea, white: Entrant, black: Entrant) -> Idea:
    """What decided: some articles go on where their last comparison is equal.

    Lim, 5.4, to the rank; Dubov 1997, 3.5, to the place in the list. And E.2 before 2013 has two
    cases.
    """
    if idea is Idea.OVER_HALF and white.strength != black.strength:
        return Idea.STRONGER
    if idea is Idea.LOWER_RATING and white.rating == black.rating:
        return Idea.LATER
    if idea is not Idea.ALTERNATE or latest_difference(white, black) is not None:
        return idea
    granted = white if white.preference is Colour.WHITE else black
    return Idea.HIGHER if higher_ranked(white, black)[0] is granted else Idea.LOWER


def tell_colours(story: Story, steps: Iterable[ColourAllocated], key: str) -> None:
    """The pairs by the rule that decided, in the order of the rules."""
    by_rule: dict[tuple[str, Idea], list[tuple[int, int]]] = {}
    for step in steps:
        white, black = story.entrant[step.white], story.entrant[step.black]
        idea = deciding(IDEAS[key][step.rule], white, black)
        by_rule.setdefault((step.rule, idea), []).append((step.white, step.black))
    order = list(IDEAS[key])
    for (article, idea), made in sorted(by_rule.items(), key=lambda one: order.index(one[0][0])):
        story.tell(Kind.COLOUR, idea.value, article=article, pairs=pairs(tuple(made)))
