"""Events that `recover` saves are proven; events that it does not save are named."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from crivello.model.errors import Remedy, RemedyKind
from crivello.store import End, LogFile, Seal, copy_to, recover, verify, verify_file
from crivello.store import errors as x
from tests.cli.calling import call
from tests.store.test_faults import filled, new

pytestmark = pytest.mark.faults


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.crivello"


def damage(path: Path, text: bytes, other: bytes) -> None:
    """Change some bytes in place, without changing the length of the file."""
    assert len(text) == len(other)
    data = path.read_bytes()
    assert text in data
    path.write_bytes(data.replace(text, other))


def test_a_whole_file_is_saved_with_its_digests(path: Path, tmp_path: Path) -> None:
    with filled(path, 30) as log:
        before = log.entries()
    found = recover(path, tmp_path / "new.crivello")
    assert (found.saved, found.unverified, found.end, found.complete) == (30, (), End.REACHED, True)
    with LogFile.open(tmp_path / "new.crivello") as log:
        assert log.entries() == before
        assert verify(log) == []


def test_an_end_that_is_gone_without_trace_is_missed(path: Path, tmp_path: Path) -> None:
    """The rows are gone, but the file still states its last event and the number of events."""
    filled(path, 30).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DELETE FROM events WHERE sequence > 6")
        raw.commit()
        raw.execute("VACUUM")
    found = recover(path, tmp_path / "new.crivello")
    assert (found.saved, found.end, found.complete) == (6, End.LOST, False)
    assert found.missing == tuple(range(7, 31))


def test_without_a_count_the_last_digest_still_tells(path: Path, tmp_path: Path) -> None:
    """Files written by earlier versions do not state the number of events."""
    filled(path, 30).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DELETE FROM about WHERE key = 'last'")
        raw.execute("DELETE FROM events WHERE sequence > 6")
        raw.commit()
        raw.execute("VACUUM")
    found = recover(path, tmp_path / "new.crivello")
    assert (found.saved, found.missing, found.end, found.complete) == (6, (), End.LOST, False)


def test_an_end_of_which_nothing_is_known(path: Path, tmp_path: Path) -> None:
    filled(path, 30).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("DELETE FROM about")
        raw.commit()
        raw.execute("VACUUM")
    found = recover(path, tmp_path / "new.crivello")
    assert (found.end, found.complete) == (End.UNKNOWN, False)
    assert (found.saved, found.unverified) == (29, (1,))


def test_a_changed_first_event_is_not_called_saved(path: Path, tmp_path: Path) -> None:
    filled(path, 30).close()
    damage(path, b'{"n": 1, ', b'{"n": 9, ')
    found = recover(path, tmp_path / "new.crivello")
    assert (found.written, found.saved, found.unverified) == (30, 29, (1,))
    assert not found.complete


def test_a_whole_copy_wins_over_a_changed_first_event(path: Path, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    with filled(path, 30) as log:
        copy = copy_to(log, tmp_path / "stick", log.last())
        log.append(new(31), 30)
        before = log.entries()
    damage(path, b'{"n": 1, ', b'{"n": 9, ')
    found = recover(path, tmp_path / "new.crivello", [copy])
    assert (found.saved, found.complete) == (31, True)
    with LogFile.open(tmp_path / "new.crivello") as log:
        assert log.entries() == before


def test_a_copy_of_another_tournament_is_refused(path: Path, tmp_path: Path) -> None:
    filled(path, 5).close()
    other = tmp_path / "other.crivello"
    filled(other, 5).close()
    with pytest.raises(x.NotACopy):
        recover(path, tmp_path / "new.crivello", [other])
    assert not (tmp_path / "new.crivello").exists()


def test_an_event_that_was_never_acknowledged_is_not_taken(path: Path, tmp_path: Path) -> None:
    """An old page may hold another event of the same number; the stated end decides."""
    filled(path, 5).close()
    other = tmp_path / "other.crivello"
    other.write_bytes(path.read_bytes())
    with LogFile.open(other) as log:
        log.append(new(99), 5)
    with LogFile.open(path) as log:
        log.append(new(6), 5)
        before = log.entries()
    # The other file's pages behind this one's, as a crash may leave them in a free page.
    path.write_bytes(path.read_bytes() + other.read_bytes())
    found = recover(path, tmp_path / "new.crivello")
    with LogFile.open(tmp_path / "new.crivello") as log:
        assert [e.sequence for e in log.entries()] == [1, 2, 3, 4, 5, 6]
    assert found.end is End.LOST  # two ends are stated, and only one can be reached
    assert before[:5] == LogFile.open(tmp_path / "new.crivello").entries()[:5]


def test_rows_made_to_keep_us_busy(path: Path, tmp_path: Path) -> None:
    """Every pointer of every page leads to one long row; one page belongs to a ring of pages."""
    size, pages = 4096, 200
    page = bytearray(size)
    page[0] = 0x0D
    page[3:5] = (1000).to_bytes(2, "big")
    for index in range(1000):
        page[8 + 2 * index : 10 + 2 * index] = (3000).to_bytes(2, "big")
    length = size * pages - 10
    page[3000:3004] = bytes(
        [0x80 | length >> 14 & 0x7F, 0x80 | length >> 7 & 0x7F, length & 0x7F, 1]
    )
    page[0:1] = b"\x0d"
    data = bytearray(bytes(page) * pages)
    path.write_bytes(data)
    with pytest.raises(x.NothingSaved):
        recover(path, tmp_path / "new.crivello")


def test_a_number_that_no_file_can_hold_is_not_believed(path: Path, tmp_path: Path) -> None:
    filled(path, 5).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE events SET sequence = 9000000000000000000 WHERE sequence = 5")
        raw.execute("UPDATE about SET value = '999999999' WHERE key = 'last'")
    found = recover(path, tmp_path / "new.crivello")
    assert found.saved == 4
    assert len(found.missing) < 10
    assert not found.complete


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE about",
        "ALTER TABLE events ADD COLUMN x TEXT",
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX i ON events(abs(sequence))",
    ],
)
def test_a_file_whose_tables_are_not_ours_is_refused(path: Path, statement: str) -> None:
    filled(path, 5).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(statement)
    with pytest.raises(x.NotATournamentFile):
        LogFile.open(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = x'ff00ff' WHERE sequence = 3",
        "UPDATE events SET payload = CAST(x'ff00ff' AS TEXT) WHERE sequence = 3",
        "UPDATE about SET value = x'ff' WHERE key = 'genesis'",
        "DELETE FROM about WHERE key = 'head'",
        "UPDATE about SET value = 'x' WHERE key = 'last'",
        "UPDATE events SET sequence = -5 WHERE sequence = 3",
    ],
)
def test_values_that_no_program_wrote(path: Path, statement: str) -> None:
    filled(path, 5).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(statement)
    try:
        with LogFile.open(path) as log:
            whole = not verify(log)
            assert whole == ("'last'" in statement)
            if not whole:
                log.entries()
    except x.Damaged:
        return
    assert whole


def test_a_torn_copy_is_called_one(path: Path, tmp_path: Path) -> None:
    """The copy was made between two writes of one append, so its pages are of two moments."""
    copy = tmp_path / "copy.crivello"
    with filled(path, 5) as log:
        old = path.read_bytes()
        log.append(new(6), 5)
    torn = bytearray(path.read_bytes())
    at = torn.find(b"head")
    page = at // 4096 * 4096
    torn[page : page + 4096] = old[page : page + 4096]
    copy.write_bytes(torn)
    _, faults = verify_file(copy)
    assert faults[-1].remedy == Remedy(RemedyKind.MAKE_BACKUP)
    shown = json.loads(call("verify", str(copy), "--json").out)["faults"]
    assert shown[-1]["remedy"] == {"todo": "make-backup", "key": "", "value": ""}
    assert shown[0]["remedy"] is None


@pytest.mark.parametrize("replacing", [True, False])
def test_an_older_file_in_its_place_is_noticed(path: Path, tmp_path: Path, replacing: bool) -> None:
    with filled(path, 5) as log:
        old = path.read_bytes()
        seen = [log.append(new(6), 5), log.append(new(7), 6)][-1]
        if replacing:
            (tmp_path / "old").write_bytes(old)
            os.replace(tmp_path / "old", path)
        else:
            path.write_bytes(old)
        with pytest.raises((x.LogChanged, x.Replaced)):
            log.append(new(8), 7, seen.digest)
        with pytest.raises((x.LogChanged, x.Replaced)):
            log.entries(7, seen.digest)
    assert path.read_bytes() == old


def test_another_story_of_the_same_length_is_noticed(path: Path, tmp_path: Path) -> None:
    with filled(path, 5) as log:
        old = path.read_bytes()
        seen = log.append(new(6), 5)
        path.write_bytes(old)
        with LogFile.open(path) as other:
            other.append(new(66), 5)
        with pytest.raises(x.LogChanged):
            log.append(new(7), 6, seen.digest)
        with pytest.raises(x.LogChanged):
            log.entries(6, seen.digest)


class Unsafe(sqlite3.Connection):
    """A connection to a disk that accepts all writes and then does not confirm them."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *values)
        if sql == "COMMIT" and self.fails:
            self.fails = False
            raise sqlite3.OperationalError("disk I/O error")
        return done

    fails = False


def test_a_commit_that_was_not_confirmed_is_told_as_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, 5).close()
    real = sqlite3.connect

    def connect(*words: object, **options: object) -> sqlite3.Connection:
        return real(*words, factory=Unsafe, **options)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect)
    with LogFile.open(path) as log:
        connection = log.connection
        assert isinstance(connection, Unsafe)
        connection.fails = True
        with pytest.raises(x.Unconfirmed, match="Event 6 is written"):
            log.append(new(6), 5)
        assert log.last() == 6
        assert verify(log) == []


class Overtaken(LogFile):
    """A log file to which another program appends whenever it has been read."""

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        return self._overtaken()

    @contextmanager
    def _overtaken(self) -> Iterator[sqlite3.Connection]:
        with super()._reading() as connection:
            yield connection
        with LogFile.open(self.path) as other:
            last = other.last()
            other.append(new(last + 1), last)


def test_verify_while_another_program_writes(path: Path) -> None:
    """It reads the state of one moment, and does not report later events as missing."""
    filled(path, 5).close()
    with Overtaken.open(path) as log:
        before = log.last()
        assert verify(log) == []
        assert log.last() > before


COUNT = 16


@pytest.mark.parametrize("at", range(2, COUNT + 1))
def test_a_changed_event_is_named_and_those_after_it_are_found(
    path: Path, tmp_path: Path, at: int
) -> None:
    filled(path, COUNT).close()
    damage(path, b'{"n": %d, ' % at, b'{"m": %d, ' % at)
    found = recover(path, tmp_path / "new.crivello")
    assert (found.written, found.changed, found.missing) == (at - 1, (at,), ())
    assert [one.sequence for one in found.later] == list(range(at + 1, COUNT + 1))
    assert (found.end, found.complete, found.new_digests) == (End.REACHED, False, False)


def test_each_of_several_changed_events_is_named(path: Path, tmp_path: Path) -> None:
    filled(path, COUNT).close()
    for at in (5, 9, 16):
        damage(path, b'{"n": %d, ' % at, b'{"m": %d, ' % at)
    found = recover(path, tmp_path / "new.crivello")
    assert (found.changed, found.missing, found.end) == ((5, 9, 16), (), End.REACHED)


def test_recover_says_what_was_found_and_which_seals_hold(path: Path, tmp_path: Path) -> None:
    with filled(path, COUNT) as log:
        seals = [Seal(one.sequence, one.digest) for one in log.entries()]
    damage(path, b'{"n": 13, ', b'{"m": 13, ')
    new_path = tmp_path / "new.crivello"
    said = call("recover", str(path), str(new_path))
    assert said.code == 1
    assert said.out.splitlines() == [
        f"12 events are saved in {new_path}.",
        "Not as it was written, and therefore not saved: event 13.",
        "Found, but not saved because they come after the gap: events 14-16.",
        f"Seals given up to event 12 hold for {new_path}; later ones do not.",
    ]
    with LogFile.open(new_path) as log:
        assert [seal.event for seal in seals if seal.holds(log)] == list(range(1, 13))


def test_recover_counts_one_event_and_names_several(path: Path, tmp_path: Path) -> None:
    filled(path, 5).close()
    for at in (2, 5):
        damage(path, b'{"n": %d, ' % at, b'{"m": %d, ' % at)
    new_path = tmp_path / "new.crivello"
    assert call("recover", str(path), str(new_path)).out.splitlines()[:2] == [
        f"One event is saved in {new_path}.",
        "Not as they were written, and therefore not saved: events 2, 5.",
    ]
    said = call("verify", str(new_path)).out
    assert said == f"{new_path} is intact: one event, as it was written.\n"


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM about WHERE key = 'genesis'", "UPDATE about SET value = 'x' || value"],
)
def test_recover_says_that_no_seal_holds_without_the_genesis(
    path: Path, tmp_path: Path, statement: str
) -> None:
    with filled(path, COUNT) as log:
        seals = [Seal(one.sequence, one.digest) for one in log.entries()]
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("PRAGMA secure_delete = ON")
        raw.execute(statement)
        raw.commit()
        raw.execute("VACUUM")
    new_path = tmp_path / "new.crivello"
    said = call("recover", str(path), str(new_path))
    assert f"all digests in {new_path} are new: no seal given before holds for it" in said.out
    assert "Seals given up to" not in said.out
    with LogFile.open(new_path) as log:
        assert len(log.entries()) == COUNT
        assert not any(seal.holds(log) for seal in seals)
    other = tmp_path / "other.crivello"
    assert json.loads(call("recover", str(path), str(other), "--json").out)["new_digests"] is True
