"""Files that arrive at the desk: what is in them, and what was mended to read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crivello.formats import Document, Repair, read_document
from crivello.formats.archive import is_archive, members
from crivello.lists.beside import Tell
from crivello.lists.tables import is_workbook
from crivello.model.errors import CrivelloError, Malformed, Problem
from crivello.model.keys import NO_SWISS
from crivello.web.jobs import Progress
from crivello.web.reading import FILES, Reading, small
from crivello.web.taking_over import NO_PLAYERS
from crivello.web.uploads import Kept, Upload

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


class Arriving:
    """Files on their way in: small ones are read at once, others in a process of their own."""

    def __init__(self, uploads: Sequence[tuple[str, Upload]], kept: Kept[list[Arrival]]) -> None:
        self._uploads = uploads
        self._kept = kept
        self._beside: Reading | None = None
        if not small(one for _, one in uploads):
            self._beside = Reading(_arrivals, uploads)

    def run(self) -> list[Arrival]:
        """All files, those of archives one by one; they are kept by the keys of their uploads."""
        if self._beside is None:
            found = _arrivals(self._uploads)
        else:
            found = self._beside.run()
        for key, _ in self._uploads:
            self._kept.put([one for one in found if one.key == key], key)
        return found

    def stop(self) -> None:
        if self._beside is not None:
            self._beside.stop()

    def progress(self) -> Progress:
        return Progress(FILES, 0, 0) if self._beside is None else self._beside.progress()


def _arrivals(
    uploads: Sequence[tuple[str, Upload]], tell: Tell = lambda done, total: None
) -> list[Arrival]:
    found: list[Arrival] = []
    for key, upload in uploads:
        try:
            files = _files(upload)
        except CrivelloError as error:
            found.append(Arrival(key, 0, upload.name, error=error))
            continue
        for place, (name, data) in enumerate(files):
            if len(files) > 1:
                tell(place, len(files))
            found.append(_read(key, place, name, data))
    return found


def repair_lines(repairs: Sequence[Repair]) -> list[RepairLine]:
    """The repairs by kind, those that can change a pairing first."""
    kinds: dict[tuple[object, str, bool], list[Repair]] = {}
    for repair in repairs:
        kinds.setdefault(
            (repair.sentence.template, repair.taken, repair.changes_pairing), []
        ).append(repair)
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
