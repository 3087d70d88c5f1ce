"""Calls of the program, in this process or a new one, and small files as input."""

import os
import subprocess
import sys
from contextlib import chdir
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import crivello
from crivello.cli import main

SOURCE = Path(crivello.__file__).parent
EXAMPLE = str(SOURCE / "examples" / "before-round-4.trf")
ROUND_4 = "7\n6 2\n4 5\n1 3\n11 7\n10 14\n8 9\n13 12\n"
"""Round 4 of the example as an engine writes it; the source of the example has the same boards."""


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str


KEPT = ("PATH", "TMPDIR", "CRIVELLO_DATA")


def environment(**changes: str) -> dict[str, str]:
    """Return a minimal environment, so that language and settings of the machine do not matter."""
    keep = {name: value for name, value in os.environ.items() if name in KEPT}
    return keep | {"PYTHONPATH": str(SOURCE.parent), "LC_ALL": "C.UTF-8"} | changes


def call(*words: str | Path, stdin: bytes = b"", cwd: Path | None = None, **env: str) -> Called:
    """Call `crivello` with these arguments in this process, as its own process would.

    A process takes a third of a second to start; `process` is for tests that need one.
    """
    given = [str(word) for word in words]
    out, err = BytesIO(), BytesIO()
    with (
        patch.dict(os.environ, environment(**env), clear=True),
        patch.multiple(sys, stdin=_text(BytesIO(stdin)), stdout=_text(out), stderr=_text(err)),
        chdir(cwd or os.curdir),
    ):
        return _called(main(given), given, out, err)


def _text(data: BytesIO) -> TextIOWrapper:
    return TextIOWrapper(data, "utf-8", write_through=True)


def process(*words: str | Path, stdin: bytes = b"", cwd: Path | None = None, **env: str) -> Called:
    """Run `crivello` with these arguments in a process of its own."""
    return run([sys.executable, "-m", "crivello", *map(str, words)], stdin, cwd, **env)


def run(command: list[str], stdin: bytes = b"", cwd: Path | None = None, **env: str) -> Called:
    done = subprocess.run(
        command, input=stdin, capture_output=True, cwd=cwd, env=environment(**env), timeout=600
    )
    return _called(done.returncode, command, BytesIO(done.stdout), BytesIO(done.stderr))


def _called(code: int, command: list[str], out: BytesIO, err: BytesIO) -> Called:
    called = Called(code, out.getvalue().decode(), err.getvalue().decode())
    assert "Traceback" not in called.err or "--debug" in command, called.err
    return called


def bound(code: str, *words: str) -> Called:
    """Run `crivello` in a process that first runs `code`, such as a limit.

    No bytecode is written: if the code limits the size of files, a truncated compiled module would
    break later imports.
    """
    program = f"import sys\n{code}\nfrom crivello.cli import main\nsys.exit(main(sys.argv[1:]))"
    return run([sys.executable, "-c", program, *words], PYTHONDONTWRITEBYTECODE="1")


WITHOUT_PRIVILEGES = """
import ctypes, os
if os.geteuid() == 0:
    # An administrator may read and write anything: lay down the two capabilities that say so
    # (DAC_OVERRIDE, DAC_READ_SEARCH), and keep everything else.
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, data) == 0
    for word in (0, 1):
        data[word] &= ~0b110
    assert libc.capset(header, data) == 0
"""


def trf(*players: str, head: tuple[str, ...] = ("142 3", "152 W")) -> bytes:
    """Return a report file with a string of rounds for each player, such as ``2 w 1``, separated by
    |.

    The points are added up, so that the file is consistent.
    """
    worth = {"1": 2, "+": 2, "U": 2, "F": 2, "=": 1, "H": 1}
    lines = [*head]
    for number, rounds in enumerate(players, start=1):
        cells = [cell.split() for cell in rounds.split("|")] if rounds else []
        points = sum(worth.get(result, 0) for _, _, result in cells)
        line = f"001 {number:4}      Player {number}".ljust(80) + f"{points / 2:4}".rjust(4)
        line += f" {number:4}"
        for opponent, colour, result in cells:
            line += f"  {opponent:>4} {colour} {result}"
        lines.append(line)
    return ("\n".join(lines) + "\n").encode()


TWO_WHO_HAVE_MET = trf("2 w 1", "1 b 0")
"""Two players before round 2 who have already met, so that there is no pairing."""
