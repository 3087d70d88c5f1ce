"""Say why a player comes up to a group that cannot be paired by itself (Dubov, matches).

`left` is the group to which players are brought up; the *floater* is a player who comes up.
"""

from __future__ import annotations

from crivello.explain.explanation import Value
from crivello.explain.facts import (
    Count,
    MostPairs,
    PointsOf,
    RoundEvent,
    RoundOf,
    colour_needed,
)
from crivello.explain.player.answer import Cause, CauseKind, PlayerAnswer, Question
from crivello.explain.player.asked import (
    HAS_MET_ALL,
    MAY_MEET_NONE,
    MET_ALL,
    MOST_PASSED,
    MOST_TRIED,
    PLAYS_ABOVE,
    PLAYS_ANOTHER,
    AskedRound,
)
from crivello.explain.player.clauses import LAST_ROUND, TWO_ROUNDS_AGO
from crivello.explain.player.obstacle import partners
from crivello.explain.player.place import OriginGroup
from crivello.explain.story import sentence_with
from crivello.model.field import Float
from crivello.model.sentence import N_, Sentence
from crivello.model.trace.upfloats import UpfloatersNeeded

K = CauseKind
WHEN = {K.UP_AGAIN: LAST_ROUND, K.UP_AGAIN_2: TWO_ROUNDS_AGO}
MOST_INSTEAD = 2
"""How many are named who would come up instead."""

# Why a group needs a player from below: what is so, and what follows

ODD = N_(
    "{holder:There|Without {}, who has the bye, there} are {size} {yours:|of you }with {score}, an "
    "odd number"
)
ODD_LEFT = N_("{gone}, leaving {size}{yours: there| of you}")
HAVE_MET = N_(
    "{one:You|{}} and {two}, the {all:last|only} two with {score}, have already met. So each "
    "{one:of you plays|plays} someone with fewer points"
)
FEW_PAIRS = N_(
    "The {size} {yours:|of you }with {score} can make only {pairs:one pair|{} pairs}. So {many:one "
    "with fewer points is|{} with fewer points are} paired with {yours:them|you}"
)
BELOW_CHAINED = N_("Among those with fewer than {score}, {chain}")
BELOW_NOT_ALL = N_("Those with fewer than {score} could not all be paired among themselves")
WITH_POINTS = N_("{one:you|{}} ({points})")
BOTH_COME_UP = N_(
    "{reason}. So {two} play {yours:players with {score}|two of you}, as one alone would leave an "
    "odd number."
)
FOR_THE_REST = N_(
    "Those with fewer than {score} could not all be paired otherwise, so {floaters} of them play "
    "{yours:players|those of you} with {score}"
)
CHAINED = N_(
    "Among those with fewer than {score}, {chain}. So {floaters} of them play "
    "{yours:players|those of you} with {score}"
)
"""The same as `FOR_THE_REST`, and why the others cannot all be paired."""
SOME = N_("Some with fewer points play {yours:players|those of you} with {score}")
MEETS_BELOW = N_(
    "{reason}. So {resident:you meet|{} meets} someone with fewer points: {floater:you|{}, with "
    "{theirs}}."
)
ONE_MEETS_BELOW = N_(
    "{reason}. So one meets someone with fewer points: {floater:you|{}, with {theirs}}."
)
SEVERAL_MEET = N_("{reason}. {floater:You are one of these|{}, with {theirs}, plays you}.")
MUST_GO_UP = N_(
    "{reason}. So {floater:you play someone with {score}|{}, with {theirs}, must play one of you}."
)
NOT_THE_OTHER = {
    True: N_(
        "{floater} has already met {other}, the other one {left:|left }with {score}, so it is you."
    ),
    False: N_("{floater} may not meet {other}, the other one with {score}, so it is you."),
}
"""By whether they have met."""
LAST_TWO = N_(
    "{one:You|{}} and {two} are the only two with fewer than {score}{holder:| besides {}, who has "
    "the bye}. {one:You|They} {why}, so each plays someone with {score}{floater:|: {}, with "
    "{theirs}, plays you}."
)
WHY_LAST_TWO = {
    K.MET: N_("{one:have already met|already met} in round {round}"),
    K.KEPT_APART: N_("are not to meet, by decision of the organiser or arbiter"),
}
"""Why two may not meet: the player and another, or two others."""
ONE_GONE = N_("{gone}, {all:who also has|the other with} {score}, plays {above}")
SOME_GONE = N_("{all:Others|The others} with {score} play someone with more points")
SOME_ARE_GONE = N_("Others with {score} have an opponent already")

# Why this one

FIRST_SET = N_("Those who come are the first by points, then number, of all who can.")
NEXT_BELOW = N_("By points, then number, {floater:you are|{} is} next below.")
BEFORE_COME = N_("Better placed{points:|, with {},} {count:is|are} {skipped}.")
FIRST_UP = N_("Of those who can, {floater:you are|{} is} the first by points, then number.")
NONE_BETTER = N_(
    "{instead} would do as well and no other player better, but {floater:you have|{} has} "
    "{points:the lower number|more points}."
)
OTHERS_LOWER = N_(
    "Others would do as well and no player better, but they have fewer points or higher numbers."
)
FEWER_POINTS = N_("{instead} would be possible too, but has fewer points than {floater:you|{}}.")
UP_BEFORE = N_(
    "It is not {instead}, who met someone with more points {when}, and twice running is avoided."
)
IF_INSTEAD = N_("If it were {instead}, {worse}.")
IF_NOT = N_("If it were not {floater:you|{}}, then {worse}.")
BOTH_NEED = N_(
    "It is not {instead}, because you and {instead} both need {colour}, so one of you would not "
    "get it."
)

RESIDENT_NEEDS = N_(
    "{resident:You need|{} needs} {colour}, so {resident:your|the} opponent should need {opposite}."
)
GROUP_NEEDS = N_(
    "Too few of {yours:those|you} {left:|who remain }with {score} need {opposite}, so whoever is "
    "added should need {opposite}."
)
FITS = N_("{floater:You do|{} does}; {instead} needs {colour}.")
BY_RATING = N_(
    "It is {floater:you, because you have|{}, who has} a higher rating than {instead}, the next "
    "choice."
)
ONLY_POSSIBLE = N_(
    "{floater:You are|{} is} the only one with {below} who is possible{bound:|; {} met someone "
    "with more points in the last round}."
)
OTHERS_CANNOT = N_("Ruled out with {below}: {skipped}. So it is {floater:you|{}}.")
ONLY_WITH = N_("{floater:You are|{} is} the only one with {below}.")


class UpfloatAnswers:
    def __init__(self, asked: AskedRound) -> None:
        self.asked, self.this, self.story = asked, asked.this, asked.story
        self.obstacles, self.guide = asked.obstacles, asked.guide

    def comes_up(self, player: int, left: OriginGroup) -> PlayerAnswer:
        """Answer a player who was brought up."""
        return self._answer(player, player, left)

    def is_met_from_below(self, player: int, opponent: int, left: OriginGroup) -> PlayerAnswer:
        """Answer a player whose opponent was brought up."""
        return self._answer(player, opponent, left)

    def _explain_floater_number(self, player: int, floater: int, left: OriginGroup) -> Sentence:
        """Say why the group needs a player from below, and whom that player meets."""
        words, met = self.asked.words(player), self.this.opponent(floater)
        alone = self._alone(met, left)
        resident = alone if alone is not None else left.players[0]
        who: dict[str, Value] = {
            "resident": words.name(resident),
            "floater": words.name(floater),
            "theirs": self.asked.score_of(floater),
        }
        nobody = None
        if alone is not None:
            nobody = self.asked.meets_none_of(player, alone, self.asked.equals(alone))
        if nobody is not None:
            return sentence_with(MEETS_BELOW, reason=nobody, **who)
        values: dict[str, Value] = {
            "resident": who["resident"],
            "score": self.asked.score_of(*left.players),
            "size": Count(left.players),
            "yours": player != floater,
            "holder": self.asked.holder_name
            if self.asked.holder in self.asked.equals(left.players[0])
            else None,
        }
        if self._level(left) and len(left.floaters) == 1 and len(left.players) % 2:
            whole = len(self.asked.level(left.players[0])) == len(left.players)
            if not whole:
                values["gone"] = self._players_elsewhere(left)
            if len(left.players) > 1:
                reason = sentence_with(ODD if whole else ODD_LEFT, **values)
                return sentence_with(ONE_MEETS_BELOW, reason=reason, **who)
            one = left.players[0]
            reason = self.asked.alone(player, one) if whole else self._players_elsewhere(left)
            return sentence_with(MEETS_BELOW, reason=reason, **who)
        both = self._both_come_up(player, left, values)
        if both is not None:
            return both
        return sentence_with(SEVERAL_MEET, reason=self._several(player, left, values), **who)

    def _both_come_up(
        self, player: int, left: OriginGroup, values: dict[str, Value]
    ) -> Sentence | None:
        """Say that two players come up because those below could not all be paired otherwise.

        None if that is not the reason.
        """
        even = len(left.players) % 2 == 0 and len(left.floaters) == 2
        if not even or left.left_over != 0 or not self._level(left):
            return None
        chain = self._why_not_among_the_rest(player, left)
        reason = sentence_with(BELOW_CHAINED if chain else BELOW_NOT_ALL, **values, chain=chain)
        words = self.asked.words(player)
        two = [
            Sentence(WITH_POINTS, one=words.name(one), points=self.asked.score_of(one))
            for one in sorted(left.floaters, key=lambda one: one != player)
        ]
        return sentence_with(BOTH_COME_UP, **values, reason=reason, two=self.asked.join_items(two))

    def _several(self, player: int, left: OriginGroup, values: dict[str, Value]) -> Sentence:
        """Say why several players come up: because some of the group may not meet, or some of those
        below.
        """
        values = {**values, "floaters": Count(left.floaters), "many": Count(left.floaters)}
        if not self._level(left) or left.left_over is None:
            return sentence_with(SOME, **values)
        if left.left_over < len(left.floaters):
            chain = self._why_not_among_the_rest(player, left)
            return sentence_with(CHAINED if chain else FOR_THE_REST, **values, chain=chain)
        if len(left.players) > left.left_over:
            pairs = (len(left.players) - left.left_over) // 2
            return sentence_with(FEW_PAIRS, **values, pairs=MostPairs(pairs, left.players))
        if len(left.players) == 2:
            one, two = sorted(left.players, key=lambda each: each != player)
            if two in self.story.entrant[one].history.met:
                names = {
                    "one": self.asked.words(player).name(one),
                    "two": self.story.name(two),
                }
                values["all"] = len(self.asked.equals(one)) == 2
                return sentence_with(HAVE_MET, **values, **names)
        return sentence_with(SOME, **values)

    def _answer(self, player: int, floater: int, left: OriginGroup) -> PlayerAnswer:
        question, number = Question.FLOAT, self._explain_floater_number(player, floater, left)
        in_order, first = (
            Cause(K.IN_ORDER, left.article, ((floater,),)),
            left.natural == left.floaters,
        )
        last_two = self._last_two(player, floater, left) if first else None
        if last_two is not None:
            other = self._explain_only_opponent(player, floater, left)
            return self.asked.answer(question, player, in_order, last_two, other)
        below = self._nobody_below(player, floater, left)
        if below:
            article = self.story.system.articles.rematch
            cause = Cause(K.NOBODY_LEFT, article, ((floater,),))
            return self.asked.answer(question, player, cause, *below)
        if first:
            up = self._first_up(player, floater, left)
            return self.asked.answer(question, player, in_order, number, up)
        if left.natural and (
            len(left.floaters) == 1 or self._alone(self.this.opponent(floater), left)
        ):
            before = self._before(player, floater, left)
            if before is not None:
                return self.asked.answer(question, player, in_order, number, before)
        cause = self.obstacles.of_meeting_none_of(floater, left.players)
        why = self._why(player, floater, cause, left)
        if not why and player == floater:
            return self.asked.unsaid(question, player, number)
        return self.asked.answer(question, player, cause if why else in_order, number, *why)

    def _first_up(self, player: int, floater: int, left: OriginGroup) -> Sentence:
        """Say that those who come up are the first who can, by points and then number."""
        if len(left.floaters) > 1:
            return Sentence(FIRST_SET)
        found = self._before(player, floater, left)
        return found or Sentence(FIRST_UP, floater=self.asked.words(player).name(floater))

    def _before(self, player: int, floater: int, left: OriginGroup) -> Sentence | None:
        """Say why the players ranked before the only floater do not come up.

        None if they are too many, or one of them has no short reason.
        """
        me, bye = self.story.entrant[floater], self.this.pairing.bye
        below = [one for one in self.story.field.entrants if one.score < left.score]
        place = -me.score, me.number
        ahead = [one.id for one in below if (-one.score, one.number) < place and one.id != bye]
        name = self.asked.words(player).name(floater)
        if not ahead:
            return Sentence(NEXT_BELOW, floater=name)
        alone = self._alone(self.this.opponent(floater), left)
        several = alone is None and len(left.players) > 1
        if len(ahead) > (MOST_TRIED if several else MOST_PASSED):
            return None
        items = [self._explain_not_coming_up(player, one, left, alone) for one in ahead]
        points: PointsOf | None = self.asked.score_of(*ahead)
        skipped = self.asked.list_passed(items, room=17)
        if skipped is None:  # there is room without the points
            skipped, points = self.asked.list_passed(items, room=22), None
        if skipped is None:
            return None
        return Sentence(
            BEFORE_COME,
            floater=name,
            points=points,
            skipped=skipped,
            count=Count(ahead),
        )

    def _explain_not_coming_up(
        self, player: int, one: int, left: OriginGroup, alone: int | None
    ) -> Sentence | None:
        """Say why player `one` does not come up to the group; None if no short reason fits.

        `alone`: the player of the group who may meet none of its others; None if there is none.
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
            return self.asked.explain_passing(
                player, one, self.obstacles.of_pair(alone, one), alone
            )
        met = self.story.entrant[one].history.met
        if met.issuperset(left.players):
            yours = player in left.players
            return Sentence(HAS_MET_ALL, other=self.story.name(one), yours=yours)
        cause = self.obstacles.of_meeting_one_of(one, left.players)
        return self.asked.explain_passing(player, one, cause, None)

    def _last_two(self, player: int, floater: int, left: OriginGroup) -> Sentence | None:
        """Say that the only two players below have met, so both come up; None if it is
        otherwise.
        """
        there = {one.id for one in self.story.field.entrants if one.score < left.score}
        below = there - {self.asked.holder}
        if len(below) != 2 or below != set(left.floaters) or not self._level(left):
            return None
        one, two = left.floaters
        met = self.obstacles.of_forbidden_pair(one, two)
        if left.left_over or met is None or met.kind not in WHY_LAST_TWO:
            return None
        if player == two:
            one, two = two, one
        asker = self.asked.words(player)
        why = sentence_with(WHY_LAST_TWO[met.kind], one=asker.name(one), round=_round_of(met))
        return sentence_with(
            LAST_TWO,
            holder=self.asked.holder_name if self.asked.holder in there else None,
            one=asker.name(one),
            two=self.story.name(two),
            why=why,
            score=self.asked.score_of(*left.players),
            floater=asker.name(floater),
            theirs=self.asked.score_of(floater),
        )

    def _nobody_below(
        self, player: int, floater: int, left: OriginGroup
    ) -> tuple[Sentence | None, ...]:
        """Say that the floater may meet none of those below; empty if the reason is another one."""
        below = [one.id for one in self.story.field.entrants if one.score < left.score]
        score = self.asked.score_of(*left.players)
        nobody = self.asked.meets_none_of(player, floater, below, score, fewer=True)
        if nobody is None or floater not in below:
            return ()
        if len(left.floaters) == 1 or not self._level(left):
            return ()
        said = sentence_with(
            MUST_GO_UP,
            reason=nobody,
            floater=self.asked.words(player).name(floater),
            theirs=self.asked.score_of(floater),
            score=score,
        )
        return said, self._explain_only_opponent(player, floater, left)

    def _explain_only_opponent(
        self, player: int, floater: int, left: OriginGroup
    ) -> Sentence | None:
        """Say that `player` is the only one of the group whom the floater may meet; None if that is
        not so.
        """
        others = [one for one in left.players if one != player]
        if player == floater or len(others) != 1 or self.story.may_meet(floater, others[0]):
            return None
        met = others[0] in self.story.entrant[floater].history.met
        all_here = len(self.asked.equals(player)) == 2
        if not met and not all_here:
            return None
        return sentence_with(
            NOT_THE_OTHER[met],
            floater=self.story.name(floater),
            other=self.story.name(others[0]),
            left=not all_here,
            score=self.asked.score_of(*left.players),
        )

    def _alone(self, resident: int | None, left: OriginGroup) -> int | None:
        """Return `resident` if they may meet none of several others with the same points; else
        None.
        """
        if resident not in left.players or not self._level(left):
            return None
        assert resident is not None
        others = [one for one in self.asked.level(resident) if one != resident]
        if not others or any(self.story.may_meet(resident, one) for one in others):
            return None
        return resident

    def _why_not_among_the_rest(self, player: int, left: OriginGroup) -> Sentence | None:
        """Say why the players below cannot all be paired with one another; None if it cannot be
        said simply.
        """
        pools = (
            set(step.pool)
            for step in self.this.trace
            if isinstance(step, UpfloatersNeeded) and step.score == left.score
        )
        pool = next(pools, None)
        if pool is None or left.left_over != 0:
            return None
        return self.asked.rest(player, pool)

    def _players_elsewhere(self, left: OriginGroup) -> Sentence:
        """Say that the others with the group's points are paired elsewhere; name the other if it is
        only one.
        """
        here = left.players
        gone = [one for one in self.asked.level(here[0]) if one not in here]
        score = self.asked.score_of(here[0])
        above = [self.this.opponent(one) for one in gone]
        entrant = self.story.entrant
        mine = entrant[here[0]].score
        if not all(one is not None and entrant[one].score > mine for one in above):
            return Sentence(SOME_ARE_GONE, score=score)
        alone = len(here) == 1 and self.asked.holder not in self.asked.equals(here[0])
        if len(gone) != 1:
            return Sentence(SOME_GONE, all=alone, score=score)
        names = {
            "gone": self.story.name(gone[0]),
            "above": self.story.name(above[0] or 0),
        }
        return Sentence(ONE_GONE, **names, all=alone, score=score)

    def _level(self, left: OriginGroup) -> bool:
        """Return True if all players of the group have the same points."""
        return len({self.story.entrant[one].score for one in left.players}) == 1

    # Why this one

    def _why(
        self, player: int, floater: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Say why this player comes up and no other; empty if no sentence fits the cause."""
        instead = self._would_come_up(cause, left)
        name = self.asked.words(player).name(floater)
        if cause.kind is K.SETS:
            if not self._stay(cause, left):
                return ()
            if not self._all_lower(floater, instead):  # it decides about a group further above
                return (Sentence(IF_NOT, floater=name, worse=Sentence(self.guide.sets)),)
            return (self._none_better(player, floater, instead),)
        if cause.kind is K.RATING_UP and cause.parts[1] == (floater,):
            lower = self.story.name(cause.parts[0][0])
            return (Sentence(BY_RATING, floater=name, instead=lower),)
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
        worse = self.asked.worse(player, cause, ())
        if worse is None or (not instead and (floater,) in cause.parts):
            return ()
        if instead:
            return (Sentence(IF_INSTEAD, instead=self.asked.names(instead), worse=worse),)
        return (Sentence(IF_NOT, floater=name, worse=worse),)

    def _would_come_up(self, cause: Cause, left: OriginGroup) -> list[int]:
        """Return the players who would come up instead; empty if they are unknown or too many to
        name.
        """
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
        """Return True if no player of the group is paired above the group's score."""
        partner = {} if cause.forced is None else partners(cause.forced)
        entrant = self.story.entrant
        return all(entrant[partner.get(one, one)].score <= left.score for one in left.players)

    def _all_lower(self, floater: int, others: list[int]) -> bool:
        """Return True if the floater ranks before these players by points, then number."""
        entrant = self.story.entrant
        ranks = [(-entrant[one].score, entrant[one].number) for one in (floater, *others)]
        return ranks[0] == min(ranks)

    def _none_better(self, player: int, floater: int, instead: list[int]) -> Sentence:
        if len(instead) != 1:
            return Sentence(OTHERS_LOWER)
        entrant = self.story.entrant
        return Sentence(
            NONE_BETTER,
            instead=self.asked.names(instead),
            floater=self.asked.words(player).name(floater),
            points=entrant[floater].score > entrant[instead[0]].score,
        )

    def _against_one(
        self, player: int, floater: int, cause: Cause, instead: list[int]
    ) -> Sentence | None:
        """Say what is against the only player who would come up instead: points, floats or colour.

        None if several would, or if no sentence fits the cause.
        """
        if len(instead) != 1:
            return None
        (one,), named = instead, self.asked.names(instead)
        if cause.kind is K.LOWER_UPFLOATER and cause.parts == ((one,),):
            fewer = self.story.entrant[one].score < self.story.entrant[floater].score
            name = self.asked.words(player).name(floater)
            return Sentence(FEWER_POINTS, instead=named, floater=name) if fewer else None
        if cause.kind in WHEN and len(cause.parts) == 1 and one in cause.parts[0]:
            return Sentence(UP_BEFORE, instead=named, when=Sentence(WHEN[cause.kind]))
        return self._both_due(player, cause, instead)

    def _both_due(self, player: int, cause: Cause, instead: list[int]) -> Sentence | None:
        """Say that the one who would come up instead is due the player's colour; None if that is
        not so.
        """
        more = (cause.wrong or 0) - (cause.right or 0)
        if cause.kind is not K.COLOURS or len(cause.parts) != 1 or more != 1:
            return None
        if set(cause.parts[0]) != {player, *instead}:
            return None
        colour = colour_needed(self.story, player, *instead)
        return Sentence(BOTH_NEED, instead=self.asked.names(instead), colour=colour)

    def colour_that_should_come_up(
        self, player: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Say which colour the group lacks, and that the floater is due it; empty if it cannot be
        said simply.
        """
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
            "score": self.asked.score_of(*left.players),
        }
        one, *others = left.players
        inside = player in left.players
        if instead == player or not (inside or player == floater):
            return ()
        template = GROUP_NEEDS if others else RESIDENT_NEEDS
        words = self.asked.words(player)
        values["resident"], values["yours"] = words.name(one), inside
        values["left"] = set(left.players) != set(self.asked.level(one))
        need = sentence_with(template, **values)
        fits = {"floater": words.name(floater), "instead": self.story.name(instead)}
        return need, Sentence(FITS, **fits, colour=values["colour"])

    def _nobody_else(
        self, player: int, floater: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Say that no other player with fewer points may come up; empty if another one may."""
        trace = () if cause.forced is None else cause.forced.trace
        bound = self.guide.players_kept_below(trace, left.score)
        if bound is None:
            return ()
        floats = [self.story.entrant[one].floats for one in bound]
        again = 0 < len(bound) <= MOST_INSTEAD and all(one[:1] == (Float.UP,) for one in floats)
        alone = len(self.asked.equals(floater)) == 1 and not again
        if not alone and not bound:
            others = self._others_ruled_out(player, floater, left)
            if others is not None:
                return (others,)
        values: dict[str, Value] = {
            "below": self.asked.score_of(floater),
            "floater": self.asked.words(player).name(floater),
            "bound": self.asked.names(bound) if again else None,
        }
        return (sentence_with(ONLY_WITH if alone else ONLY_POSSIBLE, **values),)

    def _others_ruled_out(self, player: int, floater: int, left: OriginGroup) -> Sentence | None:
        """Say why the others with the floater's points do not come up.

        None if they are too many, or one of them has no short reason.
        """
        others = [
            one for one in self.asked.equals(floater) if one not in (floater, self.asked.holder)
        ]
        if len(others) > MOST_TRIED:
            return None
        alone = self._alone(self.this.opponent(floater), left)
        items = [self._explain_not_coming_up(player, one, left, alone) for one in others]
        skipped = self.asked.list_passed(items)
        if skipped is None:
            return None
        below, name = self.asked.score_of(floater), self.asked.words(player).name(floater)
        return Sentence(OTHERS_CANNOT, below=below, skipped=skipped, floater=name)


def says_why_you(sentence: Sentence) -> bool:
    """Return True if the sentence says why this player was chosen among those with the same
    points.
    """
    if sentence.template == MEETS_BELOW:
        return sentence.values["reason"].template in (MET_ALL, MAY_MEET_NONE)
    return sentence.template in NOT_THE_OTHER.values()


def _round_of(against: Cause) -> RoundOf | None:
    """Return the round in which the two of a cause met; None if they did not."""
    ((one, other),) = against.parts
    return None if against.round is None else RoundOf(against.round, RoundEvent.MET, one, other)
