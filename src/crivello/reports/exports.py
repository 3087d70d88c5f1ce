"""Tables as spreadsheets in XLSX (extra `xlsx`, openpyxl).

The columns have the same names as in CSV and JSON. A text is never run as a formula.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from crivello.extras import require
from crivello.model.sentence import N_
from crivello.standings.table import ExactNumber, Raw, Table

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")
LONGEST_NAME = 31


def as_xlsx(tables: Sequence[Table]) -> bytes:
    """Return a workbook with one sheet for each table.

    The headings are the names of the columns, which stay in view; a note has the heading in the
    user's language. Numbers are numbers. Provisional tables are marked next to the headings.
    """
    require("xlsx", N_("XLSX needs a package that is not installed: {command}"))
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for table in tables:
        _fill(book.create_sheet(_sheet_name(table)), table)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet_name(table: Table) -> str:
    named = [line for line in table.title if line][1:2] or [table.name]
    return _NOT_IN_NAMES.sub(" ", _FORBIDDEN.sub("", named[0]))[:LONGEST_NAME].strip() or table.name


def _fill(sheet: Worksheet, table: Table) -> None:
    from openpyxl.comments import Comment
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    for place, column in enumerate(table.columns, start=1):
        head = sheet.cell(1, place)
        _write(head, column.key)
        if column.heading:
            head.comment = Comment(_FORBIDDEN.sub("", column.heading), "crivello")
        head.font = Font(bold=True)
        head.alignment = Alignment(horizontal="right" if column.right else "left")
    for line, row in enumerate(table.rows, start=2):
        for place, cell in enumerate(row, start=1):
            _write(sheet.cell(line, place), _value(cell.raw))
    for place, column in enumerate(table.columns, start=1):
        texts = [column.key, *(str(row[place - 1].raw or "") for row in table.rows)]
        width = min(max(len(text) for text in texts) + 2, 48)
        sheet.column_dimensions[get_column_letter(place)].width = width
    if table.provisional:
        _write(sheet.cell(1, len(table.columns) + 1), table.provisional)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"


def _value(raw: Raw) -> int | float | str | None:
    """Return the value of a cell: numbers as numbers."""
    if isinstance(raw, ExactNumber):
        return float(raw.value) if raw.value.denominator > 1 else int(raw.value)
    if isinstance(raw, str) and _NUMBER.fullmatch(raw) and len(raw) < 15:
        return float(raw) if "." in raw else int(raw)
    return int(raw) if isinstance(raw, bool) else raw


def _write(cell: object, value: int | float | str | None) -> None:
    """Write a text into a cell as a text, marked so that editing it never runs it as a formula."""
    from openpyxl.cell.cell import Cell

    assert isinstance(cell, Cell)
    if not isinstance(value, str):
        cell.value = value
        return
    cell.value = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", value)
    cell.data_type = "s"
    if value[:1] in ("=", "+", "-", "@", "\t", "\r", "'"):
        cell.quotePrefix = True
