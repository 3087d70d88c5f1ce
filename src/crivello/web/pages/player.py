"""One player: his data, his byes, and everything that happens to him."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk.actions import (
    AdjustPoints,
    CancelByes,
    Correct,
    Expel,
    FixTables,
    MovePlayer,
    RegisterAlso,
    Remove,
    RequestByes,
    Return,
    Withdraw,
)
from crivello.desk.events import PointsAdjusted, RequestedBye
from crivello.desk.player_data import change_player, player_data
from crivello.model.errors import CrivelloError, Malformed
from crivello.model.grammar import read_points
from crivello.model.player import Player, Title
from crivello.web.forms import Form
from crivello.web.people import filled_in
from crivello.web.players_view import BYES, CODES, bye_kinds, row_of
from crivello.web.view import AtDesk, Page
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/players")

NO_BYE = N_("Choose at least one round, and what the player gets.")
NO_UNIT = N_("{points} points cannot be given: the smallest step here is {unit}.")
NO_TABLE = N_("Write the number of a table, from 1.")


@dataclass(frozen=True, slots=True)
class ByeRow:
    round: int
    text: str
    open: bool
    """It can still be cancelled."""


@dataclass(frozen=True, slots=True)
class Given:
    """Bonus or penalty points."""

    points: str
    round: int
    reason: str


@router.get("/{player}")
def show(page: AtDesk, player: int) -> Response:
    return _show(page, _known(page, player))


def _known(page: Page, player: int) -> Player:
    if player not in page.section.registrations:
        raise HTTPException(404)
    return page.names[player]


def _show(page: Page, player: Player) -> Response:
    section = page.section
    last = section.settings.rounds or 0
    byes = [
        ByeRow(number, page.say(BYES[bye]), number >= section.next_round)
        for (one, number), bye in sorted(section.byes.items(), key=lambda item: item[0])
        if one == player.id and bye in BYES
    ]
    taken = {one.round for one in byes}
    sections = page.snapshot.state.sections
    others = [key for key, other in sections.items() if player.id not in other.registrations]
    return page.render(
        "pages/player.html",
        player=player,
        row=row_of(page, player.id),
        data=player_data(player),
        titles=[("", "–"), *((one.value, one.value) for one in Title)],
        byes=byes,
        free=[n for n in range(section.next_round, last + 1) if n not in taken],
        kinds=bye_kinds(page),
        numbered=player.id in section.order,
        others=[(key, sections[key].settings.name or key) for key in others],
        given=_given(page, player.id),
        table=section.tables.get(player.id, ""),
    )


def _given(page: Page, player: int) -> list[Given]:
    sign = {True: "−", False: "+"}
    return [
        Given(
            sign[item.event.points < 0] + page.points(abs(item.event.points)),
            item.event.round,
            item.entry.reason,
        )
        for item in page.snapshot.log
        if isinstance(item.event, PointsAdjusted)
        and item.event.section == page.key
        and player in item.event.players
        and item.sequence not in page.snapshot.undone
    ]


@router.post("/{player}/data")
def correct(page: AtDesk, player: int, form: Form) -> Response:
    back = page.url("players", player)
    known = _known(page, player)
    try:
        corrected = change_player(known, filled_in(form))
    except CrivelloError as error:
        return page.redirect(back, page.refused(error))
    return page.do(Correct(page.key, corrected), back, form.text("reason"))


@router.post("/{player}/byes")
def request_byes(page: AtDesk, player: int, form: Form) -> Response:
    back = page.url("players", player)
    kind = CODES.get(form.text("kind"))
    rounds = form.numbers("round")
    if kind is None or not rounds:
        return page.redirect(back, page.refused(Malformed(NO_BYE)))
    byes = tuple(RequestedBye(player, number, kind) for number in rounds)
    return page.do(RequestByes(page.key, byes), back)


@router.post("/{player}/cancel-bye")
def cancel_bye(page: AtDesk, player: int, form: Form) -> Response:
    action = CancelByes(page.key, ((player, form.number("round") or 0),))
    return page.do(action, page.url("players", player))


@router.post("/{player}/withdraw")
def withdraw(page: AtDesk, player: int, form: Form) -> Response:
    reason = form.text("reason")
    return page.do(Withdraw(page.key, (player,)), page.url("players", player), reason)


@router.post("/{player}/expel")
def expel(page: AtDesk, player: int, form: Form) -> Response:
    return page.do(Expel(page.key, (player,)), page.url("players", player), form.text("reason"))


@router.post("/{player}/return")
def play_again(page: AtDesk, player: int) -> Response:
    return page.do(Return(page.key, (player,)), page.url("players", player))


@router.post("/{player}/remove")
def remove(page: AtDesk, player: int) -> Response:
    return page.do(Remove(page.key, (player,)), page.url("players"))


@router.post("/{player}/move")
def move(page: AtDesk, player: int, form: Form) -> Response:
    """To another section; or also into another one."""
    to = form.text("to")
    if form.text("deed") == "also":
        return page.do(RegisterAlso(to, (player,)), page.url("players", player))
    return page.do(MovePlayer(page.key, player, to), page.url("players"))


@router.post("/{player}/points")
def points(page: AtDesk, player: int, form: Form) -> Response:
    back = page.url("players", player)
    unit = page.section.settings.scoring.unit
    try:
        amount = read_points(form.text("points"))
        if (amount * unit).denominator != 1:
            step = page.points(1)
            raise Malformed(NO_UNIT, points=form.text("points"), unit=step)
    except CrivelloError as error:
        return page.redirect(back, page.refused(error))
    signed: Fraction = -amount if form.text("deed") == "penalty" else amount
    action = AdjustPoints(page.key, (player,), int(signed * unit))
    return page.do(action, back, form.text("reason"))


@router.post("/{player}/table")
def table(page: AtDesk, player: int, form: Form) -> Response:
    """A table of his own; without a number he has none any more."""
    back = page.url("players", player)
    tables = dict(page.section.tables)
    number = form.number("table")
    if form.text("table") and not number:
        return page.redirect(back, page.refused(Malformed(NO_TABLE)))
    if number:
        tables[player] = number
    else:
        tables.pop(player, None)
    return page.do(FixTables(page.key, tuple(tables.items())), back)
