"""Conditions on which a single sentence turns, each with a round in which it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.explanation import Depth, ExplanationWriter
from crivello.explain.facts import NumberInWords, RoundEvent, RoundOf, Truth
from crivello.explain.notation import EXAMPLE, read_bracket
from crivello.explain.player.answer import PlayerWriter
from crivello.explain.player.questions import answers_about
from crivello.explain.render import as_text
from crivello.explain.round import TracedRound, explain_round
from crivello.explain.typed_bracket import teach_typed
from crivello.model.errors import CrivelloError
from crivello.model.sentence import Sentence
from crivello.model.settings import Apart
from crivello.systems.registry import find
from crivello.words import N_, Language
from tests.explain.answer_checks import recipes
from tests.explain.test_choice_of_sentences import asked, said
from tests.explain.test_typed_bracket import ANY, EVEN, pairs_and_unpaired

EN = Language.EN


@pytest.mark.parametrize(
    ("key", "seed", "players", "number", "player", "told"),
    [
        pytest.param(
            "dutch-2011",
            5000,
            13,
            4,
            9,
            "you need it more, having had the other colour more often",
            id="a stronger need decides before the half of the points",
        ),
        pytest.param(
            "dubov-2026",
            5000,
            13,
            2,
            8,
            "5 P05 and 10 P10, the last two with ½ point, have already met.",
            id="two others who have met",
        ),
        pytest.param(
            "dubov-1997",
            5000,
            13,
            1,
            5,
            "keeps 2 P02 and 9 P09 apart",
            id="why another player was served",
        ),
        pytest.param(
            "dutch-2017",
            5001,
            14,
            6,
            1,
            "Next in line for you is 7 P07 (met someone with more points last round).",
            id="who has met another score again",
        ),
        pytest.param(
            "team-2026",
            5001,
            14,
            6,
            12,
            "you (2 points) and 13 P13 (3 points) play players with 4 points",
            id="the reader is named first",
        ),
        pytest.param(
            "dutch-2026",
            5000,
            13,
            6,
            11,
            "6 P06 and 7 P07 would be left, who already met in round 3.",
            id="those who would be left",
        ),
        pytest.param(
            "team-2026",
            7036,
            8,
            3,
            5,
            "The four of you with 2 points can make only one pair.",
            id="too few pairs",
        ),
        pytest.param(
            "dubov-1997",
            7006,
            8,
            2,
            1,
            "So one meets someone with fewer points: 2 P02, with ½ point.",
            id="a newcomer is due no colour",
        ),
        pytest.param(
            "dutch-2011",
            5007,
            7,
            6,
            7,
            "You and 6 P06, the only two with fewer than 2½ points, have met",
            id="the reader is the second of two",
        ),
        pytest.param(
            "dutch-2011",
            9001,
            6,
            3,
            6,
            "But then 3 P03 could meet only 1 P01, and you and 5 P05 would be left",
            id="the two who would be left are named",
        ),
        pytest.param(
            "doubleswiss-2026",
            9002,
            13,
            5,
            13,
            "If it were not you, then 9 P09 would have to meet someone with different points again",
            id="the reader is not said to step in for a player who is passed over",
        ),
        pytest.param(
            "dutch-2026",
            9003,
            5,
            4,
            3,
            "Ruled out for you: 1 P01 (met you in round 1). So it is 4 P04.",
            id="the players who are ruled out",
        ),
        pytest.param(
            "dutch-2026",
            9008,
            19,
            5,
            12,
            "Next in line was 15 P15 (would meet someone with fewer points again).",
            id="who is passed over because of an earlier float",
        ),
        pytest.param(
            "lim-1999",
            9010,
            8,
            5,
            6,
            "You are the only one of them still free.",
            id="the last one who is free",
        ),
        pytest.param(
            "dutch-2017",
            9012,
            16,
            6,
            16,
            "Among those with fewer than 2 points, 14 P14 would find no opponent.",
            id="the players below cannot be paired",
        ),
    ],
)
def test_a_sentence_of_a_round(
    key: str, seed: int, players: int, number: int, player: int, told: str
) -> None:
    assert told in said(asked(key, seed, players, number), player)


def test_nothing_is_added_where_there_is_no_simpler_answer() -> None:
    assert "There is no simpler answer" in said(asked("dutch-2011", 5000, 13, 7), 13)


def full(key: str, seed: int, players: int, number: int, depth: Depth = Depth.FULL) -> str:
    told = explain_round(find(key), recipes(key, seed, players), number, depth)
    return " ".join(as_text(told, EN).split())


def test_two_codes_in_a_row_are_no_range() -> None:
    told = full("dutch-2026", 5000, 13, 3)
    assert "All allowed candidates meet C6, C7, C10, C11, C13–C21." in told


def test_a_first_candidate_without_downfloaters_names_none() -> None:
    told = full("dutch-2026", 5000, 13, 3)
    assert "The first candidate, S1 against S2 in order: 1-2, 5-9, 8-12. Paired" in told
    assert "downfloaters: ." not in told


def test_each_depth_says_more_than_the_one_before() -> None:
    texts = [full("dutch-2026", 5000, 13, 3, Depth(depth)) for depth in range(3)]
    assert texts == sorted(texts, key=len)
    assert len(set(texts)) == 3
    event = recipes("dutch-2026", 5000, 13)
    assert as_text(explain_round(find("dutch-2026"), event, 3), EN).split() == texts[1].split()


def test_numbers_are_words_from_two_to_ten() -> None:
    writer = ExplanationWriter(EN)
    words = [
        writer.say(Sentence(N_("{count} players"), count=NumberInWords(count)))
        for count in (1, 2, 3, 10, 11)
    ]
    assert words == ["1 players", "two players", "three players", "ten players", "11 players"]


# Brackets that are typed


def test_absolute_preferences_stay_absolute_before_2013() -> None:
    """By the parity of the round only a small letter is mild or strong."""
    assert pairs_and_unpaired(find("dutch-2011"), "[2B, 5B]", EVEN) == (set(), {2, 5})


def test_a_dubov_letter_without_a_star_is_mild_after_an_even_number_of_games() -> None:
    typed = "[2W 2500, 3B 2400] colours 2:WB"
    assert pairs_and_unpaired(find("dubov-2018"), typed, ANY) == ({frozenset((2, 3))}, set())


def test_the_example_of_colours_can_be_typed() -> None:
    with pytest.raises(CrivelloError, match=r"such as 8:BWBW\. "):
        read_bracket("[5W] colours 5:XX")
    assert read_bracket("[8W] colours 8:BWBW").colours == ((8, "BWBW"),)


def test_upfloats_have_up_to_two_digits() -> None:
    assert read_bracket("[5W] upfloats 5:99").upfloats == ((5, 99),)


def test_a_table_of_transpositions_cites_its_article() -> None:
    typed = read_bracket(EXAMPLE)
    told = as_text(teach_typed(find("dutch-2017"), typed, ANY, ("transpositions",)), EN)
    cited = {line.rpartition("[")[2] for line in told.splitlines() if "Transpositions of" in line}
    assert cited == {"D.1]:"}


def test_of_equal_ratings_none_is_said_to_be_higher() -> None:
    for seed in range(10):
        recipe = Recipe(players=9, rounds=6, system="dubov-1997", ratings=(2000,) * 9)
        event = generate(recipe, seed)
        for number in range(2, event.paired_rounds + 1):
            ask = answers_about(TracedRound(find("dubov-1997"), event, number))
            for entrant in ask.this.field.entrants:
                assert "despite the higher rating" not in said(ask, entrant.id)


# Facts


def test_the_round_from_which_two_are_kept_apart_is_a_fact() -> None:
    event = generate(Recipe(players=8, rounds=4, system="dutch-2026"), 1)
    apart = replace(event.settings, forbidden=(Apart((1, 8), first_round=2),))
    truth = Truth(TracedRound(find("dutch-2026"), replace(event, settings=apart), 3))
    told = [RoundOf(number, RoundEvent.KEPT_APART, 1, 8) for number in (1, 2, 3)]
    assert [fact.holds(truth) for fact in told] == [False, True, False]
    assert not RoundOf(2, RoundEvent.KEPT_APART, 1, 7).holds(truth)


def test_more_than_three_different_reasons_are_not_listed() -> None:
    said_of = [Sentence(f"{letter} (why)") for letter in "abcd"]
    ask = asked("dutch-2026", 5000, 13, 2).asked
    assert ask.list_passed(said_of[:3]) is not None
    assert ask.list_passed(said_of) is None


@pytest.mark.parametrize(
    ("seed", "players", "number", "player"), [(40001, 7, 5, 3), (40002, 9, 3, 1)]
)
def test_without_a_simple_reason_against_the_bye_the_arbiter_s_follows(
    seed: int, players: int, number: int, player: int
) -> None:
    answer = asked("dutch-2011", seed, players, number).why_not_bye(player)
    assert PlayerWriter(EN).answer(answer).startswith("There is no simpler answer for you")
