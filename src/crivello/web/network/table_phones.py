"""The phones of a table: propose the result of its game, or of a board of its match, and agree.

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
from crivello.web.network.common import (
    HallGame,
    Json,
    answer_done,
    answer_refused,
    code_of,
    device_of,
    hall_games,
    key_of,
    network_of,
    number_of,
    result_of,
    side_name,
    text_of,
)
from crivello.web.network.entrance import OVER, still_good
from crivello.web.round.page_actions import Same, expected_entry
from crivello.web.view import AtDoor, Names, SectionPage, View, address
from crivello.words import N_

router = APIRouter(prefix="/table")

BUTTONS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ENTERED = N_("{result} is entered.")
WAITING = N_("You propose {result}. It must be proposed on the other player's phone too.")
WAITING_SIDE = N_("You propose {result}. The other side proposes it too, on another phone.")
CONFIRM = N_("{name}, is {result} right? Confirm it here.")
DISAGREE = N_("The two phones disagree. Call the arbiter.")
PROPOSE = N_("What is the result?")
OF_A_MATCH = N_("1-0 is a win for the side named first, whoever had White.")
NO_BOARD = N_("There is no such board in this match. Nothing was changed: reload the page.")
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
        game = _game(page, device, number_of(body, "game"))
        _propose(page, device, key, game, result, confirmed=text_of(body, "confirmed") == "yes")
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


def _game(page: SectionPage, device: BookDevice, number: int) -> HallGame:
    """The game of the table; of a match that of the board which the phone names."""
    games = hall_games(page, _invitation(device).subject)
    found = [one for one in games if one.game in (0, number)]
    if not found:
        raise NoProposal(NO_BOARD)
    return found[0]


def _propose(
    page: SectionPage,
    device: BookDevice,
    key: str,
    game: HallGame,
    result: Result,
    confirmed: bool,
) -> None:
    network = network_of(page.request)
    one = _invitation(device)
    players = game.white.id, game.black.id
    enter = expected_entry(page.key, one.round, game.board, game.game, result, players=players)
    if game.result is not None:  # both values, or "it is entered already"
        if game.result is not result:
            enter.decide(page.snapshot.state, Context(datetime.now(UTC), 0, ""))
        return
    words = network.book.propose(device, key, game.game, KEY_OF[result])
    if not is_agreed(words, result, network.one_phone and confirmed):
        return
    last = max(word.time for word in words)
    who = replace(device.device, name=device.name.rpartition(" ")[0])
    phones = ", ".join(sorted(word.device for word in words))
    own = f"{one.name}/{game.game}#{last}"[-64:]  # both phones may find that they agree
    with suppress(Same):  # the other phone was quicker
        page.file.submit(lambda desk: desk.act(enter, reason=phones, by=who, key=own)).result()
    network.book.settle(one.name, game.game)


def is_agreed(words: list[Proposal], result: Result, one_is_enough: bool) -> bool:
    """Do all phones of the table say this, and are they enough?"""
    same = all(word.result == KEY_OF[result] for word in words)
    return same and len(words) >= (1 if one_is_enough else 2)


def _model(page: SectionPage, device: BookDevice) -> dict[str, object]:
    one = _invitation(device)
    this = page.section.rounds[-1]
    model: dict[str, object] = {
        "round": one.round,
        "table": this.tables[one.subject - 1],
        "buttons": [
            {"code": KEY_OF[one], "text": page.say("{result}", result=one)} for one in BUTTONS
        ],
        "csrf": page.csrf,
        "public": address("public", page.file.name, page.key),
    }
    games = [_stage(page, device, game) for game in hall_games(page, one.subject)]
    if not this.boards:
        return model | games[0]
    pair = this.games[one.subject - 1]
    over = all(game["stage"] == "entered" for game in games)
    return model | {
        "stage": "entered" if over else "open",
        "text": page.say(OF_A_MATCH),
        "white": person(page.names[pair.white]),
        "black": person(page.names[pair.black]),
        "games": games,
    }


def _stage(page: SectionPage, device: BookDevice, game: HallGame) -> dict[str, object]:
    """How far the two phones are with one game."""
    network = network_of(page.request)
    words = [
        word for word in network.book.proposals(_invitation(device).name) if word.game == game.game
    ]
    mine = next((word for word in words if word.device == device.name), None)
    known = {KEY_OF[result]: result for result in BUTTONS}
    own = known.get(mine.result) if mine else None
    if game.result is not None:
        stage, text = "entered", page.say(ENTERED, result=game.result)
    elif len({word.result for word in words}) > 1:
        stage, text = "disagree", page.say(DISAGREE)
    elif own is not None and network.one_phone:
        other = page.say(N_("The other side") if game.game else N_("The other player"))
        stage, text = "confirm", page.say(CONFIRM, name=other, result=own)
    elif own is not None:
        stage, text = "proposed", page.say(WAITING_SIDE if game.game else WAITING, result=own)
    else:
        stage, text = "open", page.say(PROPOSE)
    return {
        "stage": stage,
        "text": text,
        "game": game.game,
        "place": str(game.table),
        "white": side_name(page, game, game.white),
        "black": side_name(page, game, game.black),
        "mine": code_of(own),
        "result": code_of(game.result),
    }
