"""Write the reference of the columns of all tables: `make generate WHAT=fields`.

The columns are read off real tables, of a tournament of players and one of teams.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import crivello as cv
from crivello.front.data_table import OF_A_DESK
from crivello.model.matches import people_after
from crivello.reports.pages import PAGES, view
from crivello.standings.crosstable import card_table, crosstable
from crivello.standings.norms import field_of, norm_checks, norm_table
from crivello.standings.ratings import rating_changes, rating_table
from crivello.standings.round_robin import GridOrder, grid_table
from crivello.standings.standings import standings
from crivello.standings.statistics import statistics, statistics_table, upsets_table
from crivello.standings.table import Table, values_by_column
from crivello.standings.teams import team_tables
from crivello.standings.wording import working_table
from crivello.systems.registry import find
from crivello.words import Language, translator

COLUMNS = Path(__file__).resolve().parent.parent / "docs" / "reference" / "columns.md"
ABOUT = """# Columns of tables

A column has one name in CSV, XLSX, Parquet, JSON and data frames, the same in every language.
Numbers are exact in JSON and in Python; CSV has them as decimals, with ten places where a fraction
has no end, XLSX and Parquet as the nearest floating point number. A tie-break has its code as its
name (`BH/C1`); where it is announced twice, `DE 2`. *K* is a round or a number.

| column | heading | values | tables |
|---|---|---|---|
"""
KINDS = {int: "whole number", float: "number", bool: "yes or no", str: "text"}
TIE_BREAKS = ("BH", "SB")


def tables() -> Iterator[tuple[str, Table]]:
    """Yield every table with its name."""
    words = translator(Language.EN)
    players = cv.generate(24, 5, seed=7, forfeits=20, half_point_byes=20)
    players = players.with_settings(tie_breaks=TIE_BREAKS)
    teams = cv.generate(6, 3, seed=4, system="team")
    for t in (players, teams):
        yield "games", cv.table(t, "games")._table(Language.EN)
        for page in PAGES.values():
            if page.tabular and page.name not in OF_A_DESK:
                for block in view(page.name, t.model).blocks:
                    if isinstance(block, Table):
                        yield page.name, block
    whole = players.model
    table = standings(whole)
    crossed = crosstable(whole, find("dutch-2026").field_rules)
    yield "card", card_table(whole, crossed, crossed.rows[0], words)
    yield "working", working_table(whole, table, 1, words)
    yield "ratings", rating_table(whole, rating_changes(whole, 5, "standard"), 5, words)
    found = statistics(whole, 5)
    yield "statistics", statistics_table(whole, found, words)
    yield "upsets", upsets_table(whole, found, words)
    people, after = people_after(whole, 5)
    field = field_of(people, after, "standard")
    yield "norms", norm_table(people, norm_checks(people, after, "standard"), field, after, words)
    robin = cv.generate(6, 5, seed=1, system="roundrobin").model
    yield "crosstable --by", grid_table(robin, standings(robin), words, GridOrder.NUMBER)
    for one in team_tables(teams.model, words):
        yield one.name, one


def columns_page() -> str:
    found: dict[str, tuple[dict[str, None], dict[str, None], dict[str, None]]] = {}
    for name, table in tables():
        kinds = values_by_column([table])
        for column in table.columns:
            if column.key in TIE_BREAKS:
                continue
            key = re.sub(r"_\d+$", "_K", column.key)
            headings, values, places = found.setdefault(key, ({}, {}, {}))
            heading = re.sub(r"^\d+$", "*K*", column.heading)
            headings |= {heading: None} if heading else {}
            kind, cells = kinds[column.key]
            if column.right or any(cell is not None for cell in cells):
                values[KINDS[kind]] = None
            places[name] = None
    lines = []
    for key in sorted(found):
        headings, values, places = found[key]
        values = {"number": None} if "number" in values else values or {"text": None}
        shown = ", ".join(f"`{place}`" for place in places)
        lines.append(f"| `{key}` | {', '.join(headings)} | {', '.join(values)} | {shown} |")
    return ABOUT + "\n".join(lines) + "\n"
