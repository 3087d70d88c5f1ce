"""Import players from a file: every row is shown and can be corrected before any is registered."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import replace

from fastapi import APIRouter
from fastapi.responses import Response

from crivello import lists as rating_lists
from crivello.desk.actions import Register, RegisterTeams
from crivello.desk.limits import find_long_texts
from crivello.desk.lookup import keep_known_id
from crivello.desk.player_data import player_data, teams_of
from crivello.lists import FIELD_NAMES, Columns, Entries, PlayersFile, ReviewedRow
from crivello.lists import Mapping as ColumnMapping
from crivello.lists.mapping import TAG
from crivello.lists.rows import SURPLUS, cell_key
from crivello.model.errors import CrivelloError, Malformed, Problem
from crivello.model.player_fields import FIELDS, TableUse
from crivello.standard.classes import frozen
from crivello.web import jobs, limited_process, reading, uploads
from crivello.web.forms import Fields, Form
from crivello.web.jobs import Job
from crivello.web.page_answers import PageAnswer
from crivello.web.players.lists import known_lists
from crivello.web.reading import ImportContents
from crivello.web.uploads import ImportChoices, Upload
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence

router = APIRouter(prefix="/t/{file}/{section}/players/import")

MOST_COLUMNS = 200
TO_MEND = N_(
    "One row cannot be read yet: correct it, or leave it out.",
    "{count} rows cannot be read yet: correct them, or leave them out.",
)
NO_NAMES = N_("No column holds the names. Choose it under “Columns”.")
NO_ROW_LEFT = N_("No row is left to register.")
BEYOND = N_("beyond the last column")
GROUP = N_("group “{name}”")
CELLS = {
    (TAG if field.use is TableUse.IMPORT else "") + field.key: field.heading or field.label
    for field in FIELDS
    if field.key != "name" and (field.typed or field.tag)
}
"""The columns of the preview after the name; columns that are empty for all players are omitted."""


# The view of the page


@frozen
class CellInput:
    """A cell of the table that can be corrected."""

    name: str
    label: str
    value: str
    wrong: bool


@frozen
class ImportRow:
    """A row of the file, as the page shows it."""

    place: int
    line: int | None
    name: str
    cells: Sequence[str]
    state: str
    """`in` for a player to register, `wrong` for a row with an error, or `left` for a row that is
    left out."""
    asked: bool
    """True if the player is certainly registered already, so that the check box decides."""
    problems: Sequence[str]
    """The problems of the row, each with its line and the text in the file."""
    remarks: Sequence[str]
    """The problems in short, and the player whom the row repeats."""
    inputs: Sequence[CellInput]


@frozen
class ColumnChoice:
    """A column of the file, with the choice of what it contains."""

    name: str
    heading: str
    samples: str
    field: str
    options: Sequence[tuple[str, str]]


@frozen
class ImportPreview:
    """What an import would do, as the page shows it."""

    key: str
    name: str
    choices: ImportChoices
    sheets: Sequence[str] = ()
    columns: Sequence[ColumnChoice] = ()
    heads: Sequence[str] = ()
    """The headings of the cells of a row."""
    rows: Sequence[ImportRow] = ()
    problems: Sequence[str] = ()
    """Problems of the whole file; with any of them, nobody can be registered."""
    warnings: Sequence[str] = ()

    def count(self, state: str) -> int:
        return sum(row.state == state for row in self.rows)

    @property
    def unread(self) -> Sequence[str]:
        return [one.heading for one in self.columns if not one.field and one.heading]


# Routes


@router.post("/upload")
def upload(page: AtDesk, form: Form) -> Response:
    page.on_refusal(page.url("players"))
    pasted = form.text("table")
    found = uploads.read_pasted(pasted) if pasted else uploads.read_upload(form.file("file"))
    key = page.desktop.uploads.put(found)
    page.desktop.import_choices.put(ImportChoices(list=form.text("list")), key)
    return page.redirect(page.url("players", "import", key=key))


@router.get("")
def preview(page: AtDesk, key: str = "") -> Response:
    """Show what the import would do, without doing it."""
    page.on_refusal(page.url("players"))
    found = page.desktop.uploads.must_find(key)
    choices = page.desktop.import_choices.find(key) or ImportChoices()
    job = _reading(page, key, found, choices.sheet)
    if not job.wait():
        return page.redirect(page.waiting_url(job.id))
    view = _preview(page, key, found.name, choices, _contents_of(job))
    return page.render("players/import.html", run=view, lists=known_lists())


@router.post("")
def accept(page: AtDesk, form: Form) -> Response:
    """Register the rows in one action, or show the preview again; a refused form keeps all that was
    typed.
    """
    page.on_refusal(page.url("players"))
    key = form.text("key")
    found = page.desktop.uploads.must_find(key)
    before = page.desktop.import_choices.find(key) or ImportChoices()
    choices = _choices(form)
    if choices.sheet != before.sheet:  # its rows and columns are others
        choices = ImportChoices(choices.list, choices.sheet)
    again = page.on_refusal(page.url("players", "import", key=key))
    _mapping(choices)  # refuses a field that two columns hold
    page.desktop.import_choices.put(choices, key)
    job = _reading(page, key, found, choices.sheet)
    if not job.wait():  # it was read long ago, and must be read again
        return page.redirect(page.waiting_url(job.id))
    file = _contents_of(job).file
    choice = form.choice("choice", ("look", "register", "rest"))
    if choice == "look" or file is None:
        return page.redirect(again)
    rows = _review(page, _entries(page, file, choices), choices)
    waiting = [row for row in rows if row.waits]
    if waiting and choice != "rest":
        return page.redirect(again, _to_mend(page, waiting))
    players = tuple(
        keep_known_id(row.entry.player, page.key, page.snapshot.state)
        for row in rows
        if row.goes_in
    )
    if not players:
        raise Malformed(NO_ROW_LEFT)
    if page.section.has_teams:
        return page.do(RegisterTeams(page.key, teams_of(players)), page.url("players"))
    return page.do(Register(page.key, players), page.url("players"))


def _to_mend(page: SectionPage, rows: Sequence[ReviewedRow]) -> PageAnswer:
    """Return the answer that refuses rows with problems; the page shows each problem at its row."""
    marks = {
        problem.field: page.say_expected(problem) or page.say(problem)
        for row in rows
        for problem in row.problems
    }
    answer = page.refusal(Malformed(TO_MEND, count=len(rows)))
    return replace(answer, marks=tuple(marks.items()))


_CELL = re.compile("cell-([0-9]{1,7})-(.+)")


def _choices(form: Fields) -> ImportChoices:
    changes: dict[int, dict[str, str]] = {}
    for name in form.names():
        if parts := _CELL.fullmatch(name):
            changes.setdefault(int(parts[1]), {})[parts[2]] = form.text(name)
    columns: list[str] = []
    while form.has(name := f"column-{len(columns) + 1}") and len(columns) < MOST_COLUMNS:
        columns.append(form.text(name))
    left_out = frozenset(form.numbers("out"))
    kept = frozenset(form.numbers("asked")) - left_out
    fields = FIELD_NAMES.keys() | {SURPLUS}
    known = {
        line: {key: text for key, text in texts.items() if key in fields or key.startswith(TAG)}
        for line, texts in changes.items()
    }
    return ImportChoices(
        form.text("list"),
        form.text("sheet"),
        tuple(columns),
        form.texts("heading")[:MOST_COLUMNS],
        form.is_checked("headless"),
        known,
        left_out,
        kept,
    )


# Reading


def _reading(page: SectionPage, key: str, found: Upload, sheet: str) -> Job:
    """Return the job that reads the file, begun only once; columns are interpreted later."""
    job_key = hashlib.sha256(repr((key, sheet)).encode()).hexdigest()[:24]
    known = page.desktop.jobs.find(job_key)
    if known is not None:
        return known
    arguments = (found, sheet)
    what, back = (
        Sentence(limited_process.READING, file=found.name),
        page.url("players", "import", key=key),
    )
    if uploads.are_small([found]):
        now: Future[ImportContents] = Future()
        now.set_result(reading.read_players(*arguments))
        return Job(what, back, now)

    def start() -> Job:
        process = limited_process.read_process(reading.read_players, *arguments)
        return Job(
            what,
            back,
            jobs.begin(process.run),
            process,
            done=lambda contents: None,
            id=job_key,
        )

    return page.desktop.jobs.add_once(job_key, start)


def _entries(page: SectionPage, file: PlayersFile, choices: ImportChoices) -> Entries:
    pace = page.section.announced.pace.value
    mapping = _mapping(choices)
    with rating_lists.open_list(choices.list) if choices.list else nullcontext() as opened:
        return file.entries(mapping, pace, opened, choices.changes, headless=choices.headless)


def _mapping(choices: ImportChoices) -> ColumnMapping | None:
    if not choices.columns:
        return None
    return ColumnMapping.of_places(choices.columns, choices.headings)


def _contents_of(job: Job) -> ImportContents:
    try:
        contents: ImportContents = job.future.result()
    except CrivelloError as stopped:
        return ImportContents(error=stopped)
    return contents


def _review(page: SectionPage, entries: Entries, choices: ImportChoices) -> list[ReviewedRow]:
    people = list(page.section.people.values())
    left_out, kept = choices.left_out, choices.kept
    return rating_lists.review(
        entries.entries, people, entries.columns, left_out, kept, find_long_texts
    )


# The preview


def _preview(
    page: SectionPage, key: str, name: str, choices: ImportChoices, contents: ImportContents
) -> ImportPreview:
    error = contents.error
    try:
        entries = _entries(page, contents.file, choices) if contents.file else None
    except CrivelloError as unreadable:
        entries, error = None, unreadable
    if entries is None:
        assert error is not None
        problems = getattr(error, "problems", ())
        placed = [page.say_problem(one) for one in problems]
        head = page.refusal(error).lines[0].text
        said = placed if head in map(page.say, problems) else [head, *placed]
        return ImportPreview(key, name, choices, contents.sheets, problems=said)
    rows = _review(page, entries, choices)
    people = [player_data(row.entry.player) for row in rows]
    tags = {key for data in people for key in data if key.startswith(TAG) and key not in CELLS}
    shown = [cell for cell in (*CELLS, *sorted(tags)) if any(one.get(cell) for one in people)]
    return ImportPreview(
        key,
        name,
        choices,
        contents.sheets,
        _columns(page, entries),
        [page.say(CELLS[cell]) if cell in CELLS else cell.removeprefix(TAG) for cell in shown],
        [
            _row(page, row, [data.get(cell, "") for cell in shown], choices)
            for row, data in zip(rows, people, strict=True)
        ],
        [] if rows else [page.say(NO_NAMES)],
        [page.say_problem(one) for one in entries.warnings],
    )


def _row(
    page: SectionPage, row: ReviewedRow, cells: Sequence[str], choices: ImportChoices
) -> ImportRow:
    entry, duplicate = row.entry, row.duplicate
    remarks = [_say(page, problem) for problem in row.problems]
    if duplicate is not None and duplicate.problem not in row.problems:
        remarks.append(page.say(duplicate.problem))
    wrong = {problem.field for problem in row.problems}
    changed = choices.changes.get(entry.place, {})
    # With too many fields in the line, any of them may be in a wrong column.
    all_doubtful = SURPLUS in entry.texts
    inputs = [
        CellInput(name, _label(page, field), text, name in wrong)
        for field, text in _all_texts(row).items()
        if (name := cell_key(entry.place, field)) in wrong or field in changed or all_doubtful
    ]
    return ImportRow(
        entry.place,
        entry.line,
        entry.player.name,
        cells,
        "left" if row.left_out else "wrong" if row.problems else "in",
        duplicate is not None and duplicate.certain,
        [page.say_problem(problem) for problem in row.problems],
        remarks,
        inputs if entry.texts else (),
    )


def _all_texts(row: ReviewedRow) -> dict[str, str]:
    """Return the texts of a row that can be corrected, with missing fields that have a problem."""
    texts = dict(row.entry.texts)
    for problem in row.problems:
        parts = _CELL.fullmatch(problem.field)
        if parts and parts[2] not in texts:
            texts[parts[2]] = row.entry.player.name if parts[2] == "name" else ""
    return texts


def _say(page: SectionPage, problem: Problem) -> str:
    """Return a problem as text without its place, to be shown beside its row."""
    expected = page.say_expected(problem)
    return f"{page.say(problem)} ({expected})" if expected else page.say(problem)


def _label(page: SectionPage, field: str) -> str:
    if field == SURPLUS:
        return page.say(BEYOND)
    return page.say(FIELD_NAMES[field]) if field in FIELD_NAMES else field.removeprefix(TAG)


def _columns(page: SectionPage, entries: Entries) -> list[ColumnChoice]:
    columns: Columns | None = entries.columns
    if columns is None:
        return []
    fields = {place: key for key, place in columns.places.items()}
    known = [("", page.say("not used")), *((key, _label(page, key)) for key in FIELD_NAMES)]
    found = []
    for place, heading in enumerate(columns.headings[:MOST_COLUMNS]):
        taken = fields.get(place, "")
        own = taken if taken.startswith(TAG) else f"{TAG}{heading or place + 1}"
        group = (own, page.say(GROUP, name=own.removeprefix(TAG)))
        samples = ", ".join(text[:40] for text in entries.samples[place])
        found.append(ColumnChoice(f"column-{place + 1}", heading, samples, taken, [*known, group]))
    return found
