"""A seal: which event was the last one, and its digest, short enough to stand below a page.

The digest of an event covers everything before it. Whoever kept a print with its seal can show
later whether the file still tells the same story up to that event; `verify --seal` compares. The
chain of digests alone proves nothing against somebody who writes the whole file anew: it needs no
key. A seal that others hold does, and one signed with a key of the arbiter's (`signing`) says who
gave it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from crivello.store.file import LogFile

SHORTEST = 16
"""Hexadecimal digits of a digest that must be given: 64 bits, more than anybody can forge."""
_SEAL = re.compile(r"([0-9]{1,18})-([0-9a-f]{16,64})")


@dataclass(frozen=True, slots=True)
class Seal:
    event: int
    digest: str

    def __str__(self) -> str:
        return f"{self.event}-{self.digest}"

    @classmethod
    def parse(cls, text: str) -> Seal | None:
        """A seal as it is printed; blanks don't matter, and the first 16 digits are enough."""
        found = _SEAL.fullmatch("".join(text.split()).lower())
        return None if found is None else cls(int(found[1]), found[2])

    def holds(self, log: LogFile) -> bool:
        """Does the log have this very event, so that everything up to it is as it was?"""
        return log.digest_of(self.event).startswith(self.digest)
