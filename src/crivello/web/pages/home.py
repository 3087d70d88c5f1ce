"""All tournaments of the folder on one page, and a new one."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from crivello.desk import Section
from crivello.desk.actions import OpenSection
from crivello.desk.announced import Announced, Arbiter
from crivello.model.errors import CrivelloError, Malformed
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS, SystemKey
from crivello.model.settings import Settings
from crivello.web.desks import Found
from crivello.web.forms import Fields, Form
from crivello.web.progress import progress
from crivello.web.round_view import missing_tables
from crivello.web.told import Told, refusal
from crivello.web.view import AtDoor, Choice, View, address
from crivello.words import N_

router = APIRouter()

FIRST_SECTION = "A"
WAYS = (
    ("players", N_("Players")),
    ("standings", N_("Standings")),
    ("hall", N_("Hall")),
    ("print", N_("Print")),
)
MISSING_SHOWN = 12
NO_NAME = N_("A tournament needs a name.")
NO_ROUNDS = N_("Say how many rounds there are: a number from 1.")


@dataclass(frozen=True, slots=True)
class Row:
    """A section of a file in the list."""

    file: str
    title: str
    url: str
    progress: str
    players: int
    place: str
    dates: str
    draft: bool
    missing: str
    """Which results are missing."""
    ways: tuple[Choice, ...]
    """To its other pages."""


@router.get("/")
def home(view: AtDoor) -> Response:
    return _home(view)


@router.post("/new")
def new(view: AtDoor, form: Form) -> Response:
    try:
        first = _opening(form)
        file = view.desks.create(first.settings.name, first)
    except CrivelloError as error:
        return _home(view, form, refusal(error, view.language, {}), 409)
    return view.redirect(address("t", file.name, FIRST_SECTION, "players"))


@router.get("/t/{file}")
def tournament(view: AtDoor, file: str) -> Response:
    """A file without a section: its first one."""
    first = next(iter(view.desks.file(file).snapshot.state.sections))
    return RedirectResponse(address("t", file, first, "round"), 303)


@router.get("/t/{file}/{section}")
def section(file: str, section: str) -> Response:
    return RedirectResponse(address("t", file, section, "round"), 303)


def _home(
    view: View, form: Fields | None = None, told: Told | None = None, status: int = 200
) -> Response:
    found = view.desks.overview()
    rows = [row for one in found for row in _rows(view, one)]
    broken = [(one.name, view.say(one.trouble)) for one in found if one.trouble is not None]
    current = [key for key in SYSTEMS.values() if key.in_force_now]
    model: dict[str, object] = {
        "rows": rows,
        "broken": broken,
        "folder": str(view.desks.folder),
        "systems": [(_titles(view, current), True), (_titles(view, _older(current)), False)],
        "filled": form,
        "files": "*",
    }
    if told is not None:
        model["told"] = told
    return view.render("pages/home.html", status, **model)


def _titles(view: View, keys: list[SystemKey]) -> list[tuple[str, str]]:
    return [(key.key, view.say(key.title)) for key in keys]


def _older(current: list[SystemKey]) -> list[SystemKey]:
    return [key for key in SYSTEMS.values() if key not in current]


def _rows(view: View, one: Found) -> list[Row]:
    if one.snapshot is None:
        return []
    return [
        Row(
            one.name,
            section.settings.name or key,
            address("t", one.name, key, "round"),
            view.say(progress(section)),
            len(section.registrations),
            section.settings.city,
            " – ".join(filter(None, (section.settings.start, section.settings.end))),
            section.draft is not None,
            _missing(view, section),
            _ways(view, one.name, key),
        )
        for key, section in one.snapshot.state.sections.items()
    ]


def _ways(view: View, file: str, key: str) -> tuple[Choice, ...]:
    ways = [Choice(view.say(text), address("t", file, key, path)) for path, text in WAYS]
    return (*ways, Choice(view.say(N_("Public pages")), address("public", file, key)))


def _missing(view: View, section: Section) -> str:
    """The tables without a result, once some results are there."""
    if not section.rounds or section.draft is not None:
        return ""
    tables = missing_tables(section.rounds[-1])
    if not tables or len(tables) == len(section.rounds[-1].games):
        return ""
    if len(tables) > MISSING_SHOWN:
        return view.say(N_("{count} results are missing."), count=len(tables))
    several = N_("The result of table {tables} is missing.", "Results missing: tables {tables}.")
    return view.say(several, count=len(tables), tables=", ".join(map(str, tables)))


def _opening(form: Fields) -> OpenSection:
    name = form.text("name")
    rounds = form.number("rounds")
    if not name:
        raise Malformed(NO_NAME)
    if not rounds:
        raise Malformed(NO_ROUNDS)
    settings = Settings(
        name=name,
        rounds=rounds,
        system=form.text("system") or DEFAULT_FAMILY,
        start=form.text("start").replace("-", "/"),
        end=form.text("end").replace("-", "/"),
        city=form.text("city"),
        federation=form.text("federation").upper(),
        time_control=form.text("time_control"),
    )
    arbiter = form.text("arbiter")
    announced = Announced(
        chief_arbiter=Arbiter(arbiter) if arbiter else None,
        correction_minutes=form.number("correction_minutes"),
    )
    return OpenSection(FIRST_SECTION, settings, announced)
