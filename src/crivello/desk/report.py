"""What the report of an event must tell beside results: changed pairings, points given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crivello.desk.events import (
    ChangeCase,
    PointsAdjusted,
    PublishedPairingChanged,
    Remark,
    RoundPublished,
    Undone,
)
from crivello.desk.history import Item


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """Who changed which published round, when, in which case and why (C.04.2: 4.4)."""

    round: int
    case: ChangeCase
    reason: str
    actor: str
    time: str
    taken_back: bool
    """The publication, or an earlier change of it, was undone."""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """A bonus or penalty that counts: who, how many units, after which round, and why."""

    players: tuple[int, ...]
    points: int
    round: int
    reason: str
    actor: str
    time: str


def points_given(items: Iterable[Item], section: str) -> Iterator[PointsGiven]:
    """From the items that count."""
    for item in items:
        event, entry = item.event, item.entry
        if isinstance(event, PointsAdjusted) and event.section == section:
            yield PointsGiven(
                event.players, event.points, event.round, entry.reason, entry.actor, entry.time
            )


def published_changes(items: Iterable[Item], section: str) -> Iterator[PublishedChange]:
    """From the log, undone or not: what the players have seen cannot be made unseen."""
    known: dict[int, Item] = {}
    for item in items:
        known[item.sequence] = item
        event, entry = item.event, item.entry
        who = (entry.reason, entry.actor, entry.time)
        if isinstance(event, PublishedPairingChanged) and event.section == section:
            yield PublishedChange(event.round, event.case, *who, False, event.remarks)
        elif isinstance(event, Undone) and event.case is not None:
            for sequence in event.events:
                undone = known[sequence].event
                if not isinstance(undone, RoundPublished | PublishedPairingChanged):
                    continue
                if undone.section == section:
                    yield PublishedChange(undone.round, event.case, *who, True)
