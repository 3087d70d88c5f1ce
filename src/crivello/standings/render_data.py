"""A table for other programs: CSV, and the value that becomes JSON."""

from __future__ import annotations

import csv
from collections.abc import Sequence

from crivello.standings.table import Raw, Table
from crivello.words.escaping import guarded


class _Lines(list[str]):
    """What `csv.writer` writes into."""

    def write(self, text: str) -> None:
        self.append(text)


def as_csv(tables: Sequence[Table]) -> str:
    """One line of keys, one for each row of tables of one kind; decimal points everywhere.

    What a spreadsheet would run gets an apostrophe in front (docs/reports.md).
    """
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow([column.key for column in tables[0].columns])
    for table in tables:
        for row in table.rows:
            writer.writerow([_flat(cell.raw) for cell in row])
    return "".join(lines)


def _flat(raw: Raw) -> int | str:
    if raw is None:
        return ""
    if isinstance(raw, str):
        return guarded(raw)
    return int(raw) if isinstance(raw, bool) else raw
