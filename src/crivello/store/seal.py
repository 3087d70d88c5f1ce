"""A seal: the number of the last event and its digest, short enough for the foot of a page.

The digest of an event covers everything before it. With the seal on a printed page, its owner can
show later whether the file is unchanged up to that event; `verify --seal` compares them. The
digests alone prove nothing if the whole file is rewritten, because they need no key. A seal held by
others does, and one signed with the arbiter's key (`signing`) also proves who issued it.
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
    """The number and digest of an event."""

    event: int
    digest: str

    def __str__(self) -> str:
        return f"{self.event}-{self.digest}"

    @classmethod
    def parse(cls, text: str) -> Seal | None:
        """Return the seal in a text; None if it is not one.

        Blanks do not matter, and the first 16 digits of the digest are enough.
        """
        found = _SEAL.fullmatch("".join(text.split()).lower())
        return None if found is None else cls(int(found[1]), found[2])

    def holds(self, log: LogFile) -> bool:
        """Return True if all events up to this one are unchanged since the seal was issued.

        The digest of the event alone proves nothing: each event must fit the one before it.
        """
        there = log.read_log_unchecked()
        before = there.genesis
        for expected, entry in enumerate(there.entries[: self.event], start=1):
            if entry.sequence != expected or not fits(entry, before):
                return False
            before = entry.digest
        return len(there.entries) >= self.event > 0 and before.startswith(self.digest)
