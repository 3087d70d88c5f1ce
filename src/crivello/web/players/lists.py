"""Players from files and lists: import with a preview, rating lists, what differs from them."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import Response

from crivello import lists as rating_lists
from crivello.desk import DeskState
from crivello.desk.actions import CorrectPlayers, Register
from crivello.lists import FIDE, Loaded, Mapping
from crivello.lists.entries import Entries
from crivello.model.errors import CrivelloError, Malformed, Unsupported, about
from crivello.model.player import Player
from crivello.web import work
from crivello.web.forms import Form, whole
from crivello.web.view import AtDesk, SectionPage, on_page
from crivello.web.work import Job, Process, Tell, Upload
from crivello.words import N_, Template

router = APIRouter(prefix="/t/{file}/{section}/players")

SHOWN = 300
"""Players listed in a preview."""
LOADING = N_("The list {name} is being loaded from {file}.")
LOADED = N_(
    "One player loaded into the list {name}.", "{count} players loaded into the list {name}."
)
NO_LIST = N_("No rating list is loaded yet.")
NONE_CHOSEN = N_("Tick the changes to accept.")
NOT_KEPT = N_("The list cannot be read or stored ({detail}).")


# Import of a file


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """An uploaded file, and how it is to be read: what the forms of the page send again."""

    key: str
    columns: str = ""
    list: str = ""
    """The rating list that fills in what the file does not say."""
    sheet: str = ""
    """Of a workbook; empty for the first sheet."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a file would do."""

    asked: ImportRequest
    name: str
    sheets: Sequence[str] = ()
    columns: Sequence[tuple[str, str]] = ()
    """Each field with its heading; empty for files that are not tables."""
    ignored: Sequence[str] = ()
    players: Sequence[Player] = ()
    more: int = 0
    left_out: Sequence[str] = ()
    """Why players are left out who are registered already."""
    warnings: Sequence[str] = ()
    problems: Sequence[str] = ()
    """With any of these nobody can be registered."""

    @property
    def count(self) -> int:
        return len(self.players) + self.more


@router.post("/import/upload")
def upload(page: AtDesk, form: Form) -> Response:
    page.on_refusal(page.url("players"))
    key = page.desktop.uploads.put(work.read_upload(form.file("file")))
    return page.redirect(page.url("players", "import", key=key, list=form.text("list")))


@router.get("/import")
def preview(
    page: AtDesk, key: str = "", columns: str = "", list: str = "", sheet: str = ""
) -> Response:
    """Show what would happen; nothing does yet."""
    page.on_refusal(page.url("players"))
    found = page.desktop.uploads.must_find(key)
    asked = ImportRequest(key, columns, list, sheet)
    job = _reading(page, found, asked)
    if not job.wait():
        return page.redirect(page.waiting_url(job.id))
    view, _ = _preview(page, found, asked, job)
    return page.render("players/import.html", run=view, lists=known_lists())


@router.post("/import")
def accept(page: AtDesk, form: Form) -> Response:
    """Register everybody in one action; if it is refused, the preview is shown again."""
    asked = ImportRequest(*(form.text(name) for name in ("key", "columns", "list", "sheet")))
    back = page.on_refusal(page.url("players"))
    found = page.desktop.uploads.must_find(asked.key)
    job = _reading(page, found, asked)
    if not job.wait():  # it was read long ago, and must be read again
        return page.redirect(page.waiting_url(job.id))
    view, players = _preview(page, found, asked, job)
    again = page.on_refusal(page.url("players", "import", **asdict(asked)))
    if view.problems or not players:
        return page.redirect(again)  # it says why
    return page.do(Register(page.key, players), back)


@dataclass(frozen=True, slots=True)
class ImportContents:
    """What is in a file."""

    sheets: Sequence[str] = ()
    entries: Entries | None = None
    error: CrivelloError | None = None


def _reading(page: SectionPage, found: Upload, asked: ImportRequest) -> Job:
    """The work of reading a file; what was read in the same way is not read again."""
    pace = page.section.announced.pace.value
    words = (*asdict(asked).values(), pace, _age(asked.list))
    key = hashlib.sha256(repr(words).encode()).hexdigest()[:24]
    known = page.desktop.jobs.find(key)
    if known is not None:
        return known
    arguments = (found, asked, pace)
    back = page.url("players", "import", **asdict(asked))
    if work.are_small([found]):
        now: Future[ImportContents] = Future()
        now.set_result(_contents(*arguments))
        return Job(work.READING, {"file": found.name}, back, now)

    def start() -> Job:
        process = work.reading(_contents, *arguments)
        return Job(
            work.READING,
            {"file": found.name},
            back,
            work.begin(process.run),
            process,
            done=lambda contents: None,
            id=key,
        )

    return page.desktop.jobs.add_once(key, start)


def _age(name: str) -> int:
    """When a rating list was loaded: another one may have the same name."""
    try:
        return rating_lists.list_file(name).stat().st_mtime_ns if name else 0
    except (CrivelloError, OSError):
        return 0


def _contents(
    found: Upload, asked: ImportRequest, pace: str, tell: Tell = work.tell_nobody
) -> ImportContents:
    """Read it, perhaps in another process."""
    sheets: Sequence[str] = ()
    try:
        sheets = rating_lists.sheets_of(found.data, found.name)
        return ImportContents(sheets, _entries(pace, found, asked))
    except CrivelloError as error:
        return ImportContents(sheets, None, error)


def _preview(
    page: SectionPage, found: Upload, asked: ImportRequest, job: Job
) -> tuple[ImportPreview, tuple[Player, ...]]:
    try:
        contents: ImportContents = job.future.result()
    except CrivelloError as stopped:
        contents = ImportContents(error=stopped)
    sheets, entries, error = contents.sheets, contents.entries, contents.error
    if entries is None:
        assert error is not None
        problems = getattr(error, "problems", ())
        placed = [page.say_problem(one) for one in problems]
        head = page.refused(error).lines[0].text
        said = placed if head in map(page.say, problems) else [head, *placed]
        said += filter(None, [on_page(error, page.language)])
        return ImportPreview(asked, found.name, sheets, problems=said), ()
    people = [one.player for one in page.section.registrations.values()]
    doubles = rating_lists.duplicates(entries.entries, people, entries.columns)
    known = [one for one in doubles if one.certain and one.registered]
    left_out = {id(one.entry) for one in known}
    players = tuple(
        registered_as(entry.player, page.key, page.snapshot.state)
        for entry in entries.entries
        if id(entry) not in left_out
    )
    warnings = [page.say_problem(one) for one in entries.warnings]
    warnings += [page.say_problem(one.problem) for one in doubles if not one.certain]
    wrong = [one.problem for one in doubles if one.certain and not one.registered]
    taken = entries.columns
    run = ImportPreview(
        asked,
        found.name,
        sheets,
        [] if taken is None else [(f, taken.headings[at]) for f, at in taken.places.items()],
        () if taken is None else taken.ignored,
        players[:SHOWN],
        max(0, len(players) - SHOWN),
        [page.say_problem(one.problem) for one in known],
        warnings,
        [page.say_problem(one) for one in wrong],
    )
    return run, players


def _entries(pace: str, found: Upload, asked: ImportRequest) -> Entries:
    mapping = Mapping.parse(asked.columns) if asked.columns.strip() else None
    sheet = asked.sheet or None
    if not asked.list:
        return rating_lists.read_entries(found.data, found.name, mapping, sheet, pace)
    with rating_lists.open_list(asked.list) as opened:
        return rating_lists.read_entries(found.data, found.name, mapping, sheet, pace, opened)


# Rating lists


@router.get("/lists")
def lists(page: AtDesk) -> Response:
    return page.render("players/lists.html", lists=known_lists(), fide=FIDE)


@router.post("/lists/upload")
def load(page: AtDesk, form: Form) -> Response:
    """Save the list as a file and load it in a process."""
    back = page.on_refusal(page.url("players", "lists"))
    name = form.text("name") or FIDE
    file = form.file("file")
    with about("name"):
        rating_lists.list_file(name)  # refuses an unsuitable name
    with about("file"):
        if file is None:
            raise Malformed(work.NO_FILE)
    columns = form.text("columns")
    with about("columns"):
        mapping = Mapping.parse(columns) if columns else None
    stored = _safe_name(file.filename or "")
    folder = Path(tempfile.mkdtemp(prefix="crivello-list-"))
    path = folder / stored
    try:
        with open(path, "wb") as target:
            shutil.copyfileobj(file.file, target)
    except OSError as error:  # a full disk
        shutil.rmtree(folder, ignore_errors=True)
        raise Unsupported(NOT_KEPT, detail=error.strerror) from None
    stage = rating_lists.Stage.READING.value
    process = Process(work.LIST_LIMITS, stage, _load, path, name, mapping)

    def run() -> Loaded:
        try:
            loaded: Loaded = process.run()
            return loaded
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    values: dict[str, object] = {"name": name, "file": stored}
    return page.wait_for(Job(LOADING, values, back, work.begin(run), process, done=_loaded))


def _safe_name(given: str) -> str:
    """The name of the file, which says what is inside, as a name that is safe on disk.

    Systems count the bytes of a name: one of 255 letters may be too long.
    """
    name = re.sub(r"[^\w.-]+", "_", given.replace("\\", "/").rpartition("/")[2]).strip(".")
    return name.encode()[-100:].decode(errors="ignore").strip(".") or "list"


def _load(path: Path, name: str, mapping: Mapping | None, tell: Tell) -> Loaded:
    """Runs in the other process."""

    def progress(stage: rating_lists.Stage, done: int, total: int) -> None:
        tell(done, total, stage.value)

    try:
        return rating_lists.load(path, name, mapping=mapping, progress=progress)
    except OSError as error:
        raise Unsupported(NOT_KEPT, detail=error.strerror or str(error)) from None


def _loaded(loaded: Loaded) -> tuple[Template, dict[str, object]]:
    return LOADED, {"count": loaded.players, "name": loaded.name}


# What differs from a list


@dataclass(frozen=True, slots=True)
class ListChanges:
    list: str
    changes: Sequence[tuple[Player, str, rating_lists.ListDifference]]
    """Each with the name of its field."""
    not_listed: Sequence[str]
    without_id: int


@router.get("/updates")
def updates(page: AtDesk, list: str = "") -> Response:
    """The differences between players and a newer list, to accept."""
    known = known_lists()
    name = list or next((one.name for one in known), FIDE)
    try:
        view: ListChanges | None = _changes(page, name)
        trouble = ""
    except rating_lists.NotLoaded as error:
        view, trouble = None, page.say(error) if known else page.say(NO_LIST)
    return page.render("players/updates.html", found=view, problem=trouble, lists=known, list=name)


@router.post("/updates")
def accept_updates(page: AtDesk, form: Form) -> Response:
    name = form.text("list")
    back = page.on_refusal(page.url("players", "updates", list=name))
    chosen: dict[int, set[str]] = {}
    for key in form.texts("change"):
        text, _, field = key.partition(":")
        number = whole(text)
        if number is not None:
            chosen.setdefault(number, set()).add(field)
    with about("change"):
        if not chosen:
            raise Malformed(NONE_CHOSEN)
    pace = page.section.announced.pace.value
    players = []
    with rating_lists.open_list(name) as opened:
        for player, fields in chosen.items():
            known = page.section.registration(player).player
            listed = opened.find(known.fide_id) if known.fide_id else None
            if listed is not None:
                players.append(rating_lists.updated(known, listed, pace, fields))
    return page.do(CorrectPlayers(page.key, tuple(players)), back)


def _changes(page: SectionPage, name: str) -> ListChanges:
    pace = page.section.announced.pace.value
    people = sorted(page.names.values(), key=lambda one: (one.number or 99999, one.name))
    people = [one for one in people if one.id in page.section.registrations]
    found, missing = [], []
    with rating_lists.open_list(name) as opened:
        for player in people:
            if player.fide_id is None:
                continue
            listed = opened.find(player.fide_id)
            if listed is None:
                missing.append(f"{player.number} {player.name}" if player.number else player.name)
                continue
            found += [
                (player, page.say(rating_lists.FIELDS[one.field]), one)
                for one in rating_lists.differences(player, listed, pace)
            ]
    return ListChanges(name, found, missing, sum(one.fide_id is None for one in people))


# Players found on a list

HITS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Hit:
    player: rating_lists.ListedPlayer
    rating: int | None
    near: bool
    """Found by a similar name."""
    here: bool
    """Registered already."""
    list: str


def known_lists() -> list[rating_lists.About]:
    """The FIDE list first."""
    return sorted(rating_lists.loaded_lists(), key=lambda one: (one.name != FIDE, one.name))


def hits(page: SectionPage, text: str, name: str = "") -> Sequence[Hit]:
    """The players on a list who may be meant by what was typed."""
    name = name or next((one.name for one in known_lists()), FIDE)
    pace = page.section.announced.pace.value
    here = {one.player.fide_id for one in page.section.registrations.values()}
    with rating_lists.open_list(name) as opened:
        found = opened.search(text, limit=HITS_SHOWN)
    return [
        Hit(
            one.player,
            one.player.used(pace).rating,
            one.match is rating_lists.NameMatch.NEAR,
            one.player.fide_id is not None and one.player.fide_id in here,
            name,
        )
        for one in found
    ]


def registered_as(player: Player, section: str, state: DeskState) -> Player:
    """A player of another section, known by FIDE id, keeps the permanent id and name."""
    for other in state.sections.values():
        for registration in other.registrations.values():
            known = registration.player
            if other.key != section and player.fide_id and known.fide_id == player.fide_id:
                return replace(player, id=known.id, name=known.name)
    return player
