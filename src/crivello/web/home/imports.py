"""Tournaments of other programs, and copies of our own, brought to this desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from crivello.formats import Repair, TournamentDocument, read_document
from crivello.formats.archive import is_archive, members
from crivello.lists.tables import is_workbook
from crivello.model.errors import CrivelloError, Malformed
from crivello.model.keys import NO_SWISS
from crivello.web.desks import Desks
from crivello.web.forms import Form
from crivello.web.home.replay import ENTERING, NO_PLAYERS, SECTION, take_over
from crivello.web.view import AtDoor, View, address
from crivello.web.work import (
    FILES,
    Job,
    JobProgress,
    Process,
    Shelf,
    Steps,
    Tell,
    Upload,
    are_small,
    begin,
    read_upload,
    reading,
    tell_nobody,
)
from crivello.words import N_, Template

router = APIRouter()

TAKING = N_("The tournament of {file} is being imported.")
READING_ALL = N_("The files are being read.")
TAKEN = N_("The tournament of {file} is here, with everything that could be imported.")
TAKEN_MENDED = N_(
    "The tournament of {file} is here; one place of the file was repaired.",
    "The tournament of {file} is here; {count} places of the file were repaired.",
)
MOST_PROBLEMS = 30


@router.post("/new/upload")
def new_from_file(view: AtDoor, form: Form) -> Response:
    """Files become tournaments of this folder: a sound one at once, others are shown first."""
    view.on_refusal("/")
    uploads = [read_upload(file) for file in form.files("file")] or [read_upload(None)]
    keys = [view.desktop.uploads.put(upload) for upload in uploads]
    desks, steps, with_rounds = view.desks, Steps(ENTERING), not form.checked("players_only")
    arriving = Arriving(list(zip(keys, uploads, strict=True)), view.desktop.imports, steps)

    def work() -> _Taken | None:
        found = arriving.run()
        if len(found) > 1:
            return None
        (only,) = found
        if only.error is not None:
            raise only.error
        assert only.document is not None
        if only.document.repairs or only.refusal is not None:
            return None
        return _taken(desks, only, with_rounds, steps)

    job = Job(
        TAKING if len(uploads) == 1 else READING_ALL,
        {"file": uploads[0].name},
        "/",
        begin(work),
        arriving,
        done=_said,
        leads=lambda taken: taken.url if taken else address("new", "files") + _query(keys),
    )
    return view.wait_for(job)


@router.get("/new/files")
def shown(view: AtDoor, key: Annotated[list[str], Query()] = []) -> Response:  # noqa: B006
    """What is in the files and what was mended; nothing has happened yet."""
    view.on_refusal("/")
    keys = key[:MOST_UPLOADS]
    uploads = [(one, view.desktop.uploads.must_find(one)) for one in keys]
    if not uploads:
        return view.redirect("/")
    kept = view.desktop.imports
    missing = [(one, upload) for one, upload in uploads if kept.find(one) is None]
    if missing:  # others came meanwhile: they are read again
        return _read_again(view, missing, address("new", "files") + _query(keys))
    found = [_card(view, one) for each in keys for one in kept.must_find(each)]
    return view.render("home/arrivals.html", found=found)


def _read_again(view: View, uploads: list[tuple[str, Upload]], url: str) -> Response:
    arriving = Arriving(uploads, view.desktop.imports, Steps(FILES))
    job = Job(
        READING_ALL,
        {},
        "/",
        begin(arriving.run),
        arriving,
        done=lambda found: None,
        leads=lambda found: url,
    )
    return view.wait_for(job)


MOST_UPLOADS = 10
"""As many files as a form may bring."""


@router.post("/new/take")
def take(view: AtDoor, form: Form) -> Response:
    """One of the files shown."""
    view.on_refusal("/")
    key = form.text("key")
    view.desktop.uploads.must_find(key)
    files = address("new", "files") + _query([key])
    found = view.desktop.imports.find(key)
    if found is None:
        return view.redirect(files)
    place = form.number("place") or 0
    chosen = found[place] if place < len(found) else ImportFile(key, place, "", None)
    if chosen.document is None:
        return view.redirect(files, view.refused(chosen.error or Malformed(NO_PLAYERS)))
    desks, steps, with_rounds = view.desks, Steps(ENTERING), not form.checked("players_only")
    job = Job(
        TAKING,
        {"file": chosen.name},
        "/",
        begin(lambda: _taken(desks, chosen, with_rounds, steps)),
        steps,
        done=_said,
        leads=lambda taken: taken.url,
    )
    return view.wait_for(job)


def _query(keys: list[str]) -> str:
    return "?" + "&".join(f"key={key}" for key in keys)


@dataclass(frozen=True, slots=True)
class _Taken:
    """A tournament that is here now."""

    url: str
    file: str
    mended: int


def _taken(desks: Desks, chosen: ImportFile, with_rounds: bool, steps: Steps) -> _Taken:
    assert chosen.document is not None
    name = take_over(desks, chosen.document.tournament, with_rounds, chosen.title, steps)
    url = address("t", name, SECTION, "players")
    return _Taken(url, chosen.name, len(chosen.document.repairs))


def _said(taken: _Taken | None) -> tuple[Template, dict[str, object]] | None:
    if taken is None:
        return None
    values: dict[str, object] = {"file": taken.file, "count": taken.mended}
    return (TAKEN_MENDED if taken.mended else TAKEN), values


def _card(view: View, one: ImportFile) -> dict[str, object]:
    """One file as the page shows it."""
    if one.document is None:
        assert one.error is not None
        problems = getattr(one.error, "problems", ())
        return {
            "name": one.name,
            "error": view.refused(one.error).lines[0].text,
            "problems": [view.say_problem(problem) for problem in problems[:MOST_PROBLEMS]],
            "more": max(0, len(problems) - MOST_PROBLEMS),
        }
    tournament = one.document.tournament
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
        "repairs": repair_lines(one.document.repairs),
        "uncertain": any(repair.changes_pairing for repair in one.document.repairs),
        "warnings": [
            view.say_problem(warning) for warning in one.document.warnings[:MOST_PROBLEMS]
        ],
    }


# Files that arrive at the desk: what is in them, and what was mended to read them.


MOST_SHOWN = 20
"""Places named in one line of the list of repairs."""


@dataclass(frozen=True, slots=True)
class ImportFile:
    """One file, read tolerantly; `error` says why it could not be read."""

    key: str
    """Of the upload it came in."""
    place: int
    """Which file of an archive it is."""
    name: str
    document: TournamentDocument | None = None
    error: CrivelloError | None = None

    @property
    def title(self) -> str:
        """What the tournament is called if the file does not say it."""
        name = self.name.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name

    @property
    def refusal(self) -> str | None:
        """Why its rounds cannot be continued here, if they cannot."""
        system = self.document.tournament.settings.system if self.document else None
        return NO_SWISS.get(system or "")


@dataclass(frozen=True, slots=True)
class RepairLine:
    """Repairs of one kind: the same remark for many players is one line."""

    first: Repair
    count: int
    lines: tuple[int, ...]
    """Where they stand, as far as the file has lines."""
    found: tuple[str, ...]


class Arriving:
    """Files on their way in: small ones are read at once, others in a process of their own.

    `steps` come afterwards, if one is imported at once.
    """

    def __init__(
        self, uploads: Sequence[tuple[str, Upload]], kept: Shelf[list[ImportFile]], steps: Steps
    ) -> None:
        self._uploads = uploads
        self._kept = kept
        self._steps = steps
        self._process: Process | None = None
        if not are_small(one for _, one in uploads):
            self._process = reading(_arrivals, uploads)

    def run(self) -> list[ImportFile]:
        """All files, those of archives one by one; they are kept by the keys of their uploads."""
        if self._process is None:
            found = _arrivals(self._uploads)
        else:
            found = self._process.run()
        for key, _ in self._uploads:
            self._kept.put([one for one in found if one.key == key], key)
        return found

    def stop(self) -> None:
        if self._process is not None:
            self._process.stop()
        self._steps.stop()

    def progress(self) -> JobProgress:
        if self._steps.total:
            return self._steps.progress()
        return JobProgress(FILES, 0, 0) if self._process is None else self._process.progress()


def _arrivals(uploads: Sequence[tuple[str, Upload]], tell: Tell = tell_nobody) -> list[ImportFile]:
    found: list[ImportFile] = []
    for key, upload in uploads:
        try:
            files = _files(upload)
        except CrivelloError as error:
            found.append(ImportFile(key, 0, upload.name, error=error))
            continue
        for place, (name, data) in enumerate(files):
            if len(files) > 1:
                tell(place, len(files))
            found.append(_read(key, place, name, data))
    return found


def repair_lines(repairs: Sequence[Repair]) -> list[RepairLine]:
    """The repairs by kind, those that can change a pairing first."""
    kinds: dict[tuple[object, str, bool], list[Repair]] = {}
    for repair in repairs:
        kind = (repair.sentence.template, repair.taken, repair.changes_pairing)
        kinds.setdefault(kind, []).append(repair)
    found = [
        RepairLine(
            same[0],
            len(same),
            tuple(dict.fromkeys(one.line for one in same if one.line is not None))[:MOST_SHOWN],
            tuple(dict.fromkeys(one.found for one in same if one.found))[:MOST_SHOWN],
        )
        for same in kinds.values()
    ]
    return sorted(found, key=lambda line: not line.first.changes_pairing)


def _files(upload: Upload) -> list[tuple[str, bytes]]:
    if is_archive(upload.data) and not is_workbook(upload.data, upload.name):
        return members(upload.data, upload.name)
    return [(upload.name, upload.data)]


def _read(key: str, place: int, name: str, data: bytes) -> ImportFile:
    try:
        document = read_document(data, name, tolerant=True)
        if not document.tournament.players:
            raise Malformed(NO_PLAYERS)
    except CrivelloError as error:
        return ImportFile(key, place, name, error=error)
    return ImportFile(key, place, name, document)
