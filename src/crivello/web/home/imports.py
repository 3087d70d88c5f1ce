"""Import tournaments from files of other programs, and from our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from crivello.formats import Repair
from crivello.formats.example import ENDING, example_files, read_example
from crivello.model.errors import Malformed
from crivello.model.matches import has_teams
from crivello.standard.classes import frozen
from crivello.web import jobs, limited_process, reading
from crivello.web.desks import Desks
from crivello.web.forms import Form
from crivello.web.home.replay import ENTERING, SECTION, import_tournament
from crivello.web.jobs import Job, JobProgress, Steps
from crivello.web.limited_process import FILES, Process
from crivello.web.reading import NO_PLAYERS
from crivello.web.recent_items import RecentItems
from crivello.web.rendering import address
from crivello.web.uploads import ImportFile, Upload, are_small, read_upload
from crivello.web.view import AnyPage, View
from crivello.words import N_, Sentence

router = APIRouter()

IMPORTING = N_("Importing the tournament from {file}.")
READING_ALL = N_("Reading the files.")
IMPORTED = N_(
    "The tournament from {file} has been imported, with everything that could be read from the "
    "file."
)
IMPORTED_REPAIRED = N_(
    "The tournament from {file} has been imported; one place in the file was repaired.",
    "The tournament from {file} has been imported; {count} places in the file were repaired.",
)
MOST_PROBLEMS = 30


@router.post("/new/upload")
def new_from_file(view: AnyPage, form: Form) -> Response:
    """Import uploaded files: a single file without problems at once; others are shown first."""
    view.on_refusal("/")
    uploads = [read_upload(file) for file in form.files("file")] or [read_upload(None)]
    return _import_uploads(view, uploads, with_rounds=not form.is_checked("players_only"))


@router.post("/new/example")
def new_from_example(view: AnyPage, form: Form) -> Response:
    """Import one of the tournaments that come with the program."""
    view.on_refusal("/")
    name = form.choice("example", example_files())
    upload = Upload(f"{name}{ENDING}", read_example(name))
    return _import_uploads(view, [upload], with_rounds=True)


def _import_uploads(view: View, uploads: Sequence[Upload], *, with_rounds: bool) -> Response:
    keys = [view.desktop.uploads.put(upload) for upload in uploads]
    desks, steps = view.desks, Steps(ENTERING)
    reader = ImportReader(list(zip(keys, uploads, strict=True)), view.desktop.imports, steps)

    def run() -> _Imported | None:
        found = reader.run()
        if len(found) > 1:
            return None
        (only,) = found
        if only.error is not None:
            raise only.error
        assert only.document is not None
        if only.document.repairs or only.refusal is not None:
            return None
        return _import(desks, only, with_rounds, steps)

    job = Job(
        Sentence(IMPORTING if len(uploads) == 1 else READING_ALL, file=uploads[0].name),
        "/",
        jobs.begin(run),
        reader,
        done=_answer,
        leads=lambda imported: imported.url if imported else address("new", "files", key=keys),
    )
    return view.wait_for(job)


@router.get("/new/files")
def show_import(view: AnyPage, key: Annotated[list[str], Query()] = []) -> Response:  # noqa: B006
    """Show what the files contain and what was repaired; nothing is imported yet."""
    view.on_refusal("/")
    keys = key[:MOST_UPLOADS]
    uploads = [(one, view.desktop.uploads.must_find(one)) for one in keys]
    if not uploads:
        return view.redirect("/")
    stored = view.desktop.imports
    missing = [(one, upload) for one, upload in uploads if stored.find(one) is None]
    if missing:  # pushed out by other uploads: they are read again
        return _read_again(view, missing, address("new", "files", key=keys))
    found = [_card(view, one) for each in keys for one in stored.must_find(each)]
    return view.render("home/arrivals.html", found=found)


def _read_again(view: View, uploads: list[tuple[str, Upload]], url: str) -> Response:
    reader = ImportReader(uploads, view.desktop.imports, Steps(FILES))
    job = Job(
        Sentence(READING_ALL),
        "/",
        jobs.begin(reader.run),
        reader,
        done=lambda found: None,
        leads=lambda found: url,
    )
    return view.wait_for(job)


MOST_UPLOADS = 10
"""The most files in one form."""


@router.post("/new/take")
def take(view: AnyPage, form: Form) -> Response:
    """Import one of the files shown."""
    view.on_refusal("/")
    key = form.text("key")
    view.desktop.uploads.must_find(key)
    files = address("new", "files", key=key)
    found = view.desktop.imports.find(key)
    if found is None:
        return view.redirect(files)
    place = form.number("place") or 0
    chosen = found[place] if place < len(found) else ImportFile(key, place, "", None)
    if chosen.document is None:
        return view.redirect(files, view.refusal(chosen.error or Malformed(NO_PLAYERS)))
    desks, steps, with_rounds = view.desks, Steps(ENTERING), not form.is_checked("players_only")
    job = Job(
        Sentence(IMPORTING, file=chosen.name),
        "/",
        jobs.begin(lambda: _import(desks, chosen, with_rounds, steps)),
        steps,
        done=_answer,
        leads=lambda imported: imported.url,
    )
    return view.wait_for(job)


@frozen
class _Imported:
    """A tournament that was imported."""

    url: str
    file: str
    repaired: int


def _import(desks: Desks, chosen: ImportFile, with_rounds: bool, steps: Steps) -> _Imported:
    assert chosen.document is not None
    name = import_tournament(desks, chosen.document, with_rounds, chosen.title, steps)
    url = address("t", name, SECTION, "players")
    return _Imported(url, chosen.name, len(chosen.document.repairs))


def _answer(imported: _Imported | None) -> Sentence | None:
    if imported is None:
        return None
    template = IMPORTED_REPAIRED if imported.repaired else IMPORTED
    return Sentence(template, file=imported.file, count=imported.repaired)


def _card(view: View, one: ImportFile) -> dict[str, object]:
    """Return what the page shows about one file."""
    if one.document is None:
        assert one.error is not None
        problems = getattr(one.error, "problems", ())
        return {
            "name": one.name,
            "error": view.refusal(one.error).lines[0].text,
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
        "has_teams": has_teams(tournament),
        "paired": tournament.paired_rounds,
        "rounds": tournament.settings.rounds,
        "refusal": one.refusal,
        "repairs": repair_lines(one.document.repairs),
        "uncertain": any(repair.changes_pairing for repair in one.document.repairs),
        "warnings": [
            view.say_problem(warning) for warning in one.document.warnings[:MOST_PROBLEMS]
        ],
    }


# What is in the files, and what was repaired to read them


MOST_SHOWN = 20
"""The most places that one line of the list of repairs names."""


@frozen
class RepairLine:
    """Repairs of one kind, which are shown as one line."""

    first: Repair
    count: int
    lines: tuple[int, ...]
    """The lines of the file that were repaired, if the file has lines."""
    found: tuple[str, ...]


class ImportReader:
    """Reads uploaded files: small ones at once, others in a separate process.

    `steps`: the progress of the import that follows if a file is imported at once.
    """

    def __init__(
        self,
        uploads: Sequence[tuple[str, Upload]],
        kept: RecentItems[list[ImportFile]],
        steps: Steps,
    ) -> None:
        self._uploads = uploads
        self._kept = kept
        self._steps = steps
        self._process: Process | None = None
        if not are_small(one for _, one in uploads):
            self._process = limited_process.read_process(reading.read_tournaments, uploads)

    def run(self) -> list[ImportFile]:
        """Read all files, also those inside archives, and return what they contain.

        The results are kept by the keys of the uploads.
        """
        if self._process is None:
            found = reading.read_tournaments(self._uploads)
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


def repair_lines(repairs: Sequence[Repair]) -> list[RepairLine]:
    """Return the repairs grouped by kind, those that can change a pairing first."""
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
