"""Views of the results of a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from crivello.audit.study.definition import Study
from crivello.reports.study.figure_rows import ResultRow


class StudyResultView(TypedDict):
    """One figure: the mean of a measure over tournaments."""

    population: str
    system: str
    compared_with: str | None
    """The system that this one is compared with, if the figure is a difference; else null."""
    measure: str
    round: int | None
    """Null for the whole tournament."""
    group: str | None
    """Null for all players."""
    tournaments: int
    mean: float
    low: float
    """The lower end of the 95 % interval."""
    high: float
    deviation: float
    """The standard deviation among tournaments."""


class StudyView(TypedDict):
    title: str
    question: str
    seed: int
    tournaments: int
    """The number of tournaments for each population."""
    files: list[str]
    results: list[StudyResultView]


def study_view(study: Study, rows: Sequence[ResultRow], files: list[str]) -> StudyView:
    return StudyView(
        title=study.title,
        question=study.question,
        seed=study.seed,
        tournaments=study.tournaments,
        files=files,
        results=[
            StudyResultView(
                population=row.population,
                system=row.system,
                compared_with=row.compared_with or None,
                measure=row.measure,
                round=row.round or None,
                group=row.group or None,
                tournaments=row.tournaments,
                mean=row.mean,
                low=row.low,
                high=row.high,
                deviation=row.deviation,
            )
            for row in rows
        ],
    )
