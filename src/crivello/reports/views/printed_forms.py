"""The view of forms: boxes by their keys, tables, and what is left empty."""

from __future__ import annotations

from typing import TypedDict

from crivello.reports.document import BOXES, LINES, Document, PrintedForm
from crivello.reports.views.tables import TableView, table_view
from crivello.standings.table import Table


class BoxView(TypedDict):
    key: str
    """The key of the box, the same in every language and on all forms."""
    label: str
    value: str | int | bool | None
    """The value; null if the tournament does not contain it."""


class BoxesView(TypedDict):
    heading: str
    boxes: list[BoxView]


class FormView(TypedDict):
    form: str
    """The name of FIDE's form: `IT3`, `IT1`, `FA1`, `IA1`; or `fide-server`."""
    about: str
    """The player, arbiter or tournament that it is about."""
    sections: list[BoxesView]
    tables: list[TableView]
    """Its tables: games, requirements, federations, norms."""
    left_empty: list[str]
    """The keys of the boxes without a value."""
    signatures: list[str]
    notes: list[str]


class FormsView(TypedDict):
    page: str
    title: list[str]
    """The lines of the title. A provisional form says so here."""
    forms: list[FormView]
    notes: list[str]
    """The reason, if there are no forms."""


def forms_view(document: Document) -> FormsView:
    notes = [note for one in document.blocks if isinstance(one, Table) for note in one.notes]
    return FormsView(
        page=document.name,
        title=list(document.lines),
        forms=[_form(one) for one in document.blocks if isinstance(one, PrintedForm)],
        notes=notes,
    )


def _form(form: PrintedForm) -> FormView:
    return FormView(
        form=form.name,
        about=form.about,
        sections=[_boxes(table) for table in form.tables if table.name in (BOXES, LINES)],
        tables=[table_view(table) for table in form.tables if table.name not in (BOXES, LINES)],
        left_empty=[key for key, _ in form.left_empty],
        signatures=list(form.signatures),
        notes=list(form.notes),
    )


def _boxes(table: Table) -> BoxesView:
    boxes = [
        BoxView(key=key.text, label=label.text, value=value.raw) for key, label, value in table.rows
    ]
    return BoxesView(heading=table.title[0], boxes=boxes)
