"""The errors of tournament files; each message names the next step.

StoreError ├── NotFound              the file does not exist │   └── NoFolder          nor does the
folder to create it in ├── AlreadyThere          a new file would overwrite one ├──
NotATournamentFile    the file is something else ├── NewerSchema           the file was written by a
newer program ├── Damaged               the file is broken: recover it │   └── NothingSaved      not
even its first event can be read ├── ReadOnly              the file can be read but not written ├──
Locked                another program has locked it ├── DiskFull              the disk is full ├──
Unwritable            the disk refuses for another reason ├── Conflict              another program
appended meanwhile ├── LogChanged            the file holds an older or different log than before
├── Replaced              another file has its name ├── Unconfirmed           written, but the disk
did not confirm it ├── TooLargeToRecover     the file is larger than a tournament can be ├──
NotACopy              a file given as a copy belongs to another tournament ├── BackupFailed
the copy to the backup folder failed └── CopyOfAnother         the backup folder has something else
under this name
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from crivello.model.errors import CrivelloError, Remedy, RemedyKind
from crivello.model.sentence import N_, Template


class StoreError(CrivelloError, code="store-error"):
    """Something is wrong with a file; the action that was tried has changed nothing."""

    template: Template = ""

    def __init__(self, **values: object) -> None:
        super().__init__(self.template, **values)


class NotFound(StoreError, code="not-found"):
    template = N_("There is no file {path}. Check the name, or create a tournament.")


class NoFolder(NotFound, code="no-folder"):
    template = N_(
        "There is no folder {folder}, so {path} was not created. Create the folder first, or "
        "choose another place."
    )


class AlreadyThere(StoreError, code="already-there"):
    template = N_("There is already a file {path}. Open it, or choose another name.")


class NotATournamentFile(StoreError, code="not-ours"):
    template: Template = N_(
        "{path} is not a tournament file of this program. "
        "If it should be one, try to recover it, or open its copy in the backup folder."
    )

    def say(self, template: Template) -> None:
        """Set a sentence that says what the file is instead; it has the field `path`."""
        self.template = template


class NewerSchema(StoreError, code="newer"):
    template = N_(
        "{path} was written by a newer version of this program (schema {found}; this one knows "
        "{known}). Update the program."
    )


class Damaged(StoreError, code="damaged"):
    template = N_(
        "{path} is damaged ({detail}). Do not write to it: recover it into a new file, or open "
        "its copy in the backup folder."
    )
    remedy = Remedy(RemedyKind.RECOVER_FILE)


class NothingSaved(Damaged, code="nothing-saved"):
    template = N_(
        "Nothing can be saved from {path}: its first event is lost. Name copies that may fill "
        "the gap, such as the one in the backup folder."
    )


class ReadOnly(StoreError, code="read-only"):
    template = N_(
        "{path} cannot be written: the file, its folder or the disk is read-only. "
        "Nothing was changed. Allow writing, or work on a copy elsewhere."
    )


class Locked(StoreError, code="locked"):
    template = N_(
        "{path} is locked by another program. Nothing was changed. Close the other program, or "
        "try again in a moment."
    )


class DiskFull(StoreError, code="full"):
    template = N_(
        "The disk of {path} is full. Nothing was changed and nothing is lost. Free some space "
        "and try again."
    )


class Unwritable(StoreError, code="unwritable"):
    template = N_(
        "The disk refuses {path} ({detail}). Nothing was changed. "
        "Check the disk, or work on a copy elsewhere."
    )


class Conflict(StoreError, code="conflict"):
    """The log has grown since it was read; the caller should read the new events and decide
    again.
    """

    template = N_(
        "Another program has changed {path} in the meantime (event {found}, expected "
        "{expected}). Nothing was overwritten. Look at the new state and try again."
    )


class LogChanged(StoreError, code="went-back"):
    """The log ends before the last event that was read, or its events differ from those read."""

    template = N_(
        "{path} has changed unexpectedly: event {seen} was in it, but now it ends with "
        "event {found} or its events differ. It may have been replaced by an older "
        "copy. Nothing was written. Open it again, or its copy in the backup folder."
    )


class Replaced(StoreError, code="replaced"):
    template = N_(
        "{path} was replaced or removed while it was open. Nothing was written. See what is "
        "there now, and open it again."
    )


class Unconfirmed(StoreError, code="unconfirmed"):
    """The event reached the file, but the disk did not confirm the commit."""

    template = N_(
        "Event {event} is written in {path}, but the disk did not confirm that it is safe "
        "({detail}). Do not do it again. Check the disk, and make a copy elsewhere."
    )


class NotACopy(StoreError, code="not-acopy"):
    template = N_("{copy} is not a copy of {path}: they have no event in common.")


class TooLargeToRecover(StoreError, code="too-large-to-recover"):
    template = N_("{path} is larger than {limit} MiB; it cannot be a tournament file.")


class BackupFailed(StoreError, code="backup-failed"):
    template = N_(
        "The copy to {folder} failed ({detail}). The tournament itself is safe: event {event} "
        "is written. Check the backup folder."
    )


class CopyOfAnother(StoreError, code="copy-of-another"):
    template = N_(
        "{path} was not replaced by a copy: it is damaged, holds another tournament, "
        "or has changes of its own. The tournament itself is safe: event {event} is "
        "written. Move that file away, or choose another backup folder."
    )


_BY_NAME: tuple[tuple[str, type[StoreError]], ...] = (
    ("SQLITE_BUSY", Locked),
    ("SQLITE_LOCKED", Locked),
    ("SQLITE_READONLY_DBMOVED", Replaced),
    ("SQLITE_READONLY", ReadOnly),
    ("SQLITE_FULL", DiskFull),
    ("SQLITE_CORRUPT", Damaged),
    ("SQLITE_NOTADB", NotATournamentFile),
)
"""Beginnings of SQLite's codes, and what they mean to an arbiter."""


@contextmanager
def translating_errors(path: object) -> Iterator[None]:
    """Raise errors of the database as one of the errors in this module."""
    try:
        yield
    except sqlite3.Error as error:
        name = str(getattr(error, "sqlite_errorname", ""))
        for start, kind in _BY_NAME:
            if name.startswith(start):
                raise kind(path=path, detail=error) from error
        # Without a code, Python could not read what SQLite found, such as text that is not UTF-8.
        if name in ("", "SQLITE_ERROR", "SQLITE_TOOBIG", "SQLITE_MISMATCH"):
            raise Damaged(path=path, detail=error) from error
        raise Unwritable(path=path, detail=error) from error
    except (OverflowError, ValueError) as error:  # a number or text that we never write
        raise Damaged(path=path, detail=error) from error
