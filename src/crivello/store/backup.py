"""Copies of a tournament file in a backup folder, made with SQLite's backup interface."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from crivello.standard.classes import frozen
from crivello.store.creation import PRIVATE, sync_folder
from crivello.store.errors import BackupFailed, CopyOfAnother, StoreError
from crivello.store.file import LogFile


@frozen
class Copy:
    """The last event of the copy in the backup folder."""

    last: int
    """Sequence number of its last event."""
    time: datetime
    """When that event happened."""
    digest: str
    """The digest of that event."""


def copy_in(log: LogFile, folder: str | os.PathLike[str]) -> Copy | None:
    """Return the state of the copy of this file in a folder; None if there is no readable copy."""
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


def copy_to(log: LogFile, folder: str | os.PathLike[str], event: int) -> Path:
    """Copy the file into a folder, and return the path of the copy.

    An older copy is replaced only by a complete new one. No other file is replaced, neither another
    tournament of the same name nor a copy with changes of its own. `event`: the last event known to
    be in the file; if the copy fails, the error says that this event is safe.
    """
    folder = Path(folder)
    target = folder / log.path.name
    part = folder / (log.path.name + ".part")
    try:
        if target.exists():
            if target.samefile(log.path):
                raise OSError(f"{target} is the file itself")
            if not _is_older(log, folder):
                raise CopyOfAnother(path=target, event=event)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        with closing(sqlite3.connect(part)) as copy:
            # Nobody reads this file before it is complete, on disk and under its final name.
            copy.execute("PRAGMA journal_mode = OFF")
            copy.execute("PRAGMA synchronous = OFF")
            log.connection.backup(copy)
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(folder)
    except CopyOfAnother:
        raise
    except StoreError as error:  # about the file itself: its "nothing was changed" would mislead
        detail = error.values.get("detail", error.code)
        raise BackupFailed(folder=folder, detail=detail, event=event) from error
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(folder=folder, detail=error, event=event) from error
    return target


def _is_older(log: LogFile, folder: Path) -> bool:
    """Return True if the file of that name in the folder is an older state of this one."""
    found = copy_in(log, folder)
    return found is not None and log.digest_of(found.last) == found.digest
