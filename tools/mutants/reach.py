"""Find which test runs which lines of the product, and how long it takes.

The tests of a file run in a process of their own. Lines that run while a shared fixture is made are
noted for all tests that use it.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[2]
STORE = ROOT / "build" / "mutants" / "reach.pickle"
OPTIONS = [
    "--capture=sys",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    "-m",
    "not browser and not process and not slow and not mount and not netns",
]
OUTSIDE = ("docs", "environments", "extras", "web")
"""Folders of tests that do not concern the packages changed here."""


@dataclass
class Reach:
    """The lines that each test runs, and its time; a set of tests is an integer with a bit for
    each.
    """

    tests: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    lines: dict[str, dict[int, int]] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

    def of(self, file: str, lines: Iterable[int]) -> int:
        known = self.lines.get(file, {})
        if self.digests.get(file) != digest(file):  # the lines have moved since
            lines = known
        found = 0
        for line in lines:
            found |= known.get(line, 0)
        return found

    def quickest(self, chosen: int) -> list[str]:
        numbers = [number for number in range(len(self.tests)) if chosen >> number & 1]
        return [self.tests[number] for number in sorted(numbers, key=self.seconds.__getitem__)]

    def forget(self, files: set[str]) -> None:
        kept = [at for at, test in enumerate(self.tests) if test.partition("::")[0] not in files]
        for lines in self.lines.values():
            for line, tests in lines.items():
                lines[line] = sum(1 << new for new, old in enumerate(kept) if tests >> old & 1)
        self.tests = [self.tests[at] for at in kept]
        self.seconds = [self.seconds[at] for at in kept]

    def add(self, test: str, seconds: float, ran: dict[str, set[int]]) -> None:
        bit = 1 << len(self.tests)
        self.tests.append(test)
        self.seconds.append(seconds)
        for file, lines in ran.items():
            known = self.lines.setdefault(file, {})
            for line in lines:
                known[line] = known.get(line, 0) | bit


def digest(file: str) -> str:
    path = ROOT / file
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def load() -> Reach:
    with STORE.open("rb") as stored:
        reach = pickle.load(stored)
    assert isinstance(reach, Reach)
    return reach


def test_folders() -> list[str]:
    tests = ROOT / "tests"
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in tests.iterdir()
        if path.is_dir() and any(path.rglob("test_*.py")) and path.name not in OUTSIDE
    )


def in_pytest(paths: Sequence[str], work: Callable[[pytest.Session], None]) -> int:
    """Collect tests with pytest, and call `work` with them instead of running them."""

    class Instead:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            work(session)
            return True

    os.environ["CRIVELLO_HYPOTHESIS"] = "mutants"
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=34,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    return int(pytest.main([*OPTIONS, *paths], plugins=[Instead()]))


def forked(work: Callable[[], object], clock: float) -> tuple[object, int]:
    """Return the result of `work` in a child process, and the exit status; it is killed after
    `clock` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="crivello-mutants-") as folder:
        answer = Path(folder, "answer")
        child = os.fork()
        if not child:
            _in_child(work, folder, answer)
        end = time.monotonic() + clock
        wait = 0.002
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > end:
                os.killpg(child, signal.SIGKILL)
            time.sleep(wait)
            wait = min(0.05, wait * 1.5)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what it has left behind
        found = pickle.loads(answer.read_bytes()) if answer.exists() else None
        return found, status


def _in_child(work: Callable[[], object], folder: str, answer: Path) -> None:
    code = 1
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.environ["CRIVELLO_DATA"] = os.path.join(folder, "data")
        tempfile.tempdir = folder
        found = work()
        answer.write_bytes(pickle.dumps(found))
        code = 0
    finally:
        os._exit(code)


def own_folder(config: pytest.Config) -> None:
    """Make the temporary folders of tests inside that of this process."""
    vars(config)["_tmp_path_factory"].__dict__.update(
        _given_basetemp=Path(tempfile.gettempdir(), "tests"), _basetemp=None
    )


def gather(packages: Sequence[str], paths: Sequence[str]) -> None:
    """Run tests once and store the lines that they run; data of other tests are kept."""
    reach = load() if paths and STORE.exists() else Reach()
    failed: list[str] = []
    out = os.fdopen(os.dup(2), "w", buffering=1)

    def work(session: pytest.Session) -> None:
        files = [(path, list(items)) for path, items in groupby(session.items, lambda i: i.path)]
        reach.forget({items[0].nodeid.partition("::")[0] for _, items in files})
        for path, items in files:
            found, _ = forked(partial(_run, packages, items), 900)
            print(path.relative_to(ROOT), len(items), file=out)
            if not isinstance(found, list):
                failed.append(str(path))
                continue
            for test, passed, seconds, ran in found:
                if passed:
                    reach.add(test, seconds, ran)
                else:
                    failed.append(test)

    in_pytest(list(paths) or test_folders(), work)
    for package in packages:
        for source in (ROOT / "src" / "crivello" / package).rglob("*.py"):
            name = source.relative_to(ROOT).as_posix()
            # The tests that were kept know the lines of a changed file by their old numbers.
            if not paths or name not in reach.digests:
                reach.digests[name] = digest(name)
    STORE.parent.mkdir(parents=True, exist_ok=True)
    STORE.write_bytes(pickle.dumps(reach))
    print(f"{len(reach.tests)} tests, {sum(reach.seconds):.0f} s; not used: {failed}", file=out)


Ran = dict[str, set[int]]


class _Shared:
    """A plugin that notes lines under the name of the fixture being made, if several tests share
    it.
    """

    def __init__(self, meter: coverage.Coverage) -> None:
        self.meter = meter
        self.around = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        before, self.around = self.around, f"fixture {fixturedef.argname}"
        self.meter.switch_context(self.around)
        try:
            return (yield)
        finally:
            self.around = before
            self.meter.switch_context(before)


def _run(packages: Sequence[str], items: list[Any]) -> list[tuple[str, bool, float, Ran]]:
    folders = [str(ROOT / "src" / "crivello" / package / "*") for package in packages]
    meter = coverage.Coverage(data_file=None, include=folders, config_file=False, messages=False)
    warnings.simplefilter("ignore", coverage.exceptions.CoverageWarning)  # nothing was reached
    shared = _Shared(meter)
    items[0].config.pluginmanager.register(shared)
    own_folder(items[0].config)
    results = []
    meter.start()
    for item, following in zip(items, [*items[1:], None], strict=True):
        shared.around = item.nodeid
        meter.switch_context(item.nodeid)
        start = time.process_time()
        reports = runtestprotocol(item, nextitem=following, log=False)
        seconds = time.process_time() - start
        passed = all(report.passed for report in reports)
        results.append((item.nodeid, passed, seconds, item.fixturenames))
    meter.stop()
    data = meter.get_data()
    ran: dict[str, Ran] = {}
    for file in data.measured_files():
        name = Path(file).relative_to(ROOT).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            for context in contexts:
                ran.setdefault(context, {}).setdefault(name, set()).add(line)
    return [
        (test, passed, seconds, _joined(ran, [test, *(f"fixture {one}" for one in fixtures)]))
        for test, passed, seconds, fixtures in results
    ]


def _joined(ran: dict[str, Ran], contexts: Iterable[str]) -> Ran:
    joined: Ran = {}
    for context in contexts:
        for file, lines in ran.get(context, {}).items():
            joined.setdefault(file, set()).update(lines)
    return joined


if __name__ == "__main__":
    gather(sys.argv[1].split(","), sys.argv[2:])
