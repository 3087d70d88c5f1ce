"""Refusals about the tournament's key at chess-results.com."""

from __future__ import annotations

from pathlib import Path

from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.events import KeyStep
from tests.desk.desks import A, fresh
from tests.desk.refused.scenario import refused


@refused(r.OnlineKeyKnown)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.RecordOnlineKey(A, KeyStep.TYPED, 222557))
    desk.act(a.RecordOnlineKey(A, KeyStep.ASKED, again=True))


@refused(r.OnlineKeyUnsure)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.RecordOnlineKey(A, KeyStep.ASKED))
    desk.act(a.RecordOnlineKey(A, KeyStep.ASKED))


@refused(r.OnlineKeyStays)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.RecordOnlineKey(A, KeyStep.TYPED, 222557))
    desk.undo(len(desk.log))


refused(r.OnlineKeyNotAsked)(lambda p: fresh(p).act(a.RecordOnlineKey(A, KeyStep.RECEIVED, 222557)))
refused(r.OnlineKeyNotAsked)(lambda p: fresh(p).act(a.RecordOnlineKey(A, KeyStep.REFUSED)))
refused(r.OnlineKeyInvalid)(lambda p: fresh(p).act(a.RecordOnlineKey(A, KeyStep.TYPED)))
refused(r.OnlineKeyInvalid)(lambda p: fresh(p).act(a.RecordOnlineKey(A, KeyStep.ASKED, 222557)))
refused(r.OnlineKeyInvalid)(lambda p: fresh(p).act(a.RecordOnlineKey(A, KeyStep.TYPED, 10**9)))
