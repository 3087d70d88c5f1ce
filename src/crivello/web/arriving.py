"""Files that arrive at the desk: what is in them, and what was mended to read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..formats import Document, Repair, read_document
from ..formats.archive import is_archive, members
from ..lists.tables import is_workbook
from ..model.errors import CrivelloError, Malformed, Problem
from ..model.keys import NO_SWISS
from .taking_over import NO_PLAYERS
from .uploads import Upload

MOST_SHOWN = 20
"""Places named in one line of the list of repairs."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One file, read tolerantly; `error` says why it could not be read."""

    key: str
    """Of the upload it came in."""
    place: int
    """Which file of an archive it is."""
    name: str
    document: Document | None = None
    error: CrivelloError | None = None

    @property
    def title(self) -> str:
        """What the tournament is called if the file does not say it."""
        name = self.name.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name

    @property
    def refusal(self) -> str | None:
        """Why its rounds cannot be continued here, if they cannot."""
        system = self.document.tournament.settings.system if self.document else None
        return NO_SWISS.get(system or "")


@dataclass(frozen=True, slots=True)
class RepairLine:
    """Repairs of one kind: the same remark for many players is one line."""

    first: Repair
    count: int
    lines: tuple[int, ...]
    """Where they stand, as far as the file has lines."""
    players: tuple[int, ...]
    found: tuple[str, ...]


def arrivals(uploads: Iterable[tuple[str, Upload]]) -> Iterator[Arrival]:
    """All files of some uploads, those of archives one by one."""
    for key, upload in uploads:
        try:
            for place, (name, data) in enumerate(_files(upload)):
                yield _read(key, place, name, data)
        except CrivelloError as error:
            yield Arrival(key, 0, upload.name, error=error)


def arrival(key: str, upload: Upload, place: int) -> Arrival:
    """One of them again, when it is to be taken over."""
    files = _files(upload)
    name, data = files[place] if 0 <= place < len(files) else ("", b"")
    return _read(key, place, name, data)


def repair_lines(repairs: Sequence[Repair]) -> list[RepairLine]:
    """The repairs by kind, those that can change a pairing first."""
    kinds: dict[tuple[object, str, bool], list[Repair]] = {}
    for repair in repairs:
        kinds.setdefault((repair.template, repair.taken, repair.changes_pairing), []).append(repair)
    found = [
        RepairLine(
            same[0],
            len(same),
            _some(one.line for one in same),
            _some(one.player for one in same),
            tuple(dict.fromkeys(one.found for one in same if one.found))[:MOST_SHOWN],
        )
        for same in kinds.values()
    ]
    return sorted(found, key=lambda line: not line.first.changes_pairing)


def _some(numbers: Iterable[int | None]) -> tuple[int, ...]:
    known = dict.fromkeys(number for number in numbers if number is not None)
    return tuple(known)[:MOST_SHOWN]


def _files(upload: Upload) -> list[tuple[str, bytes]]:
    if is_archive(upload.data) and not is_workbook(upload.data, upload.name):
        return members(upload.data, upload.name)
    return [(upload.name, upload.data)]


def _read(key: str, place: int, name: str, data: bytes) -> Arrival:
    try:
        document = read_document(data, name, tolerant=True)
        if not document.tournament.players:
            raise Malformed(NO_PLAYERS)
    except CrivelloError as error:
        return Arrival(key, place, name, error=error)
    return Arrival(key, place, name, document)


def problems_of(error: CrivelloError) -> Sequence[Problem]:
    return getattr(error, "problems", ())
