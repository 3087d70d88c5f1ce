"""Answers to players in a round robin: their numbers in the table, and when they meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crivello.explain.facts import (
    ColourFact,
    ColourOf,
    Numbered,
    RoundEvent,
    RoundOf,
    colour_in_round,
)
from crivello.explain.player.answer import Cause, CauseKind, PlayerAnswer, Question
from crivello.explain.player.place import OriginGroup, Place, PlayerGuide
from crivello.explain.player.questions import PlayerAnswers
from crivello.explain.roundrobin.narrator import table_read
from crivello.explain.story import Story, require_players, sentence_with
from crivello.model.errors import Illegal
from crivello.model.pairing import Board
from crivello.model.result import Colour
from crivello.model.sentence import N_, Sentence
from crivello.rules.round_robin import BERGER_TABLES, colour_rule
from crivello.systems.roundrobin.system import RoundRobin

FREE = N_(
    "You are free in this round: the number of players is odd, and by the table it is the turn of "
    "your number, {mine}."
)
NO_POINTS = N_("Being free is not a bye, so it gives no points.")
LEFT_OUT = N_(
    "You have no game in this round: you or your opponent in the table are not there, and the "
    "others play as the table has it."
)
OPPONENT = N_(
    "You meet everybody, in the order of a table that was fixed before round 1. In this round"
    " it has your number, {mine}, against {theirs}, the number of {opponent}."
)
AGAIN = N_("You meet again in round {round}, and then you have {colour}.")
ALSO_MET = N_("You have already met in round {round}, with {colour} for you.")
COLOUR = N_("You have {colour}: your number is {mine}, your opponent's {theirs}, and {rule}.")
RETURN = N_("This is the first game; in the return game you have {opposite}.")
RETURNED = N_(
    "You have {colour}: your number is {mine}, your opponent's {theirs}. In the first game "
    "{rule}. This is the return game, so it is the other way round."
)
MEET = N_("You meet {other} in round {round}, with {colour} for you.")
MET = N_("You met {other} in round {round}, with {colour} for you.")
NO_BYE = N_(
    "You have no bye, because nobody has one in a round robin. If the number of players is "
    "odd, one of them is free in each round, without points."
)


class RoundRobinGuide(PlayerGuide):
    """A guide without places or groups, which a round robin does not have."""

    def place(self, story: Story, player: int, opponent: int) -> Place | None:
        return None

    def origin_group(self, story: Story, player: int) -> OriginGroup | None:
        return None


class RoundRobinAnswers(PlayerAnswers):
    def of(self, player: int) -> tuple[PlayerAnswer, ...]:
        require_players(self.this.tournament, player)
        if self.this.opponent(player) is None:
            return (self._free(player),)
        return self.opponent(player), self.colour(player)

    def _free(self, player: int) -> PlayerAnswer:
        step = table_read(self.story)
        free = player == step.free
        said = sentence_with(FREE if free else LEFT_OUT, mine=_number(step.number, player))
        cause = Cause(CauseKind.TABLE if free else CauseKind.ABSENT, BERGER_TABLES if free else "")
        points = Sentence(NO_POINTS) if free else None
        return self.asked.answer(Question.NOT_PAIRED, player, cause, said, points)

    def opponent(self, player: int) -> PlayerAnswer:
        opponent = self.this.opponent(player)
        assert opponent is not None
        number = table_read(self.story).number
        said = sentence_with(
            OPPONENT,
            mine=_number(number, player),
            theirs=_number(number, opponent),
            opponent=self.story.name(opponent),
        )
        again = [
            _meeting(ALSO_MET if one < self.this.number else AGAIN, one, board, player)
            for one, board in self._meetings(player, opponent)
            if one != self.this.number
        ]
        cause = Cause(CauseKind.TABLE, BERGER_TABLES, ((player, opponent),))
        return self.asked.answer(Question.OPPONENT, player, cause, said, *again)

    def explain_float(self, player: int) -> PlayerAnswer | None:
        return None

    def colour(self, player: int) -> PlayerAnswer:
        opponent = self.this.opponent(player)
        assert opponent is not None
        step = table_read(self.story)
        mine, theirs = step.number[player], step.number[opponent]
        has = Colour.WHITE if (mine, theirs) in step.pairs else Colour.BLACK
        returns = len(self._meetings(player, opponent)) == 2
        said = sentence_with(
            RETURNED if step.turned else COLOUR,
            colour=colour_in_round(has, player),
            mine=_number(step.number, player),
            theirs=_number(step.number, opponent),
            rule=Sentence(colour_rule(mine, theirs, len(step.seats)).sentence),
        )
        cause = Cause(CauseKind.COLOUR_RULE, BERGER_TABLES, ((player, opponent),))
        then = Sentence(RETURN, opposite=ColourOf(has.opposite, ColourFact.IN_RETURN, (player,)))
        first = returns and not step.turned
        return self.asked.answer(Question.COLOUR, player, cause, said, then if first else None)

    def why_not_pair(self, player: int, other: int) -> PlayerAnswer:
        """Answer in which rounds the two players meet."""
        require_players(self.this.tournament, player, other)
        if player == other:
            raise Illegal(N_("Nobody can meet themselves."))
        name, question = self.story.name(other), Question.NOT_PAIR
        if self.this.opponent(player) == other:
            said = sentence_with(N_("You do meet {other} in this round."), other=name)
            return self.asked.answer(question, player, Cause(CauseKind.GRANTED), said)
        (first, board), *later = self._meetings(player, other)
        template = MET if first < self.this.number else MEET
        when = [_meeting(template, first, board, player, other=name)]
        for one, board in later:
            template = ALSO_MET if one < self.this.number else AGAIN
            when.append(_meeting(template, one, board, player))
        cause = Cause(CauseKind.TABLE, BERGER_TABLES, ((player, other),))
        return self.asked.answer(question, player, cause, *when)

    def why_not_bye(self, player: int) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        cause = Cause(CauseKind.TABLE, BERGER_TABLES)
        return self.asked.answer(Question.NOT_BYE, player, cause, Sentence(NO_BYE))

    def why_not_colour(self, player: int, colour: Colour) -> PlayerAnswer:
        require_players(self.this.tournament, player)
        if self.this.opponent(player) is None:
            return replace(self._free(player), question=Question.NOT_COLOUR)
        return super().why_not_colour(player, colour)

    def _meetings(self, one: int, other: int) -> list[tuple[int, Board]]:
        system = self.this.rules
        assert isinstance(system, RoundRobin)
        return system.meetings(self.this.tournament, one, other)


def _meeting(template: str, number: int, board: Board, player: int, **values: object) -> Sentence:
    colour = Colour.WHITE if board.white == player else Colour.BLACK
    return sentence_with(
        template,
        round=RoundOf(number, RoundEvent.TABLE, board.white, board.black),
        colour=ColourOf(colour, ColourFact.IN_ROUND, (player,), number),
        **values,
    )


def _number(number: Mapping[int, int], player: int) -> Numbered:
    return Numbered(number[player], player)


GUIDE = RoundRobinGuide
ANSWERS = RoundRobinAnswers
