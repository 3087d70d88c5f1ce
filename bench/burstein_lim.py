"""How long a round takes in the Burstein and Lim systems: `python -m bench.burstein_lim`."""

from __future__ import annotations

import random
import time

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, play

ROUNDS = 9


def rounds_of(key: str, players: int) -> list[float]:
    """Seconds for each round of a tournament with some draws, byes and forfeits."""
    system = find(key)
    seconds = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        start = time.perf_counter()
        pairing = system.pair(tournament, number)
        seconds.append(time.perf_counter() - start)
        return pairing

    play(random.Random(2026), players, ROUNDS, Axes(half=2, zero=1, forfeits=2), pair)
    return seconds


def main() -> None:
    print(f"{'system':<16}{'players':>8}{'mean':>12}{'slowest':>12}   of {ROUNDS} rounds")
    for key in ("burstein-2016", "burstein-2026", "lim-1999"):
        for players in (20, 100, 300):
            seconds = rounds_of(key, players)
            mean = sum(seconds) / len(seconds)
            print(f"{key:<16}{players:>8}{mean * 1e3:>9.1f} ms{max(seconds) * 1e3:>9.1f} ms")


if __name__ == "__main__":
    main()
