"""The folder for the files of `make test`: in memory if there is plenty of it, otherwise on disk.

A tournament file confirms every write, and waiting for a thousand confirmations of the disk takes
longer than the computations of the tests.
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
    """Return True if the folder has free space, and memory behind it."""
    (memory,) = re.findall(r"^MemAvailable: *(\d+) kB$", MEMORY.read_text(), re.M) or ["0"]
    return min(shutil.disk_usage(folder).free, 1024 * int(memory)) >= ENOUGH


def runs_programs(folder: Path) -> bool:
    """Return True if programs in the folder can be run, which not every system allows in memory."""
    with tempfile.TemporaryDirectory(dir=folder) as here:
        program = Path(here, "program")
        program.write_text("#!/bin/sh\n")
        program.chmod(0o700)
        try:
            return subprocess.run([program], check=False).returncode == 0
        except OSError:
            return False


def scratch() -> str:
    """Create a new folder, which the caller removes."""
    good = os.access(IN_MEMORY, os.W_OK) and has_room(IN_MEMORY) and runs_programs(IN_MEMORY)
    return tempfile.mkdtemp(prefix="crivello-", dir=IN_MEMORY if good else None)


if __name__ == "__main__":
    print(scratch())
