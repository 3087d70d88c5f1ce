"""The pages of rating lists: load one, search it, compare it with the registered players."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import Response

from crivello import lists as rating_lists
from crivello.desk.actions import CorrectPlayers
from crivello.desk.player_data import player_data
from crivello.lists import FIDE, LoadReport, Mapping
from crivello.lists.loading import read_month
from crivello.model.errors import CrivelloError, Malformed, Unsupported, about
from crivello.model.names import words_of
from crivello.model.player import Player
from crivello.standard.classes import frozen
from crivello.web import jobs, limited_process, reading, uploads
from crivello.web.forms import Form, parse_whole_number
from crivello.web.jobs import Job
from crivello.web.limited_process import Process
from crivello.web.reading import NOT_KEPT
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence

router = APIRouter(prefix="/t/{file}/{section}/players")

LOADING = N_("Loading the list {name} from {file}.")
LOADED = N_(
    "One player loaded into the list {name}.", "{count} players loaded into the list {name}."
)
AND_WARNING = N_("{said} {warning}")
NO_LIST = N_("No rating list is loaded yet.")
NONE_CHOSEN = N_("Tick the changes to accept.")


# Rating lists


@router.get("/lists")
def lists(page: AtDesk) -> Response:
    known = known_lists()
    kept = {one.name: rating_lists.previous_list(one.name) for one in known}
    return page.render("players/lists.html", lists=known, kept=kept, fide=FIDE)


@router.post("/lists/upload")
def load(page: AtDesk, form: Form) -> Response:
    """Save the uploaded list as a file, and load it in a separate process."""
    back = page.on_refusal(page.url("players", "lists"))
    name = form.text("name") or FIDE
    file = form.file("file")
    with about("name"):
        rating_lists.list_file(name)  # refuses an unsuitable name
    with about("file"):
        if file is None:
            raise Malformed(uploads.NO_FILE)
    columns = form.text("columns")
    with about("columns"):
        mapping = Mapping.parse(columns) if columns else None
    with about("month"):
        month = read_month(form.text("month"))
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
    process = Process(
        limited_process.LIST_LIMITS, stage, reading.load_list, path, name, mapping, month
    )

    def run() -> LoadReport:
        try:
            loaded: LoadReport = process.run()
            return loaded
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    what = Sentence(LOADING, name=name, file=stored)
    return page.wait_for(Job(what, back, jobs.begin(run), process, done=_load_sentence))


def _safe_name(given: str) -> str:
    """Return the name of an uploaded file in a form that is safe on disk.

    File systems limit the bytes of a name, so a name of 255 letters may be too long.
    """
    name = re.sub(r"[^\w.-]+", "_", given.replace("\\", "/").rpartition("/")[2]).strip(".")
    return name.encode()[-100:].decode(errors="ignore").strip(".") or "list"


def _load_sentence(loaded: LoadReport) -> Sentence:
    """Return the sentence on the loaded list, with its warnings."""
    said = Sentence(LOADED, count=loaded.players, name=loaded.name)
    for remark in loaded.remarks:
        said = Sentence(AND_WARNING, said=said, warning=remark.sentence)
    return said


@router.post("/lists/restore")
def restore(page: AtDesk, form: Form) -> Response:
    """Restore the list that a much shorter one replaced."""
    back = page.on_refusal(page.url("players", "lists"))
    rating_lists.restore(form.text("name"))
    return page.redirect(back)


# What differs from a list


@frozen
class ListChanges:
    """The differences between the players and a rating list."""

    list: str
    changes: Sequence[tuple[Player, str, rating_lists.ListDifference]]
    """The changes, each with the name of its field."""
    not_listed: Sequence[str]
    wrong_ids: Sequence[str]
    without_id: int


@router.get("/updates")
def updates(page: AtDesk, list: str = "") -> Response:
    """Show the differences between the players and a newer list, for the arbiter to accept."""
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
        number = parse_whole_number(text)
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
                players.append(rating_lists.update_player(known, listed, pace, fields))
    return page.do(CorrectPlayers(page.key, tuple(players)), back)


def _changes(page: SectionPage, name: str) -> ListChanges:
    pace = page.section.announced.pace.value
    people = sorted(page.names.values(), key=lambda one: (one.number or 99999, one.name))
    people = [one for one in people if one.id in page.section.registrations]
    found, missing, wrong = [], [], []
    with rating_lists.open_list(name) as opened:
        for player in people:
            if player.fide_id is None:
                continue
            listed = opened.find(player.fide_id)
            named = f"{player.number} {player.name}" if player.number else player.name
            if listed is None:
                missing.append(named)
                continue
            if rating_lists.has_wrong_id(player, listed):
                wrong.append(named)
            found += [
                (player, page.say(rating_lists.FIELDS[one.field]), one)
                for one in rating_lists.differences(player, listed, pace)
            ]
    return ListChanges(name, found, missing, wrong, sum(one.fide_id is None for one in people))


# Players found on a list

HITS_SHOWN = 12


@frozen
class Hit:
    """A player found in a rating list."""

    player: rating_lists.ListedPlayer
    rating: int | None
    near: bool
    """True if only a similar name was found."""
    here: bool
    """True if the player is registered already."""
    list: str


MOST_SIMILAR = 3
LEAST_LETTERS = 3
"""Letters after which a name that is being typed is searched for."""


@frozen
class SimilarPlayers:
    """Who may be meant by a name that is being typed."""

    registered: Sequence[Player] = ()
    listed: Sequence[tuple[Hit, str]] = ()
    """Players of a rating list, each with its data as JSON, which a script fills in."""


def similar_players(page: SectionPage, text: str) -> SimilarPlayers:
    """Return the registered players and those of the first rating list whose names begin so."""
    typed = words_of(text)
    digits = text.strip().isdecimal()
    if not digits and sum(map(len, typed)) < LEAST_LETTERS:
        return SimilarPlayers()
    known = [one for one in page.section.people.values() if typed and _begins(one.name, typed)]
    found: Sequence[Hit] = ()
    with suppress(CrivelloError):  # there is no list, or it cannot be read
        found = hits(page, text)
    pace = page.section.announced.pace.value
    listed = [
        (one, json.dumps(player_data(one.player.player(pace)))) for one in found if not one.here
    ]
    return SimilarPlayers(known[:MOST_SIMILAR], listed[:MOST_SIMILAR])


def _begins(name: str, typed: Sequence[str]) -> bool:
    words = words_of(name)
    return all(any(word.startswith(one) for word in words) for one in typed)


def known_lists() -> list[rating_lists.ListInfo]:
    """Return the loaded lists, FIDE's list first."""
    return sorted(rating_lists.loaded_lists(), key=lambda one: (one.name != FIDE, one.name))


def hits(page: SectionPage, text: str, name: str = "") -> Sequence[Hit]:
    """Return the players on a list who match the typed text."""
    name = name or next((one.name for one in known_lists()), FIDE)
    pace = page.section.announced.pace.value
    here = {one.player.fide_id for one in page.section.registrations.values()}
    with rating_lists.open_list(name) as opened:
        found = opened.search(text, limit=HITS_SHOWN)
    return [
        Hit(
            one.player,
            one.player.rating_used(pace).rating,
            one.match is rating_lists.NameMatch.NEAR,
            one.player.fide_id is not None and one.player.fide_id in here,
            name,
        )
        for one in found
    ]
