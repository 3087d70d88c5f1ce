"""Compare rounds that are hard to pair with typical ones of the same size: `python -m
bench.hard`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache, partial
from statistics import median

from bench.events import HARD, State, pair_or_refuse, random_round, states
from bench.timing import cpu

KEYS = ("dutch-2017", "dutch-2026")
RUNS = 9
"""The number of runs, of which the best counts: short rounds are easily disturbed."""
WORST = 10

SLOWEST = (
    ("dutch-2017", 1300),
    ("dutch-2017", 498),
    ("dutch-2026", 739),
    ("dutch-2017", 1410),
    ("dutch-2017", 1964),
    ("dutch-2026", 1339),
    ("dutch-2026", 733),
    ("dutch-2017", 880),
    ("dutch-2026", 171),
    ("dutch-2017", 714),
    # These once were the slowest.
    ("dutch-2026", 1863),
    ("dutch-2026", 263),
    ("dutch-2026", 553),
    ("dutch-2026", 1599),
    ("dutch-2026", 1885),
    ("dutch-2026", 685),
    ("dutch-2017", 424),
    ("dutch-2026", 1675),
)
"""The ten slowest fields that `search` found, and those of earlier searches, by seed."""


def slowest_and_typical(key: str, players: int, rounds: Sequence[State]) -> tuple[float, float]:
    """Return the seconds of the slowest of these rounds, and the median over a typical open.

    The first round of the open is left out. Runs alternate, so that both are disturbed in the same
    way.
    """
    rounds, usual = list(rounds), typical(key, players)
    best = [float("inf")] * len(rounds + usual)
    for _ in range(RUNS):
        for at, state in enumerate(rounds + usual):
            best[at] = min(best[at], cpu(partial(pair_or_refuse, key, state), 1))
    return max(best[: len(rounds)]), median(best[len(rounds) :])


@cache
def typical(key: str, players: int) -> list[State]:
    """Return the rounds of a typical open, except the first."""
    return states(key, players)[1:]


def table() -> None:
    """Print each hard case: its slowest round, and how many typical rounds that is (at most 5)."""
    print(f"{'hard case':<44}{'system':<12}{'slowest':>12}{'typical':>12}{'ratio':>7}")
    for case in HARD:
        for key in KEYS:
            _print(case.name, key, *slowest_and_typical(key, case.players, case.make(key)))
    for key, seed in SLOWEST:
        state, text = random_round(key, seed)
        _print(
            f"seed {seed}: {text}", key, *slowest_and_typical(key, int(text.split()[0]), [state])
        )


def _print(name: str, key: str, seconds: float, usual: float) -> None:
    times = f"{seconds * 1e3:>9.1f} ms{usual * 1e3:>9.1f} ms{seconds / usual:>7.1f}"
    print(f"{name:<44}{key:<12}{times}", flush=True)


def search(fields: int = 2000, seconds: float = 240, seed: int = 0) -> None:
    """Look for slow rounds in random fields, and print the slowest with their seeds."""
    medians: dict[tuple[str, int], float] = {}
    found: list[tuple[float, str, int]] = []
    end = time.monotonic() + seconds
    while len(found) < fields and time.monotonic() < end:
        at = seed + len(found)
        key = KEYS[at % len(KEYS)]
        state, text = random_round(key, at)
        players = int(text.split()[0])
        if (key, players) not in medians:
            medians[key, players] = slowest_and_typical(key, players, [state])[1]
        used = cpu(partial(pair_or_refuse, key, state), 2)
        found.append((used / medians[key, players], key, at))
    again = []
    for _, key, at in sorted(found, reverse=True)[: 4 * WORST]:
        state, text = random_round(key, at)
        used, usual = slowest_and_typical(key, int(text.split()[0]), [state])
        again.append((used / usual, used, usual, key, f"seed {at}: {text}"))
    print(f"the slowest of {len(found)} random fields")
    for _, used, usual, key, name in sorted(again, reverse=True)[:WORST]:
        _print(name, key, used, usual)


if __name__ == "__main__":
    table()
    search(*(int(word) for word in sys.argv[1:]))
