"""Bonus and penalty points count from the next pairing on, and are in the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.events import ChangeCase
from crivello.formats.trf import read_trf, write_trf
from crivello.model.history import histories
from crivello.model.result import Result
from crivello.model.settings import Apart, PointsAdjustment
from tests.desk.desks import A, enter, fresh, play, publish


def test_a_penalty_counts_after_the_round_that_is_played(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 2, Result.DRAW)
    outcome = desk.act(a.AdjustPoints(A, (1, 2), -1), reason="telephone")
    assert [(one.sentence.template, one.sentence.values) for one in outcome.notices] == [
        (n.POINTS_ADJUSTED, {"round": 2})
    ]
    past = histories(desk.tournament(A), 3)
    assert (past[1].score, past[2].score, past[3].score) == (1, 1, 2)
    assert [entry.score_before for entry in past[1].entries] == [0, 1]  # nothing past changes
    assert [r.status.value for r in desk.rederive(A)] == ["same", "same"]
    publish(desk)
    assert {1, 2} & {p for game in desk.section(A).rounds[2].games[-1:] for p in
                     (game.white, game.black)}  # fmt: skip
    again = read_trf(write_trf(desk.tournament(A), "trf26").encode()).tournament
    assert again.settings.adjustments == (PointsAdjustment((1, 2), -1, 2),)


def test_a_bonus_from_the_start(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    (notice,) = desk.act(a.AdjustPoints(A, (8,), 2), reason="announced").notices
    assert notice.sentence.template == n.POINTS_FROM_THE_START
    assert histories(desk.tournament(A), 1)[8].score == 2


def test_a_draft_made_before_is_stale(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 1)
    desk.act(a.Pair(A))
    desk.act(a.AdjustPoints(A, (1,), -1), reason="telephone")
    with pytest.raises(r.DraftStale):
        desk.act(a.Publish(A))


def test_undo_and_the_report(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    first = desk.act(a.AdjustPoints(A, (1,), -2), reason="telephone", actor="Ann")
    (given,) = desk.points_given(A)
    assert (given.players, given.points, given.round) == ((1,), -2, 1)
    assert (given.reason, given.actor) == ("telephone", "Ann")
    desk.undo()
    assert desk.points_given(A) == []
    assert desk.section(A).settings.adjustments == ()
    desk.redo()
    enter(desk)
    publish(desk)
    with pytest.raises(r.WouldFall) as caught:  # the second round was paired with it
        desk.undo(first.sequence)
    assert len(caught.value.events) == 2
    # And if the round it was given in is undone, it falls with it.
    published = next(i.sequence for i in desk.log if i.entry.type == "RoundPublished")
    desk.undo(published, along=True, case=ChangeCase.CHIEF_ARBITER, reason="wrong list")
    assert desk.points_given(A) == []


def test_settings_and_removals_leave_points_in_order(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    before = desk.section(A)
    desk.act(a.AdjustPoints(A, (1, 2), 2), reason="x")
    desk.act(a.AdjustPoints(A, (2,), 2), reason="x")
    desk.act(a.SetApart(A, (Apart((2, 3)), Apart((1, 4)))))
    desk.act(a.ChangeSettings(A, before.settings, before.announced))
    assert len(desk.section(A).settings.adjustments) == 2
    desk.act(a.Remove(A, (2,)))
    settings = desk.section(A).settings
    assert settings.adjustments == (PointsAdjustment((1,), 2),)
    assert settings.forbidden == (Apart((1, 4)),)
    desk.act(a.RollCall(A, (1, 3, 5, 6, 7, 8)))
    desk.act(a.LeaveOutUnconfirmed(A))
    assert desk.section(A).settings.forbidden == (Apart((1, 4)),)  # they may still come
    assert desk.tournament(A).settings.forbidden == ()
    publish(desk)
    read_trf(write_trf(desk.tournament(A), "trf26").encode())
