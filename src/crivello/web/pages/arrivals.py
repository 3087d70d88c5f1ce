"""Tournaments of other programs, and copies of our own, brought to this desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from ...model.errors import CrivelloError, Problem
from ...words import N_
from ..arriving import Arrival, RepairLine, arrival, arrivals, problems_of, repair_lines
from ..forms import Form
from ..jobs import Job, Steps, begin
from ..taking_over import ENTERING, SECTION, take_over
from ..uploads import read_upload
from ..view import AtDoor, View, address

router = APIRouter()

TAKING = N_("The tournament of {file} is being taken over.")
TAKEN = N_("The tournament of {file} is here, with everything that could be taken over.")
TAKEN_MENDED = N_(
    "The tournament of {file} is here; one place of the file was mended.",
    "The tournament of {file} is here; {count} places of the file were mended.",
)
LINE = N_("line {line}")
MOST_PROBLEMS = 30


@router.post("/new/upload")
def new_from_file(view: AtDoor, form: Form) -> Response:
    """Files become tournaments of this folder: a sound one at once, others are shown first."""
    keep = view.desktop.uploads
    try:
        uploads = [read_upload(file) for file in form.files("file")] or [read_upload(None)]
    except CrivelloError as error:
        return view.redirect("/", view.refused(error))
    keys = [keep.put(upload) for upload in uploads]
    found = list(arrivals(zip(keys, uploads, strict=True)))
    if len(found) == 1:
        (only,) = found
        if only.error is not None:
            return view.redirect("/", view.refused(only.error))
        assert only.document is not None
        if not only.document.repairs and only.refusal is None:
            return _taken(view, only, not form.checked("players_only"))
    return view.redirect(address("new", "files") + _query(keys))


@router.get("/new/files")
def shown(view: AtDoor, key: Annotated[list[str], Query()] = []) -> Response:  # noqa: B006
    """What is in the files and what was mended; nothing has happened yet."""
    keep = view.desktop.uploads
    try:
        uploads = [(one, keep.must_find(one)) for one in key[:MOST_UPLOADS]]
    except CrivelloError as error:
        return view.redirect("/", view.refused(error))
    found = [_card(view, one) for one in arrivals(uploads)]
    if not found:
        return view.redirect("/")
    return view.render("pages/arrivals.html", found=found)


MOST_UPLOADS = 10
"""As many files as a form may bring."""


@router.post("/new/take")
def take(view: AtDoor, form: Form) -> Response:
    """One of the files shown."""
    key = form.text("key")
    try:
        upload = view.desktop.uploads.must_find(key)
        chosen = arrival(key, upload, form.number("place") or 0)
    except CrivelloError as error:
        return view.redirect("/", view.refused(error))
    if chosen.error is not None:
        return view.redirect(address("new", "files") + _query([key]), view.refused(chosen.error))
    return _taken(view, chosen, not form.checked("players_only"))


def _query(keys: list[str]) -> str:
    return "?" + "&".join(f"key={key}" for key in keys)


def _taken(view: View, chosen: Arrival, with_rounds: bool) -> Response:
    assert chosen.document is not None
    tournament, title = chosen.document.tournament, chosen.title
    desks, steps = view.desks, Steps(ENTERING)
    mended = len(chosen.document.repairs)
    values: dict[str, object] = {"file": chosen.name, "count": mended}
    job = Job(
        TAKING,
        values,
        "/",
        begin(lambda: take_over(desks, tournament, with_rounds, title, steps)),
        progress=steps.progress,
        done=lambda name: (TAKEN_MENDED if mended else TAKEN, values),
        leads=lambda name: address("t", name, SECTION, "players"),
        cancel=steps.stop,
    )
    return view.wait_for(job)


def _card(view: View, one: Arrival) -> dict[str, object]:
    """One file as the page shows it."""
    if one.document is None:
        assert one.error is not None
        problems = problems_of(one.error)
        return {
            "name": one.name,
            "error": view.refused(one.error).lines[0].text,
            "problems": [_placed(view, problem) for problem in problems[:MOST_PROBLEMS]],
            "more": max(0, len(problems) - MOST_PROBLEMS),
        }
    tournament = one.document.tournament
    lines = repair_lines(one.document.repairs)
    return {
        "name": one.name,
        "error": "",
        "key": one.key,
        "place": one.place,
        "title": tournament.settings.name or one.title,
        "players": len(tournament.players),
        "paired": tournament.paired_rounds,
        "rounds": tournament.settings.rounds,
        "refusal": one.refusal,
        "repairs": [_repair(view, line) for line in lines],
        "uncertain": any(line.first.changes_pairing for line in lines),
        "warnings": [_placed(view, warning) for warning in one.document.warnings[:MOST_PROBLEMS]],
    }


def _repair(view: View, line: RepairLine) -> dict[str, object]:
    return {
        "sentence": view.say(line.first.as_problem()),
        "count": line.count,
        "lines": ", ".join(map(str, line.lines)),
        "found": ", ".join(line.found),
        "taken": view.say(line.first.taken) if "{" not in line.first.taken else line.first.taken,
        "changes": line.first.changes_pairing,
    }


def _placed(view: View, problem: Problem) -> str:
    text = view.say(problem)
    return text if problem.line is None else f"{view.say(LINE, line=problem.line)}: {text}"
