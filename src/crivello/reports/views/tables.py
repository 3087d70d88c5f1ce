"""Views of standings, crosstable, cards and other tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from crivello.formats.codec import letters
from crivello.model.tournament import Tournament
from crivello.reports.views.elements import AwardLetter, ColourLetter, Points, exact_points
from crivello.standings.categories import Category, ranks_in
from crivello.standings.crosstable import Crosstable
from crivello.standings.finality import open_games
from crivello.standings.standings import Standings
from crivello.standings.table import Table
from crivello.standings.teams import team_tables
from crivello.standings.wording import standings_table
from crivello.words import Translator


class TableView(TypedDict):
    """A table as people read it: the working of a place, a pairing card."""

    name: str
    """The kind of table: `working`, `card`, `ratings` …"""
    title: list[str]
    columns: list[str]
    """Their keys, the same in every language; they are the headings of the CSV."""
    rows: list[dict[str, int | str | bool | None]]
    """The rows by the keys of the columns. Points and tie-breaks are exact texts, as everywhere."""
    notes: list[str]
    provisional: bool
    """It counts games that are missing or adjourned: this is not final."""


class TablesView(TypedDict):
    tables: list[TableView]


def table_view(table: Table) -> TableView:
    return TableView(
        name=table.name,
        title=[line for line in table.title if line],
        columns=[column.key for column in table.columns],
        rows=[
            {column.key: cell.raw for column, cell in zip(table.columns, row, strict=True)}
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
    """Exact; of a direct encounter the place among those tied; null where there is none."""


class StandingView(TypedDict):
    rank: int
    """Shared by players whom the tie-breaks do not separate."""
    id: int
    number: int
    title: str | None
    name: str
    rating: int | None
    federation: str | None
    points: Points
    tie_breaks: list[TieBreakView]


class StandingsView(TypedDict):
    tournament: str
    """Its name."""
    round: int
    """After which."""
    category: str | None
    """The category of the ranks; null: all players."""
    open_games: int
    """Missing or adjourned; counted as draws for the time being."""
    provisional: bool
    """There are such games: this is not final."""
    rows: list[StandingView]
    notes: list[str]
    teams: list[TableView]
    """The tables of teams and matches of a team event."""


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
            tie_breaks=[
                TieBreakView(code=code, value=cell.raw)
                for code, cell in zip(codes, cells[-width:], strict=True)
                if code != "PTS"
            ],
        )
        for (rank, row), cells in zip(ranked, shown.rows, strict=True)
    ]
    teams = team_tables(tournament, words) if category is None else ()
    return StandingsView(
        tournament=tournament.settings.name,
        round=table.round,
        category=None if category is None else str(category),
        open_games=table.open_games,
        provisional=table.open_games > 0,
        rows=rows,
        notes=list(shown.notes),
        teams=[table_view(one) for one in teams],
    )


class CrosstableCellView(TypedDict):
    round: int
    opponent: int | None
    """The id."""
    colour: ColourLetter | None
    result: AwardLetter | None
    """The award of this side; null while the game is open."""
    played: bool
    float: str | None
    """`up` or `down`."""
    points: Points
    """After this round."""


class CrosstableRowView(TypedDict):
    id: int
    number: int
    name: str
    points: Points
    rounds: list[CrosstableCellView]


class CrosstableView(TypedDict):
    tournament: str
    """Its name."""
    system: str
    """The edition that counts the floats."""
    round: int
    """The last one shown."""
    open_games: int
    """Missing or adjourned; counted as draws for the time being."""
    provisional: bool
    """There are such games: this is not final."""
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
