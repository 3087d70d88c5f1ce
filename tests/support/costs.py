"""The cost of each test: CPU seconds, including those of its child processes.

    python -m pytest -p tests.support.costs --costs costs.tsv -n 2 tests/web

writes one line for each test: seconds, name. Elapsed time would say little on a busy machine.
"""

import os
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", help="write what each test costs to this file")


def processor_seconds(process: int) -> float:
    """Return the CPU seconds of a process, including its children."""
    try:
        after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        threads = [*Path(f"/proc/{process}/task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return 0.0
    children: list[int] = []
    for thread in threads:
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may have ended
            children += map(int, (thread / "children").read_text().split())
    return sum(map(int, after_name[11:15])) / TICKS + sum(map(processor_seconds, children))


class Meter:
    """Writes a line as each test ends; workers append to the same file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.last = 0.0

    def note(self, name: str) -> None:
        now = processor_seconds(os.getpid())
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(f"{now - self.last:.2f}\t{name}\n")
        self.last = now

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        answer = yield
        self.note(item.nodeid)
        return answer

    def pytest_collection_finish(self) -> None:
        self.note("collection")

    def pytest_unconfigure(self) -> None:
        self.note("end")


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("--costs")
    shares_out = bool(config.getoption("numprocesses", None))
    if file and not shares_out:
        config.pluginmanager.register(Meter(Path(file)))
