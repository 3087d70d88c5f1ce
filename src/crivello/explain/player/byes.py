"""Why the bye, and why not?"""

from __future__ import annotations

from dataclasses import replace

from crivello.explain.answers import explain_why_not_bye_of
from crivello.explain.player.answer import Cause, CauseKind, PlayerAnswer, Question
from crivello.explain.player.answering import RoundAnswers
from crivello.explain.player.clauses import BY_ORDER, LAST_ROUND, TWO_ROUNDS_AGO, colour_name
from crivello.explain.player.obstacle import players_needed_by_others
from crivello.explain.player.place import ByeOrder, PartnerChoice
from crivello.explain.story import require_players, sentence_with
from crivello.model.field import Entrant
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.systems.judgement import entrant

K = CauseKind
MOST_BARRED = 2
WHEN = {K.DOWN_AGAIN: (LAST_ROUND, 1), K.DOWN_AGAIN_2: (TWO_ROUNDS_AGO, 2)}

ODD = N_("You have the bye because the number of players is odd and {why}.")
LOWEST = N_("you are the lowest in the ranking (points, then number) who may have it")
LEFT_OVER = N_("somebody has to be left over")
FIRST_FOR_BYE = {
    ByeOrder.SCORE: N_("of those who may have it you have the fewest points"),
    ByeOrder.GAMES: N_(
        "of those with the fewest points who may have it you have played most games"
    ),
    ByeOrder.RANK: N_(
        "of those with the fewest points who may have it you have the highest number"
    ),
    ByeOrder.RATING: N_("of those with the fewest points who may have it your rating is lowest"),
    ByeOrder.ORDER: N_(
        "of those with the fewest points and the lowest rating who may have it you come first by "
        "the finer rules"
    ),
    ByeOrder.OPPOSITION: N_(
        "of those with the fewest points who may have it your opponents have done worst"
    ),
}
SEVERAL = {
    ByeOrder.GAMES: N_(
        "of those with the fewest points who may have it nobody has played more games and, among "
        "those with as many games, {why}"
    ),
    ByeOrder.RATING: N_(
        "of those with the fewest points who may have it nobody has a lower rating and, among "
        "those with the same rating, {why}"
    ),
    ByeOrder.OPPOSITION: N_(
        "of those with the fewest points who may have it nobody's opponents have done worse and, "
        "among those level in this, {why}"
    ),
}
TIES = {
    ByeOrder.OPPOSITION: N_("your opponents have done worst"),
    ByeOrder.RATING: N_("your rating is lowest"),
    ByeOrder.RANK: N_("your number is the highest"),
    ByeOrder.ORDER: N_("you come first by the finer rules"),
}
BEFORE_YOU = {
    ByeOrder.SCORE: N_("You do not have the bye because {other} has fewer points than you."),
    ByeOrder.GAMES: N_(
        "You do not have the bye because {other}, with as many points, has played more games."
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

BARRED = N_("These may not have it: {who}.")
BARRED_AND_OTHERS = N_("These, among others, may not have it: {who}.")
HAD_BYE = N_("{other} (bye in round {round})")
HAD_POINTS = N_("{other} (points without playing in round {round})")
MORE_POINTS = N_("{who} has more points than you.", "{who} have more points than you.")

MISSED_ROUND = N_("{other}, {below}, has already missed round {round}; you have not missed any.")
MISSED_MORE = N_("{other}, {below}, has already missed {theirs} rounds, and you only {mine}.")
FEWER_MISSED = N_(
    "You do not have the bye because {other}, with as many points, has missed fewer rounds: "
    "{theirs}, and you {mine}."
)
BELOW_LEVEL = N_("below you with the same points")
BELOW_FEWER = N_("with fewer points than you")
ONLY_BELOW = N_("Of those below you only {other} may have it, but {why}.")
LOWEST_BELOW = N_("{other}, who is below you, may have it too, but {why}.")
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
    True: N_("{other}, {below}, may have it too, but {first}, with more points, is paired first."),
    False: N_(
        "{other}, {below}, may have it too, but {first}, with a lower number, is paired first."
    ),
}
"""By more points, or by the lower number."""
NOT_WITH_YOU = {
    K.MET: N_(
        "{first} does not meet you because you already met in round {round}, so it is {other}, and "
        "you are left over."
    ),
    K.KEPT_APART: N_(
        "{first} does not meet you because you are kept apart, so it is {other}, and you are left "
        "over."
    ),
    K.SAME_COLOUR: N_(
        "{first} does not meet you because neither of you may have {opposite} this time, so it is "
        "{other}, and you are left over."
    ),
    K.COLOURS: N_(
        "{first} does not meet you because you are both due {colour}, so it is {other}, and you "
        "are left over."
    ),
}
IF_OTHER = N_("If {other}, who is below you, had it, then {worse}.")

NOT_EVEN = N_("You have no bye because the number of players is even and nobody has one.")
NOT_BARRED = N_("You may not have the bye.")
NOT_TWICE = N_("You had the bye in round {round}, and nobody has it twice.")
NOT_AFTER_POINTS = N_(
    "You got points without playing in round {round}, so you may not have the bye."
)
NOT_NEEDED = N_("If you had the bye, the others could not all be paired.")
LOWEST_IS_LEFT = N_(
    "You do not have the bye because it goes to whoever is left over at the end, and that is "
    "{holder}, the lowest in the ranking (points, then number) who may have it."
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


class ByeAnswers(RoundAnswers):
    def bye(self, player: int) -> PlayerAnswer:
        story, question = self.story, Question.BYE
        me = story.entrant[player]
        below = [one for one in story.field.entrants if _ranks_below(one, me)]
        if self.guide.bye_first:
            why, cause = self._first_for_bye(player)
            said = Sentence(ODD, why=why)
            return self.answer(question, player, cause, said, *self._passed_over(me, below))
        if self._is_lowest(me):
            article = self.obstacles.bye_article
            cause = Cause(K.BYE_ORDER, article, ((player,),), reason=ByeOrder.RANK.value)
            said = Sentence(ODD, why=Sentence(LOWEST))
            return self.answer(question, player, cause, said, *self._passed_over(me, below))
        lowest = next(one.id for one in reversed(below) if not one.barred)
        cause = self.obstacles.of_bye(lowest)
        worse = self.words(player).clause(cause)
        if worse is None:
            return self.unsaid(question, player)
        odd = Sentence(ODD, why=Sentence(LEFT_OVER))
        if cause.kind is K.BYE_GAMES:
            missed, above = self._missed_more(me, lowest), self._with_more_points(me)
            return self.answer(question, player, cause, odd, missed, *above)
        if cause.kind is K.SERVED_FIRST:
            only = sum(not one.barred for one in below) == 1
            then = self._needed_by(player, lowest, cause, only)
            if then:
                return self.answer(question, player, cause, odd, *then)
        then = (Sentence(IF_OTHER, other=story.name(lowest), worse=worse),)
        return self.answer(question, player, cause, odd, *then)

    def _missed_more(self, me: Entrant, lowest: int) -> Sentence:
        """How many rounds the two have missed."""
        other, name = self.story.entrant[lowest], self.story.name(lowest)
        rounds = len(other.history.entries)
        mine, theirs = (rounds - one.history.games_played for one in (me, other))
        if theirs == 1 and mine == 0:
            missed = next(n for n, e in enumerate(other.history.entries, 1) if not e.played)
            return Sentence(MISSED_ROUND, other=name, below=self._below(me, other), round=missed)
        below = self._below(me, other)
        return Sentence(MISSED_MORE, other=name, below=below, theirs=theirs, mine=mine)

    def _you_missed_more(self, me: Entrant, holder: Entrant) -> Sentence:
        """The bye is for a player who has missed fewer rounds."""
        rounds, name = len(me.history.entries), self.story.name(holder.id)
        mine, theirs = (rounds - one.history.games_played for one in (me, holder))
        return Sentence(FEWER_MISSED, other=name, mine=mine, theirs=theirs)

    def _is_lowest(self, one: Entrant) -> bool:
        """Does everybody who ranks below have no right to the bye?"""
        return all(other.barred for other in self.story.field.entrants if _ranks_below(other, one))

    def _below(self, me: Entrant, other: Entrant) -> Sentence:
        return Sentence(BELOW_LEVEL if me.score == other.score else BELOW_FEWER)

    def _needed_by(
        self, player: int, lowest: int, cause: Cause, only: bool
    ) -> tuple[Sentence, ...]:
        """Somebody is served first with the one below, and does not meet the player instead."""
        (first, met), then = cause.parts
        if met != lowest or len(then) == 1 or player in (first, then[1]):
            return ()
        why_needed = Sentence(
            NEEDED_BY[self.guide.choice],
            first=self.story.name(first),
        )
        below = ONLY_BELOW if only else LOWEST_BELOW
        needed = Sentence(below, other=self.story.name(lowest), why=why_needed)
        against = self.obstacles.of_pair(first, player)
        why = NOT_WITH_YOU.get(against.kind)
        if against.kind is K.COLOURS and {first, player} not in map(set, against.parts):
            why = None
        if why is None:
            return (needed,)
        me, before = self.story.entrant[player], self.story.entrant[first]
        if before.score > me.score or (before.score == me.score and before.number < me.number):
            needed = Sentence(
                PAIRED_FIRST[before.score > me.score],
                other=self.story.name(lowest),
                below=self._below(me, self.story.entrant[lowest]),
                first=self.story.name(first),
            )
        colour = before.preference
        return needed, sentence_with(
            why,
            first=self.story.name(first),
            other=self.story.name(lowest),
            round=against.round,
            colour=colour_name(colour),
            opposite=colour_name(colour.opposite if colour else None),
        )

    def _first_for_bye(self, player: int) -> tuple[Sentence, Cause]:
        """Why the player comes first in the order of the bye, before the next who can have it."""
        story, article = self.story, self.obstacles.bye_article
        needed = players_needed_by_others(story.trace)
        score = story.entrant[player].score
        level = [
            one.id
            for one in story.field.entrants
            if one.score == score and one.id != player and not one.barred and one.id not in needed
        ]
        orders = {self.guide.bye_order(story, player, other) for other in level}
        in_order = [order for order in ByeOrder if order in orders]
        if len(in_order) > 1:
            first, *others = in_order
            order = ByeOrder.ORDER
            tie = others[0] if len(others) == 1 else order
            why = Sentence(SEVERAL[first], why=Sentence(TIES[tie]))
        else:
            order = in_order[0] if in_order else ByeOrder.SCORE
            why = Sentence(FIRST_FOR_BYE[order])
        cause = Cause(K.BYE_ORDER, article, ((player, *level[:1]),), reason=order.value)
        return why, cause

    def _passed_over(self, me: Entrant, below: list[Entrant]) -> list[Sentence]:
        """Why those who seem to come before do not have it: barred, or with more points."""
        said: list[Sentence] = []
        barred = [one for one in map(self._why_barred, below) if one is not None]
        if barred:
            template = BARRED if len(barred) <= MOST_BARRED else BARRED_AND_OTHERS
            said.append(Sentence(template, who=ListOf(tuple(barred[:MOST_BARRED]))))
        return said if len(barred) >= MOST_BARRED else [*said, *self._with_more_points(me)]

    def _with_more_points(self, me: Entrant) -> list[Sentence]:
        """Who has a higher number, but more points; nothing if they are too many."""
        more = [
            one.id
            for one in self.story.field.entrants
            if one.number > me.number and one.score > me.score
        ]
        if not 0 < len(more) <= 2:
            return []
        return [Sentence(MORE_POINTS, who=self.names(more), count=len(more))]

    def _why_barred(self, other: Entrant) -> Sentence | None:
        if not other.barred:
            return None
        cause = self.obstacles.of_barred_bye(other.id)
        if cause.round is None:
            return None
        template = HAD_BYE if cause.reason else HAD_POINTS
        return Sentence(template, other=self.story.name(other.id), round=cause.round)

    # Why not?

    def why_not_bye(self, player: int) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        entrant(self.story.field, player)
        question, holder = Question.NOT_BYE, self.this.pairing.bye
        if holder == player:
            return replace(self.bye(player), question=question)
        cause = self.obstacles.of_bye(player)
        if cause.kind is K.EVEN:
            return self.answer(question, player, cause, Sentence(NOT_EVEN))
        if cause.kind is K.BARRED:
            template = NOT_BARRED
            if cause.round is not None:
                template = NOT_TWICE if cause.reason else NOT_AFTER_POINTS
            return self.answer(question, player, cause, sentence_with(template, round=cause.round))
        if cause.kind is K.NEEDED:
            return self.answer(question, player, cause, Sentence(NOT_NEEDED))
        assert holder is not None
        lowest = cause.kind is K.LOWEST_BYE
        if lowest or cause.kind is K.BYE_ORDER:
            order = ByeOrder.SCORE if lowest else ByeOrder(cause.reason)
            before = Sentence(BEFORE_YOU[order], other=self.story.name(holder))
            return self.answer(question, player, cause, before)
        return self._not_left_over(player, holder, cause)

    def _not_left_over(self, player: int, holder: int, cause: Cause) -> PlayerAnswer:
        """Where the bye goes to whoever is left over at the end."""
        me, other = self.story.entrant[player], self.story.entrant[holder]
        if (
            cause.kind in (*BY_ORDER, K.UNSAID)
            and self._is_lowest(other)
            and _ranks_below(other, me)
        ):
            if cause.kind is K.UNSAID:
                reason = ByeOrder.RANK if me.score == other.score else ByeOrder.SCORE
                article = self.obstacles.bye_article
                cause = Cause(K.BYE_ORDER, article, ((holder, player),), reason=reason.value)
            said = Sentence(LOWEST_IS_LEFT, holder=self.story.name(holder))
            return self.answer(Question.NOT_BYE, player, cause, said)
        if cause.kind is K.BYE_GAMES and cause.parts == ((player,),):
            missed = self._you_missed_more(me, other)
            return self.answer(Question.NOT_BYE, player, cause, missed)
        first = Sentence(WHO_IS_LEFT, holder=self.story.name(holder), score=self.score_of(holder))
        if cause.kind is K.PAIRS and cause.score is not None:
            others = tuple(part for part in cause.parts if part != (player,))
            if not others:
                find = Sentence(YOU_FIND, score=self.score(cause.score))
                return self.answer(Question.NOT_BYE, player, cause, first, find)
            cause = replace(cause, parts=others)
        words = self.words(player)
        fact = words.fact(cause)
        if fact is not None:
            needed = Sentence(WITH_YOU, fact=fact)
            return self.answer(Question.NOT_BYE, player, cause, first, needed)
        own = None
        if cause.kind is K.SERVED_FIRST and cause.parts[0][0] == player:
            own = Sentence(YOU_CAN_PLAY, opponent=self.story.name(cause.parts[0][1]))
        elif cause.kind in (K.HIGHER_FLOATER, K.DIFFERENCES) and cause.parts == ((player,),):
            own = Sentence(MORE_THAN_OTHERS)
        if own is not None:
            return self.answer(Question.NOT_BYE, player, cause, first, own)
        if cause.kind in WHEN and (player,) in cause.parts:
            when, ago = WHEN[cause.kind]
            played = self.story.entrant[player].history.entries[-ago].played
            again = Sentence(AFTER_DOWN if played else AFTER_UNPLAYED, when=Sentence(when))
            return self.answer(Question.NOT_BYE, player, cause, first, again)
        worse = words.clause(cause)
        if worse is None:
            arbiter = explain_why_not_bye_of(self.this, player)
            return self.unsaid(Question.NOT_BYE, player, arbiter)
        return self.answer(Question.NOT_BYE, player, cause, first, Sentence(IF_YOU, worse=worse))


def _ranks_below(one: Entrant, me: Entrant) -> bool:
    return (one.score, -one.number) < (me.score, -me.number)
