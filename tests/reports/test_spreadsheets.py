"""CSV and XLSX: numbers are numbers, and a name is never a formula."""

from __future__ import annotations

import csv
import zipfile
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from crivello.reports.exports import as_xlsx
from crivello.reports.pages import PAGES, view
from crivello.standings.table import Table, as_csv
from crivello.words import Language
from tests.reports.pages_read import FORMULA, evil, with_prizes

TABULAR = [
    name
    for name, page in PAGES.items()
    # "boards" and "players-by-board" are of matches: tests/reports/test_matches.py
    if page.tabular
    # "rated-games": tests/reports/test_printed_forms.py
    and name not in ("boards", "players-by-board", "changes", "points", "exceptions", "rated-games")
]


def table_of(name: str, language: Language = Language.EN) -> Table:
    (table,) = view(
        name, with_prizes(evil()), 1 if name in ("standings", "aro") else 2, language
    ).blocks
    assert isinstance(table, Table)
    return table


@pytest.mark.parametrize("name", TABULAR)
def test_a_sheet_holds_texts_and_numbers_but_nothing_to_run(name: str) -> None:
    table = table_of(name, Language.IT)
    data = as_xlsx([table])
    (sheet,) = load_workbook(BytesIO(data)).worksheets
    assert sheet.max_row == len(table.rows) + 1
    assert sheet.freeze_panes == "A2"
    found = {cell.value: cell for row in sheet.iter_rows() for cell in row}
    assert found[FORMULA].data_type == "s"
    assert found[FORMULA].quotePrefix
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


def test_numbers_can_be_added_up() -> None:
    (sheet,) = load_workbook(BytesIO(as_xlsx([table_of("pairings-by-board")]))).worksheets
    head = [cell.value for cell in sheet[1]]
    assert [sheet.cell(2, head.index(name) + 1).value for name in ("board", "white_points")] == [
        1,
        1,
    ]
    (sheet,) = load_workbook(BytesIO(as_xlsx([table_of("standings")]))).worksheets
    assert isinstance(sheet["A2"].value, int)


def test_several_tables_are_several_sheets() -> None:
    book = load_workbook(BytesIO(as_xlsx([table_of("players"), table_of("standings")])))
    assert book.sheetnames == ["Starting list", "Standings after round 1"]


def test_a_crosstable_keeps_its_signs() -> None:
    rows = list(csv.DictReader(StringIO(as_csv([table_of("crosstable")]))))
    assert rows[0]["round_1"] == "3W+"
    assert rows[1]["round_1"] == "'+4B↓"  # a spreadsheet would take it for a formula
    assert rows[4]["round_1"] == "'+PAB↓"
    assert rows[1]["name"] == "'" + FORMULA
    (sheet,) = load_workbook(BytesIO(as_xlsx([table_of("crosstable")]))).worksheets
    assert sheet["D3"].value == "+4B↓"


def test_players_are_told_in_full() -> None:
    rows = list(csv.DictReader(StringIO(as_csv([table_of("players")]))))
    assert rows[0]["birth"] == "1990/01/02"
    assert rows[1]["club"] == "'@cmd"
    assert [row["fide_id"] for row in rows] == ["101", "102", "", "", ""]
