"""Tables as a page that reads well on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ..words import Language
from .table import Table

STYLE = """\
body { font: 100%/1.4 system-ui, sans-serif; margin: 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .3rem .5rem; text-align: left; border-bottom: 1px solid #ccc; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
p { max-width: 40rem; }
"""


def as_html(tables: Sequence[Table], language: Language) -> str:
    """A whole page; a table scrolls by itself where the screen is narrow."""
    title = " – ".join(line for line in tables[0].title if line)
    lines = [
        "<!doctype html>",
        f'<html lang="{language.value}">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}</style>",
        *(line for table in tables for line in _section(table)),
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _section(table: Table) -> Iterator[str]:
    shown = [index for index, column in enumerate(table.columns) if not column.data_only]
    classes = [' class="n"' if column.right else "" for column in table.columns]
    yield "<section>"
    for level, line in enumerate([line for line in table.title if line], start=1):
        yield f"<h{level}>{escape(line)}</h{level}>"
    yield "<div><table>"
    head = [
        f'<th scope="col"{classes[index]}>{escape(table.columns[index].heading)}</th>'
        for index in shown
    ]
    yield f"<thead><tr>{''.join(head)}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        cells = [f"<td{classes[index]}>{escape(row[index].text)}</td>" for index in shown]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>"
    yield "</table></div>"
    for note in table.notes:
        yield f"<p>{escape(note)}</p>"
    yield "</section>"
