"""Pairings made and changed by hand, corrections of results: what the rules want a reason for."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk.actions import CorrectResult, PairByHand
from crivello.desk.events import ChangeCase
from crivello.model.errors import CrivelloError
from crivello.model.grammar import BY_KEY, RESULT_KEYS
from crivello.web.by_hand import Deed, Rearrange, parse_boards
from crivello.web.forms import Form
from crivello.web.round_view import round_view
from crivello.web.told import refusal
from crivello.web.view import AtDesk
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/round")

CHANGING = N_("The change in round {round} is being judged by the rules.")
CASES = (
    (ChangeCase.ALREADY_MET, N_("two who have already met were paired")),
    (ChangeCase.EVENT_RULES, N_("the rules of the event allow it")),
    (ChangeCase.WITHOUT_OPPONENT, N_("two without an opponent agree to play")),
    (ChangeCase.LATE_ENTRY, N_("a late entry is admitted and all concerned agree")),
    (ChangeCase.TOP_BOARDS, N_("unforeseen circumstances on the top boards of the last round")),
    (ChangeCase.CHIEF_ARBITER, N_("another decision of the chief arbiter, printed on the report")),
)


@router.post("/{number}/by-hand")
def pair_by_hand(page: AtDesk, number: int, form: Form) -> Response:
    """Some boards by hand; the engine pairs the rest."""
    back = page.url("round", number)
    numbers = {player.number: player.id for player in page.names.values() if player.number}
    try:
        boards = parse_boards(form.text("boards"), numbers)
    except CrivelloError as error:
        return page.redirect(back, refusal(error, page.language, page.names))
    action = PairByHand(page.key, boards, form.number("bye"), rest=True)
    return page.do_long(action, back, CHANGING, round=number)


@router.post("/{number}/rearrange")
def rearrange(page: AtDesk, number: int, form: Form) -> Response:
    """A change of the draft."""
    action = Rearrange(page.key, _deed(form), form.number("one") or 0, form.number("other"))
    return page.do_long(action, page.url("round", number), CHANGING, round=number)


@router.get("/{number}/change")
def change(page: AtDesk, number: int) -> Response:
    view = round_view(page, number)
    if view is None or view.state != "published" or not view.current:
        raise HTTPException(404)
    cases = [(case.value, page.say(text)) for case, text in CASES]
    return page.render("pages/change.html", round=view, cases=cases)


@router.post("/{number}/change")
def change_published(page: AtDesk, number: int, form: Form) -> Response:
    case = next((one for one, _ in CASES if one.value == form.text("case")), CASES[-1][0])
    action = Rearrange(page.key, _deed(form), form.number("one") or 0, form.number("other"), case)
    told = page.act(action, form.text("reason"))
    return page.redirect(page.url("round", number, *([] if told.done else ["change"])), told)


@router.post("/{number}/board/{board}/correct")
def correct(page: AtDesk, number: int, board: int, form: Form) -> Response:
    """A result that is published (C.04.2: 4.3)."""
    key = BY_KEY.get(form.text("result"), RESULT_KEYS[0])
    result = key.result or RESULT_KEYS[0].result
    assert result is not None
    action = CorrectResult(page.key, number, board, result, form.checked("turned"))
    told = page.act(action, form.text("reason"))
    back = [] if told.done else ["board", board]
    return page.redirect(page.url("round", number, *back), told)


def _deed(form: Form) -> Deed:
    known = {one.value: one for one in Deed}
    return known.get(form.text("deed"), Deed.SWAP)
