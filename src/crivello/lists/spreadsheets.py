"""CSV and XLSX tables, read as rows of texts within limits."""

from __future__ import annotations

import csv
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import chain, islice
from typing import IO, Any

from crivello.extras import install_command
from crivello.formats.archive import DAMAGED, check_packing
from crivello.lists.mapping import names_people
from crivello.lists.rating_file import NOT_XML, feed, safe_parser
from crivello.lists.source import (
    BAD_ZIP,
    BLANK,
    BOMB,
    CHUNK,
    MAX_BLANK,
    MAX_RATIO,
    PACKED,
    RATIO_FREE,
    TOO_BIG,
    ListSource,
    text_of,
)
from crivello.model.errors import CrivelloError, Malformed, Problem, TooLarge, Unsupported
from crivello.model.grammar import nearest_word
from crivello.model.sentence import N_, Sentence

NOT_CSV = N_("Line {line} is not CSV: a quotation mark or the length of a field is wrong.")
NO_SHEET = N_("The workbook has no sheet {sheet!r}.{near:| Did you mean {}?} It has: {sheets}.")
NOT_XLSX = N_("The workbook cannot be read; it is damaged or not an XLSX file.")
NEEDS_XLSX = N_("Spreadsheets need a package that is not installed: {command}")
TOO_MANY_ELEMENTS = N_("The workbook has more than {limit} cells and other parts.")
TOO_MANY_CELLS = N_("A row of the workbook has more than {limit} cells.")
TOO_MANY_ROWS = N_("The table has more than {limit} rows.")

MAX_WORKBOOK = 512 * 1024**2
"""The most bytes of a workbook, unpacked."""
MAX_ELEMENTS = 10_000_000
"""The most XML elements in all parts of a workbook: 200,000 players with ten fields each (1 GB of
memory).
"""
FEW_ELEMENTS = 1_000_000
"""The most XML elements if at most ten thousand players are allowed."""
MAX_DEPTH = 50
MAX_CELLS = 16_384
"""The most cells in one row. The format allows no more, nor more rows than `MAX_ROWS`."""
MAX_ROWS = 2**20
AT_ONCE = 1000
"""The number of rows read at a time."""
MAX_COLUMNS = 200
SAMPLE = 20
"""The number of lines from which the delimiter is guessed."""
DELIMITERS = ";\t,"
NO_DELIMITER = "\x1f"
"""The delimiter used for a table with one column."""

Line = tuple[int, list[str]]
"""The number of a line or row in its file, and its stripped fields."""


def is_workbook(start: bytes, name: str) -> bool:
    return start.startswith(PACKED) and name.lower().endswith((".xlsx", ".xlsm"))


def csv_lines(source: ListSource) -> Iterator[Line]:
    """Yield the lines of a CSV table that are not blank."""
    texts = (text_of(line) + "\n" for line in source.lines())
    first = list(islice(texts, SAMPLE))
    if first:
        first[0] = first[0].removeprefix("\ufeff")
    blank = 0
    reader = csv.reader(chain(first, texts), delimiter=_delimiter(first))
    try:
        for row in reader:
            fields = [field.strip() for field in row[:MAX_COLUMNS]]
            if any(fields):
                yield reader.line_num, fields
                continue
            blank += 1
            if blank > MAX_BLANK:
                raise TooLarge(BLANK, limit=MAX_BLANK)
    except csv.Error:
        values = {"line": reader.line_num}
        raise Malformed(
            NOT_CSV, [Problem(Sentence(NOT_CSV, **values), values["line"], 1)], **values
        ) from None


def _delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that most lines contain equally often; of several, the more frequent
    one.

    If the only heading is that of names, commas belong to the names, not to the table.
    """

    def steady(delimiter: str) -> tuple[int, int]:
        counts = Counter(line.count(delimiter) for line in lines if delimiter in line)
        often, with_so_many = max(((n, count) for count, n in counts.items()), default=(0, 0))
        return often, with_so_many

    found = max(DELIMITERS, key=steady)
    heading = next((line.strip() for line in lines if line.strip()), "")
    return NO_DELIMITER if found == "," and names_people(heading) else found


def sheet_names(stream: IO[bytes], most: int = FEW_ELEMENTS) -> tuple[str, ...]:
    """Return the names of the sheets in a workbook, in order."""
    with _open_workbook(stream, most) as book:
        return tuple(one.title for one in book.worksheets)


def workbook_lines(
    stream: IO[bytes], sheet: str | None = None, most: int = FEW_ELEMENTS
) -> Iterator[Line]:
    """Yield the rows of a sheet that are not blank, formulas as their values; by default the first
    sheet.

    A workbook with more than `most` elements of XML is rejected before anything is built from it.
    """
    with _open_workbook(stream, most) as book:
        sheets = [one.title for one in book.worksheets]
        if not sheets or (sheet is not None and sheet not in sheets):
            near = nearest_word(sheet or "", sheets)
            raise Malformed(NO_SHEET, sheet=sheet or "", near=near, sheets=", ".join(sheets))
        rows = book[sheet or sheets[0]].iter_rows(max_col=MAX_COLUMNS, values_only=True)
        number = 0
        while True:
            with _reading():
                some = list(islice(rows, AT_ONCE))
            if not some:
                return
            if number + len(some) > MAX_ROWS:
                raise TooLarge(TOO_MANY_ROWS, limit=MAX_ROWS)
            for number, row in enumerate(some, start=number + 1):  # noqa: B020
                if row.count(None) == len(row):
                    continue  # missing rows come as blank ones, up to a million
                fields = [_text(value) for value in row]
                while fields and not fields[-1]:
                    fields.pop()
                if fields:
                    yield number, fields


@contextmanager
def _open_workbook(stream: IO[bytes], most: int) -> Iterator[Any]:
    """Open a workbook whose cells are read only when needed."""
    _check_workbook(stream, most)
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise Unsupported(NEEDS_XLSX, command=install_command("xlsx")) from None
    stream.seek(0)
    with _reading():
        book = load_workbook(stream, read_only=True, data_only=True, keep_links=False)
    try:
        yield book
    finally:
        book.close()


@contextmanager
def _reading() -> Iterator[None]:
    """Turn any exception of the XLSX reader into the error that the workbook is damaged."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles, which are not read here
            yield
    except MemoryError:
        raise
    except Exception as error:
        raise Malformed(NOT_XLSX) from error


def _text(value: Any) -> str:
    """Return the value of a cell as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return value.strftime("%Y/%m/%d")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _check_workbook(stream: IO[bytes], most: int) -> None:
    """Raise an error if a workbook unpacks to too much, or declares document types or entities.

    Every part is checked, whatever its name: other parts determine which of them are read as XML.
    """
    elements = _Elements(most)
    try:
        with zipfile.ZipFile(stream) as archive:
            total = 0
            for member in archive.infolist():
                check_packing(member)
                with archive.open(member) as part:
                    size = 0
                    check: _Part | None = _Part(elements)
                    while data := part.read(CHUNK):
                        size += len(data)
                        total += len(data)
                        if total > MAX_WORKBOOK:
                            raise TooLarge(TOO_BIG, limit=MAX_WORKBOOK // 2**20)
                        if size > max(RATIO_FREE, MAX_RATIO * member.compress_size):
                            raise TooLarge(BOMB, limit=MAX_RATIO)
                        if check is not None and not check.goes_on(data):
                            if member.filename.endswith(XML):
                                raise Malformed(NOT_XLSX)
                            check = None  # a picture, for example: nothing reads it as XML
    except CrivelloError:
        raise
    except DAMAGED:
        raise Malformed(BAD_ZIP) from None


XML = (".xml", ".rels", ".vml")


class _Elements:
    """The number of XML elements that all parts of a workbook may still have together."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most


class _Part:
    """A part of a workbook whose elements are counted while it is unpacked, without building
    them.
    """

    def __init__(self, elements: _Elements) -> None:
        self._elements = elements
        self._depth = 0
        self._cells = 0
        self._parser = safe_parser()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    def goes_on(self, data: bytes) -> bool:
        """Return True while the part is XML; otherwise a reader would stop here too."""
        try:
            feed(self._parser, data)
        except Malformed as error:
            if error.template == NOT_XML:
                return False
            raise
        return True

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements.left -= 1
        if self._elements.left < 0:
            raise TooLarge(TOO_MANY_ELEMENTS, limit=self._elements.most)
        if self._depth > MAX_DEPTH:
            raise TooLarge(N_("The XML of the workbook is nested too deeply."))
        tag = name.rpartition(":")[2]
        if tag == "row":
            self._cells = 0
            number = attributes.get("r", "")
            if len(number) > len(str(MAX_ROWS)) or (number.isdecimal() and int(number) > MAX_ROWS):
                raise TooLarge(TOO_MANY_ROWS, limit=MAX_ROWS)
        elif tag == "c":
            self._cells += 1
            if self._cells > MAX_CELLS:
                raise TooLarge(TOO_MANY_CELLS, limit=MAX_CELLS)

    def _end(self, name: str) -> None:
        self._depth -= 1
