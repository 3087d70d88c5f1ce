"""Tables of a tournament for programs: rows with named columns."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from crivello.front.rounds import NOT_A_ROUND
from crivello.front.score import Score
from crivello.front.standings import chosen_codes
from crivello.front.tournament import Tournament, core
from crivello.front.validation import require_whole_number, show_value
from crivello.front.values import TableItems, source_of
from crivello.model.errors import WordError
from crivello.model.sentence import N_
from crivello.standard.classes import field, frozen
from crivello.words import Language, translator

if TYPE_CHECKING:
    from crivello.reports.subject import Choice, Subject
    from crivello.standings.table import Raw, Table
    from crivello.words import Translator

GAMES = "games"
OF_A_DESK = ("prizes", "changes", "points", "exceptions")
"""Printed tables of what only a desk, or a file of prizes, knows."""
NO_TABLE = N_("There is no table {name}; there are: {known}.")


@frozen
class DataTable(TableItems[dict[str, Any]]):
    """A table of a tournament: a sequence of rows, each a mapping from columns to values.

    >>> import crivello as cv
    >>> games = cv.table(cv.example(), "games")
    >>> games.columns[:5], len(games)
    (('round', 'board', 'white_number', 'white', 'white_rating'), 20)
    >>> games[0]["white"], games[0]["black"], games[0]["white_scored"]
    ('Alice', 'Kevin', Score('1'))
    """

    name: str
    columns: tuple[str, ...]
    """The names of the columns, the same in CSV, XLSX, JSON and Parquet."""
    rows: tuple[dict[str, Any], ...]
    notes: tuple[str, ...] = ()
    _made: tuple[Any, ...] | None = field(default=None, repr=False, compare=False)

    @property
    def _items(self) -> tuple[dict[str, Any], ...]:
        return self.rows

    def _table(self, language: Language) -> Table:
        name, subject, choice = source_of(self._made, "table")
        return _make(name, subject, choice, translator(language))


def table(
    tournament: Tournament,
    name: str = "standings",
    *,
    round: int | None = None,
    tie_breaks: Iterable[str] | None = None,
) -> DataTable:
    """Return a table for programs: ``games``, ``players``, ``standings``, ``crosstable``,
    ``pairings-by-board`` or another printed table.

    `round` is the round that is meant, or the last one that counts; by default the last one. A
    table can be written as CSV and Parquet, and become a data frame of polars or pandas.

    >>> import crivello as cv
    >>> rows = cv.table(cv.example(), "standings", tie_breaks=["BH"])
    >>> rows[0]["name"], rows[0]["points"], rows[0]["BH"]
    ('Bruno', Score('2½'), Score('5½'))
    """
    from crivello.reports.pages import PAGES
    from crivello.reports.plug_in import load_prints
    from crivello.reports.subject import Choice, Subject

    whole = core(tournament)
    if round is not None:
        require_whole_number(round, NOT_A_ROUND)
    load_prints()
    known = [GAMES, *(name for name in PAGES if PAGES[name].tabular and name not in OF_A_DESK)]
    if name not in known:
        raise WordError(NO_TABLE, name=show_value(name), known=", ".join(known))
    subject = Subject.of_tournament(whole, None, time.strftime("%Y-%m-%d"))
    choice = Choice(round=round, tie_breaks=chosen_codes(tie_breaks))
    made = _make(name, subject, choice, translator(Language.EN))
    keys = tuple(column.key for column in made.columns)
    rows = tuple(
        dict(zip(keys, (_value(cell.raw) for cell in row), strict=True)) for row in made.rows
    )
    return DataTable(name, keys, rows, made.notes, (name, subject, choice))


def _value(raw: Raw) -> int | str | bool | Score | None:
    from crivello.standings.table import ExactNumber

    return Score(raw.value) if isinstance(raw, ExactNumber) else raw


def _make(name: str, subject: Subject, choice: Choice, words: Translator) -> Table:
    from crivello.model.matches import has_teams
    from crivello.reports.pages import view
    from crivello.standings.table import Table

    if name == GAMES:
        return _games(subject, choice.round, words.of_teams(has_teams(subject.tournament)))
    document = view(name, subject, choice.round, words.language, choice)
    return next(block for block in document.blocks if isinstance(block, Table))


def _games(subject: Subject, last: int | None, words: Translator) -> Table:
    """Tabulate all games, or matches, with the points of both sides."""
    from crivello.reports.pairings import shown_result
    from crivello.standings.table import TableColumns

    whole, say = subject.tournament, words.say
    last = whole.paired_rounds if last is None else last
    unit = whole.settings.scoring.unit
    found = [
        (number, place, game, whole.player[game.white], whole.player[game.black])
        for number in range(1, last + 1)
        for place, game in enumerate(whole.round(number).games, start=1)
    ]
    past = subject.before(last + 1)

    def points(side: str) -> list[int | None]:
        return [
            None if game.result is None else past[getattr(game, side)].entries[number - 1].points
            for number, _, game, _, _ in found
        ]

    columns = TableColumns(words)
    columns.number("round", say("Round"), (one[0] for one in found), leading=True)
    columns.number("board", say("Board"), (one[1] for one in found), leading=True)
    columns.number("white_number", say("No."), (one[3].number for one in found))
    columns.text("white", say("White"), (one[3].name for one in found), shrinks=True)
    columns.number("white_rating", say("Rating"), (one[3].rating for one in found))
    columns.number("black_number", say("No."), (one[4].number for one in found))
    columns.text("black", say("Black"), (one[4].name for one in found), shrinks=True)
    columns.number("black_rating", say("Rating"), (one[4].rating for one in found))
    results = (shown_result(subject, number, game, words) for number, _, game, _, _ in found)
    columns.cells("result", say("Result"), results)
    columns.score("white_scored", say("Pts"), points("white"), unit)
    columns.score("black_scored", say("Pts"), points("black"), unit)
    return columns.table(GAMES, (whole.settings.name, say("Games")))
