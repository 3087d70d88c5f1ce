"""Why the bye, and why not?"""

from __future__ import annotations

from dataclasses import replace

from crivello.explain.answers import explain_why_not_bye_of
from crivello.explain.explanation import Value
from crivello.explain.facts import Count, RoundEvent, RoundOf, RoundsMissed, colour_needed
from crivello.explain.player.answer import Cause, CauseKind, PlayerAnswer, Question, cite, is_short
from crivello.explain.player.asked import MOST_TRIED, AskedRound
from crivello.explain.player.clauses import (
    BY_ORDER,
    LAST_ROUND,
    REASON_NOT_NOTED,
    TWO_ROUNDS_AGO,
)
from crivello.explain.player.obstacle import players_needed_by_others
from crivello.explain.player.place import ByeOrder, PartnerChoice
from crivello.explain.story import require_players, sentence_with
from crivello.model.field import Entrant
from crivello.model.sentence import N_, ListOf, Sentence, Template
from crivello.systems.judgement import entrant

K = CauseKind
MOST_BARRED = 2
WHEN = {K.DOWN_AGAIN: (LAST_ROUND, 1), K.DOWN_AGAIN_2: (TWO_ROUNDS_AGO, 2)}

ODD = N_("You have the bye (no opponent). The number of participants is odd, and {why}.")
LEFT_OVER = N_("it goes to whoever is left over")
ONE_OF = N_("it goes to one of {those}")
SEVERAL_WITH_FEWEST = (
    N_("you, like {others}, have the fewest points: {score}"),
    N_("of those who may have it you, like {others}, have the fewest points: {score}"),
)
"""Where nobody has fewer, and where those who have fewer may not have it."""
SEVERAL_WITH_FEWEST_BRIEFLY = (
    N_("you, like {others}, have the fewest points"),
    N_("you, like {others}, have the fewest points of those who may have it"),
)
FIRST_BEFORE_YOU = {
    True: N_(
        "Before you, highest number first, comes {skipped}; then you.",
        "Before you, highest number first, come {skipped}; then you.",
    ),
    False: N_(
        "Before you, fewest points first, comes {skipped}; then you.",
        "Before you, fewest points first, come {skipped}; then you.",
    ),
}
"""Where all have the same points, and elsewhere."""
PLAYS_WHOM_YOU_MET = N_("{other} (plays {one}, whom you have already met)")
PLAYS_WHOM_BOTH_MET = N_("{other} (plays {one}, whom you and {third} have already met)")
PLAYS_WHO_NEEDS_THE_SAME = N_("{other} (plays {one}: you have met, and {third} needs {colour} too)")
"""Also why somebody else who comes before the player does not play that opponent."""
FEWEST_OF_ALL = N_("you have the fewest points of all: {score}")
FEWEST = N_("of those who may have it you have the fewest points: {score}")
THE_FEWEST = N_("those with the fewest points ({score})")
THE_FEWEST_WHO_MAY = N_("those with the fewest points who may have it ({score})")
FIRST_FOR_BYE = {
    ByeOrder.GAMES: N_("of {those} you have missed the fewest rounds"),
    ByeOrder.RANK: N_("of {those} you have the highest number"),
    ByeOrder.RATING: N_("of {those} you have the lowest rating"),
    ByeOrder.ORDER: N_("of {those} with the lowest rating you come first by the finer rules"),
    ByeOrder.OPPOSITION: N_("of {those} you have had the opponents who have done worst"),
}
SEVERAL = {
    ByeOrder.GAMES: N_(
        "of {those} nobody has missed fewer rounds and, among those who have missed as many, {why}"
    ),
    ByeOrder.RATING: N_(
        "of {those} nobody has a lower rating and, among those with the same rating, {why}"
    ),
    ByeOrder.OPPOSITION: N_(
        "of {those} nobody has had opponents who have done worse and, among those equal in this, "
        "{why}"
    ),
}
TIES = {
    ByeOrder.OPPOSITION: N_("your opponents have done worst"),
    ByeOrder.RATING: N_("your rating is lowest"),
    ByeOrder.RANK: N_("your number is the highest"),
    ByeOrder.ORDER: N_("you come first by the finer rules"),
}
BEFORE_YOU = {
    ByeOrder.SCORE: N_(
        "You do not have the bye (no opponent): it goes to somebody with few "
        "points, and {other} has fewer than you."
    ),
    ByeOrder.GAMES: N_(
        "You do not have the bye because {other}, with as many points, has missed fewer rounds."
    ),
    ByeOrder.RANK: N_(
        "You do not have the bye because {other}, with as many points, has a higher number."
    ),
    ByeOrder.RATING: N_(
        "You do not have the bye because {other}, with as many points, has a lower rating."
    ),
    ByeOrder.ORDER: N_(
        "You do not have the bye because {other}, with as many points and the same rating, comes "
        "first by the finer rules."
    ),
    ByeOrder.OPPOSITION: N_(
        "You do not have the bye because the opponents of {other}, who has as many points, have "
        "done worse than yours."
    ),
}

BARRED = {
    True: N_(
        "{other}, {below}, had the bye in round {round}, and nobody has it twice.",
    ),
    False: N_(
        "{other}, {below}, may not have it after getting points without playing in round {round}."
    ),
}
"""After a bye, or after other points without playing."""
NEEDED = N_("{other}, {below}, may not have it, because then the others could not all be paired.")
SEVERAL_BARRED = N_("These may not have it, with no more points than you: {who}.")
SEVERAL_AND_OTHERS = N_("These and others may not have it, with no more points than you: {who}.")
HAD_BYE = N_("{other} (bye in round {round})")
HAD_POINTS = N_("{other} (points without playing in round {round})")

FEWER_FIRST = N_("With equal points the bye goes to whoever has missed fewer rounds.")
MISSED_ROUND = N_("{other}, {below}, has already missed round {round}; you have not missed any.")
MISSED_MORE = N_("{other}, {below}, has already missed {theirs} rounds, and you only {mine}.")
FEWER_MISSED = N_(
    "You do not have the bye because {other}, with as many points, has missed fewer rounds: "
    "{theirs}, and you {mine}."
)
LEVEL_LOWER = N_("with the same points and a higher number")
LEVEL_BELOW = N_("with the same points and ranked below you by number")
"""Where the next words say who is ranked highest."""
LEVEL = N_("with the same points")
BELOW_FEWER = N_("with fewer points than you")
NORMALLY = N_("Normally {other}, {below}, would be left over, but {why}.")
NEEDED_BY = {
    PartnerChoice.HIGHEST: N_(
        "is the highest-ranked opponent possible for {first}, who is paired first"
    ),
    PartnerChoice.LOWEST: N_(
        "is the lowest-placed opponent possible for {first}, who is paired first"
    ),
    PartnerChoice.NEAREST: N_(
        "is the first possible opponent in the list for {first}, who is paired first"
    ),
}
PAIRED_FIRST = {
    True: N_("{first}, with more points, is paired first"),
    False: N_("{first}, with a lower number, is paired first"),
}
"""By more points, or by the lower number."""
GETS = {
    PartnerChoice.HIGHEST: N_(
        "{first} gets the highest-ranked opponent possible: not you, because {fact}, but {other}."
    ),
    PartnerChoice.LOWEST: N_(
        "{first} gets the lowest-placed opponent possible: not you, because {fact}, but {other}."
    ),
    PartnerChoice.NEAREST: N_(
        "{first} gets the first possible opponent in the list: not you, because {fact}, but "
        "{other}."
    ),
}
GETS_NEITHER = N_(
    "{first} gets the highest-ranked opponent possible: neither you ({mine}) nor {third} "
    "({theirs}), but {other}."
)
"""Where one more is ranked higher than the one whom somebody gets."""
ALREADY_MET = N_("already met")
BOTH_NEED = N_("both need {colour}")
YOU_BOTH_NEED = N_("you both need {colour}")
IF_OTHER = N_("Normally {other}, {below}, would be left over. But then {worse}.")

NOT_EVEN = N_(
    "You have no bye (a round without an opponent) because the number of participants is even "
    "and nobody has one."
)
NOT_BARRED = N_("You may not have the bye.")
NOT_TWICE = N_("You had the bye in round {round}, and nobody has it twice.")
NOT_AFTER_POINTS = N_(
    "You got points without playing in round {round}, so you may not have the bye."
)
NOT_NEEDED = N_("If you had the bye, the others could not all be paired.")
FEWER_IS_LEFT = N_(
    "You do not have the bye (no opponent) because {holder} has fewer points than "
    "you; it goes to whoever is left over at the end."
)
WHO_IS_LEFT = N_(
    "You do not have the bye because it goes to whoever is left over at the end, and that is "
    "{holder}, with {score}."
)
IF_YOU = N_("If you had it, then {worse}.")
WITH_YOU = N_("You are needed: {fact}.")
AFTER_DOWN = N_(
    "You met somebody with fewer points {when}, and the bye would be the same for you again."
)
AFTER_UNPLAYED = N_(
    "You got points without a game {when}, and the bye would be the same for you again."
)
YOU_CAN_PLAY = N_("You can play {opponent}, the first opponent possible for you.")
MORE_THAN_OTHERS = N_("You have more points than others who can be left over instead.")
YOU_FIND = N_("You can be paired with somebody with {score}.")


class ByeAnswers:
    def __init__(self, asked: AskedRound) -> None:
        self.asked, self.this, self.story = asked, asked.this, asked.story
        self.obstacles, self.guide = asked.obstacles, asked.guide

    def explain(self, player: int) -> PlayerAnswer:
        story, question = self.story, Question.BYE
        me = story.entrant[player]
        below = [one for one in story.field.entrants if _ranks_below(one, me)]
        if self.guide.bye_first or self._is_lowest(me):
            why, cause = self._first_for_bye(player)
            said = Sentence(ODD, why=why)
            passed = self._explain_passed_over(me)
            if passed is not None and not is_short(said, passed):
                passed = None
            return self.asked.answer(question, player, cause, said, passed)
        lowest = next(one for one in reversed(below) if not one.barred)
        cause = self.obstacles.of_bye(lowest.id)
        worse = self.asked.words(player).clause(cause)
        if worse is None:
            return self.asked.unsaid(question, player)
        if cause.kind is K.BYE_GAMES and lowest.score == me.score:
            missed = self._explain_missed_rounds(me, lowest), Sentence(FEWER_FIRST)
            return self.asked.answer(question, player, cause, *self._with_odd(me, missed))
        whole = self._all_before(me, [one for one in reversed(below) if not one.barred])
        if whole:
            return self.asked.answer(question, player, cause, *whole)
        then = self._explain_need(me, lowest, cause) if cause.kind is K.SERVED_FIRST else ()
        then = then or (self._normally(IF_OTHER, me, lowest, worse=worse),)
        return self.asked.answer(question, player, cause, *self._with_odd(me, then))

    def _with_odd(self, me: Entrant, then: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """First, that somebody has the bye; and with how many points, if there is room for it."""
        answer = Sentence(ODD, why=self._one_of_the_fewest(me)), *then
        return answer if is_short(*answer) else (Sentence(ODD, why=Sentence(LEFT_OVER)), *then)

    def _normally(
        self, template: Template, me: Entrant, other: Entrant, **values: Value
    ) -> Sentence:
        """Somebody who comes before the player for the bye."""
        name = self.story.name(other.id)
        below = self._below(me, other)
        if template == NORMALLY and below.template == LEVEL_LOWER:
            below = Sentence(LEVEL_BELOW)
        return Sentence(template, other=name, below=below, **values)

    def _one_of_the_fewest(self, me: Entrant) -> Sentence:
        """That it goes to somebody with the fewest points, if it does."""
        others = [one for one in self.story.field.entrants if one.id != me.id]
        if any(one.score < me.score and not one.barred for one in others):
            return Sentence(LEFT_OVER)
        passed = any(one.score <= me.score and one.barred for one in others)
        template = THE_FEWEST_WHO_MAY if passed else THE_FEWEST
        return Sentence(ONE_OF, those=Sentence(template, score=self.asked.score_of(me.id)))

    def _all_before(self, me: Entrant, before: list[Entrant]) -> tuple[Sentence, ...]:
        """Why none of those has the bye who come first for it; empty if it cannot be said."""
        if not 0 < len(before) <= MOST_TRIED:
            return ()
        items = [self._not_the_bye(me, one, before) for one in before]
        said = [one for one in items if one is not None]
        if len(said) < len(items):
            return ()
        others = self.asked.names([one.id for one in reversed(before)])
        level = all(one.score == me.score for one in before)
        reasons = [Sentence(LEFT_OVER)]
        if level:
            entrants, known = self.story.field.entrants, {me.id, *(one.id for one in before)}
            passed = any(one.score <= me.score and one.id not in known for one in entrants)
            reasons = [
                sentence_with(each[passed], others=others, score=self.asked.score_of(me.id))
                for each in (SEVERAL_WITH_FEWEST, SEVERAL_WITH_FEWEST_BRIEFLY)
            ]
        then = Sentence(
            FIRST_BEFORE_YOU[level], skipped=self.asked.join_items(said), count=Count(before)
        )
        wordings = ((Sentence(ODD, why=why), then) for why in reasons)
        return next((whole for whole in wordings if is_short(*whole)), ())

    def _not_the_bye(self, me: Entrant, other: Entrant, before: list[Entrant]) -> Sentence | None:
        """Why somebody who comes before the player for the bye does not have it."""
        cause = self.obstacles.of_bye(other.id)
        if cause.kind is K.SERVED_FIRST and cause.parts[0][1] == other.id:
            first = cause.parts[0][0]
            if first in me.history.met:
                return cite(self._plays_whom_you_met(first, other, before), cause.article)
        return self.asked.explain_passing(me.id, other.id, cause, None)

    def _plays_whom_you_met(self, first: int, other: Entrant, before: list[Entrant]) -> Sentence:
        """Somebody is needed as an opponent, because neither the player nor a third one fits."""
        name, template = self.story.name, PLAYS_WHOM_YOU_MET
        names = {"other": name(other.id), "one": name(first)}
        for third in before:
            if not _ranks_below(other, third):
                continue
            against = self.obstacles.of_pair(first, third.id)
            if against.kind is K.MET:
                template = PLAYS_WHOM_BOTH_MET
            elif against.kind is K.COLOURS and {first, third.id} in map(set, against.parts):
                template = PLAYS_WHO_NEEDS_THE_SAME
            colour = colour_needed(self.story, third.id)
            return sentence_with(template, **names, third=name(third.id), colour=colour)
        return Sentence(template, **names)

    def _explain_missed_rounds(self, me: Entrant, other: Entrant) -> Sentence:
        """How many rounds the two have missed."""
        rounds = len(other.history.entries)
        mine, theirs = (rounds - one.history.games_played for one in (me, other))
        if theirs == 1 and mine == 0:
            missed = next(n for n, e in enumerate(other.history.entries, 1) if not e.played)
            return self._normally(
                MISSED_ROUND, me, other, round=RoundOf(missed, RoundEvent.UNPLAYED, other.id)
            )
        many = {"theirs": RoundsMissed(theirs, other.id), "mine": RoundsMissed(mine, me.id)}
        return self._normally(MISSED_MORE, me, other, **many)

    def _you_missed_more(self, me: Entrant, holder: Entrant) -> Sentence:
        """The bye goes to a player who has missed fewer rounds."""
        rounds, name = len(me.history.entries), self.story.name(holder.id)
        mine, theirs = (rounds - one.history.games_played for one in (me, holder))
        missed = {"theirs": RoundsMissed(theirs, holder.id), "mine": RoundsMissed(mine, me.id)}
        return Sentence(FEWER_MISSED, other=name, **missed)

    def _is_lowest(self, one: Entrant) -> bool:
        """Has nobody who ranks below a right to the bye?"""
        return all(other.barred for other in self.story.field.entrants if _ranks_below(other, one))

    def _below(self, me: Entrant, other: Entrant) -> Sentence:
        if other.score < me.score:
            return Sentence(BELOW_FEWER)
        return Sentence(LEVEL_LOWER if other.number > me.number else LEVEL)

    def _explain_need(self, me: Entrant, lowest: Entrant, cause: Cause) -> tuple[Sentence, ...]:
        """Somebody is served first with the one below, and does not meet the player instead."""
        (first, met), then = cause.parts
        if met != lowest.id or len(then) == 1 or me.id in (first, then[1]):
            return ()
        name, choice = self.story.name, self.guide.choice
        against = self.obstacles.of_pair(first, me.id)
        fact, before = self.asked.words(me.id).fact(against), self.story.entrant[first]
        if against.kind is K.COLOURS and {first, me.id} in map(set, against.parts):
            fact = Sentence(YOU_BOTH_NEED, colour=colour_needed(self.story, first, me.id))
        if fact is not None and fact.template == REASON_NOT_NOTED:
            fact = fact.values["fact"]
        if fact is None or not _ranks_below(me, before) or against.kind is K.SERVED_FIRST:
            why = Sentence(NEEDED_BY[choice], first=name(first))
            return (self._normally(NORMALLY, me, lowest, why=why),)
        why = Sentence(PAIRED_FIRST[before.score > me.score], first=name(first))
        gets = Sentence(GETS[choice], first=name(first), fact=fact, other=name(lowest.id))
        neither = self._gets_neither(me, lowest, first)
        return self._normally(NORMALLY, me, lowest, why=why), neither or gets

    def _gets_neither(self, me: Entrant, lowest: Entrant, first: int) -> Sentence | None:
        """Why somebody gets neither the player nor the only one ranked between; else None."""
        between = [
            one
            for one in self.story.field.entrants
            if _ranks_below(one, me) and _ranks_below(lowest, one) and one.id != first
        ]
        if len(between) != 1 or self.guide.choice is not PartnerChoice.HIGHEST:
            return None
        facts = [self._in_two_words(first, one.id) for one in (me, *between)]
        said = [one for one in facts if one is not None]
        if len(said) < len(facts):
            return None
        names = {"first": first, "third": between[0].id, "other": lowest.id}
        named = {key: self.story.name(one) for key, one in names.items()}
        return Sentence(GETS_NEITHER, **named, mine=said[0], theirs=said[1])

    def _in_two_words(self, one: int, other: int) -> Sentence | None:
        """Why two do not meet, if they have met or need the same colour."""
        against = self.obstacles.of_pair(one, other)
        if against.kind is K.MET:
            return Sentence(ALREADY_MET)
        if against.kind is K.COLOURS and {one, other} in map(set, against.parts):
            return Sentence(BOTH_NEED, colour=colour_needed(self.story, one, other))
        return None

    def _first_for_bye(self, player: int) -> tuple[Sentence, Cause]:
        """Why the player comes first in the order of the bye, before the next who can have it."""
        story, article = self.story, self.obstacles.bye_article
        passed = {one.id for one in self._players_passed_over(story.entrant[player])}
        mine = story.entrant[player].score
        level = [
            one.id
            for one in story.field.entrants
            if one.score == mine and one.id != player and one.id not in passed
        ]
        score = self.asked.score_of(player)
        those = Sentence(THE_FEWEST_WHO_MAY if passed else THE_FEWEST, score=score)
        orders = {ByeOrder.RANK}
        if self.guide.bye_first:
            orders = {self.guide.bye_order(story, player, other) for other in level}
        in_order = [order for order in ByeOrder if order in orders]
        order = ByeOrder.ORDER
        if not level:
            order, why = ByeOrder.SCORE, Sentence(FEWEST if passed else FEWEST_OF_ALL, score=score)
        elif len(in_order) == 1:
            order = in_order[0]
            why = Sentence(FIRST_FOR_BYE[order], those=those)
        else:
            first, *others = in_order
            tie = others[0] if len(others) == 1 else order
            why = Sentence(SEVERAL[first], those=those, why=Sentence(TIES[tie]))
        cause = Cause(K.BYE_ORDER, article, ((player, *level[:1]),), reason=order.value)
        return why, cause

    def _players_passed_over(self, me: Entrant) -> list[Entrant]:
        """Players with no more points who may not have the bye, or whom the others need."""
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
        """Why nobody with as few points has it; None if that is not known."""
        before = self._players_passed_over(me)
        if len(before) == 1:
            (one,) = before
            if not one.barred:
                return self._normally(NEEDED, me, one)
            cause = self.obstacles.of_barred_bye(one.id)
            if cause.round is None:
                return None
            said = self._normally(BARRED[bool(cause.reason)], me, one, round=_round_of(cause))
            return cite(said, cause.article)
        reasons = [one for one in map(self._why_barred, before) if one is not None]
        if not reasons:
            return None
        template = SEVERAL_BARRED if len(before) <= MOST_BARRED else SEVERAL_AND_OTHERS
        return Sentence(template, who=ListOf(tuple(reasons[:MOST_BARRED])))

    def _why_barred(self, other: Entrant) -> Sentence | None:
        if not other.barred:
            return None
        cause = self.obstacles.of_barred_bye(other.id)
        if cause.round is None:
            return None
        template = HAD_BYE if cause.reason else HAD_POINTS
        said = Sentence(template, other=self.story.name(other.id), round=_round_of(cause))
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
            return self.asked.answer(question, player, cause, Sentence(NOT_NEEDED))
        assert holder is not None
        lowest = cause.kind is K.LOWEST_BYE
        if lowest or cause.kind is K.BYE_ORDER:
            order = ByeOrder.SCORE if lowest else ByeOrder(cause.reason)
            before = Sentence(BEFORE_YOU[order], other=self.story.name(holder))
            return self.asked.answer(question, player, cause, before)
        return self._not_left_over(player, holder, cause)

    def _not_left_over(self, player: int, holder: int, cause: Cause) -> PlayerAnswer:
        """Where the bye goes to whoever is left over at the end."""
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
            said = Sentence(BEFORE_YOU[order], other=self.story.name(holder))
            return self.asked.answer(Question.NOT_BYE, player, cause, said)
        if cause.kind is K.BYE_GAMES and cause.parts == ((player,),):
            missed = self._you_missed_more(me, other)
            return self.asked.answer(Question.NOT_BYE, player, cause, missed)
        first = sentence_with(
            FEWER_IS_LEFT if other.score < me.score else WHO_IS_LEFT,
            holder=self.story.name(holder),
            score=self.asked.score_of(holder),
        )
        if cause.kind is K.PAIRS and cause.score is not None:
            others = tuple(part for part in cause.parts if part != (player,))
            if not others:
                find = Sentence(YOU_FIND, score=self.asked.score(cause.score))
                return self.asked.answer(Question.NOT_BYE, player, cause, first, find)
            cause = replace(cause, parts=others)
        words = self.asked.words(player)
        fact = words.fact(cause)
        if fact is not None:
            needed = Sentence(WITH_YOU, fact=fact)
            return self.asked.answer(Question.NOT_BYE, player, cause, first, needed)
        own = None
        if cause.kind is K.SERVED_FIRST and cause.parts[0][0] == player:
            own = Sentence(YOU_CAN_PLAY, opponent=self.story.name(cause.parts[0][1]))
        elif cause.kind in (K.HIGHER_FLOATER, K.DIFFERENCES) and cause.parts == ((player,),):
            own = Sentence(MORE_THAN_OTHERS)
        if own is not None:
            return self.asked.answer(Question.NOT_BYE, player, cause, first, own)
        if cause.kind in WHEN and (player,) in cause.parts:
            when, ago = WHEN[cause.kind]
            played = self.story.entrant[player].history.entries[-ago].played
            again = Sentence(AFTER_DOWN if played else AFTER_UNPLAYED, when=Sentence(when))
            return self.asked.answer(Question.NOT_BYE, player, cause, first, again)
        worse = words.clause(cause)
        if worse is None:
            arbiter = explain_why_not_bye_of(self.this, player)
            return self.asked.unsaid(Question.NOT_BYE, player, arbiter)
        return self.asked.answer(
            Question.NOT_BYE, player, cause, first, Sentence(IF_YOU, worse=worse)
        )


def _round_of(cause: Cause) -> RoundOf | None:
    """The round that keeps the bye from a player: with a bye, or points without playing."""
    if cause.round is None:
        return None
    ((player,),) = cause.parts
    return RoundOf(cause.round, RoundEvent.HAD_BYE if cause.reason else RoundEvent.BARRED, player)


def _ranks_below(one: Entrant, me: Entrant) -> bool:
    return (one.score, -one.number) < (me.score, -me.number)
