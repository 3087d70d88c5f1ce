"""One round, and what the answers to all questions about it share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from crivello.explain.answers import explain_player_of
from crivello.explain.explanation import Explanation, Value
from crivello.explain.facts import (
    Count,
    PointsOf,
    RoundEvent,
    RoundOf,
    Truth,
    colour_needed,
    colour_not_allowed,
    facts_of,
    score_of,
)
from crivello.explain.player.answer import (
    MOST_SENTENCES,
    Cause,
    CauseKind,
    PlayerAnswer,
    Question,
    cite,
)
from crivello.explain.player.clauses import CauseWords
from crivello.explain.player.obstacle import Obstacles
from crivello.explain.round import TracedRound
from crivello.explain.story import sentence_with
from crivello.model.sentence import N_, ListOf, Sentence

K = CauseKind
WITHHELD = "withheld"
"""Why an answer was not given: a fact in it did not hold. Tests hold that it never happens."""
UNSAID = N_("There is no simpler answer for you than the arbiter's, which follows.")
AND = N_("{one} and {other}")

ALONE = N_("{who:You are|{} is} the only one with {score}{holder:| besides {}, who has the bye}")
MET_ALL = N_(
    "{who:You have|{} has} already met every other player with {more:|more than }{fewer:|fewer "
    "than }{score}{holder:| but {}, who has the bye}"
)
MAY_MEET_NONE = N_(
    "{who:You|{}} may not meet any other player with {more:|more than }{fewer:|fewer than }"
    "{score}{holder:| but {}, who has the bye}"
)

GROUP = N_("the {size} with {score}")
GROUP_BONUS = N_("the {size} with {score} (bonus points included)")
GROUP_REST = N_("the {size} with {score} still to be paired")

# Those who come before in a list, each with the reason in brackets

PASSED: dict[CauseKind, str] = {
    K.MET: N_("{other} (you met in round {round})"),
    K.KEPT_APART: N_("{other} (you are not to meet, as organiser or arbiter has set)"),
    K.SAME_COLOUR: N_("{other} (neither of you may have {opposite})"),
    K.UP_AGAIN: N_("{other} (would meet somebody with more points twice running)"),
    K.UP_AGAIN_2: N_("{other} (met somebody with more points two rounds ago)"),
    K.OTHER_SCORE_AGAIN: N_("{other} (would meet somebody with different points twice running)"),
    K.PAIRS: N_("{other} (then {one} would be left over)"),
    K.IMPOSSIBLE: N_("{other} (the others could not all be paired)"),
    K.SERVED_FIRST: N_("{other} (plays {one}, who is paired before you)"),
    K.OFTEN_UP: N_("{other} (met somebody with more points too often already)"),
    K.MOST_OFTEN_UP: N_("{other} (met somebody with more points more often than others)"),
    K.LOWER_UPFLOATER: N_("{other} (then {one}, with only {points}, would have to step in)"),
}
PASSED_BY_ANOTHER = PASSED | {
    K.MET: N_("{other} (met {mover} in round {round})"),
    K.KEPT_APART: N_("{other} (not to meet {mover}, as organiser or arbiter has set)"),
    K.SAME_COLOUR: N_("{other} (may not have {opposite}, nor may {mover})"),
    K.SERVED_FIRST: N_("{other} (plays {one}, who is paired before)"),
}
"""In the player's own list, and in somebody else's."""
PASSED_SAME_COLOUR = (
    N_("{other} (needs {colour} as you do)"),
    N_("{other} (needs {colour} like {mover})"),
)
PASSED_ALONE_SAME_COLOUR = N_("{other} (you both need {colour}, and one of you would not get it)")
"""Where nobody else is passed over."""
PASSED_FOR_OTHERS = N_("{other} (then {one} and {two}, who both need {second}, would meet)")
PASSED_FOR_THE_FIRST = N_("{other} (then {one}, who is paired first, would not get {two})")
MOST_PASSED = 3
MOST_TRIED = 2
"""How many are named; for each of them the round is paired again to find out why."""


OF_ONE = {K.UP_AGAIN, K.UP_AGAIN_2, K.OTHER_SCORE_AGAIN, K.OFTEN_UP, K.MOST_OFTEN_UP}
"""What happened before to the one who is passed over."""


class AskedRound:
    """One round, and the words for it."""

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.story = this.story()
        self.obstacles = Obstacles(this)
        self.guide = self.obstacles.guide

    def words(self, player: int) -> CauseWords:
        return CauseWords(self.story, self.guide, player)

    def answer(
        self, question: Question, player: int, cause: Cause, *sentences: Sentence | None
    ) -> PlayerAnswer:
        said = tuple(one for one in sentences if one is not None)
        return PlayerAnswer(question, player, said[:MOST_SENTENCES], cause)

    def printable(self, answer: PlayerAnswer) -> PlayerAnswer:
        """The answer; the arbiter's instead, if any of its facts does not hold."""
        facts = (fact for one in answer.sentences for fact in facts_of(one))
        if all(fact.holds(self.truth) for fact in facts):
            return answer
        withheld = self.unsaid(answer.question, answer.player)
        return replace(withheld, cause=Cause(K.UNSAID, reason=WITHHELD))

    @cached_property
    def truth(self) -> Truth:
        return Truth(self.this)

    def unsaid(
        self, question: Question, player: int, arbiter: Explanation | None = None
    ) -> PlayerAnswer:
        """The arbiter's answer, where there is no simpler one."""
        arbiter = arbiter or explain_player_of(self.this, player)
        return PlayerAnswer(question, player, (Sentence(UNSAID),), Cause(CauseKind.UNSAID), arbiter)

    def score(self, amount: int) -> PointsOf:
        """The points of a group of players who all have them."""
        entrants = self.story.field.entrants
        return self.score_of(*(one.id for one in entrants if one.score == amount))

    def score_of(self, *players: int) -> PointsOf:
        """The points of these players; the fewest and the most, if they have different points."""
        return score_of(self.story, *players)

    def names(self, players: Sequence[int]) -> Value:
        """One, two, or a list of names."""
        return self.join_items([self.story.name(player) for player in players])

    def group(self, players: Sequence[int], rest: bool = False) -> Sentence:
        """A group by its number and its points. `rest`: some of it were paired earlier."""
        score = self.score_of(*players)
        if score.low != score.high:
            return Sentence(GROUP, size=Count(players), score=score)
        template = GROUP
        if rest or len(self.level(players[0])) > len(players):
            template = GROUP_REST
        elif self._have_bonus(players):
            template = GROUP_BONUS
        return Sentence(template, size=Count(players), score=score)

    # Who is passed over

    def explain_passing(
        self, player: int, other: int, cause: Cause, mover: int | None
    ) -> Sentence | None:
        """Somebody earlier in a list, and why they are passed over; None if it cannot be said.

        `mover`: whose opponent it would be; None if the opponent of any in a group.
        """
        kind, parts = cause.kind, cause.parts
        template = (PASSED if mover in (player, None) else PASSED_BY_ANOTHER).get(kind)
        due = (other,) if mover is None else (mover, other)
        values: dict[str, Value] = {}
        if kind in (K.COLOURS, K.STRONG_COLOURS):
            template = PASSED_FOR_OTHERS
            one, two = sorted(parts[0], key=lambda each: each != player)
            if mover is not None and {mover, other} in map(set, parts):
                template = PASSED_SAME_COLOUR[mover != player]
            words, second = self.words(player), colour_needed(self.story, one, two)
            values = {"one": words.name(one), "two": words.name(two), "second": second}
        elif kind in OF_ONE and not self._is_about(other, cause):
            return None
        elif kind in (K.PAIRS, K.LOWER_UPFLOATER, K.SERVED_FIRST):
            one = parts[0][0]
            if one in (player, mover, other):
                return None
            values = {"one": self.story.name(one), "points": self.score_of(one)}
            if kind is K.SERVED_FIRST and parts[0][1] != other:
                if parts[0][1] == player:
                    return None
                template, values["two"] = PASSED_FOR_THE_FIRST, self.story.name(parts[0][1])
        if template is None:
            return None
        said = sentence_with(
            template,
            other=self.story.name(other),
            mover="" if mover is None else self.story.name(mover),
            round=None
            if cause.round is None
            else RoundOf(cause.round, RoundEvent.MET, *cause.parts[0]),
            colour=colour_needed(self.story, *due),
            opposite=colour_not_allowed(self.story, *due),
            **values,
        )
        return cite(said, cause.article)

    def _is_about(self, other: int, cause: Cause) -> bool:
        """Is it `other` who would meet different points again?"""
        part = next((part for part in cause.parts if other in part), ())
        scores = [self.story.entrant[one].score for one in part]
        # Where the pair as a whole counts (matches), it is the one who meets fewer points.
        affected = max if cause.kind is K.OTHER_SCORE_AGAIN else min
        return bool(part) and self.story.entrant[other].score == affected(scores)

    def join_items(self, items: Sequence[Value]) -> Value:
        """One, two joined by "and", or a list."""
        if len(items) == 2:
            return Sentence(AND, one=items[0], other=items[1])
        return items[0] if len(items) == 1 else ListOf(tuple(items))

    def _have_bonus(self, players: Iterable[int]) -> bool:
        """Do the scores include points of acceleration?"""
        entrant = self.story.entrant
        return any(entrant[player].score != entrant[player].points for player in players)

    def level(self, player: int) -> list[int]:
        """Everybody to be paired with the player's points, and the player."""
        return [one for one in self.equals(player) if one != self.holder]

    def equals(self, player: int) -> list[int]:
        """Everybody with the player's points, the player and who has the bye included."""
        mine = self.story.entrant[player].score
        return [one.id for one in self.story.field.entrants if one.score == mine]

    @property
    def holder(self) -> int | None:
        """Who had the bye before anybody was paired."""
        return self.this.pairing.bye if self.guide.bye_first else None

    @property
    def holder_name(self) -> Value:
        return "" if self.holder is None else self.story.name(self.holder)

    def alone(self, asking: int, player: int) -> Sentence:
        """The player is the only one to be paired with these points."""
        return Sentence(
            ALONE,
            who=self.words(asking).name(player),
            score=self.score_of(player),
            holder=self.holder_name if self.holder in self.equals(player) else None,
        )

    def meets_none_of(
        self,
        asking: int,
        player: int,
        others: Collection[int],
        score: PointsOf | None = None,
        *,
        more: bool = False,
        fewer: bool = False,
    ) -> Sentence | None:
        """The player has met, or may not meet, all others who are to be paired.

        `others`: those with the player's points, or with more or fewer than `score`; who has the
        bye included. None if the player may meet one who is to be paired.
        """
        may_meet, had = self.story.may_meet, self.story.entrant[player].history.met
        there = {*others} - {player}
        rest = there - {self.holder}
        if not rest or any(may_meet(player, one) for one in rest):
            return None
        spared = any(may_meet(player, one) for one in there)
        met = had.issuperset(rest if spared else there)
        return Sentence(
            MET_ALL if met else MAY_MEET_NONE,
            who=self.words(asking).name(player),
            more=more,
            fewer=fewer,
            score=score or self.score_of(player),
            holder=self.holder_name if spared else None,
        )
