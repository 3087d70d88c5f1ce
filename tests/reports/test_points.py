"""Points are written as 2½ for people and as decimals for programs; tie-breaks are decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files

import pytest

from crivello.formats.trf import read_trf
from crivello.model.tournament import Tournament
from crivello.reports.pages import PAGES, view
from crivello.standings.ratings import rating_changes, rating_table
from crivello.standings.statistics import statistics, statistics_table
from crivello.standings.table import Cell, Table, points_cell
from crivello.words import COMPLETE_LANGUAGES, Language, translator
from tests.reports.pages_read import with_prizes

POINTS = re.compile(r"-?(\d+|\d*½)|\?|")
"""Points as players write them; a game may be open, and a cell empty."""
OF_POINTS = re.compile(r"points|white_points|black_points|score(_\d+)?")


@pytest.fixture(scope="module")
def tournament() -> Tournament:
    data = files("crivello.examples").joinpath("before-round-4.trf").read_bytes()
    read = read_trf(data).tournament
    return replace(read, settings=replace(read.settings, tie_breaks=("BH", "SB", "PS")))


def tables(tournament: Tournament, language: Language) -> Iterator[Table]:
    """Yield every page of the reports, and the tables shown with them."""
    for name in PAGES:
        if name in ("changes", "points"):  # only a desk knows these
            continue
        blocks = view(name, with_prizes(tournament), 3, language).blocks
        yield from (block for block in blocks if isinstance(block, Table))
    words = translator(language)
    yield rating_table(tournament, rating_changes(tournament, 3), 3, words)
    yield statistics_table(tournament, statistics(tournament, 3), words)


def points_cells(table: Table) -> Iterator[tuple[str, Cell]]:
    for index, column in enumerate(table.columns):
        if OF_POINTS.fullmatch(column.key):
            yield from ((f"{table.name} {column.key}", row[index]) for row in table.rows)


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_points_are_written_in_one_way_for_people(
    tournament: Tournament, language: Language
) -> None:
    found = [one for table in tables(tournament, language) for one in points_cells(table)]
    assert len({where for where, _ in found}) > 8
    assert any(cell.text == "2½" for _, cell in found)
    for where, cell in found:
        assert POINTS.fullmatch(cell.text), where
        assert not isinstance(cell.raw, str) or "½" not in cell.raw, where


@pytest.mark.parametrize(("language", "mark"), [(Language.EN, "."), (Language.IT, ",")])
def test_tie_breaks_are_decimals(tournament: Tournament, language: Language, mark: str) -> None:
    (table,) = (t for t in tables(tournament, language) if t.name == "standings")
    keys = [column.key for column in table.columns]
    for row in table.rows:
        said = dict(zip(keys, row, strict=True))
        assert re.fullmatch(rf"\d+\{mark}\d", said["BH"].text)
        assert re.fullmatch(rf"\d+\{mark}\d\d", said["SB"].text)
        assert re.fullmatch(rf"\d+\{mark}\d", said["PS"].text)
        assert "½" not in str(said["points"].raw)


@pytest.mark.parametrize(
    ("units", "unit", "text", "raw"),
    [(5, 2, "2½", "2.5"), (4, 2, "2", "2"), (0, 2, "0", "0"), (1, 2, "½", "0.5"), (7, 1, "7", 7)],
)
def test_a_score(units: int, unit: int, text: str, raw: object) -> None:
    assert points_cell(units, unit, Language.IT) == (text, raw)
