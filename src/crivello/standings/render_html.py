"""A table as a page that reads well on a phone."""

from __future__ import annotations

from html import escape

from ..words import Language
from .table import Table

STYLE = """\
body { font: 100%/1.4 system-ui, sans-serif; margin: 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .3rem .5rem; text-align: left; border-bottom: 1px solid #ccc; }
thead th { position: sticky; top: 0; background: #eee; color: #000; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
p { max-width: 40rem; }
"""


def as_html(table: Table, language: Language) -> str:
    """A whole page; the table scrolls by itself where the screen is narrow."""
    title = " – ".join(line for line in table.title if line)
    lines = [
        "<!doctype html>",
        f'<html lang="{language.value}">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}</style>",
        *(f"<h{k}>{escape(line)}</h{k}>" for k, line in enumerate(table.title, start=1) if line),
        "<div>",
        "<table>",
        "<thead>",
        "<tr>"
        + "".join(
            f'<th scope="col"{_class(column.right)}>{escape(column.heading)}</th>'
            for column in table.columns
        )
        + "</tr>",
        "</thead>",
        "<tbody>",
    ]
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        lines.append(
            "<tr>"
            + "".join(f"<td{_class(c.right)}>{escape(cell.text)}</td>" for c, cell in cells)
            + "</tr>"
        )
    lines += ["</tbody>", "</table>", "</div>"]
    lines += [f"<p>{escape(note)}</p>" for note in table.notes]
    return "\n".join([*lines, "</html>"]) + "\n"


def _class(right: bool) -> str:
    return ' class="n"' if right else ""
