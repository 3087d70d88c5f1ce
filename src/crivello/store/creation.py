"""Create a file completely or not at all, without overwriting another."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from crivello.store.errors import AlreadyThere, DiskFull, NoFolder, ReadOnly, StoreError

PRIVATE = 0o600
"""The file mode: dates of birth and unpublished results are private. To share a file, give
others the right to read it.
"""


def create_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a hidden file next to `path`, then give it its final name.

    If the program is killed before that, only the hidden file is left, which is never read.
    """
    if os.path.lexists(path):
        raise AlreadyThere(path=path)
    part = path.with_name(f".crivello-{uuid4().hex[:12]}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except (FileNotFoundError, NotADirectoryError):
        raise NoFolder(folder=path.parent, path=path) from None
    except OSError as error:
        raise _store_error(error, path) from None
    try:
        write(part)
        give_name(part, path)
    finally:
        for left in (part, part.with_name(part.name + "-journal")):
            left.unlink(missing_ok=True)
    sync_folder(path.parent)


def give_name(part: Path, path: Path) -> None:
    """Give a complete file its final name; raise `AlreadyThere` if the name is taken."""
    try:
        os.link(part, path)  # one step, and refused if the name is taken
        return
    except FileExistsError:
        raise AlreadyThere(path=path) from None
    except OSError:
        pass  # a disk without links, such as most sticks
    # Two steps: a program killed between them leaves an empty file, but overwrites nothing.
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        raise AlreadyThere(path=path) from None
    except OSError as error:
        raise _store_error(error, path) from None
    try:
        os.replace(part, path)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _store_error(error, path) from None


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder are on disk, if the system can do so."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows cannot open folders; it journals their names
        return
    try:
        os.fsync(handle)
    except OSError:
        pass  # some network disks refuse; the file itself is synced
    finally:
        os.close(handle)


def _store_error(error: OSError, path: Path) -> StoreError:
    kind = DiskFull if error.errno in (errno.ENOSPC, errno.EDQUOT) else ReadOnly
    return kind(path=path)
