"""Views of standings, crosstable, pairing cards and other tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from crivello.formats.codec import letters
from crivello.model.tournament import Tournament
from crivello.reports.views.elements import (
    AwardLetter,
    ColourLetter,
    NumberView,
    Points,
    exact_number,
    exact_points,
)
from crivello.standings.categories import Category, ranks_in
from crivello.standings.crosstable import Crosstable
from crivello.standings.finality import open_games
from crivello.standings.standings import Standings
from crivello.standings.table import ExactNumber, Raw, Table
from crivello.standings.teams import team_tables
from crivello.standings.wording import POINTS, standings_table
from crivello.words import Translator


class TableView(TypedDict):
    """A table as people read it, such as a pairing card or the working of a player's tie-breaks."""

    name: str
    """The kind of table: `working`, `card`, `ratings` …"""
    title: list[str]
    columns: list[str]
    """The keys of the columns, the same in every language; they are the headings of the CSV."""
    rows: list[dict[str, int | str | bool | None]]
    """The rows, each by the keys of the columns. Points and tie-breaks are exact texts."""
    numbers: list[dict[str, NumberView]]
    """The same rows, with only those exact texts, as numbers."""
    notes: list[str]
    provisional: bool
    """True if games that count are missing or adjourned, so that the table is not final."""


class TablesView(TypedDict):
    tables: list[TableView]


def number_of(raw: Raw) -> NumberView | None:
    """Return the number of a cell; None for a cell without one."""
    if isinstance(raw, ExactNumber):
        return exact_number(raw.value)
    return exact_number(Fraction(raw)) if type(raw) is int else None


def table_view(table: Table) -> TableView:
    return TableView(
        name=table.name,
        title=[line for line in table.title if line],
        columns=[column.key for column in table.columns],
        rows=[
            {column.key: cell.raw for column, cell in zip(table.columns, row, strict=True)}
            for row in table.rows
        ],
        numbers=[
            {
                column.key: exact_number(cell.raw.value)
                for column, cell in zip(table.columns, row, strict=True)
                if isinstance(cell.raw, ExactNumber)
            }
            for row in table.rows
        ],
        notes=list(table.notes),
        provisional=bool(table.provisional),
    )


def tables_view(tables: Sequence[Table]) -> TablesView:
    return TablesView(tables=[table_view(table) for table in tables])


class TieBreakView(TypedDict):
    code: str
    value: str | int | None
    """The exact value; for a direct encounter the place among the tied players; null if there is
    none.
    """
    number: NumberView | None
    """The value as a number."""


class StandingView(TypedDict):
    rank: int
    """The rank, shared by players whom the tie-breaks do not separate."""
    id: int
    number: int
    title: str | None
    name: str
    rating: int | None
    federation: str | None
    points: Points
    points_number: NumberView
    tie_breaks: list[TieBreakView]


class StandingsView(TypedDict):
    tournament: str
    """The name of the tournament."""
    round: int
    """The round after which the standings are."""
    category: str | None
    """The category to which the ranks belong; null for all players."""
    open_games: int
    """The number of missing or adjourned games, which count as draws for now."""
    provisional: bool
    """True if games are missing or adjourned, so that the standings are not final."""
    rows: list[StandingView]
    notes: list[str]
    teams: list[TableView]
    """The tables of teams and matches of a team event."""
    not_fide: NotRequired[dict[str, str]]
    """The tie-breaks that plug-ins add, by code, with the package; only if there are any."""


def standings_view(
    tournament: Tournament, table: Standings, words: Translator, category: Category | None = None
) -> StandingsView:
    shown = standings_table(tournament, table, words, category)
    ranked = [(row.rank, row) for row in table.rows]
    if category is not None:
        ranked = ranks_in(table, category)
    width = len(table.keys)
    codes = [column.key for column in shown.columns[-width:]]
    rows = [
        StandingView(
            rank=rank,
            id=row.player.id,
            number=row.player.number,
            title=row.player.title.value if row.player.title else None,
            name=row.player.name,
            rating=row.player.rating,
            federation=row.player.federation or None,
            points=exact_points(row.score, table.unit),
            points_number=exact_number(Fraction(row.score, table.unit)),
            tie_breaks=[
                TieBreakView(code=code, value=cell.raw, number=number_of(cell.raw))
                for code, cell in zip(codes, cells[-width:], strict=True)
                if code != POINTS
            ],
        )
        for (rank, row), cells in zip(ranked, shown.rows, strict=True)
    ]
    teams = team_tables(tournament, words) if category is None else ()
    view = StandingsView(
        tournament=tournament.settings.name,
        round=table.round,
        category=None if category is None else str(category),
        open_games=table.open_games,
        provisional=table.open_games > 0,
        rows=rows,
        notes=list(shown.notes),
        teams=[table_view(one) for one in teams],
    )
    added = {key.code: key.rule.plug_in for key in table.keys if key.rule.plug_in}
    if added:
        view["not_fide"] = added
    return view


class CrosstableCellView(TypedDict):
    round: int
    opponent: int | None
    """The id of the opponent."""
    colour: ColourLetter | None
    result: AwardLetter | None
    """The award of this player; null while the game is open."""
    played: bool
    float: str | None
    """`up` or `down`."""
    points: Points
    """The points after this round."""


class CrosstableRowView(TypedDict):
    id: int
    number: int
    name: str
    points: Points
    points_number: NumberView
    rounds: list[CrosstableCellView]


class CrosstableView(TypedDict):
    tournament: str
    """The name of the tournament."""
    system: str
    """The edition by which floats are counted."""
    round: int
    """The last round shown."""
    open_games: int
    """The number of missing or adjourned games, which count as draws for now."""
    provisional: bool
    """True if games are missing or adjourned, so that the crosstable is not final."""
    rows: list[CrosstableRowView]


def crosstable_view(tournament: Tournament, table: Crosstable, system: str) -> CrosstableView:
    count = open_games(tournament, table.rounds)
    return CrosstableView(
        tournament=tournament.settings.name,
        system=system,
        round=table.rounds,
        open_games=count,
        provisional=count > 0,
        rows=[
            CrosstableRowView(
                id=row.player.id,
                number=row.player.number,
                name=row.player.name,
                points=exact_points(row.score, table.unit),
                points_number=exact_number(Fraction(row.score, table.unit)),
                rounds=[
                    CrosstableCellView(
                        round=number,
                        opponent=cell.opponent,
                        colour=letters(cell.colour) if cell.colour else None,
                        result=letters(cell.award) if cell.known else None,
                        played=cell.played and cell.known,
                        float=cell.float.value if cell.float else None,
                        points=exact_points(cell.score, table.unit),
                    )
                    for number, cell in enumerate(row.cells, start=1)
                ],
            )
            for row in table.rows
        ],
    )
