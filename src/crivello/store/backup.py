"""A second place: a copy of the file in another folder, taken through SQLite's backup interface."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from .errors import BackupFailed
from .file import LogFile


def copy_to(log: LogFile, folder: str | os.PathLike[str]) -> Path:
    """Copy the file into a folder; an older copy there is replaced only by a whole new one."""
    folder = Path(folder)
    target = folder / log.path.name
    part = folder / (log.path.name + ".part")
    try:
        if target.exists() and target.samefile(log.path):
            raise OSError(f"{target} is the file itself")
        source = log.connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part)) as copy:
            copy.execute("PRAGMA synchronous = EXTRA")
            source.backup(copy)
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise BackupFailed(folder=folder, detail=error) from error
    return target
