"""Undo and redo: what stays, what is undone with it, and what needs a case and a reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.events import ChangeCase, Undone
from crivello.desk.exceptions import GRACE_MINUTES
from crivello.desk.publications import last_public
from crivello.model.result import Result
from tests.desk.desks import A, Clock, enter, fresh, play, publish


def test_undo_and_redo_the_last_action(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    before = desk.state
    desk.act(a.Remove(A, (8,)))
    after = desk.state
    desk.undo(reason="slip")
    assert desk.state == before
    desk.redo()
    assert desk.state == after
    desk.undo()
    desk.undo()
    desk.redo()
    desk.redo()
    assert desk.state == after
    # Nothing of it is forgotten.
    assert len(desk.log) == 10
    assert Desk.open(desk.path).state == after


def test_an_earlier_action_if_nothing_depends_on_it(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    absent = desk.act(a.Absent(A, (8,)))
    desk.act(a.RollCall(A, (1,)))
    desk.undo(absent.sequence)
    assert desk.section(A).byes == {}
    assert desk.section(A).registrations[1].presence.value == "confirmed"


def test_what_depends_on_it_is_listed_and_asked_for(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    absent = desk.act(a.Absent(A, (8,)))
    paired = desk.act(a.Pair(A))
    published = desk.act(a.Publish(A))
    games = desk.section(A).rounds[0].games
    entered = desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    with pytest.raises(r.WouldFall) as refusal:
        desk.undo(absent.sequence)
    assert refusal.value.events == (paired.sequence, published.sequence, entered.sequence)
    with pytest.raises(r.CaseMissing):
        desk.undo(absent.sequence, along=True)
    with pytest.raises(r.CaseMissing):
        desk.undo(absent.sequence, along=True, case=ChangeCase.CHIEF_ARBITER)
    outcome = desk.undo(
        absent.sequence, along=True, case=ChangeCase.CHIEF_ARBITER, reason="they are here"
    )
    assert isinstance(outcome.event, Undone)
    assert desk.section(A).rounds == ()
    desk.redo()
    assert desk.section(A).rounds[0].games[0].result is Result.DRAW
    assert [g.white for g in desk.section(A).rounds[0].games] == [g.white for g in games]


def test_a_result_that_a_pairing_was_made_from_falls_with_that_pairing(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 1)
    changed = desk.act(a.EnterResults(A, ((1, Result.BLACK_WINS),)))
    paired = desk.act(a.Pair(A))
    # Without it there is still a result, but not the one that the draft was made from.
    with pytest.raises(r.WouldFall) as refusal:
        desk.undo(changed.sequence)
    assert refusal.value.events == (paired.sequence,)
    desk.undo(changed.sequence, along=True)
    assert desk.section(A).draft is None
    assert desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS


def test_a_published_round_is_undone_only_with_case_and_reason(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    publish(desk)
    clock.forward(GRACE_MINUTES)
    assert desk.needs_case(len(desk.log))
    with pytest.raises(r.CaseMissing):
        desk.undo()
    desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="wrong list")
    assert desk.section(A).rounds == ()
    assert desk.section(A).draft is not None
    assert desk.published_changes(A)[-1].reason == "wrong list"


def test_a_publication_taken_back_at_once_counts_as_a_mistake(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    publish(desk)
    clock.forward(GRACE_MINUTES - 1)
    assert not desk.needs_case(len(desk.log))
    outcome = desk.undo()
    assert outcome.event == Undone((len(desk.log) - 1,))
    assert [notice.sentence.template for notice in outcome.notices] == [n.MISTAKE]
    assert desk.section(A).rounds == ()
    assert desk.section(A).draft is not None
    assert desk.published_changes(A) == []  # the report says nothing of it, the log everything
    assert Desk.open(desk.path).state == desk.state


def test_a_mistake_takes_its_pairing_along(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    absent = desk.act(a.Absent(A, (8,)))
    publish(desk)
    desk.undo(absent.sequence, along=True)
    assert desk.section(A).rounds == ()


def test_what_is_given_a_case_is_no_mistake(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="wrong list")
    assert [one.reason for one in desk.published_changes(A)] == ["wrong list"]


def _result(desk: Desk) -> None:
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))


def _result_taken_back(desk: Desk) -> None:
    _result(desk)
    desk.undo()


def _no_show(desk: Desk) -> None:
    desk.act(a.MarkNoShows(A, (1,)))


@pytest.mark.parametrize("play", [_result, _result_taken_back, _no_show])
def test_a_round_with_a_result_is_no_mistake(tmp_path: Path, play: Callable[[Desk], None]) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    published = len(desk.log)
    play(desk)
    assert desk.needs_case(published)
    with pytest.raises(r.CaseMissing):
        desk.undo(published, along=True)


def test_a_clock_set_back_makes_no_slip(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    publish(desk)
    clock.forward(-1)
    with pytest.raises(r.CaseMissing):
        desk.undo()


def test_a_changed_publication_is_undone_only_with_case_and_reason(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    games = desk.section(A).rounds[0].games
    boards = tuple((game.black, game.white) for game in games)
    case = ChangeCase.CHIEF_ARBITER
    desk.act(a.ChangePublished(A, boards, None, case), reason="colours")
    with pytest.raises(r.CaseMissing):
        desk.undo()
    desk.undo(case=case, reason="they were right")
    assert desk.section(A).rounds[0].games == games
    told = [(change.reason, change.taken_back) for change in desk.published_changes(A)]
    assert told == [("colours", False), ("they were right", True)]


def test_redo_takes_the_last_undo_first(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    enter(desk)
    one = desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    two = desk.act(a.EnterResults(A, ((2, Result.DRAW),)))
    desk.undo(two.sequence)
    desk.undo(one.sequence)
    assert desk.undone == {one.sequence, two.sequence}
    desk.redo()
    assert desk.undone == {two.sequence}
    desk.redo()
    assert desk.undone == set()
    with pytest.raises(r.NothingToRedo):
        desk.redo()


def test_what_is_undone_twice_is_refused(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    outcome = desk.act(a.Absent(A, (1,)))
    desk.undo(outcome.sequence)
    with pytest.raises(r.CannotUndo):
        desk.undo(outcome.sequence)
    with pytest.raises(r.FirstStays):
        desk.undo(1)


def test_what_is_public_does_not_change_with_what_nobody_sees(tmp_path: Path) -> None:
    """Results of the round being played, entered and undone, are not public yet."""
    desk = fresh(tmp_path, 4)
    publish(desk)
    published = desk.log[-1].sequence
    assert last_public(desk.log) == published
    enter(desk, Result.DRAW)
    assert last_public(desk.log) == published
    desk.undo()
    assert last_public(desk.log) == published
    desk.redo()
    assert last_public(desk.log) == published
