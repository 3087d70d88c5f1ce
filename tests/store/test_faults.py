"""Disks that are full or broken, files that are locked or read-only: acknowledged events
survive.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from crivello.store import Conflict, LogFile, NewEntry, StoreError, copy_to, recover, verify
from crivello.store import errors as x
from tests.support.programs import MISSING

pytestmark = pytest.mark.faults

ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def new(number: int, size: int = 10) -> NewEntry:
    return NewEntry(
        "2026-03-01T09:00:00.000+00:00",
        "test",
        "",
        "Test",
        f'{{"n": {number}, "x": "{"y" * size}"}}',
    )


def filled(path: Path, count: int = 20, size: int = 10) -> LogFile:
    log = LogFile.create(path, new(1, size))
    for number in range(2, count + 1):
        log.append(new(number, size), number - 1)
    return log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.crivello"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real small disk; tests that use it are marked `mount`."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)]
    subprocess.run(command, check=True)
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_what_is_appended_is_there(path: Path) -> None:
    with filled(path) as log:
        assert [entry.sequence for entry in log.entries()] == list(range(1, 21))
        assert log.entries(after=18) == log.entries()[18:]
    with LogFile.open(path) as again:
        assert again.last() == 20
        assert verify(again) == []
    assert sorted(p.name for p in path.parent.iterdir()) == ["t.crivello"]


def test_a_writing_connection_syncs_everything(path: Path) -> None:
    with filled(path, 1) as log:
        assert log.connection.execute("PRAGMA synchronous").fetchone() == (3,)  # EXTRA
        assert log.connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_file_is_never_created_over_another(path: Path) -> None:
    path.write_text("something else")
    with pytest.raises(x.AlreadyThere):
        LogFile.create(path, new(1))
    assert path.read_text() == "something else"


def test_no_folder_no_file(path: Path) -> None:
    with pytest.raises(x.NotFound):
        LogFile.create(path.parent / "none" / "t.crivello", new(1))
    with pytest.raises(x.NotFound):
        LogFile.open(path)


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_what_is_not_ours_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises((x.NotATournamentFile, x.Damaged)):
        LogFile.open(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE players (name TEXT)")
    with pytest.raises(x.NotATournamentFile):
        LogFile.open(path)


def test_the_disk_is_full_by_sqlites_own_limit(path: Path) -> None:
    with filled(path) as log:
        (pages,) = log.connection.execute("PRAGMA page_count").fetchone()
        log.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(x.DiskFull, match="Free some space"):
            log.append(new(21, 100_000), 20)
        assert log.last() == 20
        assert verify(log) == []
        log.connection.execute("PRAGMA max_page_count = 1000000")
        log.append(new(21, 100_000), 20)  # there is room again
    with LogFile.open(path) as again:
        assert again.last() == 21
        assert verify(again) == []


@pytest.mark.mount
def test_the_disk_is_really_full(small_disk: Path) -> None:
    path = small_disk / "t.crivello"
    with filled(path, 5) as log:
        acknowledged = 5
        full = False
        while not full:
            try:
                log.append(new(acknowledged + 1, 8000), acknowledged)
                acknowledged += 1
            except x.DiskFull:
                full = True
        assert acknowledged > 5
        assert log.last() == acknowledged
        assert verify(log) == []
    with LogFile.open(path) as again:
        assert len(again.entries()) == acknowledged


@pytest.mark.mount
def test_no_room_for_a_new_file(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 195_000)
    with pytest.raises(x.StoreError):
        LogFile.create(small_disk / "t.crivello", new(1, 20_000))
    assert [p.name for p in small_disk.iterdir()] == ["ballast"]


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder read-only during the block; for root, who may write everywhere, make the disk
    read-only.
    """
    if "mount" in MISSING and ROOT_USER:
        pytest.skip("root may write everything, and here it may mount nothing")
    if not ROOT_USER:
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        yield
        folder.chmod(0o755)
        return
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
    yield
    subprocess.run(["umount", str(folder)], check=True)


def test_what_is_read_only_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    filled(folder / "t.crivello").close()
    with read_only(folder):
        with LogFile.open(folder / "t.crivello") as log:
            assert log.last() == 20
            with pytest.raises((x.ReadOnly, x.Unwritable), match="Nothing was changed"):
                log.append(new(21), 20)
            assert len(log.entries()) == 20
        with pytest.raises(x.ReadOnly):
            LogFile.create(folder / "new.crivello", new(1))


def test_a_locked_file_says_so_and_goes_on_afterwards(path: Path) -> None:
    filled(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with LogFile.open(path, busy_seconds=0.05) as log:
            assert log.last() == 20  # reading goes on
            with pytest.raises(x.Locked, match="Close the other program"):
                log.append(new(21), 20)
            other.execute("ROLLBACK")
            assert log.append(new(21), 20).sequence == 21


def test_copied_alone_while_open_it_is_complete(path: Path, tmp_path: Path) -> None:
    with filled(path, 3) as log:
        for number in range(4, 12):
            log.append(new(number, 3000), number - 1)
            copy = shutil.copy(path, tmp_path / f"copy{number}.crivello")
            with LogFile.open(copy) as other:
                assert other.entries() == log.entries()
                assert verify(other) == []


def test_two_writers_never_overwrite_each_other(path: Path) -> None:
    with filled(path) as one, LogFile.open(path) as two:
        one.append(new(21), 20)
        with pytest.raises(Conflict) as conflict:
            two.append(new(99), 20)
        assert conflict.value.values["found"] == 21
        assert [e.sequence for e in two.entries(after=20)] == [21]  # it sees the other's event
        two.append(new(22), 21)
        assert one.last() == 22
        assert verify(one) == []


def test_many_writers_at_once(path: Path) -> None:
    """Four threads have a connection each: every acknowledged event is in the file once."""
    filled(path, 1).close()
    acknowledged: list[tuple[str, int]] = []

    def work(name: str) -> None:
        with LogFile.open(path, busy_seconds=60) as log:
            done = 0
            while done < 10:
                last = log.last()
                try:
                    entry = log.append(NewEntry("now", name, "", "Test", "{}"), last)
                except Conflict:
                    continue
                acknowledged.append((name, entry.sequence))
                done += 1

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with LogFile.open(path) as log:
        assert verify(log) == []
        found = [(entry.actor, entry.sequence) for entry in log.entries()[1:]]
    assert found == sorted(acknowledged, key=lambda item: item[1])


def _read(path: Path) -> None:
    with LogFile.open(path) as log:
        log.entries()


def _sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        for statement in statements:
            raw.execute(statement)


@pytest.mark.parametrize(
    ("statements", "sequence"),
    [
        (["UPDATE events SET payload = '{}' WHERE sequence = 7"], 7),
        (["UPDATE events SET actor = 'other' WHERE sequence = 1"], 1),
        (["UPDATE events SET time = 'later' WHERE sequence = 20"], 20),
        (["DELETE FROM events WHERE sequence = 7"], 7),
        (["DELETE FROM events WHERE sequence = 1"], 1),
        (["DELETE FROM events WHERE sequence = 20"], 19),
        (
            [
                "UPDATE events SET sequence = -7 WHERE sequence = 7",
                "UPDATE events SET sequence = 7 WHERE sequence = 8",
                "UPDATE events SET sequence = 8 WHERE sequence = -7",
            ],
            7,
        ),
        (["INSERT INTO events SELECT 21, time, actor, reason, type, payload, digest FROM events "
          "WHERE sequence = 20"], 21),
    ],
)  # fmt: skip
def test_verify_finds_what_was_changed(path: Path, statements: list[str], sequence: int) -> None:
    filled(path).close()
    _sql(path, *statements)
    with LogFile.open(path) as log:
        faults = verify(log)
    assert faults
    assert faults[0].sequence == sequence
    with LogFile.open(path) as log, pytest.raises(x.Damaged):
        log.entries()  # nobody works on with a changed file


def test_a_newer_file_is_refused(path: Path) -> None:
    filled(path).close()
    _sql(path, "UPDATE about SET value = '99' WHERE key = 'schema'")
    with pytest.raises(x.NewerSchema, match="Update the program"):
        LogFile.open(path)
    _sql(path, "UPDATE about SET value = 'x' WHERE key = 'schema'")
    with pytest.raises(x.Damaged):
        LogFile.open(path)


@pytest.mark.parametrize("keep", [0.99, 0.7, 0.4])
def test_a_file_cut_short_is_noticed_and_recovered(path: Path, tmp_path: Path, keep: float) -> None:
    filled(path, 60, 500).close()
    with LogFile.open(path) as log:
        whole = log.entries()
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    with pytest.raises(x.Damaged, match="recover"):
        _read(path)
    recovery = recover(path, tmp_path / "new.crivello")
    assert 0 < recovery.saved < 60
    with LogFile.open(tmp_path / "new.crivello") as log:
        saved = log.entries()
        assert verify(log) == []
    assert [e.payload for e in saved] == [e.payload for e in whole[: recovery.saved]]


def test_recover_says_what_is_missing_and_takes_it_from_a_copy(path: Path, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    with filled(path, 40, 900) as log:
        copy = copy_to(log, tmp_path / "stick", log.last())
        log.append(new(41), 40)
    data = bytearray(path.read_bytes())
    at = data.find(b'"n": 17')
    page = at // 4096 * 4096
    data[page : page + 4096] = os.urandom(4096)
    path.write_bytes(data)
    recovery = recover(path, tmp_path / "one.crivello")
    assert 17 in recovery.missing
    assert recovery.saved == min(recovery.missing) - 1
    assert not recovery.complete
    assert {e.sequence for e in recovery.later} >= {41}
    assert set(range(1, 42)) == (
        set(range(1, recovery.saved + 1))
        | set(recovery.missing)
        | {e.sequence for e in recovery.later}
    )
    both = recover(path, tmp_path / "two.crivello", [copy])
    assert both.complete
    assert both.saved == 41


def test_recover_when_the_first_page_is_gone(path: Path, tmp_path: Path) -> None:
    filled(path, 30, 6000).close()  # long events lie in chains of pages
    data = bytearray(path.read_bytes())
    data[:4096] = bytes(4096)
    path.write_bytes(data)
    with pytest.raises(StoreError):
        LogFile.open(path)
    assert recover(path, tmp_path / "new.crivello").saved == 30


def test_nothing_to_recover(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"\0" * 9000)
    with pytest.raises(x.Damaged):
        recover(path, tmp_path / "new.crivello")
    assert not (tmp_path / "new.crivello").exists()


def test_a_copy_that_fails_leaves_the_older_one(path: Path, tmp_path: Path) -> None:
    place = tmp_path / "stick"
    with filled(path) as log:
        with pytest.raises(x.BackupFailed, match="is safe: event 20 is written"):
            copy_to(log, place, 20)  # the stick is not there
        place.mkdir()
        target = copy_to(log, place, 20)
        with pytest.raises(x.BackupFailed):
            copy_to(log, path.parent, 20)  # not onto itself
        with LogFile.open(target) as other:
            assert other.entries() == log.entries()
        assert [p.name for p in place.iterdir()] == ["t.crivello"]
        assert log.append(new(21), 20).sequence == 21
