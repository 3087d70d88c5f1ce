"""The pages of deputies: results, no-shows, roll-call, printing, and what the chief arbiter allows.

Each entry is an `Envelope`: it is done once, and only if what its page showed is still there.
"""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from crivello.desk import Section
from crivello.desk.actions import (
    Action,
    AnswerNoShows,
    MarkNoShows,
    PublishResults,
    RollCall,
)
from crivello.desk.events import Presence
from crivello.desk.permissions import May
from crivello.model.errors import CrivelloError
from crivello.model.keys import pairs_matches
from crivello.reports import pages as reports
from crivello.reports.pairings import match_score
from crivello.reports.subject import Choice
from crivello.standings.crosstable import person
from crivello.web.envelope import (
    ABSENT,
    ANSWER,
    LONGEST_SHOWN,
    PUBLISH,
    REQUEST,
    RESULT,
    ROLL_CALL,
    Addressed,
    Envelope,
    Late,
    OldPage,
    Seen,
    board_now,
    games_seen,
    is_open,
    match_seen,
    read_envelope,
    result_of,
)
from crivello.web.files.printing import OF_MATCHES, page_for_print
from crivello.web.network.common import (
    AtSection,
    Json,
    answer_again,
    answer_done,
    answer_error,
    answer_refused,
    device_of,
    hall_games,
    network_of,
    side_name,
    take_entry,
)
from crivello.web.network.device_store import (
    ACCEPTED,
    DECLINED,
    DONE,
    OPEN,
    PlayerRequest,
    grant_action,
)
from crivello.web.network.links import slip_codes
from crivello.web.network.waiting import open_proposals
from crivello.web.page_answers import PageLink
from crivello.web.public.view import PublicPage
from crivello.web.rendering import address
from crivello.web.round.page_actions import expected_entry
from crivello.web.tables.view import subject
from crivello.web.view import AnyPage, SectionPage, View
from crivello.words import N_

router = APIRouter(prefix="/deputy")

PRINTED = (
    *("pairings-by-board", "pairings-by-name", "slips", "boards", "match-cards"),
    *("standings", "crosstable", "results"),
)
UNKNOWN = N_("This cannot be entered. Nothing was changed: reload the page.")


class NotUnderstood(CrivelloError, code="not-understood"):
    """The entry is not one that our pages send."""


@router.get("")
def choose(view: AnyPage) -> Response:
    """List the sections that this device may reach; if there is only one, go to it."""
    found = [
        PageLink(section.settings.name or key, address("deputy", entry.name, key))
        for entry in view.desks.overview()
        if entry.name in device_of(view.request).files
        for key, section in (entry.snapshot.state.sections.items() if entry.snapshot else ())
    ]
    if len(found) == 1:
        return RedirectResponse(found[0].url, 303)
    return view.render("network/choose.html", found=found)


@router.post("/leave")
def leave(view: AnyPage) -> Response:
    """Sign this device out."""
    network_of(view.request).store.revoke(device_of(view.request).id)
    return JSONResponse({"state": "done", "text": ""})


@router.get("/{file}/{section}")
def show(page: AtSection) -> Response:
    return View(page.request).render(
        "network/deputy.html",
        device=device_of(page.request).name,
        print_url=_url(page, "print"),
        url=_url(page),
    )


@router.get("/{file}/{section}/state")
def state(page: AtSection) -> Response:
    return JSONResponse(_model(page))


@router.post("/{file}/{section}/results")
def enter(page: AtSection, body: Json) -> Response:
    def make(envelope: Envelope, now: Seen) -> Action:
        own = now.shown != envelope.seen.shown  # it corrects an entry of its own
        return expected_entry(
            page.key,
            now.round,
            now.board,
            now.game,
            envelope.wanted_result,
            shown=result_of(now.shown),
            confirmed=envelope.sure or own,
            players=(now.white, now.black),
        )

    return _take(page, body, RESULT, board_now, make)


@router.post("/{file}/{section}/no-shows")
def no_shows(page: AtSection, body: Json) -> Response:
    def make(envelope: Envelope, now: Seen) -> Action:
        sides = {"w": now.white, "b": now.black}
        if now.game or not envelope.sure:
            raise NotUnderstood(UNKNOWN)
        return MarkNoShows(page.key, (sides[envelope.wanted],))

    return _take(page, body, ABSENT, board_now, make)


@router.post("/{file}/{section}/answer")
def answer(page: AtSection, body: Json) -> Response:
    def now(section: Section, seen: Seen) -> Seen | None:
        return _asked_seen(page.event, section, seen.player)

    def make(envelope: Envelope, now: Seen) -> Action:
        return AnswerNoShows(page.key, (now.player,), envelope.wanted == "on")

    return _take(page, body, ANSWER, now, make)


@router.get("/{file}/{section}/roll-call")
def roll(page: AtSection) -> Response:
    return JSONResponse({"players": _roll(page)})


@router.post("/{file}/{section}/roll-call")
def call_roll(page: AtSection, body: Json) -> Response:
    known = {one.value: one for one in Presence if one is not Presence.LEFT_OUT}

    def now(section: Section, seen: Seen) -> Seen | None:
        return _roll_seen(page.event, section, seen.player)

    def make(envelope: Envelope, now: Seen) -> Action:
        if envelope.wanted not in known:
            raise NotUnderstood(UNKNOWN)
        return RollCall(page.key, (now.player,), known[envelope.wanted])

    return _take(page, body, ROLL_CALL, now, make)


@router.post("/{file}/{section}/publish-results")
def publish(page: AtSection, body: Json) -> Response:
    def now(section: Section, seen: Seen) -> Seen | None:
        return _publish_seen(page.event, section)

    def make(envelope: Envelope, now: Seen) -> Action:
        return PublishResults(page.key)

    return _take(page, body, PUBLISH, now, make)


@router.post("/{file}/{section}/requests")
def decide(page: AtSection, body: Json) -> Response:
    """Accept or decline the request of a player."""
    store = network_of(page.request).store
    try:
        envelope = read_envelope(body, REQUEST)
    except OldPage as error:
        return answer_refused(page, error)
    known = answer_again(page, envelope, lambda: _model(page))
    if known is not None:
        return known
    asked = [one for one in store.requests(page.file.name, page.key) if one.state == OPEN]
    found = [one for one in asked if one.id == envelope.seen.request]
    if not found or envelope.seen != _request_seen(page, found[0]):
        late = Late(round=envelope.seen.round)
        return answer_error(page, envelope, late, lambda: _model(page))
    if envelope.wanted == DECLINED:
        store.answer(found[0].id, DECLINED)
        store.note_arrival(device_of(page.request), envelope, DONE)
        return answer_done("", _model(page))

    def make(envelope: Envelope, now: Seen) -> Action:
        return grant_action(page.key, found[0], envelope.wanted)

    def now(section: Section, seen: Seen) -> Seen | None:
        return seen if seen.round == len(section.rounds) else None

    response = _take(page, body, REQUEST, now, make)
    if response.status_code == 200:
        store.answer(found[0].id, ACCEPTED)
    return response


def _take(
    page: SectionPage,
    body: Json,
    kind: str,
    now: Callable[[Section, Seen], Seen | None],
    make: Callable[[Envelope, Seen], Action],
) -> Response:
    try:
        envelope = read_envelope(body, kind)
    except OldPage as error:
        return answer_refused(page, error)
    action = Addressed(
        page.key,
        envelope,
        lambda section: now(section, envelope.seen),
        lambda found: make(envelope, found),
    )
    return take_entry(page, envelope, action, lambda: _model(page))


# What the page shows, and comes back with each entry


def _asked_seen(event: str, section: Section, player: int) -> Seen | None:
    """Return what pages show of a no-show who has not said whether they continue; None if not
    asked.
    """
    if player not in section.asked:
        return None
    return Seen(event, section.key, len(section.rounds), player=player, shown="asked")


def _roll_seen(event: str, section: Section, player: int) -> Seen | None:
    found = section.registrations.get(player)
    if found is None:
        return None
    shown = found.presence.value
    return Seen(event, section.key, len(section.rounds), player=player, shown=shown)


def _publish_seen(event: str, section: Section) -> Seen | None:
    """Return what pages show of the round with all its results; None if it is not being played."""
    number = len(section.rounds)
    if not is_open(section, number):
        return None
    results = " ".join(one.shown for one in games_seen(event, section, number))
    return Seen(event, section.key, number, shown=results[:LONGEST_SHOWN])


def _request_seen(page: SectionPage, asked: PlayerRequest) -> Seen:
    number, shown = len(page.section.rounds), f"{asked.kind} {asked.round}"
    place = page.event, page.key, number
    return Seen(*place, player=asked.player, request=asked.id, shown=shown)


def _model(page: SectionPage) -> dict[str, object]:
    """Return what a deputy's page shows, mainly the boards of the round being played."""
    device = device_of(page.request).device
    section = page.section
    number = len(section.rounds)
    event = page.event
    found = open_proposals(network_of(page.request).store, page.file.name, section)
    proposed = {place: [word.result for word in words] for place, words in found.items()}
    boards = [
        {
            "seen": game.seen.row(),
            "table": game.table,
            "white": side_name(page, game, game.white),
            "black": side_name(page, game, game.black),
            "text": page.say("{result}", result=game.result) if game.result else "",
            "proposed": proposed.get((game.board, game.game), []),
        }
        for game in hall_games(page)
    ]
    asked = [one for one in sorted(section.asked) if one in page.names]
    publish = _publish_seen(event, section) if May.PUBLISH_RESULTS in device.may else None
    return {
        "seen": Seen(event, page.key, number).values(),
        "round": number,
        "sequence": page.snapshot.sequence,
        "published": bool(number and section.rounds[-1].results_published),
        "boards": boards,
        "matches": _matches(page),
        "asked": [
            {"seen": seen.row(), "name": person(page.names[seen.player])}
            for one in asked
            if (seen := _asked_seen(event, section, one)) is not None
        ],
        "roll": _roll(page) if not number else [],
        "requests": _requests(page) if May.ABSENCES in device.may else [],
        "publish": publish.row() if publish is not None else None,
        "may": sorted(one.value for one in device.may),
        "csrf": page.csrf,
    }


def _matches(page: SectionPage) -> list[dict[str, object]]:
    """Return the teams of each table if matches are played; else an empty list."""
    number = len(page.section.rounds)
    if not number or not page.section.rounds[-1].boards:
        return []
    this = page.section.rounds[-1]
    found: list[dict[str, object]] = []
    for board, pair in enumerate(this.games, start=1):
        seen = match_seen(page.event, page.section, number, board)
        assert seen is not None
        score = match_score(page.section.tournament, number, pair, page.language)
        found.append(
            {
                "seen": seen.row(),
                "table": seen.table,
                "white": person(page.names[pair.white]),
                "black": person(page.names[pair.black]),
                "text": score if seen.shown else "",
            }
        )
    return found


def _requests(page: SectionPage) -> list[dict[str, object]]:
    asked = network_of(page.request).store.requests(page.file.name, page.key)
    return [
        {
            "seen": _request_seen(page, one).row(),
            "name": person(page.names[one.player]),
            "kind": one.kind,
            "round": one.round,
        }
        for one in asked
        if one.state == OPEN and one.player in page.names
    ]


def _roll(page: SectionPage) -> list[dict[str, object]]:
    return [
        {"seen": seen.row(), "name": person(player)}
        for player in page.section.listed_players
        if (seen := _roll_seen(page.event, page.section, player.id)) is not None
    ]


def _url(page: SectionPage, *parts: object) -> str:
    return address("deputy", page.file.name, page.key, *parts)


# Print: what is published


@router.get("/{file}/{section}/print")
def print_index(page: AtSection) -> Response:
    begun = bool(page.section.rounds)
    sheets = [
        PageLink(page.say(reports.PAGES[name].title), _url(page, "print", name))
        for name in PRINTED
        if begun and (pairs_matches(page.section.settings.system) or name not in OF_MATCHES)
    ]
    return View(page.request).render("network/choose.html", found=sheets)


@router.get("/{file}/{section}/print/{name}")
def print_page(request: Request, file: str, section: str, name: str) -> Response:
    if name not in PRINTED:
        raise HTTPException(404)
    page = PublicPage(request, file, section)
    if not page.section.rounds:
        raise HTTPException(404)
    document = reports.view(name, subject(page), None, page.language, Choice())
    if name in reports.WITH_CODES:
        codes = slip_codes(network_of(request).links, file, page.section, len(page.section.rounds))
        document = reports.with_codes(document, codes)
    return page_for_print(page, document)
