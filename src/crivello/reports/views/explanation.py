"""The view of an explanation, as `explain.render.as_json` makes it."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class ParagraphRowView(TypedDict):
    cells: list[Any]
    """Each cell is a text, or a sentence with template, values and text."""
    chosen: bool


class ParagraphTableView(TypedDict):
    columns: list[str]
    rows: list[ParagraphRowView]


class ParagraphView(TypedDict):
    kind: str
    article: str | None
    bracket: int | None
    players: list[int]
    template: str | list[str]
    """The sentence in English with its fields."""
    values: dict[str, Any]
    text: str
    """The sentence in the language asked for."""
    table: ParagraphTableView | None
    """Candidates, or other things that the paragraph lists in columns."""


class ExplanationView(TypedDict):
    schema: str
    """`crivello/explanation/1`."""
    system: str | None
    round: int | None
    depth: str
    language: str
    title: str
    paragraphs: list[ParagraphView]
    as_published: NotRequired[bool | None]
    """Whether this is the pairing in the file, null if the file has none; `crivello explain`
    only.
    """
