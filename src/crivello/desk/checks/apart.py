"""Forbidden pairs, groups to keep apart, fixed tables."""

from __future__ import annotations

from crivello.desk import events as e
from crivello.desk.checks.dispatch import check
from crivello.desk.refusals import (
    GroupTooSmall,
    MeetsForbidden,
    MeetsTwice,
    SettingFixed,
    TableTaken,
)
from crivello.desk.state import DeskState
from crivello.model.errors import N_
from crivello.model.sentence import PlayerRef, Sentence

THE_MEETINGS = N_("the pairs announced for round 1")


@check.register
def _(event: e.ApartSet, state: DeskState) -> None:
    section = state.section(event.section)
    for apart in (*event.forbidden, *event.keep_apart):
        for player in apart.players:
            section.registration(player)
        if len(set(apart.players)) < 2 or len(set(apart.players)) < len(apart.players):
            raise GroupTooSmall()


@check.register
def _(event: e.MeetingsSet, state: DeskState) -> None:
    section = state.section(event.section)
    if section.rounds:
        raise SettingFixed(what=Sentence(THE_MEETINGS))
    seen: set[int] = set()
    for pair in event.pairs:
        for player in pair:
            section.registration(player)
            if player in seen:
                raise MeetsTwice(player=PlayerRef(player))
            seen.add(player)
        for apart in section.settings.forbidden:
            if apart.applies(1) and set(pair) <= set(apart.players):
                raise MeetsForbidden(white=PlayerRef(pair[0]), black=PlayerRef(pair[1]))


@check.register
def _(event: e.TablesFixed, state: DeskState) -> None:
    section = state.section(event.section)
    seen: set[int] = set()
    for player, table in event.tables:
        section.registration(player)
        if table in seen or table < 1:
            raise TableTaken(table=table)
        seen.add(table)
