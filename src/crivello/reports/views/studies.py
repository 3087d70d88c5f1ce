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
    """The system from which the difference is given; null for the figure itself."""
    measure: str
    round: int | None
    """Null for the whole tournament."""
    group: str | None
    """The group; null: all players."""
    tournaments: int
    mean: float
    low: float
    """The interval of 95 % begins here."""
    high: float
    deviation: float
    """Standard deviation among tournaments."""


class StudyView(TypedDict):
    title: str
    question: str
    seed: int
    tournaments: int
    """The number of tournaments of each population."""
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
