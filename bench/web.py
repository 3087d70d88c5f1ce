"""Test the desk under load, and time a page of 1,000 boards: `python -m bench.web [SECONDS]`.

200 readers request pages and `/api/v1` once a second; 20 writers enter results without a pause. All
of it on 127.0.0.1, against a real server in a process of its own. At the end every acknowledged
result must be in the file. Then the page of a round with 1,000 boards is timed: how long the server
takes, and how long Chromium takes from the request to the last row.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from crivello.desk import Desk
from crivello.desk import events as e
from crivello.formats.codec import letters
from crivello.model.player import Player
from crivello.model.result import Colour, Result
from crivello.model.settings import Settings
from crivello.store import LogFile, NewEntry
from crivello.web.session import Sessions, desk_folder, state_folder

SECONDS = 60
READERS = 200
WRITERS = 20
BOARDS = 100
LARGE = 1000
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def write(path: Path, boards: int) -> None:
    """Write the file of a tournament whose first round is published."""
    pairs = tuple((i, i + boards) for i in range(1, boards + 1))
    order = tuple(range(1, 2 * boards + 1))
    settings = Settings(name=f"{boards} boards", rounds=9, system="dutch-2026", tie_breaks=("BH",))
    players = tuple(
        Player(f"Surname {i}, First", id=i, number=0, rating=2600 - i // 2) for i in order
    )
    happened: list[e.Event] = [
        e.SectionOpened("A", settings),
        e.PlayersRegistered("A", players),
        e.ColourDrawn("A", Colour.WHITE),
        e.RoundPaired("A", 1, "dutch-2026", "bench", pairs, None, "", order),
        e.RoundPublished("A", 1, order[:boards]),
    ]
    entries = [
        NewEntry("2026-03-01T09:00:00.000+00:00", "bench", "", type(x).__name__, e.to_json(x))
        for x in happened
    ]
    with LogFile.create(path, entries[0]) as log:
        for known, entry in enumerate(entries[1:], start=1):
            log.append(entry, known)


class Server:
    """`crivello desk` on a folder, as a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        environment = os.environ | {"XDG_STATE_HOME": str(folder / "state"), "CRIVELLO_LANG": "en"}
        command = [sys.executable, "-m", "crivello", "desk", str(folder), "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", "0"], stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)\S+", said)
        assert found, said
        self.link, self.port = found[0], int(found[1])
        self.key = Sessions(desk_folder(state_folder(environment), folder)).api_key

    def processor_seconds(self) -> float:
        """Return the CPU time of the server so far; 0 if the system does not report it."""
        try:
            numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)
        assert self.process.stderr is not None
        self.process.stderr.close()


@dataclass
class Measured:
    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, seconds: float) -> None:
        self.seconds.setdefault(kind, []).append(seconds)

    def show(self) -> None:
        for kind, found in self.seconds.items():
            found.sort()
            half, most, worst = (found[int(len(found) * q)] * 1000 for q in (0.5, 0.95, 0.999))
            print(
                f"{kind:28} {len(found):7} requests   median {half:6.1f} ms   "
                f"p95 {most:6.1f} ms   99.9 % {worst:7.1f} ms"
            )


class Client:
    """One connection that stays open, with as little of HTTP as the bench needs."""

    def __init__(self, server: Server, measured: Measured, known: bool = True) -> None:
        self.server = server
        self.measured = measured
        self.known = known
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self, kind: str, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        assert self.reader is not None
        data = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.server.port}",
            *([f"Authorization: Bearer {self.server.key}"] if self.known else []),
            f"Content-Length: {len(data)}",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        if data:
            lines.append("Content-Type: application/json")
        start = time.perf_counter()
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        found = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:])}
        content = await self.reader.readexactly(int(found.get("content-length", "0")))
        self.measured.add(kind, time.perf_counter() - start)
        if status >= 400:
            self.measured.errors[f"{kind}: {status} {content[:200]!r}"] += 1
        return status, found, content

    async def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            await self.writer.wait_closed()


API = "/api/v1/tournaments/hall/sections/A"
PAGES = (
    ("page of the round", "/t/hall/A/round/1"),
    ("round as JSON", f"{API}/rounds/1"),
    ("standings as JSON", f"{API}/standings"),
    ("changes of the page", "/t/hall/A/round/1/changes"),
)


async def read(client: Client, until: float, dice: random.Random) -> None:
    tags: dict[str, str] = {}
    known = 5
    await asyncio.sleep(dice.random())
    while time.monotonic() < until:
        begun = time.monotonic()
        kind, path = dice.choice(PAGES)
        headers = {"If_None_Match": tags[path]} if path in tags else {}
        if path.endswith("changes"):
            path += f"?since={known}"
        _, found, content = await client.ask(kind, "GET", path, **headers)
        if "etag" in found:
            tags[path] = found["etag"]
        sequence = re.search(rb'data-sequence="(\d+)"', content)
        known = int(sequence[1]) if sequence else known
        await asyncio.sleep(max(0.0, 1.0 - (time.monotonic() - begun)))


async def enter(
    client: Client, until: float, first: int, writers: int, done: dict[int, Result]
) -> int:
    """Enter results at the tables of one writer, over and over; return how many were
    acknowledged.
    """
    count = 0
    turn = 0
    while not turn or time.monotonic() < until:  # at least one, however late its turn comes
        for table in range(first, BOARDS + 1, writers):
            result = RESULTS[(turn + table) % 3]
            before = done.get(table)
            body = {"result": letters(result), "expected": letters(before) if before else None}
            path = f"{API}/rounds/1/results/{table}"
            status, _, _ = await client.ask("result entered", "PUT", path, body)
            if status == 200:
                done[table] = result
                count += 1
            if time.monotonic() >= until:
                break
        turn += 1
    return count


async def load(
    server: Server, seconds: float, reading: int = READERS, writing: int = WRITERS
) -> tuple[Measured, dict[int, Result], int]:
    measured = Measured()
    clients = [Client(server, measured) for _ in range(reading + writing)]
    done: dict[int, Result] = {}
    until = time.monotonic() + seconds
    readers = [
        asyncio.create_task(read(client, until, random.Random(number)))
        for number, client in enumerate(clients[:reading])
    ]
    writers = [
        asyncio.create_task(enter(client, until, number, writing, done))
        for number, client in enumerate(clients[reading:], start=1)
    ]
    counts = await asyncio.gather(*writers)
    await asyncio.gather(*readers)
    for client in clients:
        await client.close()
    return measured, done, sum(counts)


def verify(path: Path, done: dict[int, Result], count: int) -> int:
    """Return the number of acknowledged results that the file does not have."""
    with Desk.open(path) as desk:
        assert desk.verify() == []
        games = desk.section("A").rounds[0].games
        lost = sum(games[table - 1].result is not result for table, result in done.items())
        entered = sum(isinstance(item.event, e.ResultsEntered) for item in desk.log)
        return lost + abs(entered - count)


async def large_page(server: Server) -> None:
    measured = Measured()
    client = Client(server, measured)
    for _ in range(10):
        _, _, content = await client.ask("1,000 boards, page", "GET", "/t/large/A/round/1")
        await client.ask(
            "1,000 boards, JSON", "GET", "/api/v1/tournaments/large/sections/A/rounds/1"
        )
    await client.close()
    measured.show()
    print(f"{'':28} {len(content) / 1000:.0f} kB of HTML")
    assert not measured.errors, measured.errors


def browser_time(server: Server) -> None:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        print("Chromium is not installed: the time of the browser is not measured.")
        return
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = ["--no-sandbox"] if root else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page()
        page.goto(server.link)
        page.wait_for_url(lambda url: "/start?" not in url)
        found = []
        for _ in range(3):
            page.goto(f"http://127.0.0.1:{server.port}/t/large/A/round/1", wait_until="load")
            assert page.locator(f"#t{LARGE}").count() == 1
            found.append(
                page.evaluate(
                    "() => { const t = performance.getEntriesByType('navigation')[0];"
                    " return [t.responseEnd, t.domContentLoadedEventEnd, t.loadEventEnd]; }"
                )
            )
        browser.close()
    answer, ready, loaded = sorted(found)[1]
    print(
        f"{'1,000 boards, Chromium':28} answer after {answer:.0f} ms, ready after {ready:.0f} ms, "
        f"loaded after {loaded:.0f} ms"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder / "hall.crivello", BOARDS)
        write(folder / "large.crivello", LARGE)
        server = Server(folder)
        try:
            print(f"{READERS} readers, {WRITERS} writers, {BOARDS} boards, {seconds:.0f} s")
            before = server.processor_seconds()
            measured, done, count = asyncio.run(load(server, seconds))
            used = server.processor_seconds() - before
            measured.show()
            total = sum(len(found) for found in measured.seconds.values())
            print(f"processor of the server: {used:.1f} s, {used / total * 1000:.1f} ms a request")
            asyncio.run(large_page(server))
            browser_time(server)
        finally:
            server.stop()
        lost = verify(folder / "hall.crivello", done, count)
        print(f"errors: {sum(measured.errors.values())}, results lost: {lost} of {count}")
        for error, times in measured.errors.most_common(5):
            print(f"  {times} × {error}")
        if lost or measured.errors:
            sys.exit(1)


if __name__ == "__main__":
    main()
