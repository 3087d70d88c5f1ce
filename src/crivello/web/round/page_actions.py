"""Actions of the page Round that `crivello.desk` does not have; they are decided on the newest
state.

A page may be out of date: its result is entered only if what it showed is still there. The
comparison is part of the action, so an entry made meanwhile elsewhere is never overwritten. A
pairing is changed on the newest boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from crivello.desk import DeskState, Refusal
from crivello.desk.actions import (
    BoardResult,
    ChangeDraft,
    ChangePublished,
    Context,
    EnterBoards,
    Plan,
)
from crivello.desk.actions.results import find_table, require_game
from crivello.desk.by_hand import pair_players, swap_players, turn_board
from crivello.desk.descriptions import with_colours
from crivello.desk.events import Boards, ChangeCase
from crivello.desk.refusals import (
    BoardsMissing,
    NoDraft,
    NoSuchGame,
    NothingChanged,
    NotPublished,
)
from crivello.desk.rounds import no_shows
from crivello.model.result import Result
from crivello.model.sentence import PlayerRef
from crivello.model.tables import GameTable, Results, figures_of
from crivello.standard.classes import frozen
from crivello.words import N_, Sentence


class EnteredMeanwhile(Refusal, code="stale"):
    """Another result was entered after the page was shown."""

    template = N_(
        "Table {table}, {white} – {black}: the page showed {shown}, but by now {found} is entered. "
        "{wanted} was not entered."
    )


class WouldReplace(Refusal, code="stands"):
    """The table has another result already; the page shows both and asks."""

    template = N_("Table {table}, {white} – {black}: {found} is entered. Change it to {wanted}?")


class AlreadyEntered(Refusal, code="same"):
    """The same result is entered already: the entry was sent twice."""

    template = N_("Table {table}, {white} – {black}: {found} is entered already.")


AS_STORED = {
    False: N_("{white} – {black} {result}, with reversed colours"),
    True: N_("{white} – {black} {result}, with the colours of the pairing"),
}
"""The text for a result that changes the colours; the key says whether they are reversed so far."""
WHOLE = 0
"""Stands in place of a board for the whole table, if that has only one board or its match is
adjourned."""


@frozen
class EnterExpected:
    """Enter results of one table, if the table is still as the page showed it."""

    section: str
    round: int
    results: tuple[BoardResult, ...]
    """The results of the boards of one table, or one result for the `WHOLE` table."""
    shown: Results | None = None
    """The results that the page showed for these boards; None to skip the comparison."""
    confirmed: bool = False
    players: tuple[int, int] | None = None
    """The two players of a single board as the page showed them, the side named first in front."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        if not 1 <= self.round <= len(section.rounds):
            raise NotPublished(round=self.round)
        this = section.rounds[self.round - 1]
        table = find_table(this, self.round, self.results[0].match)
        entered = tuple(self._on_boards(table))
        label, sides = self._place(table)
        if self.players not in (None, sides):
            white, black = map(PlayerRef, self.players)
            raise NoSuchGame(round=self.round, white=white, black=black, board=label)
        found = tuple(
            table.results[one.board - 1] if one.board else table.pair.result for one in self.results
        )
        wanted = tuple(one.result for one in self.results)
        turned = bool(turning_results(table, self.results))
        values: dict[str, Any] = {
            "table": label,
            "white": PlayerRef(sides[0]),
            "black": PlayerRef(sides[1]),
            "found": _row(found),
        }
        if found == wanted and not turned:
            raise AlreadyEntered(**values)
        values["wanted"] = _as_stored(table, self.results)
        if self.shown is not None and self.shown != found:
            raise EnteredMeanwhile(shown=_row(self.shown), **values)
        replaced = any(
            old not in (None, Result.ADJOURNED) and (old is not new or turned)
            for old, new in zip(found, wanted, strict=True)
        )
        closed = bool(this.results_published) or self.round < len(section.rounds)
        if replaced and not (self.confirmed and self.shown is not None) and not closed:
            raise WouldReplace(**values)
        return EnterBoards(self.section, entered, self.round).decide(state, context)

    def _on_boards(self, table: GameTable) -> Iterator[BoardResult]:
        """Yield the results, each with its board."""
        for one in self.results:
            if one.board or not table.is_match:
                board = one.board or 1
                require_game(table, board)
                yield replace(one, board=board)
                continue
            boards = table.undecided_boards
            if one.result is not Result.ADJOURNED or not boards:
                white, black = PlayerRef(table.pair.white), PlayerRef(table.pair.black)
                raise BoardsMissing(white=white, black=black, table=table.number)
            yield from (replace(one, board=board) for board in boards)

    def _place(self, table: GameTable) -> tuple[str, tuple[int, int]]:
        """Return the label of the table or board of these results, and the two who meet there."""
        (one, *others) = self.results
        if others or not one.board:
            return str(table.number), (table.pair.white, table.pair.black)
        return table.label(one.board), table.players(one.board)


def results_by_colour(table: GameTable, results: Sequence[BoardResult]) -> Results:
    """Return results as pages show them: those of a match begin with the side named first, others
    with White.
    """
    turned = [] if table.is_match else turning_results(table, results)
    return tuple(
        one.result.mirrored if one.result and one in turned else one.result for one in results
    )


def turning_results(table: GameTable, results: Iterable[BoardResult]) -> list[BoardResult]:
    """Return those of the results that change the colours recorded for their boards."""
    return [one for one in results if table.turns(one if one.board else replace(one, board=1))]


def _as_stored(table: GameTable, results: tuple[BoardResult, ...]) -> Result | str | Sentence:
    """Return results as they will be stored; if the colours change, with a note on who has
    which.
    """
    found = _row(results_by_colour(table, results))
    turning = turning_results(table, results)
    if table.is_match:
        reversed_ = (one.board for one in turning if one.turned)
        return with_colours(found, reversed_, (one.board for one in turning if not one.turned))
    if not turning:
        return found
    white, black = PlayerRef(table.pair.black), PlayerRef(table.pair.white)
    return Sentence(AS_STORED[table.pair.reversed], white=white, black=black, result=found)


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
) -> EnterExpected:
    """Return the entry of one result: for a board of a match, or for the `WHOLE` table."""
    one = BoardResult(board, game, wanted)
    compared = (shown,) if compare else None
    return EnterExpected(section, round, (one,), compared, confirmed, players)


def _row(results: tuple[Result | None, ...]) -> Result | str:
    """Return one result in words, or several in figures."""
    return _word(results[0]) if len(results) == 1 else figures_of(results)


def _word(result: Result | None) -> Result | str:
    return "–" if result is None else result


# Changes of a pairing


class Rearrangement(Enum):
    """The ways to change a pairing by hand."""

    SWAP = "swap"
    """Two players change places; one of them may have the bye."""
    TURN = "turn"
    """The colours of a board are reversed."""
    MEET = "meet"
    """These two meet, the first with White; their former opponents meet each other."""


@frozen
class Rearrange:
    """Change the draft by hand, or with a `case` the published round."""

    section: str
    rearrangement: Rearrangement
    one: int
    other: int | None = None
    case: ChangeCase | None = None
    """The case for changing the published round; None to change the draft."""

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
