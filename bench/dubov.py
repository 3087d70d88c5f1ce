"""How long a round of the Dubov system takes: `python -m bench.dubov`."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, play

SIZES = (20, 50, 100, 200, 500, 1000)
ROUNDS = 9


def rows(key: str = "dubov-2026") -> Iterator[tuple[str, int, float, float]]:
    """Name, players, mean and longest seconds per round of one tournament of each size."""
    system = find(key)
    for players in SIZES:
        seconds: list[float] = []

        def pair(
            tournament: Tournament, number: int, seconds: list[float] = seconds
        ) -> RoundPairing:
            start = time.perf_counter()
            pairing = system.pair(tournament, number)
            seconds.append(time.perf_counter() - start)
            return pairing

        axes = Axes(draws=35, forfeits=1, half=1, zero=1)
        play(random.Random(players), players, ROUNDS, axes, pair)
        yield key, players, sum(seconds) / len(seconds), max(seconds)


def main() -> None:
    for name, players, mean, longest in rows():
        print(f"{name:<12}{players:>6} players   mean {mean:7.3f} s   longest {longest:7.3f} s")


if __name__ == "__main__":
    main()
