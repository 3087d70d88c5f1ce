"""Work over processes goes on when one of them dies."""

import os
import signal
from functools import partial
from pathlib import Path

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
