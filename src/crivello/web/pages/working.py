"""The page of long work: how it goes, and on to its result when it is done."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ..view import AtDesk

router = APIRouter(prefix="/t/{file}/{section}/working")


@router.get("/{job}")
def working(page: AtDesk, job: str) -> Response:
    found = page.desktop.jobs.find(job)
    if found is None:  # the server was started again: the log tells what was done
        return page.redirect(page.url("round"))
    if found.wait():
        return page.redirect(found.back, page.told_of(found))
    progress = None if found.progress is None else found.progress()
    what = page.say(found.what, **found.values)
    return page.render("working.html", job=found, what=what, progress=progress)


@router.post("/{job}/cancel")
def cancel(page: AtDesk, job: str) -> Response:
    """Ask the work to stop; it answers itself when it has."""
    found = page.desktop.jobs.find(job)
    if found is not None and found.cancel is not None:
        found.cancel()
    return page.redirect(page.url("working", job))
