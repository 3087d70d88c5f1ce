"""Refusals about pairing."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.by_hand import pair_players, turn_board
from crivello.desk.preconditions import check
from crivello.model.result import Result
from tests.desk.desks import A, enter, fresh, people, play, settings
from tests.desk.refused.scenario import HALF, boards_of, refused, request, started

refused(r.TooFewPlayers)(lambda p: fresh(p, 1).act(a.Pair(A)))
refused(r.WrongRound)(lambda p: fresh(p).act(a.Pair(A, round=2)))
refused(r.PairingIncomplete)(lambda p: fresh(p).act(a.PairByHand(A, ((1, 2), (1, 3)))))
refused(r.PairingIncomplete)(lambda p: fresh(p).act(a.PairByHand(A, ((1, 2), (3, 4)))))
refused(r.NoDraft)(lambda p: fresh(p).act(a.Publish(A)))
refused(r.NoDraft)(lambda p: fresh(p).act(a.Discard(A)))
refused(r.NotPublished)(lambda p: fresh(p).act(a.EnterResults(A, ((1, Result.DRAW),))))


@refused(r.HasBye)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(request(5, 1, HALF))
    desk.act(a.PairByHand(A, ((1, 5),), rest=True))


@refused(r.HasBye)
def _(p: Path) -> None:
    """Give the pairing-allocated bye to a player who has a requested bye."""
    desk = fresh(p)
    desk.act(a.Absent(A, (5,)))
    desk.act(a.PairByHand(A, ((1, 2), (3, 4), (6, 7)), bye=5))


@refused(r.HasBye)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(request(5, 1, HALF))
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    desk.act(a.ChangeDraft(A, *pair_players(draft.boards, draft.bye, 5, 1)))


@refused(r.HasLeft)
def _(p: Path) -> None:
    desk = fresh(p)
    play(desk, 1)
    desk.act(a.Withdraw(A, (5,)))
    desk.act(a.PairByHand(A, ((1, 5),), rest=True))


@refused(r.DraftStale)
def _(p: Path) -> None:
    """Change a draft after one of its players has got a bye."""
    desk = fresh(p)
    desk.act(a.Pair(A))
    desk.act(request(5, 1, HALF))
    draft = desk.section(A).draft
    assert draft is not None
    desk.act(a.ChangeDraft(A, turn_board(draft.boards, 1), draft.bye))


@refused(r.ColourNotDrawn)
def _(p: Path) -> None:
    desk = Desk.create(p / "t.crivello", a.OpenSection(A, settings()))
    desk.act(a.Register(A, people(4)))
    desk.act(a.Pair(A))


@refused(r.AllRoundsPaired)
def _(p: Path) -> None:
    desk = fresh(p, rounds=1)
    play(desk, 1)
    desk.act(a.Pair(A))


@refused(r.ResultsMissing)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    desk.act(a.Pair(A))


@refused(r.NoShowsOpen)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.MarkNoShows(A, (1,)))
    desk.act(a.Pair(A))


@refused(r.DraftStale)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    desk.act(a.Absent(A, (1,)))
    desk.act(a.Publish(A))


@refused(r.TablesUnfit)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    check(e.RoundPublished(A, 1, (1, 2, 3, 3)), desk.state)


@refused(r.NothingChanged)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    desk.act(a.ChangeDraft(A, draft.boards, draft.bye))


@refused(r.RoundOver)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.EndRound(A))
    desk.act(
        a.ChangePublished(A, boards_of(desk)[::-1], None, e.ChangeCase.CHIEF_ARBITER), reason="x"
    )


@refused(r.GameHasResult)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    first, *others = boards_of(desk)
    boards = (first[::-1], *others)
    desk.act(a.ChangePublished(A, boards, None, e.ChangeCase.CHIEF_ARBITER), reason="x")


@refused(r.CaseUnfit)
def _(p: Path) -> None:
    desk = started(p)
    (one, two), (three, four), *others = boards_of(desk)
    boards = ((one, four), (three, two), *others)
    desk.act(a.ChangePublished(A, boards, None, e.ChangeCase.ALREADY_MET), reason="x")
