"""Functions that all pages on the network share, and the JSON answers to their scripts."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import Body, Depends, Request
from fastapi.responses import JSONResponse, Response

from crivello.desk import Desk, Outcome
from crivello.desk.events import Event, NoShows, ResultsEntered
from crivello.desk.roles import DeviceRole
from crivello.model.dates import read_day
from crivello.model.errors import CrivelloError, WordError
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.standard.classes import frozen
from crivello.standings.crosstable import person
from crivello.store import StoreError
from crivello.web.desks import Desks
from crivello.web.envelope import (
    OLD_PAGE,
    Addressed,
    Envelope,
    Late,
    Seen,
    board_now,
    games_seen,
    result_of,
)
from crivello.web.network.codes import Codes
from crivello.web.network.device_store import (
    DONE,
    ENTERED,
    LATE,
    REFUSED,
    REPLACED,
    Arrival,
    DeviceStore,
    KnownDevice,
)
from crivello.web.network.guard import LoginThrottle, NetworkUser, cookie_name
from crivello.web.network.links import HallLinks
from crivello.web.page_answers import Names, refusal
from crivello.web.round.page_actions import AlreadyEntered, EnteredMeanwhile
from crivello.web.session import VALID_SECONDS
from crivello.web.view import SectionPage, View, named_section
from crivello.words import N_


@dataclass
class Network:
    """The objects that all requests to the listener share."""

    store: DeviceStore
    codes: Codes
    guesses: LoginThrottle
    until: float
    one_phone: bool
    screen_codes: bool
    secure: str
    authority: bytes
    fingerprint: str
    """The fingerprint of the authority that signed the certificate."""
    links: HallLinks
    clock: Callable[[], float]
    shown: dict[tuple[str, str], int] = field(default_factory=dict)
    """The last round of each section that anybody has been shown."""


def event_end(desks: Desks, files: Collection[str], at_least: float) -> float:
    """Return when the event of these tournaments is over: at the end of its last announced day.

    Without an announced day, it is taken to last two weeks. The result is never before `at_least`.
    """
    days = []
    for name in files:
        for section in desks.file(name).snapshot.state.sections.values():
            for text in (section.settings.end, *section.settings.round_dates):
                with suppress(WordError):
                    days.append(datetime.strptime(read_day(text), "%Y/%m/%d"))
    if not days:
        return max(at_least, time.time() + VALID_SECONDS)
    return max(at_least, (max(days) + timedelta(days=1)).timestamp())


def network_of(request: Request) -> Network:
    found: Network = request.app.state.network
    return found


def device_of(request: Request) -> KnownDevice:
    """Return the device that sent the request, as the guard identified it."""
    user: NetworkUser = request.state.user
    assert user.row is not None
    return user.row


Json = Annotated[dict[str, Any], Body()]


def text_of(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name)
    return value.strip() if isinstance(value, str) else ""


@frozen
class HallGame:
    """One game as devices enter it: of a table, or of one board of a match."""

    seen: Seen
    white: Player
    """The player with White; in a match, the player of the side named first, from which the result
    is seen."""
    black: Player

    @property
    def board(self) -> int:
        return self.seen.board

    @property
    def game(self) -> int:
        return self.seen.game

    @property
    def table(self) -> str:
        return self.seen.table

    @property
    def result(self) -> Result | None:
        return result_of(self.seen.shown)


def hall_games(page: SectionPage, board: int | None = None) -> list[HallGame]:
    """Return the games of the round that is being played, at one table or at all."""
    found = games_seen(page.event, page.section, len(page.section.rounds), board)
    return [HallGame(one, page.names[one.white], page.names[one.black]) for one in found]


def side_name(page: SectionPage, game: HallGame, player: Player) -> str:
    """Return a player's name as devices show it; at a board of a match, with the colour."""
    return person(player) if not game.game else side_with_colour(page, game, player)


def side_with_colour(page: SectionPage, game: HallGame, player: Player) -> str:
    has_white = (player is game.white) == (game.seen.colour == Colour.WHITE.value)
    colour = page.say(N_("White") if has_white else N_("Black"))
    return f"{person(player)} ({colour})"


# Entries


Model = Callable[[], dict[str, object]]
"""The current state of the page, as it is sent to the device."""


def take_entry(page: SectionPage, envelope: Envelope, action: Addressed, model: Model) -> Response:
    """Do what an entry asks for, once, or refuse it; the answer is stored.

    If the same entry arrives again, it gets the same answer.
    """
    device, store = device_of(page.request), network_of(page.request).store
    known = answer_again(page, envelope, model)
    if known is not None:
        return known

    def work(desk: Desk) -> Outcome | Arrival:
        arrived = store.find_arrival(envelope.id)  # a copy of the entry, or one that replaces it
        if arrived is not None:
            return arrived
        meant = replace(action, own=_own_results(desk, envelope))
        return desk.act(meant, by=device.device, key=envelope.id)

    try:
        if envelope.seen.event != page.event or envelope.seen.section != page.key:
            raise Late(round=envelope.seen.round)
        done = page.file.submit(work).result()
    except StoreError as error:
        return answer_later(page, error)
    except CrivelloError as error:
        page.renew()
        return answer_error(page, envelope, error, model)
    page.renew()
    if isinstance(done, Arrival):
        return _answer_known(page, envelope, done, model)
    text = page.sentence(done.answer)
    store.note_arrival(device, envelope, DONE, text)
    return answer_done(text, model())


def _own_results(desk: Desk, envelope: Envelope) -> frozenset[str]:
    """Return the result at the table of this entry, if it comes from an entry that this one
    replaces.

    Empty if it does not.
    """
    if not envelope.replaces:
        return frozenset()
    desk.refresh()
    seen = envelope.seen
    setting = [
        item.event.author
        for item in desk.log
        if item.sequence not in desk.undone and _concerns(item.event, seen)
    ]
    last, now = setting[-1] if setting else None, board_now(desk.section(seen.section), seen)
    own = last is not None and last.key in envelope.replaces
    return frozenset({now.shown}) if own and now is not None else frozenset()


def _concerns(event: Event, seen: Seen) -> bool:
    """Return True if an event sets results at the table that a page showed."""
    if not isinstance(event, ResultsEntered | NoShows):
        return False
    here = (event.section, event.round) == (seen.section, seen.round)
    return here and any(one.board == seen.board for one in event.results)


def answer_again(page: View, envelope: Envelope, model: Model) -> Response | None:
    """Return the answer that this entry has already got; None if the entry is new."""
    known = network_of(page.request).store.find_arrival(envelope.id)
    return None if known is None else _answer_known(page, envelope, known, model)


def _answer_known(page: View, envelope: Envelope, known: Arrival, model: Model) -> Response:
    first = known.envelope
    same = (first.kind, first.wanted, first.seen) == (envelope.kind, envelope.wanted, envelope.seen)
    if known.state == REPLACED or (same and known.state in (DONE, ENTERED)):
        return answer_done(known.text, model())
    text = known.text if same else page.say(OLD_PAGE)  # no page of ours uses an id twice
    return JSONResponse({"state": REFUSED, "text": text}, 409)


def answer_error(
    page: SectionPage, envelope: Envelope, error: CrivelloError, model: Model
) -> Response:
    """Refuse an entry permanently; one that came too late is kept for the arbiter."""
    state = DONE if isinstance(error, AlreadyEntered) else REFUSED
    if isinstance(error, Late | EnteredMeanwhile):
        state = LATE
    text = _error_text(page, error, page.names)
    network_of(page.request).store.note_arrival(device_of(page.request), envelope, state, text)
    if state == DONE:
        return answer_done(text, model())
    return JSONResponse({**model(), "state": state, "text": text}, 409)


def answer_later(view: View, error: CrivelloError) -> Response:
    """Answer that the entry cannot be written now, so that the device sends it again."""
    return JSONResponse({"state": "again", "text": _error_text(view, error, {})}, 503)


def answer_done(text: str, model: Mapping[str, object]) -> Response:
    """Answer that an entry is done, with the present state."""
    return JSONResponse({**model, "state": "done", "text": text})


def answer_refused(view: View, error: CrivelloError, names: Names | None = None) -> Response:
    """Refuse a request permanently, so that the device does not send it again."""
    return JSONResponse({"state": REFUSED, "text": _error_text(view, error, names or {})}, 409)


def _error_text(view: View, error: CrivelloError, names: Names) -> str:
    return " ".join(line.text for line in refusal(error, view.words, names).lines)


def let_in(view: View, response: Response, role: DeviceRole, session: str, seconds: int) -> None:
    """Set the cookie of a role: over TLS only, for this host name only, and not for scripts."""
    response.set_cookie(
        cookie_name(view.desktop.sessions, role),
        session,
        max_age=seconds,
        path="/",
        secure=True,
        httponly=True,
        samesite="strict",
    )


def section_page(request: Request) -> SectionPage:
    return SectionPage(request, *named_section(request))


AtSection = Annotated[SectionPage, Depends(section_page)]
"""The section of the address, for a device that may see more than is published."""
