"""Test the desk under load while others hold connections: `python -m bench.load [SECONDS]`.

50 readers request pages and `/api/v1` once a second, 10 strangers the public page; 5 writers enter
results without a pause. At the same time an attacker holds 2,000 connections with no request or
half a request, and opens a new one for each that the desk closes. No request may fail, and every
acknowledged result must be in the file.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.web import BOARDS, Client, Measured, Server, load, verify, write
from crivello.web.server import raise_file_limit

SECONDS = 60.0
READERS = 50
STRANGERS = 10
WRITERS = 5
IDLE = 2000
PATIENCE = 60.0
"""Seconds within which a connection must open: longer than a busy machine takes."""
HALF = b"GET /public HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@dataclass
class Found:
    measured: Measured
    acknowledged: int
    lost: int
    opened: int
    """The number of idle connections, one after another."""
    processor_seconds: float

    @property
    def errors(self) -> int:
        return sum(self.measured.errors.values())


async def hold(server: Server, number: int, until: float) -> int:
    """Hold one connection after another, with no request or half of one; return how many there
    were.
    """
    count = 0
    while not count or time.monotonic() < until:  # at least one, however late its turn comes
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        except OSError:  # the system has no room for it at the moment
            if time.monotonic() >= until:
                break
            continue
        count += 1
        try:
            if number % 2:
                writer.write(HALF)
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                await reader.read()
        except (TimeoutError, ConnectionError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        await asyncio.sleep(1)
    return count


async def look(server: Server, measured: Measured, until: float) -> None:
    """Send the requests of a user whom the desk does not know."""
    while time.monotonic() < until:
        client = Client(server, measured, known=False)
        await client.ask("public page, by strangers", "GET", "/public/hall/A")
        await client.close()
        await asyncio.sleep(1)


async def run_together(
    server: Server, seconds: float, readers: int, strangers: int, writers: int, idle: int
) -> Found:
    until = time.monotonic() + seconds
    holding = [asyncio.create_task(hold(server, number, until)) for number in range(idle)]
    outside = Measured()
    looking = [asyncio.create_task(look(server, outside, until)) for _ in range(strangers)]
    before = server.processor_seconds()
    measured, done, count = await load(server, seconds, readers, writers)
    await asyncio.gather(*looking)
    used = server.processor_seconds() - before
    opened = sum(await asyncio.gather(*holding))
    measured.seconds |= outside.seconds
    measured.errors += outside.errors
    lost = verify(server.folder / "hall.crivello", done, count)
    return Found(measured, count, lost, opened, used)


def run(
    folder: Path,
    seconds: float = SECONDS,
    readers: int = READERS,
    strangers: int = STRANGERS,
    writers: int = WRITERS,
    idle: int = IDLE,
) -> Found:
    raise_file_limit(2 * idle + 500)
    write(folder / "hall.crivello", BOARDS)
    server = Server(folder)
    try:
        return asyncio.run(run_together(server, seconds, readers, strangers, writers, idle))
    finally:
        server.stop()


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    print(
        f"{READERS} readers, {STRANGERS} strangers, {WRITERS} writers, {IDLE} idle connections, "
        f"{seconds:.0f} s"
    )
    with tempfile.TemporaryDirectory() as name:
        found = run(Path(name), seconds)
    found.measured.show()
    print(
        f"idle connections, one after another: {found.opened}; processor of the server: "
        f"{found.processor_seconds:.1f} s"
    )
    print(f"errors: {found.errors}, results lost: {found.lost} of {found.acknowledged}")
    for error, times in found.measured.errors.most_common(5):
        print(f"  {times} × {error}")
    if found.errors or found.lost:
        sys.exit(1)


if __name__ == "__main__":
    main()
