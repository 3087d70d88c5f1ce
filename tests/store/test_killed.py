"""A program that is killed in the middle of its work loses nothing that it had acknowledged.

`make kill-test` does it 500 times; here as often as CRIVELLO_KILLS says.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crivello.store import LogFile, NewEntry, verify

KILLS = int(os.environ.get("CRIVELLO_KILLS", "30"))
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_killed_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "t.crivello"
    LogFile.create(path, NewEntry("now", "test", "", "Test", "{}")).close()
    rng = random.Random(10)
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    whole = 1
    left_behind = 0
    for _ in range(KILLS):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.store.appender", str(path)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
        )
        assert child.stdout is not None
        first = child.stdout.readline()  # it is at work
        time.sleep(rng.uniform(0, 0.1))
        child.send_signal(signal.SIGKILL)
        acknowledged = [line for line in (first + child.stdout.read()).split(b"\n")[:-1] if line]
        child.stdout.close()
        child.wait()
        left_behind += Path(f"{path}-journal").exists()
        with LogFile.open(path) as log:
            entries = log.entries()
            assert verify(log) == []
        assert int(acknowledged[-1]) <= len(entries) <= int(acknowledged[-1]) + 1
        assert len(entries) > whole
        whole = len(entries)
        # Once a program has opened it, the file alone is everything.
        shutil.copy(path, tmp_path / "copy.crivello")
        with LogFile.open(tmp_path / "copy.crivello") as copy:
            assert copy.entries() == entries
    if KILLS >= 100:
        assert left_behind, "no kill ever met a transaction half-way"
