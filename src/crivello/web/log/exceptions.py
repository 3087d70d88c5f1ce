"""The page Exceptions: everything done against or outside the rules, with its reason."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk.exceptions import NAMES
from crivello.web.view import AtDesk

router = APIRouter(prefix="/t/{file}/{section}/exceptions")


@router.get("")
def show(page: AtDesk) -> Response:
    rows = [
        (
            page.say(NAMES[one.kind]),
            one.round,
            " ".join(page.sentence(what) for what in (one.what, *one.remarks)),
            one.done,
        )
        for one in page.section.exceptions
    ]
    return page.render("log/exceptions.html", rows=rows)
