"""The working crosstable: the tables that the booklets print before each round."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import call

DUBOV_BEFORE_ROUND_3 = """
1 GM 2630 +W7 +B6 W 2 2535 . .
2 GM 2600 +B8 +W5 B 2 2525 . .
3 GM 2590 +W9 =B4 W 1.5 2525 . .
4 GM 2570 +B10 =W3 B 1.5 2520 . .
5 GM 2550 +W11 -B2 W 1 2525 . .
7 IM 2520 -B1 +W14 B 1 2515 up .
8 IM 2500 -W2 +B11 W 1 2525 . .
12 IM 2430 =W6 =B13 W 1 2485 . .
13 FM 2420 =Bye =W12 B 1 2430 . .
6 IM 2550 =B12 -W1 B 0.5 2530 up .
9 GM 2480 -B3 =W10 B 0.5 2520 . .
10 IM 2450 -W4 =B9 W 0.5 2525 . .
14 FM 2400 =Bye -B7 W 0.5 2520 . .
11 FM 2450 -B5 -W8 B 0 2525 . .
"""
"""Number, title, rating, due colour, points, ARO and floats, as the Dubov booklet has them."""


def working(example: str, after: int) -> list[dict[str, object]]:
    words = ("crosstable", "--example", example, "--working", "--round", str(after), "--json")
    rows = json.loads(call(*words).out)["rows"]
    assert isinstance(rows, list)
    return rows


def test_the_table_is_that_of_the_dubov_booklet() -> None:
    expected = [line.split() for line in DUBOV_BEFORE_ROUND_3.strip().splitlines()]
    found = working("dubov-2018", 2)
    assert [str(row["number"]) for row in found] == [line[0] for line in expected]
    for row, line in zip(found, expected, strict=True):
        number, title, rating, *_, due, points, aro, first, second = line
        assert (row["title"], str(row["rating"]), str(row["aro"])) == (title, rating, aro), number
        assert str(row["due"])[0].upper() == due, number
        assert float(str(row["points"])) == float(points), number
        assert (row["float_1"] or ".", row["float_2"] or ".") == (first, second), number


def test_upfloats_are_shown_against_the_most_allowed() -> None:
    upfloats = {row["number"]: row["upfloats"] for row in working("dubov-2018", 2)}
    assert (upfloats[7], upfloats[1]) == ("1/3", "0/3")
    assert "upfloats" not in working("dutch-2017", 4)[0]


def test_the_older_dutch_signs() -> None:
    due = {row["number"]: row["due"] for row in working("dutch-2011", 4)}
    assert (due[5], due[6], due[1]) == ("W", "(B)", "b")


def test_it_is_printed_and_shown(tmp_path: Path) -> None:
    text = call("crosstable", "--example", "dutch-2017", "--working", "--round", "4").out
    assert "Working crosstable after round 4" in text
    assert "FLT-1" in text
    assert "ARO" not in text
    page = tmp_path / "working.pdf"
    words = ("print", "working-crosstable", "--example", "dubov-2018", "--output", page)
    assert call(*words).code == 0
    assert page.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("example", "aro"), [("dubov-2018", True), ("dutch-2017", False)])
def test_a_card_has_the_colour_that_is_due(example: str, aro: bool) -> None:
    card = call("card", "--example", example, "--player", "5", "--round", "3").out
    assert "Due in round 4: Bb" in card
    assert ("ARO: 2540" in card) is aro


def test_working_and_by_do_not_go_together() -> None:
    refused = call("crosstable", "--example", "dutch-2017", "--working", "--by", "rank")
    assert refused.code != 0
    assert "--working" in refused.err
