"""The view of an explanation, as `explain.render.as_json` makes it."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class ParagraphRowView(TypedDict):
    cells: list[Any]
    """A number, a text, or one of the values of a paragraph."""
    chosen: bool


class ParagraphTableView(TypedDict):
    columns: list[str]
    """Headings in the language asked for, or codes of criteria."""
    rows: list[ParagraphRowView]


class ParagraphView(TypedDict):
    """A statement of an explanation. New kinds and templates may come; those that exist stay.

    The values are numbers and texts; points as a text (`"2½"`) or a list of such texts; players as
    a list of ids, with their cards as `{"player": 5, "card": "Bb↓"}`, with their names as
    `{"player": 5, "name": "Elisa"}`, or with what they are compared by as
    `{"player": 5, "values": ["4½", 2100]}`; pairs and floaters as lists of two ids or of one; a
    sum as `{"total": "4½", "terms": ["1×3", "½×3"]}`; a look-ahead as
    `{"unpaired": 1, "values": ["1", "½"]}`; criteria as a list of codes; a sentence as
    `{"template", "values", "text"}`.
    """

    kind: str
    """The subject, such as `candidate`, `chosen`, `colour` or `answer`."""
    article: str | None
    """The criterion or article, as the edition numbers it."""
    bracket: int | None
    """The number of the bracket in the round, from 1; null: the round as a whole."""
    players: list[int]
    """The players it is about; empty: all of them."""
    template: str | list[str]
    """The sentence in English with its fields; it identifies the statement."""
    values: dict[str, Any]
    """A value for each field."""
    text: str
    """The sentence in the language asked for."""
    table: ParagraphTableView | None
    """Candidates, or other things that the paragraph lists in columns."""


class ExplanationView(TypedDict):
    schema: str
    """`crivello/explanation/1`."""
    system: str | None
    """The key of the edition."""
    round: int | None
    depth: str
    """`player`; `brief`, `normal` (for arbiters) or `full` (for students)."""
    language: str
    title: str
    """The question, or the round, in words."""
    paragraphs: list[ParagraphView]
    as_published: NotRequired[bool | None]
    """Whether this is the pairing in the file, null if the file has none; `crivello explain`
    only.
    """
