"""Programs that are killed while they create a file: `python -m tests.store.killed_creators
FOLDER`.

The n-th child kills itself at the n-th line of our code; one line is printed for each of them. This
is a process of its own because only a process without threads can be forked safely.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from crivello.store import LogFile
from tests.store.test_faults import new

ROOM = os.path.join("crivello", "store", "")


def main() -> None:
    folder = Path(sys.argv[1])
    count, killed = 0, True
    while killed:
        count += 1
        killed = _killed_at_line(folder / f"{count}.crivello", count)
        print(count, "killed" if killed else "done", flush=True)


def _killed_at_line(path: Path, count: int) -> bool:
    child = os.fork()
    if child == 0:
        left = count

        def step(frame: FrameType, kind: str, value: Any) -> Any:
            nonlocal left
            if ROOM not in frame.f_code.co_filename:
                return None
            if kind == "line":
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return step

        sys.settrace(step)
        LogFile.create(path, new(1))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


if __name__ == "__main__":
    main()
