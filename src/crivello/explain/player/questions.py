"""The questions of a player, answered from the trace of the round and from the judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crivello.explain.answers import (
    explain_player_of,
    explain_why_not_bye,
    explain_why_not_pair,
)
from crivello.explain.explanation import Explanation, Value
from crivello.explain.player.answer import (
    MOST_SENTENCES,
    Cause,
    CauseKind,
    Ordinal,
    PlayerAnswer,
    Question,
    Score,
)
from crivello.explain.player.clauses import clause, colour_name, fact
from crivello.explain.player.colours import colour_sentences
from crivello.explain.player.obstacle import Obstacles, needed_for_the_others
from crivello.explain.player.place import ByeOrder, Leaving, Place, Scheme
from crivello.explain.round import TracedRound
from crivello.explain.story import require_players, sentence_with
from crivello.model.errors import Illegal
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.trace import ColourAllocated
from crivello.rules.field import announced_pairs
from crivello.systems.judgement import entrant

K = CauseKind
FIRST_FOR_BYE = {
    ByeOrder.SCORE: N_("of those who can have it you have the fewest points"),
    ByeOrder.GAMES: N_("of those with the fewest points who can have it you played most games"),
    ByeOrder.RANK: N_("of those with the fewest points who can have it you are ranked lowest"),
    ByeOrder.RATING: N_("of those with the fewest points who can have it your rating is lowest"),
    ByeOrder.ORDER: N_("of those with the fewest points who can have it you come first in order"),
    ByeOrder.OPPOSITION: N_(
        "of those with the fewest points who can have it your opponents have done worst"
    ),
}
BEFORE_YOU = {
    ByeOrder.SCORE: N_("You do not have the bye because {other} has fewer points than you."),
    ByeOrder.GAMES: N_(
        "You do not have the bye because {other}, with as many points, has played more games."
    ),
    ByeOrder.RANK: N_(
        "You do not have the bye because {other}, with as many points, is ranked lower."
    ),
    ByeOrder.RATING: N_(
        "You do not have the bye because {other}, with as many points, has a lower rating."
    ),
    ByeOrder.ORDER: N_(
        "You do not have the bye because {other}, with as many points, comes before you in order."
    ),
    ByeOrder.OPPOSITION: N_(
        "You do not have the bye because the opponents of {other}, who has as many points, have "
        "done worse than yours."
    ),
}
UNSAID = N_("For you this cannot be said more simply than the arbiter's answer, which follows.")


class PlayerAnswers:
    """Answers the questions of players about one round."""

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.story = this.story()
        self.obstacles = Obstacles(this)
        self.guide = self.obstacles.guide

    # All that a player asks about the own board

    def of(self, player: int) -> tuple[PlayerAnswer, ...]:
        """Why this opponent, why another group, why this colour; or why the bye."""
        require_players(self.this.tournament, player)
        if player not in self.story.entrant:
            sentence = Sentence(
                N_("You are not paired in this round: absent, withdrawn, or with a requested bye.")
            )
            return (PlayerAnswer(Question.NOT_PAIRED, player, (sentence,), Cause(K.ABSENT)),)
        if self.this.pairing.bye == player:
            return (self.bye(player),)
        answers = [self.opponent(player)]
        floated = self.floating(player)
        if floated is not None:
            answers.append(floated)
        return (*answers, self.colour(player))

    def _answer(
        self, question: Question, player: int, cause: Cause, *sentences: Sentence | None
    ) -> PlayerAnswer:
        said = tuple(one for one in sentences if one is not None)
        return PlayerAnswer(question, player, said[:MOST_SENTENCES], cause)

    def _unsaid(
        self, question: Question, player: int, arbiter: Explanation | None = None
    ) -> PlayerAnswer:
        """Nothing simpler can be said than what the arbiter is told."""
        arbiter = arbiter or explain_player_of(self.this, player)
        return PlayerAnswer(question, player, (Sentence(UNSAID),), Cause(K.UNSAID), arbiter)

    def _score(self, amount: int) -> Score:
        return Score(amount, self.story.unit)

    def _accelerated(self, players: Sequence[int]) -> bool:
        return any(
            self.story.entrant[player].score != self.story.entrant[player].points
            for player in players
        )

    # Why this opponent?

    def opponent(self, player: int) -> PlayerAnswer:
        opponent = self.this.opponent(player)
        assert opponent is not None
        story, name = self.story, self.story.name
        announced = announced_pairs(self.this.tournament, self.this.number, set(story.entrant))
        if any({player, opponent} == set(pair) for pair in announced):
            cause = Cause(K.ANNOUNCED, parts=((player, opponent),))
            template = N_("You and {opponent} meet because this was announced beforehand.")
            return self._answer(
                Question.OPPONENT, player, cause, sentence_with(template, opponent=name(opponent))
            )
        place = self.guide.place(story, player, opponent)
        if place is None:
            return self._unsaid(Question.OPPONENT, player)
        if place.scheme is Scheme.FROM_ABOVE:
            return self._from_above(player, opponent, place)
        if place.natural == opponent:
            cause = Cause(K.IN_ORDER, place.article, ((player, opponent),))
            nothing = sentence_with(N_("Nothing spoke against it."))
            return self._answer(
                Question.OPPONENT, player, cause, self._in_order(player, opponent, place), nothing
            )
        return self._not_in_order(player, opponent, place)

    def _in_order(self, player: int, opponent: int, place: Place) -> Sentence:
        order = place.order
        half = len(order) // 2
        mine, theirs = order.index(player) + 1, order.index(opponent) + 1
        score = self._score(place.score)
        if place.scheme is Scheme.COLUMNS and len(order) > 2:
            row = (order.index(player) % half) + 1
            template = N_(
                "Your group is divided by the colours due into two halves, and you are the "
                "{mine} of yours: so you meet the {mine} of the other, {opponent}."
            )
            return sentence_with(template, mine=Ordinal(row), opponent=self.story.name(opponent))
        level = all(self.story.entrant[one].score == place.score for one in order)
        many = sum(one.score == place.score for one in self.story.field.entrants)
        if level and many == len(order) == 2:
            template = N_("You and {opponent} are the only two with {score}.")
        elif len(order) == 2:
            template = N_("You and {opponent} are the only two left in your group.")
        elif place.scheme is Scheme.ENDS:
            template = (
                N_(
                    "In your group of {size} with {score} the first meets the last, the second "
                    "the last but one: you are {mine}, so your opponent is the {theirs}, "
                    "{opponent}."
                )
                if level
                else N_(
                    "In your group of {size} the first meets the last, the second the last but "
                    "one: you are {mine}, so your opponent is the {theirs}, {opponent}."
                )
            )
        elif not level:
            template = N_(
                "In your group of {size} the upper half meets the lower half in order: you are "
                "{mine}, so your opponent is the {theirs}, {opponent}."
            )
        elif place.rest:
            template = N_(
                "When others of your group had been paired, {size} were left, and the upper half "
                "meets the lower half in order: you are {mine}, so your opponent is the {theirs}, "
                "{opponent}."
            )
        elif self._accelerated(order):
            template = N_(
                "In your group of {size} with {score}, extra points of the first rounds "
                "included, the upper half meets the lower half in order: you are {mine}, so your "
                "opponent is the {theirs}, {opponent}."
            )
        else:
            template = N_(
                "In your group of {size} with {score} the upper half meets the lower half "
                "in order: you are {mine}, so your opponent is the {theirs}, {opponent}."
            )
        return sentence_with(
            template,
            size=len(order),
            score=score,
            mine=Ordinal(mine),
            theirs=Ordinal(theirs),
            opponent=self.story.name(opponent),
        )

    def _not_in_order(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """In order somebody else comes first; what speaks against that one."""
        story, question = self.story, Question.OPPONENT
        if place.natural is None:
            others = [one for one in place.order if one != player]
            cause = self.obstacles.of_meeting_none_of(player, others)
            worse = clause(story, cause, player)
            if worse is None:
                return self._unsaid(question, player)
            template = N_(
                "In order you would have found no opponent in your group, but then {worse}."
            )
            first = sentence_with(template, worse=worse)
        else:
            cause = self.obstacles.of_pair(player, place.natural)
            first_or_none = self._but(player, place.natural, cause)
            if first_or_none is None:
                return self._unsaid(question, player)
            first = first_or_none
        return self._answer(
            question, player, cause, first, *self._so(player, opponent, place, cause)
        )

    def _but(self, player: int, natural: int, cause: Cause) -> Sentence | None:
        told = fact(self.story, cause, player, natural)
        if told is not None:
            template = N_("In order your opponent would have been {natural}, but {fact}.")
            return sentence_with(template, natural=self.story.name(natural), fact=told)
        worse = clause(self.story, cause, player)
        if worse is None:
            return None
        template = N_("In order your opponent would have been {natural}, but then {worse}.")
        return sentence_with(template, natural=self.story.name(natural), worse=worse)

    def _so(self, player: int, opponent: int, place: Place, cause: Cause) -> list[Sentence]:
        """From there to the opponent as it is."""
        found = []
        because = self._why_served(player, cause)
        if because is not None:
            found.append(because)
        half = len(place.order) // 2
        adjacent = (
            place.natural is not None
            and place.scheme is Scheme.HALVES
            and place.order.index(opponent) - place.order.index(place.natural) == 1
            and player in place.order[:half]
        )
        template = (
            N_("Next in order is {opponent}.")
            if adjacent
            else N_("The next pairing in order without this gives you {opponent}.")
        )
        found.append(sentence_with(template, opponent=self.story.name(opponent)))
        return found

    def _why_served(self, player: int, cause: Cause) -> Sentence | None:
        """Why somebody who comes before does not have the opponent that is first in order."""
        if cause.kind is not K.SERVED_FIRST:
            return None
        (first, met), _ = cause.parts
        if first == player:
            return None
        place = self.guide.place(self.story, first, met)
        if place is None or place.natural in (None, met, player):
            return None
        assert place.natural is not None
        forbidden = self.obstacles.forbidden(first, place.natural)
        told = None if forbidden is None else fact(self.story, forbidden, player)
        if told is None:
            return None
        return sentence_with(N_("The reason lies there: {fact}."), fact=told)

    def _from_above(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """One of the two came from another group, and is paired first."""
        mover, resident = (player, opponent) if place.mover == player else (opponent, player)
        if place.first is None:
            return self._met_nobody(player, opponent, place)
        if place.first == resident:
            cause = Cause(K.IN_ORDER, place.article, ((player, opponent),))
            nothing = Sentence(N_("Nothing spoke against it."))
            said = self._of_mover(player, opponent, place)
            return self._answer(Question.OPPONENT, player, cause, said, nothing)
        cause = self.obstacles.of_pair(mover, place.first)
        if mover == player:
            first = self._but(player, place.first, cause)
            then = self._so(player, opponent, place, cause)
        else:
            first = self._of_other(player, opponent, place.first, cause)
            then = []
        if first is None:
            return self._unsaid(Question.OPPONENT, player)
        return self._answer(Question.OPPONENT, player, cause, first, *then)

    def _met_nobody(self, player: int, opponent: int, place: Place) -> PlayerAnswer:
        """In order the one from another group meets nobody here."""
        mine = place.mover == player
        cause = self.obstacles.of_meeting_none_of(player if mine else opponent, place.order)
        worse = clause(self.story, cause, player)
        if worse is None:
            return self._unsaid(Question.OPPONENT, player)
        template = (
            N_("In order you would have met nobody in this group either, but then {worse}.")
            if mine
            else N_(
                "In order {opponent}, from another group, would have met neither you nor others "
                "here, but then {worse}."
            )
        )
        said = sentence_with(template, opponent=self.story.name(opponent), worse=worse)
        return self._answer(Question.OPPONENT, player, cause, said)

    def _of_mover(self, player: int, opponent: int, place: Place) -> Sentence:
        """A pair of somebody from another group, made in order."""
        story, mine = self.story, place.mover == player
        resident = opponent if mine else player
        if not place.ranked or resident not in place.order:
            template = (
                N_(
                    "You come from another group and are paired first: {opponent} is the first in "
                    "order for you there."
                )
                if mine
                else N_(
                    "{opponent} comes from another group and is paired first: you are the first in "
                    "order for them."
                )
            )
        else:
            template = (
                N_(
                    "You come from another group and are paired first, in order: with the {rank} "
                    "of those with {score}, {opponent}."
                )
                if mine
                else N_(
                    "{opponent}, with {theirs}, comes from another group and is paired first, in "
                    "order: with the {rank} of your group, and that is you."
                )
            )
        rank = place.order.index(resident) + 1 if resident in place.order else 1
        return sentence_with(
            template,
            rank=Ordinal(rank),
            score=self._score(place.score),
            opponent=story.name(opponent),
            theirs=self._score(story.entrant[opponent].score),
        )

    def _of_other(self, player: int, opponent: int, first: int, cause: Cause) -> Sentence | None:
        """Whom the opponent, who came from another group, would have met in order."""
        names = {"opponent": self.story.name(opponent), "natural": self.story.name(first)}
        told = fact(self.story, cause, player)
        if told is not None:
            template = N_(
                "In order {opponent}, from another group, would have met {natural}, but {fact}; "
                "so it is you."
            )
            return sentence_with(template, **names, fact=told)
        worse = clause(self.story, cause, player)
        if worse is None:
            return None
        template = N_(
            "In order {opponent}, from another group, would have met {natural} and not you, but "
            "then {worse}."
        )
        return sentence_with(template, **names, worse=worse)

    # Why do I play in another group?

    def floating(self, player: int) -> PlayerAnswer | None:
        """None if the opponent has the same score."""
        opponent = self.this.opponent(player)
        if opponent is None:
            return None
        me, other = self.story.entrant[player], self.story.entrant[opponent]
        if me.score == other.score:
            return None
        left = self.guide.leaving(self.story, player)
        if left is None:
            theirs = self.guide.leaving(self.story, opponent)
            return None if theirs is None else self._met_by(player, opponent, theirs)
        if left.score > me.score:
            return self._brought_up(player, left)
        return self._left(player, left)

    def _met_by(self, player: int, opponent: int, left: Leaving) -> PlayerAnswer:
        """The opponent came from another group; the player stays."""
        me, other = self.story.entrant[player], self.story.entrant[opponent]
        template = (
            N_(
                "You stay in your group; {opponent}, with {theirs}, found no opponent in "
                "their own and joins it."
            )
            if not self.guide.brings_up or other.score > me.score
            else N_(
                "You stay in your group; {opponent}, with {theirs}, comes up to it because "
                "somebody is needed there."
            )
        )
        said = sentence_with(
            template, opponent=self.story.name(opponent), theirs=self._score(other.score)
        )
        cause = Cause(K.IN_ORDER, left.article, ((opponent,),))
        return self._answer(Question.FLOAT, player, cause, said)

    def _left(self, player: int, left: Leaving) -> PlayerAnswer:
        story, question = self.story, Question.FLOAT
        score, size = self._score(story.entrant[player].score), len(left.players)
        others = [one for one in left.players if one != player]
        level = [one for one in story.field.entrants if one.score == story.entrant[player].score]
        if not others and len(level) > 1:
            cause = Cause(K.NOBODY_LEFT, left.article, ((player,),))
            template = N_("Nobody else with {score} is left in your group, so you play in another.")
            return self._answer(question, player, cause, sentence_with(template, score=score))
        if not others:
            cause = Cause(K.ALONE, left.article, ((player,),))
            template = N_(
                "You are the only one with {score}, so your opponent comes from another group."
            )
            return self._answer(question, player, cause, sentence_with(template, score=score))
        if not any(self._may_meet(player, one) for one in others):
            cause = Cause(K.NOBODY_LEFT, story.system.articles.rematch, ((player,),))
            met = all(one in story.entrant[player].history.met for one in others)
            template = (
                N_("You have already met everybody in your group, so you play in another one.")
                if met
                else N_("There is nobody in your group whom you may meet, so you play in another.")
            )
            return self._answer(question, player, cause, sentence_with(template))
        odd = size % 2 == 1 and len(left.floaters) == 1
        template = N_("Your group has {size} players, so one must play in another group.")
        number = sentence_with(template, size=size) if odd else None
        if odd and left.natural == (player,):
            cause = Cause(K.IN_ORDER, left.article, ((player,),))
            last = N_("By the order it is you, and nothing spoke against it.")
            return self._answer(question, player, cause, number, sentence_with(last))
        cause = self.obstacles.of_meeting_one_of(player, others)
        worse = clause(story, cause, player)
        if worse is None:
            return self._unsaid(question, player)
        stayed = sentence_with(N_("If you stayed in your group, {worse}."), worse=worse)
        return self._answer(question, player, cause, number, stayed)

    def _brought_up(self, player: int, left: Leaving) -> PlayerAnswer:
        story, question = self.story, Question.FLOAT
        size = len(left.players)
        template = (
            N_(
                "The group with {score} has one player, so one must come up to it, and "
                "that is you.",
                "The group with {score} has {count} players, so one must come up to it, "
                "and that is you.",
            )
            if len(left.floaters) == 1 and size % 2
            else N_(
                "The group with {score} cannot be paired alone, so some must come up to it, "
                "and you are one of them."
            )
        )
        said = sentence_with(template, score=self._score(left.score), count=size)
        if left.natural == left.floaters:
            cause = Cause(K.IN_ORDER, left.article, ((player,),))
            first = N_("You come first in order, and nothing spoke against it.")
            return self._answer(question, player, cause, said, sentence_with(first))
        cause = self.obstacles.of_meeting_none_of(player, left.players)
        worse = clause(story, cause, player)
        if worse is None:
            return self._unsaid(question, player)
        stayed = sentence_with(N_("If you stayed in your group, {worse}."), worse=worse)
        return self._answer(question, player, cause, said, stayed)

    def _may_meet(self, one: int, other: int) -> bool:
        return self.story.may_meet(self.story.entrant[one], self.story.entrant[other])

    # Why this colour?

    def colour(self, player: int) -> PlayerAnswer:
        step = next(
            step
            for step in self.this.trace
            if isinstance(step, ColourAllocated) and player in (step.white, step.black)
        )
        reason = self.this.teller.colour_reasons[step.rule]
        cause = Cause(K.COLOUR_RULE, step.rule, ((step.white, step.black),))
        said = colour_sentences(self.story, step, reason, player)
        return self._answer(Question.COLOUR, player, cause, *said)

    # Why the bye?

    def bye(self, player: int) -> PlayerAnswer:
        story = self.story
        me, article = story.entrant[player], self.obstacles.bye_article
        entrants = story.field.entrants
        below = [one for one in entrants if _lower(one, me)]
        odd = N_("You have the bye because the number of players is odd and {why}.")
        barred = next((one.id for one in below if one.barred), None)
        passed_over = None if barred is None else self._why_barred(barred)
        if self.guide.bye_first:
            why, cause = self._first_for_bye(player)
            return self._answer(
                Question.BYE, player, cause, sentence_with(odd, why=why), passed_over
            )
        if all(one.barred for one in below):
            why = Sentence(N_("you are the lowest in the ranking who may have it"))
            cause = Cause(K.BYE_ORDER, article, ((player,),), reason=ByeOrder.RANK.value)
            return self._answer(
                Question.BYE, player, cause, sentence_with(odd, why=why), passed_over
            )
        lowest = next(one.id for one in reversed(below) if not one.barred)
        cause = self.obstacles.of_bye(lowest)
        worse = clause(story, cause, player)
        if worse is None:
            return self._unsaid(Question.BYE, player)
        why = Sentence(N_("somebody must be left over"))
        template = N_("If {other}, below you, were left over instead, {worse}.")
        then = sentence_with(template, other=story.name(lowest), worse=worse)
        return self._answer(Question.BYE, player, cause, sentence_with(odd, why=why), then)

    def _first_for_bye(self, player: int) -> tuple[Sentence, Cause]:
        """Why the player comes first in the order of the bye, before the next who can have it."""
        story, article = self.story, self.obstacles.bye_article
        needed = needed_for_the_others(story.trace)
        score = story.entrant[player].score
        level = [
            one.id
            for one in story.field.entrants
            if one.score == score and one.id != player and not one.barred and one.id not in needed
        ]
        orders = {self.guide.bye_order(story, player, other) for other in level}
        order = ByeOrder.SCORE
        if orders:
            order = orders.pop() if len(orders) == 1 else ByeOrder.ORDER
        cause = Cause(K.BYE_ORDER, article, ((player, *level[:1]),), reason=order.value)
        return Sentence(FIRST_FOR_BYE[order]), cause

    def _why_barred(self, barred: int) -> Sentence | None:
        """Why somebody below does not have the bye."""
        cause = self.obstacles.barred(barred)
        if cause.round is None:
            return None
        template = (
            N_("{other}, below you, had it in round {round}.")
            if cause.reason
            else N_("{other}, below you, got points without playing in round {round}.")
        )
        return sentence_with(template, other=self.story.name(barred), round=cause.round)

    # Why not?

    def why_not_pair(self, player: int, other: int) -> PlayerAnswer:
        require_players(self.this.tournament, player, other)
        if player == other:
            raise Illegal(N_("Nobody can meet themselves."))
        self._require_entrants(player, other)
        story, question = self.story, Question.NOT_PAIR
        name = story.name(other)
        if self.this.opponent(player) == other:
            said = sentence_with(N_("You do meet {other} in this round."), other=name)
            return self._answer(question, player, Cause(K.GRANTED), said)
        cause = self.obstacles.of_pair(player, other)
        told = fact(story, cause, player, other)
        if told is not None:
            template = N_("You do not meet {other}: {fact}.")
            return self._answer(
                question, player, cause, sentence_with(template, other=name, fact=told)
            )
        worse = clause(story, cause, player)
        if worse is None:
            this = self.this
            arbiter = explain_why_not_pair(this.system, this.tournament, this.number, player, other)
            return self._unsaid(question, player, arbiter)
        own, served = self._own_order(player, other, cause), story.entrant
        mine, theirs = served[player].score, served[other].score
        template = (
            N_("If you met {other}, {worse}.")
            if mine == theirs
            else N_("If you, with {mine}, met {other}, with {theirs}, {worse}.")
        )
        scores = {"mine": self._score(mine), "theirs": self._score(theirs)}
        said = own or sentence_with(template, other=name, worse=worse, **scores)
        return self._answer(question, player, cause, said, self._changed(player, other, cause))

    def _own_order(self, player: int, other: int, cause: Cause) -> Sentence | None:
        """One of the two is served first, and has somebody else who comes before."""
        if cause.kind is not K.SERVED_FIRST:
            return None
        (first, met), then = cause.parts
        if {first, *then} != {player, other}:
            return None
        name = self.story.name
        template = (
            N_("For you {met} comes before {other} in the order, and nothing speaks against {met}.")
            if first == player
            else N_(
                "For {other}, {met} comes before you in the order, and nothing speaks against it."
            )
        )
        return sentence_with(template, met=name(met), other=name(other))

    def _changed(self, player: int, other: int, cause: Cause) -> Sentence | None:
        """Whom the two opponents as they are would meet."""
        forced = cause.forced
        mine, theirs = self.this.opponent(player), self.this.opponent(other)
        if forced is None or mine is None or theirs is None:
            return None
        partner = {b.white: b.black for b in forced.boards}
        partner |= {b.black: b.white for b in forced.boards}
        name = self.story.name
        if partner.get(mine) == theirs:
            template = N_("Then {one} and {two} would meet.")
            return sentence_with(template, one=name(mine), two=name(theirs))
        if mine in partner and theirs in partner:
            template = N_("Then {one} would meet {new_one}, and {two} {new_two}.")
            return sentence_with(
                template,
                one=name(mine),
                new_one=name(partner[mine]),
                two=name(theirs),
                new_two=name(partner[theirs]),
            )
        return None

    def why_not_bye(self, player: int) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        self._require_entrants(player)
        question = Question.NOT_BYE
        if self.this.pairing.bye == player:
            return replace(self.bye(player), question=question)
        cause = self.obstacles.of_bye(player)
        if cause.kind is K.EVEN:
            template = N_("You have no bye, for the number of players is even and nobody has one.")
            return self._answer(question, player, cause, Sentence(template))
        if cause.kind is K.BARRED:
            template = N_("You may not have the bye.")
            if cause.round is not None:
                template = (
                    N_("You had the bye in round {round}, and nobody has it twice.")
                    if cause.reason
                    else N_(
                        "You got points without playing in round {round}, so you may not have it."
                    )
                )
            return self._answer(question, player, cause, sentence_with(template, round=cause.round))
        if cause.kind is K.NEEDED:
            template = N_("If you had the bye, the others could not all be paired.")
            return self._answer(question, player, cause, Sentence(template))
        holder = self.this.pairing.bye
        assert holder is not None
        lowest = cause.kind is K.LOWEST_BYE
        if lowest or cause.kind is K.BYE_ORDER:
            order = ByeOrder.SCORE if lowest else ByeOrder(cause.reason)
            before = sentence_with(BEFORE_YOU[order], other=self.story.name(holder))
            return self._answer(question, player, cause, before)
        worse = clause(self.story, cause, player)
        if worse is None:
            this = self.this
            arbiter = explain_why_not_bye(this.system, this.tournament, this.number, player)
            return self._unsaid(question, player, arbiter)
        said = sentence_with(N_("If you had the bye, {worse}."), worse=worse)
        return self._answer(question, player, cause, said)

    def why_not_colour(self, player: int, colour: Colour) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        self._require_entrants(player)
        question = Question.NOT_COLOUR
        if self.this.pairing.bye == player:
            return replace(self.bye(player), question=question)
        own = self.colour(player)
        white = any(board.white == player for board in self.this.pairing.boards)
        if white == (colour is Colour.WHITE):
            said = sentence_with(N_("You do have {colour}."), colour=colour_name(colour))
            return self._answer(question, player, Cause(K.GRANTED), said)
        return replace(own, question=question)

    # By another edition?

    def by_another_edition(self, player: int, theirs: TracedRound) -> PlayerAnswer:
        """Is the board the same by another edition, and if not, which one it would be."""
        here, there = _board(self.this, player), _board(theirs, player)
        values: dict[str, Value] = {"edition": Sentence(theirs.system.title)}
        if here == there:
            template = N_("You would have the same by {edition}.")
        elif there is None:
            template = N_("You would have no opponent by {edition}.")
        else:
            opponent, white = there
            template = (
                N_("You would have White against {opponent} by {edition}.")
                if white
                else N_("You would have Black against {opponent} by {edition}.")
            )
            values |= {"opponent": self.story.name(opponent)}
        said = Sentence(template, **values)
        cause = Cause(K.GRANTED if here == there else K.EDITION)
        return self._answer(Question.EDITION, player, cause, said)

    def _require_entrants(self, *players: int) -> None:
        for player in players:
            entrant(self.story.field, player)


def _lower(one: Entrant, me: Entrant) -> bool:
    return (one.score, -one.number) < (me.score, -me.number)


def _board(this: TracedRound, player: int) -> tuple[int, bool] | None:
    """The player's opponent, and whether the player has White; None without a game."""
    for board in this.pairing.boards:
        if player in (board.white, board.black):
            white = player == board.white
            return (board.black if white else board.white), white
    return None
