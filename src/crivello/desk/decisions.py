"""Who decided to keep players apart and when, read from the log.

An event sets all groups at once. If two players were in a group of the same name and rounds before
and after an event, the earlier decision still keeps them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from crivello.desk.events import ApartSet, RoundPublished, SectionOpened
from crivello.desk.log import EventLog, Item
from crivello.model.settings import Apart, DecidedApart
from crivello.model.tournament import Tournament

Decisions = Mapping[Apart, tuple[DecidedApart, ...]]
"""Each group by the decisions that made it, the earliest first: the last one has all its players,
those before it the players of then."""


def name_deciders(
    log: EventLog, key: str, tournament: Tournament, number: int, before: int | None = None
) -> Tournament:
    """Return the tournament in which the groups of a round name who decided them.

    `before`: the sequence number of an event; only earlier events count. By default, all do.
    """
    settings = tournament.settings
    if not any(group.applies(number) for group in settings.forbidden):
        return tournament
    items = (one for one in log.effective() if before is None or one.sequence < before)
    decisions = _decisions(items, key)
    forbidden = tuple(
        part
        for group in settings.forbidden
        for part in (_parts(group, number, decisions) if group.applies(number) else (group,))
    )
    return replace(tournament, settings=replace(settings, forbidden=forbidden))


def _decisions(items: Iterable[Item], key: str) -> Decisions:
    """Return, for each group that a section has after these events, the decisions that keep it
    apart.
    """
    decisions: Decisions = {}
    coming = 1
    for item in items:
        event = item.event
        if isinstance(event, RoundPublished) and event.section == key:
            coming = event.round + 1
        elif isinstance(event, ApartSet) and event.section == key:
            groups = (*event.forbidden, *event.keep_apart)
            decisions = {group: _find_decisions(group, item, coming, decisions) for group in groups}
        elif isinstance(event, SectionOpened) and event.section == key:
            groups = (*event.settings.forbidden, *event.settings.keep_apart)
            decisions = {group: _find_decisions(group, item, coming, {}) for group in groups}
    return decisions


def _find_decisions(
    group: Apart, item: Item, coming: int, before: Decisions
) -> tuple[DecidedApart, ...]:
    """Return the decisions that keep the players of `group` apart.

    `item`: the event that sets the group, before round `coming`. `before`: the decisions on the
    groups that it replaces.
    """
    if group in before:
        return before[group]
    rounds = (group.first_round, group.last_round)
    same = [
        part
        for old, parts in before.items()
        if old.name == group.name and (old.first_round, old.last_round) == rounds
        for part in parts
    ]
    found = _decisions_among(group, same)
    if any(len(part.players) == len(group.players) for part in found):
        return found
    new = DecidedApart(
        group.players,
        *rounds,
        group.name,
        item.entry.actor,
        _day(item.entry.time),
        max(coming, group.first_round),
    )
    return (*found, new)


def _parts(group: Apart, number: int, decisions: Decisions) -> tuple[Apart, ...]:
    """Return the decisions that keep the players of `group` apart in a round.

    The group may differ from the one that was set: it may have lost players, and a group that is
    kept apart only as far as the round can be completed is given for one round, perhaps pair by
    pair.
    """
    if group in decisions:
        return decisions[group]
    same = [
        part
        for old, parts in decisions.items()
        if old.name == group.name and old.applies(number)
        for part in parts
    ]
    return (*_decisions_among(group, same), group)


def _decisions_among(group: Apart, parts: Iterable[DecidedApart]) -> tuple[DecidedApart, ...]:
    """Return the decisions about two or more players of the group, the earliest first."""
    here = set(group.players)
    found = []
    for part in sorted(parts, key=lambda one: one.since):
        players = tuple(player for player in part.players if player in here)
        if len(players) > 1:
            found.append(
                replace(
                    part,
                    players=players,
                    first_round=group.first_round,
                    last_round=group.last_round,
                )
            )
    return tuple(found)


def _day(time: str) -> str:
    """Return the date of a time in the time zone of this computer."""
    return datetime.fromisoformat(time).astimezone().strftime("%Y/%m/%d")
