"""Rounds that are hard to pair, beside typical ones of the same size: `python -m bench.hard`."""

from __future__ import annotations

import sys
import time
from functools import cache, partial
from statistics import median

from bench.events import HARD, pair_or_refuse, random_round, states
from bench.timing import cpu

KEYS = ("dutch-2017", "dutch-2026")
RUNS = 9
"""Short rounds are disturbed easily: the best of so many runs counts."""
WORST = 10

SLOWEST = (
    ("dutch-2026", 1339),
    ("dutch-2026", 553),
    ("dutch-2026", 1863),
    ("dutch-2026", 685),
    ("dutch-2017", 1964),
    ("dutch-2017", 424),
    ("dutch-2026", 1599),
    ("dutch-2026", 1675),
    ("dutch-2026", 1885),
    ("dutch-2026", 263),
)
"""The slowest fields that the search has found so far, by seed."""


@cache
def typical(key: str, players: int) -> float:
    """The median over the rounds of a typical open, the first one apart."""
    later = states(key, players)[1:]
    return median(cpu(partial(pair_or_refuse, key, state), RUNS) for state in later)


def table() -> None:
    """Each hard case: its slowest round, and how many typical rounds that is (at most 5)."""
    print(f"{'hard case':<44}{'system':<12}{'slowest':>12}{'typical':>12}{'ratio':>7}")
    for case in HARD:
        for key in KEYS:
            rounds = case.make(key)
            slowest = max(cpu(partial(pair_or_refuse, key, state), RUNS) for state in rounds)
            _print(case.name, key, slowest, typical(key, case.players))
    for key, seed in SLOWEST:
        state, text = random_round(key, seed)
        seconds = cpu(partial(pair_or_refuse, key, state), RUNS)
        players = int(text.split()[0])
        _print(f"seed {seed}: {text}", key, seconds, typical(key, players))


def _print(name: str, key: str, seconds: float, usual: float) -> None:
    times = f"{seconds * 1e3:>9.1f} ms{usual * 1e3:>9.1f} ms{seconds / usual:>7.1f}"
    print(f"{name:<44}{key:<12}{times}", flush=True)


def search(fields: int = 2000, seconds: float = 120, seed: int = 0) -> None:
    """Look for slow rounds among random fields; the worst by name."""
    found: list[tuple[float, float, str, int, str]] = []
    end = time.monotonic() + seconds
    done = 0
    while done < fields and time.monotonic() < end:
        key = KEYS[done % len(KEYS)]
        at = seed + done
        done += 1
        state, text = random_round(key, at)
        used = cpu(partial(pair_or_refuse, key, state), 1)
        found.append((used / typical(key, int(text.split()[0])), used, key, at, text))
        if len(found) > 10 * WORST:
            found = sorted(found, reverse=True)[:WORST]
    again = []
    for _, _, key, at, text in sorted(found, reverse=True)[: 2 * WORST]:
        state, _ = random_round(key, at)
        used = cpu(partial(pair_or_refuse, key, state), RUNS)
        again.append((used / typical(key, int(text.split()[0])), used, key, at, text))
    print(f"the slowest of {done} random fields")
    for ratio, used, key, at, text in sorted(again, reverse=True)[:WORST]:
        _print(f"seed {at}: {text}", key, used, used / ratio)


if __name__ == "__main__":
    table()
    search(*(int(word) for word in sys.argv[1:]))
