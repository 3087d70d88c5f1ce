"""The first pages of a device: links with secrets, codes of deputies, public changes, help."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import (
    FileResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)

from crivello.desk.publications import published_section
from crivello.desk.roles import DeviceRole
from crivello.web.desks import RETRY_MILLISECONDS, Snapshot, as_json
from crivello.web.guard import cookie_of
from crivello.web.hall import routes as hall
from crivello.web.network.codes import Invitation, new_code
from crivello.web.network.common import (
    Json,
    device_of,
    event_end,
    let_in,
    network_of,
    text_of,
)
from crivello.web.network.device_store import (
    DEVICES_OF_A_PLAYER,
    DEVICES_OF_A_TABLE,
    DeviceStoreError,
)
from crivello.web.network.guard import LOCKED, NetworkUser, cookie_name
from crivello.web.public.view import PublicPage
from crivello.web.rendering import STATIC
from crivello.web.session import browser
from crivello.web.view import AnyPage, SectionPage, View
from crivello.words import N_

router = APIRouter()

WRONG = N_("This link is not valid, or has been replaced. Ask the arbiter for another.")
OVER = N_(
    "This code was for round {round} only. Scan the code of your table in this "
    "round, or ask the arbiter."
)
NOT_YET = N_("This link works as soon as round {round} is published. Open it again then.")
TABLE_HOURS = 12
"""How long the device of a table is valid at most."""
PLACES = {
    DeviceRole.TABLE: "/table",
    DeviceRole.PLAYER: "/me",
    DeviceRole.SCREEN: "/screen/show",
}
MOST = {
    DeviceRole.TABLE: DEVICES_OF_A_TABLE,
    DeviceRole.PLAYER: DEVICES_OF_A_PLAYER,
    DeviceRole.SCREEN: 1,
}


@router.get("/")
def home() -> Response:
    return RedirectResponse("/public", 303)


@router.get("/help")
def help_page(view: AnyPage) -> Response:
    network = network_of(view.request)
    return view.render("network/help.html", secure=network.secure, authority=network.fingerprint)


@router.get("/authority.crt")
def authority(request: Request) -> Response:
    """Send the authority's certificate, to be installed after comparing its fingerprint with the
    desk's.
    """
    data = network_of(request).authority
    kind = "application/x-x509-ca-cert"
    headers = {"content-disposition": 'attachment; filename="crivello-authority.crt"'}
    return Response(data, media_type=kind, headers=headers)


@router.get("/worker.js")
def worker() -> Response:
    """Send the service worker for deputies' devices; its address sets the scope."""
    return FileResponse(STATIC / "worker.js", media_type="text/javascript")


# Links with a secret: the page reads what stands behind the `#`, and sends it by POST.


@router.get("/screen")
def arrive_screen(view: AnyPage) -> Response:
    return view.render("network/open.html")


@router.post("/open")
def exchange(view: AnyPage, body: Json) -> Response:
    """Exchange the secret of a link for a session of this browser."""
    network = network_of(view.request)
    address = (view.request.client.host if view.request.client else "") or "?"
    wait = network.guesses.wait(address)
    if wait:
        return JSONResponse({"state": "refused", "text": view.say(LOCKED, count=wait)}, 429)
    invitation = network.codes.read(text_of(body, "code"), network.store.number)
    if invitation is None or invitation.file not in view.desks.names():
        network.guesses.note_failure(address)
        return JSONResponse({"state": "refused", "text": view.say(WRONG)}, 403)
    network.guesses.note_success(address)
    snapshot = view.desks.file(invitation.file).snapshot
    if not still_good(invitation, snapshot):
        said = _why_not(view, invitation, snapshot)
        return JSONResponse({"state": "refused", "text": said}, 410)
    now = network.clock()
    until = _session_end(view, invitation.role)
    known = cookie_of(view.request.headers, cookie_name(view.desktop.sessions, invitation.role))
    session = known
    if not known or network.store.find(known) is None:
        session = network.codes.session(invitation, text_of(body, "own"))
    about = device_name(invitation, snapshot)
    try:
        network.store.admit(session, invitation, _most(invitation, snapshot), until, about)
    except DeviceStoreError as error:
        return JSONResponse({"state": "refused", "text": view.say(error)}, 403)
    response = JSONResponse({"state": "done", "to": PLACES[invitation.role]})
    let_in(view, response, invitation.role, session, int(until - now))
    return response


def _session_end(view: View, role: DeviceRole) -> float:
    """Return when a new session ends: a table's after the round, others when the event is over."""
    network = network_of(view.request)
    if role is DeviceRole.TABLE:
        return min(network.until, network.clock() + TABLE_HOURS * 3600)
    return event_end(view.desks, view.desks.names(), network.until)


def still_good(invitation: Invitation, snapshot: Snapshot) -> bool:
    """Return True if this link is still valid."""
    section = snapshot.state.sections.get(invitation.section)
    if section is None:
        return False
    if invitation.role is DeviceRole.PLAYER:
        return invitation.subject in published_section(section).registrations
    if invitation.role is not DeviceRole.TABLE:
        return True
    rounds = section.rounds
    if invitation.round != len(rounds) or not rounds or rounds[-1].results_published:
        return False
    games = rounds[-1].games
    if not 1 <= invitation.subject <= len(games):
        return False
    game = games[invitation.subject - 1]
    return invitation.players in ((game.white, game.black), (game.black, game.white))


def _why_not(view: View, invitation: Invitation, snapshot: Snapshot) -> str:
    """Return the error for a link that is not valid yet, or has expired."""
    section = snapshot.state.sections.get(invitation.section)
    if invitation.role is DeviceRole.PLAYER:
        if section is None or invitation.subject not in section.registrations:
            return view.say(WRONG)
        return view.say(NOT_YET, round=len(published_section(section).rounds) + 1)
    return view.say(OVER, round=invitation.round)


def _most(invitation: Invitation, snapshot: Snapshot) -> int:
    """Return how many devices a link admits; for a match of teams, two for each board."""
    most = MOST[invitation.role]
    section = snapshot.section(invitation.section)
    of_teams = invitation.role is DeviceRole.TABLE and section.has_teams
    return most * section.boards if of_teams else most


def device_name(invitation: Invitation, snapshot: Snapshot) -> str:
    """Return the name, for the desk and the log, of a device that comes with this link."""
    section = snapshot.section(invitation.section)
    if invitation.role is DeviceRole.TABLE:
        table = section.rounds[-1].tables[invitation.subject - 1]
        return f"{section.key} {invitation.round}: table {table}"
    if invitation.role is DeviceRole.PLAYER:
        return f"{section.key}: player {invitation.subject}"
    return f"{section.key}: screen {invitation.subject}"


# The screen


@router.get("/screen/show")
def screen(
    request: Request, seconds: str = "", size: str = hall.AUTOMATIC, have: str = ""
) -> Response:
    """Show the hall pages on a screen, made from published data."""
    one = device_of(request).invitation
    assert one is not None
    page = PublicPage(request, one.file, one.section)
    network = network_of(request)
    codes = hall.table_codes(page, network.links) if network.screen_codes else ()
    return hall.render_show(page, page, None, seconds, size, "", codes, have)


# Deputies: the device shows a code, and the chief arbiter types it at the desk.


@router.get("/join")
def join(view: AnyPage) -> Response:
    user: NetworkUser = view.request.state.user
    if user.row is not None:
        return RedirectResponse("/deputy", 303)
    found = network_of(view.request).store.find(view.user.session) if user.waiting else None
    return view.render("network/join.html", code="" if found is None else found.code)


@router.post("/join")
def ask(view: AnyPage) -> Response:
    network = network_of(view.request)
    user: NetworkUser = view.request.state.user
    if user.row is not None or user.waiting:
        return RedirectResponse("/join", 303)
    session = secrets.token_urlsafe(32)
    agent = browser(view.request.headers.get("user-agent", ""))
    address = view.request.client.host if view.request.client else ""
    try:
        network.store.ask(session, new_code(), agent, address)
    except DeviceStoreError as error:
        text = view.say(error)
        return view.render("templates/error.html", 503, text=text, article="", status=503)
    response = RedirectResponse("/join", 303)
    seconds = int(_session_end(view, DeviceRole.DEPUTY) - network.clock())
    let_in(view, response, DeviceRole.DEPUTY, session, seconds)
    return response


@router.get("/join/state")
def tell_joined(view: AnyPage) -> Response:
    """Answer whether the chief arbiter has approved the device."""
    user: NetworkUser = view.request.state.user
    state = "in" if user.row is not None else "waiting" if user.waiting else "out"
    return JSONResponse({"state": state})


# ChangeFeed, of what is published only


@router.get("/events")
async def events(view: AnyPage) -> Response:
    return StreamingResponse(_stream(view), media_type="text/event-stream")


@router.get("/events/now")
def now(view: AnyPage) -> Response:
    return JSONResponse(_public_sequences(view))


async def _stream(view: View) -> AsyncIterator[str]:
    """Stream changes of published rounds and results, but not of entries."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    latest: dict[str, int] = {}
    async for changed in view.desktop.news.listen():
        for file, sequence in _public_sequences(view).items():
            if latest.get(file) != sequence:
                latest[file] = sequence
                yield f"event: change\ndata: {as_json(file, sequence)}\n\n"
        if not changed:
            yield ": beat\n\n"


def _public_sequences(view: View) -> dict[str, int]:
    found = {}
    for name in list(view.desktop.news.latest):
        file = view.desks.find_open(name)
        if file is not None and (last := file.snapshot.public_sequence):
            found[name] = last
    return found


# What a device has been shown is no longer a mere mistake (docs/decisions/published-pairings.md).


def note_shown(page: SectionPage) -> None:
    """Tell the desk that a round was shown on the network."""
    last = len(page.section.rounds)
    noted = network_of(page.request).shown
    place = page.file.name, page.key
    if last and noted.get(place, 0) < last:
        noted[place] = last
        key = page.key
        page.file.submit(lambda desk: desk.note_shown(key, last))
