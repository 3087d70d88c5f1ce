"""Is the log whole? Finds an event that was changed, taken out, put in or moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..model.errors import N_
from .entry import Entry, fits
from .file import LogFile

MISSING = N_("Event {sequence} is missing.")
CHANGED = N_("Event {sequence} is not the one that was written there: it or its place was changed.")
END_MISSING = N_("The end of the log is missing: event {sequence} is not the last one written.")
UNSOUND = N_("The file itself is damaged: {detail}.")


@dataclass(frozen=True, slots=True)
class Fault:
    """A sentence with its values."""

    template: str
    values: dict[str, Any] = field(default_factory=dict)
    sequence: int | None = None

    def __str__(self) -> str:
        return self.template.format(**self.values)


def verify(log: LogFile) -> list[Fault]:
    """All faults of a file; none if every event is as it was written, and none is missing."""
    detail = log.connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    log.connection.rollback()
    faults = [] if detail == "ok" else [Fault(UNSOUND, {"detail": detail})]
    return faults + list(chain_faults(log.unchecked(), log.about("genesis"), log.about("head")))


def chain_faults(entries: Iterable[Entry], genesis: str, head: str) -> Iterator[Fault]:
    """Each event is checked against the digest that the one before carries."""
    before, expected = genesis, 1
    for entry in entries:
        for missing in range(expected, entry.sequence):
            yield Fault(MISSING, {"sequence": missing}, missing)
        # After a gap nothing can be said of the event itself; what follows it can be checked.
        if entry.sequence == expected and not fits(entry, before):
            yield Fault(CHANGED, {"sequence": entry.sequence}, entry.sequence)
        before, expected = entry.digest, entry.sequence + 1
    if before != head:
        yield Fault(END_MISSING, {"sequence": expected - 1}, expected - 1)
