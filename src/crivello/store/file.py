"""One tournament file: created, opened, read, and appended to.

An append returns when the event is on disk: SQLite's rollback journal with `synchronous=EXTRA`
syncs the file, deletes the journal and syncs the folder before the commit returns. Between two
appends, the file has no journal or other companion.
"""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path

from crivello.standard.classes import frozen
from crivello.store import schema
from crivello.store.creation import create_whole
from crivello.store.entry import LogEntry, NewEntry, chain, fits
from crivello.store.errors import (
    Conflict,
    Damaged,
    LogChanged,
    NewerSchema,
    NotATournamentFile,
    NotFound,
    Replaced,
    StoreError,
    Unconfirmed,
    translating_errors,
)

SUFFIX = ".crivello"
BUSY_SECONDS = 5.0
NOTE = "note:"
"""Prefix of the keys of notes, which keeps them apart from what the file itself needs."""
LONGEST_VALUE = 64 * 2**20
"""Bytes of one value; this program writes nothing longer."""

_SELECT = "SELECT sequence, time, actor, reason, type, payload, digest FROM events"
_INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)"
_STATE = "INSERT OR REPLACE INTO about VALUES (?, ?)"


@frozen
class UncheckedLog:
    """The contents of a file at one moment, without checks of its digests."""

    integrity: str
    """SQLite's own verdict on the file: "ok", or its first complaint."""
    entries: list[LogEntry]
    genesis: str
    head: str
    last: int | None
    """The number of the last event according to the file; None in files that do not state it."""


class LogFile:
    """The log in one file. It is used from one thread; several programs may have the file open."""

    def __init__(self, path: Path, busy_seconds: float, opened: Path | None = None) -> None:
        """Open the file; `opened` is its temporary name while it is being created."""
        self.path = path
        self._opened = opened or path
        self._busy_seconds = busy_seconds
        self._identity, self._written = _look(self._opened)
        self._connection = _connect(self._opened, path, busy_seconds)

    @classmethod
    def create(cls, path: str | os.PathLike[str], *first: NewEntry) -> LogFile:
        """Create a file with its first event or events, completely or not at all; overwrite
        nothing.
        """
        genesis = sha256(uuid.uuid4().bytes).hexdigest()
        entries: list[LogEntry] = []
        for new in first:
            before = entries[-1].digest if entries else genesis
            entries.append(chain(new, len(entries) + 1, before))
        return cls.create_from(path, genesis, entries)

    @classmethod
    def create_from(
        cls, path: str | os.PathLike[str], genesis: str, entries: Sequence[LogEntry]
    ) -> LogFile:
        """Create a file with the events of another file and their digests; overwrite nothing."""
        path = Path(path)
        create_whole(path, lambda part: _fill(part, path, genesis, entries))
        return cls.open(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str], busy_seconds: float | None = None) -> LogFile:
        """Open an existing file; if its schema is older, migrate it."""
        path = Path(path)
        if not path.is_file():
            raise NotFound(path=path)
        seconds = BUSY_SECONDS if busy_seconds is None else busy_seconds
        log = cls(path, seconds)
        try:
            found = log._schema()
            if found > schema.current():
                raise NewerSchema(path=path, found=found, known=schema.current())
            if found < schema.current():
                log._migrate()
        except BaseException:
            log.close()
            raise
        return log

    def entries(self, after: int = 0, digest: str | None = None) -> list[LogEntry]:
        """Return the events after a sequence number, each checked against the one before.

        `digest`: that of event `after` when it was last read; if the file has another now, raise
        `LogChanged`.
        """
        with self._reading() as connection:
            rows = _rows(connection, after)
            before = _digest(connection, after) if after else self._about(connection, "genesis")
            head = self._about(connection, "head")
            if digest is not None and before != digest:
                raise LogChanged(path=self.path, found=_last(connection), seen=after)
        for expected, entry in enumerate(rows, start=after + 1):
            if entry.sequence != expected or not fits(entry, before):
                raise Damaged(path=self.path, detail=f"event {expected}")
            before = entry.digest
        if before != head:
            raise Damaged(path=self.path, detail=f"event {after + len(rows) + 1}")
        return rows

    def read_log_unchecked(self) -> UncheckedLog:
        """Return all that is in the file without checks, to look for defects."""
        with self._reading() as connection:
            last = _value(connection, "last")
            return UncheckedLog(
                str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0]),
                _rows(connection, 0),
                self._about(connection, "genesis"),
                self._about(connection, "head"),
                int(last) if last is not None and _is_number(last) else None,
            )

    def last(self) -> int:
        """Return the sequence number of the last event."""
        with self._reading() as connection:
            return _last(connection)

    def digest_of(self, sequence: int) -> str:
        """Return the digest of an event; empty if there is no such event."""
        with self._reading() as connection:
            return _digest(connection, sequence)

    def about(self, key: str) -> str:
        """Return a value of the file's description of itself, such as its schema."""
        with self._reading() as connection:
            return self._about(connection, key)

    def read_note(self, key: str) -> str | None:
        """Return a note stored beside the log, such as the backup folder of this machine."""
        with self._reading() as connection:
            return _value(connection, NOTE + key)

    def note(self, key: str, value: str | None) -> None:
        """Store or replace a note; None removes it. A note is not an event or part of the
        tournament.
        """
        with self._writing() as connection:
            if value is None:
                connection.execute("DELETE FROM about WHERE key = ?", (NOTE + key,))
            else:
                connection.execute(_STATE, (NOTE + key, value))

    def append(self, new: NewEntry, expected: int, digest: str | None = None) -> LogEntry:
        """Append an event after event `expected`; raise `Conflict` if there is already a later one.

        `digest`: that of event `expected` when it was read; if the file has another now, raise
        `LogChanged`.
        """
        entry: LogEntry | None = None
        try:
            with self._writing() as connection:
                found = _last(connection)
                head = self._about(connection, "head")
                if found < expected or (found == expected and digest not in (None, head)):
                    raise LogChanged(path=self.path, found=found, seen=expected)
                if found > expected:
                    raise Conflict(path=self.path, found=found, expected=expected)
                entry = chain(new, found + 1, head)
                connection.execute(_INSERT, entry)
                connection.execute(_STATE, ("head", entry.digest))
                connection.execute(_STATE, ("last", str(entry.sequence)))
        except StoreError as error:
            if entry is not None and self._holds(entry):
                detail = error.values.get("detail", "")
                event = entry.sequence
                raise Unconfirmed(path=self.path, event=event, detail=detail) from error
            raise
        return entry

    def close(self) -> None:
        self._connection.close()

    def __del__(self) -> None:
        """Close a file that was left open; Python 3.13 and later would report it as a leak."""
        if hasattr(self, "_connection"):
            self._connection.close()

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, for the backup only."""
        return self._connection

    def _holds(self, entry: LogEntry) -> bool:
        """Return True if this event is in the file, as it may be even after a failed commit."""
        try:
            return self.digest_of(entry.sequence) == entry.digest
        except StoreError:
            return False

    def _about(self, connection: sqlite3.Connection, key: str) -> str:
        value = _value(connection, key)
        if value is None:
            raise Damaged(path=self.path, detail=f"about.{key}")
        return value

    def _schema(self) -> int:
        with self._reading() as connection:
            if not schema.is_ours(connection):
                raise NotATournamentFile(path=self.path)
            stated = self._about(connection, "schema")
        if not _is_number(stated):
            raise Damaged(path=self.path, detail=f"schema {stated[:20]!r}")
        return int(stated)

    def _migrate(self) -> None:
        with self._writing() as connection:
            # Read again under the lock: another program may have migrated it meanwhile.
            found = int(self._about(connection, "schema"))
            for migration in schema.MIGRATIONS[found - schema.FIRST :]:
                migration(connection)
            connection.execute(_STATE, ("schema", str(schema.current())))

    def _reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """Run the block in one transaction, so that all it reads is from one moment."""
        return self._transaction("BEGIN")

    def _writing(self) -> AbstractContextManager[sqlite3.Connection]:
        """Run the block in a transaction that locks the file from the beginning, so that nothing it
        reads can change.
        """
        return self._transaction("BEGIN IMMEDIATE")

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        self._check_unchanged()
        with translating_errors(self.path):
            connection = self._connection
            if connection.in_transaction:  # left open by an error that SQLite could not undo
                connection.rollback()
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.rollback()
                raise
            finally:
                self._written = _look(self._opened)[1]

    def _check_unchanged(self) -> None:
        """Check that the path still leads to the same file, and reconnect if another program has
        written it.

        SQLite uses its cached pages as long as the file's change counter is the one it knows.
        Another file copied over ours may have the same counter, so a new connection with an empty
        cache is opened.
        """
        identity, written = _look(self._opened)
        if identity != self._identity:
            raise Replaced(path=self.path)
        if written != self._written:
            self._connection.close()
            self._connection = _connect(self._opened, self.path, self._busy_seconds)


def _connect(opened: Path, path: Path, busy_seconds: float) -> sqlite3.Connection:
    with translating_errors(path):
        connection = sqlite3.connect(
            opened, timeout=busy_seconds, isolation_level=None, check_same_thread=False
        )
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
            for pragma in ("trusted_schema = OFF", "journal_mode = DELETE", "synchronous = EXTRA"):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
    return connection


def _fill(part: Path, path: Path, genesis: str, entries: Sequence[LogEntry]) -> None:
    """Write the tables and the first events in one transaction; errors name the final path."""
    log = LogFile(path, BUSY_SECONDS, part)
    try:
        with log._writing() as connection:
            connection.execute(schema.EVENTS)
            connection.execute(schema.ABOUT)
            connection.executemany(_INSERT, entries)
            about = {
                "schema": str(schema.current()),
                "genesis": genesis,
                "head": entries[-1].digest if entries else genesis,
                "last": str(len(entries)),
            }
            connection.executemany(_STATE, about.items())
    finally:
        log.close()


_Look = tuple[tuple[int, int] | None, tuple[int, int] | None]
"""The file that has a name, with its time and size; None if there is no such file."""


def _look(path: Path) -> _Look:
    try:
        found = os.stat(path)
    except OSError:
        return None, None
    return (found.st_dev, found.st_ino), (found.st_mtime_ns, found.st_size)


def _rows(connection: sqlite3.Connection, after: int) -> list[LogEntry]:
    rows = connection.execute(f"{_SELECT} WHERE sequence > ? ORDER BY sequence", (after,))
    # In a damaged file a text may have another type; as text it does not match its digest.
    return [LogEntry(int(row[0]), *map(str, row[1:])) for row in rows]


def _last(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT max(sequence) FROM events").fetchone()[0] or 0)


def _digest(connection: sqlite3.Connection, sequence: int) -> str:
    row = connection.execute("SELECT digest FROM events WHERE sequence = ?", (sequence,)).fetchone()
    return "" if row is None else str(row[0])


def _value(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
