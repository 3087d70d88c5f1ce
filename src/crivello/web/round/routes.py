"""The page Round: pairings, results at typing speed, and every step from pairing to the end."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk import Outcome, Section, actions
from crivello.desk.events import ChangeCase, Effect
from crivello.desk.lookup import find_pairs, find_results
from crivello.desk.preconditions import possible_cases
from crivello.desk.refusals import NothingChanged, NotPublished
from crivello.desk.rounds import effect_now
from crivello.model.errors import CrivelloError, Malformed, about
from crivello.model.grammar import is_number
from crivello.model.result import BY_KEY, KEY_OF, RESULT_KEYS, Result, read_colour
from crivello.model.tables import BoardResult, GameTable, Results, figures_of
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
from crivello.web.page_answers import Confirmation, Message, PageAnswer, outcome
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
    WHOLE,
    AlreadyEntered,
    EnteredMeanwhile,
    EnterExpected,
    Rearrange,
    Rearrangement,
    WouldReplace,
    results_by_colour,
    turning_results,
)
from crivello.web.round.schedule import draw_form
from crivello.web.round.view import (
    board_row,
    changed_boards,
    round_model,
)
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence

router = APIRouter(prefix="/t/{file}/{section}/round")

USUAL = 3
"""The results with large buttons: a win, a draw, a win. Other results are folded away."""
PAIRING = N_("Pairing round {round}: {count} players.")
CHANGE_IT = N_("Change it to {result}")
CHANGE_COLOURS = N_("Change the colours, and the result to {result}")
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
    """Render the progress line of every page, which is loaded again when something has changed."""
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
    """Return the changes since the page was made; status 205 makes it reload."""
    boards = changed_boards(page, number, since)
    if boards is None:
        return Response(status_code=205)
    return _fragment(page, number, boards, None)


@router.get("/{number}/board/{board}")
def one_board(page: AtDesk, number: int, board: int) -> Response:
    """Show one board with a button for every result: for touch, and without scripts."""
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


@router.post("/{number}/board/{board}")
def enter_boards(page: AtDesk, number: int, board: int, form: Form) -> Response:
    """Enter the results that were changed on the page of a match."""
    here = page.on_refusal(page.url("round", number, "board", board))
    answer, _ = _enter(page, number, form)
    refused = not answer.done and answer.ask is None
    return page.redirect(here if refused else page.url("round", number), answer)


def _chosen_result(form: Fields) -> Result:
    key = BY_KEY.get(form.text("result"), RESULT_KEYS[0])
    result = key.result or RESULT_KEYS[0].result
    assert result is not None
    return result


def _result(key: str) -> Result | None:
    """Return the result with this key; None if there is none."""
    return BY_KEY.get(key, RESULT_KEYS[-1]).result


def _read_results(
    page: SectionPage, number: int, form: Fields
) -> tuple[Envelope, tuple[BoardResult, ...]]:
    """Return the envelope and the results of one table: typed, from the page of a match, or
    confirmed.
    """
    entry, keys = form.text("entry"), form.text("result")
    if entry:
        envelope = read_entry(form, LINE, entry)
        with about("entry"):
            _require_published(page, number)
            return envelope, find_results(page.section, number, entry, envelope.turned or None)
    boards = range(1, page.section.boards + 1)
    given = {one: form.text(f"result-{one}") for one in boards if form.has(f"result-{one}")}
    if given:
        turned = {board for board in given if form.is_checked(f"turned-{board}")}
        envelope = read_entry(form, BOARDS, f"{given} {sorted(turned)}")
        without_tick = _without_tick(form)
        stood, table = _page_results(envelope.seen), _table_of(page, number, envelope.seen)
        stated = (
            BoardResult(envelope.seen.board, board, _result(key), board in turned or without_tick)
            for board, key in given.items()
        )
        results = tuple(
            one
            for one in stated
            if one.result is not stood.get(one.board) or (table and table.turns(one))
        )
        if not results:
            raise NothingChanged()
        return envelope, results
    asked = [int(one) for one in form.text("of").split() if is_number(one, 3)]
    if asked:
        colours = form.text("colours")
        envelope = read_entry(form, BOARDS, f"{asked} {keys} {colours}")
        all_ = zip(asked, map(_result, keys.split()), colours.split(), strict=False)
        return envelope, tuple(
            BoardResult(envelope.seen.board, board, result, STATED.get(colour))
            for board, result, colour in all_
        )
    envelope = read_entry(form, RESULT, keys)
    result, table = result_of(envelope.wanted), _table_of(page, number, envelope.seen)
    one = BoardResult(envelope.seen.board, 1, result, envelope.turned or _without_tick(form))
    if result is not None and table is not None and not table.is_match and table.turns(one):
        result = result.mirrored
    return envelope, (replace(one, board=WHOLE, result=result),)


STATED = {"reversed": True, "paired": False}
"""The values of the form field for the colours; with any other value they stay as recorded."""


def _without_tick(form: Fields) -> bool | None:
    """Return what an unticked box says about colours: not reversed (False), or nothing (None).

    It says something only in a form that shows the recorded colours.
    """
    return False if form.is_checked("states-colours") else None


def _table_of(page: SectionPage, number: int, seen: Seen) -> GameTable | None:
    """Return the table that a page showed, as it is now; None if there is none."""
    if not 1 <= number <= len(page.section.rounds):
        return None
    this = page.section.rounds[number - 1]
    return this.table(seen.board) if 1 <= seen.board <= len(this.games) else None


def _page_results(seen: Seen) -> dict[int, Result | None]:
    """Return the results of the boards of a table, as a page showed them."""
    return dict(enumerate(map(_result, seen.shown.split() or [""]), start=1))


def _results_on_page(
    page: SectionPage, number: int, seen: Seen, results: tuple[BoardResult, ...]
) -> Results | None:
    """Return what a page showed at the boards of these results; None if it did not show all of
    them.
    """
    stood = _page_results(seen) if seen.board else {}
    if stood and not page.section.rounds[number - 1].boards:
        stood[WHOLE] = stood[1]
    known = all(one.board in stood for one in results)
    return tuple(stood[one.board] for one in results) if known else None


def _enter(page: SectionPage, number: int, form: Fields) -> tuple[PageAnswer, int | None]:
    """Enter results of one table, or ask before others are replaced; return the answer and the
    board.
    """
    place = None
    try:
        envelope, results = _read_results(page, number, form)
        _require_published(page, number)
        seen, place = envelope.seen, results[0].match
        if seen.board not in (0, place):
            raise SeenOtherwise()
        action = EnterExpected(
            page.key,
            number,
            results,
            _results_on_page(page, number, seen, results),
            confirmed=envelope.sure,
        )
        result = _do_entry(page, number, action, envelope)
    except (EnteredMeanwhile, WouldReplace) as error:
        page.renew()
        return _ask_about_results(page, number, results, error), place
    except AlreadyEntered as error:
        page.renew()
        return PageAnswer(done=True, lines=page.refusal(error).lines), place
    except CrivelloError as error:
        page.renew()
        return page.refusal(error), place
    page.renew()
    return outcome(result, page.words, page.names), place


def _do_entry(page: SectionPage, number: int, action: EnterExpected, envelope: Envelope) -> Outcome:
    """Do an entry once, if the round, or its table, is still as the page showed it."""
    board = envelope.seen.board

    def now(section: Section) -> Seen | None:
        if board:
            return row_seen(page.event, section, number, board)
        return round_seen(page.event, section, number)

    held = page.only_if_seen(action, envelope, now, compares=action.shown is not None)
    return act_once(page.file, envelope, held)


def _ask_about_results(
    page: SectionPage, number: int, results: tuple[BoardResult, ...], error: CrivelloError
) -> PageAnswer:
    """Return the question whether to replace the results that are there."""
    place = results[0].match
    seen = row_seen(page.event, page.section, number, place)
    words = {None: "recorded"} | {fact: word for word, fact in STATED.items()}
    fields = {
        **({} if seen is None else entry_fields(seen)),
        "of": " ".join(str(one.board) for one in results),
        "result": " ".join(KEY_OF[one.result] for one in results),
        "confirmed": "1",
        "colours": " ".join(words[one.turned] for one in results),
    }
    table = page.section.rounds[number - 1].table(place)
    wanted = results_by_colour(table, results)
    if wanted == (None,):
        yes = page.say(TAKE_BACK)
    elif not table.is_match and turning_results(table, results):
        yes = page.say(CHANGE_COLOURS, result=wanted[0])
    else:
        yes = page.say(CHANGE_IT, result=wanted[0] if len(wanted) == 1 else figures_of(wanted))
    answer = page.refusal(error)
    ask = Confirmation(page.url("round", number, "result"), tuple(fields.items()), yes)
    return PageAnswer(done=False, lines=answer.lines, ask=ask)


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
    """Return the changed boards, the count of results, and the answer."""
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
    """Record the initial colour; if none is given, the desk draws it."""
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
    """Ask before a pairing made by hand is lost; None if there is nothing to ask."""
    draft = page.section.draft
    if draft is None or not draft.by_hand or form.is_checked("confirmed"):
        return None
    url = page.url("round", number)
    ask = Confirmation(f"{url}/{step}", (("confirmed", "1"),), page.say(yes))
    line = Message(page.say(HAND_WORK, round=draft.round))
    return page.redirect(url, PageAnswer(done=False, lines=(line,), ask=ask))


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
    """Return a function from a section to what pages show of the round being played."""
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
    """Return the cases that can apply to a change of the round being played."""
    return [(case.value, page.say(CASES[case])) for case in possible_cases(page.section)]


@router.post("/{number}/by-hand")
def pair_by_hand(page: AtDesk, number: int, form: Form) -> Response:
    """Pair some boards by hand; the engine pairs all other players."""
    back = page.on_refusal(page.url("round", number))
    with about("boards"):
        boards = find_pairs(page.section, form.text("boards"))
    action = actions.PairByHand(page.key, boards, form.number("bye"), rest=True)
    return page.do_long(action, back, Sentence(CHANGING, round=number))


@router.post("/{number}/rearrange")
def rearrange(page: AtDesk, number: int, form: Form) -> Response:
    """Change the draft by hand."""
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
    page.on_refusal(page.url("round", number, "board", board))
    result, game = _chosen_result(form), form.number("game")
    turned = form.is_checked("turned") or _without_tick(form)
    return page.do_once(
        read_entry(form, CORRECT, f"{game or ''} {KEY_OF[result]}"),
        lambda section: row_seen(page.event, section, number, board),
        actions.CorrectResult(page.key, number, board, result, turned, game),
        page.url("round", number),
        form.text("reason"),
    )


def _rearrangement(form: Fields) -> tuple[Rearrangement, int, int | None]:
    """Read a change by hand and its players; only reversing colours needs no second player."""
    known = {one.value: one for one in Rearrangement}
    rearrangement = known[form.choice("rearrangement", known)]
    one, other = form.number("one") or 0, form.number("other")
    with about("other"):
        if rearrangement is not Rearrangement.TURN and one == other:
            raise Malformed(TWO_PLAYERS)
    return rearrangement, one, other
