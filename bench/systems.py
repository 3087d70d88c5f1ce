"""How long a round of 1,000 players takes in the other systems: `python -m bench.systems`."""

from __future__ import annotations

from functools import partial

from bench.events import pair_or_refuse, states
from bench.timing import cpu

KEYS = ("dubov-2018", "dubov-2026", "burstein-2016", "burstein-2026", "lim-1999")


def table(players: int = 1000) -> None:
    print(f"{'system':<16}{'players':>8}{'mean':>12}{'slowest':>12}   of 9 rounds (goal 1 s)")
    for key in KEYS:
        times = [cpu(partial(pair_or_refuse, key, state), 2) for state in states(key, players)]
        mean = sum(times) / len(times)
        print(f"{key:<16}{players:>8}{mean * 1e3:>9.0f} ms{max(times) * 1e3:>9.0f} ms", flush=True)


if __name__ == "__main__":
    table()
