"""Causes as clauses that follow "If you met …," or "But …"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from crivello.explain.explanation import Value
from crivello.explain.facts import (
    BareScore,
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
from crivello.explain.player.obstacle import Obstacles
from crivello.explain.player.place import PartnerChoice, Place, Scheme
from crivello.explain.story import sentence_with
from crivello.model.pairing import opponents
from crivello.model.sentence import N_, Sentence, Template, You
from crivello.model.settings import Apart, DecidedApart
from crivello.model.trace.procedure import PairDropped

K = CauseKind

BY_ORDER = {K.SERVED_FIRST, K.EXCHANGE, K.SHIFTS, K.SETS}
"""Only the order in which pairs are chosen speaks against the wish."""

# What would be worse; {who} is the one for whom it would be, the player who asks before others

IMPOSSIBLE = N_("the others could not all be paired")
LEFT_OVER = N_("{who:you|{}}{why:|, who {},} would find no opponent with {score}")
GOES_DOWN = N_("{who:you|{}}{why:|, who {},} would be left over and play someone with fewer points")
"""Where groups bring players up: nobody else could come up."""
WORSE: dict[CauseKind, Template] = {
    K.IMPOSSIBLE: IMPOSSIBLE,
    K.LOWEST_BYE: N_(
        "the bye would go to {who:you, and others have fewer points|{}, who has more points}"
    ),
    K.BYE_GAMES: N_(
        "the bye would go to {who:you, and others have missed fewer rounds|{}, who has already "
        "missed more rounds}"
    ),
    K.BYE_MOVES: N_(
        "the bye would go to {who:you, and others come first for it|{}, who comes later in line "
        "for it}"
    ),
    K.PAIRS: LEFT_OVER,
    K.HIGHER_FLOATER: N_(
        "{who:you would be left over, and not someone with fewer points than you|{}, with "
        "{points}, would be left over, and not someone with fewer points}"
    ),
    K.DIFFERENCES: N_("in all, opponents would be further apart in points, such as {who}"),
    K.NEXT_GROUP: N_(
        "{who:you|{}} would have to meet someone with fewer points, and those there could be "
        "paired less well"
    ),
    K.COLOUR_DIFFERENCE: N_("{who} would have had one colour three times more than the other"),
    K.COLOUR_RUN: N_("{who} would have the same colour three times in a row"),
    K.UPFLOATERS: N_("more players would have to meet someone with {score}, among them {who}"),
    K.LOWER_UPFLOATER: N_(
        "{who:you|{}}, with only {points}, would have to play someone with {score}"
    ),
    K.OFTEN_UP: N_(
        "{who:you|{}} would have to meet someone with more points, after doing so too often already"
    ),
    K.MOST_OFTEN_UP: N_(
        "{who:you|{}} would have to meet someone with more points, after doing so more often than "
        "others"
    ),
    K.LEFT_BEHIND: N_(
        "{who:you|{}} would have to meet someone with more points, and those left behind could be "
        "paired less well"
    ),
    K.UNEQUAL: N_("more pairs would have different points, such as {who}"),
    K.HALVES: N_(
        "those with the smallest numbers would no longer come first in their pairs, without "
        "any gain"
    ),
    K.EXCHANGE: N_(
        "more players would have to switch between the top half and the bottom half, without any "
        "gain"
    ),
    K.SHIFTS: N_("others would have to give up their colour, and nothing would be better for it"),
}
PLAY_NOW = N_("play each other now")
PLAYS_NOW = N_("now plays {opponent:you|{}}")
WHY_NOT = {
    K.MET: N_("already met in round {round}"),
    K.KEPT_APART: N_("are not to meet"),
    K.SAME_COLOUR: N_("may both not have {opposite}"),
    K.COLOURS: N_("both need {colour}"),
}
"""Why two players who would be left cannot meet, or should not."""
INSTEAD: dict[CauseKind, Template] = {
    K.INSTEAD_AGAIN: N_(
        "{who:you|{}} would have to leave the group instead of {gone:you|{}}, as in the last round "
        "already"
    ),
    K.INSTEAD_COLOUR: N_(
        "{who:you|{}} would leave the group instead of {gone:you|{}}, and even more of the rest "
        "would need {colour}"
    ),
    K.INSTEAD_RANK: N_(
        "{who:you|{}} would have to leave the group instead of {gone:you|{}}, despite being "
        "earlier in the list"
    ),
    K.INSTEAD_RATING: N_(
        "{who:you|{}} would have to leave the group instead of {gone:you|{}}, despite the higher "
        "rating"
    ),
    K.COLOUR_UP: N_(
        "{who:you, who need|{}, who needs} {colour}, would come up instead of {gone:you|{}}, and "
        "someone who needs {opposite} is wanted there"
    ),
    K.RATING_UP: N_("{who:you|{}} would come up instead of {gone:you|{}}, with a lower rating"),
}
"""Somebody would step in for {gone}."""
BROUGHT_UP = N_(
    "{who:you|{}} would have to meet someone with more points instead of {gone:you|{}}, "
    "{gone:who have|who has} {points:the lower number|more points}"
)
FURTHER = N_(
    "{top:you|{}} ({score}) would have to meet {who:you|{}} ({points}) instead of {nearer:you|{}} "
    "({more}), {nearer:who are|who is} nearer"
)
"""Somebody would be met from further below in points than now."""
WOULD_MEET = N_("{one:you|{}} and {other} would meet, who both need {colour}")

LAST_ROUND = N_("in the last round")
TWO_ROUNDS_AGO = N_("two rounds ago")
DOWN_AGAIN = N_("{who:you|{}} would have to meet someone with fewer points again, as {when}")
UP_AGAIN = N_("{who:you|{}} would have to meet someone with more points again, as {when}")
OTHER_SCORE_AGAIN = N_(
    "{who:you|{}} would have to meet someone with different points again, as {when}"
)
DOWN_FURTHER = N_(
    "{who:you|{}}, after meeting someone with fewer points {when}, would get an opponent even "
    "further below"
)
UP_FURTHER = N_(
    "{who:you|{}}, after meeting someone with more points {when}, would get an opponent even "
    "further above"
)
DOWN_UNPLAYED = N_(
    "{who:you|{}} would have to meet someone with fewer points, after points without a game {when}"
)
BYE_AGAIN = N_("{who:you|{}} would have the bye after meeting someone with fewer points {when}")
BYE_UNPLAYED = N_("{who:you|{}} would have the bye after points without a game {when}")
AGAIN: dict[CauseKind, tuple[str, int]] = {
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

OF_COLOURS = {K.COLOUR_DIFFERENCE, K.COLOUR_RUN}
OF_THE_LOWER = {K.UP_AGAIN, K.UP_AGAIN_2, K.UP_FURTHER, K.UP_FURTHER_2}

# The player who is paired first has the first choice

CHOSEN = {
    PartnerChoice.HIGHEST: N_("the highest-ranked possible"),
    PartnerChoice.LOWEST: N_("the lowest-placed possible"),
    PartnerChoice.NEAREST: N_("the first possible in the list"),
}
SERVED = N_(
    "{first:you|{}, who is paired before you,} would have to take {later:you|{}} instead of "
    "{earlier:you|{}}, {chosen}"
)
SERVED_NOBODY = N_(
    "{first:you|{}, who is paired before you,} would be left over instead of meeting "
    "{earlier:you|{}}"
)
GETS = N_("{first:you get|{}, who is paired before you, gets} {earlier:you|{}}, {chosen}")
GETS_YOU = N_("{first}, who is paired first, gets {chosen}, and that is you")
GETS_YOU_LISTED = N_(
    "{first}, paired first, gets you: the first possible of those with {score}, listed {listing}"
)
TAKEN = N_("{first}, who is paired before you, gets {other}")
EQUAL_PLACES = N_("{first}, {rank} in the list for one colour, meets the {rank} for the other: you")

BOTH_NEED = N_("{one:you|{}} or {other} (both need {colour})")
AGAINST = N_("{one} against {other}")
AGAINST_POINTS = N_("{one} against {other} ({mine} against {theirs})")
AND = N_("{one:you|{}} and {other}")
COMMA = N_("{one:you|{}}, {other}")
AND_OTHERS = N_("{one:you|{}}, {other} and others")


# Facts that forbid a pair

FACTS = {
    K.MET: N_("{one:you|{} and {other}} already met in round {round}"),
    K.SAME_COLOUR: N_("neither {one:of you|{} nor {other}} may have {opposite} this time"),
    K.ANNOUNCED: N_("another pair was announced before the tournament"),
    K.HAS_BYE: N_("{one:you have|{} has} the bye, which is given before anybody is paired"),
}
THE_ARBITER = N_("the arbiter{name:| {}}")
KEPT_SINCE_ROUND = N_("{who} has kept {one:you two|{} and {other}} apart since round {round}")
KEPT_SINCE_DAY = N_("{who} has kept {one:you two|{} and {other}} apart since {day}")
KEPT_WITHOUT_RECORD = N_(
    "the organiser or the arbiter keeps {one:you two|{} and {other}} apart from round {round} on"
)
WITH_GROUP = N_("{fact} ({group})")
ASK_WHY = N_("{fact} (the arbiter can tell you why)")
SAME_NEED = N_("{one:you|{} and {other}} both need {colour}")


def join_names(names: Sequence[Value]) -> Value:
    """Join names by commas, the last by "and"; names with commas are written without them."""
    *most, last = names
    if not most:
        return last
    return Sentence(
        AND, one=reduce(lambda one, other: Sentence(COMMA, one=one, other=other), most), other=last
    )


class CauseWords:
    """Writes causes as clauses for the player who asks."""

    def __init__(self, obstacles: Obstacles, asking: int) -> None:
        self.obstacles = obstacles
        self.story = obstacles.story
        self.guide = obstacles.guide
        self.asking = asking

    def name(self, player: int) -> Value:
        """Return the player as a value: "you" for the player who asks, a name for all others."""
        return You(player) if player == self.asking else self.story.name(player)

    def place(self, player: int) -> tuple[bool, int]:
        """Return the key by which players are named in a sentence: the one who asks first."""
        return player != self.asking, player

    def names(self, players: Sequence[int]) -> Value:
        """Return the names of these players: one, or several joined by commas and "and"."""
        return join_names([self.name(one) for one in players])

    # What would be worse

    def clause(self, cause: Cause) -> Sentence | None:
        """Say what would be worse if the wish were granted, as a clause; None if no reason can be
        given.
        """
        kind = cause.kind
        if kind is K.SERVED_FIRST:
            return self._order_clause(cause)
        if kind is K.SETS:
            return self._other_upfloaters(cause) or Sentence(self.guide.sets)
        if kind in AGAIN:
            return self._again(cause)
        if kind in INSTEAD:
            return self._instead(cause)
        further = self._further(cause)
        if further is not None:
            return further
        if kind in (K.COLOURS, K.STRONG_COLOURS):
            return self._would_meet(cause)
        if kind is K.SHIFTS and self.story.field.round == 1:
            kind = K.EXCHANGE  # there are no colours due: the halves of the list are shifted
        parts = sort_parts(cause.parts, self.asking)
        if kind is K.DIFFERENCES:
            pairs: list[tuple[int, ...]] = [part for part in cause.parts if len(part) == 2]
            if not pairs:
                kind = K.HIGHER_FLOATER  # as many are left over, but one of them has more points
            parts = self._others_first(cause, pairs) or parts
        elif kind is K.UNEQUAL:
            parts = self._others_first(cause, cause.parts)
        template = WORSE.get(kind)
        if template is None:
            return None
        who: Value = self._part(kind, parts[0]) if parts else ""
        why: Sentence | None = None
        if kind is K.PAIRS:
            who, why = self._left_over(parts), self._why_left_over(parts)
            template = GOES_DOWN if self.guide.brings_up else template
        score = None if cause.score is None else self._score(cause.score)
        points = self._score_of(*(part[0] for part in parts[:1]))
        return sentence_with(template, who=who, why=why, score=score, points=points)

    def _other_upfloaters(self, cause: Cause) -> Sentence | None:
        """Say who would be brought up instead of whom; None unless one player differs."""
        if cause.forced is None or cause.score is None or not self.guide.brings_up:
            return None
        entrant, score = self.story.entrant, cause.score

        def brought_up(partner: Mapping[int, int]) -> set[int]:
            return {
                one
                for one, other in partner.items()
                if entrant[one].score < score <= entrant[other].score
            }

        now, then = map(brought_up, (self._opponents(), opponents(cause.forced.boards)))
        gone, new = now - then, then - now
        if len(gone) != 1 or len(new) != 1:
            return None
        (old,), (one,) = gone, new
        mine, theirs = ((-entrant[p].score, entrant[p].number) for p in (old, one))
        if theirs < mine:
            return None
        return Sentence(
            BROUGHT_UP,
            who=self.name(one),
            gone=self.name(old),
            points=entrant[old].score > entrant[one].score,
        )

    def _opponents(self) -> dict[int, int]:
        return opponents(self.obstacles.this.pairing.boards)

    def _further(self, cause: Cause) -> Sentence | None:
        """Say that a player would meet an opponent further down; None if that is not the whole
        cause.
        """
        found = self.further_below(cause)
        if found is None:
            return None
        who, top, nearer = found
        names = {"who": who, "top": top, "nearer": nearer}
        points = {"points": who, "score": top, "more": nearer}
        return Sentence(
            FURTHER,
            **{name: self.name(one) for name, one in names.items()},
            **{name: self._score_of(one) for name, one in points.items()},
        )

    def further_below(self, cause: Cause) -> tuple[int, int, int] | None:
        """Return three players, if the cause is one pair that would reach further down in points.

        They are the lower player of that pair, the upper one, and the nearer opponent whom the
        upper one meets now. None if the cause is another one.
        """
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
        values: dict[str, Value] = {
            "first": self.name(first),
            "earlier": self.name(earlier),
            "chosen": self.chosen,
        }
        if len(then) == 1:
            return sentence_with(SERVED_NOBODY, **values)
        return sentence_with(SERVED, **values, later=self.name(then[1]))

    def gets(self, cause: Cause) -> Sentence:
        """Say which opponent the player who is paired first gets."""
        first, earlier = cause.parts[0]
        return Sentence(
            GETS, first=self.name(first), earlier=self.name(earlier), chosen=self.chosen
        )

    @property
    def chosen(self) -> Sentence:
        """How the opponent is chosen for a player who is paired first, such as "the highest-ranked
        possible".
        """
        return Sentence(CHOSEN[self.guide.choice])

    def _would_meet(self, cause: Cause) -> Sentence:
        """Say that two players who need the same colour would meet."""
        part, *_ = sort_parts(cause.parts, self.asking)
        one, other = sorted(part, key=lambda player: player != self.asking)
        colour = colour_needed(self.story, one, other)
        return Sentence(WOULD_MEET, one=self.name(one), other=self.name(other), colour=colour)

    def _again(self, cause: Cause) -> Sentence:
        template, ago = AGAIN[cause.kind]
        parts = cause.parts
        if cause.kind in (K.DOWN_AGAIN, K.DOWN_AGAIN_2):
            unplayed = [part for part in cause.parts if not self._had_game(part[0], ago)]
            bye = None if cause.forced is None else cause.forced.bye
            if bye is not None and (bye,) in cause.parts:
                template, parts = BYE_UNPLAYED if (bye,) in unplayed else BYE_AGAIN, ((bye,),)
            elif unplayed:
                template, parts = DOWN_UNPLAYED, tuple(unplayed)
        affected = [
            self.affected_player(cause.kind, part) for part in sort_parts(parts, self.asking)
        ]
        who = next((one for one in affected if one != self.asking), self.asking)
        when = Sentence(LAST_ROUND if ago == 1 else TWO_ROUNDS_AGO)
        return Sentence(template, who=self.name(who), when=when)

    def met_such_points(self, player: int, kind: CauseKind) -> bool:
        """Return True if the player met someone with such points before, in a game."""
        return self._had_game(player, AGAIN[kind][1])

    def _had_game(self, player: int, ago: int) -> bool:
        entries = self.story.entrant[player].history.entries
        return len(entries) >= ago and entries[-ago].played

    def _instead(self, cause: Cause) -> Sentence:
        """Say that one player would take the place of another, as the cause names them."""
        (who,), (gone,) = cause.parts
        return sentence_with(
            INSTEAD[cause.kind],
            who=self.name(who),
            gone=self.name(gone),
            colour=colour_needed(self.story, gone if cause.colour else who),
            opposite=colour_needed(self.story, gone),
        )

    @staticmethod
    def _others_first(cause: Cause, pairs: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Return the pairs with that of the wish last, as it is obvious."""
        wished = frozenset() if cause.wish is None else cause.wish.without_bye
        return sorted(pairs, key=lambda pair: not wished.isdisjoint(pair))

    # Whom it would be worse for

    def _left_over(self, parts: list[tuple[int, ...]]) -> Value:
        """Name the players who would find no opponent: one, two, or two "and others"."""
        named = [self._part(K.PAIRS, part) for part in parts[:2]]
        if len(named) < 2:
            return named[0]
        return Sentence(AND if len(parts) == 2 else AND_OTHERS, one=named[0], other=named[1])

    def _why_left_over(self, parts: list[tuple[int, ...]]) -> Sentence | None:
        """Say that the players who would find no opponent play each other now, or may not meet.

        A single player plays someone now. None if there are more, or no reason is that simple.
        """
        players = [part[0] for part in parts]
        now = [self.obstacles.this.opponent(one) for one in players]
        if len(players) == 1:
            (one,), (opponent,) = players, now
            if one == self.asking or opponent is None:
                return None
            level = self.story.entrant[opponent].score == self.story.entrant[one].score
            level = level or opponent == self.asking
            return Sentence(PLAYS_NOW, opponent=self.name(opponent)) if level else None
        if len(players) != 2:
            return None
        one, two = players
        if now[0] == two:
            return None if self.asking in players else Sentence(PLAY_NOW)
        return self.why_apart(self.obstacles.of_forbidden_pair(one, two))

    def why_apart(self, against: Cause | None) -> Sentence | None:
        """Say why the two players of a cause may not meet, or should not; None if it is something
        else.
        """
        if against is None or against.kind not in WHY_NOT:
            return None
        ((one, two),) = against.parts
        number = against.round
        return sentence_with(
            WHY_NOT[against.kind],
            round=None if number is None else RoundOf(number, RoundEvent.MET, one, two),
            opposite=colour_not_allowed(self.story, one, two),
            colour=colour_needed(self.story, one, two),
        )

    def affected_player(self, kind: CauseKind, part: tuple[int, ...]) -> int:
        """Return the player of a pair whom the cause is about: the one with fewer points, or with
        more.
        """
        ranked = sorted(part, key=lambda one: self.story.entrant[one].score)
        return ranked[0] if kind in OF_THE_LOWER else ranked[-1]

    def _part(self, kind: CauseKind, part: tuple[int, ...]) -> Value:
        if len(part) == 1:
            return self.name(part[0])
        one, other = sorted(part, key=lambda player: player != self.asking)
        names = {"one": self.name(one), "other": self.name(other)}
        if kind in OF_COLOURS:
            return Sentence(BOTH_NEED, **names, colour=colour_needed(self.story, one, other))
        if kind in (K.UNEQUAL, K.DIFFERENCES):
            mine = BareScore(self.story.entrant[one].score, self.story.unit, one)
            return Sentence(AGAINST_POINTS, **names, mine=mine, theirs=self._score_of(other))
        return Sentence(AGAINST, **names)

    # Facts that forbid a pair

    def fact(self, cause: Cause, wished: int | None = None) -> Sentence | None:
        """Say what rules out the wished pair, as a clause; None if the cause is of another kind.

        `wished`: the player whom the question is about, or who is next in the order.
        """
        if cause.kind is K.COLOURS and wished is not None:
            if {self.asking, wished} in map(set, cause.parts):
                return self.both_need(self.asking, wished)
        if cause.kind is K.SERVED_FIRST:
            (first, met), then = cause.parts
            if met == self.asking:
                place = self.guide.place(self.story, first, met)
                if place is not None and place.scheme is Scheme.COLUMNS and place.natural == met:
                    upper = min(first, met, key=place.order.index)
                    name = self.story.name(first)
                    return Sentence(EQUAL_PLACES, first=name, rank=Rank(upper, place.order))
                return self._gets_you(first, place)
            left_over = first == wished and len(then) == 1
            if (met != wished and not left_over) or first == self.asking:
                return None
            return Sentence(TAKEN, first=self.story.name(first), other=self.story.name(met))
        if cause.apart is not None:
            return self._apart_fact(cause, cause.apart)
        if cause.kind not in FACTS:
            return None
        one, other = self._own_first(cause)
        return sentence_with(
            FACTS[cause.kind],
            one=self.name(one),
            other=self.story.name(other),
            round=None if cause.round is None else RoundOf(cause.round, RoundEvent.MET, one, other),
            opposite=colour_not_allowed(self.story, one, other),
        )

    def _gets_you(self, first: int, place: Place | None) -> Sentence:
        """Say that `first`, who is paired earlier, gets the player who asks."""
        name = self.story.name(first)
        tried = {
            step.b for step in self.story.trace if isinstance(step, PairDropped) and step.a == first
        }
        if (
            place is None
            or place.mover != first
            or self.asking not in place.order  # two from other groups meet
            or not set(place.order[: place.order.index(self.asking)]) <= tried.union(place.gone)
            or self.guide.choice is not PartnerChoice.NEAREST
            or len({self.story.entrant[one].score for one in place.order}) > 1
        ):
            return Sentence(GETS_YOU, first=name, chosen=self.chosen)
        return Sentence(
            GETS_YOU_LISTED,
            first=name,
            score=self._score_of(*place.order),
            listing=self.guide.listing(self.story, place.order),
        )

    def _own_first(self, cause: Cause) -> tuple[int, int]:
        """Return the two players of a cause, the one who asks first; a single player is returned
        twice.
        """
        one, *rest = cause.parts[0] if cause.parts else (self.asking,)
        other = rest[0] if rest else one
        return (other, one) if other == self.asking else (one, other)

    def _apart_fact(self, cause: Cause, apart: Apart) -> Sentence:
        """Say who keeps two players apart and since when: since a round, or a day before
        round 1.
        """
        one, other = self._own_first(cause)
        decided = apart if isinstance(apart, DecidedApart) else None
        template = KEPT_WITHOUT_RECORD
        if decided:
            template = KEPT_SINCE_DAY if decided.since == 1 else KEPT_SINCE_ROUND
        found = sentence_with(
            template,
            who=Sentence(THE_ARBITER, name=decided.decided_by if decided else ""),
            one=self.name(one),
            other=self.story.name(other),
            round=RoundOf(
                decided.since if decided else apart.first_round, RoundEvent.KEPT_APART, one, other
            ),
            day=Day(decided.day if decided else ""),
        )
        if apart.name:
            return Sentence(WITH_GROUP, fact=found, group=apart.name)
        return found if decided else Sentence(ASK_WHY, fact=found)

    def both_need(self, one: int, other: int) -> Sentence:
        """Say that two players need the same colour."""
        colour = colour_needed(self.story, one, other)
        return Sentence(SAME_NEED, one=self.name(one), other=self.story.name(other), colour=colour)


def sort_parts(parts: tuple[tuple[int, ...], ...], asking: int) -> list[tuple[int, ...]]:
    """Return the pairs and players with those first that contain the player who asks."""
    return sorted(parts, key=lambda part: asking not in part)
