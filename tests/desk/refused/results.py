"""Refusals about results and points."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.preconditions import check
from crivello.model.result import Result
from tests.desk.desks import A, enter
from tests.desk.refused.scenario import boards_of, refused, started

refused(r.NoSuchBoard)(lambda p: started(p).act(a.EnterResults(A, ((9, Result.DRAW),))))
refused(r.NotAsked)(lambda p: started(p).act(a.AnswerNoShows(A, (1,), True)))


@refused(r.NoSuchGame)
def _(p: Path) -> None:
    """Enter a result for a board that was paired differently; only an undo can lead to this."""
    entered = e.EnteredResult(1, 7, 8, Result.DRAW)
    check(e.ResultsEntered(A, 1, (entered,)), started(p).state)


@refused(r.ResultStands)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.PublishResults(A))
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))


@refused(r.NotPlaying)
def _(p: Path) -> None:
    desk = started(p, 7)
    bye = desk.section(A).rounds[-1].bye
    assert bye is not None
    desk.act(a.MarkNoShows(A, (bye,)))


@refused(r.AlreadyPublished)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.PublishResults(A))
    desk.act(a.PublishResults(A))


@refused(r.AlreadyEnded)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.EndRound(A))
    desk.act(a.EndRound(A))


@refused(r.NotYetCorrection)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.CorrectResult(A, 1, 1, Result.DRAW), reason="x")


@refused(r.EffectUnfit)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.PublishResults(A))
    was = e.EnteredResult(1, *boards_of(desk)[0], Result.WHITE_WINS)
    check(e.ResultCorrected(A, 1, was, Result.DRAW, e.Effect.RATING), desk.state)


refused(r.NothingChanged)(lambda p: started(p).act(a.AdjustPoints(A, (1,), 0), reason="x"))
refused(r.NobodyNamed)(lambda p: started(p).act(a.AdjustPoints(A, (), 1), reason="x"))
refused(r.NoSuchPlayer)(lambda p: started(p).act(a.AdjustPoints(A, (99,), 1), reason="x"))
refused(r.ReasonMissing)(lambda p: started(p).act(a.AdjustPoints(A, (1,), 1)))


@refused(r.PointsOfAnotherRound)
def _(p: Path) -> None:
    """Adjust points of a round whose publication was undone; only an undo can lead to this."""
    check(e.PointsAdjusted(A, (1,), 1, 2), started(p).state)
