"""Random tournaments paired to the end by one system, with every round checked."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.settings import Acceleration
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.legality import assert_legal, boards, boards_with_gaps, can_be_paired, with_gaps
from tests.support.random_events import SCORINGS, Axes, play, random_axes


def random_field(rng: random.Random, least: int, most: int) -> tuple[int, int, Axes]:
    """Draw the number of players, of rounds, and the axes; Baku acceleration requires a scoring it
    applies to.
    """
    axes = random_axes(rng)
    players = rng.randrange(least, most + 1)
    rounds = rng.randrange(5, 12)
    # Fields far smaller than twice the rounds are tested apart: there few pairings are left.
    return max(players, rounds + 3), rounds, replace(axes, acceleration=False)


def accelerated(tournament: Tournament, method: str) -> Tournament:
    settings = replace(tournament.settings, acceleration=Acceleration(method))
    return replace(tournament, settings=settings)


def run(key: str, seed: int, most: int, least: int = 8, equal_scores_last: bool = False) -> int:
    """Pair a random tournament to the end; return the number of rounds paired.

    With `equal_scores_last`, equal scores come before the colour limits in the last round (Lim).
    """
    rng = random.Random(f"{key} {seed}")
    system = find(key)
    players, rounds, axes = random_field(rng, least, most)
    baku = rng.random() < 0.3
    if baku:
        axes = replace(axes, scoring=rng.choice(SCORINGS[:3]))
    done = 0

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        nonlocal done
        if baku:
            tournament = accelerated(tournament, "baku-2026")
        last = equal_scores_last and number == rounds
        if not can_be_paired(tournament, number, last):
            with pytest.raises(Impossible) as refusal:
                system.pair(tournament, number)
            assert refusal.value.blocked
            raise refusal.value
        pairing = system.pair(tournament, number)
        assert pairing.system == key
        assert_legal(tournament, pairing, last)
        assert system.pair(tournament, number) == pairing
        for numbers in (False, True):
            other = system.pair(with_gaps(tournament, numbers), number)
            assert boards(other) == boards_with_gaps(pairing)
        done += 1
        return pairing

    play(rng, players, rounds, axes, pair)
    return done
