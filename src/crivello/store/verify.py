"""Check that a log is intact: find events that were changed, removed, inserted or moved."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice

from crivello.model.errors import Remedy, RemedyKind
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen
from crivello.store.entry import LogEntry, fits
from crivello.store.errors import Damaged
from crivello.store.file import LogFile

MISSING = N_("Event {sequence} is missing.")
GAP = N_("Events {first} to {last} are missing.")
CHANGED = N_("Event {sequence} is not as it was written: it was changed or moved.")
END_MISSING = N_("The end of the log is missing: event {sequence} is not the last one written.")
END_COUNTED = N_("The end of the log is missing: events {first} to {last}.")
UNSOUND = N_("The file itself is damaged: {detail}.")
TORN = N_(
    "If this is a plain copy, the original may have been written to while it was copied: make "
    "a backup copy instead."
)
MOST_FAULTS = 1000


@frozen
class Fault:
    """A defect of a log, with the number of its event."""

    sentence: Sentence
    sequence: int | None = None
    remedy: Remedy | None = None

    def __str__(self) -> str:
        return str(self.sentence)


_TORN = Fault(Sentence(TORN), remedy=Remedy(RemedyKind.MAKE_BACKUP))


def verify_file(path: str | os.PathLike[str]) -> tuple[int, list[Fault]]:
    """Return the number of events in a file and all its faults, even if it cannot be opened
    normally.
    """
    try:
        with LogFile.open(path) as log:
            return log.last(), verify(log)
    except Damaged as error:
        return 0, [Fault(Sentence(UNSOUND, detail=error.values["detail"])), _TORN]


def verify(log: LogFile) -> list[Fault]:
    """Return all faults of a file; empty if every event is as it was written."""
    there = log.read_log_unchecked()
    sound = there.integrity == "ok"
    faults = [] if sound else [Fault(Sentence(UNSOUND, detail=there.integrity))]
    found = chain_faults(there.entries, there.genesis, there.head, there.last)
    faults += islice(found, MOST_FAULTS)
    if faults and all(
        fault.sentence.template in (UNSOUND, END_MISSING, END_COUNTED) for fault in faults
    ):
        faults.append(_TORN)
    return faults


def chain_faults(
    entries: Iterable[LogEntry], genesis: str, head: str, last: int | None = None
) -> Iterator[Fault]:
    """Yield a fault for each event that does not fit the digest of the one before, and for gaps."""
    before, expected = genesis, 1
    for entry in entries:
        if entry.sequence == expected + 1:
            yield Fault(Sentence(MISSING, sequence=expected), expected)
        elif entry.sequence > expected:
            gap = {"first": expected, "last": entry.sequence - 1}
            yield Fault(Sentence(GAP, **gap), expected)
        # The event after a gap cannot be checked; those that follow it can.
        elif entry.sequence < expected or not fits(entry, before):
            yield Fault(Sentence(CHANGED, sequence=entry.sequence), entry.sequence)
        before, expected = entry.digest, entry.sequence + 1
    if last is not None and last >= expected:
        yield Fault(Sentence(END_COUNTED, first=expected, last=last), expected - 1)
    elif before != head:
        yield Fault(Sentence(END_MISSING, sequence=expected - 1), expected - 1)
