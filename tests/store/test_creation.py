"""A new file is complete or does not exist, wherever the program is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from crivello.store import LogFile, verify
from crivello.store import errors as x
from tests.store.test_faults import new

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_at_every_line_of_the_creation(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tests.store.killed_creators", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    *killed, last = done.stdout.splitlines()
    assert last.endswith("done")
    there = []
    for number, line in enumerate(killed, start=1):
        assert line == f"{number} killed"
        path = tmp_path / f"{number}.crivello"
        there.append(path.exists())
        if path.exists():  # then it is whole
            with LogFile.open(path) as log:
                assert log.last() == 1
                assert verify(log) == []
        else:  # then the name is free, and nothing is in the way
            LogFile.create(path, new(1)).close()
    assert there == sorted(there)  # from some line on it is there for good
    assert there.count(False) > 20
    assert there.count(True) > 5


def test_nothing_is_left_beside_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "t.crivello"
    LogFile.create(path, new(1)).close()
    with pytest.raises(x.AlreadyThere):
        LogFile.create(path, new(1))
    assert [p.name for p in tmp_path.iterdir()] == ["t.crivello"]


def test_a_disk_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "t.crivello"
    with LogFile.create(path, new(1)) as log:
        assert log.last() == 1
    with pytest.raises(x.AlreadyThere):
        LogFile.create(path, new(1))
    assert [p.name for p in tmp_path.iterdir()] == ["t.crivello"]


def test_two_programs_create_the_same_file(tmp_path: Path) -> None:
    """One program wins; the other gets an error and overwrites nothing."""
    for number in range(20):
        path = tmp_path / f"{number}.crivello"
        won: list[str] = []
        told: list[Exception] = []
        start = threading.Barrier(2)

        def work(
            path: Path = path,
            won: list[str] = won,
            told: list[Exception] = told,
            start: threading.Barrier = start,
        ) -> None:
            start.wait()
            try:
                with LogFile.create(path, new(1)) as log:
                    won.append(log.about("genesis"))
            except x.AlreadyThere as error:
                told.append(error)

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(won), len(told)) == (1, 1)
        with LogFile.open(path) as log:
            assert [log.about("genesis")] == won
