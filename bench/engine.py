"""Time the engine for platforms: requests per second and 95th percentile, against a process per
call.

    python -m bench.engine [SECONDS]

100 players, round 6 of 9, the same file in all three: posted to an engine with one and with two
processes over kept connections, and given to `crivello --dutch FILE -p` as a new process. Each
caller waits for its answer; there are two callers for each process that answers. The CPU time of a
call counts all processes that answer it; on a busy machine it says more than the clock.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from bench.events import states
from tools.py4swiss_check import report
from tools.running_engine import address, running

PLAYERS, ROUND = 100, 6
SECONDS = 10.0

Caller = Callable[[], None]
"""A function that makes one call and waits for its answer."""
Measured = tuple[float, float, float, float]
"""Calls per second; median and 95th percentile of their times, and CPU time, in milliseconds."""


def cpu_of(pids: list[int]) -> float:
    """Return the CPU seconds that running processes have used so far (Linux)."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def cpu_of_children() -> float:
    """Return the CPU seconds of child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(callers: list[Caller], seconds: float, cpu: Callable[[], float]) -> Measured:
    before = cpu()
    end = time.monotonic() + seconds

    def call_on(caller: Caller) -> list[float]:
        times = []
        while time.monotonic() < end:
            start = time.perf_counter()
            caller()
            times.append(time.perf_counter() - start)
        return times

    begun = time.monotonic()
    with ThreadPoolExecutor(len(callers)) as pool:
        times = sorted(one for found in pool.map(call_on, callers) for one in found)
    rate = len(times) / (time.monotonic() - begun)
    used = 1000 * (cpu() - before) / len(times)
    return rate, 1000 * times[len(times) // 2], 1000 * times[len(times) * 95 // 100], used


def over_http(path: str, workers: int, data: bytes, seconds: float) -> Measured:
    with running("--workers", str(workers)) as engine, ExitStack() as stack:

        def caller() -> Caller:
            connection = engine.connect()
            stack.callback(connection.close)

            def call() -> None:
                connection.request("POST", address(path), data)
                response = connection.getresponse()
                response.read()
                assert response.status == 200

            return call

        callers = [caller() for _ in range(2 * workers)]
        for one in callers:
            one()
        pids = [engine.process.pid, *engine.workers]
        return measure(callers, seconds, lambda: cpu_of(pids))


def as_processes(at_once: int, data: bytes, seconds: float) -> Measured:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "open.trf"
        file.write_bytes(data)
        words = [f"-Xpycache_prefix={folder}", "-m", "crivello", "--dutch", str(file), "-p"]

        def call() -> None:
            subprocess.run(
                [sys.executable, *words],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                check=True,
            )

        call()
        return measure([call] * at_once, seconds, cpu_of_children)


def table(seconds: float = SECONDS) -> None:
    tournament, _ = states("dutch-2026", PLAYERS)[ROUND - 1]
    data = report(tournament, ROUND).encode()
    rows = [
        *(
            (f"{path}, {workers} process{'es' * (workers > 1)}", over_http, (path, workers))
            for path in ("boards", "pair")
            for workers in (1, 2)
        ),
        ("a process for each call, one at a time", as_processes, (1,)),
        ("a process for each call, two at a time", as_processes, (2,)),
    ]
    print(f"{PLAYERS} players, round {ROUND}, {os.cpu_count()} cores, {seconds:g} s each")
    print(f"{'':42}{'calls/s':>9}{'median ms':>11}{'p95 ms':>9}{'CPU ms':>9}")
    for name, measured, arguments in rows:
        rate, median, p95, cpu = measured(*arguments, data, seconds)  # type: ignore[operator]
        print(f"{name:42}{rate:9.1f}{median:11.1f}{p95:9.1f}{cpu:9.1f}", flush=True)


if __name__ == "__main__":
    table(float(sys.argv[1]) if sys.argv[1:] else SECONDS)
