"""Ranks that a file states, against those computed."""

from __future__ import annotations

from dataclasses import replace

from crivello.model.tournament import Tournament
from crivello.standings.standings import rank_differences, standings
from tests.standings.events import EXAMPLE_1


def stating(*ranks: int | None) -> Tournament:
    players = tuple(
        replace(player, rank=rank) for player, rank in zip(EXAMPLE_1.players, ranks, strict=True)
    )
    return replace(EXAMPLE_1, players=players)


def test_a_wrong_rank_is_told() -> None:
    # Points and SB: 1, 2, 3, then 4 and 5 together, then 6.
    tournament = stating(1, 3, 2, 4, 5, 6)
    problems = rank_differences(standings(tournament, codes=["SB"]))
    assert [(problem.player, str(problem)) for problem in problems] == [
        (2, "Player 2: the file has rank 3; by the results it is 2."),
        (3, "Player 3: the file has rank 2; by the results it is 3."),
    ]


def test_of_a_shared_rank_any_place_will_do() -> None:
    for four, five in ((4, 5), (5, 4), (4, 4)):
        tournament = stating(1, 2, 3, four, five, 6)
        assert rank_differences(standings(tournament, codes=["SB"])) == ()
    tournament = stating(1, 2, 3, 6, 5, 4)
    problems = rank_differences(standings(tournament, codes=["SB"]))
    assert str(problems[0]) == "Player 4: the file has rank 6; by the results it is 4-5."


def test_no_rank_says_nothing() -> None:
    tournament = stating(None, None, None, None, None, None)
    assert rank_differences(standings(tournament)) == ()
