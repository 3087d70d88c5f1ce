"""Time the pages of the desk and a typed result, and count their bytes: `python -m bench.pages`.

For 300 and 3,000 players after eight rounds, with the ninth being played. Per page: the processor
time of the server after a result was entered (nothing is kept), when nothing has changed, and the
size as sent and unpacked. Processor time hardly depends on what else the machine does.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.web import Client, Measured, Server
from crivello.desk import events as e
from crivello.formats.codec import letters
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from crivello.store import LogFile, NewEntry

SIZES = (300, 3000)
ROUNDS = 9
TURNS = 3
FEDERATIONS = ("ITA", "FRA", "GER", "ESP", "AUT", "SUI", "SLO", "CRO")
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
API = "/api/v1/tournaments/open/sections/A"
PAGES = {
    "Round": "/t/open/A/round/9",
    "Round, changes": "/t/open/A/round/9/changes?since={last}",
    "Players": "/t/open/A/players",
    "Player": "/t/open/A/players/17",
    "Standings": "/t/open/A/standings",
    "Crosstable": "/t/open/A/crosstable",
    "Cards, all": "/t/open/A/cards/all",
    "Statistics": "/t/open/A/statistics",
    "Explain": "/t/open/A/explain/9",
    "Log": "/t/open/A/log",
    "Settings": "/t/open/A/settings",
    "Projector, as entered": "/t/open/A/hall/show?results=now",
    "Public round": "/public/open/A",
    "Public by name": "/public/open/A/names",
    "Public standings": "/public/open/A/standings",
    "Public crosstable": "/public/open/A/crosstable",
    "API, round": f"{API}/rounds/9",
    "API, standings": f"{API}/standings",
    "API, explanation": f"{API}/rounds/1/explanation",
}
KEPT = {
    "Standings", "Crosstable", "Public round", "Public by name", "Public standings",
    "Public crosstable",
}  # fmt: skip
"""Pages that ask whether they have changed, and get an empty answer if not."""


def happened(players: int) -> Iterator[e.Event]:
    """Yield the events of a tournament in which player i meets i + 1, i + 3, … on a circle."""
    settings = Settings(
        name=f"Open of {players}",
        rounds=ROUNDS,
        system="dutch-2026",
        tie_breaks=("BHC1", "BH", "SB", "WIN"),
    )
    yield e.SectionOpened("A", settings)
    order = tuple(range(1, players + 1))
    yield e.PlayersRegistered(
        "A",
        tuple(
            Player(
                f"Surname {i}, First",
                id=i,
                number=0,
                rating=2600 - i // 2,
                federation=FEDERATIONS[i % len(FEDERATIONS)],
            )
            for i in order
        ),
    )
    yield e.ColourDrawn("A", Colour.WHITE)
    for number in range(1, ROUNDS + 1):
        step = 2 * number - 1
        boards = tuple((i, (i + step - 1) % players + 1) for i in range(1, players + 1, 2))
        first = order if number == 1 else ()
        yield e.RoundPaired("A", number, "dutch-2026", "bench", boards, None, "", first)
        yield e.RoundPublished("A", number, tuple(range(1, len(boards) + 1)))
        played = len(boards) if number < ROUNDS else len(boards) // 2
        yield e.ResultsEntered(
            "A",
            number,
            tuple(
                e.EnteredResult(at, white, black, RESULTS[(at * 7 + number) % 3])
                for at, (white, black) in enumerate(boards[:played], start=1)
            ),
        )
        if number < ROUNDS:
            yield e.ResultsPublished("A", number)


def write(path: Path, players: int) -> None:
    entries = [
        NewEntry("2026-03-01T09:00:00.000+00:00", "bench", "", type(x).__name__, e.to_json(x))
        for x in happened(players)
    ]
    with LogFile.create(path, entries[0]) as log:
        for known, entry in enumerate(entries[1:], start=1):
            log.append(entry, known)


def processor_seconds(server: Server) -> float:
    """Return the processor time of all threads of the server, in seconds."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in tasks) / 1e9


class Bench:
    def __init__(self, server: Server, players: int) -> None:
        self.server = server
        self.client = Client(server, Measured())
        self.players = players
        self.entered = 0

    async def enter(self) -> float:
        """Enter one more result; return the milliseconds of processor time."""
        table = self.players // 4 + 1 + self.entered % 50
        now = RESULTS[self.entered // 50 % 3]
        before = letters(RESULTS[self.entered // 50 % 3 - 1]) if self.entered >= 50 else None
        self.entered += 1
        body = {"result": letters(now), "expected": before}
        begun = processor_seconds(self.server)
        status, _, content = await self.client.ask(
            "result", "PUT", f"{API}/rounds/9/results/{table}", body
        )
        assert status == 200, content
        return (processor_seconds(self.server) - begun) * 1000

    async def ask(self, path: str, **headers: str) -> tuple[float, dict[str, str], bytes]:
        before = processor_seconds(self.server)
        status, found, content = await self.client.ask(
            "page", "GET", path, Accept_Encoding="gzip", **headers
        )
        assert status in (200, 204, 205, 304), (path, status, content[:300])
        return (processor_seconds(self.server) - before) * 1000, found, content

    async def page(self, name: str, path: str) -> None:
        """Print the figures of one page."""
        changed, again, unchanged = [], [], []
        for _ in range(TURNS):
            last = 2 + ROUNDS * 3 + self.entered
            await self.enter()
            url = path.format(last=last)
            seconds, headers, content = await self.ask(url)
            changed.append(seconds)
            again.append((await self.ask(url))[0])
            text = gzip.decompress(content) if "content-encoding" in headers else content
            if name in KEPT:
                have = re.search(rb"[?&;]have=(\w+)", text)
                assert have, name
                await self.enter()
                asked = f"{url}?have={have[1].decode()}"
                unchanged.append((await self.ask(asked, HX_Request="true"))[0])
        kept = f"{median(unchanged):9.1f}" if unchanged else " " * 9
        print(
            f"{name:24} {median(changed):9.1f} {median(again):9.1f} {kept}"
            f" {len(content) / 1000:9.0f} {len(text) / 1000:9.0f}"
        )

    async def run(self, only: str = "") -> None:
        print(f"\n{self.players} players, milliseconds of processor time, kB")
        print(f"{'':24} {'changed':>9} {'again':>9} {'unchanged':>9} {'sent':>9} {'unpacked':>9}")
        for path in PAGES.values():  # the first request of a page loads its code
            await self.ask(path.format(last=10))
        typed = [await self.enter() for _ in range(10)]
        print(f"{'a typed result':24} {median(typed):9.1f}")
        for name, path in PAGES.items():
            if only in name:
                await self.page(name, path)
        await self.client.close()


def main() -> None:
    sizes = [int(one) for one in sys.argv[1:] if one.isdecimal()] or SIZES
    only = "".join(one for one in sys.argv[1:] if not one.isdecimal())
    for players in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write(folder / "open.crivello", players)
            server = Server(folder)
            try:
                asyncio.run(Bench(server, players).run(only))
            finally:
                server.stop()


if __name__ == "__main__":
    main()
