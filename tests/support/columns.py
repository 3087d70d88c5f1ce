"""The columns of a table as one line of text, to be compared in tests."""

from __future__ import annotations

from crivello.standings.table import Column, Table


def describe_columns(table: Table) -> str:
    """Return the keys of all columns, with marks for their behaviour on a narrow page.

    `>` aligned right, `*` repeated in every block, `?` left out if there is no room, `~` may be
    cut, `+` may take several lines, `!` for programs only, `@number` links to the player with this
    number.
    """
    return " ".join(map(_describe, table.columns))


def _describe(column: Column) -> str:
    marks = {
        ">": column.right,
        "*": column.leading,
        "?": column.spare,
        "~": column.shrinks,
        "+": column.wraps,
        "!": column.data_only,
    }
    link = f"@{column.player}" if column.player else ""
    return column.key + "".join(mark for mark, has in marks.items() if has) + link


WHAT_TO_DO = (
    "programs read these columns from the CSV, and a page has room for few: if the change is "
    "meant, write the new line into the table of this test, and one into CHANGELOG.md"
)
