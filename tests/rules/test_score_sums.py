"""Buchholz, Median and Sonneborn-Berger on small tournaments with unplayed rounds."""

from __future__ import annotations

from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.score_sums import VIRTUAL_OPPONENT, against_oneself, score_sums

W, D, B = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS


def event(*rounds: Round, players: int) -> Tournament:
    return Tournament(
        tuple(Player(id=number, number=number) for number in range(1, players + 1)),
        rounds,
        Settings(rounds=9, scoring=Scoring()),
    )


FULL = event(
    Round((Game(1, 3, W), Game(4, 2, B))),
    Round((Game(2, 1, D), Game(3, 4, W))),
    Round((Game(1, 4, W), Game(3, 2, D))),
    players=4,
)
# Points in halves: 1 has 5, 2 has 4, 3 has 3, 4 has 0.


def test_played_rounds_only() -> None:
    for rule in (VIRTUAL_OPPONENT, against_oneself(())):
        sums = score_sums(histories(FULL, 4), Scoring(), rule)
        assert [sums[i].buchholz for i in (1, 2, 3, 4)] == [7, 8, 9, 12]
        assert [sums[i].median for i in (1, 2, 3, 4)] == [3, 3, 4, 4]
        # 1: won against 3 and 4, drew with 2 (halves times halves).
        assert [sums[i].sonneborn_berger for i in (1, 2, 3, 4)] == [10, 8, 4, 0]


def test_median_of_two_rounds_or_fewer_is_nothing() -> None:
    for before in (1, 2, 3):
        sums = score_sums(histories(FULL, before), Scoring(), VIRTUAL_OPPONENT)
        assert {sums[i].median for i in (1, 2, 3, 4)} == {0}


GAPS = event(
    Round((Game(1, 2, W), Game(3, 4, W)), ((5, Bye.PAIRING_ALLOCATED),)),
    Round((Game(1, 3, Result.WHITE_WINS_BY_FORFEIT), Game(5, 2, D)), ((4, Bye.HALF_POINT),)),
    Round((Game(5, 1, B), Game(2, 3, W))),
    players=5,
)
# Points in halves: 1: 2 2 2; 2: 0 1 2; 3: 2 0(forfeit) 0; 4: 0 1 0(absent); 5: 2 1 0.


def test_virtual_opponents_of_the_rules_up_to_2023() -> None:
    sums = score_sums(histories(GAPS, 4), Scoring(), VIRTUAL_OPPONENT)
    # Seen by opponents, every unplayed round is a draw: 1: 5, 2: 3, 3: 3, 4: 2, 5: 2.
    assert [part.opponent_score for part in sums[2].contributions] == [5, 2, 3]
    # 1 in round 2: 2 before + (2 - 2) + one later draw = 3.
    assert [part.opponent_score for part in sums[1].contributions] == [3, 3, 2]
    # 5 in round 1: 0 + (2 - 2) + two later draws = 2.
    assert [part.opponent_score for part in sums[5].contributions] == [2, 3, 5]
    # 4: half-point bye 0 + (2 - 1) + 1 = 2; absent 1 + (2 - 0) + 0 = 3.
    assert [part.opponent_score for part in sums[4].contributions] == [3, 2, 3]
    assert sums[4].sonneborn_berger == 0 * 3 + 1 * 2 + 0 * 3
    assert sums[1].sonneborn_berger == 2 * 3 + 2 * 3 + 2 * 2


def test_games_against_oneself_of_2026() -> None:
    # Burstein 2026: 1.7
    sums = score_sums(histories(GAPS, 4), Scoring(), against_oneself(()))
    assert [part.opponent_score for part in sums[1].contributions] == [3, 6, 3]
    assert [part.opponent_score for part in sums[4].contributions] == [2, 1, 1]
    assert sums[5].sonneborn_berger == 2 * 3 + 1 * 3 + 0 * 6


def test_a_run_of_zero_point_byes_up_to_this_round_counts_as_draws_for_opponents() -> None:
    """1.7.2: 4 was absent in round 3 and is absent in round 4; the half-point bye does not
    change.
    """
    past = histories(GAPS, 4)
    still_absent = score_sums(past, Scoring(), against_oneself({4}))
    back_again = score_sums(past, Scoring(), against_oneself(()))
    assert still_absent[3].contributions[0].opponent_score == 2
    assert back_again[3].contributions[0].opponent_score == 1
    # For themselves nothing changes.
    assert still_absent[4] == back_again[4]
    # A forfeit is no bye: 3 lost by forfeit in round 2, played in round 3.
    assert score_sums(past, Scoring(), against_oneself({3}))[4] == back_again[4]
