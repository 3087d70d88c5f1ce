"""Forbidden pairs, groups to keep apart, fixed tables."""

from __future__ import annotations

from .. import events as e
from ..refusals import GroupTooSmall, TableTaken
from ..state import DeskState
from .dispatch import check


@check.register
def _(event: e.ApartSet, state: DeskState) -> None:
    section = state.section(event.section)
    for apart in (*event.forbidden, *event.keep_apart):
        for player in apart.players:
            section.registration(player)
        if len(set(apart.players)) < 2 or len(set(apart.players)) < len(apart.players):
            raise GroupTooSmall()


@check.register
def _(event: e.TablesFixed, state: DeskState) -> None:
    section = state.section(event.section)
    seen: set[int] = set()
    for player, table in event.tables:
        section.registration(player)
        if table in seen or table < 1:
            raise TableTaken(table=table)
        seen.add(table)
