"""Player lines that are read as a whole are those that match a strict pattern."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.formats.trf.lines import FIELD_COLUMNS, MAX_ROUNDS, plain_fields, split_lines

LEFT = r"001 [ 0-9]{4} .{4} .{33} [ 0-9]{4} .{3} [ 0-9]{11} [-0-9/. ]{10} [ 0-9.,]{4} [ 0-9]{4} {2}"
GAME = r"(?!0000| {3}0)(?:[0-9]{4}| [0-9]{3}| {2}[0-9]{2}| {3}[0-9]) [wb] [10=WDL+-]"
BYE = r"(?:0000| {4}) [- ] [HFUZ]"
PLAIN = re.compile(rf"{LEFT}(?:(?:{GAME}|{BYE}| {{8}}|0000 - ) {{2}}){{0,{MAX_ROUNDS}}}\Z")

LINE = (
    "001    1 mGM  Rossi, Mario                      2565 ITA     1234567 1990/05/04  2.5    1"
    "    11 b 1     6 w =  0000 - U    12 b -        "
)
SIGNS = " 0123456789wbWBDLHFUZhrux=+-./,é²"


def complete(text: str) -> str:
    return text + " " * (91 - len(text) if len(text) <= 91 else -(len(text) - 91) % 10)


@given(
    st.lists(st.tuples(st.integers(0, len(LINE) + 12), st.sampled_from(SIGNS)), max_size=3),
    st.integers(80, len(LINE)),
)
def test_a_line_is_plain_if_the_pattern_says_so(
    changes: list[tuple[int, str]], length: int
) -> None:
    text = LINE[:length]
    for place, sign in changes:
        text = text[:place] + sign + text[place + 1 :]
    found = plain_fields(text)
    assert (found is not None) == (PLAIN.match(complete(text)) is not None), text
    if found is not None:
        assert found == tuple(complete(text)[first - 1 : last] for first, last in FIELD_COLUMNS)


def test_a_line_has_as_many_rounds_as_a_file_may_have() -> None:
    left = LINE[:91]
    assert plain_fields(left + "  11 b 1  " * MAX_ROUNDS) is not None
    assert plain_fields(left + "  11 b 1  " * (MAX_ROUNDS + 1)) is None


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\n\r\n"])
def test_lines_end_as_on_any_computer(end: str) -> None:
    assert [line.text for line in split_lines(f"012 A{end}022 B{end}\x1a")] == ["012 A", "022 B"]


def test_the_words_of_a_line_with_their_columns() -> None:
    (line,) = split_lines("XXC rank  white1\trank")
    assert line.words() == [(5, "rank"), (11, "white1"), (18, "rank")]
    (line,) = split_lines("062x 30")
    assert line.words() == [(6, "30")]
