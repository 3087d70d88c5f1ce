"""What can stand in a column: whole numbers, points, lists of players.

A player line whose fields do not stand in their columns is put right where only one way fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from crivello.formats.trf.lines import A_BLANK, MAX_PLAYERS, MAX_ROUNDS, Report, ReportLine
from crivello.model.quick import pattern
from crivello.model.sentence import N_

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


_FIELDS = (
    r"001 [ 0-9]{4} .{4} .{33} [ 0-9]{4} .{3} [ 0-9]{11} [-0-9/. ]{10} [ 0-9.,]{4} [ 0-9]{4} {2}"
)
_CELL = r"[ 0-9]{4} [-wbWB ] [-10=+WDLHFUZwdlhfuz ] {2}"
_LINE = pattern(rf"{_FIELDS}(?:{_CELL})*\Z")
_LEFT = 91
"""Columns before the first round."""
_BORDERS = (9, 14, 48, 53, 57, 69, 80, 85, 90)
"""Columns between two fields, where something may be too long or too short."""
_FARTHEST = 12
_WORDS = pattern(
    r" {0,10}([0-9]{1,4})?(?: {1,10}|(?<=[0-9]))?([-wbWB])? {0,10}([-10=+WDLHFUZwdlhfuz])? {0,10}\Z"
)
_PLACES = ((0, 4), (5, 6), (7, 8))


def _padded(text: str) -> str:
    """The line with the blanks at its end that complete it."""
    if len(text) <= _LEFT:
        return text.ljust(_LEFT)
    return text.ljust(len(text) - (len(text) - _LEFT) % -10)


def in_columns(text: str) -> bool:
    """Do all fields of a player line stand where they belong?"""
    return _LINE.match(_padded(text)) is not None


def realigned(text: str) -> tuple[str, int, int] | None:
    """The line with one shift undone: its text, the column, by how many columns.

    None if no shift puts every field in its place.
    """
    for count in sorted(range(-_FARTHEST, _FARTHEST + 1), key=abs):
        for column in _BORDERS if count else ():
            if count > 0:
                moved = text[: column - 1] + " " * count + text[column - 1 :]
            elif text[column - 1 : column - 1 - count].strip():
                continue
            else:
                moved = text[: column - 1] + text[column - 1 - count :]
            if in_columns(moved):
                return moved, column, count
    return None


def cell_words(cell: str) -> tuple[str, str, str, bool] | None:
    """Opponent, colour and result in the ten columns of a round, and whether each is in place.

    None if the cell is something else.
    """
    padded = cell.ljust(10)
    parts = [padded[start:end].strip() for start, end in _PLACES]
    opponent, colour, result = parts[0], parts[1], parts[2].upper()
    if not (padded[4] + padded[6] + padded[8:]).strip(" "):
        return opponent, colour, result, True
    found = _WORDS.match(cell)
    if found is None:
        return None
    opponent, colour, result = (word or "" for word in found.groups())
    if colour == "-" and not result and not opponent:
        colour, result = "", "-"
    return opponent, colour, result.upper(), False
