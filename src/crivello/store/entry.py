"""Events as stored in the log; the digest of each covers the one before it."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NamedTuple


class NewEntry(NamedTuple):
    """An event to be appended."""

    time: str
    """UTC, ISO 8601."""
    actor: str
    """The person who acted."""
    reason: str
    """The reason, if one was given."""
    type: str
    payload: str
    """JSON."""


class LogEntry(NamedTuple):
    """An event in the log: a row of the table `events`."""

    sequence: int
    """1 for the first event of the file, without gaps."""
    time: str
    actor: str
    reason: str
    type: str
    payload: str
    digest: str
    """Covers this event and the digest of the one before, so that no change goes unnoticed."""


def chain(new: NewEntry, sequence: int, before: str) -> LogEntry:
    """Return the event with its number and digest; `before` is the digest of the event before
    it.
    """
    return LogEntry(sequence, *new, digest(before, sequence, *new))


def digest(before: str, sequence: int, *texts: str) -> str:
    """Return the SHA-256 of a whole event and of the digest before it."""
    content = json.dumps([before, sequence, *texts], ensure_ascii=True)
    return sha256(content.encode("ascii")).hexdigest()


def fits(entry: LogEntry, before: str) -> bool:
    """Return True if this event is unchanged, and the event before it has the digest `before`."""
    return entry.digest == digest(before, *entry[:-1])
