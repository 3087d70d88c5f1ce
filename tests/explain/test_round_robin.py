"""Texts about rounds of a round robin, compared line by line."""

from __future__ import annotations

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.explanation import Depth
from crivello.explain.render import as_html, as_text
from crivello.explain.round import explain_round
from crivello.systems.registry import find
from crivello.words import Language

SYSTEM = find("roundrobin")
EVENT = generate(Recipe(players=6, system="roundrobin"), 2)


def lines(number: int) -> list[str]:
    told = explain_round(SYSTEM, EVENT, number, Depth.FULL)
    return [line for line in as_text(told, Language.EN, width=200).splitlines() if line]


def test_a_student_can_find_the_pairs_of_a_round_without_the_table() -> None:
    """The sums are those of round 2 of the Berger table for 6 numbers: 1-2, 5-3, 6-4."""
    (sums,) = [line.strip() for line in lines(2) if "if their sum is" in line]
    assert sums.startswith("In this round two numbers meet if their sum is 3 or 8;")
    assert "meet itself, 4, meets the last number, 6." in sums


def test_every_game_has_the_rule_of_its_colours() -> None:
    found = [line.strip() for line in lines(2) if " has number " in line]
    assert [line.partition(": ")[2].partition(" [")[0] for line in found] == [
        "the last number of the table has White against the upper half.",
        "the sum of the numbers is even, so the higher number has White.",
        "the sum of the numbers is odd, so the lower number has White.",
    ]


def test_only_a_paragraph_with_an_article_has_room_for_one() -> None:
    told = explain_round(SYSTEM, EVENT, 2, Depth.FULL)
    html = as_html(told, Language.EN)
    assert html.count("<b>") == sum(bool(one.article) for one in told)
    assert "<b></b>" not in html
