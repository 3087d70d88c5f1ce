"""The file of the hall network: devices, renewed links, proposals, requests, entries.

It is an SQLite file; `web.network.device_store` interprets its states and texts. Several programs
may have it open, and each method that reads sees what the others have committed.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

BUSY_SECONDS = 10.0

_TABLES = """
CREATE TABLE IF NOT EXISTS device (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    name TEXT NOT NULL,
    code TEXT NOT NULL DEFAULT '',
    ticked TEXT NOT NULL DEFAULT '',
    invitation TEXT NOT NULL DEFAULT '',
    file TEXT NOT NULL DEFAULT '',
    section TEXT NOT NULL DEFAULT '',
    round INTEGER NOT NULL DEFAULT 0,
    subject INTEGER NOT NULL DEFAULT 0,
    white INTEGER NOT NULL DEFAULT 0,
    black INTEGER NOT NULL DEFAULT 0,
    browser TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    since REAL NOT NULL,
    seen REAL NOT NULL,
    until REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS of_invitation ON device (invitation);
CREATE TABLE IF NOT EXISTS number (name TEXT PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS proposal (
    id INTEGER PRIMARY KEY,
    device INTEGER NOT NULL,
    key TEXT NOT NULL,
    invitation TEXT NOT NULL,
    game INTEGER NOT NULL DEFAULT 0,
    result TEXT NOT NULL,
    time REAL NOT NULL,
    tapped INTEGER NOT NULL DEFAULT 0,
    sides TEXT NOT NULL DEFAULT '',
    UNIQUE (device, key)
);
CREATE INDEX IF NOT EXISTS by_invitation ON proposal (invitation);
CREATE TABLE IF NOT EXISTS request (
    id INTEGER PRIMARY KEY,
    device INTEGER NOT NULL,
    key TEXT NOT NULL,
    file TEXT NOT NULL,
    section TEXT NOT NULL,
    player INTEGER NOT NULL,
    kind TEXT NOT NULL,
    round INTEGER NOT NULL,
    state TEXT NOT NULL,
    time REAL NOT NULL,
    UNIQUE (device, key)
);
CREATE TABLE IF NOT EXISTS arrival (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    device INTEGER NOT NULL,
    name TEXT NOT NULL,
    file TEXT NOT NULL,
    section TEXT NOT NULL,
    place TEXT NOT NULL,
    envelope TEXT NOT NULL,
    state TEXT NOT NULL,
    text TEXT NOT NULL,
    time REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS arrival_of_device ON arrival (device, state);
CREATE INDEX IF NOT EXISTS arrival_of_section ON arrival (file, section, state);
"""
_ADDED = {
    "game": "INTEGER NOT NULL DEFAULT 0",
    "tapped": "INTEGER NOT NULL DEFAULT 0",
    "sides": "TEXT NOT NULL DEFAULT ''",
}
"""Columns of `proposal` that files of earlier versions may lack."""
_LAST = "\U0010ffff"
"""After every name that begins alike."""


class DeviceRecord(NamedTuple):
    """One browser: the columns of its table except the digest of its session."""

    id: int
    role: str
    state: str
    name: str
    code: str
    ticked: str
    invitation: str
    file: str
    section: str
    round: int
    subject: int
    white: int
    black: int
    browser: str
    address: str
    since: float
    seen: float
    until: float


class ProposalRecord(NamedTuple):
    """A result that a device proposes, with the name of the device."""

    id: int
    name: str
    """The name of the device."""
    device: int
    invitation: str
    game: int
    result: str
    time: float
    sides: str


class NewProposal(NamedTuple):
    """A proposal to be stored."""

    device: int
    key: str
    invitation: str
    game: int
    result: str
    time: float
    tapped: int
    sides: str


class RequestRecord(NamedTuple):
    """A request of a player, with the name of the device."""

    id: int
    name: str
    """The name of the device."""
    file: str
    section: str
    player: int
    kind: str
    round: int
    state: str
    time: float


class NewRequest(NamedTuple):
    """A request to be stored."""

    device: int
    key: str
    file: str
    section: str
    player: int
    kind: str
    round: int
    state: str
    time: float


class ArrivalRecord(NamedTuple):
    """An entry that was answered, with the name of the device at that time."""

    id: int
    name: str
    """The name of the device, at that time."""
    envelope: str
    state: str
    text: str
    time: float


class NewArrival(NamedTuple):
    """An entry to be stored."""

    key: str
    device: int
    name: str
    file: str
    section: str
    place: str
    envelope: str
    state: str
    text: str
    time: float


_DEVICE = f"SELECT {', '.join(DeviceRecord._fields)} FROM device"
_ARRIVAL = f"SELECT {', '.join(ArrivalRecord._fields)} FROM arrival"


class NetworkFile:
    """The open file of the network; threads may share it, since only one uses the connection at a
    time.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.RLock()
        self._connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        path.chmod(0o600)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF"):
            self._connection.execute(f"PRAGMA {pragma}")
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'arrival'"):
            with self.writing():
                for statement in _TABLES.split(";"):
                    self._run(statement)
        columns = {row[1] for row in self._rows("PRAGMA table_info(proposal)")}
        for name in _ADDED.keys() - columns:
            with self.writing():
                self._run(f"ALTER TABLE proposal ADD {name} {_ADDED[name]}")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run the block in one transaction, which is on disk when the block ends."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: object) -> list[Sequence[object]]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def _run(self, statement: str, *values: object) -> None:
        self._connection.execute(statement, values)

    def forget(self, before: float, active: str) -> None:
        """Delete records from before this time, and proposals of devices in a state other than
        `active`.
        """
        with self.writing():
            for table in ("proposal", "request", "arrival"):
                self._run(f"DELETE FROM {table} WHERE time < ?", before)
            self._run("DELETE FROM device WHERE until < ?", before)
            self._run(
                "DELETE FROM proposal WHERE device NOT IN (SELECT id FROM device WHERE state = ?)",
                active,
            )

    # Devices

    def _devices(self, where: str, *values: object) -> list[DeviceRecord]:
        return [DeviceRecord(*row) for row in self._rows(f"{_DEVICE} WHERE {where}", *values)]  # type: ignore[arg-type]

    def device_of(self, digest: str) -> DeviceRecord | None:
        """Return the device whose session has this digest; None if there is none."""
        found = self._devices("digest = ?", digest)
        return found[0] if found else None

    def devices(self, now: float) -> list[DeviceRecord]:
        """Return all devices that have not expired, the last seen first."""
        return self._devices("until > ? ORDER BY seen DESC", now)

    def devices_in(self, state: str, now: float) -> list[DeviceRecord]:
        return self._devices("state = ? AND until > ?", state, now)

    def devices_with_code(self, code: str, state: str, now: float) -> list[DeviceRecord]:
        where = "state = ? AND code = ? AND code != '' AND until > ?"
        return self._devices(where, state, code, now)

    def devices_invited(self, invitation: str, state: str, now: float) -> list[DeviceRecord]:
        """Return the devices in this state that came with a link and have not expired."""
        return self._devices("invitation = ? AND state = ? AND until > ?", invitation, state, now)

    def count_invited(self, invitation: str) -> int:
        """Return the number of devices that have ever come with a link."""
        query = "SELECT count(*) FROM device WHERE invitation = ?"
        ((count,),) = self._rows(query, invitation)
        assert isinstance(count, int)
        return count

    def has_device_named(self, name: str) -> bool:
        return bool(self._rows("SELECT 1 FROM device WHERE name = ?", name))

    def add_device(
        self, digest: str, role: str, state: str, name: str, now: float, until: float
    ) -> None:
        self._run(
            "INSERT INTO device (digest, role, state, name, since, seen, until) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            digest, role, state, name, now, now, until,
        )  # fmt: skip

    def change_device(self, row: DeviceRecord) -> None:
        """Update all columns of a device."""
        columns = ", ".join(f"{name} = ?" for name in row._fields)
        self._run(f"UPDATE device SET {columns} WHERE id = ?", *row, row.id)

    def replace_digest(self, digest: str, state: str) -> None:
        """Set the state of the device with this session, and remove the session from it."""
        self._run(
            "UPDATE device SET state = ?, digest = 'old ' || id WHERE digest = ?", state, digest
        )

    def see(self, device: int, now: float) -> None:
        """Store when a device was last seen.

        This is not synced to disk, because hundreds of devices may send requests at once.
        """
        with self._lock:
            self._connection.execute("PRAGMA synchronous = NORMAL")
            try:
                with self.writing():
                    self._run("UPDATE device SET seen = ? WHERE id = ?", now, device)
            finally:
                self._connection.execute("PRAGMA synchronous = FULL")

    def end_devices(self, state: str, device: int | None = None) -> None:
        """Set the state of a device, or of all, and remove their codes."""
        where, values = ("", ()) if device is None else (" WHERE id = ?", (device,))
        self._run(f"UPDATE device SET state = ?, code = ''{where}", state, *values)

    def end_invitation(self, name: str, state: str) -> None:
        """Count a renewal of a link, set the state of its devices, and delete their proposals."""
        self._run(
            "INSERT INTO number VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET number = number + 1",
            name,
        )
        self._run("UPDATE device SET state = ? WHERE invitation = ?", state, name)
        self._run("DELETE FROM proposal WHERE invitation = ?", name)

    def renewals(self, name: str) -> int:
        """Return how often a link was renewed."""
        rows = self._rows("SELECT number FROM number WHERE name = ?", name)
        return int(str(rows[0][0])) if rows else 0

    # Proposals

    def replace_proposal(self, new: NewProposal) -> None:
        """Store a device's proposal for a game, unless it has one that was tapped later."""
        place = (new.device, new.invitation, new.game)
        where = "device = ? AND invitation = ? AND game = ?"
        if self._rows(f"SELECT 1 FROM proposal WHERE {where} AND tapped >= ?", *place, new.tapped):
            return
        self._run(f"DELETE FROM proposal WHERE {where}", *place)
        self._run(f"INSERT INTO proposal {_columns_of(new)}", *new)

    def proposals(self, first: str, last: str, state: str) -> list[ProposalRecord]:
        """Return the proposals of devices in a state, for invitations from `first` to `last`."""
        query = (
            "SELECT proposal.id, device.name, device, proposal.invitation, game, result, time, "
            "sides FROM proposal JOIN device ON device.id = device "
            "WHERE device.state = ? AND proposal.invitation BETWEEN ? AND ? ORDER BY proposal.id"
        )
        return [ProposalRecord(*row) for row in self._rows(query, state, first, last)]  # type: ignore[arg-type]

    def delete_proposals(self, under: str, game: int) -> None:
        """Delete the proposals for a game, of all invitations whose names begin with `under`."""
        self._run(
            "DELETE FROM proposal WHERE invitation BETWEEN ? AND ? AND game = ?",
            under, end_of_prefix(under), game,
        )  # fmt: skip

    def delete_proposals_tapped(self, device: int, game: int, sides: str, before: int) -> None:
        self._run(
            "DELETE FROM proposal WHERE device = ? AND game = ? AND sides = ? AND tapped < ?",
            device, game, sides, before,
        )  # fmt: skip

    # Entries and their answers

    def _arrivals(self, where: str, *values: object) -> list[ArrivalRecord]:
        return [ArrivalRecord(*row) for row in self._rows(f"{_ARRIVAL} WHERE {where}", *values)]  # type: ignore[arg-type]

    def arrival(self, key: str) -> ArrivalRecord | None:
        found = self._arrivals("key = ?", key)
        return found[0] if found else None

    def arrivals_in(self, file: str, section: str, state: str) -> list[ArrivalRecord]:
        """Return the entries of a section in a state, the oldest first."""
        where = "file = ? AND section = ? AND state = ? ORDER BY id"
        return self._arrivals(where, file, section, state)

    def add_arrival(self, new: NewArrival) -> None:
        """Store an entry, unless it is there already."""
        self._run(f"INSERT OR IGNORE INTO arrival {_columns_of(new)}", *new)

    def add_or_change_arrival(self, new: NewArrival, old: str) -> None:
        """Store an entry; if it is there already in the state `old`, set its state to the new
        one.
        """
        self._run(
            f"INSERT INTO arrival {_columns_of(new)} ON CONFLICT (key) DO UPDATE "
            "SET state = excluded.state WHERE arrival.state = ?",
            *new,
            old,
        )

    def change_arrivals(self, device: int, place: str, old: str, state: str) -> None:
        """Set the state of a device's entries about a place, if it is `old`."""
        self._run(
            "UPDATE arrival SET state = ? WHERE device = ? AND place = ? AND state = ?",
            state, device, place, old,
        )  # fmt: skip

    def change_arrival(self, number: int, old: str, state: str) -> None:
        self._run("UPDATE arrival SET state = ? WHERE id = ? AND state = ?", state, number, old)

    def forget_arrivals(self, device: int, but: str, most: int) -> None:
        """Delete a device's entries except the last ones, and except those in the state `but`."""
        self._run(
            "DELETE FROM arrival WHERE device = ? AND state != ? AND id <= "
            "(SELECT id FROM arrival WHERE device = ? AND state != ? ORDER BY id DESC "
            "LIMIT 1 OFFSET ?)",
            device, but, device, but, most,
        )  # fmt: skip

    # Requests of players

    def add_request(self, new: NewRequest) -> None:
        """Store a request, unless it is there already."""
        self._run(f"INSERT OR IGNORE INTO request {_columns_of(new)}", *new)

    def requests(self, file: str, section: str) -> list[RequestRecord]:
        query = (
            "SELECT request.id, device.name, request.file, request.section, player, kind, "
            "request.round, request.state, time FROM request JOIN device ON device.id = device "
            "WHERE request.file = ? AND request.section = ? ORDER BY request.id"
        )
        return [RequestRecord(*row) for row in self._rows(query, file, section)]  # type: ignore[arg-type]

    def change_request(self, request: int, state: str) -> None:
        self._run("UPDATE request SET state = ? WHERE id = ?", state, request)


def end_of_prefix(name: str) -> str:
    """Return a text that sorts after all names with this beginning."""
    return name + _LAST


def _columns_of(new: NewProposal | NewRequest | NewArrival) -> str:
    places = ", ".join("?" * len(new))
    return f"({', '.join(new._fields)}) VALUES ({places})"
