"""Text in columns: measure, cut, align."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

LEFT, RIGHT = "<", ">"
GAP = "  "
LEAST = 8
"""Columns are not cut below this width."""


def clean(text: str) -> str:
    """Return a text without characters that would move the cursor, since names come from foreign
    files.
    """
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )


def width(text: str) -> int:
    """Return the width of a text on the screen: wide characters take two columns, combining ones
    none.
    """
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


def cut(text: str, columns: int) -> str:
    """Return a text in at most this many columns, ending in … if it does not fit."""
    if width(text) <= columns:
        return text
    text = text[: 4 * columns]
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip(" ,") + "…"


def pad(text: str, columns: int, align: str = LEFT) -> str:
    space = " " * max(0, columns - width(text))
    return text + space if align == LEFT else space + text


def _measure(rows: Sequence[Sequence[str]], total: int | None) -> tuple[list[int], int]:
    """Return the widths of the columns, and by how much a line is longer than `total`."""
    widths = [max(map(width, column)) for column in zip_longest(*rows, fillvalue="")]
    return widths, 0 if total is None else sum(widths) + len(GAP) * (len(widths) - 1) - total


def align(
    rows: Sequence[Sequence[str]], sides: str, total: int | None = None, shrink: Sequence[int] = ()
) -> list[str]:
    """Return rows as lines with aligned columns; `sides` has ``<`` or ``>`` for each column.

    If lines would be longer than `total`, the widest of the columns in `shrink` are cut.
    """
    widths, excess = _measure(rows, total)
    while excess > 0 and any(widths[column] > LEAST for column in shrink):
        widest = max(shrink, key=lambda column: widths[column])
        widths[widest] -= 1
        excess -= 1
    return [
        GAP.join(
            pad(cut(cell, columns), columns, side)
            for cell, columns, side in zip(row, widths, sides, strict=False)
        ).rstrip()
        for row in rows
    ]


def fold(rows: Sequence[Sequence[str]], sides: str, total: int | None = None) -> list[str]:
    """Return rows as aligned lines, in which a cell that is too wide continues on further lines."""
    widths, excess = _measure(rows, total)
    least = [
        max((width(word) for row in rows for word in row[place].split()), default=0)
        for place in range(len(widths))
    ]
    while excess > 0 and any(map(int.__gt__, widths, least)):
        widest = max(range(len(widths)), key=lambda place: widths[place] - least[place])
        widths[widest] -= 1
        excess -= 1
    lines = []
    for row in rows:
        cells = [_wrap(cell, columns) for cell, columns in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            padded = map(pad, line, widths, sides)
            lines.append(GAP.join(padded).rstrip())
    return lines


def _wrap(text: str, columns: int) -> list[str]:
    """Break a text into lines of at most this many columns, only between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer) > columns:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
