"""Time opening a large tournament file, and entering a result: `python -m bench.desk`.

3,000 players registered one by one, 11 rounds, every result an event of its own: 20,000 events. The
file is written at once; measured are opening it and working on it. CPU time is given as well, and
the load of the machine, on which the elapsed time depends.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from crivello.desk import Desk
from crivello.desk import events as e
from crivello.desk.actions import EnterResults
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from crivello.store import LogFile, NewEntry

PLAYERS = 3000
ROUNDS = 11


def events(players: int, rounds: int) -> Iterator[e.Event]:
    """Yield the events of a tournament in which player i meets i + 1, i + 3, i + 5, … on a
    circle.
    """
    yield e.SectionOpened("A", Settings(rounds=rounds + 1, system="dutch-2026"))
    for number in range(1, players + 1):
        name = f"Player {number}, with a usual name"
        yield e.PlayersRegistered(
            "A", (Player(name, id=number, number=0, rating=2800 - number // 3),)
        )
    yield e.ColourDrawn("A", Colour.WHITE)
    order = tuple(range(1, players + 1))
    for number in range(1, rounds + 1):
        step = 2 * number - 1
        boards = tuple((i, (i + step - 1) % players + 1) for i in range(1, players + 1, 2))
        first = order if number == 1 else ()
        yield e.RoundPaired("A", number, "dutch-2026", "bench", boards, None, "", first)
        yield e.RoundPublished("A", number, tuple(range(1, len(boards) + 1)))
        for board, (white, black) in enumerate(boards, start=1):
            if number == rounds and board > len(boards) - 40:
                break  # these are entered below
            if board % 30 == 0:  # first a slip of the pen, put right at once
                slip = e.EnteredResult(board, white, black, Result.WHITE_WINS)
                yield e.ResultsEntered("A", number, (slip,))
            entered = e.EnteredResult(board, white, black, Result.DRAW)
            yield e.ResultsEntered("A", number, (entered,))


def write(path: Path) -> int:
    """Write the tournament file in one transaction; return the number of its events."""
    happened = [
        NewEntry("2026-03-01T09:00:00.000+00:00", "bench", "", type(x).__name__, e.to_json(x))
        for x in events(PLAYERS, ROUNDS)
    ]
    LogFile.create(path, *happened).close()
    return len(happened)


class Measured:
    """Prints how long a block takes: elapsed time, and the CPU time in it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        self.start, self.work = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        wall, work = time.perf_counter() - self.start, time.process_time() - self.work
        print(f"{self.name:10} {wall * 1000:10.1f} ms (processor {work * 1000:.1f})")


def main() -> None:
    if hasattr(os, "getloadavg"):
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        path = Path(folder) / "large.crivello"
        count = write(path)
        print(f"{PLAYERS} players, {ROUNDS} rounds, {count} events")
        print(f"file        {path.stat().st_size / 1e6:9.1f} MB")
        with Measured("open"):
            desk = Desk.open(path)
        boards = len(desk.section("A").rounds[-1].games)
        seconds = []
        work = time.process_time()
        for board in range(boards - 39, boards + 1):
            start = time.perf_counter()
            desk.act(EnterResults("A", ((board, Result.DRAW),)))
            seconds.append(time.perf_counter() - start)
        work = (time.process_time() - work) / len(seconds)
        wall = f"{median(seconds) * 1000:9.1f} ms (longest {max(seconds) * 1000:.1f}"
        print(f"a result    {wall}, processor {work * 1000:.1f})")
        with Measured("an undo"):
            desk.undo()
        with Measured("tournament"):
            assert desk.tournament("A").paired_rounds == ROUNDS
        desk.close()


if __name__ == "__main__":
    main()
