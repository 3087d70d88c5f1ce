"""How long the systems that are procedures take per round: `python -m bench.procedures`."""

from __future__ import annotations

import random
import time

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, play

KEYS = ("dutch-2011", "dubov-1997")
SIZES = (20, 100, 300)
AXES = Axes(forfeits=3, half=3, zero=2, late=3)


def seconds(key: str, players: int, rounds: int) -> list[float]:
    """The time of every round of one random tournament."""
    system = find(key)
    times: list[float] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        start = time.perf_counter()
        pairing = system.pair(tournament, number)
        times.append(time.perf_counter() - start)
        return pairing

    play(random.Random(f"{key} {players}"), players, rounds, AXES, pair)
    return times


def main() -> None:
    for key in KEYS:
        for players in SIZES:
            times = seconds(key, players, 9)
            mean, worst = sum(times) / len(times), max(times)
            print(
                f"{key:<12}{players:>5} players   "
                f"mean {mean * 1e3:7.1f} ms   worst {worst * 1e3:7.1f} ms per round"
            )


if __name__ == "__main__":
    main()
