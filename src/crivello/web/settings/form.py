"""The settings of a section as a form: what it shows, and what was filled in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from crivello import __version__
from crivello.desk import DeskState, Section
from crivello.desk.actions import ChangeSettings, Context, OpenSection, SetSchedule
from crivello.desk.announced import Pace
from crivello.desk.notices import Notice
from crivello.desk.setting_grammar import put_all
from crivello.desk.warnings import too_few_rounds
from crivello.model.dates import read_day
from crivello.model.errors import CrivelloError
from crivello.model.keys import SYSTEMS
from crivello.model.result import Bye
from crivello.model.settings import OPTIONS, Parity, SystemOption
from crivello.web.forms import Fields
from crivello.words import N_, Template

PACES: dict[Pace, Template] = {
    Pace.STANDARD: N_("standard"),
    Pace.RAPID: N_("rapid"),
    Pace.BLITZ: N_("blitz"),
}
ACCELERATIONS: tuple[tuple[str, Template], ...] = (
    ("", N_("none")),
    ("baku-2026", N_("Baku, 2026")),
    ("baku-2025", N_("Baku, up to January 2026")),
    ("baku-2016", N_("Baku, 2016")),
)
MISSED: dict[str, tuple[Bye, Template]] = {
    "zero": (Bye.ZERO_POINT, N_("nothing")),
    "half": (Bye.HALF_POINT, N_("half a point each")),
}
PARITIES: tuple[tuple[str, Template], ...] = (
    (Parity.ENTERED.value, N_("among those who have entered")),
    (Parity.LITERAL.value, N_("as they stand")),
)
NO_ROUNDS = N_("Say how many rounds there are: a number from 1.")


@dataclass(frozen=True, slots=True)
class RoundDay:
    number: int
    day: str
    """As a browser wants it, or as the file has it if that is no day."""
    time: str
    plain: bool
    """It is no day of the calendar: shown as text."""


def as_day(text: str) -> str:
    """``2026/03/01`` as browsers want it."""
    return text.replace("/", "-").replace(".", "-")


def is_day(text: str) -> bool:
    try:
        date.fromisoformat(as_day(text))
    except ValueError:
        return False
    return True


def _read_day(text: str, before: str) -> str:
    """A day as report files have it; what was there before may stay as it was."""
    if as_day(text) == as_day(before):
        return before
    return read_day(text) if text else ""


def round_days(section: Section) -> list[RoundDay]:
    days, times = section.settings.round_dates, section.announced.round_times
    return [
        RoundDay(
            number,
            as_day(days[number - 1]) if number <= len(days) else "",
            times[number - 1] if number <= len(times) else "",
            number <= len(days) and bool(days[number - 1]) and not is_day(days[number - 1]),
        )
        for number in range(1, (section.settings.rounds or 0) + 1)
    ]


def schedule(form: Fields, section: Section) -> SetSchedule:
    """Place and times, for all sections."""
    settings = section.settings
    before = settings.round_dates
    days, times = [], []
    for one in round_days(section):
        old = before[one.number - 1] if one.number <= len(before) else ""
        days.append(_read_day(form.text(f"day{one.number}"), old))
        times.append(form.text(f"time{one.number}"))
    return SetSchedule(
        form.text("city"),
        form.text("federation").upper(),
        _read_day(form.text("start"), settings.start),
        _read_day(form.text("end"), settings.end),
        _trimmed(days),
        _trimmed(times),
    )


def _trimmed(texts: list[str]) -> tuple[str, ...]:
    """Without the empty ones at the end."""
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


_KEYS = {"time_control_code": "time-code"}
_TEXTS = (
    *("name", "rounds", "system", "acceleration", "bye", "tie_breaks", "time_control"),
    *("time_control_code", "pace", "chief_arbiter", "deputy_arbiters", "correction_minutes"),
    *("half_point_byes_until", "missed_rounds", "skipped_tables", "kind"),
)
_FLAGS = ("fide_mode", "full_point_byes", "changes_allowed")


def changed(form: Fields, section: Section) -> ChangeSettings:
    """Everything else, by the grammar of settings; what a form does not show stays."""
    given = {
        _KEYS.get(name, name.replace("_", "-")): form.text(name)
        for name in _TEXTS
        if form.has(name)
    }
    given |= {name.replace("_", "-"): _yes(form.checked(name)) for name in _FLAGS}
    given["scoring"] = "; ".join(form.text(name) for name in ("win", "draw", "loss"))
    given["half-point-byes"] = form.text("half_point_byes") or "0"
    given["first-table"] = form.text("first_table") or "1"
    for option in OPTIONS:
        name = f"option-{option.key}"
        if is_switch(option):
            given[option.key] = _yes(form.checked(name))
        elif form.has(name):
            given[option.key] = form.text(name)
    both = put_all((section.settings, section.announced), given)
    return ChangeSettings(section.key, *both)


def _yes(ticked: bool) -> str:
    return "yes" if ticked else "no"


def is_switch(option: SystemOption) -> bool:
    return tuple(option.values) == ("no", "yes")


def standing_warnings(section: Section) -> tuple[Notice, ...]:
    """What FIDE discourages or wants announced, as the settings stand now."""
    opening = OpenSection(section.key, section.settings, section.announced)
    few = () if section.rounds else too_few_rounds(section.settings, len(section.listed))
    try:
        plan = opening.decide(DeskState(), Context(datetime.now(UTC), 0, __version__))
    except CrivelloError:
        return tuple(few)
    return (*plan.notices, *few)


def system_groups() -> list[tuple[bool, list[tuple[str, Template]]]]:
    """The editions in force, then the earlier ones."""
    current = [one for one in SYSTEMS.values() if one.in_force_now]
    older = [one for one in SYSTEMS.values() if one not in current]
    return [
        (True, [(one.key, one.title) for one in current]),
        (False, [(one.key, one.title) for one in older]),
    ]
