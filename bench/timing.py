"""How time is taken: CPU seconds of this process, the best of several runs.

Machines are shared and noisy. CPU time does not count what other processes take, and the best of
several runs is what the work costs when nothing disturbs it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence


def cpu(work: Callable[[], object], runs: int = 3) -> float:
    """CPU seconds of the best of several runs."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def cpu_of_python(arguments: Sequence[str], runs: int = 10) -> float:
    """CPU seconds of a Python process from start to end, the best of several.

    As in an installed program, bytecode is kept from one run to the next.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
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
    """The most memory this process has had so far, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
