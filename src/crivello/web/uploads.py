"""Uploaded files, kept until they are accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from crivello.formats.archive import is_archive
from crivello.model.errors import CrivelloError, Malformed, TooLarge, about
from crivello.model.keys import NO_SWISS
from crivello.standard.classes import frozen
from crivello.words import N_

if TYPE_CHECKING:
    from starlette.datastructures import UploadFile

    from crivello.formats import TournamentDocument


MOST_BYTES = 16_000_000
"""Of a table of players or a tournament; rating lists go into a file."""
SMALL_BYTES = 200_000
"""Of a file that is not an archive: it is read in less than a second."""

NO_FILE = N_("Choose a file first.")
TOO_LARGE = N_("The file is larger than {limit} MB.")


@frozen
class Upload:
    """An uploaded file: name and contents."""

    name: str
    data: bytes


@frozen
class ImportFile:
    """One file with a tournament, read tolerantly; `error` says why it could not be read."""

    key: str
    """Of the upload it came in."""
    place: int
    """Which file of an archive it is."""
    name: str
    document: TournamentDocument | None = None
    error: CrivelloError | None = None

    @property
    def title(self) -> str:
        """The name for a tournament whose file does not name it: the file name without its
        ending.
        """
        name = self.name.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name

    @property
    def refusal(self) -> str | None:
        """The reason why the rounds of this file cannot be continued at the desk; None if
        they can.
        """
        system = self.document.tournament.settings.system if self.document else None
        return NO_SWISS.get(system or "")


@frozen
class ImportChoices:
    """The choices of the page Import: how to read a file, and what to do with its rows."""

    list: str = ""
    """The rating list that fills in what the file does not say."""
    sheet: str = ""
    """Of a workbook; empty for the first sheet."""
    columns: tuple[str, ...] = ()
    """Of a table, column by column the field it holds; nothing: they are guessed."""
    headings: tuple[str, ...] = ()
    headless: bool = False
    """No line of the table has headings: the first one is a player already."""
    changes: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Texts in place of those in the file, by line and field."""
    left_out: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    """Rows that are registered although the player is there already."""


def read_upload(file: UploadFile | None) -> Upload:
    """Read an uploaded file up to the size limit; its name is never used as a path."""
    with about("file"):
        if file is None:
            raise Malformed(NO_FILE)
    data = file.file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLarge(TOO_LARGE, limit=MOST_BYTES // 1_000_000)
    name = (file.filename or "").replace("\\", "/").rpartition("/")[2]
    return Upload(name[:200], data)


PASTED = "spreadsheet.csv"
"""The name of a table that was pasted."""


def read_pasted(text: str) -> Upload:
    """Return a table that was copied from a spreadsheet, as if it were a file."""
    data = text.encode()
    if len(data) > MOST_BYTES:
        raise TooLarge(TOO_LARGE, limit=MOST_BYTES // 1_000_000)
    return Upload(PASTED, data)


def are_small(uploads: Iterable[Upload]) -> bool:
    """Return True if the files are small enough to be read at once."""
    return all(len(one.data) <= SMALL_BYTES and not is_archive(one.data) for one in uploads)
