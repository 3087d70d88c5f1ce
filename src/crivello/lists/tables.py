"""Tables of others, CSV and XLSX, as rows of texts with limits."""

from __future__ import annotations

import csv
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import chain, islice
from typing import IO, Any
from xml.parsers import expat

from ..model.errors import N_, Malformed, Problem, TooLarge, Unsupported
from .source import (
    BAD_ZIP,
    BOMB,
    CHUNK,
    MAX_RATIO,
    PACKED,
    RATIO_FREE,
    TOO_BIG,
    Source,
    text_of,
)
from .xml_list import NOT_XML, safe_parser

NOT_CSV = N_("Line {line} is not CSV: a quotation mark or the length of a field is wrong.")
NO_SHEET = N_("There is no sheet {sheet!r} in the workbook. There are: {sheets}.")
NOT_XLSX = N_("The workbook cannot be read; it is damaged or not an XLSX file.")
NEEDS_XLSX = N_("Spreadsheets need a package that is not installed: {command}")
TOO_MANY_ROWS = N_("The table has more than {limit} rows.")

MAX_WORKBOOK = 512 * 1024**2
"""Bytes of a workbook, unpacked."""
MAX_ROWS = 10_000_000
MAX_COLUMNS = 200
SAMPLE = 20
"""Lines by which the delimiter is known."""
DELIMITERS = ";\t,"

Line = tuple[int, list[str]]
"""The number of a line or row in its file, and its fields without the blanks around."""


def is_workbook(start: bytes, name: str) -> bool:
    return start.startswith(PACKED) and name.lower().endswith((".xlsx", ".xlsm"))


def csv_lines(source: Source) -> Iterator[Line]:
    """The lines that are not blank."""
    texts = (text_of(line) + "\n" for line in source.lines())
    first = list(islice(texts, SAMPLE))
    if first:
        first[0] = first[0].removeprefix("\ufeff")
    reader = csv.reader(chain(first, texts), delimiter=_delimiter(first))
    try:
        for row in reader:
            fields = [field.strip() for field in row[:MAX_COLUMNS]]
            if any(fields):
                yield reader.line_num, fields
    except csv.Error:
        values = {"line": reader.line_num}
        raise Malformed(NOT_CSV, [Problem(NOT_CSV, values, values["line"], 1)], **values) from None


def _delimiter(lines: Sequence[str]) -> str:
    """What stands equally often in most lines; of several, what stands there more often."""

    def steady(delimiter: str) -> tuple[int, int]:
        counts = Counter(line.count(delimiter) for line in lines if delimiter in line)
        often, with_so_many = max(((n, count) for count, n in counts.items()), default=(0, 0))
        return often, with_so_many

    return max(DELIMITERS, key=steady)


def sheet_names(stream: IO[bytes]) -> tuple[str, ...]:
    """The sheets of a workbook, in order."""
    with _opened(stream) as book:
        return tuple(one.title for one in book.worksheets)


def workbook_lines(stream: IO[bytes], sheet: str | None = None) -> Iterator[Line]:
    """The rows of a sheet, by default the first, that are not blank; formulas by their values."""
    with _opened(stream) as book:
        sheets = [one.title for one in book.worksheets]
        if not sheets or (sheet is not None and sheet not in sheets):
            raise Malformed(NO_SHEET, sheet=sheet or "", sheets=", ".join(sheets))
        rows = book[sheet or sheets[0]].iter_rows(max_col=MAX_COLUMNS, values_only=True)
        number = 0
        while True:
            with _reading():
                row = next(rows, None)
            if row is None:
                return
            number += 1
            if number > MAX_ROWS:
                raise TooLarge(TOO_MANY_ROWS, limit=MAX_ROWS)
            fields = [_text(value) for value in row]
            while fields and not fields[-1]:
                fields.pop()
            if fields:
                yield number, fields


@contextmanager
def _opened(stream: IO[bytes]) -> Iterator[Any]:
    """A workbook whose cells are read as they are asked for."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise Unsupported(NEEDS_XLSX, command="pip install 'crivello[xlsx]'") from None
    _check_workbook(stream)
    stream.seek(0)
    with _reading():
        book = load_workbook(stream, read_only=True, data_only=True, keep_links=False)
    try:
        yield book
    finally:
        book.close()


@contextmanager
def _reading() -> Iterator[None]:
    """What a damaged workbook makes the reader raise is told as that."""
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and other things that nobody reads here
            yield
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError,
            AttributeError, IndexError, OSError, SyntaxError):  # fmt: skip
        raise Malformed(NOT_XLSX) from None


def _text(value: Any) -> str:
    """A cell as it would be typed."""
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return value.strftime("%Y/%m/%d")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _check_workbook(stream: IO[bytes]) -> None:
    """Refuse what unpacks to too much, or declares document types and entities."""
    try:
        with zipfile.ZipFile(stream) as archive:
            total = 0
            for member in archive.infolist():
                parser = (
                    safe_parser() if member.filename.endswith((".xml", ".rels", ".vml")) else None
                )
                with archive.open(member) as part:
                    size = 0
                    while data := part.read(CHUNK):
                        size += len(data)
                        total += len(data)
                        if total > MAX_WORKBOOK:
                            raise TooLarge(TOO_BIG, limit=MAX_WORKBOOK // 2**20)
                        if size > max(RATIO_FREE, MAX_RATIO * member.compress_size):
                            raise TooLarge(BOMB, limit=MAX_RATIO)
                        if parser is not None:
                            parser.Parse(data, False)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise Malformed(NOT_XML, reason=reason) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise Malformed(BAD_ZIP) from None
