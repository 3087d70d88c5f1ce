"""One tournament file: created, opened, read, and appended to.

An append is acknowledged when it is on disk: SQLite's rollback journal with `synchronous=EXTRA`
syncs the file, deletes the journal and syncs the folder before the commit returns. So there is
nothing beside the file that belongs to it, and a plain copy of it is complete.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection, create_engine, delete, event, func, insert, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from . import schema
from .entry import Entry, NewEntry, chained, fits
from .errors import Conflict, Damaged, Newer, NotFound, NotOurs, told
from .schema import ABOUT, EVENTS, METADATA
from .whole import create_whole

SUFFIX = ".crivello"
BUSY_SECONDS = 5.0
NOTE = "note:"
"""How the keys of notes begin, so that none is taken for what the file needs."""


class LogFile:
    """The log in one file. Use one from one thread; several programs may have the same file."""

    def __init__(self, path: Path, connection: Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def create(cls, path: str | os.PathLike[str], *first: NewEntry) -> LogFile:
        """A new file with its first event (or events), whole or not at all; never over another."""
        path = Path(path)
        create_whole(path, lambda part: _fill(part, path, first))
        return cls.open(path)

    @classmethod
    def open(cls, path: str | os.PathLike[str], busy_seconds: float | None = None) -> LogFile:
        """An existing file, brought to the present schema if it is of an older one."""
        path = Path(path)
        if not path.is_file():
            raise NotFound(path=path)
        seconds = BUSY_SECONDS if busy_seconds is None else busy_seconds
        log = cls(path, _connect(path, seconds))
        try:
            found = log._schema()
            if found > schema.current():
                raise Newer(path=path, found=found, known=schema.current())
            if found < schema.current():
                log._migrate()
        except BaseException:
            log.close()
            raise
        return log

    def entries(self, after: int = 0) -> list[Entry]:
        """The events after a sequence number, in order, each checked against the one before."""
        with self._reading() as connection:
            rows = _rows(connection, after)
            before = self._about(connection, "genesis")
            if after:
                before = _digest(connection, after)
            head = self._about(connection, "head")
        for expected, entry in enumerate(rows, start=after + 1):
            if entry.sequence != expected or not fits(entry, before):
                raise Damaged(path=self.path, detail=f"event {expected}")
            before = entry.digest
        if before != head:
            raise Damaged(path=self.path, detail=f"event {after + len(rows) + 1}")
        return rows

    def unchecked(self) -> list[Entry]:
        """All rows as they lie there, for those who look for what is wrong with them."""
        with self._reading() as connection:
            return _rows(connection, 0)

    def last(self) -> int:
        """The sequence number of the last event."""
        with self._reading() as connection:
            return connection.execute(select(func.max(EVENTS.c.sequence))).scalar() or 0

    def digest_of(self, sequence: int) -> str:
        """The digest of one event; empty if there is no such event."""
        with self._reading() as connection:
            return _digest(connection, sequence)

    def about(self, key: str) -> str:
        """What the file says of itself."""
        with self._reading() as connection:
            return self._about(connection, key)

    def noted(self, key: str) -> str | None:
        """A note beside the log, such as the second place of this machine."""
        with self._reading() as connection:
            query = select(ABOUT.c.value).where(ABOUT.c.key == NOTE + key)
            value: str | None = connection.execute(query).scalar()
        return value

    def note(self, key: str, value: str | None) -> None:
        """Write, replace or (None) remove a note; it is no event and changes no tournament."""
        with told(self.path), self._writing() as connection:
            connection.execute(delete(ABOUT).where(ABOUT.c.key == NOTE + key))
            if value is not None:
                connection.execute(insert(ABOUT), {"key": NOTE + key, "value": value})

    def append(self, new: NewEntry, expected: int) -> Entry:
        """Append an event after event `expected`; `Conflict` if there is a later one by now."""
        with told(self.path), self._writing() as connection:
            found = connection.execute(select(func.max(EVENTS.c.sequence))).scalar() or 0
            if found != expected:
                raise Conflict(path=self.path, found=found, expected=expected)
            entry = chained(new, found + 1, self._about(connection, "head"))
            connection.execute(insert(EVENTS), _row(entry))
            head = update(ABOUT).where(ABOUT.c.key == "head").values(value=entry.digest)
            connection.execute(head)
        return entry

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> LogFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def connection(self) -> Connection:
        """For the backup only."""
        return self._connection

    def _about(self, connection: Connection, key: str) -> str:
        query = select(ABOUT.c.value).where(ABOUT.c.key == key)
        value: str | None = connection.execute(query).scalar()
        if value is None:
            raise Damaged(path=self.path, detail=f"about.{key}")
        return value

    def _schema(self) -> int:
        with self._reading() as connection:
            found = connection.execute(
                text("SELECT count(*) FROM sqlite_master WHERE name IN ('events', 'about')")
            ).scalar()
            if found != 2:
                raise NotOurs(path=self.path)
            stated = self._about(connection, "schema")
        if not stated.isdecimal():
            raise Damaged(path=self.path, detail=f"schema {stated[:20]!r}")
        return int(stated)

    def _migrate(self) -> None:
        with told(self.path), self._writing() as connection:
            # Read again under the lock: another program may have been quicker.
            found = int(self._about(connection, "schema"))
            for migration in schema.MIGRATIONS[found - schema.FIRST :]:
                migration(connection)
            stated = update(ABOUT).where(ABOUT.c.key == "schema")
            connection.execute(stated.values(value=str(schema.current())))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(self.path), self._connection.begin():
            yield self._connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """The lock is taken at the beginning: what is read inside stays true until the commit."""
        self._connection.execution_options(immediate=True)
        try:
            with self._connection.begin():
                yield self._connection
        finally:
            self._connection.execution_options(immediate=False)


def _connect(path: Path, busy_seconds: float) -> Connection:
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": busy_seconds})

    @event.listens_for(engine, "connect")
    def prepare(raw: object, record: object) -> None:
        raw.isolation_level = None  # type: ignore[attr-defined]  # we say BEGIN ourselves
        for pragma in ("journal_mode = DELETE", "synchronous = EXTRA"):
            raw.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    with told(path):
        return engine.connect()


def _fill(part: Path, path: Path, first: Sequence[NewEntry]) -> None:
    """The tables and the first events, in one transaction; errors name the file it will be."""
    log = LogFile(path, _connect(part, BUSY_SECONDS))
    try:
        with told(path), log._writing() as connection:
            METADATA.create_all(connection)
            genesis = sha256(uuid.uuid4().bytes).hexdigest()
            head = genesis
            rows = []
            for sequence, new in enumerate(first, start=1):
                entry = chained(new, sequence, head)
                head = entry.digest
                rows.append(_row(entry))
            connection.execute(insert(EVENTS), rows)
            about = {"schema": str(schema.current()), "genesis": genesis, "head": head}
            notes = [{"key": key, "value": value} for key, value in about.items()]
            connection.execute(insert(ABOUT), notes)
    finally:
        log.close()


def _rows(connection: Connection, after: int) -> list[Entry]:
    query = select(EVENTS).where(EVENTS.c.sequence > after).order_by(EVENTS.c.sequence)
    return [Entry(*row) for row in connection.execute(query)]


def _digest(connection: Connection, sequence: int) -> str:
    query = select(EVENTS.c.digest).where(EVENTS.c.sequence == sequence)
    value: str | None = connection.execute(query).scalar()
    return value or ""


def _row(entry: Entry) -> dict[str, object]:
    return {column.name: getattr(entry, column.name) for column in EVENTS.columns}
