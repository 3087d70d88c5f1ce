"""The phones at a table: they propose the result of a game, or of a board of a match, and agree.

A proposal is not a result. It becomes one if two phones propose the same, if it is confirmed on one
phone (when the chief arbiter allows that), or if an arbiter accepts it. If two phones disagree,
both wait for the arbiter.
"""

from __future__ import annotations

import hmac
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
from crivello.store import StoreError
from crivello.web.envelope import (
    CONFIRM,
    PROPOSE,
    Addressed,
    Envelope,
    Late,
    LateAtTable,
    OldPage,
    Seen,
    board_now,
    code_of,
    games_seen,
    match_seen,
    prove,
    read_envelope,
    require_seen,
    result_of,
)
from crivello.web.network.codes import Invitation
from crivello.web.network.common import (
    HallGame,
    Json,
    answer_again,
    answer_done,
    answer_error,
    answer_later,
    answer_refused,
    device_of,
    hall_games,
    network_of,
    side_name,
)
from crivello.web.network.device_store import DONE, KnownDevice, Proposal
from crivello.web.network.entrance import still_good
from crivello.web.rendering import address
from crivello.web.round.page_actions import (
    AlreadyEntered,
    EnterExpected,
    expected_entry,
)
from crivello.web.view import AnyPage, SectionPage
from crivello.words import N_

router = APIRouter(prefix="/table")

BUTTONS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ENTERED = N_("{result} is entered.")
WAITING = N_("You propose {result}. It must be proposed on the other player's phone too.")
WAITING_SIDE = N_("You propose {result}. The other side must propose it too, on another phone.")
IS_RIGHT = N_("{name}, is {result} right? Confirm it here.")
DISAGREE = N_("The two phones disagree. Call the arbiter.")
WHAT_RESULT = N_("What is the result?")
OF_A_MATCH = N_("1-0 is a win for the side named first, whoever had White.")
NO_BOARD = N_("This phone was not shown that board. Nothing was changed: reload the page.")
NOTE = N_(
    "The result counts once both sides have entered the same one. Others see it "
    "when the arbiter publishes it."
)
NOTE_ONE_PHONE = N_(
    "The result counts once the other side has confirmed it on this phone. Others "
    "see it when the arbiter publishes it."
)
THANKS = N_("Thank you. Round {round} is over, and this result counts:")
NO_RESULT_YET = N_("no result yet")
NEXT_WILL_BE = N_("The pairing of round {round} will be on the page Pairings and standings.")
NEXT_IS_THERE = N_(
    "The pairing of round {round} is on the page Pairings and standings. Scan the code of your "
    "new table."
)
LAST_ROUND = N_("That was the last round. The standings are on the page Pairings and standings.")
CHANGED = N_("The pairing of this table in round {round} has changed. Ask the arbiter.")
NO_RESULT = N_("A table can propose a win, a draw or a loss. Call the arbiter for anything else.")


class NoProposal(CrivelloError, code="no-proposal"):
    """The proposal is not a result on which players can agree by themselves."""


@router.get("")
def arrive(view: AnyPage) -> Response:
    return view.render("network/table.html")


@router.get("/state")
def state(request: Request) -> Response:
    device = device_of(request)
    return JSONResponse(_model(_page(request, device), device))


@router.post("/propose")
def propose(request: Request, body: Json) -> Response:
    device = device_of(request)
    page = _page(request, device)

    def model() -> dict[str, object]:
        return _model(page, device)

    try:
        envelope = read_envelope(body, PROPOSE, CONFIRM)
        known = answer_again(page, envelope, model)
        if known is not None:
            return known
        if result_of(envelope.wanted) not in AGREED:
            raise NoProposal(NO_RESULT)
        if not _was_shown(page, device, envelope):
            raise NoProposal(NO_BOARD)
    except (OldPage, NoProposal) as error:
        return answer_refused(page, error, page.names)
    try:
        page.file.submit(lambda desk: desk.refresh()).result()  # what the arbiter has just entered
        page.renew()
        game = _game(page, device, envelope)
        _propose(page, device, envelope, game)
    except StoreError as error:
        return answer_later(page, error)
    except CrivelloError as error:
        page.renew()
        return answer_error(page, envelope, error, model)
    page.renew()
    told = model()
    network_of(request).store.note_arrival(device, envelope, DONE, str(told["text"]))
    return answer_done(str(told["text"]), told)


def _page(request: Request, device: KnownDevice) -> SectionPage:
    one = _invitation(device)
    return SectionPage(request, one.file, one.section)


def _invitation(device: KnownDevice) -> Invitation:
    assert device.invitation is not None
    return device.invitation


def _was_shown(page: SectionPage, device: KnownDevice, envelope: Envelope) -> bool:
    """Return True if this phone is or was one of the table that its entry names."""
    key = network_of(page.request).codes.proof_key
    return hmac.compare_digest(prove(key, envelope.seen), envelope.proof)


def _game(page: SectionPage, device: KnownDevice, envelope: Envelope) -> HallGame:
    """Return the game that the phone names, if it is still exactly that game; raise an error
    otherwise.
    """
    one, seen = _invitation(device), envelope.seen
    own = (seen.event, seen.section, seen.round, seen.board)
    if seen.event != page.event or seen.section != page.key:
        raise Late(round=seen.round)
    require_seen(page.section, envelope, board_now(page.section, seen))
    if own != (page.event, one.section, one.round, one.subject):
        raise LateAtTable(round=seen.round, table=seen.table)
    found = [game for game in hall_games(page, one.subject) if game.game == seen.game]
    if not found:
        raise LateAtTable(round=seen.round, table=seen.table)
    return found[0]


def _propose(page: SectionPage, device: KnownDevice, envelope: Envelope, game: HallGame) -> None:
    network = network_of(page.request)
    one = _invitation(device)
    result = result_of(envelope.wanted)
    assert result is not None
    if game.result is not None:
        _enter(game, result).decide(page.snapshot.state, Context(datetime.now(UTC), 0, ""))
    mine = [
        word
        for word in network.store.proposals(one.table)
        if (word.device, word.game, word.result) == (device.name, game.game, envelope.wanted)
        and word.sides == game.seen.sides
    ]
    confirmed = envelope.kind == CONFIRM and bool(mine)
    words = network.store.propose(device, envelope, game.game, envelope.wanted)
    if not is_agreed(words, result, network.one_phone and confirmed):
        return
    last = max(word.time for word in words)
    who = replace(device.device, name=device.name.rpartition(" ")[0])
    phones = ", ".join(sorted(word.device for word in words))
    own = f"{one.name}/{game.game}#{last}"[-64:]  # both phones may find that they agree
    action = Addressed(
        page.key,
        envelope,
        lambda section: board_now(section, envelope.seen),
        lambda now: _enter(game, result),
    )
    with suppress(AlreadyEntered):  # the other phone was quicker
        page.file.submit(lambda desk: desk.act(action, reason=phones, by=who, key=own)).result()
    network.store.settle(one.table, game.game)


def _enter(game: HallGame, result: Result) -> EnterExpected:
    """Return the action that enters a result at a table without one."""
    players = game.white.id, game.black.id
    seen = game.seen
    return expected_entry(seen.section, seen.round, seen.board, seen.game, result, players=players)


def is_agreed(words: list[Proposal], result: Result, one_is_enough: bool) -> bool:
    """Return True if all phones of the table propose this result, and they are enough."""
    same = all(word.result == KEY_OF[result] for word in words)
    return same and len(words) >= (1 if one_is_enough else 2)


def _model(page: SectionPage, device: KnownDevice) -> dict[str, object]:
    one = _invitation(device)
    model: dict[str, object] = {
        "seen": Seen(page.event, page.key, one.round).values(),
        "round": one.round,
        "buttons": [
            {"code": KEY_OF[one], "text": page.say("{result}", result=one)} for one in BUTTONS
        ],
        "note": page.say(NOTE_ONE_PHONE if network_of(page.request).one_phone else NOTE),
        "csrf": page.csrf,
        "public": address("public", page.file.name, page.key),
    }
    if not still_good(one, page.snapshot):
        return model | _show_round_over(page, one)
    this = page.section.rounds[-1]
    model["table"] = str(this.tables[one.subject - 1])
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


def _show_round_over(page: SectionPage, one: Invitation) -> dict[str, object]:
    """Return what a phone shows after the round: the results that count, and where the next pairing
    is.
    """
    place = Seen(page.event, page.key, one.round)
    here = games_seen(place.event, page.section, one.round, one.subject)
    match = match_seen(place.event, page.section, one.round, one.subject)
    pair = match or (here[0] if here else None)
    if pair is None or {pair.white, pair.black} != set(one.players):
        told = page.say(CHANGED, round=one.round)
        nothing = dict.fromkeys(("table", "white", "black", "note"), "")
        return {**nothing, "stage": "changed", "text": told}
    white, black = (person(page.names[side]) for side in (pair.white, pair.black))
    counted = []
    for game in here:
        result = result_of(game.shown)
        told = page.say(NO_RESULT_YET) if result is None else page.say("{result}", result=result)
        names = (person(page.names[side]) for side in (game.white, game.black))
        counted.append(f"{game.table}  {' – '.join(names)}: {told}" if game.game else told)
    note = NEXT_WILL_BE
    if len(page.section.rounds) > one.round:
        note = NEXT_IS_THERE
    elif one.round == page.section.settings.rounds:
        note = LAST_ROUND
    return {
        "stage": "over",
        "table": pair.table,
        "white": white,
        "black": black,
        "text": page.say(THANKS, round=one.round),
        "counted": counted,
        "note": page.say(note, round=one.round + 1),
    }


def _stage(page: SectionPage, device: KnownDevice, game: HallGame) -> dict[str, object]:
    """Return what the two phones of a game show: entered, waiting, to be confirmed, or in
    disagreement.
    """
    network = network_of(page.request)
    words = [
        word
        for word in network.store.proposals(_invitation(device).table)
        if (word.game, word.sides) == (game.game, game.seen.sides)
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
        stage, text = "confirm", page.say(IS_RIGHT, name=other, result=own)
    elif own is not None:
        stage, text = "proposed", page.say(WAITING_SIDE if game.game else WAITING, result=own)
    else:
        stage, text = "open", page.say(WHAT_RESULT)
    return {
        "stage": stage,
        "text": text,
        "game": game.game,
        "place": str(game.table),
        "white": side_name(page, game, game.white),
        "black": side_name(page, game, game.black),
        "mine": code_of(own),
        "result": code_of(game.result),
        "row": game.seen.row() | {"proof": prove(network.codes.proof_key, game.seen)},
    }
