"""Rounds in which rare steps of the solvers decide; the literal search must find the same."""

from __future__ import annotations

import pytest

from crivello.systems.registry import find
from tests.explain.answer_checks import recipes


@pytest.mark.parametrize(
    ("key", "seed", "players", "number"),
    [
        pytest.param("dutch-2011", 103, 24, 3, id="which player is exchanged first"),
        pytest.param("dutch-2017", 117, 16, 13, id="a group below that leaves the fewest"),
    ],
)
def test_solver_and_literal_search_agree(key: str, seed: int, players: int, number: int) -> None:
    event, system = recipes(key, seed, players), find(key)
    assert system.pair(event, number) == system.sift(event, number)
