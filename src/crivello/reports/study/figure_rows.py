"""The figures of a study as rows, and as files for programs: CSV and Parquet.

Rows, and so the bytes of these files, depend on the study alone. The time that a round takes
depends on the machine and has a table of its own.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO, StringIO
from typing import Any, NamedTuple, get_type_hints

from crivello.audit.study.measures import MEASURES, UNFINISHED
from crivello.audit.study.run import Figures, StudyCell
from crivello.audit.study.tally import SCALE
from crivello.extras import require
from crivello.model.sentence import N_
from crivello.words.escaping import guard_formula

PLACES = 6
"""Decimals in files for programs."""


class ResultRow(NamedTuple):
    """One figure: the mean of a measure over tournaments, with its 95 % interval."""

    population: str
    system: str
    compared_with: str
    """The system that this one is compared with, if the row is a difference; else empty."""
    measure: str
    round: int
    """0 for the whole tournament."""
    group: str
    """Empty for all players."""
    tournaments: int
    mean: float
    low: float
    high: float
    deviation: float
    """The standard deviation among tournaments."""


def rows(figures: Figures) -> list[ResultRow]:
    """Return all rows, in the order of the study."""
    study = figures.study
    order = {key: place for place, key in enumerate((UNFINISHED.key, *study.measures))}

    def place(cell: StudyCell) -> tuple[object, ...]:
        group = (0, int(cell.group), "") if cell.group.isdecimal() else (1, 0, cell.group)
        return cell.population, cell.system, cell.compared, order[cell.measure], cell.round, group

    found = []
    for cell in sorted(figures.tallies, key=place):
        tally = figures.tallies[cell]
        measure = UNFINISHED if cell.measure == UNFINISHED.key else MEASURES[cell.measure]
        if measure.fills:
            tally = tally._replace(tournaments=_count_finished(figures, cell))
        low, high = tally.interval(measure.rate and not cell.compared)
        mean, low, high, deviation = (
            round(number, PLACES) + 0.0  # no minus sign before zero
            for number in (tally.mean, low, high, tally.deviation)
        )
        found.append(
            ResultRow(
                study.populations[cell.population].name,
                study.systems[cell.system].name,
                study.systems[0].name if cell.compared else "",
                cell.measure,
                cell.round,
                cell.group,
                tally.tournaments,
                mean,
                low,
                high,
                deviation,
            )
        )
    return found


def _count_finished(figures: Figures, cell: StudyCell) -> int:
    """Count the tournaments of the cell's population and system that were played to their end."""
    lost = StudyCell(cell.population, cell.system, compared=False, measure=UNFINISHED.key)
    tally = figures.tallies[lost]
    return tally.tournaments - tally.total // SCALE


class TimeRow(NamedTuple):
    population: str
    system: str
    round: int
    rounds: int
    """The number of rounds paired."""
    milliseconds: float
    """Processor time per round."""


def time_rows(figures: Figures) -> list[TimeRow]:
    study = figures.study
    return [
        TimeRow(
            study.populations[population].name,
            study.systems[system].name,
            turn,
            count,
            round(total / count / 1_000_000, 3),
        )
        for (population, system, turn), (count, total) in sorted(figures.times.items())
    ]


def as_csv(table: Sequence[NamedTuple], kind: type[NamedTuple]) -> bytes:
    """Return a table as CSV: a line of headings, then the rows; `PLACES` decimals in each
    number.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(kind._fields)
    for row in table:
        writer.writerow(
            f"{value:.{PLACES}f}" if isinstance(value, float) else guard_formula(str(value))
            for value in row
        )
    return out.getvalue().encode()


def as_parquet(table: Sequence[NamedTuple], kind: type[NamedTuple]) -> bytes:
    """Return a table as Parquet, with typed columns (extra `parquet`)."""
    require("parquet", N_("Parquet needs a package that is not installed: {command}"))
    pyarrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    types = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, types[of]) for name, of in get_type_hints(kind).items()])
    columns = list(zip(*table, strict=True)) or [()] * len(kind._fields)
    arrays = [
        pyarrow.array(column, type=field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    out = BytesIO()
    parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue()
