"""Berger tables (C.05, Annex 1)."""

import pytest

from crivello.rules.rounds import berger_table


def test_the_printed_table_of_six() -> None:
    assert berger_table(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


def test_in_an_odd_field_one_player_is_free() -> None:
    assert berger_table(5)[0] == ((2, 5), (3, 4))
    free = [{1, 2, 3, 4, 5} - {p for pair in pairs for p in pair} for pairs in berger_table(5)]
    assert free == [{1}, {4}, {2}, {5}, {3}]


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_meets_everybody_once(players: int) -> None:
    pairs = [frozenset(pair) for pairs in berger_table(players) for pair in pairs]
    assert len(pairs) == len(set(pairs)) == players * (players - 1) // 2
    for player in range(1, players + 1):
        whites = sum(white == player for pairs in berger_table(players) for white, _ in pairs)
        assert abs(2 * whites - (players - 1)) <= 1


def test_no_table_without_players() -> None:
    assert berger_table(0) == ()
