"""Deputies: results, no-shows, roll-call, print; and what the chief arbiter has ticked beyond.

Each entry has a key of the device, so that it is done once, and says what the device showed: if the
board has changed since, it is refused with both values.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

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
from crivello.model.result import RESULT_KEYS
from crivello.reports import pages as reports
from crivello.reports.pairings import match_score
from crivello.reports.subject import Choice
from crivello.standings.crosstable import person
from crivello.web.files.printing import OF_MATCHES, page_for_print
from crivello.web.network.book import ACCEPTED, DECLINED, OPEN, grant_action
from crivello.web.network.common import (
    AtSection,
    Json,
    answer_done,
    answer_refused,
    code_of,
    device_of,
    hall_games,
    key_of,
    network_of,
    number_of,
    numbers_of,
    result_of,
    side_name,
    text_of,
)
from crivello.web.network.links import slip_codes
from crivello.web.public.view import PublicPage
from crivello.web.round.page_actions import Same, expected_entry
from crivello.web.tables.view import subject
from crivello.web.view import AtDoor, PageLink, SectionPage, View, address
from crivello.words import N_

router = APIRouter(prefix="/deputy")

PRINTED = (
    *("pairings-by-board", "pairings-by-name", "slips", "boards", "match-cards"),
    *("standings", "crosstable", "results"),
)
UNKNOWN = N_("This cannot be entered. Nothing was changed: reload the page.")


class NotUnderstood(CrivelloError, code="not-understood"):
    """Not an entry that our pages send."""


@router.get("")
def choose(view: AtDoor) -> Response:
    """All sections that are reachable; goes straight to a single one."""
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
def leave(view: AtDoor) -> Response:
    """Sign this device out."""
    network_of(view.request).book.revoke(device_of(view.request).id)
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
    wanted = result_of(body, "result")
    take_back = text_of(body, "result") == RESULT_KEYS[-1].key
    action = expected_entry(
        page.key,
        number_of(body, "round"),
        number_of(body, "board"),
        number_of(body, "game"),
        wanted,
        shown=result_of(body, "shown"),
        confirmed=True,
        players=(number_of(body, "white"), number_of(body, "black")),
    )
    if wanted is None and not take_back:
        return answer_refused(page, NotUnderstood(UNKNOWN))
    return _do(page, body, action)


@router.post("/{file}/{section}/no-shows")
def no_shows(page: AtSection, body: Json) -> Response:
    return _do(page, body, MarkNoShows(page.key, numbers_of(body, "players")))


@router.post("/{file}/{section}/answer")
def answer(page: AtSection, body: Json) -> Response:
    plays_on = text_of(body, "plays") == "on"
    return _do(page, body, AnswerNoShows(page.key, numbers_of(body, "players"), plays_on))


@router.get("/{file}/{section}/roll-call")
def roll(page: AtSection) -> Response:
    return JSONResponse({"players": _roll(page)})


@router.post("/{file}/{section}/roll-call")
def call_roll(page: AtSection, body: Json) -> Response:
    known = {one.value: one for one in Presence if one is not Presence.LEFT_OUT}
    presence = known.get(text_of(body, "presence"))
    if presence is None:
        return answer_refused(page, NotUnderstood(UNKNOWN))
    return _do(page, body, RollCall(page.key, numbers_of(body, "players"), presence))


@router.post("/{file}/{section}/publish-results")
def publish(page: AtSection, body: Json) -> Response:
    return _do(page, body, PublishResults(page.key))


@router.post("/{file}/{section}/requests")
def decide(page: AtSection, body: Json) -> Response:
    """Accept or decline what a player asks for."""
    book = network_of(page.request).book
    number, choice = number_of(body, "request"), text_of(body, "choice")
    found = [one for one in book.requests(page.file.name, page.key) if one.id == number]
    if len(found) != 1 or found[0].state != OPEN:
        return answer_refused(page, NotUnderstood(UNKNOWN))
    if choice == DECLINED:
        book.answer(number, DECLINED)
        return answer_done("", _model(page))
    response = _do(page, body, grant_action(page.key, found[0], choice))
    if response.status_code == 200:
        book.answer(number, ACCEPTED)
    return response


def _do(page: SectionPage, body: Json, action: Action) -> Response:
    device = device_of(page.request).device
    try:
        key = key_of(body)
        outcome = page.file.submit(lambda desk: desk.act(action, by=device, key=key)).result()
    except Same as error:
        page.renew()
        return answer_done(page.sentence(error), _model(page))
    except CrivelloError as error:
        page.renew()
        return answer_refused(page, error, page.names)
    page.renew()
    return answer_done(page.sentence(outcome.answer), _model(page))


def _model(page: SectionPage) -> dict[str, object]:
    """What the page of a deputy shows: the boards of the round that is being played."""
    device = device_of(page.request).device
    section = page.section
    number = len(section.rounds)
    proposed = _proposals(page)
    boards = [
        {
            "board": game.board,
            "game": game.game,
            "table": game.table,
            "white": {"id": game.white.id, "name": side_name(page, game, game.white)},
            "black": {"id": game.black.id, "name": side_name(page, game, game.black)},
            "colour": game.colour.value,
            "result": code_of(game.result),
            "text": page.say("{result}", result=game.result) if game.result else "",
            "proposed": proposed.get((game.board, game.game), []) if game.result is None else [],
        }
        for game in hall_games(page)
    ]
    asked = [page.names[one] for one in sorted(section.asked) if one in page.names]
    return {
        "round": number,
        "sequence": page.snapshot.sequence,
        "published": bool(number and section.rounds[-1].results_published),
        "boards": boards,
        "matches": _matches(page),
        "asked": [{"id": one.id, "name": person(one)} for one in asked],
        "roll": _roll(page) if not number else [],
        "requests": _requests(page) if May.ABSENCES in device.may else [],
        "may": sorted(one.value for one in device.may),
        "csrf": page.csrf,
    }


def _matches(page: SectionPage) -> list[dict[str, object]]:
    """Who meets whom, where each table is a match; else nothing."""
    number = len(page.section.rounds)
    if not number or not page.section.rounds[-1].boards:
        return []
    this = page.section.rounds[-1]
    found: list[dict[str, object]] = []
    for board, (pair, games) in enumerate(zip(this.games, this.boards, strict=True), start=1):
        begun = any(game is not None and game.result is not None for game in games)
        score = match_score(page.section.tournament, number, pair, page.language)
        found.append(
            {
                "board": board,
                "table": this.tables[board - 1],
                "begun": begun,
                "white": {"id": pair.white, "name": person(page.names[pair.white])},
                "black": {"id": pair.black, "name": person(page.names[pair.black])},
                "text": score if begun else "",
            }
        )
    return found


def _proposals(page: SectionPage) -> dict[tuple[int, int], list[str]]:
    """What the phones of each table propose, by board and game."""
    found: dict[tuple[int, int], list[str]] = {}
    number = len(page.section.rounds)
    start = f"table/{address(page.file.name)[1:]}/{address(page.key)[1:]}/{number}/"
    for word in network_of(page.request).book.proposals():
        if word.invitation.startswith(start):
            board = int(word.invitation.removeprefix(start).split("/")[0])
            found.setdefault((board, word.game), []).append(word.result)
    return found


def _requests(page: SectionPage) -> list[dict[str, object]]:
    asked = network_of(page.request).book.requests(page.file.name, page.key)
    return [
        {
            "id": one.id,
            "name": person(page.names[one.player]),
            "kind": one.kind,
            "round": one.round,
        }
        for one in asked
        if one.state == OPEN and one.player in page.names
    ]


def _roll(page: SectionPage) -> list[dict[str, object]]:
    return [
        {
            "id": player.id,
            "name": person(player),
            "presence": page.section.registration(player.id).presence.value,
        }
        for player in page.section.listed_players
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
