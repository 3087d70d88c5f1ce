"""Read foreign files in a separate process.

That process begins by importing this module, which therefore imports nothing that pages are made
with: that would take longer than reading most files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from crivello import lists as rating_lists
from crivello.formats import read_document
from crivello.formats.archive import is_archive, members
from crivello.lists import LoadReport, Mapping, PlayersFile
from crivello.lists.spreadsheets import is_workbook
from crivello.model.errors import CrivelloError, Malformed, Unsupported
from crivello.standard.classes import frozen
from crivello.web.limited_process import ReportProgress, ignore_progress
from crivello.web.uploads import ImportFile, Upload
from crivello.words import N_

NO_PLAYERS = N_("The file contains no players.")
NOT_KEPT = N_("The list cannot be read or stored ({detail}).")


def read_tournaments(
    uploads: Sequence[tuple[str, Upload]], tell: ReportProgress = ignore_progress
) -> list[ImportFile]:
    """Return what all these files contain, also those inside archives."""
    found: list[ImportFile] = []
    for key, upload in uploads:
        try:
            files = _files(upload)
        except CrivelloError as error:
            found.append(ImportFile(key, 0, upload.name, error=error))
            continue
        for place, (name, data) in enumerate(files):
            if len(files) > 1:
                tell(place, len(files))
            found.append(_read(key, place, name, data))
    return found


def _files(upload: Upload) -> list[tuple[str, bytes]]:
    if is_archive(upload.data) and not is_workbook(upload.data, upload.name):
        return members(upload.data, upload.name)
    return [(upload.name, upload.data)]


def _read(key: str, place: int, name: str, data: bytes) -> ImportFile:
    try:
        document = read_document(data, name, tolerant=True)
        if not document.tournament.players:
            raise Malformed(NO_PLAYERS)
    except CrivelloError as error:
        return ImportFile(key, place, name, error=error)
    return ImportFile(key, place, name, document)


@frozen
class ImportContents:
    """What a file of players contains."""

    sheets: Sequence[str] = ()
    file: PlayersFile | None = None
    error: CrivelloError | None = None


def read_players(
    found: Upload, sheet: str, tell: ReportProgress = ignore_progress
) -> ImportContents:
    sheets: Sequence[str] = ()
    try:
        sheets = rating_lists.sheets_of(found.data, found.name)
        return ImportContents(
            sheets, rating_lists.open_players(found.data, found.name, sheet or None)
        )
    except CrivelloError as error:
        return ImportContents(sheets, None, error)


def load_list(
    path: Path, name: str, mapping: Mapping | None, month: str, tell: ReportProgress
) -> LoadReport:
    def progress(stage: rating_lists.Stage, done: int, total: int) -> None:
        tell(done, total, stage.value)

    try:
        return rating_lists.load(path, name, mapping=mapping, month=month, progress=progress)
    except OSError as error:
        raise Unsupported(NOT_KEPT, detail=error.strerror or str(error)) from None
