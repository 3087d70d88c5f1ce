"""What can stand in a column: whole numbers, points, lists of players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from crivello.formats.trf.lines import A_BLANK, MAX_PLAYERS, MAX_ROUNDS, Report, ReportLine
from crivello.model.errors import N_

PLAYER_NUMBER = N_("a starting rank number from 1 to 9999")
ROUND_NUMBER = N_("a round from 1 to 100")
POINTS = N_("points such as 11.5")

_DIGITS = re.compile(r"[0-9]{1,11}\Z")
_POINTS = re.compile(r"[0-9]{0,4}(\.[0-9]{0,2})?\Z")


def whole(text: str, low: int, high: int) -> int | None:
    """The number that `text` is, if it is one from `low` to `high`."""
    if not _DIGITS.match(text):
        return None
    number = int(text)
    return number if low <= number <= high else None


@lru_cache(maxsize=256)  # a file has few different scores, and many players
def decimal(text: str, signed: bool = False) -> Fraction | None:
    """Points as written: ``11.5``, ``.5``, ``3``; exact."""
    digits = text[1:] if signed and text.startswith("-") else text
    if not _POINTS.match(digits) or not any(c.isdigit() for c in digits):
        return None
    number = Fraction(digits if digits[0] != "." else "0" + digits)
    return -number if digits != text else number


def number_at(
    report: Report,
    line: ReportLine,
    first: int,
    last: int,
    expected: str,
    high: int,
    low: int = 1,
    required: bool = True,
    changes_pairing: bool | None = None,
) -> int | None:
    """The whole number in these columns; None if there is none, reported unless blank may be."""
    text = line.cut(first, last)
    if not text and not required:
        return None
    number = whole(text, low, high)
    if number is None:
        report.misreads(line, first, text, expected, changes_pairing=changes_pairing)
    return number


def round_at(
    report: Report, line: ReportLine, first: int, last: int, required: bool = True
) -> int | None:
    """The round in these columns; ``000`` is as good as blank where it may be blank."""
    low = 1 if required else 0
    found = number_at(report, line, first, last, ROUND_NUMBER, MAX_ROUNDS, low, required)
    return found or None


def points_at(
    report: Report, line: ReportLine, first: int, last: int, signed: bool = False
) -> Fraction | None:
    """The points in these columns; None, and reported, if there are none."""
    text = line.cut(first, last)
    value = decimal(text, signed)
    if value is None:
        report.misreads(line, first, text, POINTS)
    return value


def blanks_at(report: Report, line: ReportLine, columns: Iterable[int]) -> bool:
    """Are these columns blank, as they must be? The first that is not is reported."""
    text = line.text
    for column in columns:
        if column > len(text):
            break
        if text[column - 1] != " ":
            report.misreads(line, column, text[column - 1], A_BLANK)
            return False
    return True


def players_at(report: Report, line: ReportLine, start: int) -> list[tuple[int, int]]:
    """Numbers of players in four columns each, one blank between them, each with its column."""
    found: list[tuple[int, int]] = []
    end = len(line.text)
    if not blanks_at(report, line, range(start + 4, end + 1, 5)):
        return found
    for first in range(start, end + 1, 5):
        text = line.cut(first, first + 3)
        if not text:
            continue
        number = whole(text, 1, MAX_PLAYERS)
        if number is None:
            report.misreads(line, first, text, PLAYER_NUMBER)
        else:
            found.append((number, first))
    if not found and end < start:
        report.misreads(line, start, "", PLAYER_NUMBER)
    return found


def players_named(report: Report, line: ReportLine) -> list[tuple[int, int]]:
    """Numbers of players as words separated by blanks, each with its column."""
    found = []
    for column, word in line.words():
        number = whole(word, 1, MAX_PLAYERS)
        if number is None:
            report.misreads(line, column, word, PLAYER_NUMBER)
        else:
            found.append((number, column))
    if not line.words():
        report.misreads(line, 5, "", PLAYER_NUMBER)
    return found
