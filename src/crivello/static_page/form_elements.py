"""Forms of the page: a view's questions, which the page sends when a form is submitted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from crivello.words.escaping import Html, element


def form(view: str, *fields: Html, at_once: bool = False) -> Html:
    """Return a form whose fields are sent with the next request of this view.

    `at_once`: True to send it when a choice is changed, too.
    """
    return element("form", *fields, class_="ask", data_view=view, data_at_once=at_once)


def choice(
    name: str, label: str, options: Iterable[tuple[str, str]], asked: Mapping[str, Any]
) -> Html:
    """Return a list to choose from, with the value of the request chosen."""
    chosen = str(asked.get(name) or "")
    return element(
        "label",
        element("span", label),
        element(
            "select",
            *(
                element("option", text, value=value, selected=value == chosen)
                for value, text in options
            ),
            name=name,
        ),
    )


def text_box(name: str, label: str, asked: Mapping[str, Any], hint: str = "") -> Html:
    """Return a box for a line of text."""
    return element(
        "label",
        element("span", label),
        element("input", name=name, value=str(asked.get(name) or ""), placeholder=hint or None),
    )


def button(text: str, name: str | None = None, value: str | None = None) -> Html:
    """Return a button that sends the form; `name` and `value` say which one was pressed."""
    return element("button", text, name=name, value=value)
