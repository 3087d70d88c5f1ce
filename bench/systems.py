"""How long a round takes in the systems beside the Dutch one: `python -m bench.systems [KEY …]`."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, play

SIZES = {
    "dutch-2011": (20, 100, 300),
    "dubov-1997": (20, 100, 300),
    "dubov-2018": (20, 100, 300, 1000),
    "dubov-2026": (20, 100, 200, 300, 500, 1000),
    "burstein-2016": (20, 100, 300, 1000),
    "burstein-2026": (20, 100, 300, 1000),
    "lim-1999": (20, 100, 300, 1000),
    "team-2026": (20, 100, 300, 1000),
    "doubleswiss-2026": (20, 100, 300, 1000),
}
ROUNDS = 9
AXES = Axes(draws=35, forfeits=2, half=2, zero=1)


def seconds(key: str, players: int) -> list[float]:
    """The time of each round of one random tournament."""
    system = find(key)
    times: list[float] = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        start = time.process_time()
        pairing = system.pair(tournament, number)
        times.append(time.process_time() - start)
        return pairing

    play(random.Random(players), players, ROUNDS, AXES, pair)
    return times


def rows(
    keys: list[str], sizes_up_to: int | None = None
) -> Iterator[tuple[str, int, float, float]]:
    """Key, players, mean and longest seconds of a round."""
    for key in keys:
        for players in SIZES[key]:
            if sizes_up_to is not None and players > sizes_up_to:
                continue
            times = seconds(key, players)
            yield key, players, sum(times) / len(times), max(times)


def main(keys: list[str] | None = None, sizes_up_to: int | None = None) -> None:
    print(f"{'system':<16}{'players':>8}{'mean':>12}{'longest':>12}   CPU time, {ROUNDS} rounds")
    for key, players, mean, longest in rows(keys or list(SIZES), sizes_up_to):
        line = f"{key:<16}{players:>8}{mean * 1e3:>9.1f} ms{longest * 1e3:>9.1f} ms"
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
