"""Copies in the backup folder: at each publication and every few minutes, by any program."""

from __future__ import annotations

import platform
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk.events import ChangeCase
from crivello.desk.notices import Notice
from crivello.store import errors as x
from crivello.store import file as store_file
from crivello.store.entry import LogEntry
from crivello.store.file import LogFile
from crivello.words import Language, say
from tests.desk.desks import A, Clock, enter, fresh, publish

pytestmark = pytest.mark.faults


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def copied(desk: Desk, place: Path) -> int:
    with Desk.open(place / desk.path.name) as other:
        assert other.verify() == []
        return len(other.log)


def test_the_backup_folder_follows(tmp_path: Path, place: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    desk.backup_folder = place
    desk.act(a.Absent(A, (1,)))  # nothing was copied yet
    assert copied(desk, place) == 4
    desk.act(a.Absent(A, (2,)))
    assert copied(desk, place) == 4  # a moment later: not yet
    clock.forward(5)
    desk.act(a.Absent(A, (3,)))
    assert copied(desk, place) == 6


def test_what_is_public_is_copied_at_once(tmp_path: Path, place: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.backup_folder = place
    publish(desk)
    assert copied(desk, place) == len(desk.log)
    boards = tuple((g.black, g.white) for g in desk.section(A).rounds[0].games)
    desk.act(a.ChangePublished(A, boards, None, ChangeCase.CHIEF_ARBITER), reason="colours")
    assert copied(desk, place) == len(desk.log)
    enter(desk)
    assert copied(desk, place) == len(desk.log) - 1
    desk.act(a.PublishResults(A))
    assert copied(desk, place) == len(desk.log)


def test_a_timer_copies_without_an_action(tmp_path: Path, place: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    assert desk.copy_if_due() == []  # no backup folder: nothing to do
    desk.backup_folder = place
    desk.copy_if_due()
    desk.act(a.Absent(A, (1,)))
    with Desk.open(desk.path, clock=clock) as other:  # another program's events are copied too
        other.act(a.Absent(A, (2,)))
    clock.forward(4)
    desk.copy_if_due()
    assert copied(desk, place) == 3
    clock.forward(1)
    desk.copy_if_due()
    assert copied(desk, place) == 5
    # Nothing new: the copy stays untouched.
    before = (place / desk.path.name).stat().st_mtime_ns
    clock.forward(60)
    assert desk.copy_if_due() == []
    assert (place / desk.path.name).stat().st_mtime_ns == before


def test_it_is_remembered_in_the_file(tmp_path: Path, place: Path) -> None:
    desk = fresh(tmp_path, 8)
    length = len(desk.log)
    assert desk.remember_backup_folder(place) == []
    assert (copied(desk, place), len(desk.log)) == (length, length)  # copied at once; no event
    desk.close()
    with Desk.open(desk.path) as again:
        assert again.backup_folder == str(place)
        assert again.remember_backup_folder(None) == []
    with Desk.open(desk.path) as again:
        assert again.backup_folder is None


def test_another_machine_has_its_own(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = fresh(tmp_path, 8)
    desk.remember_backup_folder(place)
    monkeypatch.setattr(platform, "node", lambda: "another machine")
    with Desk.open(desk.path) as other:
        assert other.backup_folder is None


def test_programs_of_one_action_each(tmp_path: Path, place: Path) -> None:
    """Each action is done by a new process, as on the command line."""
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    desk.remember_backup_folder(place)
    desk.close()
    seen = []
    for player, minutes in ((1, 0), (2, 3), (3, 2), (4, 1), (5, 4)):
        clock.forward(minutes)
        with Desk.open(desk.path, clock=clock) as one:
            one.act(a.Absent(A, (player,)))
            seen.append(len(one.log) - copied(one, place))
    assert seen == [1, 2, 0, 1, 0]
    (place / desk.path.name).unlink()  # the stick was exchanged
    with Desk.open(desk.path, clock=clock) as one:
        one.act(a.Absent(A, (6,)))
        assert copied(one, place) == len(one.log)


def test_a_clock_that_was_set_back_does_not_stop_the_copies(tmp_path: Path, place: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    desk.remember_backup_folder(place)
    clock.forward(-120)
    desk.act(a.Absent(A, (1,)))
    assert copied(desk, place) == len(desk.log)


def must_name_event(notice: Notice, event: int) -> None:
    """Check that the notice of a failed copy says in both languages that the action was done."""
    assert f"event {event} is written" in say(notice.sentence, Language.EN)
    assert f"l'evento {event} è scritto" in say(notice.sentence, Language.IT)


def test_a_backup_folder_that_fails_warns_and_never_blocks(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.backup_folder = tmp_path / "no such stick"
    outcome = desk.act(a.Absent(A, (1,)))
    (notice,) = outcome.notices
    assert notice.sentence.template == x.BackupFailed.template
    must_name_event(notice, outcome.sequence)
    assert (1, 1) in desk.section(A).byes
    with Desk.open(desk.path) as again:
        assert (1, 1) in again.section(A).byes


def test_a_place_that_may_not_be_looked_at_warns_too(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even asking whether a file exists may fail on such a disk."""
    desk = fresh(tmp_path, 8)
    desk.backup_folder = place

    def refuse(path: Path) -> bool:
        raise PermissionError(13, "not for you", str(path))

    monkeypatch.setattr(Path, "is_file", refuse)
    monkeypatch.setattr(Path, "exists", refuse)
    outcome = desk.act(a.Absent(A, (1,)))
    assert [notice.sentence.template for notice in outcome.notices] == [x.BackupFailed.template]
    assert (1, 1) in desk.section(A).byes


@pytest.mark.parametrize("steps", [(a.Absent(A, (2,)),), (a.Pair(A), a.Publish(A))])
def test_a_file_that_is_locked_after_the_action_warns_too(
    steps: tuple[a.Action, ...], tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event is written, so a failure to read the file again must not deny that."""
    monkeypatch.setattr(store_file, "BUSY_SECONDS", 0.01)
    clock = Clock()
    fresh(tmp_path, 8, clock=clock).close()
    desk = Desk.open(tmp_path / "t.crivello", clock=clock)
    desk.remember_backup_folder(place)
    clock.forward(5)
    for step in steps[:-1]:
        desk.act(step)
        clock.forward(5)
    append = LogFile.append
    with closing(sqlite3.connect(desk.path, isolation_level=None)) as other:

        def append_and_lock(*given: Any) -> LogEntry:
            entry = append(*given)
            other.execute("BEGIN EXCLUSIVE")
            return entry

        monkeypatch.setattr(LogFile, "append", append_and_lock)
        outcome = desk.act(steps[-1])
    (failed,) = [n for n in outcome.notices if n.sentence.template == x.BackupFailed.template]
    assert [n for n in outcome.notices if "othing was changed" in str(n.sentence)] == []
    must_name_event(failed, outcome.sequence)
    with Desk.open(desk.path) as again:
        assert len(again.log) == outcome.sequence


def test_who_works_on_the_copy_is_told(tmp_path: Path, place: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.remember_backup_folder(place)
    with Desk.open(place / desk.path.name) as copy:
        copy.act(a.Pair(A))
        (notice,) = copy.copy()
        assert notice.sentence.template == x.BackupFailed.template
    # And the first desk does not wipe out what was done there.
    desk.act(a.Absent(A, (1,)))
    (notice,) = desk.copy()
    assert notice.sentence.template == x.CopyOfAnother.template
    must_name_event(notice, len(desk.log))
    with Desk.open(place / desk.path.name) as copy:
        assert copy.section(A).draft is not None


def test_another_tournament_of_the_same_name_is_not_overwritten(
    tmp_path: Path, place: Path
) -> None:
    other = fresh(place, 3)
    other.close()
    desk = fresh(tmp_path, 8)
    (notice,) = desk.remember_backup_folder(place)
    assert notice.sentence.template == x.CopyOfAnother.template
    (place / desk.path.name).write_text("not even a tournament")
    (notice,) = desk.copy()
    assert notice.sentence.template == x.CopyOfAnother.template
    (place / desk.path.name).unlink()
    assert desk.copy() == []
