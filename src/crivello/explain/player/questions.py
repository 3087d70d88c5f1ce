"""Answers to all questions of a player, found in the trace of the round or by pairing it again."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from crivello.explain.answers import explain_why_not_pair_of
from crivello.explain.explanation import Value
from crivello.explain.facts import colour_in_round
from crivello.explain.player.answer import (
    Cause,
    CauseKind,
    PlayerAnswer,
    Question,
    add_meanings,
    fit_board,
    say_meanings_once,
)
from crivello.explain.player.asked import AskedRound
from crivello.explain.player.byes import ByeAnswers
from crivello.explain.player.colours import colour_sentences
from crivello.explain.player.obstacle import partners
from crivello.explain.player.opponents import SHORTER, SO_THEN, OpponentAnswers
from crivello.explain.player.place import PartnerChoice, Scheme
from crivello.explain.registry import system_module
from crivello.explain.round import TracedRound
from crivello.explain.story import require_players, sentence_with
from crivello.model.errors import Illegal
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.model.trace import ColourAllocated
from crivello.systems.judgement import entrant

K = CauseKind
ABSENT = N_("You are not paired in this round: absent, withdrawn, or with a requested bye.")

DO_MEET = N_("You do meet {other} in this round.")
DO_NOT_MEET = N_("You do not meet {other}: {fact}.")
IF_MET = N_("If you met {other}, {worse}.")
IF_MET_OTHER_POINTS = N_("You have {mine}, {other} has {theirs}. If you met, {worse}.")
SAME_HALF = N_(
    "You do not meet {other}: listed {listing}, you are both in the {bottom:top|bottom} half of "
    "{group}. The top half meets the bottom half as far as possible."
)
THEY_HAVE_SAME_POINTS = N_(
    "You do not meet {other}: {other} can play {opponent}, who has {score} as well. You have "
    "{mine}, and those with the same points meet as far as possible."
)
SAME_POINTS = N_(
    "You can play {opponent}, who has {score} as you do. {other} has {theirs}, and those with"
    " the same points meet as far as possible."
)
CHOICE = {
    PartnerChoice.HIGHEST: N_(
        "{first:You get|{} gets} the highest-ranked opponent still possible, and {met} is ranked "
        "above {other:you|{}}."
    ),
    PartnerChoice.LOWEST: N_(
        "{first:You get|{} gets} the lowest-placed opponent still possible, and {met} is placed "
        "below {other:you|{}}."
    ),
    PartnerChoice.NEAREST: N_(
        "{first:You get|{} gets} the first possible opponent in the list, and {met} comes before "
        "{other:you|{}}."
    ),
}
BOTH_HAVE = N_("You and {opponent} both have {score} and can play each other.")
NEITHER_WOULD = N_(
    "If you met {other}, with {theirs}, neither you nor {opponent} would have an opponent "
    "with {score}. Then {opponent} would have to meet {instead}, with {points}."
)
NEAREST = N_(
    "{top} is alone with {score}, and you, with {mine}, are the nearest possible opponent."
)
THEN_FURTHER = N_("If you met {other}, {top} would have to meet {who}, with only {points}.")
NEARER = N_(
    "{who:You have|{} has} {points}. {nearer}, with {more}, is nearer to {top:your|the} {score}"
    "{top:| of {}}."
)
DO_HAVE = N_("You do have {colour}.")

SAME_BOARD = N_("You would have the same by {edition}.")
NO_OPPONENT = N_("You would have no opponent by {edition}.")
AGAINST = N_("You would have {black:White|Black} against {opponent} by {edition}.")


class PlayerAnswers:
    """Answers the questions of players about one round."""

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.asked = AskedRound(this)
        self.story = self.asked.story
        self.guide = self.asked.guide
        self.byes = ByeAnswers(self.asked)
        self.opponents = OpponentAnswers(self.asked)

    def of(self, player: int) -> tuple[PlayerAnswer, ...]:
        """Answer why this opponent, why different points, and why this colour; or only why
        the bye.
        """
        require_players(self.this.tournament, player)
        if player not in self.story.entrant:
            said = Sentence(ABSENT)
            return (PlayerAnswer(Question.NOT_PAIRED, player, (said,), Cause(K.ABSENT)),)
        if self.this.pairing.bye == player:
            return (self._with_meanings(self.bye(player)),)
        answers = [self.opponent(player)]
        floating = self.explain_float(player)
        whole = answers[0].sentences
        if floating is not None and floating.sentences not in (whole, whole[:1]):
            answers.append(floating)
        told = say_meanings_once(map(self._with_meanings, (*answers, self.colour(player))))
        return fit_board(told, SHORTER)

    def _with_meanings(self, answer: PlayerAnswer) -> PlayerAnswer:
        """Check the facts of the answer, and explain the words "need" and "number" in it."""
        balance = all(map(_needs_to_balance, self.story.field.entrants))
        return add_meanings(self.asked.printable(answer), balance, SHORTER)

    def opponent(self, player: int) -> PlayerAnswer:
        """Answer why the player has this opponent, beginning with why the opponent leaves other
        points.
        """
        return self.opponents.explain(player)

    def explain_float(self, player: int) -> PlayerAnswer | None:
        """Answer why the opponent has different points; None if the points are the same."""
        return self.opponents.explain_float(player)

    def bye(self, player: int) -> PlayerAnswer:
        """Answer why the player has the bye."""
        return self.byes.explain(player)

    # Why this colour?

    def colour(self, player: int) -> PlayerAnswer:
        step = next(
            step
            for step in self.this.trace
            if isinstance(step, ColourAllocated) and player in (step.white, step.black)
        )
        reason = self.this.narrator.colour_reasons[step.rule]
        cause = Cause(K.COLOUR_RULE, step.rule, ((step.white, step.black),))
        said = colour_sentences(self.story, step, reason, player)
        return self.asked.answer(Question.COLOUR, player, cause, *said)

    def why_not_colour(self, player: int, colour: Colour) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        entrant(self.story.field, player)
        question = Question.NOT_COLOUR
        if self.this.pairing.bye == player:
            return replace(self._with_meanings(self.bye(player)), question=question)
        own = self.colour(player)
        white = any(board.white == player for board in self.this.pairing.boards)
        if white == (colour is Colour.WHITE):
            said = Sentence(DO_HAVE, colour=colour_in_round(colour, player))
            return self.asked.answer(question, player, Cause(K.GRANTED), said)
        return replace(own, question=question)

    # Why not this opponent?

    def why_not_pair(self, player: int, other: int) -> PlayerAnswer:
        return self._with_meanings(self._why_not_pair(player, other))

    def why_not_bye(self, player: int) -> PlayerAnswer:
        return self._with_meanings(self.byes.why_not(player))

    def _why_not_pair(self, player: int, other: int) -> PlayerAnswer:
        require_players(self.this.tournament, player, other)
        if player == other:
            raise Illegal(N_("Nobody can meet themselves."))
        for one in (player, other):
            entrant(self.story.field, one)
        question, name = Question.NOT_PAIR, self.story.name(other)
        if self.this.opponent(player) == other:
            return self.asked.answer(
                question, player, Cause(K.GRANTED), Sentence(DO_MEET, other=name)
            )
        cause = self.asked.obstacles.of_pair(player, other)
        words = self.asked.words(player)
        fact = words.fact(cause, other)
        if cause.kind is not K.UNSAID:
            fact = self.asked.both_need_by_record(player, player, other) or fact
        if fact is not None:
            said = Sentence(DO_NOT_MEET, other=name, fact=fact)
            return self.asked.answer(question, player, cause, said)
        plainly = self._apart_from_the_others(player, other, cause)
        plainly = plainly or self._nearest(player, other, cause)
        plainly = plainly or self._other_should_come_up(player, cause)
        plainly = plainly or self._same_half(player, other, cause)
        plainly = plainly or self._same_points(player, other, cause)
        if plainly:
            return self.asked.answer(question, player, cause, *plainly)
        own = self._own_choice(player, other, cause)
        place = self.guide.place(self.story, player, self.this.opponent(player) or 0)
        if place is not None and not {player, other} <= set(place.order):
            place = None
        if place is not None and own is None:
            rest = self.asked.rest_of_served(player, {player, other}, cause, place)
            if rest is not None:
                gets = Sentence(DO_NOT_MEET, other=name, fact=words.gets(cause))
                then = Sentence(SO_THEN, rest=rest)
                return self.asked.answer(question, player, cause, gets, then)
        worse = self.asked.worse(
            player, self._without_player(player, cause), {player, other}, place
        )
        if worse is None:
            arbiter = explain_why_not_pair_of(self.this, player, other)
            return self.asked.unsaid(question, player, arbiter=arbiter)
        mine, theirs = (self.story.entrant[one].score for one in (player, other))
        said = own or sentence_with(
            IF_MET if mine == theirs else IF_MET_OTHER_POINTS,
            other=name,
            worse=worse,
            mine=self.asked.score_of(player),
            theirs=self.asked.score_of(other),
        )
        return self.asked.answer(question, player, cause, said)

    def _without_player(self, player: int, cause: Cause) -> Cause:
        """Return the cause without `player`, if it names several players who would be left over.

        The player who asks already knows what would happen to them.
        """
        others = tuple(part for part in cause.parts if part != (player,))
        return replace(cause, parts=others) if cause.kind is K.PAIRS and others else cause

    def _other_should_come_up(self, player: int, cause: Cause) -> tuple[Sentence, ...]:
        """Say that the player brought up must be due the colour that the group lacks (Dubov 1997).

        Empty if that is not the cause.
        """
        if cause.kind is not K.COLOUR_UP:
            return ()
        left = self.guide.origin_group(self.story, cause.parts[1][0])
        if left is None or player not in left.players:
            return ()
        return self.opponents.floats.upfloats.colour_that_should_come_up(player, cause, left)

    def _same_half(self, player: int, other: int, cause: Cause) -> tuple[Sentence, ...]:
        """Say that both players are in the same half of their list; empty if they are not."""
        opponent = self.this.opponent(player)
        place = None if opponent is None else self.guide.place(self.story, player, opponent)
        mixed = cause.kind in (K.EXCHANGE, K.HALVES)
        if not mixed or place is None or place.scheme is not Scheme.HALVES:
            return ()
        if other not in place.order or not place.upper:
            return ()
        lower = [place.order.index(one) >= place.upper for one in (player, other)]
        if lower[0] != lower[1]:
            return ()
        return (
            Sentence(
                SAME_HALF,
                bottom=lower[0],
                other=self.story.name(other),
                listing=self.guide.listing(self.story, place.order),
                group=self.asked.group(place.order, place.rest),
            ),
        )

    def _same_points(self, player: int, other: int, cause: Cause) -> tuple[Sentence, ...]:
        """Say that one of the two would lose an opponent with the same points; empty if neither
        would.
        """
        entrant = self.story.entrant
        one = player
        if cause.kind is K.PAIRS and {(player,), (other,)} & set(cause.parts):
            one = other if (other,) in cause.parts else player
            if cause.score != entrant[one].score:
                return ()
        elif cause.kind is not K.UNEQUAL or {player, other} not in map(set, cause.parts):
            return ()
        opponent, score = self.this.opponent(one), entrant[one].score
        if opponent is None or entrant[opponent].score != score:
            return ()
        if entrant[player].score == entrant[other].score:
            return ()
        return (
            sentence_with(
                SAME_POINTS if one == player else THEY_HAVE_SAME_POINTS,
                opponent=self.story.name(opponent),
                score=self.asked.score_of(one, opponent),
                other=self.story.name(other),
                theirs=self.asked.score_of(other),
                mine=self.asked.score_of(player),
            ),
        )

    def _own_choice(self, player: int, other: int, cause: Cause) -> Sentence | None:
        """Say that one of the two is paired first and gets an opponent who comes before the other.

        None if that is not the cause.
        """
        if cause.kind is not K.SERVED_FIRST:
            return None
        (first, met), then = cause.parts
        if {first, *then} != {player, other}:
            return None
        words, (passed,) = self.asked.words(player), {player, other} - {first}
        return Sentence(
            CHOICE[self.guide.choice],
            first=words.name(first),
            met=self.story.name(met),
            other=words.name(passed),
        )

    def _apart_from_the_others(
        self, player: int, other: int, cause: Cause
    ) -> tuple[Sentence, ...] | None:
        """Say that the player and the actual opponent would both have to meet other points.

        None if that is not the cause.
        """
        mine, opponent = self.story.entrant[player].score, self.this.opponent(player)
        if cause.kind not in (K.PAIRS, K.UNEQUAL) or cause.forced is None:
            return None
        if opponent is None or self.story.entrant[opponent].score != mine:
            return None
        if cause.kind is K.PAIRS and (
            cause.score != mine or {part[0] for part in cause.parts} != {player, opponent}
        ):
            return None
        instead = partners(cause.forced).get(opponent)
        if instead is None or mine in (self.story.entrant[one].score for one in (other, instead)):
            return None
        first = Sentence(
            BOTH_HAVE,
            opponent=self.story.name(opponent),
            score=self.asked.score_of(player, opponent),
        )
        return first, Sentence(
            NEITHER_WOULD,
            other=self.story.name(other),
            theirs=self.asked.score_of(other),
            score=self.asked.score_of(player, opponent),
            opponent=self.story.name(opponent),
            instead=self.story.name(instead),
            points=self.asked.score_of(instead),
        )

    def _nearest(self, player: int, other: int, cause: Cause) -> tuple[Sentence, ...]:
        """Say which player is nearest in points to one who would otherwise meet someone further
        down.

        Empty if that is not the cause.
        """
        words = self.asked.words(player)
        found = words.further_below(cause)
        if found is None:
            return ()
        who, top, nearer = found
        if {who, top} == {player, other}:
            return (
                Sentence(
                    NEARER,
                    who=words.name(who),
                    top=words.name(top),
                    nearer=self.story.name(nearer),
                    points=self.asked.score_of(who),
                    score=self.asked.score_of(top),
                    more=self.asked.score_of(nearer),
                ),
            )
        if player != nearer or other in found:
            return ()
        if self.asked.equals(top) != [top]:
            return ()
        name, score, mine = (
            self.story.name(top),
            self.asked.score_of(top),
            self.asked.score_of(player),
        )
        return (
            Sentence(NEAREST, top=name, score=score, mine=mine),
            Sentence(
                THEN_FURTHER,
                other=self.story.name(other),
                top=name,
                who=self.story.name(who),
                points=self.asked.score_of(who),
            ),
        )

    # By another edition?

    def by_another_edition(self, player: int, theirs: TracedRound) -> PlayerAnswer:
        """Answer which board another edition would give the player, or that it would be the
        same.
        """
        here, there = _board(self.this, player), _board(theirs, player)
        values: dict[str, Value] = {"edition": Sentence(theirs.system.title)}
        if here == there:
            template = SAME_BOARD
        elif there is None:
            template = NO_OPPONENT
        else:
            opponent, white = there
            template = AGAINST
            values |= {"opponent": self.story.name(opponent), "black": not white}
        cause = Cause(K.GRANTED if here == there else K.EDITION)
        return self.asked.answer(Question.EDITION, player, cause, Sentence(template, **values))


def answers_about(this: TracedRound) -> PlayerAnswers:
    """Return the object that answers questions about a round; some systems have a class of their
    own.
    """
    module = system_module(this.rules, "player")
    return cast(PlayerAnswers, getattr(module, "ANSWERS", PlayerAnswers)(this))


def _needs_to_balance(one: Entrant) -> bool:
    """Return True if the player needs the colour that balances their colours, or needs none.

    It is the one had less often or, after equally many, the one not had last.
    """
    if one.preference is None:
        return True
    colours, needed = one.history.colours, "W" if one.preference is Colour.WHITE else "B"
    more = 2 * colours.count(needed) - len(colours)
    return more < 0 or (more == 0 and bool(colours) and colours[-1] != needed)


def _board(this: TracedRound, player: int) -> tuple[int, bool] | None:
    """Return the player's opponent, and True if the player has White; None without an opponent."""
    for board in this.pairing.boards:
        if player in (board.white, board.black):
            white = player == board.white
            return (board.black if white else board.white), white
    return None
