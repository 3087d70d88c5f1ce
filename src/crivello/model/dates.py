"""Parse dates as people write them, with every day that an ambiguous date may mean.

>>> read_day("1 March 2026"), read_day("1.3.2026"), read_birth("1990"), read_birth("26/4/65")
('2026/03/01', '2026/03/01', '1990', '1965/04/26')
"""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.errors import WordError
from crivello.model.sentence import N_
from crivello.standard.patterns import pattern

_NUMBERS = pattern(r"([0-9]{1,4})\s*([-/.])\s*([0-9]{1,2})\s*\2\s*([0-9]{1,4})\Z")
_SPACED = pattern(r"([0-9]{1,4})( )([0-9]{1,2}) ([0-9]{1,4})\Z")
_RUN = pattern(r"([0-9]{4})([0-9]{2})([0-9]{2})\Z")
_NAMED = pattern(
    r"(?i)(?:([0-9]{1,2})(?:\.|st|nd|rd|th|º|°)?\s*(?:de\s+)?-?)?"
    r"([^\W\d_]{3,12})\.?\s*-?(?:de\s+)?"
    r"(?:([0-9]{1,2})(?:st|nd|rd|th)?\s*,?\s+)?,?\s*([0-9]{4}|[0-9]{2})\Z"
)
_YEAR_FIRST = pattern(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})\Z")
_WEEKDAY = pattern(
    r"(?i)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:lune|marte|mercole|giove|vener)d[iì]|sabato|"
    r"domenica),?\s+"
)
_TIME = pattern(r"[T ]\s{0,3}[0-9]{1,2}:[0-9]{2}\S{0,20}\Z")

_FOUR_DIGITS = pattern("[0-9]{4}")
_NUMBER = pattern("[0-9]{1,2}")
_CLOCK = pattern(r"([0-9]{1,2})[:.]([0-9]{2})\Z")

_MONTHS: tuple[tuple[str, ...], ...] = (
    ("jan", "gen", "ene", "jän", "янв"),
    ("feb", "fev", "fév", "фев"),
    ("mar", "mär", "mrz", "maa", "мар"),
    ("apr", "abr", "avr", "апр"),
    ("may", "mai", "mag", "mei", "maj", "май", "мая"),
    ("jun", "giu", "juin", "июн"),
    ("jul", "lug", "juil", "июл"),
    ("aug", "ago", "aoû", "aou", "авг"),
    ("sep", "set", "сен"),
    ("oct", "ott", "okt", "out", "окт"),
    ("nov", "ноя"),
    ("dec", "dic", "dez", "déc", "des", "дек"),
)
"""The first letters of the months in the languages of most files."""
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FIRST_YEAR = 70
"""Two-digit years from here on belong to the twentieth century."""
_FIRST_BIRTH = 30
"""The same for births: a chess player was born before 2030, or is very old."""

YEAR_FIRST, DAY_FIRST, MONTH_FIRST, YEAR_DAY = "ymd", "dmy", "mdy", "ydm"
ORDERS = (YEAR_FIRST, DAY_FIRST, MONTH_FIRST, YEAR_DAY)
"""The orders in which people write a date in numbers, the format's own first."""


NO_DAY = N_("{word!r} is not a day; write it as 2026-03-01.")
NO_TIME = N_("{word!r} is not a time of day; write it as 15:10.")
NO_BIRTH = N_("{word!r} is not a date of birth; write a year, or a day such as 1990-03-01.")


def read_day(text: str) -> str:
    """Return a typed day as ``YYYY/MM/DD``.

    If the day and the month could be exchanged, the day comes first. A date with a two-digit year
    must have only one meaning.
    """
    days = readings(text)
    if not days or (len(days) > 1 and not _FOUR_DIGITS.search(text)):
        raise WordError(NO_DAY, word=text.strip()[:40])
    return days[0]


def read_time(text: str) -> tuple[int, int]:
    """Return the hour and minute of a typed time of day, such as ``15:10`` or ``9.05``."""
    found = _CLOCK.match(text.strip())
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise WordError(NO_TIME, word=text.strip()[:40])
    return int(found[1]), int(found[2])


def read_birth(text: str) -> str:
    """Return a typed date of birth as a year or as ``YYYY/MM/DD``, with zeros for unknown parts; an
    empty string if all is zero.

    A date written with slashes, year first, may be a day that the calendar lacks: files contain
    such births. If the day and the month could be exchanged, the day comes first. The year must
    have only one meaning.
    """
    text = _TIME.sub("", text.strip())
    if text.isascii() and text.isdigit() and (len(text) == 4 or not text.strip("0")):
        return text if text.strip("0") else ""
    found = _YEAR_FIRST.match(text)
    if found is not None and _may_be_born(*found.groups()):
        return f"{found[1]}/{int(found[3]):02}/{int(found[4]):02}"
    days = readings(text, _FIRST_BIRTH)
    if "." in text and (day := in_order(text, DAY_FIRST, _FIRST_BIRTH)):
        return day  # the year never comes before dots
    if len({day[:4] for day in days}) != 1:
        raise WordError(NO_BIRTH, word=text[:40])
    return days[0]


def _may_be_born(year: str, sign: str, month: str, day: str) -> bool:
    if sign == "/" or not int(month) or not int(day):
        return int(month) <= 12 and int(day) <= 31
    return _make_day(year, int(month), day) is not None


def readings(text: str, first_year: int = _FIRST_YEAR) -> tuple[str, ...]:
    """Return every day, as ``YYYY/MM/DD``, that a written date may mean; an empty tuple if it is
    not a date.

    A leading four-digit year is followed by the month; in a date with dots, the month is in the
    middle.
    """
    if not text.strip():
        return ()
    text = _WEEKDAY.sub("", _TIME.sub("", text.strip()), count=1)
    named = _parse_month_name(text, first_year)
    days = [named] if named else [in_order(text, order, first_year) for order in _list_orders(text)]
    return tuple(dict.fromkeys(filter(None, days)))


def span(start: str, end: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return every day that the first date of an event may mean, and every day that the last may
    mean.

    Two dates of the same form are read in the same order of day and month, one in which the first
    is not after the last. If there is no such order, each is read by itself.
    """
    if not start.strip() and not end.strip():
        return (), ()
    start, end = (_TIME.sub("", text.strip()) for text in (start, end))
    if _find_form(start) == _find_form(end):
        both = [
            (first, last)
            for order in _list_orders(start)
            if (first := in_order(start, order))
            and (last := in_order(end, order))
            and first <= last
        ]
        if both:
            firsts, lasts = zip(*both, strict=True)
            return tuple(dict.fromkeys(firsts)), tuple(dict.fromkeys(lasts))
    return readings(start), readings(end)


def _find_form(text: str) -> str:
    return _NUMBER.sub("9", text)


def _list_orders(text: str) -> list[str]:
    """Return the orders of year, month and day in which people write a date of this form."""
    found = _NUMBERS.match(text) or _SPACED.match(text)
    if found is None or len(found[1]) == 4:
        return [YEAR_FIRST]
    orders = [DAY_FIRST] if found[2] == "." else [DAY_FIRST, MONTH_FIRST]
    return orders if len(found[4]) == 4 else [YEAR_FIRST, *orders]


def in_order(text: str, order: str, first_year: int = _FIRST_YEAR) -> str | None:
    """Return the day that a date in figures means if its parts are in this order; None if there is
    no such day.
    """
    found = _NUMBERS.match(text) or _SPACED.match(text)
    run = _RUN.match(text)
    if found is not None:
        parts = found[1], found[3], found[4]
    elif run is not None:
        parts = run[1], run[2], run[3]
    else:
        return None
    by_letter = dict(zip(order, parts, strict=True))
    if len(by_letter["m"]) > 2:
        return None
    return _make_day(by_letter["y"], int(by_letter["m"]), by_letter["d"], first_year)


def _parse_month_name(text: str, first_year: int) -> str | None:
    """Return the day that a date with the name of a month means; None if it is not such a date."""
    found = _NAMED.match(text)
    if found is None:
        return None
    before, name, after, year = found.groups()
    if (before is None) == (after is None):
        return None
    month = _find_month(name.lower())
    return None if month is None else _make_day(year, month, before or after, first_year)


def _find_month(name: str) -> int | None:
    for number, beginnings in enumerate(_MONTHS, start=1):
        if name.startswith(beginnings):
            return number
    return None


def _make_day(year: str, month: int, day: str, first_year: int = _FIRST_YEAR) -> str | None:
    if len(year) not in (2, 4) or not 1 <= month <= 12 or len(day) > 2:
        return None
    number = int(day)
    full = int(year)
    if len(year) == 2:
        full += 1900 if full >= first_year else 2000
    leap = full % 4 == 0 and (full % 100 != 0 or full % 400 == 0)
    if not 1 <= number <= _DAYS[month - 1] or (month == 2 and number == 29 and not leap):
        return None
    return f"{full:04}/{month:02}/{number:02}"


def distance(one: str, other: str) -> int:
    """Return approximately the number of days from one date to the other; good enough to compare
    distances.
    """
    year, month, day = (int(part) for part in one.split("/"))
    year2, month2, day2 = (int(part) for part in other.split("/"))
    return (year2 - year) * 372 + (month2 - month) * 31 + day2 - day


def nearest(days: Iterable[str], others: Iterable[str]) -> str:
    """Return the day that is nearest to any of the others; the first of several equally near."""
    others = tuple(others)
    return min(days, key=lambda day: min((abs(distance(day, o)) for o in others), default=0))
