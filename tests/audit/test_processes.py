"""Work spread over several processes continues when one of them dies."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

import crivello
from crivello.audit.processes import cores, in_processes
from tests.audit.squares import deadly, deadly_once, own_process, printing, raising, square

LOST = -1


def given_up(item: int) -> int:
    return LOST


def test_all_items_are_answered() -> None:
    assert sorted(in_processes(square, range(20), 2, given_up)) == [n * n for n in range(20)]
    assert list(in_processes(square, [], 2, given_up)) == []
    assert cores() >= 1


def test_a_process_that_dies_takes_no_item_with_it(tmp_path: Path) -> None:
    work = partial(deadly_once, tmp_path)
    assert sorted(in_processes(work, range(8), 2, given_up)) == [n * n for n in range(8)]
    assert (tmp_path / "died").exists()


def test_an_item_that_always_kills_is_given_up_and_harms_no_other() -> None:
    expected = sorted([LOST, *(n * n for n in range(8) if n != 3)])
    assert sorted(in_processes(deadly, range(8), 2, given_up)) == expected


def test_an_error_is_raised_where_the_answers_are_awaited() -> None:
    with pytest.raises(ArithmeticError, match="of three") as raised:
        list(in_processes(raising, range(8), 2, given_up))
    assert "in raising" in raised.value.__notes__[0]


def test_what_work_prints_is_not_its_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert sorted(in_processes(printing, range(3), 2, given_up)) == [0, 1, 4]
    assert capfd.readouterr() == ("", "")


def test_nobody_is_left_when_an_answer_is_enough() -> None:
    process = next(in_processes(own_process, range(100), 2, given_up))  # and the rest is dropped
    assert process != os.getpid()
    assert not runs(process)


def runs(process: int) -> bool:
    """Return True if the process exists and is not a zombie."""
    try:
        os.kill(process, 0)
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def await_end(processes: list[int]) -> None:
    patience = time.monotonic() + 600
    while any(map(runs, processes)):
        assert time.monotonic() < patience
        time.sleep(0.01)


# A program that can be stopped at awkward moments

SLOW_TO_START = """
import os, pathlib, sys, time
folder = pathlib.Path(__file__).parent
if "crivello.audit.processes" in " ".join(sys.orig_argv):
    (folder / f"{os.getpid()}.starting").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
"""
WORK = """
import os, pathlib, time
folder = pathlib.Path(__file__).parent
def work(number):
    (folder / f"{os.getpid()}.working").touch()
    while not (folder / "done").exists():
        time.sleep(0.01)
    return number
"""
PROGRAM = """
import sys, work
from crivello.audit.processes import in_processes
if __name__ == "__main__":
    try:
        print(sorted(in_processes(work.work, [1, 2, 3, 4], 2, abs)))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@dataclass
class Program:
    process: subprocess.Popen[bytes]
    folder: Path

    def await_two(self, state: str) -> list[int]:
        """Wait until both processes have reached a state; return their ids."""
        while len(found := list(self.folder.glob(f"*.{state}"))) < 2:
            assert self.process.poll() is None
            time.sleep(0.01)
        return [int(path.stem) for path in found]

    def allow(self, what: str) -> None:
        (self.folder / what).touch()

    def end(self) -> tuple[int, bytes, bytes]:
        """Wait for the program to end; return its exit code and everything printed."""
        out, err = self.process.communicate(timeout=600)
        return self.process.returncode, out, err


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """A program whose processes wait for `go` before they start, and for `done` while they work."""
    (tmp_path / "sitecustomize.py").write_text(SLOW_TO_START)
    (tmp_path / "work.py").write_text(WORK)
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    source = Path(crivello.__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{source}"},
        start_new_session=True,
    ) as process:
        yield Program(process, tmp_path)


@pytest.mark.parametrize("moment", ["starting", "working"])
@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGKILL, -9)]
)
def test_a_program_that_is_stopped_takes_its_processes_with_it(
    program: Program, moment: str, how: signal.Signals, code: int
) -> None:
    """Worker processes end in any state, without printing anything."""
    if moment == "working":
        program.allow("go")
    processes = program.await_two(moment)
    os.killpg(program.process.pid, how)  # as a terminal does
    program.allow("go")
    assert program.end() == (code, b"", b"")
    await_end(processes)


@pytest.mark.parametrize("moment", ["starting", "working"])
def test_a_process_that_is_stopped_is_replaced(program: Program, moment: str) -> None:
    if moment == "working":
        program.allow("go")
    os.kill(program.await_two(moment)[0], signal.SIGINT)
    program.allow("go")
    program.allow("done")
    assert program.end() == (0, b"[1, 2, 3, 4]\n", b"")
