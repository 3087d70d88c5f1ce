"""The pages Log (all events, with undo, redo and a check of the file) and Exceptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup, escape

from crivello.desk import Desk, Outcome
from crivello.desk import events as e
from crivello.desk.descriptions import author_sentence, describe_event
from crivello.desk.desk import PUBLISHED
from crivello.desk.exceptions import GRACE_MINUTES, NAMES
from crivello.desk.log import Item
from crivello.desk.lookup import last_time
from crivello.desk.refusals import NothingToUndo
from crivello.model.errors import Remedy, RemedyKind, about
from crivello.model.names import fold
from crivello.model.result import Result
from crivello.standard.classes import frozen
from crivello.web.forms import Form
from crivello.web.page_answers import (
    NOTHING,
    Confirmation,
    Message,
    Names,
    PageAnswer,
    event_words,
    page_names,
    sentence,
)
from crivello.web.rendering import unbroken
from crivello.web.round.routes import case_choices
from crivello.web.round.view import round_model
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Template, Translator

router = APIRouter(prefix="/t/{file}/{section}/log")
exceptions = APIRouter(prefix="/t/{file}/{section}/exceptions")

INTACT = N_(
    "The file is intact: one event, as it was written.",
    "The file is intact: {count} events, each as it was written.",
)
NOT_INTACT = N_("The file is damaged.")
RECOVER = Remedy(RemedyKind.RECOVER_FILE)
WITH_IT = N_(
    "One later action depends on this and would be undone with it:",
    "{count} later actions depend on this and would be undone with it:",
)
UNDO_ALL = N_("Undo them all")
MORE = N_("… and {count} more.")
LISTED = 8
"""The most dependent actions that an answer lists."""


@router.get("")
def show(
    page: AtDesk, kind: str = "", q: str = "", before: int | None = None, who: str = ""
) -> Response:
    return page.render("log/log.html", log=log_model(page, kind, q, before, who))


@router.post("/undo")
def undo(page: AtDesk, form: Form) -> Response:
    """Undo an action; if others depend on it, list them first and ask."""
    back = page.on_refusal(page.back(form.text("back"), page.url("log")))
    sequence = form.number("event") or 0
    along = form.is_checked("along")
    case = next((one for one in e.ChangeCase if one.value == form.text("case")), None)
    reason = form.text("reason")
    fallen = page.file.submit(lambda desk: desk.falls_with(sequence)).result()
    if form.has("reason"):  # the form of the page that asks
        page.on_refusal(page.url("log", sequence, "undo"))
    asked = _needs_case(page, sequence) if case is None or not reason else False
    if asked or (not reason and _needs_reason(page, sequence)):
        return page.redirect(page.url("log", sequence, "undo"))
    if fallen and not along:
        return page.redirect(back, _ask_to_undo_all(page, sequence, fallen, back))

    def work(desk: Desk) -> Outcome:
        return desk.undo(sequence, along=along, case=case, reason=reason)

    return page.redirect(back, page.answer_to(lambda: page.file.submit(work).result()))


@router.get("/{event}/undo")
def confirm_undo(page: AtDesk, event: int) -> Response:
    """Show the events that would be undone too; ask for a case and a reason if they are needed."""
    page.on_refusal(page.url("log"))
    fallen = page.file.submit(lambda desk: desk.falls_with(event)).result()
    page.renew()
    item = page.snapshot.log[event - 1]
    published = any(isinstance(one.event, PUBLISHED) for one in [item, *fallen])
    shown = None
    if isinstance(item.event, PUBLISHED) and item.event.section == page.key:
        shown = round_model(page, item.event.round)
    return page.render(
        "log/undo.html",
        row=log_row(page, item),
        fallen=[log_row(page, one) for one in fallen],
        published=published,
        needs_case=_needs_case(page, event),
        needs_reason=_needs_reason(page, event),
        minutes=GRACE_MINUTES,
        cases=case_choices(page),
        round=shown,
    )


def _needs_case(page: SectionPage, *events: int) -> bool:
    return page.file.submit(lambda desk: desk.needs_case(*events)).result()


def _needs_reason(page: SectionPage, *events: int) -> bool:
    return page.file.submit(lambda desk: desk.needs_reason(*events)).result()


@router.get("/device")
def confirm_undo_device(page: AtDesk, device: str = "", since: str = "") -> Response:
    """Show all that a device has entered since a time, and what would be undone with it."""
    page.on_refusal(page.url("log"))
    with about("since"):
        start = last_time(since, datetime.now(UTC)) if since.strip() else None
    found = page.file.submit(lambda desk: desk.entries_by(device, start)).result()
    if not found:
        raise NothingToUndo()
    sequences = tuple(item.sequence for item in found)
    fallen = page.file.submit(lambda desk: desk.falls_with(*sequences)).result()
    page.renew()
    return page.render(
        "log/undo_device.html",
        device=device,
        since=since,
        rows=[log_row(page, one) for one in found],
        fallen=[log_row(page, one) for one in fallen],
        needs_case=_needs_case(page, *sequences),
        needs_reason=_needs_reason(page, *sequences),
        cases=case_choices(page),
    )


@router.post("/device")
def undo_device(page: AtDesk, form: Form) -> Response:
    page.on_refusal(page.url("log"))
    device, since = form.text("device"), form.text("since")
    with about("since"):
        start = last_time(since, datetime.now(UTC)) if since else None
    case = next((one for one in e.ChangeCase if one.value == form.text("case")), None)
    page.on_refusal(page.url("log", "device", device=device, since=since))

    def work(desk: Desk) -> Outcome:
        return desk.undo_device(
            device, start, along=form.is_checked("along"), case=case, reason=form.text("reason")
        )

    answer = page.answer_to(lambda: page.file.submit(work).result())
    return page.redirect(page.url("log"), answer)


def _ask_to_undo_all(page: SectionPage, sequence: int, fallen: list[Item], back: str) -> PageAnswer:
    page.renew()
    lines = [Message(page.say(WITH_IT, count=len(fallen)))]
    lines += [Message(f"{one.sequence} {log_row(page, one).text}") for one in fallen[:LISTED]]
    if len(fallen) > LISTED:
        lines.append(Message(page.say(MORE, count=len(fallen) - LISTED)))
    fields = (("event", str(sequence)), ("along", "1"), ("back", back))
    return PageAnswer(
        done=False,
        lines=tuple(lines),
        ask=Confirmation(page.url("log", "undo"), fields, page.say(UNDO_ALL)),
    )


@router.post("/redo")
def redo(page: AtDesk, form: Form) -> Response:
    back = page.back(form.text("back"), page.url("log"))
    work = page.file.submit(lambda desk: desk.redo())
    return page.redirect(back, page.answer_to(work.result))


@router.post("/verify")
def verify(page: AtDesk) -> Response:
    """Compare every event with its digest, and report damage."""
    back = page.on_refusal(page.url("log"))
    faults = page.file.submit(lambda desk: desk.verify()).result()
    if faults:
        shown = faults[:LISTED]
        advice = [page.advice(RECOVER), *(page.advice(one.remedy) for one in shown)]
        lines = [Message(page.say(NOT_INTACT)), *(Message(page.say(one)) for one in shown)]
        lines += [one for one in advice if one is not None]
        return page.redirect(back, PageAnswer(done=False, lines=tuple(lines)))
    return page.redirect(back, page.answer(INTACT, count=page.snapshot.sequence))


# The events in words, newest first, with what can be undone

SHOWN = 200
"""The number of events on one page."""
AT_HAND = 5
"""The number of last actions with a button to undo them; the others have a link to the page that
asks."""
WAS = N_("before: {result}")
WAS_OPEN = N_("before: no result")

KINDS: dict[str, tuple[Template, tuple[type[e.Event], ...]]] = {
    "players": (
        N_("Players"),
        (
            e.PlayersRegistered,
            e.TeamsRegistered,
            e.TeamChanged,
            e.LineupsSet,
            e.PlayersRemoved,
            e.PlayerMoved,
            e.PlayerCorrected,
            e.PlayersCorrected,
            e.CorrectedInSections,
            e.NumbersExchanged,
            e.RollCalled,
            e.PlayersAdmitted,
            e.ByesRequested,
            e.ByesCancelled,
            e.PlayersLeft,
            e.PlayersReturned,
            e.NoShowsAnswered,
            e.PointsAdjusted,
        ),
    ),
    "pairings": (
        N_("Pairings"),
        (
            e.RoundPaired,
            e.PairingChanged,
            e.PairingDiscarded,
            e.RoundPublished,
            e.SchedulePublished,
            e.PublishedPairingChanged,
        ),
    ),
    "results": (
        N_("Results"),
        (e.ResultsEntered, e.NoShows, e.ResultsPublished, e.RoundEnded, e.ResultCorrected),
    ),
    "settings": (
        N_("Settings"),
        (
            e.SectionOpened,
            e.SettingsChanged,
            e.FideModeLeft,
            e.OnlineKeyRecorded,
            e.ScheduleSet,
            e.ColourDrawn,
            e.LotsDrawn,
            e.ApartSet,
            e.MeetingsSet,
            e.TablesFixed,
        ),
    ),
    "undo": (N_("Undo"), (e.Undone, e.Redone)),
}


@frozen
class LogRow:
    """An event, as a row of the log."""

    sequence: int
    time: str
    """The local time, as shown."""
    iso: str
    actor: str
    text: str
    reason: str
    section: str
    """The section; empty if the file has only one."""
    undone: bool
    undoable: bool
    published: bool
    """True if undoing the event changes published pairings."""
    markup: Markup = NOTHING
    """The text, in which the names of players are links."""
    was: str = ""
    """What stood there before, as text; empty if nothing was replaced."""
    at_hand: bool = False
    """True for the last actions, which a button undoes."""


@frozen
class LogModel:
    """The log, as its template needs it."""

    rows: Sequence[LogRow]
    kinds: Sequence[tuple[str, str]]
    kind: str
    q: str
    count: int
    """The number of all events."""
    older: int | None
    """The next page begins before this event."""
    redo: Sequence[LogRow]
    """The event that a redo would restore."""
    who: str = ""
    """The author whose actions are shown; empty for all."""
    authors: Sequence[str] = ()
    devices: Sequence[str] = ()
    """The devices on the network whose entries count."""


def log_model(
    page: SectionPage, kind: str = "", q: str = "", before: int | None = None, who: str = ""
) -> LogModel:
    log = page.snapshot.log
    replaced = page.snapshot.once("replaced results", lambda: _replaced_results(log))
    last = _last_undoable(page)
    wanted = KINDS[kind][1] if kind in KINDS else ()
    typed = fold(q.strip())
    rows: list[LogRow] = []
    older = None
    start = len(log) if before is None else max(0, min(before - 1, len(log)))
    for item in reversed(log[:start]):
        if wanted and not isinstance(item.event, wanted):
            continue
        one = log_row(page, item)
        if typed and typed not in fold(f"{one.sequence} {one.text} {one.reason} {one.actor}"):
            continue
        if len(rows) == SHOWN:
            older = rows[-1].sequence
            break
        if who and one.actor != who:
            continue
        one = replace(one, was=_said_before(page, replaced, item), at_hand=one.sequence in last)
        rows.append(replace(one, markup=_sentence_with_links(page, item)))
    kinds = [("", page.say(N_("Everything")))]
    kinds += [(key, page.say(title)) for key, (title, _) in KINDS.items()]
    chosen = kind if kind in KINDS else ""
    redo = [log_row(page, log[number - 1]) for number in undone_last(page)]
    authors = sorted({_author(page, item) for item in log})
    return LogModel(rows, kinds, chosen, q, len(log), older, redo, who, authors, _devices(page))


def _author(page: SectionPage, item: Item) -> str:
    return page.say(author_sentence(item.entry.actor, item.event.author))


def _can_be_undone(item: Item) -> bool:
    stays = item.of_the_log or isinstance(item.event, e.OnlineKeyRecorded)
    return not stays and item.sequence != 1


def _last_undoable(page: SectionPage) -> set[int]:
    """Return the last actions that can be undone."""
    undone = page.snapshot.undone
    able = (
        item.sequence
        for item in reversed(page.snapshot.log)
        if _can_be_undone(item) and item.sequence not in undone
    )
    return set(islice(able, AT_HAND))


def _replaced_results(log: Sequence[Item]) -> dict[int, Result | None]:
    """Return, for each event that replaced the result of one game, the result before."""
    found: dict[int, Result | None] = {}
    shown: dict[tuple[str, int, int], Result | None] = {}
    for item in log:
        event = item.event
        if isinstance(event, e.ResultCorrected):
            found[item.sequence] = event.was.result
            shown[event.section, event.round, event.was.board] = event.result
        if not isinstance(event, e.ResultsEntered | e.NoShows):
            continue
        for one in event.results:
            key = (event.section, event.round, one.board)
            if key in shown and len(event.results) == 1 and not one.games:
                found[item.sequence] = shown[key]
            shown[key] = one.result
    return found


def _said_before(page: SectionPage, replaced: dict[int, Result | None], item: Item) -> str:
    if item.sequence not in replaced:
        return ""
    was = replaced[item.sequence]
    return page.say(WAS_OPEN) if was is None else page.say(WAS, result=str(was))


def _devices(page: SectionPage) -> list[str]:
    counting = (item for item in page.snapshot.log if item.sequence not in page.snapshot.undone)
    authors = (one.event.author for one in counting)
    return sorted({one.device for one in authors if one is not None and one.device})


def undone_last(page: SectionPage) -> tuple[int, ...]:
    """Return the events of the last undo that can be redone; empty if something was done since."""
    for item in reversed(page.snapshot.log):
        if not item.of_the_log:
            break
        if isinstance(item.event, e.Undone) and set(item.event.events) <= page.snapshot.undone:
            return item.event.events
    return ()


def log_row(page: SectionPage, item: Item) -> LogRow:
    event = item.event
    key = event.section if isinstance(event, e.SectionEvent) else ""
    undone = item.sequence in page.snapshot.undone
    return LogRow(
        item.sequence,
        _local_time(item.entry.time),
        item.entry.time,
        _author(page, item),
        sentence(describe_event(event), _words(page, item), _names(page, item)),
        item.entry.reason,
        key if len(page.snapshot.state.sections) > 1 else "",
        undone,
        _can_be_undone(item) and not undone,
        isinstance(event, PUBLISHED),
    )


MARKED = "\2{player}\3{name}\4"
"""A name that becomes a link after the sentence is escaped."""
_MARKED = re.compile("\2([0-9]+)\3([^\4]*)\4")


def _sentence_with_links(page: SectionPage, item: Item) -> Markup:
    """Return the sentence of an event, in which names of players of this section are links."""
    event, call = item.event, page_names(_names(page, item))
    here = page.names if isinstance(event, e.SectionEvent) and event.section == page.key else {}

    def name(player: int) -> str | None:
        known = call(player)
        return MARKED.format(player=player, name=known) if known and player in here else known

    said = unbroken(_words(page, item).with_names(name).say(describe_event(event)))
    url = escape(page.url("players"))
    return Markup(_MARKED.sub(rf'<a href="{url}/\1">\2</a>', str(said)))


def _words(page: SectionPage, item: Item) -> Translator:
    return event_words(page.snapshot, item.event, page.language)


def _names(page: SectionPage, item: Item) -> Names:
    """Return the names of all players who are or were registered in the file."""

    def compute() -> Names:
        known = {}
        for one in page.snapshot.log:
            if isinstance(one.event, e.PlayersRegistered):
                known.update({player.id: player for player in one.event.players})
            elif isinstance(one.event, e.TeamsRegistered):
                known.update({team.team.id: team.team for team in one.event.teams})
        for section in page.snapshot.state.sections.values():
            known.update(section.people)
            known.update({i: one.player for i, one in section.registrations.items()})
        return known

    everybody = page.snapshot.once("names of the log", compute)
    event = item.event
    if isinstance(event, e.SectionEvent) and event.section == page.key:
        return page.snapshot.once(("log", page.key), lambda: {**everybody, **page.names})
    return everybody


def _local_time(time: str) -> str:
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%d/%m %H:%M:%S")
    except ValueError:
        return time


@exceptions.get("")
def show_exceptions(page: AtDesk) -> Response:
    rows = [
        (
            page.say(NAMES[one.kind]),
            one.round,
            " ".join(page.sentence(what) for what in (one.what, *one.remarks)),
            one.done,
        )
        for one in page.section.exceptions
    ]
    return page.render("log/exceptions.html", rows=rows)
