"""Causes in words, as clauses that follow "If you met …," or "…, but"."""

from __future__ import annotations

from crivello.explain.explanation import Value
from crivello.explain.facts import (
    BareScore,
    Count,
    PointsOf,
    Rank,
    RoundEvent,
    RoundOf,
    colour_needed,
    colour_not_allowed,
    score_of,
)
from crivello.explain.player.answer import (
    Cause,
    CauseKind,
    Day,
)
from crivello.explain.player.place import PartnerChoice, PlayerGuide, Scheme
from crivello.explain.story import Story, sentence_with
from crivello.model.pairing import opponents
from crivello.model.sentence import N_, Sentence, Template, You
from crivello.model.settings import Apart, DecidedApart
from crivello.model.trace import ColourAllocated

K = CauseKind
MOST_NAMED = 2
"""The most pairs or players, for whom it would be worse, that are named."""

BY_ORDER = {K.SERVED_FIRST, K.EXCHANGE, K.SHIFTS, K.SETS}
"""Only the order in which pairs are chosen speaks against the wish."""

WORSE: dict[CauseKind, Template] = {
    K.IMPOSSIBLE: N_("not everybody else could be paired"),
    K.LOWEST_BYE: N_("the bye would go to {who}, who has more points"),
    K.BYE_GAMES: N_("the bye would go to {who}, who has already missed more rounds"),
    K.BYE_MOVES: N_("the bye would go to {who}, who comes later in line for it"),
    K.PAIRS: N_("{who} would find no opponent among those with {score}"),
    K.HIGHER_FLOATER: N_(
        "{who}, with {points}, would be left over among those with {score}, instead of "
        "somebody with fewer points"
    ),
    K.DIFFERENCES: N_("opponents would be further apart in points: {who}"),
    K.NEXT_GROUP: N_(
        "{who} would have to meet somebody with fewer points, and those there could be "
        "paired less well"
    ),
    K.COLOUR_DIFFERENCE: N_(
        "somebody would have had one colour three times more than the other: {who}"
    ),
    K.COLOUR_RUN: N_("somebody would have the same colour three times in a row: {who}"),
    K.UPFLOATERS: N_("more would have to play somebody with {score}, among them {who}"),
    K.LOWER_UPFLOATER: N_("{who}, with only {points}, would have to play somebody with {score}"),
    K.OFTEN_UP: N_(
        "{who} would have to meet somebody with more points, after doing so too often already"
    ),
    K.MOST_OFTEN_UP: N_(
        "{who} would have to meet somebody with more points, after doing so more often than others"
    ),
    K.LEFT_BEHIND: N_(
        "{who} would have to meet somebody with more points, and those left behind could be paired "
        "less well"
    ),
    K.INSTEAD_AGAIN: N_(
        "{who} would have to leave the group {instead}, and did so in the last round already"
    ),
    K.INSTEAD_COLOUR: N_(
        "{who} would have to leave the group {instead}, and more of those who stay would need "
        "{colour}, as too many do already"
    ),
    K.INSTEAD_RANK: N_(
        "{who} would have to leave the group {instead}, despite being earlier in the list"
    ),
    K.INSTEAD_RATING: N_(
        "{who} would have to leave the group {instead}, despite the higher rating"
    ),
    K.COLOUR_UP: N_(
        "{who}, who needs {colour}, would come up {instead}, and somebody who needs {opposite} "
        "is wanted there"
    ),
    K.RATING_UP: N_("{who} would come up {instead}, with a lower rating"),
    K.HALVES: N_(
        "those with the smallest numbers would no longer come first in their pairs, without "
        "any gain"
    ),
    K.EXCHANGE: N_(
        "more would have to switch between the top half and the bottom half, without any gain"
    ),
    K.SHIFTS: N_("others would have to give up their colour, and nothing would be better for it"),
}
"""{who} are those for whom it would be worse; {instead}, for whom somebody would step in."""
YOURS: dict[CauseKind, Template] = {
    K.HIGHER_FLOATER: N_(
        "you would be left over among those with {score}, instead of somebody with fewer "
        "points than you"
    ),
    K.NEXT_GROUP: N_(
        "you would have to meet somebody with fewer points, and those there could be paired less "
        "well"
    ),
    K.LOWER_UPFLOATER: N_("you, with only {points}, would have to play somebody with {score}"),
    K.COLOUR_UP: N_(
        "you, who need {colour}, would come up {instead}, and somebody who needs {opposite} is "
        "wanted there"
    ),
    K.LEFT_BEHIND: N_(
        "you would have to meet somebody with more points, and those left behind could be paired "
        "less well"
    ),
    K.OFTEN_UP: N_(
        "you would have to meet somebody with more points, after doing so too often already"
    ),
    K.MOST_OFTEN_UP: N_(
        "you would have to meet somebody with more points, after doing so more often than others"
    ),
}
"""It would be worse only for the player who asks."""
FURTHER = N_(
    "{top} ({score}) would have to meet {who} ({points}) instead of {nearer} ({more}), who is "
    "nearer"
)
FURTHER_FROM_YOU = N_(
    "you ({score}) would have to meet {who} ({points}) instead of {nearer} ({more}), who is nearer"
)
YOU_ARE_FURTHER = N_(
    "{top} ({score}) would have to meet you ({points}) instead of {nearer} ({more}), who is nearer"
)
YOU_ARE_NEARER = N_(
    "{top} ({score}) would have to meet {who} ({points}) instead of you ({more}), who are nearer"
)
"""Somebody would be met from further below in points than now."""
INSTEAD_OF = N_("instead of {gone}")
INSTEAD_OF_YOU = N_("instead of you")

WOULD_GO_DOWN = N_(
    "{who} would be left over among those with {score} and have to play somebody with fewer points"
)
YOU_WOULD_GO_DOWN = N_(
    "you would be left over among those with {score} and have to play somebody with fewer points"
)
"""Where groups bring players up: nobody else could come up."""
ONE_WITHOUT = N_("{who} would no longer have an opponent with {score}")
YOU_WITHOUT = N_("you would no longer have an opponent with {score}")
"""One player alone would be left without an opponent in the group."""
YOUR_BYE: dict[CauseKind, str] = {
    K.LOWEST_BYE: N_("you would have the bye, and others have fewer points"),
    K.BYE_GAMES: N_("you would have the bye, and others have missed fewer rounds"),
    K.BYE_MOVES: N_("you would have the bye, and others come first for it"),
}
"""The bye would go to the player who asks."""

COUNTED: dict[CauseKind, tuple[Template, str]] = {
    K.UNEQUAL: (
        N_(
            "one more pair would have different points: {who}",
            "{count} more pairs would have different points: {who}",
        ),
        N_("more pairs would have different points, among them {who}"),
    ),
    K.COLOURS: (
        N_("{count} more would not get the colour they need: {who}"),
        N_("more would not get the colour they need, among them {who}"),
    ),
    K.STRONG_COLOURS: (
        N_(
            "one more would not get a colour they need badly: {who}",
            "{count} more would not get a colour they need badly: {who}",
        ),
        N_("more would not get a colour they need badly, among them {who}"),
    ),
}
"""How many more there would be; and without a number, where not all are named."""

LAST_ROUND = N_("in the last round")
TWO_ROUNDS_AGO = N_("two rounds ago")
DOWN_AGAIN = (
    N_("{who} would have to meet somebody with fewer points again, as {when}"),
    N_("you would have to meet somebody with fewer points again, as {when}"),
)
UP_AGAIN = (
    N_("{who} would have to meet somebody with more points again, as {when}"),
    N_("you would have to meet somebody with more points again, as {when}"),
)
OTHER_SCORE_AGAIN = (
    N_("{who} would have to meet somebody with different points again, as {when}"),
    N_("you would have to meet somebody with different points again, as {when}"),
)
DOWN_FURTHER = (
    N_(
        "{who}, after meeting somebody with fewer points {when}, would be even further above the "
        "opponent"
    ),
    N_(
        "you, after meeting somebody with fewer points {when}, would be even further above your "
        "opponent"
    ),
)
UP_FURTHER = (
    N_(
        "{who}, after meeting somebody with more points {when}, would be even further below the "
        "opponent"
    ),
    N_(
        "you, after meeting somebody with more points {when}, would be even further below your "
        "opponent"
    ),
)
DOWN_UNPLAYED = (
    N_("{who} would have to meet somebody with fewer points, after points without a game {when}"),
    N_("you would have to meet somebody with fewer points, after points without a game {when}"),
)
BYE_AGAIN = (
    N_("the bye would go to {who}, who met somebody with fewer points {when}"),
    N_("you would have the bye, after meeting somebody with fewer points {when}"),
)
BYE_UNPLAYED = (
    N_("the bye would go to {who}, who got points without a game {when}"),
    N_("you would have the bye, after points without a game {when}"),
)
"""About others, and about the player who asks."""
AGAIN: dict[CauseKind, tuple[tuple[str, str], int]] = {
    K.DOWN_AGAIN: (DOWN_AGAIN, 1),
    K.DOWN_AGAIN_2: (DOWN_AGAIN, 2),
    K.UP_AGAIN: (UP_AGAIN, 1),
    K.UP_AGAIN_2: (UP_AGAIN, 2),
    K.OTHER_SCORE_AGAIN: (OTHER_SCORE_AGAIN, 1),
    K.DOWN_FURTHER: (DOWN_FURTHER, 1),
    K.DOWN_FURTHER_2: (DOWN_FURTHER, 2),
    K.UP_FURTHER: (UP_FURTHER, 1),
    K.UP_FURTHER_2: (UP_FURTHER, 2),
}
"""What happened before, and how many rounds ago."""

OF_COLOURS = {K.COLOURS, K.STRONG_COLOURS, K.COLOUR_DIFFERENCE, K.COLOUR_RUN}
OF_THE_LOWER = {K.UP_AGAIN, K.UP_AGAIN_2, K.UP_FURTHER, K.UP_FURTHER_2}
INSTEAD = {
    K.INSTEAD_AGAIN,
    K.INSTEAD_COLOUR,
    K.INSTEAD_RANK,
    K.INSTEAD_RATING,
    K.COLOUR_UP,
    K.RATING_UP,
}

# The player who is paired first has the first choice

SERVED = {
    PartnerChoice.HIGHEST: N_(
        "{first}, who is paired before you, would have to take {later} instead of {earlier}, "
        "the highest-ranked possible"
    ),
    PartnerChoice.LOWEST: N_(
        "{first}, who is paired before you, would have to take {later} instead of {earlier}, "
        "the lowest-placed possible"
    ),
    PartnerChoice.NEAREST: N_(
        "{first}, who is paired before you, would have to take {later} instead of {earlier}, "
        "the first possible in the list"
    ),
}
SERVED_YOU = {
    PartnerChoice.HIGHEST: N_(
        "you would have to take {later}, and you get the highest-ranked opponent possible: "
        "{earlier}"
    ),
    PartnerChoice.LOWEST: N_(
        "you would have to take {later}, and you get the lowest-placed opponent possible: {earlier}"
    ),
    PartnerChoice.NEAREST: N_(
        "you would have to take {later}, and you get the first possible opponent in the list: "
        "{earlier}"
    ),
}
SERVED_WITH_YOU = {
    PartnerChoice.HIGHEST: N_(
        "{first}, who is paired before you, would have to take you instead of {earlier}, the "
        "highest-ranked possible"
    ),
    PartnerChoice.LOWEST: N_(
        "{first}, who is paired before you, would have to take you instead of {earlier}, the "
        "lowest-placed possible"
    ),
    PartnerChoice.NEAREST: N_(
        "{first}, who is paired before you, would have to take you instead of {earlier}, the first "
        "possible in the list"
    ),
}
GETS_YOU = {
    PartnerChoice.HIGHEST: N_("{first} gets the highest-ranked opponent possible, and that is you"),
    PartnerChoice.LOWEST: N_("{first} gets the lowest-placed opponent possible, and that is you"),
    PartnerChoice.NEAREST: N_(
        "{first} gets the first possible opponent in the list, and that is you"
    ),
}
EQUAL_PLACES = N_(
    "those for White meet those for Black, 1st against 1st and so on, and {first} is {rank} of one "
    "side, you of the other"
)
SERVED_NOBODY = N_("{first}, who is paired before you, would be left over")
SERVED_NOBODY_YOU = N_("you would not meet {earlier}, the first opponent possible for you")

BOTH_NEED = N_("{one} or {other} (both need {colour})")
AGAINST = N_("{one} against {other}")
AGAINST_POINTS = N_("{one} against {other} ({mine} against {theirs})")
WOULD_MEET = N_(
    "{one} and {other}, who both need {colour}, would meet, so one of them would not get it"
)
YOU_WOULD_MEET = N_(
    "you and {other}, who both need {colour}, would meet, so one of you would not get it"
)
BRIEFLY: dict[Template, str] = {
    WOULD_MEET: N_("{one} and {other}, who both need {colour}, would meet"),
    YOU_WOULD_MEET: N_("you and {other}, who both need {colour}, would meet"),
}
"""The same without what follows from it."""
AND = N_("{one} and {other}")
AND_PARTS = N_("{one}, and {other}")
AND_OTHERS = N_("{one}, {other} and others")


# Facts that forbid a pair

OWN_FACTS = {
    K.MET: N_("you already met in round {round}"),
    K.SAME_COLOUR: N_("neither of you may have {opposite} this time"),
    K.ANNOUNCED: N_("another pair was announced before the tournament"),
    K.HAS_BYE: N_("you have the bye, which is given before anybody is paired"),
}
FACTS = {
    K.MET: N_("{one} and {other} already met in round {round}"),
    K.SAME_COLOUR: N_("neither {one} nor {other} may have {opposite} this time"),
    K.ANNOUNCED: N_("another pair was announced before the tournament"),
    K.HAS_BYE: N_("{one} has the bye, which is given before anybody is paired"),
}
THE_ARBITER = N_("the arbiter {name}")
AN_ARBITER = N_("the arbiter")
KEPT_SINCE_ROUND = (
    N_("{who} has kept you two apart since round {round}"),
    N_("{who} has kept {one} and {other} apart since round {round}"),
)
KEPT_SINCE_DAY = (
    N_("{who} has kept you two apart since {day}"),
    N_("{who} has kept {one} and {other} apart since {day}"),
)
KEPT_WITHOUT_RECORD = (
    N_("the organiser or the arbiter keeps you two apart from round {round} on"),
    N_("the organiser or the arbiter keeps {one} and {other} apart from round {round} on"),
)
"""To one of the two, and to somebody else."""
WITH_GROUP = N_("{fact} ({group})")
REASON_NOT_NOTED = N_("{fact}; the reason is not noted, but the arbiter can tell you")
ONE_OF_YOU = N_("you both need {colour}, so one of you would not get it")
NOW_BOTH = N_("you both need {colour}, so one of you would not get it; as it is, you both do")
AND_SO_WOULD = N_(
    "you both need {colour}, and {one} and {other}, who both need {second}, would meet, so two "
    "would miss their colour"
)
MORE_MISS = N_("you both need {colour}, and in all more would not get the colour they need")
TAKEN = N_("{first}, who is paired before you, gets {other}")


class CauseWords:
    """Says causes to one player."""

    def __init__(self, story: Story, guide: PlayerGuide, asking: int) -> None:
        self.story = story
        self.guide = guide
        self.asking = asking

    def name(self, player: int) -> Value:
        """By number and name; the player who asks is "you"."""
        return You(player) if player == self.asking else self.story.name(player)

    # What would be worse

    def clause(self, cause: Cause, brief: bool = False) -> Sentence | None:
        """What would be worse, as a clause; None if there is nothing to say.

        `brief`: of several pairs for which it would be worse, name one.
        """
        if cause.kind is K.SERVED_FIRST:
            return self._order_clause(cause)
        if cause.kind is K.SETS:
            return Sentence(self.guide.sets)
        if cause.kind in COUNTED:
            return self._count_clause(cause, 1 if brief else MOST_NAMED)
        if cause.kind in AGAIN:
            return self._again(cause)
        further = self._further(cause)
        if further is not None:
            return further
        kind = cause.kind
        if kind is K.SHIFTS and self.story.field.round == 1:
            kind = K.EXCHANGE  # there are no colours due: the halves of the list are shifted
        template = WORSE.get(kind)
        if template is None:
            return None
        if cause.kind in INSTEAD:
            return self._instead(cause, template)
        mine = cause.parts == ((self.asking,),)
        if cause.kind in YOUR_BYE and mine:
            return Sentence(YOUR_BYE[cause.kind])
        if kind is K.DIFFERENCES:
            pairs = tuple(part for part in cause.parts if len(part) == 2)
            if pairs:
                return Sentence(template, who=self._names(kind, pairs))
            kind = K.HIGHER_FLOATER  # as many are left over, but one of them has more points
            template = WORSE[kind]
        if kind is K.PAIRS and self.guide.brings_up:
            template = YOU_WOULD_GO_DOWN if mine else WOULD_GO_DOWN
        elif kind is K.PAIRS and len(cause.parts) == 1:
            template = YOU_WITHOUT if mine else ONE_WITHOUT
        elif mine:
            template = YOURS.get(kind, template)
        score = None if cause.score is None else self._score(cause.score)
        points = self._score_of(*(part[0] for part in cause.parts))
        return sentence_with(template, who=self.who(cause), score=score, points=points)

    def _further(self, cause: Cause) -> Sentence | None:
        """Who would be met from further below, and who now; None if it is not so simple."""
        two = self.further_below(cause)
        if two is None:
            return None
        who, top, nearer = two
        template = FURTHER
        if self.asking in two:
            own = {top: FURTHER_FROM_YOU, who: YOU_ARE_FURTHER, nearer: YOU_ARE_NEARER}
            template = own[self.asking]
        names = {"who": who, "top": top, "nearer": nearer}
        points = {"points": who, "score": top, "more": nearer}
        return sentence_with(
            template,
            **{name: self.story.name(one) for name, one in names.items()},
            **{name: self._score_of(one) for name, one in points.items()},
        )

    def further_below(self, cause: Cause) -> tuple[int, int, int] | None:
        """Who would be met from below, by whom, and who with more points is met now instead."""
        if cause.kind is not K.LOWER_UPFLOATER or cause.forced is None or cause.score is None:
            return None
        entrant, then = self.story.entrant, opponents(cause.forced.boards)
        who = cause.parts[0][0]
        top = then.get(who)
        if len(cause.parts) != 1 or top is None or entrant[top].score != cause.score:
            return None
        nearer = [
            one
            for one in self.guide.floaters(self.story, cause.score)
            if entrant[one].score > entrant[who].score
            and (one not in then or entrant[then[one]].score < cause.score)
        ]
        return (who, top, nearer[0]) if len(nearer) == 1 else None

    def _score_of(self, *players: int) -> PointsOf:
        return score_of(self.story, *players)

    def _score(self, amount: int) -> PointsOf:
        entrants = self.story.field.entrants
        return self._score_of(*(one.id for one in entrants if one.score == amount))

    def _order_clause(self, cause: Cause) -> Sentence:
        (first, earlier), then = cause.parts
        name, choice = self.name, self.guide.choice
        if len(then) == 1:
            nobody = SERVED_NOBODY_YOU if first == self.asking else SERVED_NOBODY
            return sentence_with(nobody, first=name(first), earlier=name(earlier))
        later = then[1]
        templates = SERVED_WITH_YOU if later == self.asking else SERVED
        template = (SERVED_YOU if first == self.asking else templates)[choice]
        return sentence_with(template, first=name(first), earlier=name(earlier), later=name(later))

    def _count_clause(self, cause: Cause, most: int) -> Sentence:
        more, without_numbers = COUNTED[cause.kind]
        right, wrong, named = cause.right or 0, cause.wrong or 0, len(cause.parts)
        who, mine = self.who(cause), tuple(sort_parts(cause.parts, self.asking))
        if cause.kind is K.COLOURS and named == wrong - right == 1:
            one, other = sorted(mine[0], key=lambda player: player != self.asking)
            colour = colour_needed(self.story, one, other)
            template = YOU_WOULD_MEET if one == self.asking else WOULD_MEET
            return sentence_with(
                template, one=self.name(one), other=self.name(other), colour=colour
            )
        if named <= most and named == wrong - right:
            return Sentence(more, who=who, count=Count(cause.parts))
        # Name a game of others, as the player's own is obvious; but the player's own colour.
        plain = cause.kind is K.UNEQUAL and self.asking not in mine[-1]
        return Sentence(
            without_numbers, who=self._names(cause.kind, mine[-1:] if plain else mine[:1])
        )

    def _again(self, cause: Cause) -> Sentence:
        templates, ago = AGAIN[cause.kind]
        parts = cause.parts
        when = Sentence(LAST_ROUND if ago == 1 else TWO_ROUNDS_AGO)
        if cause.kind in (K.DOWN_AGAIN, K.DOWN_AGAIN_2):
            unplayed = [part for part in cause.parts if not self._had_game(part[0], ago)]
            bye = None if cause.forced is None else cause.forced.bye
            if bye is not None and (bye,) in cause.parts:
                templates, parts = BYE_UNPLAYED if (bye,) in unplayed else BYE_AGAIN, ((bye,),)
            elif unplayed:
                templates, parts = DOWN_UNPLAYED, tuple(unplayed)
        who = [self._affected_player(cause.kind, part) for part in sort_parts(parts, self.asking)]
        others = [player for player in who if player != self.asking]
        if not others:
            return Sentence(templates[1], when=when)
        return Sentence(templates[0], who=self._list([*map(self.name, others)], False), when=when)

    def _had_game(self, player: int, ago: int) -> bool:
        entries = self.story.entrant[player].history.entries
        return len(entries) >= ago and entries[-ago].played

    def _instead(self, cause: Cause, template: Template) -> Sentence:
        """Somebody would step in for another."""
        (who,), (gone,) = cause.parts
        if who == self.asking:
            template = YOURS.get(cause.kind, template)
        instead = Sentence(INSTEAD_OF_YOU)
        if gone != self.asking:
            instead = Sentence(INSTEAD_OF, gone=self.name(gone))
        return sentence_with(
            template,
            who=self.name(who),
            instead=instead,
            colour=colour_needed(self.story, gone if cause.colour else who),
            opposite=colour_needed(self.story, gone),
        )

    # Whom it would be worse for

    def who(self, cause: Cause) -> Value:
        return self._names(cause.kind, cause.parts)

    def _names(self, kind: CauseKind, parts: tuple[tuple[int, ...], ...]) -> Value:
        """At most two of the parts, first the one of the player who asks."""
        named = [self._part(kind, part) for part in sort_parts(parts, self.asking)]
        return self._list(named, kind in COUNTED)

    def _list(self, named: list[Value], counted: bool) -> Value:
        if len(named) < 2:
            return named[0] if named else ""
        pairs = any(isinstance(one, Sentence) for one in named[:2])
        many = not counted and len(named) > MOST_NAMED
        template = AND_OTHERS if many else AND_PARTS if pairs else AND
        return Sentence(template, one=named[0], other=named[1])

    def _affected_player(self, kind: CauseKind, part: tuple[int, ...]) -> int:
        """Which of a pair meets more points, or fewer."""
        ranked = sorted(part, key=lambda one: self.story.entrant[one].score)
        return ranked[0] if kind in OF_THE_LOWER else ranked[-1]

    def _part(self, kind: CauseKind, part: tuple[int, ...]) -> Value:
        if len(part) == 1:
            return self.name(part[0])
        one, other = sorted(part, key=lambda player: player != self.asking)
        if kind in OF_COLOURS:
            colour = colour_needed(self.story, one, other)
            return Sentence(BOTH_NEED, one=self.name(one), other=self.name(other), colour=colour)
        if kind in (K.UNEQUAL, K.DIFFERENCES):
            mine = BareScore(self.story.entrant[one].score, self.story.unit, one)
            return Sentence(
                AGAINST_POINTS,
                one=self.name(one),
                other=self.name(other),
                mine=mine,
                theirs=self._score_of(other),
            )
        return Sentence(AGAINST, one=self.name(one), other=self.name(other))

    # Facts that forbid a pair

    def fact(self, cause: Cause, wished: int | None = None) -> Sentence | None:
        """What rules out a pair, as a clause; None if it is none of these causes.

        `wished`: whom the player asks about, or would meet in order.
        """
        if cause.kind is K.COLOURS and wished is not None:
            own = frozenset((self.asking, wished))
            others = tuple(part for part in cause.parts if frozenset(part) != own)
            if len(others) < len(cause.parts):
                return self._both_due(cause, wished, others)
        if cause.kind is K.SERVED_FIRST:
            (first, met), then = cause.parts
            if met == self.asking:
                place = self.guide.place(self.story, first, met)
                if place is not None and place.scheme is Scheme.COLUMNS and place.natural == met:
                    upper = min(first, met, key=place.order.index)
                    name = self.story.name(first)
                    return Sentence(EQUAL_PLACES, first=name, rank=Rank(upper, place.order))
                return Sentence(GETS_YOU[self.guide.choice], first=self.story.name(first))
            left_over = first == wished and len(then) == 1
            if (met != wished and not left_over) or first == self.asking:
                return None
            return Sentence(TAKEN, first=self.story.name(first), other=self.story.name(met))
        if cause.apart is not None:
            return self._apart_fact(cause, cause.apart)
        if cause.kind not in FACTS:
            return None
        one, *rest = cause.parts[0] if cause.parts else (self.asking,)
        other = rest[0] if rest else one
        return sentence_with(
            (OWN_FACTS if self.asking in (one, other) else FACTS)[cause.kind],
            one=self.story.name(one),
            other=self.story.name(other),
            round=None if cause.round is None else RoundOf(cause.round, RoundEvent.MET, one, other),
            opposite=colour_not_allowed(self.story, one, other),
        )

    def _apart_fact(self, cause: Cause, apart: Apart) -> Sentence:
        """Who decided it and when: from which round, or on which day before round 1."""
        ((one, other),) = cause.parts
        decided = apart if isinstance(apart, DecidedApart) else None
        templates = KEPT_WITHOUT_RECORD
        if decided:
            templates = KEPT_SINCE_DAY if decided.since == 1 else KEPT_SINCE_ROUND
        name = decided.decided_by if decided else ""
        found = sentence_with(
            templates[self.asking not in (one, other)],
            who=Sentence(THE_ARBITER, name=name) if name else Sentence(AN_ARBITER),
            one=self.story.name(one),
            other=self.story.name(other),
            round=RoundOf(
                decided.since if decided else apart.first_round, RoundEvent.KEPT_APART, one, other
            ),
            day=Day(decided.day if decided else ""),
        )
        if apart.name:
            return Sentence(WITH_GROUP, fact=found, group=apart.name)
        return found if decided else Sentence(REASON_NOT_NOTED, fact=found)

    def _both_due(self, cause: Cause, wished: int, others: tuple[tuple[int, ...], ...]) -> Sentence:
        """The player and the one asked about are due the same colour."""
        more = (cause.wrong or 0) - (cause.right or 0)
        colour = colour_needed(self.story, self.asking, wished)
        if len(cause.parts) == more == 1:
            template = NOW_BOTH if self._get_theirs(self.asking, wished) else ONE_OF_YOU
            return Sentence(template, colour=colour)
        if len(cause.parts) == more == MOST_NAMED:
            ((one, other),) = others
            return Sentence(
                AND_SO_WOULD,
                colour=colour,
                one=self.name(one),
                other=self.name(other),
                second=colour_needed(self.story, one, other),
            )
        return Sentence(MORE_MISS, colour=colour)

    def _get_theirs(self, *players: int) -> bool:
        """Do these have the colour they are due, in the pairing as it is?"""
        entrant = self.story.entrant
        return all(
            player == (step.white if entrant[player].wants_white else step.black)
            for player in players
            for step in self.story.trace
            if isinstance(step, ColourAllocated) and player in (step.white, step.black)
        )


def sort_parts(parts: tuple[tuple[int, ...], ...], asking: int) -> list[tuple[int, ...]]:
    """First the pairs and players that are the player's own."""
    return sorted(parts, key=lambda part: asking not in part)
