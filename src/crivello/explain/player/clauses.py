"""Causes in words, as clauses that follow "If you met …," or "…, but then"."""

from __future__ import annotations

from crivello.explain.explanation import Value
from crivello.explain.player.answer import Cause, CauseKind, You
from crivello.explain.story import Story, sentence_with
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, Sentence

K = CauseKind
MOST_NAMED = 2
"""How many pairs or players are named for whom it would be worse."""

WORSE = {
    K.IMPOSSIBLE: N_("the others could not all be paired"),
    K.LOWEST_BYE: N_("the bye would go to somebody with more points than necessary: {who}"),
    K.BYE_GAMES: N_("the bye would go to somebody who has missed more rounds: {who}"),
    K.PAIRS: N_("more players would find no opponent in their group: {who}"),
    K.HIGHER_FLOATER: N_("somebody with more points would have to play in the next group: {who}"),
    K.DIFFERENCES: N_("opponents would be further apart in points: {who}"),
    K.UNEQUAL: N_("{wrong} pairs instead of {right} would have different points: {who}"),
    K.BYE_MOVES: N_("the bye would go to somebody who comes later in the order for it: {who}"),
    K.NEXT_GROUP: N_("others would go down, and the next group could be paired less well: {who}"),
    K.COLOUR_DIFFERENCE: N_(
        "somebody would have one colour three times more often than the other: {who}"
    ),
    K.COLOUR_RUN: N_("somebody would have the same colour three times running: {who}"),
    K.COLOURS: N_("{wrong} players instead of {right} would miss the colour that is due: {who}"),
    K.STRONG_COLOURS: N_(
        "{wrong} players instead of {right} would miss a colour that is badly needed: {who}"
    ),
    K.DOWN_AGAIN: N_("somebody would play below their group again, as in the last round: {who}"),
    K.UP_AGAIN: N_("somebody would play above their group again, as in the last round: {who}"),
    K.DOWN_AGAIN_2: N_("somebody would play below their group again, as two rounds ago: {who}"),
    K.UP_AGAIN_2: N_("somebody would play above their group again, as two rounds ago: {who}"),
    K.DOWN_FURTHER: N_(
        "somebody who already played below their group in the last round would go further down: "
        "{who}"
    ),
    K.UP_FURTHER: N_(
        "somebody who already played above their group in the last round would go further up: {who}"
    ),
    K.DOWN_FURTHER_2: N_(
        "somebody who already played below their group two rounds ago would go further down: {who}"
    ),
    K.UP_FURTHER_2: N_(
        "somebody who already played above their group two rounds ago would go further up: {who}"
    ),
    K.UPFLOATERS: N_("more players would have to come up from below: {who}"),
    K.LOWER_UPFLOATER: N_("somebody with fewer points would have to come up: {who}"),
    K.OFTEN_UP: N_("somebody would come up who has already done so too often: {who}"),
    K.MOST_OFTEN_UP: N_("somebody would come up who has done so more often: {who}"),
    K.INSTEAD_AGAIN: N_("somebody would have to leave who did so in the last round: {who}"),
    K.INSTEAD_COLOUR: N_(
        "somebody would leave who is not due the colour that most of the group are due: {who}"
    ),
    K.INSTEAD_RANK: N_("somebody would leave who comes before in the order: {who}"),
    K.INSTEAD_RATING: N_("somebody would leave who has a higher rating: {who}"),
    K.COLOUR_UP: N_("somebody would come up whose colour fits less well: {who}"),
    K.RATING_UP: N_("somebody would come up who has a lower rating: {who}"),
    K.EXCHANGE: N_(
        "more players would have to change between upper and lower half, and nothing would be "
        "better for it"
    ),
    K.SETS: N_("nothing would be better, and others come first in the order"),
    K.SHIFTS: N_("nothing would be better, and others come first to change their colour"),
}
"""{who} are the players for whom it would be worse."""
WORSE_THAN_NONE = {
    K.UNEQUAL: N_("one pair would have different points, and now there is none: {who}"),
    K.COLOURS: N_("one player would miss the colour that is due, and now nobody does: {who}"),
    K.STRONG_COLOURS: N_(
        "one player would miss a colour that is badly needed, and now nobody does: {who}"
    ),
}
"""Once instead of never."""

SERVED_YOU = N_("you would get {later}, who comes after {earlier} in the order")
SERVED = N_("{first} would get {later}, who comes after {earlier} in the order")
SERVED_WITH_YOU = N_("{first} would get you, and {earlier} comes before you in the order")
SERVED_NOBODY = N_("{first}, who comes first in the order, would find no opponent in the group")


def clause(story: Story, cause: Cause, asking: int) -> Sentence | None:
    """What would be worse, as a clause; None if there is nothing to say."""
    if cause.kind is K.SERVED_FIRST:
        return _served(story, cause, asking)
    once = WORSE_THAN_NONE.get(cause.kind) if (cause.right, cause.wrong) == (0, 1) else None
    template = once or WORSE.get(cause.kind)
    if template is None:
        return None
    who = _who(story, cause, asking)
    return sentence_with(template, who=who, wrong=cause.wrong, right=cause.right)


def _served(story: Story, cause: Cause, asking: int) -> Sentence:
    (first, earlier), then = cause.parts
    name = person(story, asking)
    if len(then) == 1:
        return Sentence(SERVED_NOBODY, first=name(first))
    if first == asking:
        return Sentence(SERVED_YOU, earlier=name(earlier), later=name(then[1]))
    if then[1] == asking:
        return Sentence(SERVED_WITH_YOU, first=name(first), earlier=name(earlier))
    return Sentence(SERVED, first=name(first), earlier=name(earlier), later=name(then[1]))


class person:
    """How players are called in an answer: by number and name, and who asks is "you"."""

    def __init__(self, story: Story, asking: int) -> None:
        self.story = story
        self.asking = asking

    def __call__(self, player: int) -> Value:
        return You(player) if player == self.asking else self.story.name(player)


OF_COLOURS = {K.COLOURS, K.STRONG_COLOURS, K.COLOUR_DIFFERENCE, K.COLOUR_RUN}
OF_THE_LOWER = {K.UP_AGAIN, K.UP_AGAIN_2, K.UP_FURTHER, K.UP_FURTHER_2}
OF_THE_HIGHER = {K.DOWN_AGAIN, K.DOWN_AGAIN_2, K.DOWN_FURTHER, K.DOWN_FURTHER_2}
BOTH_DUE = N_("{one} and {other}, both due {colour}")
BOTH = N_("{one} and {other}")


def named_parts(cause: Cause, asking: int) -> list[tuple[int, ...]]:
    """Those of the parts that are named: first the one of the player who asks."""
    return sorted(cause.parts, key=lambda part: asking not in part)[:MOST_NAMED]


def _who(story: Story, cause: Cause, asking: int) -> ListOf:
    return ListOf(
        tuple(_part(story, cause.kind, part, asking) for part in named_parts(cause, asking))
    )


def _part(story: Story, kind: CauseKind, part: tuple[int, ...], asking: int) -> Value:
    name = person(story, asking)
    if len(part) == 2 and kind in OF_THE_LOWER | OF_THE_HIGHER:
        ranked = sorted(part, key=lambda one: story.entrant[one].score)
        return name(ranked[0] if kind in OF_THE_LOWER else ranked[-1])
    if len(part) == 1:
        return name(part[0])
    one, other = sorted(part, key=lambda player: player != asking)
    if kind in OF_COLOURS:
        colour = colour_name(story.entrant[one].preference)
        return Sentence(BOTH_DUE, one=name(one), other=name(other), colour=colour)
    return Sentence(BOTH, one=name(one), other=name(other))


def colour_name(colour: Colour | None) -> Sentence:
    return Sentence(N_("White") if colour is Colour.WHITE else N_("Black"))


# Facts that forbid a pair: clauses after "but", and whole sentences

OWN_FACTS = {
    K.MET: N_("you two met in round {round}"),
    K.KEPT_APART: N_("the arbiter keeps you two apart since round {round}"),
    K.SAME_COLOUR: N_("both of you may only have {colour}"),
    K.ANNOUNCED: N_("another pair was announced before the tournament"),
    K.HAS_BYE: N_("you have the bye, which is given before anybody is paired"),
}
BOTH_OF_YOU = N_(
    "you are both due {colour}, and {wrong} players instead of {right} would miss their colour"
)
ONE_OF_YOU = N_("you are both due {colour}, and one of you would miss it; now nobody does")
TAKEN = N_("{first}, who is paired before you, gets {other}")
FACTS = {
    K.MET: N_("{one} and {other} met in round {round}"),
    K.KEPT_APART: N_("the arbiter keeps {one} and {other} apart since round {round}"),
    K.SAME_COLOUR: N_("{one} and {other} may only have {colour}"),
    K.ANNOUNCED: N_("another pair was announced before the tournament"),
    K.HAS_BYE: N_("{one} has the bye, which is given before anybody is paired"),
}
WITH_REASON = N_("{fact}: {reason}")


def fact(story: Story, cause: Cause, asking: int, wished: int | None = None) -> Sentence | None:
    """What speaks against a pair, as a clause; None if it is none of these causes.

    `wished`: whom the player asks about, or would meet in order.
    """
    own_pair = {asking, wished}
    if cause.kind is K.COLOURS and any(set(part) == own_pair for part in cause.parts):
        once = (cause.right, cause.wrong) == (0, 1)
        colour = colour_name(story.entrant[asking].preference)
        template = ONE_OF_YOU if once else BOTH_OF_YOU
        return sentence_with(template, colour=colour, wrong=cause.wrong, right=cause.right)
    if cause.kind is K.SERVED_FIRST:
        first, met = cause.parts[0]
        if met != wished or first == asking:
            return None
        return Sentence(TAKEN, first=story.name(first), other=story.name(met))
    if cause.kind not in FACTS:
        return None
    one, *rest = cause.parts[0] if cause.parts else (asking,)
    other = rest[0] if rest else one
    own = asking in (one, other)
    found = sentence_with(
        (OWN_FACTS if own else FACTS)[cause.kind],
        one=story.name(one),
        other=story.name(other),
        round=cause.round,
        colour=colour_name(story.entrant[one].preference),
    )
    return Sentence(WITH_REASON, fact=found, reason=cause.reason) if cause.reason else found
