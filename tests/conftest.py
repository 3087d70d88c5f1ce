"""Fixtures and hooks for all tests."""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from hypothesis.strategies import text

from tests.support.programs import MISSING
from tests.support.samples import sample
from tests.support.summary import write_figures

# No test reads or replaces the rating lists of whoever runs it.
os.environ["CRIVELLO_DATA"] = os.path.join(tempfile.gettempdir(), f"crivello-tests-{os.getpid()}")
atexit.register(shutil.rmtree, os.environ["CRIVELLO_DATA"], ignore_errors=True)

# A shell starts what runs in the background deaf to Ctrl-C, and so its children: ours must hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Test modules are rewritten and compiled when they are read: once for each version of a file, not
# once for each worker and run, even where Python is told to write no compiled files.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadline, no complaint that examples are slow to make: a slow machine is not a wrong result.
# The default run tries the same examples everywhere, so that a clone is either green or red; a
# campaign may look for new ones.
SLOW = [HealthCheck.too_slow]
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    max_examples=sample(100),
    suppress_health_check=SLOW,
)
settings.register_profile("explore", deadline=None, print_blob=True, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("CRIVELLO_HYPOTHESIS", "repeatable"))

RARELY = 100_000
"""The number of new objects after which Python collects garbage. With the default of 700, tests
with syntax trees or many players spend half their time on it.
"""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Keep collected tests out of garbage collection, as they live to the end."""
    gc.disable()
    with its_turn(session.config):
        collected = yield
    gc.freeze()
    gc.enable()
    gc.set_threshold(RARELY)
    return collected


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """Fail a test that leaves a rating list behind, so that the next test does not find it."""
    done = yield
    if os.path.exists(os.environ["CRIVELLO_DATA"]):
        shutil.rmtree(os.environ["CRIVELLO_DATA"])
        pytest.fail("It loaded a rating list for all tests: give it a CRIVELLO_DATA of its own.")
    return done


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Report each test of a worker once, if set-up and teardown succeeded.

    A worker has thousands of tests, and each report is sent from process to process.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@contextmanager
def its_turn(config: pytest.Config) -> Iterator[None]:
    """Let one worker collect first; the others then read the bytecode that it has written.

    In a fresh clone collecting takes half a minute, and three times as long if all do it at once.
    """
    if sys.platform == "win32" or not hasattr(config, "workerinput"):
        yield
        return
    import fcntl

    with open(__file__, encoding="utf-8") as turn:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(turn, fcntl.LOCK_SH)
        yield
        text().validate()  # a table of all characters, which hypothesis keeps


LEFT_OUT = pytest.StashKey[dict[str, int]]()
"""The number of tests left out because a program is missing, by mark."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that need a program which is not installed; the summary reports them."""
    left_out = {item: mark for item in items for mark in MISSING if item.get_closest_marker(mark)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    config.stash[LEFT_OUT] = dict(Counter(left_out.values()))
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = config.stash[LEFT_OUT]
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    items[:] = spread_browser(items, workers)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Store the count of tests left out by a worker; all workers collect the same tests."""
    if "left_out" in getattr(node, "workeroutput", {}):
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


def spread_browser(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Spread the modules of browser tests evenly, so that another test runs while one waits.

    Slow ones come first, an equal share for each worker, so that no worker is late at the end.
    """
    modules = [list(group) for _, group in groupby(items, lambda item: item.path)]
    browser = [module for module in modules if module[0].get_closest_marker("browser")]
    slow = [module for module in browser if module[0].get_closest_marker("slow")]
    browser = [module for module in browser if module not in slow]
    others = [module for module in modules if not module[0].get_closest_marker("browser")]
    step = len(others) / (len(browser) + 1)
    places = [(step * (place + 1), module) for place, module in enumerate(browser)]
    mixed = [module for _, module in sorted([*enumerate(others), *places], key=itemgetter(0))]
    # Workers begin with parts of equal length, in order.
    rest = [item for module in mixed for item in module]
    part = -(-len(rest) // workers)
    spread: list[pytest.Item] = []
    for worker in range(workers):
        spread += [item for module in slow[worker::workers] for item in module]
        spread += rest[worker * part : (worker + 1) * part]
    return spread


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Report clearly which tests did not run, and store the figures for the last line of
    `make test`.
    """
    for mark, program in MISSING.items():
        terminalreporter.section(f"NO {mark.upper()} TESTS", sep="!", red=True, bold=True)
        terminalreporter.line(f"{program.name} is missing: tests marked {mark!r} did NOT run.")
        terminalreporter.line(f"What to do: {program.remedy}.")
    counts = {name: len(terminalreporter.getreports(name)) for name in OUTCOMES}
    failed = counts["failed"] + counts["error"]
    left_out: dict[str, int] = config.stash.get(LEFT_OUT, {})
    if FIGURES:
        write_figures(Path(FIGURES), counts["passed"], failed, counts["skipped"], left_out)


OUTCOMES = ("passed", "failed", "error", "skipped")
FIGURES = os.environ.pop("CRIVELLO_FIGURES", "")
"""The file for the figures of this run; unset, so that a run started by a test does not use it."""
