"""Refusals of FIDE mode, and of leaving it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import crivello
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.model.settings import Apart, Scoring, TeamEvent
from tests.desk.desks import A, fresh, settings
from tests.desk.refused.scenario import refused, started


def scored(p: Path, scoring: Scoring) -> None:
    fresh(p).act(a.ChangeSettings(A, replace(settings(), scoring=scoring)))


refused(r.DrawsWorthTooMuch)(lambda p: scored(p, Scoring(white_draw=2, black_draw=2)))
refused(r.ByeWorthTooMuch)(lambda p: scored(p, Scoring(pairing_allocated_bye=3)))


@refused(r.SystemOfPlugIn)
def _(p: Path) -> None:
    crivello.register_system("mine", "My own")(lambda tournament, players: [])
    fresh(p).act(a.ChangeSettings(A, settings(5, "mine")))


@refused(r.TieBreakOfPlugIn)
def _(p: Path) -> None:
    crivello.register_tie_break("MINE", "my own")(lambda card, cards: 1)
    fresh(p).act(a.ChangeSettings(A, replace(settings(), tie_breaks=("MINE",))))


@refused(r.DrawnMatchesWorthTooMuch)
def _(p: Path) -> None:
    event = TeamEvent(2, scoring=Scoring.of_units(3, 2, 0, 2, unit=1))
    fresh(p).act(a.OpenSection("B", replace(settings(3, "team"), team_event=event)))


THREE_QUARTERS = Scoring.of_points(Fraction(1), Fraction(1, 2), Fraction(0), Fraction(3, 4))
refused(r.ByeWorthNoResult)(lambda p: scored(p, THREE_QUARTERS))
refused(r.EditionSuperseded)(lambda p: fresh(p).act(a.OpenSection("B", settings(5, "dutch-2017"))))
refused(r.EditionSuperseded)(lambda p: fresh(p).act(a.ChangeSettings(A, settings(5, "dubov-2018"))))
refused(r.ApartAfterStart)(lambda p: started(p).act(a.SetApart(A, (Apart((1, 2)),))))
refused(r.LeaveFideModeFirst)(
    lambda p: fresh(p).act(a.ChangeSettings(A, settings(), Announcement(fide_mode=False)))
)


@refused(r.FideModeOver)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.LeaveFideMode(A), reason="a club evening")
    desk.act(a.ChangeSettings(A, settings(), Announcement(fide_mode=True)))


@refused(r.FideModeOver)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.LeaveFideMode(A), reason="a club evening")
    desk.act(a.LeaveFideMode(A), reason="again")


@refused(r.FideModeOver)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.LeaveFideMode(A), reason="a club evening")
    desk.undo()


@refused(r.LeaveFideModeFirst)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.OpenSection("B", settings(), imported=True))
    desk.act(a.ChangeSettings("B", settings(), Announcement(fide_mode=True)))
    desk.undo()


@refused(r.AnnouncedBeforeStart)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.ChangeSettings(A, replace(settings(), tie_breaks=("BH",))))
    announced = len(desk.log)
    desk.act(a.Pair(A))
    desk.act(a.Publish(A))
    desk.undo(announced)


@refused(r.LotsStay)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.DrawLots(A))
    desk.undo()


@refused(r.FideModeTooLate)
def _(p: Path) -> None:
    desk = fresh(p, 4)
    desk.act(a.OpenSection("B", settings(), imported=True))
    desk.act(a.RegisterAlso("B", (1, 2, 3, 4)))
    desk.act(a.DrawColour("B"))
    desk.act(a.Pair("B"))
    desk.act(a.Publish("B"))
    desk.act(a.ChangeSettings("B", settings(), Announcement(fide_mode=True)))


refused(r.ReasonMissing)(lambda p: fresh(p).act(a.LeaveFideMode(A)))
refused(r.ReasonMissing)(
    lambda p: started(p).act(a.SetApart(A, (Apart((1, 2)),), by_decision=True))
)


@refused(r.ExceptionAsked)
def _(p: Path) -> None:
    started(p).act(a.Expel(A, (1,)), reason="abusive", ask=True)
