"""Save what can be saved from a damaged file, and report what is missing.

The new file contains the events up to the first gap or changed event, since only their effect is
certain. Later events are returned, so that a person can see what happened then. An event counts as
saved only if its digest proves it genuine, and the log as complete only if the file's own record of
its last event confirms it. If the genesis of the file (the digest before event 1) is lost, nothing
proves the first event. The new file then has new digests, which do not match earlier seals.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from enum import Enum
from pathlib import Path

from crivello.standard.classes import frozen
from crivello.store.entry import LogEntry, NewEntry, fits
from crivello.store.errors import NotACopy, NotFound, NothingSaved, TooLargeToRecover
from crivello.store.file import LogFile
from crivello.store.salvage import SMALLEST_EVENT, Scan, scan

LARGEST = 2**30
"""Bytes; a tournament of 20,000 events takes 20 million."""
MOST_ALIKE = 50
"""Different rows for the same event; old pages left in the file may hold a few."""


class End(Enum):
    """Whether the last event that was ever written was found."""

    REACHED = "reached"
    LOST = "lost"
    """No: according to the file, another event was the last."""
    UNKNOWN = "unknown"
    """The file's record of its last event is lost too."""


@frozen
class Recovery:
    """What was saved from a damaged file, and what was not."""

    written: int
    """Events 1 to `written` are in the new file."""
    unverified: tuple[int, ...]
    """Those of them without a proving digest: the damage may have changed them."""
    missing: tuple[int, ...]
    """Events found in no source, up to the last one known."""
    changed: tuple[int, ...]
    """Events that were found, but are not as they were written; they are not saved."""
    later: tuple[LogEntry, ...]
    """Events after the first gap or changed event, not saved either."""
    end: End
    new_digests: bool
    """True if all digests were computed anew, so that no seal given before fits the new file."""

    @property
    def saved(self) -> int:
        """The number of events in the new file that are proven genuine."""
        return self.written - len(self.unverified)

    @property
    def complete(self) -> bool:
        """True if every event ever written is in the new file and proven genuine."""
        lost = self.unverified or self.missing or self.changed or self.later
        return not lost and self.end is End.REACHED


def recover(
    damaged: str | os.PathLike[str],
    target: str | os.PathLike[str],
    copies: Iterable[str | os.PathLike[str]] = (),
) -> Recovery:
    """Write a new file from a damaged one, with missing events taken from copies of it."""
    paths = [Path(damaged), *map(Path, copies)]
    sources = [_scan(path) for path in paths]
    for path, source in zip(paths[1:], sources[1:], strict=True):
        if not _is_related(sources[0], source):
            raise NotACopy(path=paths[0], copy=path)
    found = _by_number(sources)
    geneses = _stated_values(sources, "genesis")
    heads = _stated_values(sources, "head")
    chain, genesis = _best_chain(found, geneses, heads)
    if not chain:
        raise NothingSaved(path=damaged)
    if genesis is None:
        LogFile.create(target, *(NewEntry(*entry[1:-1]) for entry in chain)).close()
    else:
        LogFile.create_from(target, genesis, chain).close()
    left = {n: list(found[n].values()) for n in sorted(found) if n > len(chain)}
    changed = _changed_events(chain, left)
    last = max([len(chain), *left, *_stated_lasts(paths, sources)])
    return Recovery(
        written=len(chain),
        unverified=() if genesis is not None else (1,),
        missing=tuple(n for n in range(len(chain) + 1, last + 1) if n not in found),
        changed=changed,
        later=tuple(rows[0] for n, rows in left.items() if n not in changed),
        end=_end(chain, left, heads, _stated_values(sources[:1], "head")),
        new_digests=genesis is None,
    )


def _scan(path: Path) -> Scan:
    if not path.is_file():
        raise NotFound(path=path)
    if path.stat().st_size > LARGEST:
        raise TooLargeToRecover(path=path, limit=LARGEST // 2**20)
    return scan(path.read_bytes())


def _stated_values(sources: Iterable[Scan], key: str) -> set[str]:
    return {value for source in sources for value in source.about.get(key, ())}


def _stated_lasts(paths: list[Path], sources: list[Scan]) -> list[int]:
    """Return the number of the last event according to each file, as far as it is plausible."""
    return [
        int(value)
        for path, source in zip(paths, sources, strict=True)
        for value in source.about.get("last", ())
        if value.isascii() and value.isdecimal() and len(value) < 10
        if int(value) <= max(path.stat().st_size // SMALLEST_EVENT, len(source.events) * 2)
    ]


def _is_related(one: Scan, other: Scan) -> bool:
    """Return True if one file could be a copy of the other, or if nothing is left to compare."""
    if not one.events or one.about.get("genesis", set()) & other.about.get("genesis", set()):
        return True
    return bool({e.digest for e in one.events} & {e.digest for e in other.events})


def _by_number(sources: Iterable[Scan]) -> dict[int, dict[str, LogEntry]]:
    """Return the different rows found for each event number."""
    found: dict[int, dict[str, LogEntry]] = {}
    for source in sources:
        for entry in source.events:
            alike = found.setdefault(entry.sequence, {})
            if len(alike) < MOST_ALIKE:
                alike.setdefault(repr(entry), entry)
    return found


def _best_chain(
    found: dict[int, dict[str, LogEntry]], geneses: set[str], heads: set[str]
) -> tuple[list[LogEntry], str | None]:
    """Return events 1, 2, 3, …, each proven by the digest before it, and the genesis that event 1
    fits.

    A chain proven by a known genesis is preferred, then one that reaches the end stated in the
    file, then the longer one.
    """
    best: list[LogEntry] = []
    proof: str | None = None
    rank: tuple[bool, bool, int] | None = None
    for first in found.get(1, {}).values():
        genesis = next((one for one in sorted(geneses) if fits(first, one)), None)
        for chain in _chains(first, found):
            this = (genesis is not None, chain[-1].digest in heads, len(chain))
            if rank is None or this > rank:
                best, proof, rank = chain, genesis, this
    return best, proof


def _chains(first: LogEntry, found: dict[int, dict[str, LogEntry]]) -> list[list[LogEntry]]:
    """Return all chains of maximal length that begin with this event.

    There is more than one only if an old page contains an event that was never acknowledged.
    """
    levels: list[dict[str, tuple[LogEntry, str]]] = [{first.digest: (first, "")}]
    while True:
        nexts: dict[str, tuple[LogEntry, str]] = {}
        for entry in found.get(len(levels) + 1, {}).values():
            before = next((one for one in levels[-1] if fits(entry, one)), None)
            if before is not None:
                nexts[entry.digest] = (entry, before)
        if not nexts:
            break
        levels.append(nexts)
    chains = []
    for last in levels[-1]:
        chain, digest = [], last
        for level in reversed(levels):
            entry, before = level[digest]
            chain.append(entry)
            digest = before
        chains.append(chain[::-1])
    return chains


def _changed_events(chain: list[LogEntry], left: dict[int, list[LogEntry]]) -> tuple[int, ...]:
    """Return the numbers of events outside the chain that do not fit the genuine event before
    them.
    """
    changed: list[int] = []
    before = [chain[-1]]
    for number, rows in left.items():
        follows = before[0].sequence == number - 1 and number - 1 not in changed
        if follows and not any(fits(row, one.digest) for row in rows for one in before):
            changed.append(number)
        before = rows
    return tuple(changed)


def _end(
    chain: list[LogEntry], left: dict[int, list[LogEntry]], heads: set[str], own: set[str]
) -> End:
    """Return whether the last event was found.

    `own`: the digests of the last event that the damaged file itself states.
    """
    found = [*chain, *(row for rows in left.values() for row in rows)]
    if heads - {entry.digest for entry in found}:
        return End.LOST
    if not own:
        return End.UNKNOWN
    last = max(entry.sequence for entry in found)
    ends = {entry.digest for entry in found if entry.sequence == last}
    return End.REACHED if ends & heads else End.UNKNOWN
