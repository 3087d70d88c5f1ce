"""Tables as data, each cell with a text in the user's language and a value for programs; output as
text and CSV.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from textwrap import wrap
from typing import Any, NamedTuple

from crivello.model.player import Player
from crivello.standard.classes import record_with_slots
from crivello.standings.working import Value
from crivello.words import Language, Translator, decimal_points, points
from crivello.words.columns import GAP, LEFT, RIGHT, align, clean, cut, width
from crivello.words.escaping import guard_formula

Raw = int | str | bool | None


class ExactNumber(str):
    """An exact number as a text for programs, such as `2.5` or `52 2/9`, with its value."""

    __slots__ = ("value",)
    value: Fraction

    def __new__(cls, text: str, value: Fraction) -> ExactNumber:
        made = super().__new__(cls, text)
        made.value = value
        return made

    def __reduce__(self) -> tuple[type[ExactNumber], tuple[str, Fraction]]:
        return ExactNumber, (str(self), self.value)

    @property
    def decimal(self) -> str:
        """The number as a decimal: exact if it ends, otherwise with ten places."""
        return decimal_text(self.value)


PLACES_OF_ENDLESS = 10


def decimal_text(value: Fraction) -> str:
    """Return a number as a decimal for programs: exact if it ends within ten places, else rounded.

    >>> decimal_text(Fraction(5, 2)), decimal_text(Fraction(470, 9)), decimal_text(Fraction(-3))
    ('2.5', '52.2222222222', '-3')
    """
    scaled = value * 10**PLACES_OF_ENDLESS
    whole = (2 * abs(scaled) + 1) // 2
    digits = f"{whole:0{PLACES_OF_ENDLESS + 1}}"
    sign = "-" if value < 0 and whole else ""
    places = digits[-PLACES_OF_ENDLESS:].rstrip("0")
    return f"{sign}{digits[:-PLACES_OF_ENDLESS]}{'.' if places else ''}{places}"


class Cell(NamedTuple):
    text: str
    """The text for people."""
    raw: Raw
    """The exact value for programs."""


@record_with_slots
class Column:
    key: str
    """The column's name for programs, the same in every language."""
    heading: str
    right: bool = False
    """Aligned right, like numbers."""
    leading: bool = False
    """Repeated in each block when a wide table is broken into blocks."""
    spare: bool = False
    """Left out if there is no room."""
    shrinks: bool = False
    """Its text may be cut."""
    data_only: bool = False
    """For programs only; people find the value in the title."""
    wraps: bool = False
    """Its text may take several lines; at most one column of a table."""
    player: str = ""
    """Key of the column with the number of the player named here, for links."""


@record_with_slots
class Table:
    name: str
    """The name for programs: ``standings``."""
    title: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    provisional: str = ""
    """The notice that a game is missing or adjourned, empty if none is. It is also the last line of
    the title, and CSV gets a column for it.
    """

    def __post_init__(self) -> None:
        """Raise `ValueError` unless each row has a cell for each column."""
        width = len(self.columns)
        for place, row in enumerate(self.rows, start=1):
            if len(row) != width:
                raise ValueError(f"{self.name}: row {place} has {len(row)} cells, not {width}")


@lru_cache(maxsize=4096)
def text_cell(text: str | None) -> Cell:
    return Cell(text or "", text or None)


def colour_cell(letters: str, words: Translator) -> Cell:
    """Return a cell of colour letters, translated for people; programs get the same in every
    language.
    """
    return Cell(words.colours(letters), letters or None)


@lru_cache(maxsize=4096)
def number_cell(number: int | None) -> Cell:
    return Cell("" if number is None else str(number), number)


@lru_cache(maxsize=4096)  # a large page shows the same scores thousands of times
def amount(value: Value | None, parts: int, language: Language, places: int = 0) -> Cell:
    """Return a value, of which `parts` make one, as a decimal number; means are rounded to two
    places.

    Programs get the exact value.
    """
    if value is None:
        return Cell("", None)
    exact = Fraction(value)
    text = decimal_points(exact.numerator, exact.denominator * parts, Language.EN)
    if parts == 1 and exact.denominator == 1:
        return Cell(text, exact.numerator)
    raw = ExactNumber(text, exact / parts)
    if exact.denominator == 1:
        return Cell(decimal_points(exact.numerator, parts, language, places), raw)
    hundredths = (200 * exact / parts + 1) // 2
    return Cell(decimal_points(int(hundredths), 100, language, max(places, 2)), raw)


@lru_cache(maxsize=4096)
def points_cell(units: Value | None, unit: int, language: Language) -> Cell:
    """Return points as players write them (2½); programs get the exact decimal number."""
    cell = amount(units, unit, language)
    if units is None or Fraction(units).denominator != 1:  # a mean of the games of two players
        return cell
    return Cell(points(int(units), unit, language), cell.raw)


def title_of(player: Player) -> str:
    return player.title.value if player.title else ""


class TableColumns:
    """A builder of tables, column by column: key, heading, values, options."""

    def __init__(self, words: Translator) -> None:
        self.language = words.language
        self.columns: list[Column] = []
        self.values: list[tuple[Cell, ...]] = []

    def cells(self, key: str, heading: str, cells: Iterable[Cell], **options: Any) -> None:
        self.columns.append(Column(key, heading, **options))
        self.values.append(tuple(cells))

    def text(self, key: str, heading: str, texts: Iterable[str | None], **options: Any) -> None:
        self.cells(key, heading, map(text_cell, texts), **options)

    def number(self, key: str, heading: str, numbers: Iterable[int | None], **options: Any) -> None:
        self.cells(key, heading, map(number_cell, numbers), right=True, **options)

    def players(self, players: Sequence[Player], words: Translator) -> None:
        """Add the player columns: number, title, and the name, which links to the player."""
        say, names = words.say, (one.name for one in players)
        self.number("number", say("No."), (one.number for one in players), leading=True)
        self.text("title", say("Title"), map(title_of, players), spare=True)
        self.text("name", say("Name"), names, leading=True, shrinks=True, player="number")

    def score(
        self, key: str, heading: str, scores: Iterable[Value | None], unit: int, right: bool = True
    ) -> None:
        cells = [points_cell(units, unit, self.language) for units in scores]
        self.cells(key, heading, cells, right=right)

    def table(self, name: str, title: Iterable[str], notes: Iterable[str] = ()) -> Table:
        rows = tuple(zip(*self.values, strict=True))
        return Table(name, tuple(title), tuple(self.columns), rows, tuple(notes))


def facts_table(
    name: str, title: tuple[str, ...], heading: str, facts: Iterable[tuple[str, str]]
) -> Table:
    """Build a table of facts, one in each row; `heading` covers both columns."""
    columns = (Column("what", heading, leading=True), Column("value", "", wraps=True))
    rows = tuple((text_cell(what), text_cell(value)) for what, value in facts)
    return Table(name, title, columns, rows)


# Values by column, for libraries of data frames


ColumnValues = tuple[type, list[int | float | bool | str | None]]
"""The type of a column and its values; None for an empty cell."""


def values_by_column(tables: Sequence[Table]) -> dict[str, ColumnValues]:
    """Return the columns of the first table, with the rows of all tables of its name.

    A column is of whole numbers, of decimal numbers, of truth values or of texts. Exact numbers
    become the nearest decimal number.
    """
    first = tables[0]
    rows = [row for one in tables if one.name == first.name for row in one.rows]
    found = {
        column.key: _guess_type([row[index].raw for row in rows], column.right)
        for index, column in enumerate(first.columns)
    }
    if first.provisional:
        found["provisional"] = bool, [True] * len(rows)
    return found


def _guess_type(cells: Sequence[Raw], right: bool) -> ColumnValues:
    known = [raw for raw in cells if raw is not None]
    if not known:
        return int if right else str, list(cells)
    if all(isinstance(raw, bool) for raw in known):
        return bool, list(cells)
    if any(isinstance(raw, ExactNumber) for raw in known):
        return float, [_as_float(raw) for raw in cells]
    if all(isinstance(raw, int) for raw in known):
        return int, list(cells)
    return str, [None if raw is None else str(raw) for raw in cells]


def _as_float(raw: Raw) -> float | None:
    if raw is None:
        return None
    return float(raw.value) if isinstance(raw, ExactNumber) else float(raw)


# Text, within the width of a terminal

LEAST = 16
"""Columns are not cut or wrapped below this width; the table is broken into blocks instead."""


def as_text(table: Table, columns: int = 80) -> str:
    """Return title, table and notes as text with lines of at most `columns` characters.

    If the table is too wide, long texts are cut, spare columns are left out, and the columns that
    remain are broken into blocks, one below the other.
    """
    cells = [[clean(cell.text) for cell in row] for row in table.rows]
    widths = [
        max([width(column.heading), *(width(row[index]) for row in cells)])
        for index, column in enumerate(table.columns)
    ]
    shown = [
        index
        for index, column in enumerate(table.columns)
        if not column.data_only and (not column.spare or any(row[index] for row in cells))
    ]
    spare = [index for index in reversed(shown) if table.columns[index].spare]
    while spare and _least(table, widths, shown) > columns:
        shown.remove(spare.pop(0))
    lines = [cut(clean(line), columns) for line in table.title if line]
    for block in _blocks(table, widths, shown, columns):
        lines += ["", *_block(table, cells, widths, sorted(block), columns)]
    if table.notes:
        lines.append("")
    for note in table.notes:
        lines += wrap(clean(note), columns, subsequent_indent="  ")
    return "\n".join(lines) + "\n"


def _narrow(column: Column, wide: int) -> int:
    return min(wide, LEAST) if column.shrinks or column.wraps else wide


def _least(table: Table, widths: list[int], shown: list[int]) -> int:
    """Return the smallest width of these columns: the width after everything that can shrink has
    shrunk.
    """
    narrow = [_narrow(table.columns[index], widths[index]) for index in shown]
    return sum(narrow) + len(GAP) * (len(shown) - 1)


def _blocks(table: Table, widths: list[int], shown: list[int], columns: int) -> list[list[int]]:
    leading = [index for index in shown if table.columns[index].leading]
    blocks = [list(leading)]
    for index in shown:
        if index in leading:
            continue
        block = blocks[-1]
        if len(block) > len(leading) and _least(table, widths, [*block, index]) > columns:
            blocks.append(list(leading))
        blocks[-1].append(index)
    return blocks


def _block(
    table: Table, cells: list[list[str]], widths: list[int], block: list[int], columns: int
) -> list[str]:
    head = [table.columns[index].heading for index in block]
    rows = [[row[index] for index in block] for row in cells]
    for place, index in enumerate(block):
        if table.columns[index].wraps:
            others = sum(widths[other] for other in block if other != index)
            room = columns - others - len(GAP) * (len(block) - 1)
            rows = [line for row in rows for line in _wrap_cell(row, place, max(room, LEAST))]
    sides = "".join(RIGHT if table.columns[index].right else LEFT for index in block)
    shrink = [place for place, index in enumerate(block) if table.columns[index].shrinks]
    return align([head, *rows], sides, columns, shrink)


def _wrap_cell(row: list[str], place: int, room: int) -> list[list[str]]:
    """Return the row as lines: the cell at `place` is wrapped, and its further lines follow
    below.
    """
    first, *rest = wrap(row[place], room, subsequent_indent="  ") or [""]
    empty = [""] * len(row)
    lines = [[*row[:place], first, *row[place + 1 :]]]
    return lines + [[*empty[:place], text, *empty[place + 1 :]] for text in rest]


# CSV


class CsvLines(list[str]):
    """A file-like object that collects the lines of `csv.writer`."""

    write = list.append


def as_csv(tables: Sequence[Table]) -> str:
    """Return the tables as CSV: a line of keys, then the rows of the first table and of others with
    its name.

    Numbers are decimals; a fraction without an end has ten places. Text that a spreadsheet would
    run as a formula gets a leading apostrophe (docs/run/reports.md).
    """
    lines = CsvLines()
    writer = csv.writer(lines, lineterminator="\n")
    mark = bool(tables[0].provisional)
    writer.writerow([column.key for column in tables[0].columns] + ["provisional"] * mark)
    for table in (one for one in tables if one.name == tables[0].name):
        for row in table.rows:
            writer.writerow([_flat(cell.raw) for cell in row] + ["yes"] * mark)
    return "".join(lines)


def _flat(raw: Raw) -> int | str:
    if raw is None:
        return ""
    if isinstance(raw, ExactNumber):
        return raw.decimal if "/" in raw else str(raw)
    if isinstance(raw, str):
        return guard_formula(raw)
    return int(raw) if isinstance(raw, bool) else raw
