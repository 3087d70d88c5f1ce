"""One event as it lies in the log, chained to the one before by its digest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An event that is to be appended."""

    time: str
    """UTC, ISO 8601."""
    actor: str
    """Who did it."""
    reason: str
    """Why, where somebody said so."""
    type: str
    payload: str
    """JSON."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    sequence: int
    """1 for the first event of the file, without gaps."""
    time: str
    actor: str
    reason: str
    type: str
    payload: str
    digest: str
    """Over this event and the digest of the one before, so that nothing changes unnoticed."""


def chained(new: NewEntry, sequence: int, before: str) -> LogEntry:
    """The event with its place in the log."""
    return LogEntry(
        sequence,
        new.time,
        new.actor,
        new.reason,
        new.type,
        new.payload,
        digest(before, sequence, new.time, new.actor, new.reason, new.type, new.payload),
    )


def digest(before: str, sequence: int, *texts: str) -> str:
    """SHA-256 of the digest before and of everything that the event says."""
    content = json.dumps([before, sequence, *texts], ensure_ascii=True)
    return sha256(content.encode("ascii")).hexdigest()


def fits(entry: LogEntry, before: str) -> bool:
    """Is this event, unchanged, the one that followed the digest `before`?"""
    return entry.digest == digest(
        before, entry.sequence, entry.time, entry.actor, entry.reason, entry.type, entry.payload
    )
