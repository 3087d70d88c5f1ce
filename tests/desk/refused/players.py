"""Refusals about players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.desk.preconditions import check
from crivello.model.result import Bye
from tests.desk.desks import A, fresh, people, play
from tests.desk.refused.scenario import FULL, HALF, ZERO, refused, request, started

refused(r.StaysListed)(lambda p: started(p).act(a.Remove(A, (1,))))
refused(r.AlreadyListed)(lambda p: started(p).act(a.RollCall(A, (1,))))
refused(r.AlreadyListed)(lambda p: started(p).act(a.Admit(A, (1,))))
refused(r.NotStarted)(lambda p: fresh(p).act(a.Withdraw(A, (1,))))
refused(r.NotStarted)(lambda p: fresh(p).act(a.Admit(A, (1,))))
refused(r.HasNotLeft)(lambda p: started(p).act(a.Return(A, (1,))))
refused(r.NoBye)(lambda p: fresh(p).act(request(1, 1, Bye.PAIRING_ALLOCATED)))
refused(r.ByeTooLate)(lambda p: started(p).act(request(1, 1, ZERO)))
refused(r.NoSuchRound)(lambda p: fresh(p).act(request(1, 6, ZERO)))
refused(r.FullPointByesOff)(lambda p: fresh(p).act(request(1, 1, FULL)))
refused(r.NoSuchBye)(lambda p: fresh(p).act(a.CancelByes(A, ((1, 1),))))


@refused(r.NotListed)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Register(A, people(1, 20)))
    desk.act(a.Withdraw(A, (20,)))


@refused(r.ListChanged)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Register(A, people(1, 20)))
    check(e.PlayersAdmitted(A, (20,), (20, 2, 1, 3, 4, 5, 6, 7, 8)), desk.state)


@refused(r.NumbersFrozen)
def _(p: Path) -> None:
    """Correct in round 3 a number that would change after round 4; only an undo can lead to
    this.
    """
    desk = fresh(p, 10, system="dutch-2017")
    play(desk, 4)
    player = replace(desk.section(A).registrations[10].player, rating=2900)
    order = (10, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    check(e.PlayerCorrected(A, player, order), desk.state)


@refused(r.HasLeft)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Withdraw(A, (1,)))
    desk.act(a.Expel(A, (1,)))


@refused(r.WasExpelled)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Expel(A, (1,)))
    desk.act(a.Return(A, (1,)))


@refused(r.TooManyByes)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(request(1, 1, HALF))
    desk.act(request(1, 2, HALF))


@refused(r.NotEntitled)
def _(p: Path) -> None:
    desk = fresh(p)
    one = desk.section(A).registrations[1].player
    desk.act(a.Correct(A, replace(one, tags=(("half-point-byes", "no"),))))
    desk.act(request(1, 1, HALF))


@refused(r.ByeAfterLimit)
def _(p: Path) -> None:
    fresh(p, announced=Announcement(half_point_byes_until=3)).act(request(1, 4, HALF))
