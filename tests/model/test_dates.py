"""Dates as people write them."""

import pytest

from crivello.model.dates import read_birth, read_time, readings, span
from crivello.model.errors import WordError


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026/07/01", ["2026/07/01"]),
        ("2026-7-1", ["2026/07/01"]),
        ("20260701", ["2026/07/01"]),
        ("2026-07-01T10:30", ["2026/07/01"]),
        ("28. 07. 2005", ["2005/07/28"]),
        ("05.07.2026", ["2026/07/05"]),
        ("24/09/2010", ["2010/09/24"]),
        ("09/24/2010", ["2010/09/24"]),
        ("01/07/2026", ["2026/07/01", "2026/01/07"]),
        ("07/07/2026", ["2026/07/07"]),
        ("25/09/10", ["2025/09/10", "2010/09/25"]),
        ("99/12/31", ["1999/12/31"]),
        ("Apr 18, 2026", ["2026/04/18"]),
        ("18 April 2026", ["2026/04/18"]),
        ("18. Juli 2005", ["2005/07/18"]),
        ("3 giugno 2026", ["2026/06/03"]),
        ("12 juillet 2026", ["2026/07/12"]),
        ("12 de marzo de 2024", ["2024/03/12"]),
        ("1° marzo 2026", ["2026/03/01"]),
        ("Sunday, 1 March 2026", ["2026/03/01"]),
        ("martedì 3 marzo 2026", ["2026/03/03"]),
        ("03-apr-85", ["1985/04/03"]),
        ("April 3, 26", ["2026/04/03"]),
        ("29/02/2023", []),
        ("2024/02/29", ["2024/02/29"]),
        ("2026/00/00", []),
        ("Foo 3, 2026", []),
        ("3 May 4, 2026", []),
        ("soon", []),
        ("", []),
    ],
)
def test_every_day_a_date_may_mean(text: str, days: list[str]) -> None:
    assert list(readings(text)) == days


def test_two_dates_by_one_hand_stand_in_one_order() -> None:
    assert span("04/05/2025", "15/06/2025") == (("2025/05/04",), ("2025/06/15",))


def test_an_event_does_not_end_before_it_begins() -> None:
    assert span("10.09.13", "11.03.13") == (("2010/09/13",), ("2011/03/13",))


def test_what_stays_open_stays_open() -> None:
    first, last = span("01/07/2026", "05/07/2026")
    assert first == ("2026/07/01", "2026/01/07")
    assert last == ("2026/07/05", "2026/05/07")


def test_dates_of_different_forms_are_read_each_on_its_own() -> None:
    assert span("01/07/2026", "Jul 5, 2026") == (("2026/07/01", "2026/01/07"), ("2026/07/05",))


@pytest.mark.parametrize(
    ("text", "time"), [("15:10", (15, 10)), ("9.05", (9, 5)), (" 00:00 ", (0, 0))]
)
def test_a_time_of_day(text: str, time: tuple[int, int]) -> None:
    assert read_time(text) == time


@pytest.mark.parametrize("text", ["", "24:00", "12:60", "12", "12:5", "noon", "1:000"])
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(WordError, match="not a time of day"):
        read_time(text)


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("03-apr-85", "1985/04/03"),
        ("3 apr 28", "2028/04/03"),
        ("3 apr 30", "1930/04/03"),
        ("1990-00-00", "1990/00/00"),
        ("1990/04/31", "1990/04/31"),  # as a file has it
    ],
)
def test_a_date_of_birth(text: str, born: str) -> None:
    assert read_birth(text) == born


@pytest.mark.parametrize("text", ["1990-04-31", "1990.2.30", "31-apr-85", "1990-13-01"])
def test_what_is_no_date_of_birth(text: str) -> None:
    with pytest.raises(WordError, match="not a date of birth"):
        read_birth(text)
