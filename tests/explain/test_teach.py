"""The tables that teach pairing, compared with the examples of the documents."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.dubov.lessons import LowerPlayer, list_containers, list_shifters
from crivello.explain.dutch.lessons import (
    list_exchanges,
    list_moved_down,
    list_psd,
    list_transpositions,
)
from crivello.explain.explanation import (
    Explanation,
    ExplanationTable,
    ExplanationWriter,
    ParagraphKind,
)
from crivello.explain.lesson import ROWS, Lesson
from crivello.explain.render import as_text, table_rows
from crivello.explain.teach import baku_of_numbers, list_rounds, teach_round
from crivello.model.errors import Unsupported
from crivello.model.sentence import Sentence
from crivello.rules.acceleration import BAKU_2016, BAKU_2026
from crivello.systems.dubov.editions import DUBOV_2018
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain.answer_checks import recipes
from tests.support.cases import asked, example, load, tournament
from tests.systems.dubov.cases import worked_tournament

EN = ExplanationWriter(Language.EN)


def table(lesson: Lesson, place: int = 0) -> ExplanationTable:
    found = [one.table for one in lesson.paragraphs if one.table is not None]
    return found[place]


def column(of: ExplanationTable, place: int) -> list[Any]:
    return [row.cells[place] for row in of.rows]


def left_out(lesson: Lesson) -> int:
    return sum(
        one.sentence.values["count"]
        for one in lesson.paragraphs
        if "not shown" in str(one.sentence.template)
    )


# Numbers


def test_transpositions_of_three() -> None:
    given, expected = asked("dutch-transpositions-bsn")
    lesson = Lesson()
    names = given["players"][3:]
    list_transpositions(lesson, "D.1", given["S2_bsn"], 3, names)
    shown = table(lesson)
    assert ["".join(map(str, one.plain)) for one in column(shown, 1)] == expected["strings"]
    assert [one.plain for one in column(shown, 2)] == expected["players"]


@pytest.mark.parametrize(
    "name", ["dutch-transpositions-11-homogeneous", "dutch-transpositions-11-heterogeneous"]
)
def test_transpositions_of_eleven(name: str) -> None:
    entry = example(name)
    given, expected = entry["input"], entry["expected"] | entry.get("expected_by_rule", {})
    lesson = Lesson()
    used = expected["last"]
    list_transpositions(lesson, "D.1", given["S2"], given["N1"], used=used)
    shown = [one.plain for one in column(table(lesson), 1)]
    assert shown[: len(expected["first"])] == expected["first"]
    assert len(shown) + left_out(lesson) == expected["count"]
    # The one that was used is shown with its number, however late it comes.
    last = table(lesson).rows[-1]
    assert last.chosen
    assert last.cells[0] == expected["count"]
    assert shown[-1] == used


def test_exchanges_of_eight() -> None:
    given, expected = asked("dutch-exchange-order")
    lesson = Lesson()
    list_exchanges(lesson, "D.2", given["S1"], given["S2"])
    shown = table(lesson)
    written = [
        f"{coming.plain[0]}-{leaving.plain[0]}"
        for leaving, coming in zip(column(shown, 1), column(shown, 2), strict=True)
        if leaving.plain
    ]
    assert written[:9] == expected["first_nine"]
    # The first row exchanges nobody.
    assert shown.rows[0].cells[1].plain == []
    assert len(shown.rows) == ROWS
    assert len(shown.rows) + left_out(lesson) == 70


def test_exchanges_of_eleven_compare_as_the_text_says() -> None:
    expected = example("dutch-exchange-compare")["expected"]
    lesson = Lesson()
    list_exchanges(lesson, "D.2", range(1, 6), range(6, 12))
    order = [(row.cells[1].plain, row.cells[2].plain) for row in table(lesson).rows]
    for rule in expected["better_than"]:
        better, worse = rule["better"], rule["worse"]
        if rule["rule"] == "b" and len(better[0]) == 1:
            assert order.index((list(better[1]), list(better[0]))) < order.index(
                (list(worse[1]), list(worse[0]))
            )


def test_many_players_have_their_first_exchanges() -> None:
    lesson = Lesson()
    list_exchanges(lesson, "D.2", range(1, 41), range(41, 81))
    assert [len(row.cells[1].plain) for row in table(lesson).rows] == [0] + [1] * (ROWS - 1)
    assert left_out(lesson) > 10**20


def test_sets_of_moved_down_players_by_edition() -> None:
    """2017: the highest differing score first; 2026: only the numbers, of valid limbos."""
    scores = [6, 6, 5]
    orders = {}
    for edition in (DUTCH_2017, DUTCH_2026):
        lesson = Lesson()
        list_moved_down(lesson, edition, scores, 2, 2)
        orders[edition.key] = [one.plain for one in column(table(lesson), 1)]
        assert lesson.paragraphs[0].article == edition.generation[2]
    assert orders["dutch-2017"] == [[1, 2], [1, 3], [2, 3]]
    assert orders["dutch-2026"] == [[1, 2], [1, 3], [2, 3]]


def test_psd() -> None:
    for name in ("dutch-psd-1", "dutch-psd-2"):
        given, expected = asked(name)
        parts = tuple(
            [(int(2 * one[1]), int(2 * one[3])) for one in given["pairs"]]
            + [(int(2 * one[1]), None) for one in given["downfloaters"]]
        )
        lesson = Lesson()
        list_psd(lesson, [parts, parts], 2)
        assert [one.amount / 2 for one in column(table(lesson), 2)] == expected["psd"]
        artificial = lesson.paragraphs[0].sentence.values["artificial"]
        assert artificial.amount / 2 == expected["artificial_value"]
        assert "equal" in str(lesson.paragraphs[-1].sentence.template)


def test_psd_compared() -> None:
    expected = example("dutch-psd-compare")["expected"]
    lesson = Lesson()
    one = ((4, 1), (2, 1), (1, None))
    other = ((4, 1), (2, 1), (2, None))
    list_psd(lesson, [one, other], 2)
    verdict = lesson.paragraphs[-1]
    assert {paragraph.article for paragraph in lesson.paragraphs} == {"A.8"}
    assert f"psd{verdict.sentence.values['number']}" == expected["better"]
    assert verdict.sentence.values["place"] == expected["decided_at_element"]
    assert [row.chosen for row in table(lesson, 2).rows] == [False, True, False]


@pytest.mark.parametrize("name", ["dubov-upfloater-containers-10", "dubov-containers-d1b"])
def test_containers_in_a_lesson(name: str) -> None:
    given, expected = asked(name)
    scores = given.get("scores_by_sequence") or list(given["scores"].values())
    lesson = Lesson()
    lower = [LowerPlayer(n, int(2 * score)) for n, score in enumerate(scores, start=1)]
    list_containers(lesson, DUBOV_2018, lower, 2, given["k"])
    found: dict[int, list[list[int]]] = {}
    for row in table(lesson).rows:
        found.setdefault(row.cells[1], []).append(row.cells[3].plain)
    wanted = expected.get("containers_sorted") or [
        one["sets"] for one in expected["containers_in_order"] if one["sets"]
    ]
    assert list(found.values()) == wanted


def test_shifters() -> None:
    given, expected = asked("dubov-shifter-sequence-7")
    lesson = Lesson()
    list_shifters(lesson, "D.2", Sentence("Shifters:"), given["list"])
    assert column(table(lesson), 1) == expected["sequence"]


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (8, 3), (50, 6), (64, 6), (65, 7), (128, 7), (129, 8)]
)
def test_rounds_needed_in_a_lesson(players: int, rounds: int) -> None:
    lesson = Lesson()
    list_rounds(lesson, players)
    assert lesson.paragraphs[0].sentence.values["rounds"] == rounds
    (marked,) = (row for row in table(lesson).rows if row.chosen)
    assert marked.cells[:2] == (rounds, 2**rounds)


def test_rounds_for_the_places_of_a_podium() -> None:
    """As two textbooks have it: with 7 rounds the winner of 128, second of 64, third of 32."""
    lesson = Lesson()
    list_rounds(lesson, 100)
    rows = {row.cells[0]: row.cells[1:] for row in table(lesson).rows}
    assert rows[7] == (128, 64, 32)
    assert [row.cells for row in table(lesson, 1).rows] == [(8, 4, 6), (16, 6, 7), (32, 7, 9)]
    small = Lesson()
    list_rounds(small, 2)
    assert [row.cells for row in table(small).rows][:2] == [(1, 2, "–", "–"), (2, 4, 2, "–")]


def test_baku() -> None:
    groups = example("baku-ga-161")["expected"]
    points = example("baku-virtual-points")["expected"]["GA"]
    lesson = Lesson()
    baku_of_numbers(lesson, BAKU_2016, 161, 9)
    assert column(table(lesson), 1) == [groups["GA"], groups["GB"]]
    assert column(table(lesson), 0) == ["A", "B"]
    assert table(lesson).sides == "<><"
    assert table_rows(table(lesson), EN)[1][2] == "1 to 82"
    assert [one.amount / 2 for one in column(table(lesson, 1), 1)] == points
    later = Lesson()
    baku_of_numbers(later, BAKU_2026, 161, 11)
    assert [one.amount for one in column(table(later, 1), 1)] == [2, 2, 2, 1, 1, 1] + [0] * 5


# Brackets


@cache
def taught(key: str, number: int, bracket: int) -> Explanation:
    played = worked_tournament() if key.startswith("dubov") else tournament(load("dutch-2016-held"))
    return teach_round(find(key), played, number, bracket)


def captioned(explanation: Explanation, words: str) -> list[ExplanationTable]:
    return [
        one.table
        for one in explanation
        if words in str(one.sentence.template) and one.table is not None
    ]


def test_round_2_the_second_transposition_is_used() -> None:
    told = taught("dutch-2017", 2, 1)
    stated = load("dutch-2016-held")["rounds"][1]["brackets"][0]
    (shown,) = captioned(told, "Transpositions")
    assert [one.plain for one in column(shown, 2)] == stated["transpositions_players"]
    assert [row.chosen for row in shown.rows].index(True) == 1
    (numbers,) = captioned(told, "The numbers")
    assert {str(row.cells[1].id): row.cells[0] for row in numbers.rows} == stated["BSN"]


def test_round_3_exchange_of_4_and_6() -> None:
    (shown,) = captioned(taught("dutch-2017", 3, 2), "Exchanges")
    (used,) = (row for row in shown.rows if row.chosen)
    assert (used.cells[4].plain, used.cells[5].plain) == ([3, 6], [4, 11])
    assert used.cells[0] == 2


def test_round_4_the_remainder_is_numbered_afresh() -> None:
    told = taught("dutch-2017", 4, 2)
    (numbers,) = captioned(told, "renumbered")
    assert [(row.cells[0], row.cells[1].id) for row in numbers.rows] == [(1, 1), (2, 3), (3, 7)]
    moved, rest = captioned(told, "Transpositions")
    assert [row.cells[2].plain for row in moved.rows if row.chosen] == [[4]]
    assert [row.cells[2].plain for row in rest.rows if row.chosen] == [[3]]


def test_dubov_round_3_upfloaters_of_the_bracket_at_one_and_a_half() -> None:
    told = taught("dubov-2018", 3, 2)
    (shown,) = captioned(told, "upfloaters in order")
    case = load("dubov-2018-held")["rounds"][2]["brackets"][1]
    first = [row.cells[4].plain for row in shown.rows if row.cells[1] == 1]
    assert first == case["containers"][0]["sets"]
    assert [row.cells[4].plain for row in shown.rows if row.chosen] == [case["upfloaters"]]
    (orders,) = captioned(told, "Transpositions")
    assert [row.cells[1].plain for row in orders.rows if row.chosen] == [case["T2"]]


@pytest.mark.parametrize("key", ["dutch-2017", "dutch-2026", "dubov-2018", "dubov-2026"])
def test_what_was_used_is_marked_in_every_table(key: str) -> None:
    """Tables of any bracket come from the pairing itself: each has exactly one marked row."""
    tables = 0
    recipe = Recipe(players=23, rounds=5, system=key, draw_percentage=30)
    played = generate(recipe, 7)
    for number in range(1, played.paired_rounds + 1):
        told = teach_round(find(key), played, number)
        for one in told:
            words = str(one.sentence.template)
            if one.table is not None and "in order" in words:
                assert sum(row.chosen for row in one.table.rows) == 1, (number, words)
                tables += 1
    assert tables > 20


def test_other_systems_have_no_such_tables() -> None:
    played = tournament(load("dutch-2016-held"))
    with pytest.raises(Unsupported):
        teach_round(find("lim-1999"), played, 2)
    with pytest.raises(Unsupported):
        teach_round(find("dutch-2017"), played, 2, 9)


def test_only_what_is_asked_for() -> None:
    played = tournament(load("dutch-2016-held"))
    told = teach_round(find("dutch-2017"), played, 2, topics=("exchanges",))
    assert captioned(told, "Exchanges")
    assert not captioned(told, "Transpositions")
    assert {one.kind for one in told} == {ParagraphKind.HEADING, ParagraphKind.LESSON}


@pytest.mark.parametrize(
    ("key", "number", "topics"),
    [
        ("dutch-2017", 2, {"psd": "The two lists", "transpositions": "Transpositions"}),
        ("dutch-2017", 4, {"mdps": "Sets of M1", "psd": "The two lists", "exchanges": "Exchanges"}),
        ("dubov-2018", 3, {"upfloaters": "upfloaters in order", "shifters": "Shifter numbers"}),
    ],
)
def test_a_lesson_has_the_tables_of_its_topics_and_no_others(
    key: str, number: int, topics: dict[str, str]
) -> None:
    played = worked_tournament() if key.startswith("dubov") else tournament(load("dutch-2016-held"))
    every = teach_round(find(key), played, number)
    for topic, words in topics.items():
        told = teach_round(find(key), played, number, topics=(topic,))
        assert len(captioned(told, words)) == len(captioned(every, words)) > 0, topic
        for other in topics.values():
            assert other == words or not captioned(told, other), (topic, other)


def test_a_group_without_pairs_and_a_remainder_of_the_older_system() -> None:
    """5 comes down and meets 1; 4 and 9 are the remainder, and 7 is left over."""
    told = as_text(teach_round(find("dutch-2011"), recipes("dutch-2011", 1, 9), 2), Language.EN)
    upper, lower = told.split("Group at score 0")
    assert "The remainder, renumbered:" in upper
    assert "Exchanges of residents between S1 and S2 in order (2)" in upper
    assert "Nobody is paired in this bracket." not in upper
    assert "Nobody is paired in this bracket." in lower
