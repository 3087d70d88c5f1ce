"""A table as lines of text, within the width of a terminal."""

from __future__ import annotations

from textwrap import wrap

from crivello.standings.table import Column, Table
from crivello.words.columns import GAP, LEFT, RIGHT, align, clean, cut, width

LEAST = 16
"""What can be cut or wrapped stays at least as wide as this; rather the table is broken."""


def as_text(table: Table, columns: int = 80) -> str:
    """Title, table and notes.

    What does not fit goes in this order: the ends of long texts, columns that can be spared, and
    then the rest into blocks below one another.
    """
    cells = [[clean(cell.text) for cell in row] for row in table.rows]
    widths = [
        max([width(column.heading), *(width(row[index]) for row in cells)])
        for index, column in enumerate(table.columns)
    ]
    shown = [
        index
        for index, column in enumerate(table.columns)
        if not column.data_only and (not column.spare or any(row[index] for row in cells))
    ]
    spare = [index for index in reversed(shown) if table.columns[index].spare]
    while spare and _least(table, widths, shown) > columns:
        shown.remove(spare.pop(0))
    lines = [cut(clean(line), columns) for line in table.title if line]
    for block in _blocks(table, widths, shown, columns):
        lines += ["", *_block(table, cells, widths, sorted(block), columns)]
    if table.notes:
        lines.append("")
    for note in table.notes:
        lines += wrap(clean(note), columns, subsequent_indent="  ")
    return "\n".join(lines) + "\n"


def _narrow(column: Column, wide: int) -> int:
    return min(wide, LEAST) if column.shrinks or column.wraps else wide


def _least(table: Table, widths: list[int], shown: list[int]) -> int:
    """Columns needed on the screen when all that can shrink has shrunk."""
    narrow = [_narrow(table.columns[index], widths[index]) for index in shown]
    return sum(narrow) + len(GAP) * (len(shown) - 1)


def _blocks(table: Table, widths: list[int], shown: list[int], columns: int) -> list[list[int]]:
    leading = [index for index in shown if table.columns[index].leading]
    blocks = [list(leading)]
    for index in shown:
        if index in leading:
            continue
        block = blocks[-1]
        if len(block) > len(leading) and _least(table, widths, [*block, index]) > columns:
            blocks.append(list(leading))
        blocks[-1].append(index)
    return blocks


def _block(
    table: Table, cells: list[list[str]], widths: list[int], block: list[int], columns: int
) -> list[str]:
    head = [table.columns[index].heading for index in block]
    rows = [[row[index] for index in block] for row in cells]
    for place, index in enumerate(block):
        if table.columns[index].wraps:
            others = sum(widths[other] for other in block if other != index)
            room = columns - others - len(GAP) * (len(block) - 1)
            rows = [line for row in rows for line in _wrapped(row, place, max(room, LEAST))]
    sides = "".join(RIGHT if table.columns[index].right else LEFT for index in block)
    shrink = [place for place, index in enumerate(block) if table.columns[index].shrinks]
    return align([head, *rows], sides, columns, shrink)


def _wrapped(row: list[str], place: int, room: int) -> list[list[str]]:
    """The row, and below it what did not fit into its wrapped cell."""
    first, *rest = wrap(row[place], room, subsequent_indent="  ") or [""]
    empty = [""] * len(row)
    lines = [[*row[:place], first, *row[place + 1 :]]]
    return lines + [[*empty[:place], text, *empty[place + 1 :]] for text in rest]
