"""Refusals about round robins."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import actions as a
from crivello.desk import refusals as r
from tests.desk.desks import A, fresh, people
from tests.desk.refused.scenario import refused

KEY = "roundrobin"

refused(r.NoRoundRobin)(lambda p: fresh(p).act(a.PublishSchedule(A)))
refused(r.RoundsOfTheTable)(lambda p: fresh(p, 8, system=KEY).act(a.PublishSchedule(A)))
refused(r.NoSuchDraw)(lambda p: fresh(p, 6, system=KEY).act(a.PublishSchedule(A, "coin")))
refused(r.TooFewPlayers)(lambda p: fresh(p, 1, system=KEY).act(a.PublishSchedule(A)))


@refused(r.ForfeitsStand)
def _(p: Path) -> None:
    desk = fresh(p, 6, system=KEY)
    desk.act(a.PublishSchedule(A))
    desk.act(a.Withdraw(A, (2,)))
    desk.act(a.Return(A, (2,)))


@refused(r.ScheduleStands)
def _(p: Path) -> None:
    desk = fresh(p, 6, system=KEY)
    desk.act(a.PublishSchedule(A))
    desk.act(a.PublishSchedule(A))


@refused(r.ScheduleStands)
def _(p: Path) -> None:
    desk = fresh(p, 6, system=KEY)
    desk.act(a.PublishSchedule(A))
    desk.act(a.Register(A, people(7)[6:]))
    desk.act(a.Admit(A, (7,)))
