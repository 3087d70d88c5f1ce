"""The page Network of the desk: turn it on, approve devices, make links and codes, accept
proposals.

The page is for the chief arbiter at this computer. Its decisions are written into the device store,
which the listener reads at every request.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk.actions import Action, CorrectResult, MarkNoShows
from crivello.desk.descriptions import ROLES
from crivello.desk.permissions import TICKED, May
from crivello.desk.roles import DeviceRole
from crivello.desk.rounds import effect_now
from crivello.model.dates import read_time
from crivello.model.errors import CrivelloError, about
from crivello.model.player import Player
from crivello.model.result import BY_KEY, Colour, Result
from crivello.standard.classes import frozen
from crivello.standings.crosstable import person
from crivello.web.envelope import (
    ABSENT,
    ANSWER,
    ASK,
    BEGUN,
    PUBLISH,
    REQUEST,
    RESULT,
    ROLL_CALL,
    Envelope,
    Seen,
    board_now,
    code_of,
    games_seen,
    is_open,
    result_of,
)
from crivello.web.forms import Fields, Form
from crivello.web.network.addresses import addresses, read_private
from crivello.web.network.codes import Invitation, of_table, plain_code
from crivello.web.network.common import event_end, hall_games, side_name
from crivello.web.network.device_store import (
    ACCEPTED,
    ACTIVE,
    ALIVE_SECONDS,
    BYE,
    DECLINED,
    DROPPED,
    ENTERED,
    OPEN,
    WAITING,
    Arrival,
    DeviceStore,
    KnownDevice,
    grant_action,
)
from crivello.web.network.links import (
    HallLinks,
    code_address,
    code_address_or_none,
    desk_links,
    public_link,
    with_mark,
)
from crivello.web.network.switch import NetworkChoices, OpenNetwork, read_until
from crivello.web.network.waiting import open_proposals
from crivello.web.ports import PORT, PUBLIC_PORT, PortTaken, find_free_port, has_address
from crivello.web.rendering import wall_time
from crivello.web.round.page_actions import expected_entry
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/network")

IS_ON = N_("The network is on.")
IS_OFF = N_("The network is off. Other devices cannot reach this computer.")
APPROVED = N_("{device} is approved.")
IS_REVOKED = N_("The device is locked out.")
ALL_REVOKED = N_("All devices are locked out.")
RENEWED = N_("There is a new code; the old one is not valid now.")
OFF_NOW = N_("Turn the network on first.")
DROPPED_NOW = N_("Dropped. Nothing was entered.")
LOOK_AGAIN = N_("This table has changed since the page was shown. Nothing was entered: look again.")
SETTLED = N_("This entry was settled already.")
LATE_REASON = N_("tapped at {time} on {device}, arrived late")
TAKEN_BACK = N_("take the result back")
LATE_KINDS = {
    ABSENT: N_("absent"),
    ANSWER: N_("whether the player continues"),
    ROLL_CALL: N_("roll-call"),
    PUBLISH: N_("publish the results"),
    REQUEST: N_("answer to a request"),
    ASK: N_("request of a player"),
}
DECLINED_NOW = N_("Declined. The player is informed.")
MAY = {
    May.ABSENCES: N_("byes and withdrawals"),
    May.PUBLISH_RESULTS: N_("publish results"),
}


class NetworkOff(CrivelloError, code="network-off"):
    """There are no links while the network is off."""


@frozen
class DeviceRow:
    """A device, as the page lists it."""

    id: int
    name: str
    role: str
    about: str
    seen: str
    alive: bool
    state: str


@frozen
class ProposalRow:
    """The proposals of the phones at a table, which do not agree yet."""

    seen: Seen
    pair: str
    words: Sequence[tuple[str, str]]
    """The phone and the result, for each proposal."""
    results: Sequence[tuple[str, str]]
    """The key and text of each proposed result."""
    differ: bool


@frozen
class AskingRow:
    """A request of a player, as the page lists it."""

    id: int
    player: str
    kind: str
    round: int


@frozen
class InterruptedNetwork:
    """A network that ended without being turned off, and can be resumed."""

    choices: NetworkChoices
    until: str
    until_now: str
    """When the network would end if it were resumed now."""
    reachable: bool
    """True if this computer still has the address."""


@frozen
class PortQuestion:
    """The question that is asked if the port of the event is taken: try again, or use another
    one?
    """

    text: str
    port: int
    other: int
    """A free port; 0 if there is none."""
    public: bool
    """True if the question is about the port of the public pages without TLS."""


@frozen
class LateRow:
    """An entry that arrived too late, as the page lists it."""

    id: int
    device: str
    tapped: str
    """The time of the entry by the clock of the device."""
    round: int
    table: str
    pair: str
    """Both players with their colours, or the one player that the entry is about."""
    what: str
    found: str
    """The result that is entered now."""
    shown: str
    """The key of that result, to be compared before another one replaces it."""
    button: str
    """What the button does; empty if the late entry can no longer be entered."""


@frozen
class LinkCard:
    """A card with a link as a code, to be cut out."""

    title: str
    text: str
    link: str
    image: str
    """The picture as a data address."""


@router.get("")
def show(page: AtDesk) -> Response:
    opened = _current_network(page)
    devices: list[KnownDevice] = []
    tables: list[ProposalRow] = []
    asking: list[AskingRow] = []
    late: list[LateRow] = []
    with _store(page) as store:
        if store is not None:
            devices = store.devices()
            tables = list(_tables(page, store))
            late = [_late(page, one) for one in store.late_arrivals(page.file.name, page.key)]
            asking = [
                AskingRow(one.id, person(page.names[one.player]), one.kind, one.round)
                for one in store.requests(page.file.name, page.key)
                if one.state == OPEN and one.player in page.names
            ]
    return page.render(
        "network/network.html",
        opened=opened,
        until=wall_time(opened.until) if opened else "",
        event_end=wall_time(event_end(page.desks, opened.files, opened.until)) if opened else "",
        choices=_propose_choices(page),
        was_on=_describe_interruption(page),
        public_qr=code_address_or_none(public_link(opened)) if opened else "",
        join_qr=code_address_or_none(_join(opened)) if opened else "",
        public_link=public_link(opened) if opened else "",
        waiting=sum(one.state == WAITING for one in devices),
        devices=[_row(page, one) for one in devices if one.state == ACTIVE],
        ticks=[(one.value, page.say(MAY[one])) for one in TICKED],
        tables=tables,
        asking=asking,
        late=late,
        bye=BYE,
        names=page.desks.names(),
        begun=bool(page.section.rounds),
        addresses=addresses(),
        taken=_taken_port(page),
    )


def _propose_choices(page: SectionPage) -> NetworkChoices:
    """Return the defaults of the form: the last choices, as far as they are still valid."""
    found = addresses()
    usual = NetworkChoices(
        (page.file.name,),
        found[0] if found else "",
        read_until(_usual_until()).timestamp(),
    )
    last = page.desktop.switch.last if page.desktop.switch else None
    if last is None:
        return usual
    choices = replace(last.choices, files=_existing(page, last.choices.files))
    if choices.is_over:
        choices = replace(choices, until=usual.until)
    if not has_address(choices.address):
        choices = replace(choices, address=usual.address)
    return choices


def _describe_interruption(page: SectionPage) -> InterruptedNetwork | None:
    """Return the offer to resume a network that ended without being turned off; None if there is
    none.
    """
    choices = page.desktop.switch.interrupted if page.desktop.switch else None
    if choices is None:
        return None
    return InterruptedNetwork(
        choices,
        wall_time(choices.until),
        _propose_choices(page).until_time,
        has_address(choices.address),
    )


def _taken_port(page: SectionPage) -> PortQuestion | None:
    """Return the question about a taken port, if that stopped the last attempt; else None."""
    failed = page.desktop.switch.failed if page.desktop.switch else None
    if failed is None:
        return None
    address, taken = failed.choices.address, failed.taken
    said = page.sentence(PortTaken(address, taken))
    other = find_free_port(address, taken.port)
    return PortQuestion(said, taken.port, other, taken.is_public)


@router.post("/on")
def turn_on(page: AtDesk, form: Form) -> Response:
    page.on_refusal(page.url("network"))
    with about("until"):
        read_time(form.text("until"))  # refuses what is not a time of day
        until = read_until(form.text("until")).timestamp()
    with about("address"):
        address = read_private(form.text("address"))
    return _turn_on(
        page,
        NetworkChoices(
            form.texts("files") or (page.file.name,),
            address,
            until,
            plain=form.is_checked("plain"),
            one_phone=form.is_checked("one_phone"),
            screen_codes=form.is_checked("screen_codes"),
            port=_port(form, "port", PORT),
            public_port=_port(form, "public_port", PUBLIC_PORT),
        ),
    )


@router.post("/again")
def go_on(page: AtDesk, form: Form) -> Response:
    """Turn the network on with the choices of the last time, or of the last attempt.

    If a port was taken, the form may name another one.
    """
    page.on_refusal(page.url("network"))
    switch = page.desktop.switch
    if switch is None:
        raise HTTPException(404)
    port = form.number("port")
    choices = switch.failed.choices if switch.failed else switch.interrupted
    if choices is None:
        raise NetworkOff(OFF_NOW)
    if switch.failed and port is not None:
        choices = choices.with_port(switch.failed.taken, port)
    if choices.is_over:
        choices = replace(choices, until=read_until(_usual_until()).timestamp())
    return _turn_on(page, replace(choices, files=_existing(page, choices.files)))


def _existing(page: SectionPage, files: Collection[str]) -> tuple[str, ...]:
    """Return those of `files` that still exist; if none does, the file of this page."""
    return tuple(one for one in page.desks.names() if one in files) or (page.file.name,)


def _port(form: Fields, name: str, usual: int) -> int:
    port = form.typed_number(name)
    return usual if port is None else port


def _turn_on(page: SectionPage, choices: NetworkChoices) -> Response:
    if page.desktop.switch is None:
        raise HTTPException(404)
    try:
        with about("address"):
            page.desktop.switch.on(choices, page.language.value)
    except PortTaken as error:
        error.field = "public_port" if error.taken.is_public else "port"
        raise
    return page.redirect(page.url("network"), page.answer(IS_ON))


@router.post("/off")
def turn_off(page: AtDesk) -> Response:
    if page.desktop.switch is not None:
        page.desktop.switch.off()
    return page.redirect(page.url("network"), page.answer(IS_OFF))


# Devices


@router.post("/approve")
def approve(page: AtDesk, form: Form) -> Response:
    back = page.on_refusal(page.url("network"))
    opened = _require_network(page)
    known = {one.value: one for one in TICKED}
    ticked = frozenset(known[one] for one in form.texts("may") if one in known)
    with _store(page) as store:
        assert store is not None
        code, name = plain_code(form.text("code")), form.text("name")
        with about("code"):
            until = event_end(page.desks, opened.files, opened.until)
            device = store.approve(code, name, ticked, until, opened.files)
    return page.redirect(back, page.answer(APPROVED, device=device.name))


@router.post("/revoke")
def revoke(page: AtDesk, form: Form) -> Response:
    with _store(page) as store:
        if store is not None:
            store.revoke(form.number("device") or 0)
    return page.redirect(page.url("network"), page.answer(IS_REVOKED))


@router.post("/revoke-all")
def revoke_all(page: AtDesk) -> Response:
    with _store(page) as store:
        if store is not None:
            store.revoke_all()
    return page.redirect(page.url("network"), page.answer(ALL_REVOKED))


# What waits for the arbiter


@router.post("/accept")
def accept(page: AtDesk, form: Form) -> Response:
    """Enter a result that a table proposes, unless the table has a result by now.

    Nothing is entered if the round, the players or the colours have changed since the page was
    shown.
    """
    result, number = result_of(form.text("result")), form.number("round") or 0
    games = games_seen(page.event, page.section, number)
    shown = form.number("board"), form.number("game") or 0, form.text("sides")
    found = [one for one in games if (one.board, one.game, one.sides) == shown]
    if not found or result is None or not is_open(page.section, number):
        return page.redirect(page.url("network"), page.answer(LOOK_AGAIN))
    (seen,) = found
    players = seen.white, seen.black
    action = expected_entry(page.key, number, seen.board, seen.game, result, players=players)
    return page.do(action, page.url("network"))


@router.post("/answer")
def answer(page: AtDesk, form: Form) -> Response:
    """Accept or decline the request of a player."""
    back = page.on_refusal(page.url("network"))
    with _store(page) as store:
        asked = [] if store is None else store.requests(page.file.name, page.key)
        found = [one for one in asked if one.id == form.number("request") and one.state == OPEN]
        if not found:
            raise HTTPException(404)
        assert store is not None
        (one,) = found
        if form.text("choice") == DECLINED:
            store.answer(one.id, DECLINED)
            return page.redirect(back, page.answer(DECLINED_NOW))
        action = grant_action(page.key, one, form.text("choice"))
        answer = page.act(action)
        if answer.done:
            store.answer(one.id, ACCEPTED)
    return page.redirect(back, answer)


@router.post("/late")
def settle_late(page: AtDesk, form: Form) -> Response:
    """Enter a late entry at the place that it was meant for, or drop it."""
    back = page.on_refusal(page.url("network"))
    with _store(page) as store:
        listed = [] if store is None else store.late_arrivals(page.file.name, page.key)
        found = [one for one in listed if one.id == form.number("arrival")]
        if not found:
            return page.redirect(back, page.answer(SETTLED))
        assert store is not None
        (one,) = found
        if form.text("choice") == DROPPED:
            store.settle_arrival(one.id, DROPPED)
            return page.redirect(back, page.answer(DROPPED_NOW))
        action = _late_action(page, one.envelope)
        now = board_now(page.section, one.envelope.seen)
        if action is None or now is None or now.shown != form.text("shown"):
            return page.redirect(back, page.answer(LOOK_AGAIN))
        reason = page.say(LATE_REASON, device=one.device, time=wall_time(one.envelope.at / 1000))
        answer = page.act(action, reason)
        if answer.done:
            store.settle_arrival(one.id, ENTERED)
    return page.redirect(back, answer)


# Codes to print


@router.get("/tables")
def table_codes(page: AtDesk) -> Response:
    """Show a code for each table of the round that is being played."""
    number = len(page.section.rounds)
    if not number:
        raise HTTPException(404)
    this = page.section.rounds[-1]
    with _links(page) as links:
        cards = [
            _card(
                links,
                of_table(page.file.name, page.section, board),
                page.say(N_("Table {table}"), table=this.tables[board - 1]),
                f"{person(page.names[game.white])} – {person(page.names[game.black])}",
            )
            for board, game in enumerate(this.games, start=1)
        ]
    title = page.say(N_("Codes of round {round}"), round=number)
    return page.render("network/cards.html", title=title, cards=cards, renew="table")


@router.get("/players")
def player_links(page: AtDesk) -> Response:
    """Show a personal link for each player; each can be used on one device."""
    name = page.section.settings.name
    with _links(page) as links:
        cards = [
            _card(links, _player(page, player.id), person(player), name)
            for player in page.section.listed_players
        ]
    title = page.say(N_("Personal links"))
    return page.render("network/cards.html", title=title, cards=cards, renew="player")


@router.get("/screen")
def screen_link(page: AtDesk) -> Response:
    title = page.say(N_("Link for a screen"))
    with _links(page) as links:
        cards = [_card(links, _screen(page), title, page.section.settings.name)]
    return page.render("network/cards.html", title=title, cards=cards, renew="screen")


@router.get("/card")
def help_card(page: AtDesk) -> Response:
    """Show a card to be hung up, with the address and how to use it."""
    opened = _require_network(page, page.url("network"))
    return page.render(
        "network/card.html",
        opened=opened,
        link=public_link(opened),
        image=code_address(public_link(opened)),
        until=wall_time(opened.until),
    )


@router.get("/deputy-card")
def deputy_card(page: AtDesk) -> Response:
    """Show a card on how to connect a deputy's device, and how it comes to trust the
    certificate.
    """
    opened = _require_network(page, page.url("network"))
    return page.render(
        "network/deputy_card.html",
        image=code_address(_join(opened)),
        secure=opened.secure,
        fingerprint=opened.fingerprint,
        authority=opened.authority,
    )


@router.post("/renew")
def renew(page: AtDesk, form: Form) -> Response:
    """Make a new code; devices that came with the old one lose access."""
    kind, subject = form.text("kind"), form.number("subject") or 0
    page.on_refusal(page.url("network"))
    if kind == "table":
        if not page.section.rounds or not 1 <= subject <= len(page.section.rounds[-1].games):
            raise HTTPException(404)
        invitation = of_table(page.file.name, page.section, subject)
        back = page.url("network", "tables")
    elif kind == "player":
        invitation, back = _player(page, subject), page.url("network", "players")
    else:
        invitation, back = _screen(page), page.url("network", "screen")
    with _store(page) as store:
        if store is not None:
            store.renew(invitation)
    return page.redirect(back, page.answer(RENEWED))


# Inside


def _current_network(page: SectionPage) -> OpenNetwork | None:
    return None if page.desktop.switch is None else page.desktop.switch.opened


def _require_network(page: SectionPage, back: str = "") -> OpenNetwork:
    if back:
        page.on_refusal(back)
    opened = _current_network(page)
    if opened is None:
        raise NetworkOff(OFF_NOW)
    return opened


@contextmanager
def _store(page: SectionPage) -> Iterator[DeviceStore | None]:
    """Yield the device store; None if the network was never on."""
    path = page.desktop.switch.store if page.desktop.switch else None
    if path is None:
        yield None
        return
    store = DeviceStore(path)
    try:
        yield store
    finally:
        store.close()


def _player(page: SectionPage, player: int) -> Invitation:
    return Invitation(DeviceRole.PLAYER, page.file.name, page.key, subject=player)


def _card(links: HallLinks, invitation: Invitation, title: str, text: str) -> tuple[LinkCard, int]:
    """Return the card for an invitation, and the table, player or screen that it is for."""
    link = links.link(invitation)
    return LinkCard(title, text, link, code_address(link)), invitation.subject


@contextmanager
def _links(page: SectionPage) -> Iterator[HallLinks]:
    """Yield the links of the network; if it is off for this tournament, go to the page Network."""
    page.on_refusal(page.url("network"))
    with desk_links(page.desktop.switch, page.file.name) as links:
        if links is None:
            raise NetworkOff(OFF_NOW)
        yield links


def _screen(page: SectionPage) -> Invitation:
    return Invitation(DeviceRole.SCREEN, page.file.name, page.key, subject=1)


def _join(opened: OpenNetwork) -> str:
    return with_mark(f"{opened.secure}/join", opened.fingerprint)


def _row(page: SectionPage, one: KnownDevice) -> DeviceRow:
    age = max(0, int(time.time() - one.seen))
    shown = page.say(N_("{seconds} s ago"), seconds=age)
    if age >= 120:
        shown = page.say(N_("{minutes} min ago"), minutes=age // 60)
    ticked = ", ".join(page.say(MAY[may]) for may in TICKED if may in one.ticked)
    details = ", ".join(filter(None, (one.browser, one.address, ticked)))
    role = page.say(ROLES[one.role])
    return DeviceRow(
        one.id, _device_name(page, one), role, details, shown, age < ALIVE_SECONDS, one.state
    )


def _device_name(page: SectionPage, one: KnownDevice) -> str:
    """Return the name of a device; a player's phone is named after the player."""
    if one.role is not DeviceRole.PLAYER or one.invitation is None:
        return one.name
    where = one.invitation
    names = page.names
    if (where.file, where.section) != (page.file.name, page.key):
        names = {}
        if where.file in page.desks.names():
            section = page.desks.file(where.file).snapshot.state.sections.get(where.section)
            names = {} if section is None else {o.id: o for o in section.listed_players}
    player = names.get(where.subject)
    return one.name if player is None else _phone_of(where.section, player)


def _phone_of(section: str, player: Player) -> str:
    return f"{section}: {player.number} {person(player)}"


def _tables(page: SectionPage, store: DeviceStore) -> Iterator[ProposalRow]:
    """Yield the proposals for each game without a result."""
    proposed = open_proposals(store, page.file.name, page.section)
    for game in hall_games(page) if proposed else []:
        said = proposed.get((game.board, game.game))
        if not said:
            continue
        results: dict[str, Result] = {}
        for one in said:
            known = BY_KEY[one.result].result
            assert known is not None
            results[one.result] = known
        texts = {key: page.say("{result}", result=result) for key, result in results.items()}
        yield ProposalRow(
            game.seen,
            f"{side_name(page, game, game.white)} – {side_name(page, game, game.black)}",
            [(one.device, texts[one.result]) for one in said],
            list(texts.items()),
            len(texts) > 1,
        )


def _late(page: SectionPage, one: Arrival) -> LateRow:
    envelope, seen = one.envelope, one.envelope.seen
    now = board_now(page.section, seen) if seen.board else None
    found = result_of(now.shown) if now is not None else None
    pair = ""
    if seen.board:
        colours = [N_("White"), N_("Black")]
        if seen.colour != Colour.WHITE.value:
            colours.reverse()
        sides = zip((seen.white, seen.black), colours, strict=True)
        pair = " – ".join(f"{_player_name(page, who)} ({page.say(side)})" for who, side in sides)
    elif seen.player:
        pair = _player_name(page, seen.player)
    wanted = envelope.wanted_result
    if wanted is not None and seen.board:
        what = page.say("{result}", result=wanted)
    elif envelope.kind == RESULT:
        what = page.say(TAKEN_BACK)
    else:
        what = page.say(LATE_KINDS.get(envelope.kind, LATE_KINDS[ASK]))
    button = ""
    if wanted is not None and _late_action(page, envelope) is not None:
        button = page.say(N_("Enter {result}"), result=wanted)
        if found is not None:
            button = page.say(N_("Change {old} to {result}"), old=found, result=wanted)
    return LateRow(
        one.id,
        _late_device(page, one),
        wall_time(envelope.at / 1000),
        seen.round,
        seen.table,
        pair,
        what,
        page.say("{result}", result=found) if found is not None else "",
        code_of(found),
        button,
    )


def _late_device(page: SectionPage, one: Arrival) -> str:
    """Return the name of the device from which a late entry came; for a player's phone, the
    player.
    """
    player = page.names.get(one.envelope.seen.player)
    if one.envelope.kind != ASK or player is None:
        return one.device
    return _phone_of(page.key, player)


def _player_name(page: SectionPage, player: int) -> str:
    known = page.names.get(player)
    return person(known) if known is not None else "?"


def _late_action(page: SectionPage, envelope: Envelope) -> Action | None:
    """Return the action that enters a late result where it was meant to go; None if that is
    impossible.
    """
    seen, wanted = envelope.seen, envelope.wanted_result
    now = board_now(page.section, seen) if seen.board and seen.event == page.event else None
    if now is None or wanted is None or now.without_shown != seen.without_shown:
        return None
    if seen.shown == BEGUN or now.shown in (BEGUN, code_of(wanted)):
        return None
    found = result_of(now.shown)
    if effect_now(page.section, seen.round) is not None and found not in (None, Result.ADJOURNED):
        game = seen.game or None
        return CorrectResult(page.key, seen.round, seen.board, wanted, game=game)
    if envelope.kind == ABSENT and is_open(page.section, seen.round):
        absent = seen.white if envelope.wanted == "w" else seen.black
        return MarkNoShows(page.key, (absent,))
    return expected_entry(
        page.key,
        seen.round,
        seen.board,
        seen.game,
        wanted,
        shown=found,
        confirmed=True,
        players=(seen.white, seen.black),
    )


def _usual_until() -> str:
    """Return the full hour ten hours from now."""
    return datetime.fromtimestamp(time.time() + 10 * 3600).astimezone().strftime("%H:00")
