"""Small functions for worker processes, in a module that imports nothing else."""

import os
import signal
from pathlib import Path


def square(number: int) -> int:
    return number * number


def deadly_once(folder: Path, number: int) -> int:
    """Return the square; the first call for number 3 kills its process."""
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def raising(number: int) -> int:
    if number == 3:
        raise ArithmeticError("of three")
    return square(number)


def printing(number: int) -> int:
    print("not an answer", flush=True)
    os.write(1, b"nor this")
    os.write(2, b"or that")
    return square(number)


def own_process(number: int) -> int:
    return os.getpid()
