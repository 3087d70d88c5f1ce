"""Everything that is announced of a tournament, by the keys that `set` and `new` know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crivello.cli.desk import setting_values as v
from crivello.cli.desk.pairs import unknown_key
from crivello.cli.options import WordError
from crivello.model.result import Bye
from crivello.model.settings import OPTIONS, Acceleration, Settings, SystemOption
from crivello.words import N_, Language, points

if TYPE_CHECKING:
    from crivello.desk.announced import Announced

    Both = tuple[Settings, Announced]

NO_VALUE = N_("{key}: {value!r} does not fit; it is {expected}.")
ONE_OF = N_("one of {choices}")

PACES = ("standard", "rapid", "blitz")
ACCELERATIONS = (v.NONE, "baku-2016", "baku-2025", "baku-2026")
MISSED = {"zero": Bye.ZERO_POINT, "half": Bye.HALF_POINT}
SCHEDULE = ("place", "federation", "start", "end", "dates", "times")
"""Common to all sections of a file."""


@dataclass(frozen=True, slots=True)
class Setting:
    key: str
    help: str
    show: Callable[[Both], str]
    put: Callable[[Both, str], Both]
    choices: tuple[str, ...] = ()
    """What a shell offers for the value."""


def put_all(both: Both, given: Mapping[str, str]) -> Both:
    """These settings changed, in the order of the table."""
    for key in given:
        if key not in BY_KEY:
            raise unknown_key(key, BY_KEY)
    for setting in TABLE:
        if setting.key not in given:
            continue
        value = given[setting.key]
        try:
            both = setting.put(both, value)
        except v.Misfit as misfit:
            raise WordError(
                NO_VALUE, key=setting.key, value=value, expected=misfit.expected
            ) from None
    return both


def _plain(
    part: int,
    key: str,
    help: str,
    field: str,
    read: Callable[[str], Any] = str,
    show: Callable[[Any], str] = str,
    choices: tuple[str, ...] = (),
) -> Setting:
    """A field of the settings (part 0) or of what else is announced (part 1)."""

    def shown(both: Both) -> str:
        value = getattr(both[part], field)
        return "" if value is None else show(value)

    def put(both: Both, text: str) -> Both:
        settings, announced = both
        change: dict[str, Any] = {field: read(text)}
        if part == 0:
            return replace(settings, **change), announced
        return settings, replace(announced, **change)

    return Setting(key, help, shown, put, choices)


def _or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text in ("", v.NONE) else read(text)


def _chosen(choices: Mapping[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text.lower() not in choices:
            raise v.Misfit(ONE_OF, choices=", ".join(choices))
        return choices[text.lower()]

    return read


def _pace(text: str) -> Any:
    from crivello.desk.announced import Pace

    return _chosen({pace.value: pace for pace in Pace})(text)


def _acceleration(text: str) -> Acceleration:
    method: str = _chosen({name: name for name in ACCELERATIONS})(text)
    return Acceleration(None if method == v.NONE else method)


def _joined(values: tuple[object, ...]) -> str:
    return ",".join(map(str, values))


def _switch(value: bool) -> str:
    return "yes" if value else "no"


def _show_bye(both: Both) -> str:
    rule = both[0].scoring
    return points(rule.pairing_allocated_bye, rule.unit, Language.EN)


def _put_bye(both: Both, text: str) -> Both:
    return replace(both[0], scoring=v.bye_value(both[0].scoring, text)), both[1]


_SWITCH = ("yes", "no")


def _choice(option: SystemOption) -> Setting:
    """An option of a pairing system."""

    def put(both: Both, text: str) -> Both:
        if text.lower() not in option.values:
            raise v.Misfit(ONE_OF, choices=", ".join(option.values))
        return replace(both[0], options=option.put(both[0].options, text.lower())), both[1]

    return Setting(
        option.key,
        option.help,
        lambda both: option.of(both[0].options),
        put,
        tuple(option.values),
    )


TABLE = (
    _plain(0, "name", N_("name of the tournament"), "name"),
    _plain(0, "place", N_("city"), "city"),
    _plain(0, "federation", N_("federation, such as ITA"), "federation"),
    _plain(0, "start", N_("first day"), "start", v.day),
    _plain(0, "end", N_("last day"), "end", v.day),
    _plain(0, "dates", N_("day of each round"), "round_dates", v.days, _joined),
    _plain(1, "times", N_("when each round begins"), "round_times", v.times, _joined),
    _plain(0, "rounds", N_("how many rounds"), "rounds", v.number),
    _plain(0, "system", N_("pairing system and edition: crivello systems"), "system"),
    _plain(
        0,
        "acceleration",
        N_("none, baku-2016, baku-2025 or baku-2026"),
        "acceleration",
        _acceleration,
        lambda one: one.method or v.NONE,
        ACCELERATIONS,
    ),
    _plain(
        0,
        "scoring",
        N_("points for a win, a draw, a loss"),
        "scoring",
        v.scoring,
        v.shown_scoring,
    ),
    Setting("bye", N_("points for the pairing-allocated bye"), _show_bye, _put_bye),
    _plain(0, "tie-breaks", N_("codes such as DE,BH/C1,SB"), "tie_breaks", v.split, _joined),
    _plain(0, "time-control", N_("in words, as it is announced"), "time_control"),
    _plain(0, "time-code", N_("periods as report files encode them"), "time_control_code"),
    _plain(
        1,
        "pace",
        N_("standard, rapid or blitz"),
        "pace",
        _pace,
        lambda pace: str(pace.value),
        PACES,
    ),
    _plain(
        1,
        "chief-arbiter",
        N_("name and FIDE id: Anna Rossi (12345)"),
        "chief_arbiter",
        v.arbiter,
        lambda one: str(one or ""),
    ),
    _plain(
        1,
        "deputy-arbiters",
        N_("likewise, with ; between them"),
        "deputy_arbiters",
        v.arbiters,
        lambda all: "; ".join(map(str, all)),
    ),
    _plain(
        1,
        "correction-minutes",
        N_("how long after the publication of results errors may be notified"),
        "correction_minutes",
        _or_none(lambda text: v.number(text, 0)),
    ),
    _plain(
        1,
        "half-point-byes",
        N_("how many half-point byes a player may have"),
        "half_point_byes",
        lambda text: v.number(text, 0),
    ),
    _plain(
        1,
        "half-point-byes-until",
        N_("the last round for which they are given"),
        "half_point_byes_until",
        _or_none(v.number),
    ),
    _plain(
        1,
        "full-point-byes",
        N_("allow them, though FIDE deprecates them"),
        "full_point_byes",
        v.flag,
        _switch,
        _SWITCH,
    ),
    _plain(
        1,
        "missed-rounds",
        N_("what a late entry gets for each round missed: zero or half"),
        "missed_rounds",
        _chosen(MISSED),
        lambda bye: next(name for name, one in MISSED.items() if one is bye),
        tuple(MISSED),
    ),
    _plain(
        1,
        "changes-allowed",
        N_("the rules of the event allow changes of published pairings"),
        "changes_allowed",
        v.flag,
        _switch,
        _SWITCH,
    ),
    _plain(
        1,
        "fide-mode",
        N_("warn of what FIDE discourages each time"),
        "fide_mode",
        v.flag,
        _switch,
        _SWITCH,
    ),
    _plain(1, "first-table", N_("number of the first table"), "first_table", v.number),
    _plain(
        1, "skipped-tables", N_("numbers that no table has"), "skipped_tables", v.numbers, _joined
    ),
    _plain(0, "kind", N_("type of the tournament, for the report"), "kind"),
    *(_choice(option) for option in OPTIONS),
)
BY_KEY = {setting.key: setting for setting in TABLE}
SECOND_PLACE = "second-place"
"""A folder for copies; the file remembers it for this computer only."""
