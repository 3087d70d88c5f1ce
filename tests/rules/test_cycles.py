"""The rounds of a cycle of a round robin, and the number of cycles."""

from __future__ import annotations

import pytest

from crivello.rules.round_robin import cycles_of, rounds_of_cycle


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (2, 1), (3, 3), (4, 3), (5, 5), (10, 9)])
def test_a_cycle_is_over_when_all_have_met(players: int, rounds: int) -> None:
    assert rounds_of_cycle(players) == rounds


@pytest.mark.parametrize(
    ("system", "rounds", "players", "cycles"),
    [
        ("roundrobin", 20, 6, 1),
        ("doubleroundrobin", None, 6, 2),
        ("doubleroundrobin", 10, 6, 2),
        ("doubleroundrobin", 19, 6, 3),
        ("doubleroundrobin", 20, 6, 4),
    ],
)
def test_a_double_round_robin_has_as_many_cycles_as_fit(
    system: str, rounds: int | None, players: int, cycles: int
) -> None:
    assert cycles_of(system, rounds, players) == cycles


def test_cycles_can_be_asked_for_before_players_are_entered() -> None:
    assert cycles_of("doubleroundrobin", None, 0) == 2
    assert cycles_of("doubleroundrobin", 2, 0) == 2
