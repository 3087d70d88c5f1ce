"""The number of rounds that finds one winner: each round leaves half of the winners."""

import pytest

from crivello.rules.rounds import most_players, rounds_needed


@pytest.mark.parametrize("players", range(70))
def test_as_many_rounds_as_leave_one_winner(players: int) -> None:
    rounds, unbeaten = 0, players
    while unbeaten > 1:
        unbeaten -= unbeaten // 2
        rounds += 1
    assert rounds_needed(players) == rounds
    assert players <= most_players(rounds)
    assert rounds == 0 or players > most_players(rounds - 1)
