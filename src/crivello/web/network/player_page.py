"""A player's own page: the table, the pairing card, the reasons, and requests to the arbiter."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from crivello.model.errors import CrivelloError
from crivello.web.envelope import ASK, Late, OldPage, Seen, read_envelope
from crivello.web.network.common import (
    Json,
    answer_again,
    answer_done,
    answer_error,
    answer_refused,
    device_of,
    network_of,
)
from crivello.web.network.device_store import (
    ACCEPTED,
    BYE,
    DECLINED,
    DONE,
    LEAVE,
    OPEN,
    KnownDevice,
    PlayerRequest,
)
from crivello.web.public.view import PublicPage
from crivello.web.tables.view import card
from crivello.web.view import AnyPage
from crivello.words import N_

router = APIRouter(prefix="/me")

MOST_OPEN = 3
"""The most requests of one player that may wait for an answer."""
NO_ROUND = N_("A bye can be asked for a coming round only.")
ENOUGH = N_("You already have {count} open requests. Wait for the arbiter's answer.")
PUBLISHED = N_("Round {round} is published: table {table}, {colour}.")
RESULT = N_("Your result of round {round}: {points}")
NO_GAME = N_("Round {round} is published: you have no game.")
ASKED = {
    BYE: N_("You asked for a bye in round {round}."),
    LEAVE: N_("You said that you will not come back."),
}
ANSWERED = {
    OPEN: N_("The arbiter has not answered yet."),
    ACCEPTED: N_("The arbiter has accepted it."),
    DECLINED: N_("The arbiter has declined it. Ask at the desk."),
}


class CannotAsk(CrivelloError, code="cannot-ask"):
    """The player cannot make this request now."""


@router.get("")
def arrive(view: AnyPage) -> Response:
    return view.render("network/me.html")


@router.get("/state")
def state(request: Request) -> Response:
    return JSONResponse(_model(*_page(request)))


@router.post("/ask")
def ask(request: Request, body: Json) -> Response:
    page, device = _page(request)
    network = network_of(request)
    try:
        envelope = read_envelope(body, ASK)
    except OldPage as error:
        return answer_refused(page, error)

    def model() -> dict[str, object]:
        return _model(page, device)

    known = answer_again(page, envelope, model)
    if known is not None:
        return known
    kind, _, number = envelope.wanted.partition(" ")
    round_ = int(number) if number.isdecimal() and len(number) < 4 else 0
    last = page.section.settings.rounds or 0
    waiting = [one for one in _own_requests(page, device) if one.state == OPEN]
    try:
        if kind not in ASKED or (kind == BYE) != bool(round_):
            raise CannotAsk(NO_ROUND)
        if kind == BYE and not len(page.section.rounds) < round_ <= last:
            raise CannotAsk(NO_ROUND)
        if envelope.seen != _shown_state(page, device):
            raise Late(round=envelope.seen.round)
        if len(waiting) >= MOST_OPEN:
            raise CannotAsk(ENOUGH, count=len(waiting))
    except CrivelloError as error:
        return answer_error(page, envelope, error, model)
    network.store.request(device, envelope.id, kind, round_)
    network.store.note_arrival(device, envelope, DONE)
    return answer_done("", model())


def _shown_state(page: PublicPage, device: KnownDevice) -> Seen:
    """Return what the page shows, for envelopes: the player and the last published round."""
    assert device.invitation is not None
    place = page.event, page.key, len(page.section.rounds)
    return Seen(*place, player=device.invitation.subject)


def _page(request: Request) -> tuple[PublicPage, KnownDevice]:
    device = device_of(request)
    assert device.invitation is not None
    return PublicPage(request, device.invitation.file, device.invitation.section), device


def _own_requests(page: PublicPage, device: KnownDevice) -> list[PlayerRequest]:
    assert device.invitation is not None
    asked = network_of(page.request).store.requests(page.file.name, page.key)
    return [one for one in asked if one.player == device.invitation.subject]


def _model(page: PublicPage, device: KnownDevice) -> dict[str, object]:
    """Return what a player's page shows, made only from published data."""
    assert device.invitation is not None
    player = page.names.get(device.invitation.subject)
    number = len(page.section.rounds)
    model: dict[str, object] = {
        "name": "" if player is None else f"{player.number} {player.name}",
        "notice": "",
        "seen": _shown_state(page, device).values(),
        "round": number,
        "rounds": page.section.settings.rounds or number,
        "csrf": page.csrf,
        "asked": [
            " ".join((page.say(ASKED[one.kind], round=one.round), page.say(ANSWERED[one.state])))
            for one in _own_requests(page, device)
        ],
        "links": [],
    }
    found = card(page, player.number) if player is not None else None
    now = found.rows[-1] if found is not None and found.rows else None
    if player is None or found is None or now is None:
        return model
    if now.opponent:
        colour = page.say(N_("White") if now.colour == "w" else N_("Black"))
        notice = page.say(PUBLISHED, round=now.round, table=now.table, colour=colour)
        model["opponent"] = now.name
        if now.points:
            model["result"] = page.say(RESULT, round=now.round, points=now.points)
    else:
        notice = page.say(NO_GAME, round=now.round)
    links = [(page.say(N_("My card")), page.url("card", player.number))]
    if now.why:
        links.append((page.say(N_("Why this opponent and this colour?")), now.why))
    links.append((page.say(N_("Standings")), page.url("standings")))
    links.append((page.say(N_("Pairings")), page.url()))
    model["notice"] = notice
    model["links"] = [{"text": text, "url": url} for text, url in links]
    return model
