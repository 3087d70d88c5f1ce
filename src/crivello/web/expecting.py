"""A result from a page that may be out of date: entered only if what it showed is still there.

The comparison is part of the action, so it is made on the newest state, in the same moment as the
result is written; whoever was quicker, another page or the command line, is never overwritten.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crivello.desk import DeskState, Refusal
from crivello.desk import events as e
from crivello.desk.actions import Context, EnterResults, Plan
from crivello.desk.refusals import NoSuchBoard, NotPublished
from crivello.model.result import Result
from crivello.words import N_


class Stale(Refusal):
    """`found` is what stands there now."""

    template = N_(
        "Table {table}, {white} – {black}: the page showed {shown}, but by now {found} is entered. "
        "{wanted} was not entered."
    )


class Stands(Refusal):
    """There is a result; both are shown before it changes."""

    template = N_("Table {table}, {white} – {black}: {found} is entered. Change it to {wanted}?")


class Same(Refusal):
    """Nothing to do: an entry that was sent twice."""

    template = N_("Table {table}, {white} – {black}: {found} is entered already.")


@dataclass(frozen=True, slots=True)
class EnterExpected:
    section: str
    round: int
    board: int
    wanted: Result | None
    shown: Result | None = None
    """What the page showed; compared only if `compare` is set."""
    compare: bool = False
    confirmed: bool = False
    players: tuple[int, int] | None = None
    """White and Black as the page showed them."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        if not 1 <= self.round <= len(section.rounds):
            raise NotPublished(round=self.round)
        this = section.rounds[self.round - 1]
        if not 1 <= self.board <= len(this.games):
            raise NoSuchBoard(round=self.round, board=self.board, last=len(this.games))
        game = this.games[self.board - 1]
        white, black = self.players or (game.white, game.black)
        if (white, black) == (game.white, game.black):
            values: dict[str, Any] = {
                "table": this.tables[self.board - 1],
                "white": white,
                "black": black,
            }
            if game.result is self.wanted:
                raise Same(found=_word(game.result), **values)
            values |= {"found": _word(game.result), "wanted": _word(self.wanted)}
            if self.compare and game.result is not self.shown:
                raise Stale(shown=_word(self.shown), **values)
            replaced = game.result not in (None, Result.ADJOURNED)
            if replaced and not (self.confirmed and self.compare) and not this.results_published:
                raise Stands(**values)
        entered = e.Entered(self.board, white, black, self.wanted)
        return EnterResults(self.section, (entered,), self.round).decide(state, context)


def _word(result: Result | None) -> Result | str:
    return "–" if result is None else result
