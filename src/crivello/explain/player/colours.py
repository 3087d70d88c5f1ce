"""Why a player has this colour, in the player's words."""

from __future__ import annotations

from crivello.explain.colours import ColourReason, deciding
from crivello.explain.player.clauses import colour_name
from crivello.explain.story import Story, sentence_with
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.trace import ColourAllocated
from crivello.rules.colours import higher_ranked

R = ColourReason

BOTH = N_("You have {colour} because it is due to you; {opposite} is due to {opponent}.")
ONLY_YOU = N_("You have {colour} because it is due to you; {opponent} has no colour due yet.")
ONLY_OTHER = N_(
    "You have {colour} because {opposite} is due to {opponent}; you have no colour due yet."
)
NEITHER = N_(
    "You have {colour} by the draw of lots and the number of the higher ranked of you: neither you "
    "nor {opponent} has a colour due yet."
)
DOWN_THE_LIST = N_(
    "You have {colour}, and {opponent} {opposite}, because in the first round the colours "
    "alternate from board to board."
)

MINE: dict[ColourReason, str] = {
    R.STRONGER: N_(
        "You have {colour} because you need it more than {opponent}, who is due it too."
    ),
    R.OVER_HALF: N_(
        "You have {colour}, which {opponent} may have to do without: in the last round the limits "
        "bind only players with at most half of the points, and that is you."
    ),
    R.ALTERNATE: N_(
        "You have {colour} because the last time your colours differed, {opponent} had it; it is "
        "due to both of you."
    ),
    R.HIGHER: N_(
        "You have {colour} because you are ranked higher; {opponent} is due it too, just as much."
    ),
    R.LOWER: N_(
        "You have {colour} because below the middle group the lower ranked comes first; "
        "{opponent} is due it too, just as much."
    ),
    R.LIMITS: N_("You have {colour} because you may not have {opposite}; {opponent} may."),
    R.WIDER: N_(
        "You have {colour} because your colours are further out of balance than those of "
        "{opponent}, who is due it too."
    ),
    R.LESS_WHITE: N_(
        "You have White because, compared with Black, you have had it less often than {opponent}."
    ),
    R.HIGHER_ARO: N_(
        "You have White because your opponents so far were stronger on average than those of "
        "{opponent}; your colours were the same."
    ),
    R.LOWER_RATING: N_(
        "You have White because your rating is lower than that of {opponent}; your colours and "
        "your opposition were equal."
    ),
    R.LATER: N_("You have White because you come after {opponent} in the list; all else is equal."),
}
"""The player has the colour that decides."""
THEIRS: dict[ColourReason, str] = {
    R.STRONGER: N_(
        "You have {colour} because {opponent} needs {opposite} more than you, who are due it too."
    ),
    R.OVER_HALF: N_(
        "You have {colour}: in the last round the limits bind only players with at most half of "
        "the points, and that is {opponent}."
    ),
    R.ALTERNATE: N_(
        "You have {colour} because the last time your colours differed, you had {opposite} and "
        "{opponent} had not; it is due to both of you."
    ),
    R.HIGHER: N_(
        "You have {colour} because {opponent} is ranked higher; {opposite} is due to both of you, "
        "just as much."
    ),
    R.LOWER: N_(
        "You have {colour} because below the middle group the lower ranked, {opponent}, comes "
        "first; {opposite} is due to both of you."
    ),
    R.LIMITS: N_("You have {colour} because {opponent} may not have it; you may."),
    R.WIDER: N_(
        "You have {colour} because the colours of {opponent} are further out of balance; "
        "{opposite} is due to both of you."
    ),
    R.LESS_WHITE: N_(
        "You have Black because, compared with Black, {opponent} has had White less often than you."
    ),
    R.HIGHER_ARO: N_(
        "You have Black because the opponents of {opponent} so far were stronger on average than "
        "yours; your colours were the same."
    ),
    R.LOWER_RATING: N_(
        "You have Black because the rating of {opponent} is lower than yours; your colours and "
        "your opposition were equal."
    ),
    R.LATER: N_(
        "You have Black because {opponent} comes after you in the list; all else is equal."
    ),
}
"""The opponent has the colour that decides."""
LIMITS = {R.LIMIT_DIFFERENCE: R.LIMITS, R.LIMIT_RUNNING: R.LIMITS}
WHITE_FIRST = {R.LESS_WHITE, R.HIGHER_ARO, R.LOWER_RATING, R.LATER}
"""Rules about who has White."""
TWICE = {
    True: N_("You had {opposite} in your last two games."),
    False: N_("{opponent} had {colour} in their last two games."),
}
BALANCE = N_(
    "Games so far: you {white} with White and {black} with Black, {opponent} {their_white} and "
    "{their_black}."
)


def colour_sentences(
    story: Story, step: ColourAllocated, reason: ColourReason, player: int
) -> tuple[Sentence, ...]:
    """The rule of the pair, and what stands on the cards."""
    white, black = story.entrant[step.white], story.entrant[step.black]
    me, opponent = (white, black) if player == step.white else (black, white)
    has = Colour.WHITE if me is white else Colour.BLACK
    reason = deciding(reason, white, black)
    reason = LIMITS.get(reason, reason)
    values = {
        "colour": colour_name(has),
        "opposite": colour_name(has.opposite),
        "opponent": story.name(opponent.id),
    }
    said = sentence_with(_template(reason, me, opponent, has), **values)
    if not (me.history.colours and opponent.history.colours):
        return (said,)
    if reason is R.STRONGER:
        granted = me if me.preference is has else opponent
        if granted.history.colours[-2:] in ("WW", "BB"):
            return said, sentence_with(TWICE[granted is me], **values)
    return said, sentence_with(
        BALANCE,
        **values,
        white=me.history.colours.count("W"),
        black=me.history.colours.count("B"),
        their_white=opponent.history.colours.count("W"),
        their_black=opponent.history.colours.count("B"),
    )


MINE_IN_ORDER = N_(
    "You have {colour} because you come first in the order of this round; {opponent} is due it "
    "too, just as much."
)
THEIRS_IN_ORDER = N_(
    "You have {colour} because {opponent} comes first in the order of this round; {opposite} is "
    "due to both of you, just as much."
)


def _template(reason: ColourReason, me: Entrant, opponent: Entrant, has: Colour) -> str:
    if reason is R.BOTH:
        if opponent.preference is None:
            return ONLY_YOU
        return BOTH if me.preference is not None else ONLY_OTHER
    if reason in (R.NUMBER, R.NEWCOMERS, R.UPPER_HALF):
        return NEITHER
    if reason is R.DOWN_THE_LIST:
        return DOWN_THE_LIST
    mine = has is Colour.WHITE if reason in WHITE_FIRST else me.preference is has
    if reason is R.HIGHER and (higher_ranked(me, opponent)[0] is me) != mine:
        # An order of its own decides (Burstein).
        return MINE_IN_ORDER if mine else THEIRS_IN_ORDER
    return (MINE if mine else THEIRS)[reason]
