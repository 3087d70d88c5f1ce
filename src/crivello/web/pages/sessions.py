"""The browsers that are at the desk: since when, last seen, and an end to each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.web.forms import Form
from crivello.web.session import IDLE_SECONDS, VALID_SECONDS
from crivello.web.view import AtDoor, View
from crivello.words import N_

router = APIRouter()

ENDED = N_("The session is ended. That browser is not known any more.")
OTHERS_ENDED = N_("Every other session is ended.")


@dataclass(frozen=True, slots=True)
class SessionRow:
    name: str
    browser: str
    since: str
    seen: str
    here: bool
    """The browser that asks."""


@router.get("/sessions")
def sessions(view: AtDoor) -> Response:
    here = _here(view)
    rows = [
        SessionRow(
            one.name,
            one.browser or view.say(N_("Another browser")),
            _wall(one.since),
            _wall(one.seen),
            one.name == here,
        )
        for one in view.desktop.sessions.all()
    ]
    return view.render(
        "pages/sessions.html",
        rows=sorted(rows, key=lambda row: not row.here),
        hours=IDLE_SECONDS // 3600,
        days=VALID_SECONDS // 86400,
        folder=str(view.desks.folder),
    )


@router.post("/sessions/end")
def end(view: AtDoor, form: Form) -> Response:
    view.desktop.sessions.end(form.text("session"))
    return _after(view, ENDED)


@router.post("/sessions/end-others")
def end_others(view: AtDoor) -> Response:
    here = _here(view)
    for one in view.desktop.sessions.all():
        if one.name != here:
            view.desktop.sessions.end(one.name)
    return _after(view, OTHERS_ENDED)


@router.post("/sessions/leave")
def leave(view: AtDoor) -> Response:
    view.desktop.sessions.end(_here(view))
    return _after(view, ENDED)


def _after(view: View, sentence: str) -> Response:
    if view.session is not None or not view.who.session:
        return view.redirect("/sessions", view.told(sentence))
    response = view.redirect("/public")
    response.delete_cookie(view.desktop.sessions.cookie, httponly=True, samesite="strict")
    return response


def _here(view: View) -> str:
    return view.session.name if view.session else ""


def _wall(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().strftime("%d/%m %H:%M")
