"""Refusals about names and settings."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.model.player import Player
from crivello.model.result import Colour
from crivello.model.settings import Apart
from tests.desk.desks import A, fresh, people, publish, settings
from tests.desk.refused.scenario import FULL, boards_of, refused, started

refused(r.NoSuchSection)(lambda p: fresh(p).act(a.Pair("B")))
refused(r.SectionExists)(lambda p: fresh(p).act(a.OpenSection(A, settings())))
refused(r.NoSuchPlayer)(lambda p: fresh(p).act(a.Absent(A, (99,))))
refused(r.PlayerExists)(lambda p: fresh(p).act(a.Register(A, people(1))))
refused(r.NobodyNamed)(lambda p: fresh(p).act(a.Register(A, ())))
refused(r.NobodyNamed)(lambda p: fresh(p).act(a.Remove(A, ())))
refused(r.NobodyNamed)(lambda p: fresh(p).act(a.RollCall(A, ())))
refused(r.NobodyNamed)(lambda p: started(p).act(a.Admit(A, ())))
refused(r.NobodyNamed)(lambda p: fresh(p).act(a.Absent(A, ())))
refused(r.NobodyNamed)(lambda p: fresh(p).act(a.CancelByes(A, ())))
refused(r.NobodyNamed)(lambda p: started(p).act(a.Withdraw(A, ())))
refused(r.NobodyNamed)(lambda p: started(p).act(a.Return(A, ())))
refused(r.NobodyNamed)(lambda p: started(p).act(a.EnterResults(A, ())))
refused(r.NobodyNamed)(lambda p: started(p).act(a.MarkNoShows(A, ())))
refused(r.NobodyWaits)(lambda p: fresh(p, 0).act(a.LeaveOutUnconfirmed(A)))
refused(r.NobodyAlike)(lambda p: fresh(p).act(a.KeepTagApart(A, "club")))
refused(r.NoRounds)(lambda p: fresh(p).act(a.ChangeSettings(A, settings(0))))
refused(r.TooManyRounds)(lambda p: fresh(p).act(a.ChangeSettings(A, settings(100))))
refused(r.ByeValues)(
    lambda p: fresh(p).act(a.ChangeSettings(A, settings(), Announcement(missed_rounds=FULL)))
)
refused(r.GroupTooSmall)(lambda p: fresh(p).act(a.SetApart(A, (Apart((1,)),))))
refused(r.MeetsTwice)(lambda p: fresh(p).act(a.SetMeetings(A, ((1, 2), (2, 3)))))
refused(r.TableTaken)(lambda p: fresh(p).act(a.FixTables(A, ((1, 5), (2, 5)))))


@refused(r.MeetsForbidden)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.SetApart(A, (Apart((1, 2)),)))
    desk.act(a.SetMeetings(A, ((1, 2),)))


@refused(r.FideIdTwice)
def _(p: Path) -> None:
    fresh(p).act(
        a.Register(A, (Player(id=20, number=0, fide_id=7), Player(id=21, number=0, fide_id=7)))
    )


@refused(r.FideIdTwice)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(
        a.Register(A, (Player(id=20, number=0, fide_id=7), Player(id=21, number=0, fide_id=8)))
    )
    desk.act(a.Correct(A, Player(id=21, number=0, fide_id=7)))


@refused(r.NoText)
def _(p: Path) -> None:
    fresh(p).act(a.Register(A, (Player("Ann\0", id=0, number=0),)))


@refused(r.TextTooLong)
def _(p: Path) -> None:
    fresh(p).act(a.Register(A, (Player("x" * 300, id=0, number=0),)))


@refused(r.ReasonMissing)
def _(p: Path) -> None:
    desk = fresh(p, 7)
    publish(desk)
    section = desk.section(A)
    boards = boards_of(desk)
    turned = ((boards[0][1], boards[0][0]), *boards[1:])
    desk.act(a.ChangePublished(A, turned, section.rounds[-1].bye, e.ChangeCase.CHIEF_ARBITER))


@refused(r.SettingFixed)
def _(p: Path) -> None:
    desk = fresh(p)
    publish(desk)
    desk.act(a.ChangeSettings(A, settings(7)))


@refused(r.SettingFixed)
def _(p: Path) -> None:
    desk = fresh(p)
    publish(desk)
    desk.act(a.DrawColour(A, Colour.BLACK))
