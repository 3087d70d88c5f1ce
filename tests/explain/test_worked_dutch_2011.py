"""The worked tournament of the older Dutch rules: the steps of the procedure as narrated."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from crivello.explain.explanation import Explanation, ParagraphKind
from tests.explain import facts
from tests.explain.facts import as_set, numbers, of_kind
from tests.support.cases import load

CASE = load("dutch-2011-held")
NARRATED = [
    pytest.param(entry["round"], bracket, id=f"round {entry['round']} at {bracket['score']}")
    for entry in CASE["rounds"]
    for bracket in entry["brackets"]
]


@cache
def told(number: int) -> Explanation:
    return facts.explained("dutch-2011-held", "dutch-2011", number)


@pytest.mark.parametrize(("number", "entry"), NARRATED)
def test_groups_and_their_numbers(number: int, entry: dict[str, Any]) -> None:
    group = facts.with_members(told(number), entry["members"])[0]
    values = {
        name: value
        # Not those of the remainder, which come later.
        for paragraph in reversed(of_kind(group, ParagraphKind.PARAMETERS))
        for name, value in paragraph.sentence.values.items()
    }
    for name in ("x", "p"):
        if name in entry:
            assert values[name] == entry[name]
    for paragraph in of_kind(group, ParagraphKind.SUBGROUPS)[:1]:
        if "S1" in entry:
            assert numbers(paragraph.sentence.values["s1"]) == entry["S1"]
            assert numbers(paragraph.sentence.values["s2"]) == entry["S2"]
    if "downfloaters_in" in entry:
        floaters = of_kind(group, ParagraphKind.GROUP)[0]
        assert numbers(floaters.sentence.values["players"]) == entry["downfloaters_in"]


@pytest.mark.parametrize(("number", "entry"), NARRATED)
def test_preferences_are_written_as_the_source_writes_them(
    number: int, entry: dict[str, Any]
) -> None:
    """The source writes W for semi-absolute (A.7d) and w for variable (A.7e), and omits some
    floats.
    """
    group = facts.with_members(told(number), entry["members"])[0]
    (cards,) = (
        p.sentence.values["players"].items for p in of_kind(group, ParagraphKind.SCOREGROUP)
    )
    written = {str(card).rstrip("-↓↑") for card in cards}
    stated = {member["raw"].rstrip("-‑↓↑") for member in entry.get("members_stated", ())}
    assert stated <= written


def test_exchanges_transpositions_and_drops_are_told() -> None:
    group = facts.with_members(told(4), [9, 10, 14])[0]
    assert [(p.article, p.players) for p in of_kind(group, ParagraphKind.EVENT)] == [
        ("C.8", (9, 10)),
        ("C.7", (14, 9)),
    ]
    assert [(p.article, p.players) for p in of_kind(group, ParagraphKind.DROPPED)] == [
        ("B.6", (10, 9))
    ]


def test_round_5_ends_with_the_joined_brackets() -> None:
    events = {p.article for p in of_kind(told(5), ParagraphKind.EVENT)}
    assert {"C.12", "C.13"} & events
    group = facts.with_members(told(5), [14, 8, 13, 12])[0]
    made = as_set(
        pair
        for p in of_kind(group, ParagraphKind.CHOSEN)
        for pair in p.sentence.values["pairs"].plain
    )
    assert made == as_set([(14, 12), (13, 8)])


@pytest.mark.parametrize("number", range(1, 6))
def test_colours_and_boards_in_the_worked_rounds_of_2011(number: int) -> None:
    facts.assert_colours_and_boards(told(number), CASE["rounds"][number - 1])
