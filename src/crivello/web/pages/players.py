"""The page Players: roll-call at typing speed, new players, and what concerns several of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk.actions import (
    Absent,
    Action,
    Admit,
    LeaveOutUnconfirmed,
    Register,
    Remove,
    RequestByes,
    Return,
    RollCall,
    Withdraw,
)
from crivello.desk.events import Presence, RequestedBye
from crivello.desk.lookup import find_player
from crivello.desk.player_data import read_player
from crivello.desk.refusals import NobodyNamed
from crivello.lists import open_list
from crivello.model.errors import CrivelloError, Malformed
from crivello.model.player import Player
from crivello.web.forms import Fields, Form, whole
from crivello.web.late import Arrival, arrival
from crivello.web.listed import Hit, hits, known_lists, registered_as
from crivello.web.people import filled_in
from crivello.web.players_view import CALLS, CODES, changed_players, players_view, row_of
from crivello.web.told import Told
from crivello.web.view import AtDesk, Page
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/players")

NOT_FOUND = N_("The list {name} has nobody with this id any more. Search again.")
NO_KIND = N_("Choose a round and what the players get.")
NO_DEED = N_("Choose what is to be done.")
SIMPLE: dict[str, Callable[[str, tuple[int, ...]], Action]] = {
    "remove": Remove,
    "absent": Absent,
    "withdraw": Withdraw,
    "return": Return,
}
_CALL = re.compile(r"(?P<who>\d+)\s+(?P<key>[a-z])")


@router.get("")
def show(page: AtDesk, by: str = "", q: str = "", list: str = "", add: str = "") -> Response:
    chosen = by if by in ("number", "name") else "number"
    return page.render(
        "pages/players.html",
        players=players_view(page, chosen),
        q=q,
        found=_found(page, q, list) if q else None,
        lists=known_lists(),
        list=list,
        call=page.request.query_params.get("as", "c"),
        adding=bool(add or q),
    )


# Roll-call


@router.post("/call")
def call(page: AtDesk, form: Form) -> Response:
    """One player: typed (`12`, `12 p`, `anderss`), or by his id and a key."""
    told, player, moved = _call(page, form)
    if not page.fragment:
        key = form.text("as")
        back = page.url("players", **{"as": key if key in CALLS else ""})
        return page.redirect(back, told)
    if moved:  # numbers of others have changed with his
        return Response(status_code=205)
    own = set() if player is None else {player}
    since = form.number("since")
    others = [] if since is None else changed_players(page, since)
    if since is None or others is not None:
        return _fragment(page, sorted(own.union(others or ())), told)
    # More than single players has changed: the page learns that from the news.
    return _fragment(page, sorted(own), told, since)


def _call(page: Page, form: Fields) -> tuple[Told, int | None, bool]:
    player = form.number("player")
    key = form.text("as", "c") or "c"
    try:
        typed = form.text("entry")
        if typed:
            keyed = _CALL.fullmatch(typed.lower())
            if keyed:
                typed, key = keyed["who"], keyed["key"]
            player = find_player(page.section, typed)
        if key not in CALLS:
            raise Malformed(NO_DEED)
        before = page.section.registration(player or 0).presence
    except CrivelloError as error:
        return page.refused(error), None, False
    told = page.act(RollCall(page.key, (player or 0,), CALLS[key]))
    return told, player, told.done and before is Presence.LEFT_OUT


@router.get("/changes")
def changes(page: AtDesk, since: int = 0) -> Response:
    """What has changed since the page was made; 205 asks it to load itself again."""
    players = changed_players(page, since)
    if players is None:
        return Response(status_code=205)
    return _fragment(page, players, None)


def _fragment(
    page: Page, players: list[int], told: Told | None, sequence: int | None = None
) -> Response:
    """The players who have changed; the page is then as after event `sequence`, or as now."""
    model: dict[str, object] = {"rows": [row_of(page, player) for player in players]}
    model["players"] = players_view(page)
    model["sequence"] = page.snapshot.sequence if sequence is None else sequence
    model["answering"] = told is not None
    if told is not None:
        model["told"] = told
    status = 200 if told is None or told.done else 409
    return page.render("pages/players_fragment.html", status, **model)


@router.post("/leave-out")
def leave_out(page: AtDesk) -> Response:
    return page.do(LeaveOutUnconfirmed(page.key), page.url("players"))


# Several at once


@router.post("/several")
def several(page: AtDesk, form: Form) -> Response:
    """What is to be done with those who are ticked."""
    players = form.numbers("player")
    if form.text("deed") == "admit" and players:
        return page.redirect(page.url("players", "admit") + _query(players))
    try:
        action = _deed(page, form, players)
    except CrivelloError as error:
        return page.redirect(page.url("players"), page.refused(error))
    return page.do(action, page.url("players", by=form.text("by")), form.text("reason"))


def _deed(page: Page, form: Fields, players: tuple[int, ...]) -> Action:
    deed = form.text("deed")
    if not players:
        raise NobodyNamed()
    if deed in CALLS:
        return RollCall(page.key, players, CALLS[deed])
    if deed == "bye":
        number, kind = form.number("round"), CODES.get(form.text("kind"))
        if number is None or kind is None:
            raise Malformed(NO_KIND)
        return RequestByes(page.key, tuple(RequestedBye(one, number, kind) for one in players))
    if deed not in SIMPLE:
        raise Malformed(NO_DEED)
    return SIMPLE[deed](page.key, players)


def _query(players: tuple[int, ...]) -> str:
    return "?" + "&".join(f"player={player}" for player in players)


# Late entries


@router.get("/admit")
def admitting(page: AtDesk) -> Response:
    """Who gets which number, and who else moves, before it is done."""
    ids = page.request.query_params.getlist("player")
    players = tuple(one for one in map(whole, ids) if one is not None)
    try:
        found: Arrival = arrival(page, players)
    except CrivelloError as error:
        return page.redirect(page.url("players"), page.refused(error))
    return page.render("pages/admit.html", arrival=found)


@router.post("/admit")
def admit(page: AtDesk, form: Form) -> Response:
    return page.do(Admit(page.key, form.numbers("player")), page.url("players"))


# New players


@router.post("/add")
def add(page: AtDesk, form: Form) -> Response:
    """By hand, all data as they are typed."""
    try:
        player = read_player(filled_in(form))
    except CrivelloError as error:
        return page.redirect(page.url("players") + "#by-hand", page.refused(error))
    return _register(page, player)


@router.post("/add-listed")
def add_listed(page: AtDesk, form: Form) -> Response:
    """Somebody on a rating list, as it knows him."""
    name = form.text("list")
    try:
        with open_list(name) as opened:
            fide_id = form.number("fide_id")
            listed = opened.find(fide_id) if fide_id else None
            listed = listed or opened.find_national(form.text("national_id"))
            if listed is None:
                raise Malformed(NOT_FOUND, name=name)
        player = listed.player(page.section.announced.pace.value)
    except CrivelloError as error:
        return page.redirect(page.url("players"), page.refused(error))
    return _register(page, player)


def _register(page: Page, player: Player) -> Response:
    action = Register(page.key, (registered_as(player, page.key, page.snapshot.state),))
    return page.do(action, page.url("players", add=1))


@router.get("/search")
def search(page: AtDesk, q: str = "", list: str = "") -> Response:
    """Only those who are found, while somebody types."""
    found = _found(page, q, list) if q.strip() else None
    return page.render("pages/players_found.html", found=found, q=q, list=list)


def _found(page: Page, text: str, name: str) -> Sequence[Hit] | str:
    """Who is found, or why nobody can be."""
    try:
        return hits(page, text, name)
    except CrivelloError as error:
        return page.say(error)
