"""The page of long work: how it goes, and on to its result when it is done."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.web.view import AtDesk, AtDoor, View

router = APIRouter()


@router.get("/t/{file}/{section}/working/{job}")
def working(page: AtDesk, job: str) -> Response:
    return _working(page, job, page.url("round"))


@router.post("/t/{file}/{section}/working/{job}/cancel")
def cancel(page: AtDesk, job: str) -> Response:
    return _cancelled(page, job)


@router.get("/working/{job}")
def working_at_the_door(view: AtDoor, job: str) -> Response:
    """Of work that is about no tournament of the folder yet."""
    return _working(view, job, "/")


@router.post("/working/{job}/cancel")
def cancel_at_the_door(view: AtDoor, job: str) -> Response:
    return _cancelled(view, job)


def _working(view: View, job: str, otherwise: str) -> Response:
    found = view.desktop.jobs.find(job)
    if found is None:  # the server was started again: the log tells what was done
        return view.redirect(otherwise)
    if found.wait():
        return view.redirect(found.target, view.told_of(found))
    return view.render(
        "working.html",
        job=found,
        what=view.say(found.what, **found.values),
        progress=None if found.progress is None else found.progress(),
        cancel=view.waiting_url(job, "cancel"),
    )


def _cancelled(view: View, job: str) -> Response:
    """Ask the work to stop; it answers itself when it has."""
    found = view.desktop.jobs.find(job)
    if found is not None and found.cancel is not None:
        found.cancel()
    return view.redirect(view.waiting_url(job))
