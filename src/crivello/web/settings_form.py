"""The settings of a section as a form: what it shows, and what was filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from fractions import Fraction

from crivello import __version__
from crivello.desk import DeskState, Section
from crivello.desk.actions import ChangeSettings, Context, OpenSection, SetSchedule
from crivello.desk.announced import Arbiter, Pace
from crivello.desk.notices import Notice
from crivello.desk.warnings import too_few_rounds
from crivello.model.errors import CrivelloError, Malformed
from crivello.model.keys import SYSTEMS
from crivello.model.options import OPTIONS, SystemOption
from crivello.model.result import Bye
from crivello.model.settings import Acceleration, Options, Parity, Scoring
from crivello.web.amounts import parse_points
from crivello.web.forms import Fields
from crivello.words import N_, Template
from crivello.words.typed import NotTyped, whole_numbers

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
NO_NUMBER = N_("{field}: write a whole number.")
NO_DAY = N_("{text!r} is not a day; write it as 2026-03-01.")
NO_ROUNDS = N_("Say how many rounds there are: a number from 1.")
ORDER = N_("A win is worth no less than a draw, and a draw no less than a loss.")


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


def read_day(text: str, before: str = "") -> str:
    """A day as report files have it; what was there before may stay as it was."""
    if not text or as_day(text) == as_day(before):
        return before if text else ""
    if not is_day(text):
        raise Malformed(NO_DAY, text=text[:40])
    return as_day(text).replace("-", "/")


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
        days.append(read_day(form.text(f"day{one.number}"), old))
        times.append(form.text(f"time{one.number}"))
    return SetSchedule(
        form.text("city"),
        form.text("federation").upper(),
        read_day(form.text("start"), settings.start),
        read_day(form.text("end"), settings.end),
        _trimmed(days),
        _trimmed(times),
    )


def _trimmed(texts: list[str]) -> tuple[str, ...]:
    """Without the empty ones at the end."""
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts)


def changed(form: Fields, section: Section) -> ChangeSettings:
    """Everything else; what a form does not show stays."""
    rounds = form.number("rounds")
    if not rounds:
        raise Malformed(NO_ROUNDS)
    old = section.settings
    method = form.text("acceleration") or None
    same = method == old.acceleration.method
    settings = replace(
        old,
        name=form.text("name"),
        rounds=rounds,
        system=form.text("system") or old.system,
        acceleration=old.acceleration if same else Acceleration(method),
        scoring=_scoring(form, old.scoring),
        tie_breaks=codes(form.text("tie_breaks")),
        time_control=form.text("time_control"),
        time_control_code=form.text("time_control_code"),
        kind=form.text("kind"),
        options=_options(form, old.options),
    )
    announced = replace(
        section.announced,
        fide_mode=form.checked("fide_mode"),
        pace=next((one for one in Pace if one.value == form.text("pace")), section.announced.pace),
        chief_arbiter=Arbiter.typed(form.text("chief_arbiter")),
        deputy_arbiters=Arbiter.all_typed(form.text("deputy_arbiters")),
        correction_minutes=_number(form, "correction_minutes"),
        half_point_byes=_number(form, "half_point_byes") or 0,
        half_point_byes_until=_number(form, "half_point_byes_until"),
        full_point_byes=form.checked("full_point_byes"),
        missed_rounds=MISSED.get(form.text("missed_rounds"), MISSED["zero"])[0],
        changes_allowed=form.checked("changes_allowed"),
        first_table=_number(form, "first_table") or 1,
        skipped_tables=_numbers(form, "skipped_tables"),
    )
    if announced.chief_arbiter is not None:
        # The announced arbiter, with his id, is the one that reports name.
        settings = replace(settings, chief_arbiter="")
    if announced.deputy_arbiters:
        settings = replace(settings, deputy_arbiters=())
    return ChangeSettings(section.key, settings, announced)


def _options(form: Fields, options: Options) -> Options:
    """The choices of the form; a box that is not ticked is a no."""
    for option in OPTIONS:
        name = f"option-{option.key}"
        if is_switch(option):
            options = option.put(options, "yes" if form.checked(name) else "no")
        elif form.text(name) in option.values:
            options = option.put(options, form.text(name))
    return options


def is_switch(option: SystemOption) -> bool:
    return tuple(option.values) == ("no", "yes")


def codes(text: str) -> tuple[str, ...]:
    return tuple(code for code in re.split(r"[\s,;]+", text.upper()) if code)


def _number(form: Fields, name: str) -> int | None:
    if form.text(name) and form.number(name) is None:
        raise Malformed(NO_NUMBER, field=form.text(name)[:20])
    return form.number(name)


def _numbers(form: Fields, name: str) -> tuple[int, ...]:
    try:
        return whole_numbers(form.text(name))
    except NotTyped:
        raise Malformed(NO_NUMBER, field=form.text(name)[:20]) from None


def _scoring(form: Fields, rule: Scoring) -> Scoring:
    """The scoring with other points; where nothing changes it is the very same."""
    names = ("win", "draw", "loss", "bye")
    win, draw, loss, bye = (parse_points(form.text(name)) for name in names)
    if (win, draw, loss, bye) == shown_scoring(rule):
        return rule
    try:
        return Scoring.of_points(win, draw, loss, bye)
    except ValueError:
        raise Malformed(ORDER) from None


def shown_scoring(rule: Scoring) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Points of a win, a draw, a loss and the pairing-allocated bye."""
    one = rule.unit
    return (
        Fraction(rule.win, one),
        Fraction(rule.draw, one),
        Fraction(rule.loss, one),
        Fraction(rule.pairing_allocated_bye, one),
    )


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
