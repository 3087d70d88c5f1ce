"""Actions of the page that the desk does not have, decided on the newest state.

A page may be out of date: its result is entered only if what it showed is still there. The
comparison is part of the action, so what somebody else has entered meanwhile, on
another page or the command line, is never overwritten. A pairing is changed on the newest boards.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from crivello.desk import DeskState, Refusal
from crivello.desk import events as e
from crivello.desk.actions import (
    BoardResult,
    ChangeDraft,
    ChangePublished,
    Context,
    EnterBoards,
    EnterResults,
    Plan,
)
from crivello.desk.by_hand import pair_players, swap_players, turn_board
from crivello.desk.events import Boards, ChangeCase
from crivello.desk.matches import figures_of, results_from_home, seats_at, undecided_boards
from crivello.desk.refusals import NoDraft, NoSuchBoard, NoSuchGame, NothingChanged, NotPublished
from crivello.desk.rounds import no_shows
from crivello.model.classes import frozen
from crivello.model.result import Result
from crivello.model.sentence import PlayerRef
from crivello.words import N_


class Stale(Refusal, code="stale"):
    """`found` is there now."""

    template = N_(
        "Table {table}, {white} – {black}: the page showed {shown}, but by now {found} is entered. "
        "{wanted} was not entered."
    )


class Stands(Refusal, code="stands"):
    """There is a result already; both are shown before it changes."""

    template = N_("Table {table}, {white} – {black}: {found} is entered. Change it to {wanted}?")


class Same(Refusal, code="same"):
    """Nothing to do: the entry was sent twice."""

    template = N_("Table {table}, {white} – {black}: {found} is entered already.")


@frozen
class EnterExpected:
    section: str
    round: int
    board: int
    wanted: Result | None
    shown: Result | None = None
    """What the page showed; compared if `compare` is set."""
    compare: bool = False
    confirmed: bool = False
    players: tuple[int, int] | None = None
    """White and Black as the page showed them."""
    turned: bool = False
    """They played with the colours reversed; `wanted` has the real White first."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        if not 1 <= self.round <= len(section.rounds):
            raise NotPublished(round=self.round)
        this = section.rounds[self.round - 1]
        if not 1 <= self.board <= len(this.games):
            raise NoSuchBoard.among(self.round, self.board, this.games)
        game = this.games[self.board - 1]
        white, black = self.players or (game.white, game.black)
        if (white, black) == (game.white, game.black):
            values: dict[str, Any] = {
                "table": this.tables[self.board - 1],
                "white": PlayerRef(white),
                "black": PlayerRef(black),
            }
            if game.result is self.wanted and not self.turned:
                raise Same(found=_word(game.result), **values)
            values |= {"found": _word(game.result), "wanted": _word(self.wanted)}
            if self.compare and game.result is not self.shown:
                raise Stale(shown=_word(self.shown), **values)
            replaced = game.result not in (None, Result.ADJOURNED)
            closed = bool(this.results_published) or self.round < len(section.rounds)
            if replaced and not (self.confirmed and self.compare) and not closed:
                raise Stands(**values)
            if this.boards and self.wanted is Result.ADJOURNED:  # the whole match
                boards = undecided_boards(this.boards[self.board - 1])
                adjourned = tuple(BoardResult(self.board, at, self.wanted) for at in boards)
                if adjourned:
                    return EnterBoards(self.section, adjourned, self.round).decide(state, context)
        turned = self.turned and self.wanted is not None
        entered = e.EnteredResult(self.board, white, black, self.wanted, turned)
        return EnterResults(self.section, (entered,), self.round).decide(state, context)


@frozen
class EnterBoardsExpected:
    """The same for boards of one match; results are seen from the side named first."""

    section: str
    round: int
    results: tuple[BoardResult, ...]
    shown: tuple[Result | None, ...] | None = None
    """What the page showed of these boards; None: it is not compared."""
    confirmed: bool = False
    players: tuple[int, int] | None = None
    """Who sat at the board, if it is one, as the page showed them; the side named first leads."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        plan = EnterBoards(self.section, self.results, self.round).decide(state, context)
        this = section.rounds[self.round - 1]
        match = self.results[0].match
        game, boards = this.games[match - 1], this.boards[match - 1]
        table: object = this.tables[match - 1]
        one, other = seats_at(game, this.lineups, self.results[0].board)
        if len(self.results) == 1:
            table = f"{table}.{self.results[0].board}"
        else:
            one, other = game.white, game.black
        assert one is not None  # else nobody could enter a result there
        assert other is not None
        if self.players not in (None, (one, other)):
            raise NoSuchGame(
                round=self.round,
                white=PlayerRef(self.players[0]),
                black=PlayerRef(self.players[1]),
                board=table,
            )
        stood = results_from_home(game, this.lineups, boards)
        found = tuple(stood[result.board - 1] for result in self.results)
        wanted = tuple(result.result for result in self.results)
        turned = any(result.turned and result.result for result in self.results)
        values: dict[str, Any] = {
            "table": table,
            "white": PlayerRef(one),
            "black": PlayerRef(other),
            "found": _row(found),
        }
        if found == wanted and not turned:
            raise Same(**values)
        values["wanted"] = _row(wanted)
        if self.shown is not None and self.shown != found:
            raise Stale(shown=_row(self.shown), **values)
        replaced = any(
            old not in (None, Result.ADJOURNED) and (old is not new or turned)
            for old, new in zip(found, wanted, strict=True)
        )
        closed = bool(this.results_published) or self.round < len(section.rounds)
        if replaced and not (self.confirmed and self.shown is not None) and not closed:
            raise Stands(**values)
        return plan


def expected_entry(
    section: str,
    round: int,
    board: int,
    game: int,
    wanted: Result | None,
    *,
    shown: Result | None = None,
    compare: bool = True,
    confirmed: bool = False,
    players: tuple[int, int] | None = None,
) -> EnterExpected | EnterBoardsExpected:
    """One result of a table; of a match that of its board `game`, which is 0 elsewhere."""
    if not game:
        return EnterExpected(section, round, board, wanted, shown, compare, confirmed, players)
    one = BoardResult(board, game, wanted)
    compared = (shown,) if compare else None
    return EnterBoardsExpected(section, round, (one,), compared, confirmed, players)


def _row(results: tuple[Result | None, ...]) -> Result | str:
    """One result in words, several in figures."""
    return _word(results[0]) if len(results) == 1 else figures_of(results)


def _word(result: Result | None) -> Result | str:
    return "–" if result is None else result


# Changes of a pairing


class Rearrangement(Enum):
    SWAP = "swap"
    """Two players change places; one of them may have the bye."""
    TURN = "turn"
    """The colours of a board are reversed."""
    MEET = "meet"
    """These two meet, the first with White; their former opponents meet each other."""


@frozen
class Rearrange:
    section: str
    rearrangement: Rearrangement
    one: int
    other: int | None = None
    case: ChangeCase | None = None
    """With a case the published round changes, without one the draft."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        if self.case is None:
            draft = section.draft
            if draft is None:
                raise NoDraft(round=section.next_round)
            boards, bye = self._rearrange(draft.boards, draft.bye)
            return ChangeDraft(self.section, boards, bye).decide(state, context)
        if not section.rounds:
            raise NotPublished(round=1)
        this = section.rounds[-1]
        played = tuple((game.white, game.black) for game in this.games)
        away = no_shows(this.games) if self.case is ChangeCase.WITHOUT_OPPONENT else frozenset()
        boards, bye = self._rearrange(played, this.bye, away)
        return ChangePublished(self.section, boards, bye, self.case).decide(state, context)

    def _rearrange(
        self, boards: Boards, bye: int | None, away: frozenset[int] = frozenset()
    ) -> tuple[Boards, int | None]:
        before = boards, bye
        after = before
        if self.rearrangement is Rearrangement.TURN:
            after = turn_board(boards, self.one), bye
        elif self.other is not None and self.other != self.one:
            if self.rearrangement is Rearrangement.MEET:
                after = pair_players(boards, bye, self.one, self.other, away)
            else:
                places = {self.one: self.other, self.other: self.one}
                after = swap_players(boards, self.one, self.other), places.get(bye or 0, bye)
        if after == before:
            raise NothingChanged()
        return after
