"""Judge a given round by the table of a round robin."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from crivello.model.errors import Impossible
from crivello.model.field import Field
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.trace import Trace
from crivello.model.trace.round_robin import TableRead
from crivello.rules.round_robin import BERGER_TABLES, PlannedRound
from crivello.systems.judgement import (
    Defect,
    Difference,
    JudgedSystem,
    RoundJudge,
    Wish,
    entrant,
)

ELSEWHERE = N_("{one} and {other} meet in round {meeting} of this schedule.")
NEVER = N_("{one} and {other} do not meet in this schedule.")
NO_BYE = N_("A round robin has no bye: whoever meets the empty number is free, without points.")
NOT_THE_TABLE = N_(
    "The table pairs {white} and {black} in this round; this pairing has no such game."
)
MORE_THAN_THE_TABLE = N_("{white} and {black} meet, but not in this round of the table.")
COLOURS = N_("{white} has White against {black} in this round of the table, not Black.")


def boards_of(step: TableRead) -> Iterator[Board]:
    """Yield the games of the table in which both players are present."""
    player = dict(step.seats)
    for white, black in step.pairs:
        board = Board(player[white], player[black])
        if not {*board} & {*step.away}:
            yield board


def meetings(
    seats: Mapping[int, int], rounds: Iterable[PlannedRound], one: int, other: int
) -> Iterator[tuple[int, Board]]:
    """Yield each round number and board in which two players meet; `seats` are the players' ids by
    table number.
    """
    for planned in rounds:
        for white, black in planned.pairs:
            board = Board(seats[white], seats[black])
            if {one, other} == set(board):
                yield planned.number, board


class RoundRobinJudge(RoundJudge):
    """Judges a round whose only right pairing is that of the table."""

    def __init__(
        self, system: JudgedSystem, field: Field, trace: Trace, planned: Iterable[PlannedRound]
    ) -> None:
        super().__init__(system, field, trace)
        self.planned = planned
        (step,) = [step for step in trace if isinstance(step, TableRead)]
        self.seats = dict(step.seats)
        self.boards = tuple(boards_of(step))

    def _pair_with(self, wish: Wish) -> RoundPairing:
        apart = {frozenset(pair) for pair in wish.apart}
        if any(frozenset(board) in apart for board in self.boards):
            raise Impossible(N_("The table has no other pairing for this round."))
        return RoundPairing(self.field.round, self.system.key, self.boards)

    def judge(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        if bye is not None:
            return self._refuse_bye(bye)
        return self._compare(boards, bye)

    def _compare(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        given, right = set(boards), set(self.boards)
        for board in sorted(right - given, key=self.boards.index):
            turned = Board(board.black, board.white) in given
            return _make_difference(board, COLOURS if turned else NOT_THE_TABLE, turned)
        for board in sorted(given - right, key=str):
            return _make_difference(board, MORE_THAN_THE_TABLE, turned=False)
        return None

    def opponents_with(self, player: int, colour: Colour) -> frozenset[int]:
        entrant(self.field, player)
        if colour is Colour.WHITE:
            return frozenset(board.black for board in self.boards if board.white == player)
        return frozenset(board.white for board in self.boards if board.black == player)

    def forbids_pair(self, one: int, other: int) -> Difference | None:
        """Return the difference that names the round in which the two meet; None if it is this
        round.
        """
        if any({one, other} == set(board) for board in self.boards):
            return None
        rounds = [number for number, _ in meetings(self.seats, self.planned, one, other)]
        later = next((number for number in rounds if number > self.field.round), None)
        values = {"one": PlayerRef(one), "other": PlayerRef(other)}
        sentence = Sentence(NEVER, **values)
        if rounds:
            sentence = Sentence(ELSEWHERE, **values, meeting=later or rounds[-1])
        return Difference(Defect.ABSOLUTE, BERGER_TABLES, sentence, players=(one, other))

    def forbids_bye(self, player: int) -> Difference | None:
        return self._refuse_bye(player)

    @staticmethod
    def _refuse_bye(player: int) -> Difference:
        sentence = Sentence(NO_BYE)
        return Difference(Defect.ABSOLUTE, BERGER_TABLES, sentence, players=(player,))


def _make_difference(board: Board, template: str, turned: bool) -> Difference:
    values = {"white": PlayerRef(board.white), "black": PlayerRef(board.black)}
    level = Defect.COLOUR if turned else Defect.PROCEDURE
    players = (board.white, board.black)
    return Difference(level, BERGER_TABLES, Sentence(template, **values), players=players)
