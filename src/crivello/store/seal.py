"""A seal: the number of the last event and its digest, short enough for the foot of a page.

The digest of an event covers everything before it. The owner of a printed page with its seal can
show later whether the file is unchanged up to that event; `verify --seal` compares. The chain of
digests alone proves nothing against a rewrite of the whole file, as it needs no key. A seal held by
others does, and one signed with the arbiter's key (`signing`) also proves who gave it.
"""

from __future__ import annotations

import re

from crivello.standard.classes import frozen
from crivello.store.entry import fits
from crivello.store.file import LogFile

_SEAL = re.compile(r"([0-9]{1,18})-([0-9a-f]{16,64})")
"""At least 16 hexadecimal digits of the digest: 64 bits, too many to forge."""


@frozen
class Seal:
    event: int
    digest: str

    def __str__(self) -> str:
        return f"{self.event}-{self.digest}"

    @classmethod
    def parse(cls, text: str) -> Seal | None:
        """Parse a seal as printed; blanks don't matter, and the first 16 digits are enough."""
        found = _SEAL.fullmatch("".join(text.split()).lower())
        return None if found is None else cls(int(found[1]), found[2])

    def holds(self, log: LogFile) -> bool:
        """Return True if every event up to this one is as it was when the seal was given.

        The digest of the event alone proves nothing: each event must fit the one before it.
        """
        there = log.read_log_unchecked()
        before = there.genesis
        for expected, entry in enumerate(there.entries[: self.event], start=1):
            if entry.sequence != expected or not fits(entry, before):
                return False
            before = entry.digest
        return len(there.entries) >= self.event > 0 and before.startswith(self.digest)
