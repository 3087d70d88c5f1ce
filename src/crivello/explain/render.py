"""Explanations as text, Markdown, HTML or JSON, all with the same sentences."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap
from typing import Any

from crivello.explain.explanation import (
    Depth,
    Explanation,
    ExplanationTable,
    ExplanationWriter,
    Paragraph,
    ParagraphKind,
    Value,
)
from crivello.explain.player.answer import PlayerWriter
from crivello.model.sentence import Sentence, plain_value
from crivello.words import Language
from crivello.words.columns import fold
from crivello.words.escaping import Html, element, lines, markup

LONGEST = {Depth.PLAYER: None, Depth.BRIEF: 12, Depth.NORMAL: 24, Depth.FULL: None}
"""How many members of a list are shown."""
MARK = "→ "
INDENT = "    "


def as_form(form: str, explanation: Explanation, language: Language, width: int) -> str:
    """Return the explanation in the form ``text``, ``markdown`` or ``html``."""
    if form == "text":
        return as_text(explanation, language, width)
    return (as_markdown if form == "markdown" else as_html)(explanation, language)


def writer_of(explanation: Explanation, language: Language) -> ExplanationWriter:
    """Return a writer for an explanation; the smaller its depth, the shorter lists are cut."""
    if explanation.depth is Depth.PLAYER:
        return PlayerWriter(language)
    return ExplanationWriter(language, LONGEST[explanation.depth])


def table_rows(table: ExplanationTable, writer: ExplanationWriter) -> list[list[str]]:
    """Return the cells as text, the headings as the first row; the chosen row begins with an
    arrow.
    """
    head = [str(writer.write(heading)) for heading in table.columns]
    rows = [[str(writer.write(cell)) for cell in row.cells] for row in table.rows]
    for row, cells in zip(table.rows, rows, strict=True):
        cells[0] = MARK + cells[0] if row.chosen else cells[0]
    return [head, *rows]


def as_text(explanation: Explanation, language: Language, width: int | None = None) -> str:
    """Return the explanation for a terminal; each paragraph ends with its article in brackets."""
    writer = writer_of(explanation, language)
    lines = _wrap(writer.say(explanation.title), width)
    for paragraph in explanation:
        body = writer.say(paragraph)
        if paragraph.kind is ParagraphKind.HEADING:
            lines += ["", *_wrap(body, width)]
            continue
        mark = f"[{paragraph.article}]" if paragraph.article else ""
        lines += _wrap(f"  {_append_mark(body, mark)}", width)
        if paragraph.table is not None:
            room = None if width is None else width - len(INDENT)
            rows = fold(table_rows(paragraph.table, writer), paragraph.table.sides, room)
            lines += [INDENT + line for line in rows]
    return "\n".join(lines) + "\n"


def _append_mark(body: str, mark: str) -> str:
    """Return a sentence with its article; a sentence that introduces a table keeps its colon
    last.
    """
    if not mark:
        return body
    return f"{body[:-1]} {mark}:" if body.endswith(":") else f"{body} {mark}"


def _wrap(line: str, width: int | None) -> list[str]:
    """Return a line broken at `width`, with the following lines indented."""
    if width is None:
        return [line]
    indent = line[: len(line) - len(line.lstrip())] + "  "
    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def as_markdown(explanation: Explanation, language: Language, level: int = 2) -> str:
    """Return the explanation as Markdown; its title is a heading of this level."""
    writer = writer_of(explanation, language)
    lines = ["#" * level + " " + _escape(writer.say(explanation.title))]
    for paragraph in explanation:
        body = _escape(writer.say(paragraph))
        if paragraph.kind is ParagraphKind.HEADING:
            lines += ["", "#" * (level + 1) + " " + body, ""]
        else:
            if lines[-1].startswith("#"):
                lines.append("")
            mark = f"**{paragraph.article}**" if paragraph.article else ""
            lines.append(f"- {_append_mark(body, mark)}")
            if paragraph.table is not None:
                lines += ["", *_markdown_table(paragraph.table, writer), ""]
    return "\n".join(lines) + "\n"


def _markdown_table(table: ExplanationTable, writer: ExplanationWriter) -> list[str]:
    """Return the lines of a table, indented so that it belongs to the list item before it."""
    head, *rows = [[_escape(cell) for cell in row] for row in table_rows(table, writer)]
    rule = ["---:" if side == ">" else "---" for side in table.sides]
    return ["  | " + " | ".join(row) + " |" for row in (head, rule, *rows)]


def _escape(text: str) -> str:
    """Escape what Markdown would read as formatting; names may contain anything."""
    return "".join("\\" + sign if sign in "\\`*_[]<>#|" else sign for sign in text)


def as_html(explanation: Explanation, language: Language, level: int = 2) -> str:
    """Return an HTML section; paragraphs carry their kind and article as data attributes."""
    writer = writer_of(explanation, language)
    parts = [element(f"h{level}", writer.say(explanation.title))]
    for paragraph in explanation:
        body = writer.say(paragraph)
        if paragraph.kind is ParagraphKind.HEADING:
            parts.append(element(f"h{level + 1}", body))
            continue
        start, end = _paragraph_tags(paragraph.kind, paragraph.article)
        parts.append(Html(f"{start}{markup(body)}{end}"))
        if paragraph.table is not None:
            parts.append(table_element(paragraph.table, writer))
    body = lines(["", *parts, ""])
    return element("section", body, class_="explanation", lang=language.value) + "\n"


@lru_cache(maxsize=1024)  # few values, many paragraphs
def _paragraph_tags(kind: ParagraphKind, article: str) -> tuple[str, str]:
    """Return what comes before and after the text of a paragraph: its tags and article."""
    start, end = element("p", Html("\0"), data_kind=kind.value, data_article=article or None).split(
        "\0"
    )
    return start, f" {element('b', article)}{end}" if article else end


def table_element(table: ExplanationTable, writer: ExplanationWriter) -> Html:
    """Return the table as HTML; the chosen row has a class."""
    head, *rows = table_rows(table, writer)
    sides = ["number" if side == ">" else None for side in table.sides]
    whole = element(
        "table",
        element("thead", element("tr", *(element("th", cell, scope="col") for cell in head))),
        element(
            "tbody",
            *(
                element(
                    "tr",
                    *(
                        element("td", cell, class_=side)
                        for cell, side in zip(cells, sides, strict=True)
                    ),
                    class_="chosen" if row.chosen else None,
                )
                for row, cells in zip(table.rows, rows, strict=True)
            ),
        ),
        class_="explanation-table",
    )
    return element("div", whole, class_="wide", tabindex=0)  # so that the keyboard can scroll it


def as_json(explanation: Explanation, language: Language) -> dict[str, Any]:
    """Return the explanation as a value for JSON; docs/reference/json-answers.md describes it."""
    writer = (
        PlayerWriter(language) if explanation.depth is Depth.PLAYER else ExplanationWriter(language)
    )
    return {
        "schema": "crivello/explanation/1",
        "system": explanation.system or None,
        "round": explanation.round or None,
        "depth": explanation.depth.name.lower(),
        "language": language.value,
        "title": writer.say(explanation.title),
        "paragraphs": [_paragraph(paragraph, writer) for paragraph in explanation],
    }


def _paragraph(paragraph: Paragraph, writer: ExplanationWriter) -> dict[str, Any]:
    whole = _value(paragraph.sentence, writer)
    return {
        "kind": paragraph.kind.value,
        "article": paragraph.article or None,
        "bracket": paragraph.bracket,
        "players": list(paragraph.players),
        "template": whole["template"],
        "values": whole["values"],
        "text": whole["text"],
        "table": None if paragraph.table is None else _table(paragraph.table, writer),
    }


def _table(table: ExplanationTable, writer: ExplanationWriter) -> dict[str, Any]:
    return {
        "columns": [str(writer.write(heading)) for heading in table.columns],
        "rows": [
            {"cells": [_value(cell, writer) for cell in row.cells], "chosen": row.chosen}
            for row in table.rows
        ],
    }


def _value(value: Value, writer: ExplanationWriter) -> Any:
    """Return one value of a sentence as JSON; docs/reference/json-answers.md describes it."""
    if not isinstance(value, Sentence):
        return plain_value(value)
    template = value.template
    return {
        "template": template if isinstance(template, str) else template[1],
        "values": {name: _value(one, writer) for name, one in value.values.items()},
        "text": writer.say(value),
    }
