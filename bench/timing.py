"""Timing: the CPU seconds of this process, the best of several runs.

Machines are shared and noisy. CPU time does not count what other processes take, and the best of
several runs is what the work costs when nothing disturbs it.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from shutil import which
from threading import Timer


def cpu(work: Callable[[], object], runs: int = 3) -> float:
    """Return the CPU seconds of the best of several runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


@dataclass(frozen=True)
class Spent:
    """The CPU time of a process, and how it ended."""

    seconds: float
    code: int
    """The exit code; negative after a signal, such as the one at the limit."""
    limit: float

    @property
    def done(self) -> bool:
        return self.code == 0

    @property
    def text(self) -> str:
        """The milliseconds, or the reason why there are none."""
        if self.code < 0:
            return f"over {self.limit:g} s"
        if self.code:
            return f"failed ({self.code})"
        figure = 1000 * self.seconds
        return f"{figure:.1f}" if figure < 100 else f"{figure:.0f}"


def run_once(
    words: Sequence[str], limit: float, given: str = os.devnull, **variables: str
) -> Spent:
    """Run a command and return its CPU time; it is killed after `limit` seconds.

    `given` is the file for its standard input; `variables` are added to its environment.
    """
    with open(given, "rb") as stdin:
        process = subprocess.Popen(
            words,
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=without_bytecode_ban() | variables,
        )
    watch = Timer(limit, process.kill)
    watch.start()
    _, status, used = os.wait4(process.pid, 0)
    watch.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return Spent(used.ru_utime + used.ru_stime, process.returncode, limit)


def instructions(words: Sequence[str]) -> int | None:
    """Count the instructions of a command with perf, else with valgrind; None without both."""
    if which("perf"):
        counted = ["perf", "stat", "-x,", "-e", "instructions:u", *words]
        text = _errors_of(counted)
        found = re.search(r"^(\d+),[^,]*,instructions", text, re.MULTILINE)
        if found:  # virtual machines often have no counters
            return int(found[1])
    if which("valgrind"):
        options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        text = _errors_of(["valgrind", *options, *words])
        found = re.search(r"I\s+refs:\s+([\d,]+)", text)
        if found:
            return int(found[1].replace(",", ""))
    return None


def _errors_of(words: Sequence[str]) -> str:
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=without_bytecode_ban(),
        check=False,
    )
    return done.stderr.decode(errors="replace")


def without_bytecode_ban() -> dict[str, str]:
    """Return the environment with bytecode enabled, as for an installed program."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def cpu_of_python(arguments: Sequence[str], runs: int = 10) -> float:
    """Return the CPU seconds of a Python process from start to end, the best of several runs.

    As in an installed program, bytecode is kept from one run to the next.
    """
    environment = without_bytecode_ban()
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


def peak_memory() -> float:
    """Return the most memory that this process has had so far, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
