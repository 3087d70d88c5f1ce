"""The page Log: everything that happened, undo and redo, and whether the file is intact."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import Desk, Outcome
from crivello.desk.events import ChangeCase
from crivello.desk.history import Item
from crivello.web.forms import Form
from crivello.web.log.view import PUBLISHED, log_row, log_view
from crivello.web.round.routes import CASES
from crivello.web.view import Ask, AtDesk, Message, PageAnswer, SectionPage
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/log")

INTACT = N_("The file is intact: {count} events, each as it was written.")
NOT_INTACT = N_("The file is not intact; save it with crivello recover.")
WITH_IT = N_(
    "One later action depends on this and would be undone with it:",
    "{count} later actions depend on this and would be undone with it:",
)
UNDO_ALL = N_("Undo them all")
MORE = N_("… and {count} more.")
LISTED = 8
"""Of what would fall, in the answer."""


@router.get("")
def show(page: AtDesk, kind: str = "", q: str = "", before: int | None = None) -> Response:
    return page.render("log/log.html", log=log_view(page, kind, q, before))


@router.post("/undo")
def undo(page: AtDesk, form: Form) -> Response:
    """An action; what depends on it is listed first, and undone along only after a yes."""
    back = page.on_refusal(page.back(form.text("back"), page.url("log")))
    sequence = form.number("event") or 0
    along = form.checked("along")
    case = next((one for one in ChangeCase if one.value == form.text("case")), None)
    reason = form.text("reason")
    fallen = page.file.submit(lambda desk: desk.falls_with(sequence)).result()
    going = [page.file.snapshot.log[sequence - 1], *fallen]
    published = any(isinstance(one.event, PUBLISHED) for one in going)
    if published and (case is None or not reason):
        return page.redirect(page.url("log", sequence, "undo"))
    if fallen and not along:
        return page.redirect(back, _asked(page, sequence, fallen, back))

    def work(desk: Desk) -> Outcome:
        return desk.undo(sequence, along=along, case=case, reason=reason)

    return page.redirect(back, page.told_by(lambda: page.file.submit(work).result()))


@router.get("/{event}/undo")
def asking(page: AtDesk, event: int) -> Response:
    """What an undo would take along; for a publication also the case and the reason."""
    page.on_refusal(page.url("log"))
    fallen = page.file.submit(lambda desk: desk.falls_with(event)).result()
    page.renew()
    item = page.snapshot.log[event - 1]
    published = any(isinstance(one.event, PUBLISHED) for one in [item, *fallen])
    return page.render(
        "log/undo.html",
        row=log_row(page, item),
        fallen=[log_row(page, one) for one in fallen],
        published=published,
        cases=[(case.value, page.say(text)) for case, text in CASES],
    )


def _asked(page: SectionPage, sequence: int, fallen: list[Item], back: str) -> PageAnswer:
    page.renew()
    lines = [Message(page.say(WITH_IT, count=len(fallen)))]
    lines += [Message(f"{one.sequence} {log_row(page, one).text}") for one in fallen[:LISTED]]
    if len(fallen) > LISTED:
        lines.append(Message(page.say(MORE, count=len(fallen) - LISTED)))
    fields = (("event", str(sequence)), ("along", "1"), ("back", back))
    return PageAnswer(
        False, tuple(lines), ask=Ask(page.url("log", "undo"), fields, page.say(UNDO_ALL))
    )


@router.post("/redo")
def redo(page: AtDesk, form: Form) -> Response:
    back = page.back(form.text("back"), page.url("log"))
    work = page.file.submit(lambda desk: desk.redo())
    return page.redirect(back, page.told_by(work.result))


@router.post("/verify")
def verify(page: AtDesk) -> Response:
    """Every event read again and compared with its digest."""
    back = page.on_refusal(page.url("log"))
    faults = page.file.submit(lambda desk: desk.verify()).result()
    if faults:
        lines = [Message(page.say(NOT_INTACT))]
        lines += [Message(page.say(one)) for one in faults[:LISTED]]
        return page.redirect(back, PageAnswer(False, tuple(lines)))
    return page.redirect(back, page.told(INTACT, count=page.snapshot.sequence))
