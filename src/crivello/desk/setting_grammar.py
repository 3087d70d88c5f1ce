"""The table of settings: how each is typed and shown, its label, hint and group, and its values.

`crivello set` and `new`, their completions, the page Settings, further sections and the reference
of settings use this table. A setting is a field of `model.settings.Settings` if pairings, points or
report files depend on it, and otherwise of `desk.announcement.Announcement`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from enum import Enum
from fractions import Fraction
from math import lcm
from typing import Any

from crivello.desk.announcement import Announcement, Arbiter, EqualRatings, LineupOrder, Pace
from crivello.model.dates import read_day
from crivello.model.errors import WordError
from crivello.model.grammar import is_number, read_codes, read_numbers, read_points, unknown_key
from crivello.model.keys import ACCELERATIONS, PACES
from crivello.model.result import Bye
from crivello.model.sentence import N_, ListOf, Sentence, Template
from crivello.model.settings import (
    OPTIONS,
    AcceleratedScore,
    Acceleration,
    ColourPreferences,
    FollowingGroup,
    FollowingUpfloaters,
    LastRoundPreference,
    Parity,
    PrimaryScore,
    Scoring,
    Settings,
    SystemOption,
    TeamEvent,
)
from crivello.model.tables import USUAL_BOARDS
from crivello.rules.handling import Article
from crivello.rules.strength import USUAL
from crivello.standard.classes import frozen
from crivello.words import Language, points
from crivello.words.federation_names import A_FEDERATION, read_federation

Both = tuple[Settings, Announcement]

NO_VALUE = N_("{key}: {value!r} is not valid; expected {expected}.")
ONE_OF = N_("one of {choices}")
A_NUMBER = N_("a whole number from {least}")
NUMBERS = N_("numbers with commas between them")
A_DATE = N_("a day such as 2026-03-01")
DATES = N_("days such as 2026-03-01, with commas between them")
TIMES = N_("times such as 09:30, with commas between them")
YES_OR_NO = N_("yes or no")
POINTS = N_("points for a win, a draw and a loss, such as 1,½,0 or 3,1,0")
A_VALUE = N_("points, such as 1 or ½")

NONE = "none"
METHODS = (NONE, *ACCELERATIONS)
SWITCH = {"yes": N_("yes"), "no": N_("no")}
ORDERS = {
    "fide-national": "FIDON",
    "fide": "FIDE",
    "national": "NRO",
    "national-fide": "NIDOF",
    "higher": "HBFN",
    "lower": "LBFN",
    "estimate": "OTHER",
}
"""The rating that orders the list, with its code in report files."""
SCHEDULE = ("place", "federation", "start", "end", "dates", "times")
"""Common to all sections of a file."""
BACKUP_FOLDER = "backup-folder"
"""A folder for copies, remembered for this computer only."""


class Group(Enum):
    """A part of the page Settings; the value is its title."""

    TOURNAMENT = N_("Tournament")
    OPTIONS = N_("Choices that a pairing system leaves open")
    POINTS = N_("Points and tie-breaks")
    ARBITERS = N_("Arbiters")
    BYES = N_("Byes and FIDE")
    TEAMS = N_("Teams")
    TABLES = N_("Table numbers")
    SCHEDULE = N_("Place and times")
    """Common to all sections of a file; saved by a form of its own."""
    MODE = N_("FIDE mode")
    """Not in a form: it is stated, or left for good."""


@frozen
class Setting:
    """One setting: how it is typed and shown, and where it is stored."""

    key: str
    help: Template | Sentence
    show: Callable[[Both], str]
    put: Callable[[Both, str], Both]
    """Return the settings with another value; a `WordError` names the values that fit."""
    fields: tuple[tuple[int, str], ...]
    """The fields that keep the value: names in the settings (0) or the announcement (1)."""
    group: Group
    label: Template
    hint: Template = ""
    choices: Mapping[str, Template] = field(default_factory=dict)
    """The values, if they are few, each with its text."""
    least: int | None = None
    """The smallest number; `most` is the largest."""
    most: int | None = None
    required: bool = False
    empty: str = ""
    """The value of an empty field of a form."""
    lines: bool = False
    """Several values: on a page one per line, else separated by ``;``."""
    article: Article | str = ""
    own: bool = False
    """Each section of a file has its own; the others are copied to a further section."""

    @property
    def is_switch(self) -> bool:
        return sorted(self.choices) == ["no", "yes"]


def put_all(both: Both, given: Mapping[str, str]) -> Both:
    """Return settings and announcement with these changes, made in the order of the table."""
    for key in given:
        if key not in BY_KEY:
            raise unknown_key(key, BY_KEY)
    for setting in TABLE:
        if setting.key not in given:
            continue
        value = given[setting.key].strip()
        try:
            both = setting.put(both, value)
        except WordError as error:
            unfit = WordError(NO_VALUE, key=setting.key, value=value[:60], expected=error)
            unfit.field = setting.key
            raise unfit from None
    return both


def copy_settings(like: Both) -> Both:
    """Return settings for a further section: those of `like` that all sections have in common."""
    settings, announced = Settings(), Announcement()
    for setting in TABLE:
        for part, name in () if setting.own else setting.fields:
            change: dict[str, Any] = {name: getattr(like[part], name)}
            if part == 0:
                settings = replace(settings, **change)
            else:
                announced = replace(announced, **change)
    return settings, announced


# Values


def _number(least: int = 1) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not is_number(text) or int(text) < least:
            raise WordError(A_NUMBER, least=least)
        return int(text)

    return read


def _reader_for(expected: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return `read` with an error that names what was expected."""

    def read_or_say(text: str) -> Any:
        try:
            return read(text)
        except WordError:
            raise WordError(expected) from None

    return read_or_say


def _or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text in ("", NONE) else read(text)


def _choice_reader(choices: Mapping[str, Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if text.lower() not in choices:
            raise WordError(ONE_OF, choices=ListOf(tuple(choices)))
        return choices[text.lower()]

    return read


_FLAGS = dict.fromkeys(("yes", "y", "on", "true", "1", "sì", "si"), True) | dict.fromkeys(
    ("no", "n", "off", "false", "0"), False
)


def _flag(text: str) -> bool:
    if text.casefold() not in _FLAGS:
        raise WordError(YES_OR_NO)
    return _FLAGS[text.casefold()]


def _split(text: str) -> tuple[str, ...]:
    """Split a text at commas; at ``;`` if there is one, since the parts may contain commas."""
    parts = text.split(";" if ";" in text else ",")
    return tuple(part.strip() for part in parts if part.strip())


def _day(text: str) -> str:
    return read_day(text) if text else ""


def _times(text: str) -> tuple[str, ...]:
    """Check times of day, and return them as typed."""
    parts = _split(text)
    if not all(re.fullmatch("([01]?[0-9]|2[0-3])[:.][0-5][0-9]", part) for part in parts):
        raise WordError(TIMES)
    return parts


def _join(values: tuple[object, ...]) -> str:
    return ",".join(map(str, values))


# Settings of several fields, and settings that keep unchanged values


def _put_acceleration(both: Both, text: str) -> Both:
    method = _choice_reader({name: name for name in METHODS})(text or NONE)
    wanted = None if method == NONE else method
    if wanted == both[0].acceleration.method:
        return both
    return replace(both[0], acceleration=Acceleration(wanted)), both[1]


def scoring_points(rule: Scoring) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the points of a win, a draw, a loss and the pairing-allocated bye."""
    units = (rule.win, rule.draw, rule.loss, rule.pairing_allocated_bye)
    win, draw, loss, bye = (Fraction(value, rule.unit) for value in units)
    return win, draw, loss, bye


def _show_scoring(both: Both) -> str:
    return _three_points(both[0].scoring)


def _three_points(rule: Scoring) -> str:
    """Return the points of a win, a draw and a loss as text."""
    values = (rule.win, rule.draw, rule.loss)
    return ",".join(points(value, rule.unit, Language.EN) for value in values)


def _read_each(text: str) -> list[Fraction]:
    return [_reader_for(POINTS, read_points)(part) for part in _split(text)]


def _win_draw_loss(parts: list[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Check that there are three values, none larger than the one before it."""
    if len(parts) != 3 or parts != sorted(parts, reverse=True):
        raise WordError(POINTS)
    win, draw, loss = parts
    return win, draw, loss


def _put_scoring(both: Both, text: str) -> Both:
    """Set the points of games, with a bye worth a win; equal points leave all as it is."""
    parts = _read_each(text)
    if tuple(parts) == scoring_points(both[0].scoring)[:3]:
        return both
    win, draw, loss = _win_draw_loss(parts)
    return replace(both[0], scoring=Scoring.of_points(win, draw, loss, win)), both[1]


def _show_bye(both: Both) -> str:
    rule = both[0].scoring
    return points(rule.pairing_allocated_bye, rule.unit, Language.EN)


def _put_bye(both: Both, text: str) -> Both:
    """Set the points of the pairing-allocated bye (C.04.1: 3)."""
    rule = both[0].scoring
    value: Fraction = _reader_for(A_VALUE, read_points)(text)
    unit = lcm(rule.unit, value.denominator)
    scaled: dict[str, Any] = {
        one.name: getattr(rule, one.name) * (unit // rule.unit) for one in fields(rule)
    }
    scaled |= {"unit": unit, "pairing_allocated_bye": int(value * unit)}
    return replace(both[0], scoring=Scoring(**scaled)), both[1]


def _show_order(both: Both) -> str:
    code = (both[0].rating_method.split() or [USUAL])[-1].upper()
    return next((word for word, method in ORDERS.items() if method == code), "fide-national")


def _put_order(both: Both, text: str) -> Both:
    """Set which ratings order the players, written as in record 172 of a TRF file.

    The federation is included unless only FIDE ratings count.
    """
    method = _choice_reader(ORDERS)(text)
    if text.lower() == _show_order(both):
        return both
    federation = "" if method == "FIDE" else both[0].federation
    return replace(both[0], rating_method=f"{federation} {method}".strip()), both[1]


def _show_boards(both: Both) -> str:
    event = both[0].team_event
    return str(event.boards or USUAL_BOARDS) if event else ""


def _put_boards(both: Both, text: str) -> Both:
    boards = _or_none(_number())(text)
    if boards is None:
        return both
    event = both[0].team_event or TeamEvent()
    return replace(both[0], team_event=replace(event, boards=boards)), both[1]


def _show_match_points(both: Both) -> str:
    event = both[0].team_event
    return "" if event is None else _three_points(event.scoring)


def _put_match_points(both: Both, text: str) -> Both:
    """Set the match points; the bye is then worth a drawn match (C.04.6: 1.4)."""
    if not text:
        return both
    parts = _win_draw_loss(_read_each(text))
    unit = lcm(*(part.denominator for part in parts))
    win, draw, loss = (int(part * unit) for part in parts)
    event = both[0].team_event or TeamEvent()
    scoring = Scoring.of_units(win, draw, loss, draw, unit)
    return replace(both[0], team_event=replace(event, scoring=scoring)), both[1]


# An announced arbiter, with the FIDE id, is the one that reports name: the name that came with a
# file goes.


def _put_chief(both: Both, text: str) -> Both:
    chief = Arbiter.from_text(text)
    settings = both[0] if chief is None else replace(both[0], chief_arbiter="")
    return settings, replace(both[1], chief_arbiter=chief)


def _put_deputies(both: Both, text: str) -> Both:
    deputies = Arbiter.all_from_text(text)
    settings = replace(both[0], deputy_arbiters=()) if deputies else both[0]
    return settings, replace(both[1], deputy_arbiters=deputies)


def _show_chief(both: Both) -> str:
    return str(both[1].chief_arbiter or "") or both[0].chief_arbiter


def _show_deputies(both: Both) -> str:
    return "; ".join(map(str, both[1].deputy_arbiters or both[0].deputy_arbiters))


OPTION_TEXTS: dict[object, Template] = {
    Parity.ENTERED: N_("among those who have entered"),
    Parity.LITERAL: N_("the pairing numbers"),
    ColourPreferences.TYPE_A: N_("type a"),
    ColourPreferences.TYPE_B: N_("type b"),
    ColourPreferences.NONE: N_("none"),
    PrimaryScore.MATCH: N_("match points"),
    PrimaryScore.GAME: N_("game points"),
    FollowingGroup.IN_STANDINGS: N_("the next one in the standings"),
    FollowingGroup.STILL_UNPAIRED: N_("the next one that is still unpaired"),
    FollowingUpfloaters.BY_PARITY: N_("none or one, by parity"),
    FollowingUpfloaters.FEWEST: N_("as few as possible"),
    LastRoundPreference.STRONG: N_("a strong preference"),
    LastRoundPreference.NONE: N_("no preference"),
    AcceleratedScore.PAIRING: N_("scores with virtual points"),
    AcceleratedScore.REAL: N_("scores without virtual points"),
    False: SWITCH["no"],
    True: SWITCH["yes"],
}
"""The texts of the values of `OPTIONS`."""


def _option(option: SystemOption) -> Setting:
    """Return the setting for an option of a pairing system."""
    choose = _choice_reader({value: value for value in option.values})

    def read(text: str) -> str:
        return text if option.accepts(text) else choose(text)

    def put(both: Both, text: str) -> Both:
        return replace(both[0], options=option.put(both[0].options, read(text))), both[1]

    return Setting(
        option.key,
        option.help,
        lambda both: option.of(both[0].options),
        put,
        ((0, "options"),),
        Group.OPTIONS,
        option.help,
        choices={}
        if option.numbers
        else {word: OPTION_TEXTS[value] for word, value in option.values.items()},
        article=option.article,
        own=True,
    )


def _field(
    part: int,
    key: str,
    help: str,
    attribute: str,
    group: Group,
    label: Template,
    read: Callable[[str], Any] = str,
    show: Callable[[Any], str] = str,
    **more: Any,
) -> Setting:
    """Return a setting that is one field: of the settings (part 0) or of the announcement
    (part 1).
    """

    def show_setting(both: Both) -> str:
        value = getattr(both[part], attribute)
        return "" if value is None else show(value)

    def put(both: Both, text: str) -> Both:
        settings, announced = both
        change: dict[str, Any] = {attribute: read(text)}
        if part == 0:
            return replace(settings, **change), announced
        return settings, replace(announced, **change)

    return Setting(key, help, show_setting, put, ((part, attribute),), group, label, **more)


def _choice(
    key: str,
    help: str,
    attribute: str,
    group: Group,
    label: Template,
    values: Mapping[Any, tuple[str, Template]],
    **more: Any,
) -> Setting:
    """Return a setting of the announcement with a few values, each with its word and its text."""
    read = _choice_reader({word: value for value, (word, _) in values.items()})
    texts = dict(values.values())
    return _field(
        1,
        key,
        help,
        attribute,
        group,
        label,
        read,
        lambda one: values[one][0],
        choices=texts,
        **more,
    )


def _switch(
    key: str, help: str, attribute: str, group: Group, label: Template, **more: Any
) -> Setting:
    return _field(
        1,
        key,
        help,
        attribute,
        group,
        label,
        _flag,
        lambda value: "yes" if value else "no",
        choices=SWITCH,
        **more,
    )


TABLE = (
    _field(
        0,
        "name",
        N_("name of the tournament"),
        "name",
        Group.TOURNAMENT,
        N_("Name"),
        required=True,
        own=True,
    ),
    _field(0, "place", N_("city"), "city", Group.SCHEDULE, N_("Place"), own=True),
    _field(
        0,
        "federation",
        N_("federation, such as ITA"),
        "federation",
        Group.SCHEDULE,
        N_("Federation"),
        _reader_for(A_FEDERATION, read_federation),
        own=True,
    ),
    _field(
        0,
        "start",
        N_("first day"),
        "start",
        Group.SCHEDULE,
        N_("First day"),
        _reader_for(A_DATE, _day),
        hint=N_("Such as 1.3.2026, 1 March 2026 or 2026-03-01"),
        own=True,
    ),
    _field(
        0,
        "end",
        N_("last day"),
        "end",
        Group.SCHEDULE,
        N_("Last day"),
        _reader_for(A_DATE, _day),
        own=True,
    ),
    _field(
        0,
        "dates",
        N_("day of each round"),
        "round_dates",
        Group.SCHEDULE,
        N_("Day of each round"),
        _reader_for(DATES, lambda text: tuple(map(read_day, _split(text)))),
        _join,
        own=True,
    ),
    _field(
        1,
        "times",
        N_("when each round begins"),
        "round_times",
        Group.SCHEDULE,
        N_("Time of each round"),
        _times,
        _join,
        own=True,
    ),
    _field(
        0,
        "rounds",
        N_("how many rounds"),
        "rounds",
        Group.TOURNAMENT,
        N_("Rounds"),
        _number(),
        least=1,
        most=30,
        required=True,
        own=True,
    ),
    _field(
        0,
        "system",
        N_("pairing system and edition"),
        "system",
        Group.TOURNAMENT,
        N_("Pairing system"),
    ),
    Setting(
        "acceleration",
        Sentence(N_("one of {names}"), names=ListOf(METHODS)),
        lambda both: both[0].acceleration.method or NONE,
        _put_acceleration,
        ((0, "acceleration"),),
        Group.TOURNAMENT,
        N_("Acceleration"),
        choices={NONE: N_("none"), **dict(reversed(ACCELERATIONS.items()))},
        own=True,
    ),
    Setting(
        "scoring",
        N_("points for a win, a draw, a loss"),
        _show_scoring,
        _put_scoring,
        ((0, "scoring"),),
        Group.POINTS,
        N_("Points"),
    ),
    Setting(
        "bye",
        N_("points for the pairing-allocated bye"),
        _show_bye,
        _put_bye,
        ((0, "scoring"),),
        Group.POINTS,
        N_("Pairing-allocated bye"),
        required=True,
    ),
    Setting(
        "order-by",
        N_("the rating that orders the list: fide-national is FIDE's, or the national one"),
        _show_order,
        _put_order,
        ((0, "rating_method"),),
        Group.TOURNAMENT,
        N_("The list is ordered by"),
        choices={
            "fide-national": N_("FIDE rating, else the national one"),
            "fide": N_("FIDE rating"),
            "national": N_("national rating"),
            "national-fide": N_("national rating, else FIDE's"),
            "higher": N_("the higher of both ratings"),
            "lower": N_("the lower of both ratings"),
            "estimate": N_("the strength typed for each player"),
        },
    ),
    _choice(
        "equal-ratings",
        N_("who comes first with the same rating and title: alphabet, entry, youngest or oldest"),
        "equal_ratings",
        Group.TOURNAMENT,
        N_("Equal rating and title"),
        {
            EqualRatings.ALPHABET: ("alphabet", N_("in alphabetical order")),
            EqualRatings.ENTRY: ("entry", N_("in the order of registration")),
            EqualRatings.YOUNGEST: ("youngest", N_("the youngest first")),
            EqualRatings.OLDEST: ("oldest", N_("the oldest first")),
        },
    ),
    _field(
        0,
        "tie-breaks",
        N_("codes such as DE,BH/C1,SB"),
        "tie_breaks",
        Group.POINTS,
        N_("Tie-breaks"),
        read_codes,
        _join,
    ),
    _field(
        0,
        "time-control",
        N_("in words, as it is announced"),
        "time_control",
        Group.TOURNAMENT,
        N_("Time control"),
        hint=N_("In words, as it is announced"),
    ),
    _field(
        0,
        "time-code",
        N_("periods as report files encode them"),
        "time_control_code",
        Group.TOURNAMENT,
        N_("Time control as a code"),
        hint=N_("As report files have it, such as 5400+30"),
    ),
    _choice(
        "pace",
        N_("standard, rapid or blitz"),
        "pace",
        Group.TOURNAMENT,
        N_("Rate of play"),
        {pace: (pace.value, PACES[pace.value]) for pace in Pace},
    ),
    Setting(
        "chief-arbiter",
        N_("name and FIDE id: Anna Rossi (12345)"),
        _show_chief,
        _put_chief,
        ((1, "chief_arbiter"),),
        Group.ARBITERS,
        N_("Chief arbiter"),
        hint=N_("Name and FIDE id: Anna Rossi (12345)"),
    ),
    Setting(
        "deputy-arbiters",
        N_("names, each with the FIDE id if known, separated by ;"),
        _show_deputies,
        _put_deputies,
        ((1, "deputy_arbiters"),),
        Group.ARBITERS,
        N_("Deputy arbiters, one per line"),
        lines=True,
    ),
    _field(
        1,
        "correction-minutes",
        N_("how long after the publication of results errors may be reported"),
        "correction_minutes",
        Group.ARBITERS,
        N_("Minutes for reporting errors"),
        _or_none(_number(0)),
        hint=N_("After the publication of results"),
        least=0,
    ),
    _field(
        1,
        "half-point-byes",
        N_("how many half-point byes a player may have"),
        "half_point_byes",
        Group.BYES,
        N_("Half-point byes for each player"),
        _number(0),
        least=0,
        empty="0",
    ),
    _field(
        1,
        "half-point-byes-until",
        N_("the last round for which they are given"),
        "half_point_byes_until",
        Group.BYES,
        N_("Not after round"),
        _or_none(_number()),
        hint=N_("Leave empty for any round"),
        least=1,
        own=True,
    ),
    _switch(
        "full-point-byes",
        N_("allow them, though FIDE deprecates them"),
        "full_point_byes",
        Group.BYES,
        N_("Full-point byes (FIDE deprecates them)"),
        own=True,
    ),
    _choice(
        "missed-rounds",
        N_("what a late entry gets for each round missed: zero or half"),
        "missed_rounds",
        Group.BYES,
        N_("For each missed round a late entry gets"),
        {
            Bye.ZERO_POINT: ("zero", N_("nothing")),
            Bye.HALF_POINT: ("half", N_("half a point each")),
        },
    ),
    _switch(
        "changes-allowed",
        N_("the rules of the event allow changes to published pairings"),
        "changes_allowed",
        Group.ARBITERS,
        N_("The rules of the event allow changes to published pairings"),
        article=Article.PUBLISHED_PAIRINGS,
    ),
    _switch(
        "publish-online",
        N_("send each publication to chess-results.com, after the first by hand"),
        "publish_online",
        Group.TOURNAMENT,
        N_("Send each publication to chess-results.com, after the first by hand"),
        own=True,
    ),
    _switch(
        "fide-mode",
        N_("the promise to do nothing that FIDE forbids"),
        "fide_mode",
        Group.MODE,
        N_("FIDE mode"),
        own=True,
    ),
    Setting(
        "boards",
        N_("teams: how many boards a match has"),
        _show_boards,
        _put_boards,
        ((0, "team_event"),),
        Group.TEAMS,
        N_("Boards of a match"),
        least=1,
        most=50,
        required=True,
        own=True,
    ),
    Setting(
        "match-points",
        N_("teams: points for a match won, drawn and lost"),
        _show_match_points,
        _put_match_points,
        ((0, "team_event"),),
        Group.TEAMS,
        N_("Match points"),
        hint=N_("For a match won, drawn and lost, such as 2,1,0"),
        own=True,
    ),
    _choice(
        "lineup-order",
        N_("teams: fixed keeps the board order of the team, free does not"),
        "lineup_order",
        Group.TEAMS,
        N_("Order of a line-up"),
        {
            LineupOrder.FIXED: ("fixed", N_("fixed: the board order of the team")),
            LineupOrder.FREE: ("free", N_("free: any order")),
        },
        own=True,
    ),
    _field(
        1,
        "lineup-minutes",
        N_("teams: how many minutes before a round line-ups are handed in"),
        "lineup_minutes",
        Group.TEAMS,
        N_("Minutes before the round for line-ups"),
        _or_none(_number(0)),
        hint=N_("Leave empty for no deadline"),
        least=0,
        own=True,
    ),
    _field(
        1,
        "first-table",
        N_("number of the first table"),
        "first_table",
        Group.TABLES,
        N_("First table"),
        _number(),
        least=1,
        empty="1",
        own=True,
    ),
    _field(
        1,
        "skipped-tables",
        N_("table numbers to skip"),
        "skipped_tables",
        Group.TABLES,
        N_("Skip table numbers"),
        _reader_for(NUMBERS, lambda text: tuple(sorted(set(read_numbers(text))))),
        _join,
        hint=N_("Separated by commas: 13, 17"),
        own=True,
    ),
    _field(
        0,
        "kind",
        N_("type of the tournament, for the report"),
        "kind",
        Group.TOURNAMENT,
        N_("Type of the tournament"),
        hint=N_("For the report; may be empty"),
    ),
    *(_option(option) for option in OPTIONS),
)
BY_KEY = {setting.key: setting for setting in TABLE}
