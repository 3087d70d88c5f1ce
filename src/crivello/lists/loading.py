"""Loading: a rating list is read from a file in one of its formats and written to an index."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from crivello.lists.build import BATCH, PREVIOUS, Cancel, Progress, Stage, build
from crivello.lists.list_player import FIDE, ListedPlayer, of_one_pace
from crivello.lists.mapping import NO_MAPPING, Columns, Mapping
from crivello.lists.rating_file import is_header, read_text, read_xml
from crivello.lists.rating_list import NotLoaded, list_file, open_list, previous_list
from crivello.lists.rows import columns_in, read_row
from crivello.lists.source import ListSource, Problems, in_utf_8, open_source
from crivello.lists.spreadsheets import MAX_ELEMENTS, Line, csv_lines, is_workbook, workbook_lines
from crivello.model.errors import (
    Malformed,
    Problem,
    Remedy,
    RemedyKind,
    TooLarge,
    WordError,
    warning,
)
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.store.list_index import ListRow

MAX_PLAYERS = 10_000_000
OTHER_COLUMNS = N_("The columns remembered for the list {name!r} are not those of this table.")
MOST_LOST = 10
"""A list with over a tenth fewer players than the list before may be incomplete."""
SHORTER = N_(
    "The list {name} now has {players} players, and the one before had {before}: the file may be "
    "incomplete. The earlier list is kept."
)
IDS_TWICE = N_(
    "One FIDE id is on the list more than once, and only one of its players is found by it: {ids}.",
    "{count} FIDE ids are on the list more than once, and only one player is found by each: {ids}.",
)
IDS_SHOWN = 10
ENDINGS = (".txt", ".xml", ".csv")
"""The endings of the names of lists in an archive."""
START = 4096
"""The number of bytes by which the format of a file is recognised."""


@frozen
class LoadReport:
    name: str
    players: int
    left_out: tuple[Problem, ...] = ()
    """The lines that could not be read."""
    columns: Columns | None = None
    """The columns that were used, if the file is a table."""
    remembered: bool = False
    """True if the columns were stated when the list was loaded before."""
    remarks: tuple[Problem, ...] = ()
    """Warnings about the list as a whole: much shorter than the one before, ids twice."""
    kept: bool = False
    """True if the list is much shorter than the one before, which is kept; `restore` puts it
    back.
    """


def load(
    path: str | os.PathLike[str],
    name: str = FIDE,
    *,
    mapping: Mapping | None = None,
    sheet: str | None = None,
    month: str = "",
    folder: str | os.PathLike[str] | None = None,
    progress: Progress = lambda stage, done, total: None,
    cancel: Cancel = lambda: False,
) -> LoadReport:
    """Read a list and put its index in the place of the previous one.

    The published text and XML, also zipped, are recognised by their first bytes; everything else is
    a table (CSV or XLSX), whose columns are guessed or given by `mapping`. A mapping is remembered
    in the index of the list: without one the last that was given is used again, with an empty one
    (`NO_MAPPING`) everything is guessed again. `month`, such as ``2026-11``, is the month of the
    list; without it, the month in its headings or its name. `progress` is called with each stage,
    `cancel` is polled; both run in the thread of the caller. If the list is much shorter than the
    one before, that one is kept, and `restore` puts it back.
    """
    target = list_file(name, None if folder is None else Path(folder))
    problems = Problems()
    used, again = _mapping_for(name, folder, mapping)
    before = _count_players(name, folder)
    least = _least(before)

    def about() -> dict[str, Any]:
        return {
            "source": os.path.basename(path),
            "loaded": datetime.now(UTC).isoformat(timespec="seconds"),
            "left_out": len(problems.found),
            "mapping": dict(used.headings),
            "month": known_month,
        }

    with open_source(path, ENDINGS) as source:
        known_month = month or month_of(source, path)
        with _explaining_mapping(name, again):
            form = _form(source, problems, used, sheet)
        rows = _with_progress(form.rows, source, progress)
        try:
            players = build(target, rows, about, progress, cancel, least)
        finally:
            rows.close()
    again = again and form.columns is not None
    left_out, kept = tuple(problems.found), players < least
    previous = previous_list(name, folder)
    if previous and players >= _least(previous.players):
        target.with_suffix(PREVIOUS).unlink(missing_ok=True)  # the list is complete again
    remarks = tuple(_remarks(name, folder, before if kept else 0))
    return LoadReport(name, players, left_out, form.columns, again, remarks, kept)


def _least(before: int) -> int:
    """Return the fewest players with which a list may replace one of `before` players."""
    return before - before // MOST_LOST


def _count_players(name: str, folder: str | os.PathLike[str] | None) -> int:
    """Return the number of players of the loaded list; 0 if none is loaded."""
    try:
        with open_list(name, folder) as opened:
            return opened.about.players
    except NotLoaded:
        return 0


def _remarks(name: str, folder: str | os.PathLike[str] | None, before: int) -> Iterator[Problem]:
    """Yield warnings about a list that was just loaded.

    `before` is the number of players of the previous list if that was much longer, else 0.
    """
    with open_list(name, folder) as opened:
        players, twice = opened.about.players, opened.ids_twice()
    if before:
        yield warning(SHORTER, name=name, players=players, before=before)
    if twice:
        shown = ", ".join(map(str, twice[:IDS_SHOWN])) + ("…" if len(twice) > IDS_SHOWN else "")
        yield warning(IDS_TWICE, count=len(twice), ids=shown)


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAMED_MONTH = re.compile(rf"({'|'.join(_MONTHS)})[-_]?(?:20)?([0-9]{{2}})(?![0-9])")
_COUNTED_MONTH = re.compile(r"(?<![0-9])(20[0-9]{2})[-_.]?(0[1-9]|1[0-2])(?![0-9])")


NO_MONTH = N_("Write the month as in 2026-11; found {text!r}.")


def read_month(text: str) -> str:
    """Return a month typed as ``2026-11``; empty text stays empty, and other text is an error."""
    found = _COUNTED_MONTH.fullmatch(text.strip())
    if text.strip() and found is None:
        raise WordError(NO_MONTH, text=text[:20])
    return f"{found[1]}-{found[2]}" if found else ""


def month_of(source: ListSource, path: str | os.PathLike[str]) -> str:
    """Return the month in the headings or the name of a list, as ``2026-11``; empty if there is
    none.

    The published text has it above the ratings of one pace: ``NOV26``.
    """
    first = in_utf_8(source.peek(START)).split(b"\n", 1)[0]
    headings = first.decode("latin-1") if is_header(first) else ""
    for text in (headings, os.path.basename(source.name), os.path.basename(path)):
        if found := _NAMED_MONTH.search(text.lower()):
            return f"20{found[2]}-{_MONTHS.index(found[1]) + 1:02}"
        if found := _COUNTED_MONTH.search(text):
            return f"{found[1]}-{found[2]}"
    return ""


def _mapping_for(
    name: str, folder: str | os.PathLike[str] | None, mapping: Mapping | None
) -> tuple[Mapping, bool]:
    """Return the mapping to use, and True if it is remembered from an earlier loading."""
    if mapping is not None:
        return mapping, False
    try:
        with open_list(name, folder) as opened:
            return Mapping(opened.about.mapping), bool(opened.about.mapping)
    except NotLoaded:
        return NO_MAPPING, False


@contextmanager
def _explaining_mapping(name: str, remembered: bool) -> Iterator[None]:
    """Add to an error of reading that the remembered mapping may be the cause, with the remedy."""
    try:
        yield
    except Malformed as error:
        if not remembered:
            raise
        other = Malformed(OTHER_COLUMNS, error.problems, name=name)
        other.remedy = Remedy(RemedyKind.GUESS_COLUMNS)
        raise other from error


def _with_progress(
    rows: Iterator[ListRow], source: ListSource, progress: Progress
) -> Generator[ListRow, None, None]:
    for number, row in enumerate(rows):
        if number % BATCH == 0:
            progress(Stage.READING, min(source.done, source.total), source.total)
            if number > MAX_PLAYERS:
                raise TooLarge(N_("The list has more than {limit} players."), limit=MAX_PLAYERS)
        yield row


@frozen
class LoadPreview:
    """A preview of a list: its first players, and its columns."""

    players: tuple[ListedPlayer, ...]
    columns: Columns | None
    """The columns that were used, if the file is a table."""
    left_out: tuple[Problem, ...]
    remembered: bool = False
    """As in `LoadReport`."""


def preview(
    path: str | os.PathLike[str],
    mapping: Mapping | None = None,
    sheet: str | None = None,
    count: int = 10,
    *,
    name: str = FIDE,
    folder: str | os.PathLike[str] | None = None,
) -> LoadPreview:
    """Return the first players and the columns of a list as `load` would read them; nothing is
    stored.
    """
    problems = Problems()
    used, again = _mapping_for(name, folder, mapping)
    with open_source(path, ENDINGS) as source:
        with _explaining_mapping(name, again):
            form = _form(source, problems, used, sheet)
        players = tuple(ListedPlayer.of(row) for row in islice(form.rows, count))
    again = again and form.columns is not None
    return LoadPreview(players, form.columns, tuple(problems.found), again)


@frozen
class _Form:
    rows: Iterator[ListRow]
    columns: Columns | None = None


def _form(source: ListSource, problems: Problems, mapping: Mapping, sheet: str | None) -> _Form:
    """Return the rows of a file, read in the format that its first bytes show."""
    start = source.peek(START)
    text = in_utf_8(start)
    if is_workbook(start, source.name):
        lines = workbook_lines(source.stream, sheet, MAX_ELEMENTS)
    elif start.lstrip().startswith((b"<", b"\xef\xbb\xbf<", b"\xff\xfe<", b"\xfe\xff\0<")):
        return _Form(_of_its_pace(read_xml(source, problems), source.name))
    elif is_header(text.split(b"\n", 1)[0]):
        return _Form(_of_its_pace(read_text(source, problems), source.name))
    else:
        lines = csv_lines(source)
    columns, rest = columns_in(lines, mapping, of_a_list=True)
    return _Form(_of_table(rest, columns, problems), columns)


def _of_its_pace(rows: Iterator[ListRow], name: str) -> Iterator[ListRow]:
    """Return the rows of a published list; if its file name shows another pace, with the ratings
    there.
    """
    for pace in ("rapid", "blitz"):
        if os.path.basename(name).lower().startswith(f"{pace}_rating_list"):
            return (of_one_pace(row, pace) for row in rows)
    return rows


def _of_table(lines: Iterator[Line], columns: Columns, problems: Problems) -> Iterator[ListRow]:
    for line in lines:
        read = read_row(line, columns, of_a_list=True)
        for problem in read.problems:
            problems.add(problem)
        if not read.problems:
            yield read.row
