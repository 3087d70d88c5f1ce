"""Actions on the tournament files of the folder: rename, archive, delete, restore.

A deleted file is moved to the wastebasket, a folder next to the tournaments, and can be restored.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk.actions import ChangeSettings
from crivello.desk.setting_grammar import put_all
from crivello.model.errors import CrivelloError, Malformed, about
from crivello.reports.views.section import section_state
from crivello.web.desks import PutAwayPlace, Snapshot
from crivello.web.forms import Form
from crivello.web.page_answers import Confirmation, Message, PageAnswer
from crivello.web.view import AnyPage, View
from crivello.words import N_

router = APIRouter(prefix="/tournaments")

HOME = "/"
NO_NAME = N_("A tournament needs a name.")
RENAMED = N_("The tournament is now called {name}.")
TYPE_NAME = N_("{name} is being played. Type its name to put the file away.")
NETWORK_ON = N_("The network is on for this tournament. Turn it off first.")
PUT_AWAY = {
    PutAwayPlace.ARCHIVE: N_("{name} is in the archive."),
    PutAwayPlace.WASTEBASKET: N_("{name} is deleted. It stays in the wastebasket."),
}
RESTORED = N_("{name} is back.")
UNDO = N_("Undo")
RUNNING = frozenset({"draft", "playing", "between"})


class NetworkStillOn(CrivelloError, code="network-still-on"):
    """A file that is served on the hall network cannot be moved."""


def is_running(snapshot: Snapshot) -> bool:
    """Return True if a section has begun and is not over."""
    return any(section_state(one) in RUNNING for one in snapshot.state.sections.values())


def titles_of(snapshot: Snapshot) -> list[str]:
    """Return the names of the sections."""
    return [one.settings.name for one in snapshot.state.sections.values() if one.settings.name]


@router.post("/rename")
def rename(view: AnyPage, form: Form) -> Response:
    """Change the name of a tournament; the file keeps its own."""
    view.on_refusal(HOME)
    name = form.text("name")
    with about("name"):
        if not name:
            raise Malformed(NO_NAME)
    file = view.desks.file(form.text("file"))
    section = file.snapshot.section(form.text("section"))
    settings, announced = put_all((section.settings, section.announced), {"name": name})
    file.act(ChangeSettings(section.key, settings, announced))
    return view.redirect(HOME, view.answer(RENAMED, name=name))


@router.post("/put-away")
def put_away(view: AnyPage, form: Form) -> Response:
    """Move a file to the archive or the wastebasket."""
    view.on_refusal(HOME)
    places = {one.value: one for one in PutAwayPlace}
    place = places[form.choice("to", places)]
    name = form.text("file")
    title = _require_permission(view, name, form.text("typed"))
    stored = view.desks.put_away(name, place)
    line = Message(view.say(PUT_AWAY[place], name=title))
    fields = (("from", place.value), ("file", stored))
    undo = Confirmation("/tournaments/restore", fields, view.say(UNDO))
    return view.redirect(HOME, PageAnswer(done=True, lines=(line,), ask=undo))


def _require_permission(view: View, name: str, typed: str) -> str:
    """Return the title of a file that may be moved; refuse one in use, or a running one whose name
    was not typed."""
    switch = view.desktop.switch
    if switch is not None and switch.opened is not None and name in switch.opened.files:
        raise NetworkStillOn(NETWORK_ON)
    entry = next((one for one in view.desks.overview() if one.name == name), None)
    if entry is None or entry.snapshot is None:
        return name  # it cannot be opened; or `put_away` refuses it
    titles = [*titles_of(entry.snapshot), name]
    known = {one.casefold() for one in titles}
    if is_running(entry.snapshot) and typed.casefold() not in known:
        with about("typed"):
            raise Malformed(TYPE_NAME, name=titles[0])
    return titles[0]


@router.post("/restore")
def restore(view: AnyPage, form: Form) -> Response:
    """Move a file back to the tournaments."""
    view.on_refusal(HOME)
    places = {one.value: one for one in PutAwayPlace}
    place = places[form.choice("from", places)]
    name = view.desks.restore(form.text("file"), place)
    return view.redirect(HOME, view.answer(RESTORED, name=name))
