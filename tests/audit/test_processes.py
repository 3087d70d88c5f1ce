"""Work over processes goes on when one of them dies."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import crivello
from crivello.audit.processes import cores, in_processes

LOST = -1


def square(number: int) -> int:
    return number * number


def given_up(item: int) -> int:
    return LOST


def deadly_once(folder: Path, number: int) -> int:
    """Number 3 takes its process down the first time."""
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


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


SLOW_TO_START = """
import os, pathlib, sys, time
folder = pathlib.Path(__file__).parent
if "multiprocessing.spawn" in " ".join(sys.orig_argv):
    (folder / f"{os.getpid()}.starting").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
"""
PROGRAM = """
import sys
from crivello.audit.processes import in_processes
if __name__ == "__main__":
    try:
        print(sorted(in_processes(abs, [1, 2, 3, 4], 2, abs)))
    except KeyboardInterrupt:
        sys.exit(130)
"""


Starting = tuple[subprocess.Popen[bytes], int]


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[Starting]:
    """A program whose processes are starting until there is a file `go`; and one of those."""
    (tmp_path / "sitecustomize.py").write_text(SLOW_TO_START)
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    source = Path(crivello.__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{source}"},
        start_new_session=True,
    ) as program:
        while not (found := list(tmp_path.glob("*.starting"))):
            assert program.poll() is None
            time.sleep(0.01)
        yield program, int(found[0].stem)


def test_ctrl_c_does_not_meet_a_process_that_is_starting(
    starting: Starting, tmp_path: Path
) -> None:
    """In a terminal it reaches all of them; what it means is for the parent to say."""
    program, process = starting
    os.kill(process, signal.SIGINT)
    (tmp_path / "go").touch()
    out, err = program.communicate(timeout=600)
    assert (program.returncode, out, err) == (0, b"[1, 2, 3, 4]\n", b"")


def test_a_program_that_is_stopped_while_processes_start_says_nothing(
    starting: Starting, tmp_path: Path
) -> None:
    program, _ = starting
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=600)
    (tmp_path / "go").touch()
    assert (program.returncode, out, err) == (130, b"", b"")


def test_nobody_is_left_when_an_answer_is_enough() -> None:
    before = multiprocessing.active_children()
    assert next(in_processes(square, range(100), 2, given_up)) >= 0  # and it is dropped
    assert multiprocessing.active_children() == before
