"""Save what can be saved from a damaged file, and say what is missing.

The new file holds the events from the first one to the last before the first gap, as they were:
only of these is it certain what they led to. Events after a gap are handed back, so that a person
can see what happened then.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .entry import Entry, NewEntry, fits
from .errors import NotFound, NothingSaved
from .file import LogFile
from .pages import rows


@dataclass(frozen=True, slots=True)
class Recovery:
    saved: int
    """Events 1 to `saved` are in the new file."""
    missing: tuple[int, ...]
    """Events that no source has, up to the last one known."""
    later: tuple[Entry, ...]
    """Events after the first gap."""

    @property
    def complete(self) -> bool:
        """Nothing known is missing; an end that was lost without trace cannot be known."""
        return not self.missing and not self.later


def recover(
    damaged: str | os.PathLike[str],
    target: str | os.PathLike[str],
    others: Iterable[str | os.PathLike[str]] = (),
) -> Recovery:
    """Write a new file from a damaged one, filling its gaps from `others`, such as its backups."""
    found: dict[int, list[Entry]] = {}
    for path in (damaged, *others):
        if not Path(path).is_file():
            raise NotFound(path=path)
        for entry in rows(Path(path).read_bytes()):
            found.setdefault(entry.sequence, []).append(entry)
    whole = _longest_chain(found)
    if not whole:
        raise NothingSaved(path=damaged)
    new = [NewEntry(e.time, e.actor, e.reason, e.type, e.payload) for e in whole]
    LogFile.create(target, *new).close()
    last = max(found)
    return Recovery(
        saved=len(whole),
        missing=tuple(n for n in range(len(whole) + 1, last + 1) if n not in found),
        later=tuple(found[n][0] for n in sorted(found) if n > len(whole)),
    )


def _longest_chain(found: dict[int, list[Entry]]) -> list[Entry]:
    """Events 1, 2, 3, … each with the digest of the one before in its own.

    The first one is believed if a second one follows it; a page may hold an old state of a row.
    """
    best: list[Entry] = []
    for first in found.get(1, []):
        chain = [first]
        while True:
            followers = found.get(len(chain) + 1, [])
            following = next((e for e in followers if fits(e, chain[-1].digest)), None)
            if following is None:
                break
            chain.append(following)
        if len(chain) > len(best):
            best = chain
    return best
