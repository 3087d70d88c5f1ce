"""The folder for the files of `make test`: in memory where there is plenty of it, otherwise on the
disk.

A tournament file confirms every write, and a thousand of them wait for the disk longer than the
tests around them compute.
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

IN_MEMORY = Path("/dev/shm")
MEMORY = Path("/proc/meminfo")
ENOUGH = 6 << 30
"""Bytes: several times what the tests write."""


def has_room(folder: Path) -> bool:
    """Check for free space in the folder, and for memory behind it."""
    (memory,) = re.findall(r"^MemAvailable: *(\d+) kB$", MEMORY.read_text(), re.M) or ["0"]
    return min(shutil.disk_usage(folder).free, 1024 * int(memory)) >= ENOUGH


def runs_programs(folder: Path) -> bool:
    """Some tests put a program there, which not every system runs from memory."""
    with tempfile.TemporaryDirectory(dir=folder) as here:
        program = Path(here, "program")
        program.write_text("#!/bin/sh\n")
        program.chmod(0o700)
        try:
            return subprocess.run([program], check=False).returncode == 0
        except OSError:
            return False


def scratch() -> str:
    """A new folder, to be removed by whoever asked for it."""
    good = os.access(IN_MEMORY, os.W_OK) and has_room(IN_MEMORY) and runs_programs(IN_MEMORY)
    return tempfile.mkdtemp(prefix="crivello-", dir=IN_MEMORY if good else None)


if __name__ == "__main__":
    print(scratch())
