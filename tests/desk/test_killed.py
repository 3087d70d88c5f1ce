"""A program that is killed while working loses no acknowledged action.

`make stress WHAT=kill` kills 500 times; the tests kill CRIVELLO_KILLS times.
"""

import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from crivello.desk import Desk
from tests.desk.desks import A, fresh
from tests.support.preloaded import start_program

KILLS = int(os.environ.get("CRIVELLO_KILLS", "6"))
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_killed_at_any_moment(tmp_path: Path) -> None:
    rng = random.Random(10)
    met = 0
    place = tmp_path / "stick"
    place.mkdir()
    for number in range(KILLS):
        if number % 50 == 0:  # a fresh file now and then, so that the last ones are not slow
            desk = fresh(tmp_path, 0, name=f"{number}.crivello")
            desk.remember_backup_folder(place)
            path, whole = desk.path, len(desk.log)
            desk.close()
        child = start_program(
            "tests.desk.busy_arbiter",
            str(path),
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ,
        )
        assert child.stdout is not None
        first = child.stdout.readline()  # it is at work
        time.sleep(rng.uniform(0, 0.1))
        child.send_signal(signal.SIGKILL)
        told = (first + child.stdout.read()).split("\n")[:-1]
        child.stdout.close()
        child.wait()
        acknowledged = int(told[-1])
        met += Path(f"{path}-journal").exists()
        with Desk.open(path) as desk:
            # All that was acknowledged, at most one more that was on disk but not yet told.
            assert acknowledged <= len(desk.log) <= acknowledged + 1
            assert len(desk.log) > whole
            assert desk.verify() == []
            assert len(desk.section(A).registrations) % 2 == 0  # nobody without their companion
            whole, state = len(desk.log), desk.state
            copies = [item.entry for item in desk.log]
        with Desk.open(place / path.name) as copy:  # an older state, but a whole one
            assert copy.verify() == []
            assert [item.entry for item in copy.log] == copies[: len(copy.log)]
        assert not list(place.glob("*-journal"))
        # Once a program has opened it, the file alone is everything.
        shutil.copy(path, tmp_path / "copy.crivello")
        with Desk.open(tmp_path / "copy.crivello") as copy:
            assert copy.state == state
    if KILLS >= 100:
        assert met, "no kill ever met a transaction half-way"
