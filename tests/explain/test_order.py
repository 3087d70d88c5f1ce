"""The sums that order a Burstein group: recorded by the pairing, and shown."""

from __future__ import annotations

import random

import pytest

from crivello.explain.answers import explain_player, explain_why_not_bye, explain_why_not_pair
from crivello.explain.explanation import Explanation
from crivello.explain.render import as_json, as_text
from crivello.explain.round import explain_round
from crivello.model.result import Bye
from crivello.model.trace import Trace
from crivello.model.trace.burstein import Key, PlayersOrdered
from crivello.model.trace.procedure import GroupOpened
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.random_events import play, random_axes
from tests.support.small import small
from tests.systems.dubov1997.test_booklet import held

WITH_BYE = small(7, "1-4 1-0, 2-5 1-0, 3-6 1-0, 7 U", "7-1 1-0, 2-3 1-0, 4-5 ½-½, 6 U", "", of=3)


def text(told: Explanation, language: Language = Language.EN) -> str:
    return " ".join(as_text(told, language).split())


@pytest.mark.parametrize("key", ["burstein-2016", "burstein-2026"])
def test_the_trace_has_the_values_that_make_the_order(key: str) -> None:
    """Each sum is that of its rounds; the order is that of the values; groups are in that order."""
    rng = random.Random(5)
    system = find(key)
    for _ in range(6):
        played = play(rng, 12, 6, random_axes(rng), system.pair)
        for number in range(4, len(played.rounds) + 1):
            trace: Trace = []
            pairing = system.pair(played, number, trace)
            (order,) = [step for step in trace if isinstance(step, PlayersOrdered)]
            for placed in order.players:
                value = dict(zip(order.by, placed.values, strict=True))
                assert len(placed.rounds) == number - 1
                assert value[Key.BUCHHOLZ] == sum(one.opponent_score for one in placed.rounds)
                assert value[Key.SONNEBORN_BERGER] == sum(
                    one.opponent_score * one.points for one in placed.rounds
                )
            ranks = [(*(-v for v in one.values[:-1]), one.values[-1]) for one in order.players]
            assert ranks == sorted(ranks)
            listed = [one.player for one in order.players]
            paired = {p for board in pairing.boards for p in (board.white, board.black)}
            assert set(listed) - {pairing.bye} == paired
            for step in trace:
                if isinstance(step, GroupOpened):
                    assert sorted(step.players, key=listed.index) == list(step.players)


def test_the_sums_of_a_group_are_told_in_order() -> None:
    """2016: 2 beat 5 and 3, who count as ½ and 1 point. 7 beat a virtual opponent and 1."""
    told = explain_round(find("burstein-2016"), WITH_BYE, 3)
    assert (
        "In order, with Sonneborn-Berger, Buchholz, Median, rating: "
        "2 (1½, 1½, 0, 2580), 7 (1½, 1½, 0, 2530). [3.2]" in text(told)
    )
    assert "In ordine, con Sonneborn-Berger, Buchholz" in text(told, Language.IT)
    newer = text(explain_round(find("burstein-2026"), WITH_BYE, 3))
    assert "In order, with Buchholz, Sonneborn-Berger: 7 (3, 3), 2 (1½, 1½). [1.8]" in newer


def test_the_bye_is_told_with_the_sums_of_all_on_its_score() -> None:
    told = text(explain_round(find("burstein-2016"), WITH_BYE, 3))
    assert (
        "Before anybody is paired, 4 is given the pairing-allocated bye. [4.2] "
        "On that score, the last in order first, with Sonneborn-Berger, Buchholz, Median, "
        "rating: 4 (0.25, 1½, 0, 2560), 5 (0.25, 2½, 0, 2550). [4.2]" in told
    )
    newer = text(explain_round(find("burstein-2026"), WITH_BYE, 3))
    assert (
        "with games played, Buchholz, Sonneborn-Berger: 4 (2, 1½, 0.25), 5 (2, 2½, 0.25)." in newer
    )
    asked = text(explain_why_not_bye(find("burstein-2016"), WITH_BYE, 3, 5))
    assert "rating: 4 (" in asked


def test_a_player_is_told_what_his_sums_are_made_of() -> None:
    answer = explain_player(find("burstein-2016"), WITH_BYE, 3, 7)
    assert (
        "7 Player 7 is No. 2 of the 2 players of the group: Sonneborn-Berger "
        "1½ (1×½* + 1×1), Buchholz 1½ (½* + 1), Median 0, rating 2530. [3.2]" in text(answer)
    )
    assert "* An unplayed round counts with the score of a virtual opponent" in text(answer)
    assert "* Di un turno non giocato conta" in text(answer, Language.IT)
    (value,) = [
        paragraph["values"]["buchholz"]
        for paragraph in as_json(answer, Language.IT)["paragraphs"]
        if paragraph["kind"] == "order" and paragraph["players"] == [7]
    ]
    assert value == {"total": "1½", "terms": ["½*", "1"]}


def test_who_does_not_meet_is_told_where_both_stand() -> None:
    played = small(6, "1-4 1-0, 2-5 1-0, 3-6 1-0", "")
    answer = text(explain_why_not_pair(find("burstein-2016"), played, 2, 4, 5))
    assert "4 is No. 1 of the 4 players of the group" in answer
    assert "5 is No. 2 of the 4 players of the group" in answer


def test_no_star_where_everybody_has_played() -> None:
    played = small(4, "1-3 1-0, 2-4 1-0", "")
    answer = text(explain_player(find("burstein-2016"), played, 2, 1))
    assert "Buchholz 0 (0)" in answer
    assert "*" not in answer


def test_an_opponent_who_is_away_is_seen_with_draws() -> None:
    """2026, 1.7.2: 4 had a zero-point bye in round 2 and has one now; for 1 it counts as a draw."""
    played = small(5, "1-4 1-0, 5-2 0-1, 3 U", "2-1 0-1, 3-5 1-0, 4 Z", "4 Z", of=5)
    assert (4, Bye.ZERO_POINT) in played.round(3).byes
    answer = text(explain_player(find("burstein-2026"), played, 3, 1))
    assert "Buchholz 1½ (½* + 1)" in answer
    assert "* An unplayed round counts as a game against oneself" in answer


def test_dubov_1997_tells_ratings_and_averages_where_they_decide() -> None:
    """In the booklet's round 5, 13 had a bye, so 11 floats; 2 has met the whole group and
    floats.
    """
    told = explain_round(find("dubov-1997"), held(), 5)
    english = text(told)
    assert (
        "On that score, lowest rating first, with rating and ARO: 13 (2420, 2490), "
        "11 (2450, 2505), 9 (2480, 2522½), 6 (2550, 2485). [4]" in english
    )
    assert (
        "2 may not meet any player left in the scoregroup. [7.1] "
        "No player of the next lower scoregroup may be brought up. [7.1] "
        "Moved up in the previous round, or already as often as allowed: 4. [2] "
        "May not meet those who need an opponent: 5. [7.1]" in english
    )
    assert (
        "White column, lowest ARO first, with ARO and rating: 3 (2517½, 2590), "
        "1 (2560, 2630); Black column, highest rating first, with rating and ARO: "
        "5 (2550, 2505), 8 (2500, 2490). [6.2] Paired: 3-5, 1-8. [6.2]" in english
    )
    assert "Paired: 7-10. [8] Paired: 9-14. [6.2]" in english
    assert english.count("Group at score 1½") == 1
    assert "Colonna del Bianco, dall'ARO più basso" in text(told, Language.IT)
    answer = text(explain_player(find("dubov-1997"), held(), 5, 2))
    assert "has the rating" in answer
    asked = "with rating and ARO: 13 (2420, 2490), 11 (2450, 2505)"
    assert asked in text(explain_player(find("dubov-1997"), held(), 5, 11))
    assert asked in text(explain_why_not_bye(find("dubov-1997"), held(), 5, 9))
