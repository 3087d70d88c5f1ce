"""Explanations as text, Markdown, an HTML fragment or JSON; the sentences are the same in all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..words import Language
from ..words.markup import element, lines
from .explanation import Depth, Explanation, Kind, Paragraph
from .values import Manner, plain, said

LONGEST = {Depth.BRIEF: 12, Depth.NORMAL: 24, Depth.FULL: None}
"""How many members of a list are shown."""


def manner(explanation: Explanation, language: Language) -> Manner:
    return Manner(language, LONGEST[explanation.depth])


def sentence(paragraph: Paragraph, how: Manner) -> str:
    return said(paragraph.sentence, how)


def as_text(explanation: Explanation, language: Language) -> str:
    """For a terminal: headings stand free, paragraphs are items, with their article in front."""
    how = manner(explanation, language)
    lines = [said(explanation.title, how)]
    for paragraph in explanation:
        body = sentence(paragraph, how)
        if paragraph.kind is Kind.HEADING:
            lines += ["", body]
        else:
            mark = f"[{paragraph.article}] " if paragraph.article else ""
            lines.append(f"  {mark}{body}")
    return "\n".join(lines) + "\n"


def as_markdown(explanation: Explanation, language: Language, level: int = 2) -> str:
    """`level`: of the title; the headings below it are one deeper."""
    how = manner(explanation, language)
    lines = ["#" * level + " " + _marked(said(explanation.title, how))]
    for paragraph in explanation:
        body = _marked(sentence(paragraph, how))
        if paragraph.kind is Kind.HEADING:
            lines += ["", "#" * (level + 1) + " " + body, ""]
        else:
            if lines[-1].startswith("#"):
                lines.append("")
            mark = f"**{paragraph.article}** " if paragraph.article else ""
            lines.append(f"- {mark}{body}")
    return "\n".join(lines) + "\n"


def _marked(text: str) -> str:
    """Names come from files of others: what Markdown would read as a mark is escaped."""
    return "".join("\\" + sign if sign in "\\`*_[]<>#|" else sign for sign in text)


def as_html(explanation: Explanation, language: Language, level: int = 2) -> str:
    """A fragment: one section, headings, and paragraphs with kind and article as data."""
    how = manner(explanation, language)
    parts = [element(f"h{level}", said(explanation.title, how))]
    for paragraph in explanation:
        body = sentence(paragraph, how)
        if paragraph.kind is Kind.HEADING:
            parts.append(element(f"h{level + 1}", body))
            continue
        article = paragraph.article
        mark = (element("b", article), " ") if article else ()
        kind = paragraph.kind.value
        parts.append(element("p", *mark, body, data_kind=kind, data_article=article or None))
    body = lines(["", *parts, ""])
    return element("section", body, class_="explanation", lang=language.value) + "\n"


def as_json(explanation: Explanation, language: Language) -> dict[str, Any]:
    """A value for a JSON writer: see docs/explain.md for its shape."""
    how = Manner(language)
    return {
        "schema": "crivello/explanation/1",
        "system": explanation.system,
        "round": explanation.round,
        "depth": explanation.depth.name.lower(),
        "language": language.value,
        "title": said(explanation.title, how),
        "paragraphs": [_paragraph(paragraph, how) for paragraph in explanation],
    }


def _paragraph(paragraph: Paragraph, how: Manner) -> dict[str, Any]:
    whole = plain(paragraph.sentence, how)
    return {
        "kind": paragraph.kind.value,
        "article": paragraph.article or None,
        "bracket": paragraph.bracket,
        "players": list(paragraph.players),
        "template": whole["template"],
        "values": whole["values"],
        "text": whole["text"],
    }


FORMATS: dict[str, Callable[[Explanation, Language], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "html": as_html,
}
