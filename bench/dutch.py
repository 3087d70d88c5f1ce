"""Time a round of the Dutch system, and compare it with py4swiss: `python -m bench.dutch`.

Ours is the CPU time in process, from the tournament to the boards. Theirs (edition 2017) is one run
in a process of its own, without the time to read its file; a round that took longer than the limit
is not tried again in larger fields.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path

from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

from bench.events import State, pair_or_refuse, states
from bench.timing import cpu, peak_memory
from tools.py4swiss_check import report

KEYS = ("dutch-2017", "dutch-2026")
SIZES = (20, 100, 300, 1000, 3000, 9990)
"""The largest size is about the limit of report files, 9,999 players."""
ROUNDS = (2, 5, 9)
GOALS = {20: 0.002, 100: 0.006, 300: 0.015, 1000: 0.050, 3000: 0.2, 9990: 1.5}
"""The goal for each number of players, in seconds per round."""


@dataclass(frozen=True)
class Row:
    key: str
    players: int
    round: int
    seconds: float
    theirs: float | None
    """The seconds of py4swiss; None if it was not asked or did not answer within the limit."""


def theirs(state: State, limit: float) -> float | None:
    tournament, number = state
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "round.trf"
        file.write_text(report(tournament, number), encoding="utf-8")
        here, there = Pipe()
        child = Process(target=_run, args=(file, there))
        child.start()
        seconds: float | None = here.recv() if here.poll(limit + 10) else None
        child.kill()
        child.join()
    return seconds if seconds is not None and seconds <= limit else None


def _run(file: Path, answer: Connection) -> None:
    parsed = TrfParser.parse(file)
    start = time.process_time()
    DutchEngine.generate_pairings(parsed)
    answer.send(time.process_time() - start)


def rows(sizes: tuple[int, ...], limit: float) -> Iterator[Row]:
    """Yield a row for each size and round; py4swiss has `limit` seconds for a round."""
    for key in KEYS:
        given_up: set[int] = set()
        for players in sizes:
            for state in states(key, players):
                number = state[1]
                if number not in ROUNDS:
                    continue
                other = None
                if limit and key == "dutch-2017" and number not in given_up:
                    other = theirs(state, limit)
                    if other is None:
                        given_up.add(number)
                ours = cpu(partial(pair_or_refuse, key, state), 7 if players < 500 else 3)
                yield Row(key, players, number, ours, other)


def table(sizes: tuple[int, ...] = SIZES, limit: float = 60) -> None:
    head = f"{'system':<12}{'players':>8}{'round':>6}{'ours':>12}{'goal':>12}"
    print(head + f"{'py4swiss':>12}{'ratio':>8}")
    longest: dict[tuple[str, int], float] = {}
    both: dict[int, list[tuple[float, float]]] = {}
    for row in rows(sizes, limit):
        at = row.key, row.players
        longest[at] = max(longest.get(at, 0), row.seconds)
        goal = GOALS.get(row.players)
        line = f"{row.key:<12}{row.players:>8}{row.round:>6}{row.seconds * 1e3:>9.1f} ms"
        line += f"{goal * 1e3:>9.0f} ms" if goal else " " * 12
        if row.theirs is not None:
            line += f"{row.theirs * 1e3:>9.0f} ms{row.theirs / row.seconds:>8.0f}"
            both.setdefault(row.players, []).append((row.seconds, row.theirs))
        print(line, flush=True)
    for players, times in both.items():
        ratio = sum(t for _, t in times) / sum(t for t, _ in times)
        print(f"{players} players: {ratio:.0f} times faster than py4swiss over all these rounds")
    for key in KEYS:
        small, large = longest.get((key, 1000)), longest.get((key, 9990))
        if small and large:
            print(
                f"{key}: from 1,000 to 9,990 players {large / small:.1f} times as long (below 25)"
            )
    print(f"peak memory {peak_memory():.0f} MB (below 600)")


if __name__ == "__main__":
    table(tuple(int(size) for size in sys.argv[1:]) or SIZES)
