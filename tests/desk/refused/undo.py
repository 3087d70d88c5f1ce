"""Refusals of undo and redo."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.permissions import Device
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from tests.desk.desks import A, fresh, publish, settings
from tests.desk.refused.scenario import refused, started

refused(r.NothingToRedo)(lambda p: fresh(p).redo())
refused(r.FirstStays)(lambda p: fresh(p).undo(1))
refused(r.CannotUndo)(lambda p: fresh(p).undo(77))


@refused(r.NothingToUndo)
def _(p: Path) -> None:
    desk = Desk.create(p / "t.crivello", a.OpenSection(A, settings()))
    desk.undo()


@refused(r.CaseMissing)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    desk.undo(len(desk.log) - 1, along=True)


@refused(r.WouldFall)
def _(p: Path) -> None:
    desk = started(p)
    desk.undo(2)  # the registration that everything stands on


@refused(r.DoesNotFit)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Remove(A, (1,)))
    desk.undo()
    publish(desk)
    desk.redo()


@refused(r.NotAllowed)
def _(p: Path) -> None:
    fresh(p).act(a.Remove(A, (1,)), by=Device(DeviceRole.DEPUTY, "tablet 2"))
