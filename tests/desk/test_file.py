"""The desk and its file: two programs at once, and faults during actions."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from crivello.desk import Desk, DeskState
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.actions import Context, Plan
from crivello.desk.desk import ATTEMPTS
from crivello.desk.events import ChangeCase, EnteredResult
from crivello.model.errors import Malformed
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.store import Conflict, LogFile, NewEntry, StoreError, file
from crivello.store import errors as x
from tests.desk.desks import A, fresh, publish


def test_two_desks_see_each_other(tmp_path: Path) -> None:
    one = fresh(tmp_path, 8)
    publish(one)
    with Desk.open(one.path, actor="deputy") as two:
        two.act(a.EnterResults(A, ((1, Result.DRAW),)))
        outcome = one.act(a.EnterResults(A, ((2, Result.DRAW),)))
        (notice,) = outcome.notices
        assert (notice.sentence.template, notice.sentence.values) == (n.SEEN_OTHERS, {"count": 1})
        two.refresh()
        assert one.state == two.state
        assert [item.entry.actor for item in one.log[-2:]] == ["deputy", "arbiter"]
        # What the one has done, the other is refused.
        two.act(a.EnterResults(A, ((3, Result.DRAW), (4, Result.DRAW))))
        two.act(a.PublishResults(A))
        with pytest.raises(r.AlreadyPublished):
            one.act(a.PublishResults(A))


def test_undo_means_what_was_seen_here(tmp_path: Path) -> None:
    one = fresh(tmp_path, 8)
    mine = one.act(a.Absent(A, (1,)))
    with Desk.open(one.path) as two:
        two.act(a.Absent(A, (2,)))
        one.undo()
        assert one.undone == {mine.sequence}
        assert set(one.section(A).byes) == {(2, 1)}
        two.act(a.Absent(A, (3,)))
        one.redo()
        assert set(one.section(A).byes) == {(1, 1), (2, 1), (3, 1)}


def test_a_result_for_a_board_that_was_changed_elsewhere_is_refused(tmp_path: Path) -> None:
    one = fresh(tmp_path, 8)
    publish(one)
    game = one.section(A).rounds[0].games[0]
    meant = EnteredResult(1, game.white, game.black, Result.WHITE_WINS)
    with Desk.open(one.path) as two:
        boards = tuple((g.black, g.white) for g in two.section(A).rounds[0].games)
        case = ChangeCase.CHIEF_ARBITER
        two.act(a.ChangePublished(A, boards, None, case), reason="colours")
    with pytest.raises(r.NoSuchGame):
        one.act(a.EnterResults(A, (meant,)))


def test_two_desks_enter_results_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "BUSY_SECONDS", 600)  # a slow disk keeps one of them waiting
    desk = fresh(tmp_path, 40)
    publish(desk)
    done: list[int] = []

    def work(boards: range) -> None:
        with Desk.open(desk.path) as mine:
            for board in boards:
                mine.act(a.EnterResults(A, ((board, Result.DRAW),)))
                done.append(board)

    threads = [threading.Thread(target=work, args=(range(1 + i, 21, 2),)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.refresh()
    assert sorted(done) == list(range(1, 21))
    assert desk.section(A).rounds[0].complete
    assert desk.verify() == []


class WhileOthersWrite:
    """An action during which another desk writes a given number of times."""

    def __init__(self, other: Desk, times: int) -> None:
        self.other, self.times = other, times

    def decide(self, state: DeskState, context: Context) -> Plan:
        if self.times:
            self.times -= 1
            board = self.times % 4 + 1
            self.other.act(a.EnterResults(A, ((board, Result.WHITE_WINS),)))
            self.other.act(a.EnterResults(A, ((board, Result.DRAW),)))
        return a.Absent(A, (1,)).decide(state, context)


def test_what_another_desk_writes_meanwhile_is_taken_in_and_the_action_decided_again(
    tmp_path: Path,
) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    with Desk.open(desk.path) as other:
        outcome = desk.act(WhileOthersWrite(other, ATTEMPTS - 1))
        (notice,) = outcome.notices
        assert notice.sentence.values == {"count": 2 * (ATTEMPTS - 1)}
        assert set(desk.section(A).byes) == {(1, 2)}
        last = len(desk.log)
        with pytest.raises(Conflict):
            desk.act(WhileOthersWrite(other, ATTEMPTS))
        desk.refresh()
        assert len(desk.log) == last + 2 * ATTEMPTS  # none of them is the action


def test_a_full_disk_refuses_wholly(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    log = desk._log
    (pages,) = log.connection.execute("PRAGMA page_count").fetchone()
    log.connection.execute(f"PRAGMA max_page_count = {pages}")
    before = desk.state
    many = tuple(Player(id=0, number=0, name="x" * 100) for _ in range(1000))
    with pytest.raises(x.DiskFull):
        desk.act(a.Register(A, many))
    assert desk.state == before
    assert Desk.open(desk.path).state == before


def test_a_log_with_an_unknown_event_is_not_guessed_at(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    with LogFile.open(desk.path) as log:
        log.append(NewEntry("now", "", "", "Castled", "{}"), log.last())
    with pytest.raises(Malformed, match="Castled"):
        Desk.open(desk.path)


def test_a_file_that_is_no_tournament(tmp_path: Path) -> None:
    (tmp_path / "t.crivello").write_text("no")
    with pytest.raises(StoreError):
        Desk.open(tmp_path / "t.crivello")


def test_every_event_says_when_who_and_why(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.Absent(A, (1,)), actor="Ann", reason="  flu ")
    entry = desk.log[-1].entry
    assert (entry.actor, entry.reason) == ("Ann", "flu")
    assert entry.time == "2026-03-01T09:00:00.000+00:00"
    assert entry.type == "ByesRequested"
