"""The start link: a one-time token is exchanged for the cookie of the arbiter's browser."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from crivello.web.guard import START
from crivello.web.peers import user_of
from crivello.web.session import VALID_SECONDS
from crivello.web.view import AtDoor, address
from crivello.words import N_

router = APIRouter()

USED = N_(
    "This link has been used, or is too old. Stop the program and start it again to get another."
)


@router.get(START)
def start(view: AtDoor, token: str = "", to: str = "") -> Response:
    sessions = view.desktop.sessions
    scope = view.request.scope
    user = user_of(scope.get("client"), scope.get("server"))
    session = sessions.exchange(token, view.request.headers.get("user-agent", ""), user)
    if session is None:
        if view.who.arbiter:  # the page of the link, loaded again
            return RedirectResponse("/", 303)
        return view.render("error.html", 401, text=view.say(USED), article="", status=401)
    # A name of the folder, never an address: a link cannot lead anywhere else.
    target = address("t", to) if to in view.desks.names() else "/"
    # A page that leads on, no redirect: the browser comes from a file, and a cookie for this site
    # only is not sent along a way that began elsewhere.
    response = view.render("start.html", target=target)
    response.set_cookie(
        sessions.cookie, session, max_age=VALID_SECONDS, path="/", httponly=True, samesite="strict"
    )
    return response
