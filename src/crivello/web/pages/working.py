"""The page of long work: how it goes, and on to its result when it is done."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ..view import AtDesk

router = APIRouter()


@router.get("/t/{file}/{section}/working/{job}")
def working(page: AtDesk, job: str) -> Response:
    found = page.desktop.jobs.find(job)
    if found is None:  # the server was started again: the log tells what was done
        return page.redirect(page.url("round"))
    if found.wait():
        return page.redirect(found.back, page.told_by(found.future.result))
    return page.render("working.html", job=found, what=page.say(found.what, **found.values))
