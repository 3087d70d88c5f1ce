"""Tables in the form that was asked for: text, CSV, HTML or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.standings.render_data import as_csv, as_json_value
from crivello.standings.render_text import as_text
from crivello.standings.table import Table


def chosen_form(arguments: Arguments, console: Console) -> str:
    return "json" if console.json else arguments.get("--to") or "text"


def _page(tables: Sequence[Table], several: str, console: Console) -> str:
    """One page, entitled by what the tables have in common."""
    from crivello.reports.document import Cards, Document
    from crivello.reports.layout import as_page

    first = tables[0]
    if len(tables) == 1:
        return as_page(Document(first.name, first.title, (first,)), console.language)
    common = tuple(line for line in first.title if all(line in one.title for one in tables))
    title = common if any(common) else (console.say("Tournament"),)
    return as_page(Document(several, title, (Cards(tuple(tables)),)), console.language)


def rendered(tables: Sequence[Table], form: str, console: Console, several: str = "") -> str:
    """The tables as one answer; `several` is the name in JSON of an answer of many tables."""
    match form:
        case "csv":
            return as_csv(tables)
        case "html":
            return _page(tables, several, console)
        case "json":
            values = [as_json_value(table) for table in tables]
            if several:
                return console.as_json({"schema": f"crivello/{several}/1", "tables": values})
            return console.as_json(values[0])
        case _:
            return "\n".join(as_text(table, console.width) for table in tables)
