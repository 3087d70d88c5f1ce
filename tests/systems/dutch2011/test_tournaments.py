"""Random tournaments paired to the end: complete, legal, reproducible, and equal to the sieve."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest

from crivello.model.errors import TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.systems.registry import find
from tests.support.plain_rules import PlainRules, checked, checked_twice
from tests.support.random_events import play, random_axes
from tests.support.samples import sample

SYSTEM = find("dutch-2011")
RULES = PlainRules(consecutive_rounds=True, topscorers_exempt=True, half_points_bar=False)
CHECKED = partial(checked, SYSTEM, RULES)
CHECKED_TWICE = partial(checked_twice, SYSTEM, RULES)


@pytest.mark.parametrize("seed", range(sample(60)))
def test_small_tournaments_in_dutch_2011(seed: int) -> None:
    # E.5, F.4
    rng = random.Random(f"dutch-2011 {seed}")
    rounds = rng.randrange(5, 12)
    play(rng, rng.randrange(8, 41), rounds, random_axes(rng), CHECKED_TWICE)


@pytest.mark.parametrize("seed", range(6))
def test_large_tournaments_in_dutch_2011(seed: int) -> None:
    rng = random.Random(f"dutch-2011 large {seed}")
    play(rng, rng.randrange(80, 121), rng.randrange(5, 12), random_axes(rng), CHECKED)


def test_equal_to_the_literal_enumeration() -> None:
    """The fields are small, and every kind of step occurs among them."""
    seen: Counter[str] = Counter()
    compared = 0

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        nonlocal compared
        trace: Trace = []
        pairing = CHECKED(tournament, number)
        if number == 1 and len(tournament.players) > 8:
            return pairing  # one bracket: a second for each, and few kinds of step
        try:
            literal = SYSTEM.sift(tournament, number, trace)
        except TooLarge:
            return pairing  # an early round in which all are in one bracket
        assert (literal.boards, literal.bye) == (pairing.boards, pairing.bye)
        compared += 1
        seen.update(
            f"{step.article} {step.event.code}"
            for step in trace
            if isinstance(step, ProcedureEvent)
        )
        return pairing

    for seed in range(80):
        rng = random.Random(f"dutch-2011 literal {seed}")
        play(rng, rng.randrange(6, 11), rng.randrange(5, 9), random_axes(rng), pair)
    assert compared > 350
    for step in (
        "A.7d semi-absolute-dropped",
        "A.7e variable",
        "C.1 moved-down",
        "C.7 transposition",
        "C.8 exchange",
        "C.9 upfloat-dropped",
        "C.10 downfloat-dropped",
        "C.11 x-raised",
        "C.12 floaters-changed",
        "C.13 merged",
        "C.14 p-lowered",
    ):
        assert seen[step] >= 5, step


def test_a_trace_does_not_change_the_pairing() -> None:
    for seed in range(10):
        rng = random.Random(f"dutch-2011 trace {seed}")

        def pair(tournament: Tournament, number: int) -> RoundPairing:
            plain = SYSTEM.pair(tournament, number)
            told = SYSTEM.pair(tournament, number, [])
            assert (told.boards, told.bye) == (plain.boards, plain.bye)
            assert told.trace
            return plain

        play(rng, rng.randrange(8, 30), 7, random_axes(rng), pair)
