"""The page Round: pairings, results at typing speed, and every step from pairing to the end."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk import Outcome, Section, actions
from crivello.desk.events import ChangeCase, Effect
from crivello.desk.lookup import find_boards, find_entry, find_pairs
from crivello.desk.matches import figures_of
from crivello.desk.preconditions import possible_cases
from crivello.desk.refusals import NothingChanged, NotPublished
from crivello.desk.rounds import effect_now
from crivello.model.errors import CrivelloError, Malformed, about
from crivello.model.grammar import is_number
from crivello.model.result import BY_KEY, KEY_OF, RESULT_KEYS, Result, read_colour
from crivello.web.envelope import (
    ANSWER,
    BOARDS,
    CORRECT,
    END,
    LINE,
    NO_SHOWS,
    PUBLISH,
    PUBLISH_ROUND,
    RESULT,
    Envelope,
    Seen,
    result_of,
    row_seen,
)
from crivello.web.forms import Fields, Form
from crivello.web.page_entries import (
    Now,
    SeenOtherwise,
    act_once,
    entry_fields,
    read_entry,
    round_seen,
)
from crivello.web.progress import adjourned_tables, current_number, missing_tables
from crivello.web.round.page_actions import (
    EnterBoardsExpected,
    EnterExpected,
    Rearrange,
    Rearrangement,
    Same,
    Stale,
    Stands,
)
from crivello.web.round.schedule import draw_form
from crivello.web.round.view import (
    board_row,
    changed_boards,
    round_model,
)
from crivello.web.view import AtDesk, Confirmation, Message, PageAnswer, SectionPage, outcome
from crivello.words import N_, Sentence

router = APIRouter(prefix="/t/{file}/{section}/round")

USUAL = 3
"""A win, a draw, a win: the results that are large; the others are folded away."""
PAIRING = N_("Pairing round {round}: {count} players.")
CHANGE_IT = N_("Change it to {result}")
TAKE_BACK = N_("Delete the result")
HAND_WORK = N_("The pairing of round {round} was changed by hand. That work would be lost.")
DISCARD = N_("Discard the pairing")
PAIR_AGAIN = N_("Pair again")
EFFECTS = {
    Effect.NOW: N_("The correction counts now, in the standings and for the next pairing."),
    Effect.NEXT: N_("The next round is paired: the correction counts from the pairing after it."),
    Effect.RATING: N_("The next round is over: the correction counts for rating only."),
}


@router.get("")
def current(page: AtDesk) -> Response:
    return show(page, current_number(page.section))


@router.get("/progress")
def progress(page: AtDesk) -> Response:
    """The line above every page, which is asked for again when something has changed."""
    return page.render("templates/progress.html")


@router.get("/{number}")
def show(page: AtDesk, number: int) -> Response:
    view = round_model(page, number)
    if view is None:
        raise HTTPException(404)
    model = {"round": view, "keys": RESULT_KEYS, "draw": draw_form(page) if number == 1 else None}
    if view.in_turn:
        model["progress"] = None
    return page.render("round/round.html", **model)


# Results


@router.post("/{number}/result")
def enter(page: AtDesk, number: int, form: Form) -> Response:
    """Enter one result, typed (`57 1`) or by board and key."""
    answer, board = _enter(page, number, form)
    if not page.fragment:
        return page.redirect(page.url("round", number), answer)
    own = set() if board is None else {board}
    since = form.number("since")
    others = [] if since is None else changed_boards(page, number, since)
    if since is None or others is not None:
        return _fragment(page, number, sorted(own.union(others or ())), answer)
    # More has changed than results: the page learns that from the news, and reloads.
    return _fragment(page, number, sorted(own), answer, since)


@router.get("/{number}/changes")
def changes(page: AtDesk, number: int, since: int = 0) -> Response:
    """What has changed since the page was made; 205 asks it to reload."""
    boards = changed_boards(page, number, since)
    if boards is None:
        return Response(status_code=205)
    return _fragment(page, number, boards, None)


@router.get("/{number}/board/{board}")
def one_board(page: AtDesk, number: int, board: int) -> Response:
    """One board with a button for every result: for touch, and without scripts."""
    section = page.section
    if not 1 <= number <= len(section.rounds):
        raise HTTPException(404)
    if not 1 <= board <= len(section.rounds[number - 1].games):
        raise HTTPException(404)
    effect = effect_now(section, number)
    here = board_row(page, number, board)
    if here.boards:
        return page.render(
            "round/match.html",
            number=number,
            row=here,
            keys=[key for key in RESULT_KEYS if key.result],
            effect=page.say(EFFECTS[effect]) if effect is not None and here.code else "",
        )
    # An adjourned game gets its result whenever it is over (C.04.2: 3.1).
    correcting = effect is not None and not here.undecided
    return page.render(
        "round/board.html",
        number=number,
        row=here,
        keys=RESULT_KEYS,
        usual=RESULT_KEYS[:USUAL],
        rare=RESULT_KEYS[USUAL:],
        effect=page.say(EFFECTS[effect]) if effect is not None and correcting else "",
    )


@router.post("/{number}/match/{match}")
def enter_match(page: AtDesk, number: int, match: int, form: Form) -> Response:
    """The boards of a match whose results were changed on its page."""
    page.on_refusal(page.url("round", number, "board", match))
    boards = range(1, page.section.boards + 1)
    given = {one: form.text(f"result-{one}") for one in boards if form.has(f"result-{one}")}
    reversed_ = [board for board in given if form.is_checked(f"turned-{board}")]
    envelope = read_entry(form, BOARDS, f"{given} {reversed_}")
    stood = _shown_boards(envelope.seen)
    results, shown = [], []
    for board, wanted in given.items():
        before = stood.get(board)
        if _result(wanted) is not before or board in reversed_:
            turned = board in reversed_
            results.append(actions.BoardResult(match, board, _result(wanted), turned))
            shown.append(before)
    if not results:
        raise NothingChanged()
    action = EnterBoardsExpected(page.key, number, tuple(results), tuple(shown))
    answer = _boards_answer(page, action, envelope)
    back = page.url("round", number)
    if not answer.done and answer.ask is None:
        back = page.url("round", number, "board", match)
    return page.redirect(back, answer)


def _chosen_result(form: Fields) -> Result:
    key = BY_KEY.get(form.text("result"), RESULT_KEYS[0])
    result = key.result or RESULT_KEYS[0].result
    assert result is not None
    return result


@router.post("/{number}/match/{match}/correct")
def correct_match(page: AtDesk, number: int, match: int, form: Form) -> Response:
    """Correct a board of a published match (C.04.2: 4.3)."""
    result = _chosen_result(form)
    turned, game = form.is_checked("turned"), form.number("game")
    action = actions.CorrectResult(page.key, number, match, result, turned, game)
    page.on_refusal(page.url("round", number, "board", match))
    return _correct(page, action, form)


def _correct(page: SectionPage, action: actions.CorrectResult, form: Fields) -> Response:
    number, board = action.round, action.board
    wanted = f"{action.game or ''} {KEY_OF[action.result]}"
    return page.do_once(
        read_entry(form, CORRECT, wanted),
        lambda section: row_seen(page.event, section, number, board),
        action,
        page.url("round", number),
        form.text("reason"),
    )


def _result(key: str) -> Result | None:
    """By its key; None: there is none."""
    return BY_KEY.get(key, RESULT_KEYS[-1]).result


def _shown_boards(seen: Seen) -> dict[int, Result | None]:
    """The results of the boards of a match that a page showed."""
    return dict(enumerate(map(_result, seen.shown.split()), 1))


def _enter_boards(
    page: SectionPage, number: int, form: Fields
) -> tuple[PageAnswer, int | None] | None:
    """Boards of a match: typed (`3.2 1`, `3 1 = 0 1`), or as the question about them has them."""
    entry, of = form.text("entry"), form.text("of")
    if not entry and not of:
        return None
    wanted = f"{entry or of} {form.text('result')}"
    envelope = read_entry(form, LINE if entry else BOARDS, wanted)
    turned = envelope.turned
    if entry:
        try:
            with about("entry"):
                found = find_boards(page.section, number, entry, turned)
        except CrivelloError as error:
            return page.refusal(error), None
    else:
        boards = [int(one) for one in of.split() if is_number(one, 3)]
        keys = form.text("result").split()
        found = [
            (envelope.seen.board, *one) for one in zip(boards, map(_result, keys), strict=False)
        ]
    results = tuple(actions.BoardResult(*one, turned) for one in found)
    if not results:
        return None
    if envelope.seen.board not in (0, results[0].match):
        return page.refusal(SeenOtherwise()), results[0].match
    shown = _shown_boards(envelope.seen) if envelope.seen.board else {}
    known = all(one.board in shown for one in results)
    compared = tuple(shown[one.board] for one in results) if known else None
    action = EnterBoardsExpected(page.key, number, results, compared, confirmed=envelope.sure)
    return _boards_answer(page, action, envelope), results[0].match


def _do_entry(
    page: SectionPage, number: int, action: actions.Action, envelope: Envelope
) -> Outcome:
    """Enter what was typed for the round or for one of its tables, once."""
    board = envelope.seen.board

    def now(section: Section) -> Seen | None:
        if board:
            return row_seen(page.event, section, number, board)
        return round_seen(page.event, section, number)

    whole = isinstance(action, EnterExpected) and bool(page.section.rounds[number - 1].boards)
    held = page.only_if_seen(action, envelope, now, compares=bool(board) and not whole)
    return act_once(page.file, envelope, held)


def _boards_answer(
    page: SectionPage, action: EnterBoardsExpected, envelope: Envelope
) -> PageAnswer:
    """Enter results of boards of one match, or ask before others are replaced."""
    number = action.round
    try:
        result = _do_entry(page, number, action, envelope)
    except (Stale, Stands) as error:
        page.renew()
        return _ask_about_boards(page, number, action.results, error)
    except Same as error:
        page.renew()
        return PageAnswer(True, page.refusal(error).lines)
    except CrivelloError as error:
        page.renew()
        return page.refusal(error)
    page.renew()
    return outcome(result, page.words, page.names)


def _ask_about_boards(
    page: SectionPage,
    number: int,
    results: tuple[actions.BoardResult, ...],
    error: CrivelloError,
) -> PageAnswer:
    """As `_ask_about_result`, of boards of a match."""
    fields = {
        **_fields_now(page, number, results[0].match),
        "of": " ".join(str(one.board) for one in results),
        "result": " ".join(KEY_OF[one.result] for one in results),
        "confirmed": "1",
        "turned": "1" if any(one.turned for one in results) else "",
    }
    wanted = [one.result for one in results]
    yes = page.say(TAKE_BACK) if wanted == [None] else ""
    if not yes:
        one = wanted[0] if len(wanted) == 1 else figures_of(wanted)
        yes = page.say(CHANGE_IT, result=one)
    answer = page.refusal(error)
    ask = Confirmation(page.url("round", number, "result"), tuple(fields.items()), yes)
    return PageAnswer(False, answer.lines, ask=ask)


def _enter(page: SectionPage, number: int, form: Fields) -> tuple[PageAnswer, int | None]:
    published = page.section.rounds[number - 1 : number]
    if published and published[0].boards and (of_match := _enter_boards(page, number, form)):
        return of_match
    entry, board = form.text("entry"), None
    try:
        envelope = read_entry(form, *((LINE, entry) if entry else (RESULT, form.text("result"))))
        seen, turned = envelope.seen, envelope.turned
        board, wanted = seen.board, result_of(envelope.wanted)
        if entry:
            with about("entry"):
                _require_published(page, number)
                board, wanted = find_entry(page.section, number, entry, turned)
        if seen.board not in (0, board):
            raise SeenOtherwise()
        action = EnterExpected(
            page.key,
            number,
            board,
            wanted,
            shown=result_of(seen.shown) if seen.board else None,
            compare=bool(seen.board),
            confirmed=envelope.sure,
            players=(seen.white, seen.black) if seen.board else None,
            turned=turned,
        )
        result = _do_entry(page, number, action, envelope)
    except (Stale, Stands) as error:
        page.renew()
        return _ask_about_result(page, number, board or 0, wanted, turned, error), board
    except Same as error:
        page.renew()
        return PageAnswer(True, page.refusal(error).lines), board
    except CrivelloError as error:
        page.renew()
        return page.refusal(error), board
    page.renew()
    return outcome(result, page.words, page.names), board


def _ask_about_result(
    page: SectionPage,
    number: int,
    board: int,
    wanted: Result | None,
    turned: bool,
    error: CrivelloError,
) -> PageAnswer:
    """Show both results; sending the form again changes the one that is there."""
    fields = {
        **_fields_now(page, number, board),
        "result": KEY_OF[wanted],
        "confirmed": "1",
        "turned": "1" if turned else "",
    }
    text = CHANGE_IT if wanted else TAKE_BACK
    yes = page.say(text, result=wanted)
    answer = page.refusal(error)
    ask = Confirmation(page.url("round", number, "result"), tuple(fields.items()), yes)
    return PageAnswer(False, answer.lines, ask=ask)


def _fields_now(page: SectionPage, number: int, board: int) -> dict[str, str]:
    """For a question about a table as it is now."""
    seen = row_seen(page.event, page.section, number, board)
    return {} if seen is None else entry_fields(seen)


def _require_published(page: SectionPage, number: int) -> None:
    if not 1 <= number <= len(page.section.rounds):
        raise NotPublished(round=number)


def _fragment(
    page: SectionPage,
    number: int,
    boards: list[int],
    answer: PageAnswer | None,
    sequence: int | None = None,
) -> Response:
    """The boards that have changed, the count, and the answer."""
    here = page.section.rounds[number - 1] if number <= len(page.section.rounds) else None
    return page.render_fragment(
        "round/round_fragment.html",
        answer,
        sequence,
        number=number,
        rows=[
            board_row(page, number, board) for board in boards if here and board <= len(here.games)
        ],
        missing=missing_tables(here) if here else [],
        adjourned=adjourned_tables(here) if here else [],
        games=len(here.games) if here else 0,
        complete=bool(here and here.complete),
    )


# Steps


@router.post("/{number}/colour")
def colour(page: AtDesk, number: int, form: Form) -> Response:
    """Draw lots; without a colour the desk draws."""
    back = page.on_refusal(page.url("round", number))
    word = form.text("colour")
    return page.do(actions.DrawColour(page.key, read_colour(word) if word else None), back)


@router.post("/{number}/pair")
def pair(page: AtDesk, number: int, form: Form) -> Response:
    if asked := _ask_about_work(page, number, form, "pair", PAIR_AGAIN):
        return asked
    count = len(page.section.present(number))
    back = page.url("round", number)
    what = Sentence(PAIRING, round=number, count=count)
    return page.do_long(actions.Pair(page.key, number), back, what)


@router.post("/{number}/discard")
def discard(page: AtDesk, number: int, form: Form) -> Response:
    if asked := _ask_about_work(page, number, form, "discard", DISCARD):
        return asked
    return page.do(actions.Discard(page.key), page.url("round", number))


def _ask_about_work(
    page: SectionPage, number: int, form: Fields, step: str, yes: str
) -> Response | None:
    """A question before what somebody has made by hand goes."""
    draft = page.section.draft
    if draft is None or not draft.by_hand or form.is_checked("confirmed"):
        return None
    url = page.url("round", number)
    ask = Confirmation(f"{url}/{step}", (("confirmed", "1"),), page.say(yes))
    line = Message(page.say(HAND_WORK, round=draft.round))
    return page.redirect(url, PageAnswer(False, (line,), ask=ask))


@router.post("/{number}/publish")
def publish(page: AtDesk, number: int, form: Form) -> Response:
    back = page.url("round", number)
    envelope = read_entry(form, PUBLISH_ROUND)
    action = actions.Publish(page.key)
    return page.do_once(envelope, _draft_now(page), action, back, form.text("reason"))


@router.post("/{number}/publish-results")
def publish_results(page: AtDesk, number: int, form: Form) -> Response:
    envelope, action = read_entry(form, PUBLISH), actions.PublishResults(page.key)
    return page.do_once(envelope, _last_now(page), action, page.url("round", number))


@router.post("/{number}/end")
def end(page: AtDesk, number: int, form: Form) -> Response:
    envelope, action = read_entry(form, END), actions.EndRound(page.key)
    return page.do_once(envelope, _last_now(page), action, page.url("round", number))


def _last_now(page: SectionPage) -> Now:
    """The round that is being played: the one that such an action is about."""
    return lambda section: round_seen(page.event, section, len(section.rounds))


def _draft_now(page: SectionPage) -> Now:
    return lambda section: round_seen(page.event, section, section.next_round)


# No-shows


@router.get("/{number}/no-shows")
def no_shows(page: AtDesk, number: int) -> Response:
    view = round_model(page, number)
    if view is None or not view.current:
        raise HTTPException(404)
    return page.render("round/no_shows.html", round=view)


@router.post("/{number}/no-shows")
def mark_no_shows(page: AtDesk, number: int, form: Form) -> Response:
    page.on_refusal(page.url("round", number, "no-shows"))
    players = form.numbers("player")
    envelope = read_entry(form, NO_SHOWS, " ".join(map(str, players)))
    action = actions.MarkNoShows(page.key, players)
    return page.do_once(envelope, _last_now(page), action, page.url("round", number))


@router.post("/{number}/answer")
def answer_no_shows(page: AtDesk, number: int, form: Form) -> Response:
    players, plays = form.numbers("player"), form.text("plays")
    envelope = read_entry(form, ANSWER, f"{players} {plays}")
    action = actions.AnswerNoShows(page.key, players, plays == "on")
    back = page.url("round", number)
    return page.do_once(envelope, _last_now(page), action, back, proceed=True)


# Pairings by hand, corrections of results


CHANGING = N_("Checking the change in round {round} against the rules.")
TWO_PLAYERS = N_("Choose two different players.")
CASES = {
    ChangeCase.ALREADY_MET: N_("two who have already met were paired"),
    ChangeCase.EVENT_RULES: N_("the rules of the event allow it"),
    ChangeCase.WITHOUT_OPPONENT: N_("two without an opponent agree to play"),
    ChangeCase.LATE_ENTRY: N_("a late entry is admitted and all concerned agree"),
    ChangeCase.TOP_BOARDS: N_("unforeseen circumstances on the top boards of the last round"),
    ChangeCase.CHIEF_ARBITER: N_("another decision of the chief arbiter, printed in the report"),
}


def case_choices(page: SectionPage) -> list[tuple[str, str]]:
    """The cases that can apply to the round being played."""
    return [(case.value, page.say(CASES[case])) for case in possible_cases(page.section)]


@router.post("/{number}/by-hand")
def pair_by_hand(page: AtDesk, number: int, form: Form) -> Response:
    """Pair some boards by hand; the engine pairs the rest."""
    back = page.on_refusal(page.url("round", number))
    with about("boards"):
        boards = find_pairs(page.section, form.text("boards"))
    action = actions.PairByHand(page.key, boards, form.number("bye"), rest=True)
    return page.do_long(action, back, Sentence(CHANGING, round=number))


@router.post("/{number}/rearrange")
def rearrange(page: AtDesk, number: int, form: Form) -> Response:
    """Change the draft."""
    back = page.on_refusal(page.url("round", number))
    action = Rearrange(page.key, *_rearrangement(form))
    return page.do_long(action, back, Sentence(CHANGING, round=number))


@router.get("/{number}/change")
def change(page: AtDesk, number: int) -> Response:
    view = round_model(page, number)
    if view is None or view.state != "published" or not view.current:
        raise HTTPException(404)
    return page.render("round/change.html", round=view, cases=case_choices(page))


@router.post("/{number}/change")
def change_published(page: AtDesk, number: int, form: Form) -> Response:
    known = {case.value: case for case in ChangeCase}
    case = known.get(form.text("case"), ChangeCase.CHIEF_ARBITER)
    page.on_refusal(page.url("round", number, "change"))
    action = Rearrange(page.key, *_rearrangement(form), case)
    return page.do(action, page.url("round", number), form.text("reason"), proceed=True)


@router.post("/{number}/board/{board}/correct")
def correct(page: AtDesk, number: int, board: int, form: Form) -> Response:
    """Correct a published result (C.04.2: 4.3)."""
    action = actions.CorrectResult(
        page.key, number, board, _chosen_result(form), form.is_checked("turned")
    )
    page.on_refusal(page.url("round", number, "board", board))
    return _correct(page, action, form)


def _rearrangement(form: Fields) -> tuple[Rearrangement, int, int | None]:
    """What to change, and for whom: only the colours of a board need no second player."""
    known = {one.value: one for one in Rearrangement}
    rearrangement = known[form.choice("rearrangement", known)]
    one, other = form.number("one") or 0, form.number("other")
    with about("other"):
        if rearrangement is not Rearrangement.TURN and one == other:
            raise Malformed(TWO_PLAYERS)
    return rearrangement, one, other
