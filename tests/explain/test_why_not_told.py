"""Answers to why-not questions and comparisons of editions, as texts."""

from __future__ import annotations

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.answers import (
    explain_why_not_bye,
    explain_why_not_colour,
    explain_why_not_pair,
)
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Explanation, ParagraphKind
from crivello.explain.render import as_text
from crivello.model.errors import CrivelloError, Illegal
from crivello.model.keys import SYSTEMS
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.registry import find
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.support.cases import load, tournament
from tests.systems.dubov.cases import worked_tournament

HELD = tournament(load("dutch-2016-held"))
DUTCH = find("dutch-2017")


def english(told: Explanation) -> str:
    return as_text(told, Language.EN)


def codes(told: Explanation) -> list[str]:
    return [paragraph.article for paragraph in told if paragraph.article]


def test_forbidden_outright() -> None:
    told = explain_why_not_pair(DUTCH, HELD, 4, 2, 5)
    assert codes(told) == ["C.1"]
    assert "2 and 5 have already met." in english(told)
    assert "They played each other in round 3." in english(told)


def test_worse_by_a_criterion_with_both_values() -> None:
    """Round 4: 9-10 is the first candidate at 1 point, but 14 floated down two rounds ago."""
    told = explain_why_not_pair(DUTCH, HELD, 4, 9, 10)
    assert codes(told) == ["C.14"]
    assert (
        "In the bracket at score 1 there would be one case against it instead of 0: 14↓. [C.14]"
        in english(told)
    )


def test_equally_good_but_later() -> None:
    told = explain_why_not_pair(find("dutch-2026"), HELD, 1, 1, 9)
    assert codes(told) == ["4.2"]
    assert "Equally good" in english(told)


def test_no_completion() -> None:
    """Of four players 3 and 4 have met, so after 1-2 they cannot be paired."""
    first = Round((Game(3, 4, Result.DRAW),), ((1, Bye.ZERO_POINT), (2, Bye.ZERO_POINT)))
    players = tuple(Player(f"P{number}", id=number, number=number) for number in range(1, 5))
    small = Tournament(players, (first,), Settings(rounds=3, initial_colour=Colour.WHITE))
    for key in ("dutch-2017", "dutch-2026", "dubov-2026"):
        told = explain_why_not_pair(find(key), small, 2, 1, 2)
        assert "If 1 P1 met 2 P2, the others could not all be paired." in english(told)


def test_granted_already() -> None:
    assert "do meet in this round" in english(explain_why_not_pair(DUTCH, HELD, 4, 2, 6))
    assert "does get the bye" in english(explain_why_not_bye(DUTCH, HELD, 2, 14))
    has_white = explain_why_not_colour(DUTCH, HELD, 4, 6, Colour.WHITE)
    assert "does have White" in english(has_white)


def test_bye_barred_and_bye_to_a_higher_score() -> None:
    even = explain_why_not_bye(DUTCH, HELD, 3, 14)
    assert "even: there is no bye" in english(even)
    higher = explain_why_not_bye(find("dutch-2026"), HELD, 2, 4)
    assert codes(higher) == ["C5", "C5"]
    assert "would be ½ instead of 0" in english(higher)


def test_colour_first_by_the_rule_of_the_pair_then_at_all() -> None:
    told = explain_why_not_colour(DUTCH, HELD, 4, 6, Colour.BLACK)
    assert codes(told)[0] == "E.2"
    assert next(p.kind for p in told) is ParagraphKind.COLOUR
    assert len(codes(told)) > 1


def test_dubov_bye_by_number_and_pair_by_upfloats() -> None:
    dubov = find("dubov-2018")
    bye = explain_why_not_bye(dubov, worked_tournament(), 5, 9)
    assert codes(bye) == ["B.0"]
    assert "9 has a smaller pairing number than 11" in english(bye)
    pair = explain_why_not_pair(dubov, worked_tournament(), 3, 3, 7)
    assert codes(pair) == ["C.10"]
    assert "one case against it instead of 0: 7↑. [C.10]" in english(pair)


def test_procedures_name_the_step() -> None:
    old = find("dutch-2011")
    held = tournament(load("dutch-2011-held"))
    dropped = explain_why_not_pair(old, held, 4, 10, 9)
    assert codes(dropped)[0] == "B.6"
    forbidden = explain_why_not_pair(old, held, 4, 1, 13)
    assert codes(forbidden) == ["B.2"]
    apart = explain_why_not_pair(old, held, 4, 1, 12)
    assert codes(apart) == ["B.3", "B.4"]
    assert "for them to meet, 1 would have to move down" in english(apart)
    lim = explain_why_not_pair(find("lim-1999"), held, 4, 1, 12)
    assert "after that 1-12 was no longer possible" in english(lim)


def test_bad_questions_are_refused_in_words() -> None:
    with pytest.raises(CrivelloError, match="There is no player 77"):
        explain_why_not_pair(DUTCH, HELD, 2, 1, 77)
    with pytest.raises(Illegal, match="Nobody can meet themselves"):
        explain_why_not_pair(DUTCH, HELD, 2, 1, 1)
    with pytest.raises(Illegal, match="Player 12 is not paired in round 2"):
        explain_why_not_pair(DUTCH, HELD, 2, 1, 12)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_every_system_answers_in_both_languages(key: str) -> None:
    played = generate(Recipe(players=11, rounds=6, system=key, forfeit_rate=15), 4)
    system = find(key)
    for number in (1, 3, 5):
        told = [
            explain_why_not_pair(system, played, number, 1, 8),
            explain_why_not_pair(system, played, number, 4, 5),
            explain_why_not_bye(system, played, number, 3),
            explain_why_not_colour(system, played, number, 2, Colour.WHITE),
            explain_why_not_colour(system, played, number, 2, Colour.BLACK),
        ]
        for one in told:
            assert list(one)
            for language in COMPLETE_LANGUAGES:
                assert "{" not in as_text(one, language)


def test_editions_compared_where_the_inputs_differ() -> None:
    """In rounds with absences 2017 gives a downfloat for them, and 2026 does not."""
    recipe = Recipe(players=20, rounds=7, forfeit_rate=12, zero_point_bye_rate=12,
                    full_point_bye_rate=20)  # fmt: skip
    articles, differ = set(), 0
    for seed in range(12):
        played = generate(recipe, seed)
        for number in range(2, played.paired_rounds + 1):
            told = explain_edition_diff(find("dutch-2026"), find("dutch-2017"), played, number)
            articles |= set(codes(told))
            if "Only under" in english(told):
                differ += 1
                # Each edition names what it has against the other one's pairing.
                assert english(told).count("does not accept the other pairing") == 2
            assert "{" not in as_text(told, Language.IT)
    assert {"1.4 / A.4", "C2 / C.2"} <= articles
    assert differ >= 5


def test_editions_compared_where_nothing_differs() -> None:
    told = explain_edition_diff(DUTCH, find("dutch-2026"), HELD, 1)
    assert "Both give the same pairing." in english(told)
    assert len(list(told)) == 1


def test_every_system_can_be_compared_with_every_other() -> None:
    played = generate(Recipe(players=10, rounds=5, system="dutch-2026"), 2)
    for one in SYSTEMS.swiss:
        for other in SYSTEMS.swiss:
            told = explain_edition_diff(find(one), find(other), played, 4)
            assert "{" not in as_text(told, Language.IT)
