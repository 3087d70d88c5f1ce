"""The builder of HTML, and cells that a spreadsheet would run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.words.escaping import (
    css_string,
    element,
    guard_formula,
    lines,
    markup,
    style,
    unguard_formula,
)
from tests.reports.pages_read import read_page

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(TEXTS, TEXTS)
def test_whatever_a_text_is_it_comes_back_as_text(text: str, value: str) -> None:
    read = read_page(element("p", element("b", text), title=value))
    assert [one.tag for one in read.elements] == ["p", "b"]
    if all(sign.isprintable() for sign in text + value):
        assert read.elements[0].text == text
        assert read.elements[0].attributes == {"title": value}


def test_attributes() -> None:
    made = element("td", "x", class_="n", data_kind="a", aria_label="b", hidden=True, id=None)
    assert made == '<td class="n" data-kind="a" aria-label="b" hidden>x</td>'
    assert element("link", rel="stylesheet") == '<link rel="stylesheet">'
    assert lines(["<", element("br")]) == "&lt;\n<br>"
    assert markup("\x00a\x1b") == "\N{REPLACEMENT CHARACTER}a\N{REPLACEMENT CHARACTER}"


@given(TEXTS)
def test_a_string_of_css_cannot_be_left(text: str) -> None:
    made = css_string(text)
    assert made[0] == made[-1] == '"'
    assert not set(made[1:-1]) & set('"<>\n\r\f')
    assert style(made)
    with pytest.raises(ValueError, match="end of its element"):
        style("a </style")


@pytest.mark.parametrize(
    "text", ["=1+1", "+39 123", "-cmd", "@x", "\tx", "\rx", "'=x", "＝1", "=-1"]
)
def test_what_could_run_is_guarded(text: str) -> None:
    assert guard_formula(text) == "'" + text
    assert unguard_formula(guard_formula(text)) == text


@pytest.mark.parametrize("text", ["", "-1", "+2", "-0.5", "3,5", "-", "+", "=", "Rossi", "'tHooft"])
def test_what_cannot_run_stays(text: str) -> None:
    assert guard_formula(text) == text


@given(st.text("=+-@'\t\r1.ax", max_size=6))
def test_a_guarded_text_comes_back(text: str) -> None:
    assert unguard_formula(guard_formula(text)) == text
