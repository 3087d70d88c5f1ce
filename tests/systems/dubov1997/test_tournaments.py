"""Random tournaments paired to the end: complete, legal, reproducible, within the limits of chapter
2.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from crivello.model.errors import TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.systems.dubov1997 import sieve
from crivello.systems.publication import SIEVE_LIMIT
from crivello.systems.registry import find
from tests.support.plain_rules import Plain, PlainRules, checked, checked_twice
from tests.support.random_events import play, random_axes
from tests.support.samples import sample
from tools.agree_dubov1997 import compare

SYSTEM = find("dubov-1997")
RULES = PlainRules(consecutive_rounds=False, topscorers_exempt=False, half_points_bar=True)
CHECKED = partial(checked, SYSTEM, RULES)
CHECKED_TWICE = partial(checked_twice, SYSTEM, RULES)


@pytest.mark.parametrize("seed", range(sample(60)))
def test_small_tournaments(seed: int) -> None:
    rng = random.Random(f"dubov-1997 {seed}")
    play(rng, rng.randrange(8, 41), rng.randrange(5, 12), random_axes(rng), CHECKED_TWICE)


@pytest.mark.parametrize("seed", range(12))
def test_large_tournaments(seed: int) -> None:
    rng = random.Random(f"dubov-1997 large {seed}")
    play(rng, rng.randrange(60, 121), rng.randrange(5, 12), random_axes(rng), CHECKED)


def test_nobody_is_brought_up_beyond_the_limits() -> None:
    """No player comes up twice running, or more than 3 times (4 from ten rounds on), except in the
    last round.
    """
    seen: Counter[str] = Counter()

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        trace: Trace = []
        pairing = SYSTEM.pair(tournament, number, trace)
        rounds = tournament.settings.rounds
        assert rounds is not None
        before = [Plain(tournament, k, RULES).points for k in range(1, number)]
        for step in trace:
            if not isinstance(step, ProcedureEvent):
                continue
            seen[f"{step.article} {step.event.code}"] += 1
            if step.event.code == "brought-up" and number < rounds:
                (player,) = step.players
                ups = [
                    any(
                        points[game.opponent(player)] > points[player]
                        for game in this.games
                        if player in (game.white, game.black)
                    )
                    for this, points in zip(tournament.rounds, before, strict=False)
                ]
                assert sum(ups) < (4 if rounds > 9 else 3)
                assert not ups[-1]
        return pairing

    for seed in range(60):
        rng = random.Random(f"dubov-1997 limits {seed}")
        axes = random_axes(rng)
        if axes.acceleration:
            continue
        play(rng, rng.randrange(10, 40), rng.randrange(5, 12), axes, pair)
    for step in (
        "6.2 newcomer",
        "6.3 repaired",
        "6.4 floats",
        "7.1 brought-up",
        "7.1 nobody-up",
        "7.2 brought-up",
        "7.2 nobody-up",
        "7.3 shifted",
    ):
        assert seen[step] >= 5, step


@pytest.mark.parametrize("seed", range(sample(100)))
def test_sieve_and_procedure_agree(seed: int) -> None:
    """Small tournaments of any kind; `make agree WHAT=dubov-1997` compares ten thousand rounds."""
    assert not compare(random.Random(f"sample {seed}"), Counter())


def test_the_sieve_is_for_small_fields() -> None:
    players = tuple(Player(id=number, number=number) for number in range(1, SIEVE_LIMIT + 2))
    with pytest.raises(TooLarge):
        SYSTEM.sift(Tournament(players), 1)


def test_the_sieve_shares_no_code_with_the_procedure() -> None:
    """They share only the model: what a player is, and what has happened so far."""
    tree = ast.parse(Path(sieve.__file__).read_text(encoding="utf-8"))
    ours = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in ours if name and name.startswith("crivello")} == {
        "crivello.model.field",
        "crivello.model.result",
    }
