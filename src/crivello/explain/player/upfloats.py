"""Why somebody comes up, where a group that is not complete brings up players (Dubov)."""

from __future__ import annotations

from collections.abc import Callable

from crivello.explain.explanation import Value
from crivello.explain.player.answer import Cause, CauseKind, PlayerAnswer, Question, is_short
from crivello.explain.player.answering import (
    MOST_TRIED,
    PASSED_ALONE_SAME_COLOUR,
    PASSED_SAME_COLOUR,
    RoundAnswers,
)
from crivello.explain.player.clauses import LAST_ROUND, TWO_ROUNDS_AGO
from crivello.explain.player.facts import Count, MostPairs, RoundEvent, RoundOf, colour_needed
from crivello.explain.player.obstacle import partners
from crivello.explain.player.place import OriginGroup
from crivello.explain.story import sentence_with
from crivello.model.field import Float
from crivello.model.sentence import N_, Sentence, Template
from crivello.model.trace.upfloats import UpfloatersNeeded

K = CauseKind
WHEN = {K.UP_AGAIN: LAST_ROUND, K.UP_AGAIN_2: TWO_ROUNDS_AGO}
MOST_BEFORE = 4
"""How many are named who come before the one who comes up."""
MOST_INSTEAD = 2
"""How many are named who would come up instead."""

# Why somebody has to come up: to the player who comes, and to the one who stays

UP_TO_ONE = (
    N_("{other} is the only one with {score} and so meets somebody with fewer points: you."),
    N_(
        "Besides {other} only {holder}, who has the bye, has {score}, so {other} meets somebody "
        "with fewer points: you."
    ),
)
UP_TO_ODD = (
    N_(
        "There are {size} with {score}, an odd number, so one plays somebody with fewer points: "
        "you."
    ),
    N_(
        "Without {holder}, who has the bye, there are {size} with {score}, an odd number, so one "
        "plays somebody with fewer points: you."
    ),
)
UP_TO_LAST = N_("{gone}, so {other} meets somebody with fewer points: you.")
UP_TO_ODD_LEFT = N_(
    "{gone}, so {size} remain there, and one plays somebody with fewer points: you."
)
UP_TO_TWO_WHO_MET = N_(
    "{one} and {other}, {only} with {score}, have already met, so each plays somebody with fewer "
    "points, and you are one of these."
)
UP_TO_FEW_PAIRS = N_(
    "The {size} with {score} can make only {pairs} between them, so {many} with fewer points are "
    "paired with them, and you are one of these."
)
UP_FOR_THE_REST = N_(
    "Those with fewer than {score} could not all be paired otherwise, so {floaters} of them play "
    "somebody with {score}, and you are one of these."
)
UP_TO_SOME = N_("You are one of those who play somebody with {score}.")
YOU_ALONE = (
    N_(
        "You are the only one with {mine}, so you meet somebody with fewer points: {opponent}, "
        "with {theirs}."
    ),
    N_(
        "Besides you only {holder}, who has the bye, has {mine}, so you meet somebody with fewer "
        "points: {opponent}, with {theirs}."
    ),
)
YOU_ARE_ODD = (
    N_(
        "There are {size} of you with {mine}, an odd number, so one plays somebody with fewer "
        "points: {opponent}, with {theirs}."
    ),
    N_(
        "Without {holder}, who has the bye, there are {size} of you with {mine}, an odd number, so "
        "one plays somebody with fewer points: {opponent}, with {theirs}."
    ),
)
YOU_ARE_LAST = N_("{gone}, so you meet somebody with fewer points: {opponent}, with {theirs}.")
YOU_ARE_ODD_LEFT = N_(
    "{gone}, so {size} of you remain, and one plays somebody with fewer points: {opponent}, with "
    "{theirs}."
)
YOU_HAVE_MET = N_(
    "You and {partner}, {only} with {mine}, have already met, so each of you plays somebody "
    "with fewer points. {opponent}, with {theirs}, plays you."
)
YOU_MAKE_FEW_PAIRS = N_(
    "The {size} of you with {mine} can make only {pairs} between you, so {many} with fewer "
    "points are paired with you: {opponent}, with {theirs}, plays you."
)
YOU_FOR_THE_REST = N_(
    "Those with fewer points could not all be paired otherwise, so {floaters} of them play "
    "those of you with {mine}. {opponent}, with {theirs}, plays you."
)
YOU_BECAUSE_OF_THE_REST = N_(
    "Among those with fewer points than you, {chain}; so {floaters} of them play those of you with "
    "{mine}, and {opponent}, with {theirs}, plays you."
)
UP_BECAUSE_OF_THE_REST = N_(
    "You are one of {floaters} who play somebody with {score}, because among those with fewer "
    "{chain}."
)
"""The same as `YOU_FOR_THE_REST` and `UP_FOR_THE_REST`, and why the others cannot all be paired."""
CHAIN = (
    N_("{first} can meet only {met}, but {end}"),
    N_("{first} can meet only {met} and {second} then only {met_by_second}, but {end}"),
)
"""Who has but one opponent, then who else, until somebody has none."""
MAY_NOT_MEET = N_("{one} and {two} {why}")
NOBODY_FOR = N_("{one} may meet nobody"), N_("then nobody is left for {one}")
"""Of all, and of those who remain."""
YOU_ARE_SOME = N_("You play somebody with fewer points: {opponent}, with {theirs}.")
MET_THE_OTHER = N_("{opponent} has already met {other}, the other one with {mine}, so it is you.")
MET_THE_OTHER_LEFT = N_(
    "{opponent} has already met {other}, the other one left with {mine}, so it is you."
)
MAY_NOT_MEET_THE_OTHER = N_(
    "{opponent} may not meet {other}, the other one with {mine}, so it is you."
)
UP_TO_MET_ALL = (
    N_(
        "{other} has already met everybody else with {score} and so meets somebody with fewer "
        "points: you."
    ),
    N_(
        "{other} has already met everybody else with {score} but {holder}, who has the bye, and so "
        "meets somebody with fewer points: you."
    ),
)
UP_TO_MAY_MEET_NONE = (
    N_(
        "{other} may not meet anybody else with {score} and so meets somebody with fewer points: "
        "you."
    ),
    N_(
        "{other} may not meet anybody else with {score} but {holder}, who has the bye, and so "
        "meets somebody with fewer points: you."
    ),
)
YOU_MET_ALL = (
    N_(
        "You have already met everybody else with {mine}, so you meet somebody with fewer points: "
        "{opponent}, with {theirs}."
    ),
    N_(
        "You have already met everybody else with {mine} but {holder}, who has the bye, so you "
        "meet somebody with fewer points: {opponent}, with {theirs}."
    ),
)
YOU_MAY_MEET_NONE = (
    N_(
        "You may not meet anybody else with {mine}, so you meet somebody with fewer points: "
        "{opponent}, with {theirs}."
    ),
    N_(
        "You may not meet anybody else with {mine} but {holder}, who has the bye, so you meet "
        "somebody with fewer points: {opponent}, with {theirs}."
    ),
)
WHY_YOU_IS_SAID = {
    MET_THE_OTHER,
    MET_THE_OTHER_LEFT,
    MAY_NOT_MEET_THE_OTHER,
    *YOU_MET_ALL,
    *YOU_MAY_MEET_NONE,
}
"""After these it is plain why it is this player of those with the same points."""
ONLY_TWO = N_("the only two")
LAST_TWO = N_("the last two")
THE_OTHER_GONE = N_("{gone}, the other with {score}, plays {above}")
THE_OTHERS_GONE = N_("The others with {score} play somebody with more points")
ONE_GONE = N_("{gone}, who also has {score}, plays {above}")
SOME_GONE = N_("Others with {score} play somebody with more points")
SOME_ARE_GONE = N_("Others with {score} have an opponent already")
PAIRS = N_("one pair", "{count} pairs")
MANY = N_("one", "{count}")

# Why this one

FIRST_SET = N_("Those who come are the first by points, then number, of all who can.")
NEXT_BELOW = N_("Next below by points, then number, is {floater}.")
YOU_ARE_NEXT_BELOW = N_("Next below by points, then number, is you.")
BEFORE_COME = N_(
    "Before {floater}, by points and then number, comes {skipped}.",
    "Before {floater}, by points and then number, come {skipped}.",
)
BEFORE_YOU_COME = N_(
    "Before you, by points and then number, comes {skipped}.",
    "Before you, by points and then number, come {skipped}.",
)
PLAYS_ABOVE = N_("{other} (plays {one}, who has more points)")
PLAYS_ANOTHER = N_("{other} (plays {one})")
HAS_MET_ALL = N_("{other} (has met all of them)")
HAS_MET_YOU_ALL = N_("{other} (has met all of you)")
FIRST_UP = N_("Of those who can, you are the first by points, then number.")
THEY_ARE_FIRST = N_("Of those who can, {floater} is the first by points, then number.")
NOBODY_BETTER = {
    True: N_("{instead} would do as well and nobody better, but {floater} has more points."),
    False: N_("{instead} would do as well and nobody better, but {floater} has the lower number."),
}
YOU_NOBODY_BETTER = {
    True: N_("{instead} would do as well and nobody better, but you have more points."),
    False: N_("{instead} would do as well and nobody better, but you have the lower number."),
}
"""By more points, or by the lower number."""
OTHERS_LOWER = N_(
    "Others would do as well and nobody better, but they have fewer points or higher numbers."
)
FEWER_POINTS = N_("{instead} would be possible too, but has fewer points than {floater}.")
FEWER_THAN_YOU = N_("{instead} would be possible too, but has fewer points than you.")
UP_BEFORE = N_(
    "It is not {instead}, who met somebody with more points {when}, and twice running is avoided."
)
IF_INSTEAD = N_("If it were {instead}, {worse}.")
IF_NOT_YOU = N_("If it were not you, then {worse}.")
IF_NOT_THEM = N_("If it were not {floater}, then {worse}.")
BOTH_NEED = N_(
    "It is not {instead}, because you and {instead} both need {colour}, so one of you would not "
    "get it."
)

YOU_NEED = N_("You need {colour}, so your opponent should need {opposite}.")
THEY_NEED = N_("{other} needs {colour}, so the opponent should need {opposite}.")
GROUP_NEEDS = N_(
    "Too few of those with {score} need {opposite}, so whoever is added should need {opposite}."
)
YOUR_GROUP_NEEDS = N_(
    "Too few of you with {score} need {opposite}, so whoever is added should need {opposite}."
)
GROUP_LEFT_NEEDS = N_(
    "Too few of those who remain with {score} need {opposite}, so whoever is added should need "
    "{opposite}."
)
YOUR_GROUP_LEFT_NEEDS = N_(
    "Too few of you who remain with {score} need {opposite}, so whoever is added should need "
    "{opposite}."
)
THEY_FIT = N_("{floater} does; {instead} needs {colour}.")
YOU_FIT = N_("You do; {instead} needs {colour}.")
BY_RATING = N_("It is {floater}, who has a higher rating than {instead}, the next choice.")
YOU_BY_RATING = N_("It is you, because you have a higher rating than {instead}, the next choice.")
ONLY_ONE = N_("{floater} is the only one with {below} who is possible.")
ONLY_ONE_AGAIN = N_(
    "{floater} is the only one with {below} who is possible; {bound} met somebody with more points "
    "in the last round."
)
ONLY_YOU = N_("You are the only one with {below} who is possible.")
ONLY_YOU_AGAIN = N_(
    "You are the only one with {below} who is possible; {bound} met somebody with more points in "
    "the last round."
)
ONLY_WITH = N_("{floater} is the only one with {below}.")
ONLY_YOU_WITH = N_("You are the only one with {below}.")
LAST_TWO_MET = (
    N_(
        "{one} and {two}, the only two with fewer points than you, {why}, so each plays "
        "somebody with {mine}. {opponent}, with {theirs}, plays you."
    ),
    N_(
        "{one} and {two}, besides {holder} (who has the bye) the only two with fewer points "
        "than you, {why}, so each plays somebody with {mine}. {opponent}, with {theirs}, "
        "plays you."
    ),
)
MET_ALL_BELOW = (
    (
        N_(
            "{opponent}, with {theirs}, has already met everybody else with fewer than {mine}, and "
            "so must play one of you."
        ),
        N_(
            "{opponent}, with {theirs}, has already met everybody else with fewer than {mine} but "
            "{holder}, who has the bye, and so must play one of you."
        ),
    ),
    (
        N_(
            "You have already met everybody else with fewer than {mine}, so you play somebody who "
            "has them."
        ),
        N_(
            "You have already met everybody else with fewer than {mine} but {holder}, who has the "
            "bye, so you play somebody who has {mine}."
        ),
    ),
)
MAY_MEET_NONE_BELOW = (
    (
        N_(
            "{opponent}, with {theirs}, may not meet anybody else with fewer than {mine}, and so "
            "must play one of you."
        ),
        N_(
            "{opponent}, with {theirs}, may not meet anybody else with fewer than {mine} but "
            "{holder}, who has the bye, and so must play one of you."
        ),
    ),
    (
        N_(
            "You may not meet anybody else with fewer than {mine}, so you play somebody who has "
            "them."
        ),
        N_(
            "You may not meet anybody else with fewer than {mine} but {holder}, who has the bye, "
            "so you play somebody who has {mine}."
        ),
    ),
)
"""To the one who is met from below, and to the one who comes up."""
YOU_ARE_LAST_TWO = (
    N_(
        "You and {two}, the only two with fewer than {score}, {why}, so you both play somebody who "
        "has them."
    ),
    N_(
        "You and {two}, besides {holder} (who has the bye) the only two with fewer than {score}, "
        "{why}, so you both play somebody who has them."
    ),
)
WHY_LAST_TWO = {
    K.MET: (N_("already met in round {round}"), N_("have already met in round {round}")),
    K.KEPT_APART: (
        N_("are not to meet, as organiser or arbiter has set"),
        N_("are not to meet, as organiser or arbiter has set for you"),
    ),
}
"""Why two may not meet: of others, and of the player and another."""


class UpfloatAnswers(RoundAnswers):
    def comes_up(self, player: int, left: OriginGroup) -> PlayerAnswer:
        """The player was brought up."""
        one, *others = left.players
        but = self.holder in self.equals(one)
        whole = UP_TO_ONE[but], UP_TO_ODD[but]
        template = self._how_many(left, (*whole, UP_TO_LAST, UP_TO_ODD_LEFT))
        several = UP_TO_TWO_WHO_MET, UP_TO_FEW_PAIRS, UP_FOR_THE_REST, UP_TO_SOME
        template = template or self._few_pairs(left, several)
        met = self.this.opponent(player)
        alone = self._alone(met, left)
        other = others[0] if len(others) == 1 else one
        if alone is not None:
            other, equals = alone, self.equals(alone)
            nobody = self.why_nobody(alone, equals, UP_TO_MET_ALL, UP_TO_MAY_MEET_NONE)
            template = nobody or template
        chain = self._why_not_among_the_rest(player, left) if template == UP_FOR_THE_REST else None
        if chain is not None:
            template = UP_BECAUSE_OF_THE_REST
        number = sentence_with(
            template,
            chain=chain or "",
            score=self.score_of(*left.players),
            one=self.story.name(one),
            other=self.story.name(other),
            holder=self.holder_name,
            gone=self._players_elsewhere(left),
            **self._counts(left),
        )
        return self._answer(player, player, left, number)

    def is_met_from_below(self, player: int, opponent: int, left: OriginGroup) -> PlayerAnswer:
        """The opponent was brought up to the player."""
        equals = self.equals(player)
        but = self.holder in equals
        whole = YOU_ALONE[but], YOU_ARE_ODD[but]
        template = self._how_many(left, (*whole, YOU_ARE_LAST, YOU_ARE_ODD_LEFT))
        several = YOU_HAVE_MET, YOU_MAKE_FEW_PAIRS, YOU_FOR_THE_REST, YOU_ARE_SOME
        template = template or self._few_pairs(left, several)
        if self._alone(player, left) is not None:
            nobody = self.why_nobody(player, equals, YOU_MET_ALL, YOU_MAY_MEET_NONE)
            template = nobody or template
        partner = next((one for one in left.players if one != player), player)
        chain = self._why_not_among_the_rest(player, left) if template == YOU_FOR_THE_REST else None
        if chain is not None:
            template = YOU_BECAUSE_OF_THE_REST
        number = sentence_with(
            template,
            chain=chain or "",
            mine=self.score_of(player),
            theirs=self.score_of(opponent),
            opponent=self.story.name(opponent),
            partner=self.story.name(partner),
            holder=self.holder_name,
            gone=self._players_elsewhere(left),
            **self._counts(left),
        )
        return self._answer(player, opponent, left, number)

    def _answer(
        self, player: int, floater: int, left: OriginGroup, number: Sentence
    ) -> PlayerAnswer:
        question = Question.FLOAT
        in_order, first = (
            Cause(K.IN_ORDER, left.article, ((floater,),)),
            left.natural == left.floaters,
        )
        last_two = self._last_two(player, floater, left) if first else None
        if last_two is not None:
            other = self._explain_only_opponent(player, floater, left)
            return self.answer(question, player, in_order, last_two, other)
        below = self._nobody_below(player, floater, left)
        if below:
            article = self.story.system.articles.rematch
            cause = Cause(K.NOBODY_LEFT, article, ((floater,),))
            return self.answer(question, player, cause, *below)
        if first:
            up = self._first_up(player, floater, left)
            return self.answer(question, player, in_order, number, up)
        if left.natural and (
            len(left.floaters) == 1 or self._alone(self.this.opponent(floater), left)
        ):
            before = self._before(player, floater, left)
            if before is not None and is_short(number, before):
                return self.answer(question, player, in_order, number, before)
        cause = self.obstacles.of_meeting_none_of(floater, left.players)
        why = self._why(player, floater, cause, left)
        if not why and player == floater:
            return self.unsaid(question, player)
        return self.answer(question, player, cause if why else in_order, number, *why)

    def _first_up(self, player: int, floater: int, left: OriginGroup) -> Sentence:
        """Those who come up are the first who can."""
        if len(left.floaters) > 1:
            return Sentence(FIRST_SET)
        found = self._before(player, floater, left)
        first = FIRST_UP if player == floater else THEY_ARE_FIRST
        return found or sentence_with(first, floater=self.story.name(floater))

    def _before(self, player: int, floater: int, left: OriginGroup) -> Sentence | None:
        """Why nobody who ranks before the only floater comes up; None if it cannot be said."""
        me, bye = self.story.entrant[floater], self.this.pairing.bye
        below = [one for one in self.story.field.entrants if one.score < left.score]
        place = -me.score, me.number
        ahead = [one.id for one in below if (-one.score, one.number) < place and one.id != bye]
        name, mine = self.story.name(floater), player == floater
        if not ahead:
            return sentence_with(YOU_ARE_NEXT_BELOW if mine else NEXT_BELOW, floater=name)
        alone = self._alone(self.this.opponent(floater), left)
        if len(ahead) > MOST_BEFORE or (
            alone is None and len(left.players) > 1 and len(ahead) > MOST_TRIED
        ):
            return None
        items = [self._explain_not_coming_up(player, one, left, alone) for one in ahead]
        said = [one for one in items if one is not None]
        if len(said) < len(items):
            return None
        if len(said) == 1 and said[0].template == PASSED_SAME_COLOUR[0]:
            said = [Sentence(PASSED_ALONE_SAME_COLOUR, **said[0].values)]
        before: dict[str, Value] = {"skipped": self.join_items(said), "count": Count(ahead)}
        if mine:
            return Sentence(BEFORE_YOU_COME, **before)
        return Sentence(BEFORE_COME, **before, floater=name)

    def _explain_not_coming_up(
        self, player: int, one: int, left: OriginGroup, alone: int | None
    ) -> Sentence | None:
        """Why somebody does not come up to a group; None if it cannot be said.

        `alone`: who of the group may meet none of the others.
        """
        if len(left.players) == 1:
            (alone,) = left.players
        above, name = self.this.opponent(one), self.story.name
        if above is not None and self.story.entrant[above].score > left.score:
            return Sentence(PLAYS_ABOVE, other=name(one), one=name(above))
        if alone is not None:
            if above in left.players:
                assert above is not None
                return Sentence(PLAYS_ANOTHER, other=name(one), one=name(above))
            return self.explain_passing(player, one, self.obstacles.of_pair(alone, one), alone)
        met = self.story.entrant[one].history.met
        if met.issuperset(left.players):
            template = HAS_MET_YOU_ALL if player in left.players else HAS_MET_ALL
            return Sentence(template, other=self.story.name(one))
        cause = self.obstacles.of_meeting_one_of(one, left.players)
        return self.explain_passing(player, one, cause, None)

    def _last_two(self, player: int, floater: int, left: OriginGroup) -> Sentence | None:
        """Only two have fewer points, and they have met, so both come up; else None."""
        there = {one.id for one in self.story.field.entrants if one.score < left.score}
        below = there - {self.holder}
        if len(below) != 2 or below != set(left.floaters) or not self._level(left):
            return None
        one, two = left.floaters
        met = self.obstacles.of_forbidden_pair(one, two)
        if left.left_over or met is None or met.kind not in WHY_LAST_TWO:
            return None
        mine = player == floater
        if mine:
            two = two if one == player else one
        return sentence_with(
            (YOU_ARE_LAST_TWO if mine else LAST_TWO_MET)[self.holder in there],
            holder=self.holder_name,
            one=self.story.name(one),
            two=self.story.name(two),
            why=sentence_with(WHY_LAST_TWO[met.kind][mine], round=_round_of(met)),
            mine=self.score_of(*left.players),
            score=self.score_of(*left.players),
            opponent=self.story.name(floater),
            theirs=self.score_of(floater),
        )

    def _nobody_below(
        self, player: int, floater: int, left: OriginGroup
    ) -> tuple[Sentence | None, ...]:
        """Those who come up may meet nobody below; empty if it is not so, or for another reason."""
        me, mine = self.story.entrant[floater], player == floater
        below = [one.id for one in self.story.field.entrants if one.score < left.score]
        nobody = self.why_nobody(floater, below, MET_ALL_BELOW[mine], MAY_MEET_NONE_BELOW[mine])
        if nobody is None:
            return ()
        if me.score >= left.score or len(left.floaters) == 1 or not self._level(left):
            return ()
        said = sentence_with(
            nobody,
            holder=self.holder_name,
            opponent=self.story.name(floater),
            theirs=self.score_of(floater),
            mine=self.score_of(*left.players),
        )
        return said, self._explain_only_opponent(player, floater, left)

    def _explain_only_opponent(
        self, player: int, floater: int, left: OriginGroup
    ) -> Sentence | None:
        """Of two, the one who comes up may meet only the player; None if it is not so."""
        others = [one for one in left.players if one != player]
        if player == floater or len(others) != 1 or self.story.may_meet(floater, others[0]):
            return None
        met = others[0] in self.story.entrant[floater].history.met
        all_here = len(self.equals(player)) == 2
        if not met and not all_here:
            return None
        return Sentence(
            (MET_THE_OTHER if all_here else MET_THE_OTHER_LEFT) if met else MAY_NOT_MEET_THE_OTHER,
            opponent=self.story.name(floater),
            other=self.story.name(others[0]),
            mine=self.score_of(*left.players),
        )

    def _alone(self, resident: int | None, left: OriginGroup) -> int | None:
        """The player of a group who may meet none of several others with the same points."""
        if resident not in left.players or not self._level(left):
            return None
        assert resident is not None
        others = [one for one in self.level(resident) if one != resident]
        if not others or any(self.story.may_meet(resident, one) for one in others):
            return None
        return resident

    # How many

    def _how_many(self, left: OriginGroup, templates: tuple[str, str, str, str]) -> str | None:
        """Why a group needs one player: it has one, or an odd number; all of it, or what is left.

        None if it is for another reason.
        """
        if len(left.floaters) != 1 or len(left.players) % 2 == 0 or not self._level(left):
            return None
        whole = len(self.level(left.players[0])) == len(left.players)
        alone, odd = templates[:2] if whole else templates[2:]
        return alone if len(left.players) == 1 else odd

    def _few_pairs(self, left: OriginGroup, templates: tuple[str, str, str, str]) -> str:
        """Why a group needs several: those in it, or those below, may not all meet."""
        met, few, for_the_rest, other = templates
        if not self._level(left) or left.left_over is None:
            return other
        if left.left_over < len(left.floaters):
            return for_the_rest
        if len(left.players) > left.left_over:
            return few
        if len(left.players) != 2:
            return other
        one, two = left.players
        return met if two in self.story.entrant[one].history.met else other

    def _why_not_among_the_rest(self, player: int, left: OriginGroup) -> Sentence | None:
        """Why those below cannot all be paired among themselves; None if it is less simple."""
        pools = (
            set(step.pool)
            for step in self.this.trace
            if isinstance(step, UpfloatersNeeded) and step.score == left.score
        )
        pool = next(pools, None)
        if pool is None or left.left_over != 0:
            return None
        found = shortest_chain(pool, self.story.may_meet)
        if found is None:
            return None
        steps, alone = found
        paired = [one for step in steps for one in step]
        rest, name = pool.difference(paired), self.story.name
        end, named = Sentence(NOBODY_FOR[bool(steps)], one=name(alone)), {*paired, alone}
        if len(rest) == 2:
            one, two = sorted(rest)
            against = self.obstacles.of_forbidden_pair(one, two)
            if not steps or against is None or against.kind not in WHY_LAST_TWO:
                return None
            why = sentence_with(WHY_LAST_TWO[against.kind][0], round=_round_of(against))
            end, named = Sentence(MAY_NOT_MEET, one=name(one), two=name(two), why=why), pool
        if player in named:
            return None
        fields = zip(("first", "met", "second", "met_by_second"), map(name, paired), strict=False)
        return sentence_with(CHAIN[len(steps) - 1], **dict(fields), end=end) if steps else end

    def _players_elsewhere(self, left: OriginGroup) -> Sentence:
        """Those with the same points who are paired elsewhere, if there are any."""
        here = left.players
        gone = [one for one in self.level(here[0]) if one not in here]
        score = self.score_of(here[0])
        above = [self.this.opponent(one) for one in gone]
        entrant = self.story.entrant
        mine = entrant[here[0]].score
        if not all(one is not None and entrant[one].score > mine for one in above):
            return Sentence(SOME_ARE_GONE, score=score)
        alone = len(here) == 1 and self.holder not in self.equals(here[0])
        if len(gone) != 1:
            return Sentence(THE_OTHERS_GONE if alone else SOME_GONE, score=score)
        names = {"gone": self.story.name(gone[0]), "above": self.story.name(above[0] or 0)}
        return Sentence(THE_OTHER_GONE if alone else ONE_GONE, **names, score=score)

    def _counts(self, left: OriginGroup) -> dict[str, Value]:
        size = len(left.players)
        pairs = (size - (left.left_over or 0)) // 2
        return {
            "size": Count(left.players),
            "floaters": Count(left.floaters),
            "pairs": Sentence(PAIRS, count=MostPairs(pairs, left.players)),
            "many": Sentence(MANY, count=Count(left.floaters)),
            "only": Sentence(ONLY_TWO if len(self.equals(left.players[0])) == 2 else LAST_TWO),
        }

    def _level(self, left: OriginGroup) -> bool:
        """Do all in the group have the same points?"""
        return len({self.story.entrant[one].score for one in left.players}) == 1

    # Why this one

    def _why(
        self, player: int, floater: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Why the floater and not somebody else; empty if there is nothing to say."""
        instead = self._would_come_up(cause, left)
        mine = player == floater
        if cause.kind is K.SETS:
            if not self._stay(cause, left):
                return ()
            if not self._all_lower(floater, instead):  # it decides about a group further above
                template, why = IF_NOT_YOU if mine else IF_NOT_THEM, Sentence(self.guide.sets)
                return (self._with(template, floater, [], worse=why),)
            return (self._nobody_better(mine, floater, instead),)
        if cause.kind is K.RATING_UP and cause.parts[1] == (floater,):
            template = YOU_BY_RATING if mine else BY_RATING
            return (self._with(template, floater, [cause.parts[0][0]]),)
        said: tuple[Sentence, ...] = ()
        if cause.kind is K.COLOUR_UP:
            said = self.colour_that_should_come_up(player, cause, left)
        elif cause.kind is K.PAIRS:
            said = self._nobody_else(player, floater, cause, left)
        if said:
            return said
        against = self._against_one(player, floater, cause, instead)
        if against is not None:
            return (against,)
        worse = self.words(player).clause(cause, brief=True)
        if worse is None or (not instead and (floater,) in cause.parts):
            return ()
        template = IF_INSTEAD if instead else IF_NOT_YOU if mine else IF_NOT_THEM
        return (self._with(template, floater, instead, worse=worse),)

    def _would_come_up(self, cause: Cause, left: OriginGroup) -> list[int]:
        """Who would come up instead; nobody if that is not known, or too many."""
        if cause.forced is None:
            return []
        group, entrant = set(left.players), self.story.entrant
        boards = [(board.white, board.black) for board in cause.forced.boards]
        found = [
            one
            for pair in boards
            for one, other in (pair, pair[::-1])
            if other in group and entrant[one].score < left.score and one not in left.floaters
        ]
        return found if len(found) <= MOST_INSTEAD else []

    def _stay(self, cause: Cause, left: OriginGroup) -> bool:
        """Does the group keep its players, or is it about who comes up further above?"""
        partner = {} if cause.forced is None else partners(cause.forced)
        entrant = self.story.entrant
        return all(entrant[partner.get(one, one)].score <= left.score for one in left.players)

    def _all_lower(self, floater: int, others: list[int]) -> bool:
        """Is the floater ranked higher than these, by points, then number?"""
        entrant = self.story.entrant
        ranks = [(-entrant[one].score, entrant[one].number) for one in (floater, *others)]
        return ranks[0] == min(ranks)

    def _with(
        self, template: Template, floater: int, instead: list[int], **values: Value
    ) -> Sentence:
        named: dict[str, Value] = {"floater": self.story.name(floater)}
        if instead:
            named["instead"] = self.names(instead)
        return sentence_with(template, **named, **values)

    def _nobody_better(self, mine: bool, floater: int, instead: list[int]) -> Sentence:
        if len(instead) != 1:
            return Sentence(OTHERS_LOWER)
        entrant = self.story.entrant
        more = entrant[floater].score > entrant[instead[0]].score
        return self._with((YOU_NOBODY_BETTER if mine else NOBODY_BETTER)[more], floater, instead)

    def _against_one(
        self, player: int, floater: int, cause: Cause, instead: list[int]
    ) -> Sentence | None:
        """What rules out the only one who would come up instead: points, floats or colour."""
        if len(instead) != 1:
            return None
        (one,) = instead
        if cause.kind is K.LOWER_UPFLOATER and cause.parts == ((one,),):
            fewer = self.story.entrant[one].score < self.story.entrant[floater].score
            template = FEWER_THAN_YOU if player == floater else FEWER_POINTS
            return self._with(template, floater, instead) if fewer else None
        if cause.kind in WHEN and len(cause.parts) == 1 and one in cause.parts[0]:
            return self._with(UP_BEFORE, floater, instead, when=Sentence(WHEN[cause.kind]))
        return self._both_due(player, cause, instead)

    def _both_due(self, player: int, cause: Cause, instead: list[int]) -> Sentence | None:
        """The one who would come up is due the same colour as the player."""
        more = (cause.wrong or 0) - (cause.right or 0)
        if cause.kind is not K.COLOURS or len(cause.parts) != 1 or more != 1:
            return None
        if set(cause.parts[0]) != {player, *instead}:
            return None
        colour = colour_needed(self.story, player, *instead)
        return Sentence(BOTH_NEED, instead=self.names(instead), colour=colour)

    def colour_that_should_come_up(
        self, player: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """The player who comes up is due the missing colour; empty if it is less simple."""
        (instead,), (floater,) = cause.parts
        entrant = self.story.entrant
        has, wants = entrant[instead].preference, entrant[floater].preference
        assert has is not None
        due = [entrant[one].preference for one in left.players]
        missing = due.count(wants) < due.count(has)
        if not missing or wants is None:
            return ()
        values: dict[str, Value] = {
            "colour": colour_needed(self.story, instead),
            "opposite": colour_needed(self.story, floater),
            "score": self.score_of(*left.players),
        }
        one, *others = left.players
        inside = player in left.players
        if instead == player or not (inside or player == floater):
            return ()
        template = YOU_NEED if inside else THEY_NEED
        if others:
            whole = set(left.players) == set(self.level(one))
            yours, theirs = (
                (YOUR_GROUP_NEEDS, GROUP_NEEDS)
                if whole
                else (YOUR_GROUP_LEFT_NEEDS, GROUP_LEFT_NEEDS)
            )
            template = yours if inside else theirs
        fits = YOU_FIT if floater == player else THEY_FIT
        return (
            sentence_with(template, **values, other=self.story.name(one)),
            self._with(fits, floater, [instead], colour=values["colour"]),
        )

    def _nobody_else(
        self, player: int, floater: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Nobody else may come up: somebody would have to go down."""
        trace = () if cause.forced is None else cause.forced.trace
        bound = self.guide.players_kept_below(trace, left.score)
        if bound is None:
            return ()
        mine = player == floater
        floats = [self.story.entrant[one].floats for one in bound]
        again = 0 < len(bound) <= MOST_INSTEAD and all(one[:1] == (Float.UP,) for one in floats)
        only, only_again = (ONLY_YOU, ONLY_YOU_AGAIN) if mine else (ONLY_ONE, ONLY_ONE_AGAIN)
        if len(self.equals(floater)) == 1:
            only = ONLY_YOU_WITH if mine else ONLY_WITH
        values: dict[str, Value] = {
            "below": self.score_of(floater),
            "floater": self.story.name(floater),
            "bound": self.names(bound) if again else "",
        }
        return (sentence_with(only_again if again else only, **values),)


def _round_of(against: Cause) -> RoundOf | None:
    """The round in which two met."""
    ((one, other),) = against.parts
    return None if against.round is None else RoundOf(against.round, RoundEvent.MET, one, other)


def shortest_chain(
    players: set[int], may_meet: Callable[[int, int], bool]
) -> tuple[tuple[tuple[int, int], ...], int] | None:
    """Why players cannot all be paired: pairs that are forced one by one, then who has nobody left.

    None if it takes more than two such pairs, or is not so.
    """
    options = {
        one: {two for two in players if two != one and may_meet(one, two)} for one in players
    }

    def forced_pairs(gone: set[int]) -> list[tuple[int, int]]:
        left = {one: options[one] - gone for one in sorted(players - gone)}
        return [(one, min(free)) for one, free in left.items() if len(free) == 1]

    def alone(gone: set[int]) -> list[int]:
        return sorted(one for one in players - gone if not options[one] - gone)

    chains: list[tuple[tuple[int, int], ...]] = [()]
    for _ in range(len(CHAIN) + 1):
        for chain in chains:
            left = alone({one for step in chain for one in step})
            if left:
                return chain, left[0]
        chains = [
            (*chain, step)
            for chain in chains
            for step in forced_pairs({one for pair in chain for one in pair})
        ]
    return None
