"""A second place: a copy of the file in another folder, taken through SQLite's backup interface."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from crivello.store.errors import BackupFailed, CopyOfAnother
from crivello.store.file import LogFile
from crivello.store.whole import PRIVATE, sync_folder


@dataclass(frozen=True, slots=True)
class Copy:
    """How far the copy in the second place has come."""

    last: int
    """Sequence number of its last event."""
    time: datetime
    """When that event happened."""
    digest: str
    """Of that event."""


def copy_in(log: LogFile, folder: str | os.PathLike[str]) -> Copy | None:
    """The copy of this file in a folder; None if there is none that can be read."""
    target = Path(folder) / log.path.name
    query = "SELECT sequence, time, digest FROM events ORDER BY sequence DESC LIMIT 1"
    try:
        if not target.is_file():
            return None
        uri = f"{target.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as copy:
            row = copy.execute(query).fetchone()
        sequence, time, digest = row or (0, "", "")
        when = datetime.fromisoformat(time)
    except (OSError, sqlite3.Error, ValueError, TypeError):
        return None
    return Copy(sequence, when, digest) if when.tzinfo else None


def copy_to(log: LogFile, folder: str | os.PathLike[str]) -> Path:
    """Copy the file into a folder; an older copy there is replaced only by a whole new one.

    What is not an older copy is never replaced: another tournament of the same name, or a copy
    on which somebody has worked.
    """
    folder = Path(folder)
    target = folder / log.path.name
    part = folder / (log.path.name + ".part")
    try:
        if target.exists():
            if target.samefile(log.path):
                raise OSError(f"{target} is the file itself")
            _must_be_older(log, folder, target)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        with closing(sqlite3.connect(part)) as copy:
            # Nobody reads this file before it is whole, on disk and under its name.
            copy.execute("PRAGMA journal_mode = OFF")
            copy.execute("PRAGMA synchronous = OFF")
            log.connection.backup(copy)
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(folder)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(folder=folder, detail=error) from error
    return target


def _must_be_older(log: LogFile, folder: Path, target: Path) -> None:
    found = copy_in(log, folder)
    if found is None or log.digest_of(found.last) != found.digest:
        raise CopyOfAnother(path=target)
