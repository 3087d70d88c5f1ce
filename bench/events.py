"""Tournaments for measurements: typical opens, and rounds that are hard to pair, each with a
name.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from crivello.model.errors import Impossible
from crivello.model.pairing import Board, RoundPairing
from crivello.model.settings import Apart
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, Pair, play, random_axes, random_pairing

OPEN = Axes(draws=30, half=5)
"""A typical open: 30 % draws, 5 % half-point byes."""

State = tuple[Tournament, int]
"""A tournament, and the round that is to be paired."""


def states(key: str, players: int, rounds: int = 9, axes: Axes = OPEN) -> list[State]:
    """Return a tournament before each of its rounds, paired by our own code."""
    system = find(key)
    found: list[State] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        found.append((tournament, number))
        return system.pair(tournament, number)

    play(random.Random(players), players, rounds, axes, pair)
    return found


@dataclass(frozen=True)
class HardCase:
    name: str
    players: int
    make: Callable[[str], list[State]]
    """Returns the rounds of the case, paired by the system with this key."""


def _last(found: list[State], rounds: int) -> list[State]:
    return found[-rounds:]


def _with_forbidden(key: str, players: int, each: int) -> list[State]:
    """Return the rounds of an open with random forbidden pairs, `each` for every player on
    average.
    """
    rng = random.Random(players)
    pairs = [rng.sample(range(1, players + 1), 2) for _ in range(players * each // 2)]
    forbidden = tuple(Apart(tuple(sorted(pair))) for pair in pairs)
    system = find(key)
    found: list[State] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        settings = replace(tournament.settings, forbidden=forbidden)
        found.append((replace(tournament, settings=settings), number))
        return system.pair(*found[-1])

    play(rng, players, 9, OPEN, pair)
    return found


def _two_colours(players: int, rounds: int) -> list[State]:
    """Return a round in which all have one score and an absolute preference for the colour they
    never had.
    """

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        # White: the odd numbers. Black: the even ones, moved on by one place each round.
        white, black = list(range(1, players + 1, 2)), list(range(2, players + 1, 2))
        black = black[number - 1 :] + black[: number - 1]
        boards = tuple(Board(w, b) for w, b in zip(white, black, strict=True))
        return RoundPairing(number, "colours", boards)

    axes = Axes(draws=100)
    tournament = play(random.Random(players), players, rounds + 2, axes, pair, rounds + 1)
    return [(tournament, rounds + 1)]


HARD = (
    HardCase("14 players, 11 rounds", 14, lambda key: _last(states(key, 14, 11), 4)),
    HardCase("20 players, 17 rounds", 20, lambda key: _last(states(key, 20, 17), 4)),
    HardCase("60 players, 45 rounds", 60, lambda key: _last(states(key, 60, 45), 4)),
    HardCase("absolute preferences, 100 players", 100, lambda key: _two_colours(100, 3)),
    HardCase("absolute preferences, 500 players", 500, lambda key: _two_colours(500, 3)),
    HardCase(
        "accelerated round 3, 100 players",
        100,
        lambda key: states(key, 100, 9, replace(OPEN, acceleration=True))[2:3],
    ),
    HardCase(
        "accelerated round 3, 500 players",
        500,
        lambda key: states(key, 500, 9, replace(OPEN, acceleration=True))[2:3],
    ),
    HardCase(
        "200 players, 50 forbidden pairs each", 200, lambda key: _with_forbidden(key, 200, 50)
    ),
)


def random_round(key: str, seed: int) -> tuple[State, str]:
    """Return a random round of 8 to 80 players, always the same for a seed, and its description."""
    rng = random.Random(seed)
    axes = random_axes(rng)
    players = rng.choice((8, 12, 16, 20, 30, 50, 80))
    rounds = rng.randrange(3, min(players, 14))
    pair: Pair = find(key).pair if rng.random() < 0.7 else random_pairing(rng)
    until = rounds if rng.random() < 0.5 else rng.randrange(2, rounds + 1)
    tournament = play(rng, players, rounds, axes, pair, until)
    number = tournament.next_round
    return (tournament, number), f"{players} players, round {number} of {rounds}"


def pair_or_refuse(key: str, state: State) -> None:
    """Pair the round, or find that it cannot be paired: the work that is measured."""
    with suppress(Impossible):
        find(key).pair(*state)
