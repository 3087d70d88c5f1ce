"""The report file, as it is or for rating, and what FIDE would ask about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from fastapi import Query
from fastapi.responses import PlainTextResponse

from crivello.reports.views.checks import QueriesView, queries_view
from crivello.web.api.resources import IN_SECTION
from crivello.web.api.scope import AtSection, api_router
from crivello.web.api.shapes import shape
from crivello.web.files.reporting import asked, report_file

router = api_router("Reading")


class Dialect(StrEnum):
    TRF26 = "trf26"
    TRF16 = "trf16"


OfDialect = Annotated[Dialect, Query()]


@router.get(f"{IN_SECTION}/queries", response_model=shape(QueriesView))
def queries(at: AtSection, dialect: OfDialect = Dialect.TRF26) -> QueriesView:
    """What FIDE would reject or query in the report file: ask before it is sent for rating."""
    found, compared = asked(at, dialect.value)
    ids = {player.number: player.id for player in at.section.listed}
    return queries_view(found, compared, at.say, ids)


@router.get(f"{IN_SECTION}/report-file", response_class=PlainTextResponse)
def report_file_(
    at: AtSection, dialect: OfDialect = Dialect.TRF26, for_rating: bool = False
) -> str:
    """The report file; `for_rating`: with corrections that came too late to count."""
    return report_file(at.section.tournament, dialect.value, for_rating)
