"""What the report of an event must tell beside results: every change of a published pairing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .events import ChangeCase, PublishedPairingChanged, Remark, RoundPublished, Undone
from .history import Item


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
