"""Player lines whose fields do not stand in their columns: put right where only one way fits."""

from __future__ import annotations

from crivello.model.quick import pattern

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
