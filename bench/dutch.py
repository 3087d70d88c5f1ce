"""How long a round of the Dutch system takes, beside py4swiss: `python -m bench.dutch`.

A typical open: 30 % draws, 5 % half-point byes, all rounds paired by our own code. Ours is the
best of three runs in process, from the tournament to the boards. Theirs (edition 2017) is one run
in a process of its own, without the time to read its file; a round that took longer than the limit
is not tried again in larger fields.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path

from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.random_events import Axes, play
from tools.py4swiss_check import report

SIZES = (20, 100, 300, 1000, 3000)
ROUNDS = (2, 5, 9)
LIMIT = 60
"""Seconds that the other engine is given for a round."""
OPEN = Axes(draws=30, half=5)


@dataclass(frozen=True)
class Row:
    key: str
    players: int
    round: int
    seconds: float
    theirs: float | None
    """None: not asked, or no answer within the limit."""


def ours(key: str, tournament: Tournament, number: int, runs: int = 3) -> float:
    system = find(key)
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        system.pair(tournament, number)
        best = min(best, time.perf_counter() - start)
    return best


def theirs(tournament: Tournament, number: int) -> float | None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "round.trf"
        file.write_text(report(tournament, number), encoding="utf-8")
        here, there = Pipe()
        child = Process(target=_run, args=(file, there))
        child.start()
        seconds: float | None = here.recv() if here.poll(LIMIT + 10) else None
        child.kill()
        child.join()
    return seconds if seconds is not None and seconds <= LIMIT else None


def _run(file: Path, answer: Connection) -> None:
    parsed = TrfParser.parse(file)
    start = time.perf_counter()
    DutchEngine.generate_pairings(parsed)
    answer.send(time.perf_counter() - start)


def states(key: str, players: int) -> Iterator[tuple[Tournament, int]]:
    """The tournament before each of the rounds to be measured."""
    system = find(key)
    found = []

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        if number in ROUNDS:
            found.append((tournament, number))
        return system.pair(tournament, number)

    play(random.Random(players), players, max(ROUNDS), OPEN, pair)
    yield from found


def rows(sizes: tuple[int, ...] = SIZES, compare: bool = True) -> Iterator[Row]:
    for key in ("dutch-2017", "dutch-2026"):
        given_up: set[int] = set()
        for players in sizes:
            for tournament, number in states(key, players):
                other = None
                if compare and key == "dutch-2017" and number not in given_up:
                    other = theirs(tournament, number)
                    if other is None:
                        given_up.add(number)
                yield Row(key, players, number, ours(key, tournament, number), other)


def main() -> None:
    sizes = tuple(int(size) for size in sys.argv[1:]) or SIZES
    print(f"{'system':<12}{'players':>8}{'round':>7}{'ours':>12}{'py4swiss':>12}{'ratio':>8}")
    for row in rows(sizes):
        line = f"{row.key:<12}{row.players:>8}{row.round:>7}{row.seconds * 1e3:>9.1f} ms"
        if row.theirs is not None:
            line += f"{row.theirs * 1e3:>9.0f} ms{row.theirs / row.seconds:>8.0f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
