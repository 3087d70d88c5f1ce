"""Faults in the middle of an action, in every interface: the answer matches what happened.

`make stress WHAT=faults` runs these with all others marked `faults`: full disk, a disk that becomes
read-only, a disk that does not confirm, a backup folder that fails, standard output that is full.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from crivello.desk import Desk
from crivello.desk.actions import Register
from crivello.model.player import Player
from crivello.store import errors as x
from crivello.web.api import PREFIX
from crivello.web.app import create_app
from tests.cli.calling import process
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk
from tests.desk.desks import A, fresh
from tests.store.test_faults import read_only, small_disk

__all__ = ["small_disk"]
pytestmark = pytest.mark.faults

LONG = Player(
    "Long, Very", id=0, number=0, tags=tuple((f"group {k}", "x" * 100) for k in range(100))
)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Fill the disk with a file of another program, during the block."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 512):
                pass
        except OSError:
            pass
    yield
    ballast.unlink()


def events(path: Path) -> int:
    with Desk.open(path) as here:
        assert here.verify() == []
        return len(here.log)


@pytest.mark.mount
def test_a_full_disk_at_the_command_line(small_disk: Path) -> None:
    path = small_disk / "t.crivello"
    fresh(small_disk).close()
    before = events(path)
    with full(small_disk):
        called = desk(small_disk, "add", "Tal, Mikhail", "-t", path)
    assert called.code != 0
    assert "Free some space" in called.err
    assert "Nothing was changed" in called.err
    assert events(path) == before
    desk(small_disk, "add", "Tal, Mikhail", "-t", path)
    assert events(path) == before + 1


@pytest.mark.mount
def test_a_full_disk_in_the_library(small_disk: Path) -> None:
    here = fresh(small_disk)
    with full(small_disk):
        with pytest.raises(x.DiskFull):
            here.act(Register(A, (LONG,)))
        assert len(here.section(A).registrations) == 8
    outcome = here.act(Register(A, (LONG,)))
    assert outcome.sequence == len(here.log)
    here.close()
    assert events(small_disk / "t.crivello") == outcome.sequence


@pytest.mark.mount
def test_a_full_disk_at_the_desk(small_disk: Path) -> None:
    fresh(small_disk).close()
    app = create_app(small_disk)
    key = {"authorization": f"Bearer {app.state.desktop.sessions.api_key}"}
    player = {"id": 0, "number": 0, "name": "Tal", "tags": [list(tag) for tag in LONG.tags]}
    body = {"action": "Register", "section": A, "players": [player]}
    with TestClient(app, base_url="http://127.0.0.1", headers=key) as client:
        address = f"{PREFIX}/tournaments/t/actions"
        with full(small_disk):
            refused = client.post(address, json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, "full")
        accepted = client.post(address, json=body)
        assert accepted.status_code == 200
        sequence = accepted.json()["sequence"]
    assert events(small_disk / "t.crivello") == sequence


def test_a_disk_that_becomes_read_only_in_the_middle(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    path = folder / "t.crivello"
    here = fresh(folder)
    before = len(here.log)
    with read_only(folder):  # while the file is open
        with pytest.raises((x.ReadOnly, x.Unwritable), match="Nothing was changed"):
            here.act(Register(A, (LONG,)))
        called = desk(folder, "add", "Tal, Mikhail", "-t", path)
        assert (called.code != 0, "Nothing was changed" in called.err) == (True, True)
        assert len(here.section(A).registrations) == 8
        assert events(path) == before
    assert here.act(Register(A, (LONG,))).sequence == before + 1  # it may write again
    here.close()
    assert events(path) == before + 1


@pytest.mark.compiler
def test_a_folder_that_the_disk_does_not_confirm(tmp_path: Path) -> None:
    """SQLite syncs the folder after removing the journal: the event is then already in the file."""
    path = tmp_path / "t.crivello"
    fresh(tmp_path).close()
    before = events(path)
    library = tmp_path / "unsynced_folder.so"
    source = Path(__file__).parents[2] / "store" / "unsynced_folder.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    words = ("add", "Tal, Mikhail", "-t", path)
    called = process(*words, cwd=tmp_path, LD_PRELOAD=str(library))
    assert called.code == 5
    assert f"Event {before + 1} is written" in called.err
    assert "Do not do it again" in called.err
    assert "othing was changed" not in called.out + called.err
    assert events(path) == before + 1


@pytest.mark.mount
def test_a_backup_folder_that_is_full(small_disk: Path, tmp_path: Path, at: At) -> None:
    path = at("drafted")
    with Desk.open(path) as here:
        here.remember_backup_folder(small_disk)
    before = events(path)
    with full(small_disk):
        called = desk(tmp_path, "publish")
    assert called.code == 0
    assert events(path) == before + 1
    assert f"The copy to {small_disk} failed" in called.out + called.err
    assert (
        f"The tournament itself is safe: event {before + 1} is written" in called.out + called.err
    )
    assert events(small_disk / path.name) <= before  # the older one, whole
    with Desk.open(path) as here:
        assert here.copy() == []
    assert events(small_disk / path.name) == before + 1
    assert [copy.name for copy in small_disk.iterdir()] == [path.name]
