"""Answers to "why do I have the bye?" and "why do I not have it?"."""

from __future__ import annotations

from dataclasses import replace

from crivello.explain.answers import explain_why_not_bye_of
from crivello.explain.facts import Count, RoundEvent, RoundOf, RoundsMissed
from crivello.explain.player.answer import Cause, CauseKind, PlayerAnswer, Question, cite
from crivello.explain.player.asked import MOST_TRIED, AskedRound
from crivello.explain.player.clauses import BY_ORDER, LAST_ROUND, TWO_ROUNDS_AGO
from crivello.explain.player.obstacle import players_needed_by_others
from crivello.explain.player.place import ByeOrder
from crivello.explain.story import require_players, sentence_with
from crivello.model.field import Entrant
from crivello.model.sentence import N_, Sentence
from crivello.systems.judgement import entrant

K = CauseKind
MOST_BARRED = 2
"""How many are named who may not have the bye; of more, one."""
WHEN = {K.DOWN_AGAIN: (LAST_ROUND, 1), K.DOWN_AGAIN_2: (TWO_ROUNDS_AGO, 2)}

# Why the bye

ODD = N_("You have the bye (no opponent), because the number of players is odd.")
LEFT_OVER = N_("It goes to whoever is left over, as a rule the one with the fewest points.")
THOSE = N_("those with the fewest points{passed:| who may have it} ({score})")
"""`passed`: others with as few may not have it, or are needed."""
ONE_OF = N_("It goes to one of {those}.")
FEWEST = N_("You have the fewest points of {passed:all|those who may have it}: {score}.")
FIRST_OF = N_("Of {those} you {why}.")
FIRST_OF_EQUALS = N_("Like others of them, you {first}; of these, you {why}.")
FIRST_FOR_BYE = {
    ByeOrder.GAMES: N_("have missed the fewest rounds"),
    ByeOrder.RANK: N_("have the highest number"),
    ByeOrder.RATING: N_("have the lowest rating"),
    ByeOrder.ORDER: N_("come first by the finer rules"),
    ByeOrder.OPPOSITION: N_("have had the opponents who have done worst"),
}
LIKE_OTHERS = N_(
    "You, like {others}, have the fewest points{passed:| of those who may have it}; among you the "
    "highest number comes first."
)
BEFORE_YOU = N_("Before you in line {count:comes|come} {skipped}.")
PLAYS_WHOM_YOU_MET = N_("{other} (plays {one}, whom you {third:|and {} }have already met)")
"""{third} comes before the player, and does not play that opponent either."""
NOT_FOR = N_("{who}{more:| and others}, with no more points than you, may not have it.")
HAD_BYE = N_("{other} (bye in round {round})")
HAD_POINTS = N_("{other} (points without playing in round {round})")
NEEDED = N_("{other} (needed as an opponent)")

FEWER_FIRST = N_("With equal points the bye goes to whoever has missed fewer rounds.")
MISSED = N_("{other} has missed {theirs:one round|{} rounds}, and you {mine:one|{}}.")
BELOW = N_("with {fewer:as many points|fewer points than you}{higher:| and a higher number}")
NORMALLY = N_("Normally {other}, {below}, would be left over. But {why}.")
THEN = N_("then {worse}")
DOES_NOT_GET_YOU = N_("{first} does not get you, because {fact}.")

# Why not

NOT_EVEN = N_(
    "You have no bye (a round without an opponent), because the number of players is even."
)
NOT_BARRED = N_("You may not have the bye.")
NOT_TWICE = N_("You had the bye in round {round}, and no player has it twice.")
NOT_AFTER_POINTS = N_(
    "You got points without playing in round {round}, so you may not have the bye."
)
NOT_NEEDED = N_("If you had the bye, {rest}.")
COMES_FIRST = {
    ByeOrder.SCORE: N_("has fewer points"),
    ByeOrder.RANK: N_("has as many points and a higher number"),
    ByeOrder.RATING: N_("has as many points and a lower rating"),
    ByeOrder.ORDER: N_(
        "has as many points and the same rating, and comes first by the finer rules"
    ),
    ByeOrder.OPPOSITION: N_("has as many points, and opponents who have done worse than yours"),
}
NOT_YOU_WHO_MISSED = N_(
    "You do not have the bye (no opponent), because {other}, with as many points, has missed "
    "{theirs:one round|{} rounds}, and you {mine:one|{}}."
)
NOT_YOU = N_("You do not have the bye (no opponent), because {other} {why}.")
WHO_IS_LEFT = N_(
    "You do not have the bye (no opponent): it goes to whoever is left over at the end, and that "
    "is {holder}, with {score}."
)
IF_YOU = N_("If you had it, {worse}.")
WITH_YOU = N_("You are needed: {fact}.")
AFTER_DOWN = N_(
    "You {played:got points without a game|met someone with fewer points} {when}, and the bye "
    "would be the same for you again."
)
YOU_CAN_PLAY = N_("You can play {opponent}, the first opponent possible for you.")
MORE_THAN_OTHERS = N_("You have more points than others who can be left over instead.")
YOU_FIND = N_("You can be paired with someone with {score}.")


class ByeAnswers:
    def __init__(self, asked: AskedRound) -> None:
        self.asked, self.this, self.story = asked, asked.this, asked.story
        self.obstacles, self.guide = asked.obstacles, asked.guide

    def explain(self, player: int) -> PlayerAnswer:
        """Explain why the player has the bye, and why those before them in the order of the bye do
        not.
        """
        story, odd = self.story, Sentence(ODD)
        me = story.entrant[player]
        below = [one for one in story.field.entrants if _ranks_below(one, me)]
        if self.guide.bye_first or self._is_lowest(me):
            why, cause = self._first_for_bye(player)
            passed = self._explain_passed_over(me) if len(why) == 1 else None
            return self.asked.answer(Question.BYE, player, cause, odd, *why, passed)
        before = [one for one in reversed(below) if not one.barred]
        lowest = before[0]
        cause = self.obstacles.of_bye(lowest.id)
        worse = self.asked.words(player).clause(cause)
        if worse is None:
            return self.asked.unsaid(Question.BYE, player)
        then = self._all_before(me, before)
        if cause.kind is K.BYE_GAMES and lowest.score == me.score:
            then = Sentence(FEWER_FIRST), self._tell_missed(me, lowest)
        then = then or self._explain_need(me, lowest, cause)
        if not then:
            but = self._normally(me, lowest, Sentence(THEN, worse=worse))
            then = self._one_of_the_fewest(me), but
        return self.asked.answer(Question.BYE, player, cause, odd, *then)

    def _normally(self, me: Entrant, other: Entrant, why: Sentence) -> Sentence:
        """Say that `other` comes first in the order of the bye, and why they do not have it."""
        level = other.score == me.score
        below = Sentence(BELOW, fewer=not level, higher=level and other.number > me.number)
        return Sentence(NORMALLY, other=self.story.name(other.id), below=below, why=why)

    def _those(self, me: Entrant, passed: bool) -> Sentence:
        return Sentence(THOSE, passed=passed, score=self.asked.score_of(me.id))

    def _one_of_the_fewest(self, me: Entrant) -> Sentence:
        """Say that the bye goes to one of those with the fewest points, or to the player left over.

        The second applies if a player with fewer points than `me` may have the bye.
        """
        others = [one for one in self.story.field.entrants if one.id != me.id]
        if any(one.score < me.score and not one.barred for one in others):
            return Sentence(LEFT_OVER)
        passed = any(one.score <= me.score and one.barred for one in others)
        return Sentence(ONE_OF, those=self._those(me, passed))

    def _all_before(self, me: Entrant, before: list[Entrant]) -> tuple[Sentence, ...]:
        """Say why the players before `me` in the order of the bye do not have it.

        Empty if there are too many, or one of them has no short reason.
        """
        if not 0 < len(before) <= MOST_TRIED:
            return ()
        items = [self._not_the_bye(me, one, before) for one in before]
        skipped = self.asked.list_passed(items, room=20)
        if skipped is None:
            return ()
        reason = Sentence(LEFT_OVER)
        if all(one.score == me.score for one in before):
            entrants, known = self.story.field.entrants, {me.id, *(one.id for one in before)}
            passed = any(one.score <= me.score and one.id not in known for one in entrants)
            others = self.asked.names([one.id for one in reversed(before)])
            reason = Sentence(LIKE_OTHERS, others=others, passed=passed)
        return reason, Sentence(BEFORE_YOU, skipped=skipped, count=Count(one.id for one in before))

    def _not_the_bye(self, me: Entrant, other: Entrant, before: list[Entrant]) -> Sentence | None:
        """Say why `other`, who comes before `me` in the order of the bye, does not have it."""
        cause = self.obstacles.of_bye(other.id)
        if cause.kind is K.SERVED_FIRST and cause.parts[0][1] == other.id:
            first = cause.parts[0][0]
            if first in me.history.met:
                return cite(self._plays_whom_you_met(first, other, before), cause.article)
        return self.asked.explain_passing(me.id, other.id, cause, None)

    def _plays_whom_you_met(self, first: int, other: Entrant, before: list[Entrant]) -> Sentence:
        """Say that `other` is needed as the opponent of `first`, whom `me` has already met."""
        name, nearer = self.story.name, [one for one in before if _ranks_below(other, one)]
        third = nearer[0].id if nearer and first in nearer[0].history.met else None
        return Sentence(
            PLAYS_WHOM_YOU_MET,
            other=name(other.id),
            one=name(first),
            third=None if third is None else name(third),
        )

    def _tell_missed(self, me: Entrant, other: Entrant) -> Sentence:
        """Say how many rounds each of two players with equal points has missed."""
        rounds = len(me.history.entries)
        mine, theirs = (
            RoundsMissed(rounds - one.history.games_played, one.id) for one in (me, other)
        )
        return Sentence(MISSED, other=self.story.name(other.id), theirs=theirs, mine=mine)

    def _is_lowest(self, one: Entrant) -> bool:
        """Return True if all players ranked below `one` are barred from the bye."""
        return all(other.barred for other in self.story.field.entrants if _ranks_below(other, one))

    def _explain_need(self, me: Entrant, lowest: Entrant, cause: Cause) -> tuple[Sentence, ...]:
        """Say which player, who is paired earlier, meets `lowest` and not `me`; empty if there is
        none.
        """
        if cause.kind is not K.SERVED_FIRST:
            return ()
        (first, met), then = cause.parts
        if met != lowest.id or len(then) == 1 or me.id in (first, then[1]):
            return ()
        words = self.asked.words(me.id)
        against = self.obstacles.of_pair(first, me.id)
        fact = words.fact(against)
        if against.kind is K.COLOURS and {first, me.id} in map(set, against.parts):
            fact = words.both_need(me.id, first)
        said = self._normally(me, lowest, words.gets(cause))
        if fact is None or not _ranks_below(me, self.story.entrant[first]):
            return (said,)
        if against.kind is K.SERVED_FIRST:
            return (said,)
        return said, Sentence(DOES_NOT_GET_YOU, first=self.story.name(first), fact=fact)

    def _first_for_bye(self, player: int) -> tuple[tuple[Sentence, ...], Cause]:
        """Say why the player comes first in the order of the bye; return the sentences and the
        cause.
        """
        story, article = self.story, self.obstacles.bye_article
        me = story.entrant[player]
        passed = {one.id for one in self._players_passed_over(me)}
        level = [
            one.id
            for one in story.field.entrants
            if one.score == me.score and one.id != player and one.id not in passed
        ]
        those = self._those(me, bool(passed))
        orders = {ByeOrder.RANK}
        if self.guide.bye_first:
            orders = {self.guide.bye_order(story, player, other) for other in level}
        in_order = [order for order in ByeOrder if order in orders]
        order = ByeOrder.ORDER
        said: tuple[Sentence, ...]
        if not level:
            order, score = ByeOrder.SCORE, self.asked.score_of(player)
            said = (Sentence(FEWEST, passed=bool(passed), score=score),)
        elif len(in_order) == 1:
            order = in_order[0]
            said = (Sentence(FIRST_OF, those=those, why=Sentence(FIRST_FOR_BYE[order])),)
        else:
            first, *others = (
                Sentence(FIRST_FOR_BYE[one])
                for one in (in_order if len(in_order) == 2 else (in_order[0], order))
            )
            said = (
                Sentence(ONE_OF, those=those),
                Sentence(FIRST_OF_EQUALS, first=first, why=others[0]),
            )
        cause = Cause(K.BYE_ORDER, article, ((player, *level[:1]),), reason=order.value)
        return said, cause

    def _players_passed_over(self, me: Entrant) -> list[Entrant]:
        """List the players who would get the bye before `me`, but are barred from it or needed as
        opponents.
        """
        needed, orders = (
            players_needed_by_others(self.story.trace),
            self.guide.bye_first,
        )
        return [
            one
            for one in reversed(self.story.field.entrants)
            if (one.barred or one.id in needed) and one.id != me.id
            if _ranks_below(one, me) or (orders and one.score == me.score)
        ]

    def _explain_passed_over(self, me: Entrant) -> Sentence | None:
        """Say why the players who would get the bye before `me` do not have it; None if no reason
        is known.
        """
        before = self._players_passed_over(me)
        named = [(one, why) for one in before if (why := self._why_not_for(one)) is not None]
        if not named:
            return None
        few = len(before) <= MOST_BARRED
        said = [why for _, why in named] if few else [named[0][1]]
        who, more = self.asked.join_items(said), len(before) > len(said)
        return Sentence(NOT_FOR, who=who, more=more)

    def _why_not_for(self, other: Entrant) -> Sentence | None:
        """Name a player and say why the bye is not for them: barred, or needed. None if the round
        is unknown.
        """
        name = self.story.name(other.id)
        if not other.barred:
            return Sentence(NEEDED, other=name)
        cause = self.obstacles.of_barred_bye(other.id)
        if cause.round is None:
            return None
        said = Sentence(HAD_BYE if cause.reason else HAD_POINTS, other=name, round=_round_of(cause))
        return cite(said, cause.article)

    # Why not?

    def why_not(self, player: int) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        entrant(self.story.field, player)
        question, holder = Question.NOT_BYE, self.this.pairing.bye
        if holder == player:
            return replace(self.explain(player), question=question)
        cause = self.obstacles.of_bye(player)
        if cause.kind is K.EVEN:
            return self.asked.answer(question, player, cause, Sentence(NOT_EVEN))
        if cause.kind is K.BARRED:
            template = NOT_BARRED
            if cause.round is not None:
                template = NOT_TWICE if cause.reason else NOT_AFTER_POINTS
            said = sentence_with(template, round=_round_of(cause))
            return self.asked.answer(question, player, cause, said)
        if cause.kind is K.NEEDED:
            others = set(self.story.entrant) - {player}
            said = Sentence(NOT_NEEDED, rest=self.asked.why_not_all(player, others))
            return self.asked.answer(question, player, cause, said)
        assert holder is not None
        lowest = cause.kind is K.LOWEST_BYE
        if lowest or cause.kind is K.BYE_ORDER:
            order = ByeOrder.SCORE if lowest else ByeOrder(cause.reason)
            return self._comes_first(player, holder, cause, order)
        return self._not_left_over(player, holder, cause)

    def _comes_first(self, player: int, holder: int, cause: Cause, order: ByeOrder) -> PlayerAnswer:
        """Answer that `holder` comes before the player in the order of the bye."""
        if order is ByeOrder.GAMES:
            two = self.story.entrant[player], self.story.entrant[holder]
            said = Sentence(NOT_YOU_WHO_MISSED, **self._tell_missed(*two).values)
        else:
            name, why = self.story.name(holder), Sentence(COMES_FIRST[order])
            said = Sentence(NOT_YOU, other=name, why=why)
        return self.asked.answer(Question.NOT_BYE, player, cause, said)

    def _not_left_over(self, player: int, holder: int, cause: Cause) -> PlayerAnswer:
        """Answer why not the bye, in systems that give it to the player left over at the end."""
        me, other = self.story.entrant[player], self.story.entrant[holder]
        if (
            cause.kind in (*BY_ORDER, K.UNSAID)
            and self._is_lowest(other)
            and _ranks_below(other, me)
        ):
            order = ByeOrder.RANK if me.score == other.score else ByeOrder.SCORE
            if cause.kind is K.UNSAID:
                article = self.obstacles.bye_article
                cause = Cause(K.BYE_ORDER, article, ((holder, player),), reason=order.value)
            return self._comes_first(player, holder, cause, order)
        if cause.kind is K.BYE_GAMES and cause.parts == ((player,),):
            return self._comes_first(player, holder, cause, ByeOrder.GAMES)
        first = Sentence(
            WHO_IS_LEFT, holder=self.story.name(holder), score=self.asked.score_of(holder)
        )
        if cause.kind is K.PAIRS and cause.score is not None:
            others = tuple(part for part in cause.parts if part != (player,))
            if not others:
                find = Sentence(YOU_FIND, score=self.asked.score(cause.score))
                return self.asked.answer(Question.NOT_BYE, player, cause, first, find)
            cause = replace(cause, parts=others)
        then = self._why_not_left_over(player, cause)
        if then is None:
            arbiter = explain_why_not_bye_of(self.this, player)
            return self.asked.unsaid(Question.NOT_BYE, player, arbiter=arbiter)
        return self.asked.answer(Question.NOT_BYE, player, cause, first, then)

    def _why_not_left_over(self, player: int, cause: Cause) -> Sentence | None:
        """Say why the player cannot be the one left over; None if no reason can be given."""
        words = self.asked.words(player)
        fact = words.fact(cause)
        if fact is not None:
            return Sentence(WITH_YOU, fact=fact)
        if cause.kind is K.SERVED_FIRST and cause.parts[0][0] == player:
            return Sentence(YOU_CAN_PLAY, opponent=self.story.name(cause.parts[0][1]))
        if cause.kind in (K.HIGHER_FLOATER, K.DIFFERENCES) and cause.parts == ((player,),):
            return Sentence(MORE_THAN_OTHERS)
        if cause.kind in WHEN and (player,) in cause.parts:
            when, ago = WHEN[cause.kind]
            played = self.story.entrant[player].history.entries[-ago].played
            return Sentence(AFTER_DOWN, played=played, when=Sentence(when))
        worse = words.clause(cause)
        return None if worse is None else Sentence(IF_YOU, worse=worse)


def _round_of(cause: Cause) -> RoundOf | None:
    """Return the round because of which a player may not have the bye; None if it is not known."""
    if cause.round is None:
        return None
    ((player,),) = cause.parts
    return RoundOf(cause.round, RoundEvent.HAD_BYE if cause.reason else RoundEvent.BARRED, player)


def _ranks_below(one: Entrant, me: Entrant) -> bool:
    return (one.score, -one.number) < (me.score, -me.number)
