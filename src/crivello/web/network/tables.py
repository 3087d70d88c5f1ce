"""The phones of a table: propose the result of one game, and agree on it.

A proposal is no result. It becomes one when two phones say the same, or one phone says it and it is
confirmed there, if the chief arbiter allows that; or when an arbiter accepts it. Two phones that
say different things wait for the arbiter.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from crivello.desk.actions import Context
from crivello.desk.permissions import AGREED
from crivello.model.errors import CrivelloError
from crivello.model.result import KEY_OF, Result
from crivello.standings.crosstable import person
from crivello.web.network.book import BookDevice, Proposal
from crivello.web.network.codes import Invitation
from crivello.web.network.entrance import OVER, still_good
from crivello.web.network.state import (
    Json,
    answer_done,
    answer_refused,
    code_of,
    device_of,
    key_of,
    network_of,
    result_of,
    text_of,
)
from crivello.web.round.actions import EnterExpected, Same
from crivello.web.view import AtDoor, Names, SectionPage, View, address
from crivello.words import N_

router = APIRouter(prefix="/table")

BUTTONS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ENTERED = N_("{result} is entered.")
WAITING = N_("You propose {result}. The other player proposes it too, on another phone.")
CONFIRM = N_("{name}, is {result} right? Confirm it here.")
DISAGREE = N_("The two phones say different things. Call the arbiter.")
PROPOSE = N_("What is the result?")
NO_RESULT = N_("A table can propose a win, a draw or a loss. Call the arbiter for anything else.")


class NoProposal(CrivelloError, code="no-proposal"):
    """Not a result on which players can agree by themselves."""


class CodeOver(CrivelloError, code="code-over"):
    """The round is over, or the pairing has changed."""


@router.get("")
def arrive(view: AtDoor) -> Response:
    return view.render("network/table.html")


@router.get("/state")
def state(request: Request) -> Response:
    view = View(request)
    device = device_of(request)
    try:
        page = _page(request, device)
    except CodeOver as error:
        return answer_refused(view, error)
    return JSONResponse(_model(page, device))


@router.post("/propose")
def propose(request: Request, body: Json) -> Response:
    view = View(request)
    device = device_of(request)
    names: Names = {}
    try:
        key = key_of(body)
        page = _page(request, device)
        names = page.names
        result = result_of(body, "result")
        if result not in AGREED:
            raise NoProposal(NO_RESULT)
        _propose(page, device, key, result, confirmed=text_of(body, "confirmed") == "yes")
    except CrivelloError as error:
        return answer_refused(view, error, names)
    page.renew()
    model = _model(page, device)
    return answer_done(str(model["text"]), model)


def _page(request: Request, device: BookDevice) -> SectionPage:
    one = _invitation(device)
    page = SectionPage(request, one.file, one.section)
    if not still_good(one, page.snapshot):
        raise CodeOver(OVER, round=one.round)
    return page


def _invitation(device: BookDevice) -> Invitation:
    assert device.invitation is not None
    return device.invitation


def _propose(
    page: SectionPage, device: BookDevice, key: str, result: Result, confirmed: bool
) -> None:
    network = network_of(page.request)
    one = _invitation(device)
    game = page.section.rounds[-1].games[one.subject - 1]
    enter = EnterExpected(
        page.key, one.round, one.subject, result, compare=True, players=(game.white, game.black)
    )
    if game.result is not None:  # both values, or "already entered"
        if game.result is not result:
            enter.decide(page.snapshot.state, Context(datetime.now(UTC), 0, ""))
        return
    words = network.book.propose(device, key, KEY_OF[result])
    if not is_agreed(words, result, network.one_phone and confirmed):
        return
    number = max(word.id for word in words)
    who = replace(device.device, name=device.name.rpartition(" ")[0])
    phones = ", ".join(sorted(word.device for word in words))
    own = f"{one.name}#{number}"[-64:]
    with suppress(Same):  # the other phone was quicker
        page.file.submit(lambda desk: desk.act(enter, reason=phones, by=who, key=own)).result()
    network.book.settle(one.name)


def is_agreed(words: list[Proposal], result: Result, one_is_enough: bool) -> bool:
    """Do all phones of the table say this, and are they enough?"""
    same = all(word.result == KEY_OF[result] for word in words)
    return same and len(words) >= (1 if one_is_enough else 2)


def _model(page: SectionPage, device: BookDevice) -> dict[str, object]:
    network = network_of(page.request)
    one = _invitation(device)
    this = page.section.rounds[-1]
    game = this.games[one.subject - 1]
    words = network.book.proposals(one.name)
    mine = next((word for word in words if word.device == device.name), None)
    white, black = page.names[game.white], page.names[game.black]
    known = {KEY_OF[result]: result for result in BUTTONS}
    own = known.get(mine.result) if mine else None
    if game.result is not None:
        stage, text = "entered", page.say(ENTERED, result=game.result)
    elif len({word.result for word in words}) > 1:
        stage, text = "disagree", page.say(DISAGREE)
    elif own is not None and network.one_phone:
        other = page.say(N_("The other player"))
        stage, text = "confirm", page.say(CONFIRM, name=other, result=own)
    elif own is not None:
        stage, text = "proposed", page.say(WAITING, result=own)
    else:
        stage, text = "open", page.say(PROPOSE)
    return {
        "stage": stage,
        "text": text,
        "round": one.round,
        "table": this.tables[one.subject - 1],
        "white": person(white),
        "black": person(black),
        "mine": code_of(own),
        "result": code_of(game.result),
        "buttons": [
            {"code": KEY_OF[one], "text": page.say("{result}", result=one)} for one in BUTTONS
        ],
        "csrf": page.csrf,
        "public": address("public", page.file.name, page.key),
    }
