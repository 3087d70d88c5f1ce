"""The book of the network: devices, uses of links, proposals; one SQLite file.

The listener writes who has come and what is proposed; the desk writes who is approved, revoked,
accepted. Each looks into it at every request, so what one writes holds for the other at once. What
is acknowledged is on disk. Nothing in it is part of a tournament: only what counts becomes an
event. Of a session only a digest is written down.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from crivello.desk.actions import Action, RequestByes, Withdraw
from crivello.desk.events import RequestedBye
from crivello.desk.permissions import Device, GamePlace, May
from crivello.desk.roles import DeviceRole
from crivello.model.errors import CrivelloError
from crivello.model.quick import frozen
from crivello.model.result import Bye
from crivello.web.envelope import Envelope, from_json
from crivello.web.network.codes import Invitation
from crivello.words import N_

FOLDER = "network"
BOOK = "book.sqlite"
"""Below the folder of the desk."""
LINKS = "links"
"""The purpose for which the key of the links is derived."""
BUSY_SECONDS = 10.0
SEEN_SECONDS = 5
"""How precisely the book knows when a device was last seen."""
ALIVE_SECONDS = 45
"""A device heard from within this time is alive; pages say hello more often."""
CODE_SECONDS = 5 * 60
"""How long a device that asks to be approved waits."""
MOST_WAITING = 30
MOST_WAITING_OF_ONE_ADDRESS = 3
DEVICES_OF_A_TABLE = 2
"""Phones that may use the code of one table: one per player."""
DEVICES_OF_A_PLAYER = 1
"""A personal link is used once; the desk can make a new one."""
LONGEST_NAME = 40
KEPT_SECONDS = 30 * 86400
"""How long devices and proposals of past events are kept."""
MOST_ARRIVALS = 300
"""The answers that are kept of one device, and the late entries of it."""

_BETWEEN = "/"
"""Separates names of files, none of which contains it."""

WAITING, ACTIVE, REVOKED = "waiting", "active", "revoked"
OPEN, ACCEPTED, DECLINED = "open", "accepted", "declined"
BYE, LEAVE = "bye", "leave"
HALF = "half"
DONE, REFUSED, LATE = "done", "refused", "late"
"""How an entry was answered."""
REPLACED, ENTERED, DROPPED = "replaced", "entered", "dropped"
"""What became of it instead: of late entries the last two, by the arbiter."""

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

TOO_MANY_WAITING = N_("Too many devices are asking for access. Ask the chief arbiter.")
NO_SUCH_CODE = N_("No device shows this code, or it is older than five minutes.")
NAME_NEEDED = N_("Give the device a name that no other has had, such as “tablet 2”.")
TAKEN = N_("This code has been used by all the devices it is for. Ask the arbiter.")


class BookError(CrivelloError, code="network-book"):
    """The book refuses that."""


@frozen
class BookDevice:
    """A row of the book: one browser."""

    id: int
    role: DeviceRole
    state: str
    name: str
    code: str
    ticked: frozenset[May]
    invitation: Invitation | None
    browser: str
    address: str
    since: float
    seen: float
    until: float
    files: frozenset[str] = frozenset()
    """For a deputy's device: the tournaments for which it was approved."""

    @property
    def device(self) -> Device:
        """As the desk knows it."""
        place = None
        if self.role is DeviceRole.TABLE and self.invitation is not None:
            one = self.invitation
            place = GamePlace(one.section, one.round, one.subject)
        return Device(self.role, self.name, self.ticked, place)


@frozen
class Proposal:
    """The last word of one device on the result of its table, of a match on one of its boards."""

    id: int
    device: str
    invitation: str
    game: int
    """Of a match: the board, from 1; else 0."""
    result: str
    time: float
    sides: str
    """The players and their colours for which it was proposed (`Seen.sides`)."""


@frozen
class PlayerRequest:
    """What a player asks the arbiter for."""

    id: int
    device: str
    file: str
    section: str
    player: int
    kind: str
    round: int
    state: str
    time: float


@frozen
class Arrival:
    """An entry of a device that was answered."""

    id: int
    device: str
    """Its name at that time."""
    envelope: Envelope
    state: str
    text: str
    """The answer that the device got."""
    time: float


class Book:
    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        path.chmod(0o600)
        self._connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "trusted_schema = OFF"):
            self._connection.execute(f"PRAGMA {pragma}")
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'arrival'"):
            with self._writing() as connection:
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
        columns = {row["name"] for row in self._rows("PRAGMA table_info(proposal)")}
        added = {"game": "INTEGER NOT NULL DEFAULT 0", "tapped": "INTEGER NOT NULL DEFAULT 0"}
        added["sides"] = "TEXT NOT NULL DEFAULT ''"
        for name in added.keys() - columns:  # written by an earlier version
            with self._writing() as connection:
                connection.execute(f"ALTER TABLE proposal ADD {name} {added[name]}")

    def forget_old(self) -> None:
        """Delete devices and proposals of past events."""
        old = self._clock() - KEPT_SECONDS
        with self._writing() as connection:
            for table in ("proposal", "request", "arrival"):
                connection.execute(f"DELETE FROM {table} WHERE time < ?", (old,))
            connection.execute("DELETE FROM device WHERE until < ?", (old,))
            connection.execute(
                "DELETE FROM proposal WHERE device NOT IN (SELECT id FROM device WHERE state = ?)",
                (ACTIVE,),
            )

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    # Devices

    def find(self, session: str) -> BookDevice | None:
        """The device of a session that is neither revoked nor expired; marks it as seen."""
        rows = self._rows("SELECT * FROM device WHERE digest = ?", _digest(session))
        now = self._clock()
        if not rows or rows[0]["state"] == REVOKED or rows[0]["until"] <= now:
            return None
        if now - rows[0]["seen"] >= SEEN_SECONDS:
            self._see(rows[0]["id"], now)
        return _device(rows[0])

    def _see(self, device: int, now: float) -> None:
        """Not written to disk at once: three hundred devices may ask."""
        with self._lock:
            self._connection.execute("PRAGMA synchronous = NORMAL")
            try:
                with self._writing() as connection:
                    connection.execute("UPDATE device SET seen = ? WHERE id = ?", (now, device))
            finally:
                self._connection.execute("PRAGMA synchronous = FULL")

    def devices(self) -> list[BookDevice]:
        """All devices that have not expired, the last seen first; including revoked ones."""
        rows = self._rows("SELECT * FROM device WHERE until > ? ORDER BY seen DESC", self._clock())
        return [_device(row) for row in rows]

    def ask(self, session: str, code: str, browser: str, address: str) -> None:
        """A device asks to be approved as a deputy's."""
        now = self._clock()
        with self._writing() as connection:
            waiting = connection.execute(
                "SELECT address FROM device WHERE state = ? AND until > ?", (WAITING, now)
            ).fetchall()
            here = [row for row in waiting if row["address"] == address]
            if len(waiting) >= MOST_WAITING or len(here) >= MOST_WAITING_OF_ONE_ADDRESS:
                raise BookError(TOO_MANY_WAITING)
            self._add(connection, session, DeviceRole.DEPUTY, WAITING, "", now + CODE_SECONDS)
            connection.execute(
                "UPDATE device SET code = ?, browser = ?, address = ? WHERE digest = ?",
                (code, browser, address, _digest(session)),
            )

    def approve(
        self, code: str, name: str, ticked: frozenset[May], until: float, files: Collection[str]
    ) -> BookDevice:
        """The chief arbiter has typed the code that a device shows.

        It is let in for these tournaments and no others, whenever the network is on.
        """
        name = " ".join(name.split())[:LONGEST_NAME]
        with self._writing() as connection:
            found = connection.execute(
                "SELECT * FROM device WHERE state = ? AND code = ? AND code != '' AND until > ?",
                (WAITING, code, self._clock()),
            ).fetchall()
            if len(found) != 1:
                raise BookError(NO_SUCH_CODE)
            known = connection.execute("SELECT 1 FROM device WHERE name = ?", (name,)).fetchone()
            if not name or known:
                raise BookError(NAME_NEEDED)
            connection.execute(
                "UPDATE device SET state = ?, name = ?, ticked = ?, code = '', until = ?, file = ? "
                "WHERE id = ?",
                (ACTIVE, name, _ticks(ticked), until, _BETWEEN.join(files), found[0]["id"]),
            )
            row = connection.execute(
                "SELECT * FROM device WHERE id = ?", (found[0]["id"],)
            ).fetchone()
        return _device(row)

    def revoke(self, device: int) -> None:
        """From its next request on, the device has no rights."""
        with self._writing() as connection:
            connection.execute(
                "UPDATE device SET state = ?, code = '' WHERE id = ?", (REVOKED, device)
            )

    def revoke_all(self) -> None:
        with self._writing() as connection:
            connection.execute("UPDATE device SET state = ?, code = ''", (REVOKED,))

    def admit(
        self, session: str, invitation: Invitation, most: int, until: float, about: str = ""
    ) -> BookDevice:
        """A browser has shown a valid link. At most `most` browsers may; each may come again."""
        now = self._clock()
        with self._writing() as connection:
            users = connection.execute(
                "SELECT * FROM device WHERE invitation = ? AND state = ? AND until > ?",
                (invitation.name, ACTIVE, now),
            ).fetchall()
            mine = [row for row in users if row["digest"] == _digest(session)]
            if mine:
                return _device(mine[0])
            used = connection.execute(
                "SELECT count(*) FROM device WHERE invitation = ?", (invitation.name,)
            ).fetchone()[0]
            if len(users) >= most:
                raise BookError(TAKEN)
            name = f"{_subject(invitation, about)} {chr(ord('a') + used % 26)}"
            if used >= 26:
                name += str(used // 26)
            self._add(connection, session, invitation.role, ACTIVE, name, until)
            connection.execute(
                "UPDATE device SET invitation = ?, file = ?, section = ?, round = ?, subject = ?, "
                "white = ?, black = ? WHERE digest = ?",
                (
                    invitation.name, invitation.file, invitation.section, invitation.round,
                    invitation.subject, *invitation.players, _digest(session),
                ),
            )  # fmt: skip
            row = connection.execute(
                "SELECT * FROM device WHERE digest = ?", (_digest(session),)
            ).fetchone()
        return _device(row)

    def _add(
        self,
        connection: sqlite3.Connection,
        session: str,
        role: DeviceRole,
        state: str,
        name: str,
        until: float,
    ) -> None:
        now = self._clock()
        # A browser is one device at a time: its earlier entry ends.
        connection.execute(
            "UPDATE device SET state = ?, digest = 'old ' || id WHERE digest = ?",
            (REVOKED, _digest(session)),
        )
        connection.execute(
            "INSERT INTO device (digest, role, state, name, since, seen, until) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (_digest(session), role.value, state, name, now, now, until),
        )

    # Links

    def number(self, name: str) -> int:
        """How often the link of an invitation was renewed."""
        rows = self._rows("SELECT number FROM number WHERE name = ?", name)
        return int(rows[0]["number"]) if rows else 0

    def renew(self, invitation: Invitation) -> None:
        """Void every earlier link of this kind, and the rights of those who came with one.

        The code of a table is the same whoever of its players has White.
        """
        turned = replace(invitation, players=invitation.players[::-1])
        with self._writing() as connection:
            for name in {invitation.name, turned.name}:
                connection.execute(
                    "INSERT INTO number VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET "
                    "number = number + 1",
                    (name,),
                )
                connection.execute(
                    "UPDATE device SET state = ? WHERE invitation = ?", (REVOKED, name)
                )
                connection.execute("DELETE FROM proposal WHERE invitation = ?", (name,))

    # Proposals of tables

    def propose(
        self, device: BookDevice, envelope: Envelope, game: int, result: str
    ) -> list[Proposal]:
        """Take a proposal; return the last word of every device on this game.

        A device has one open proposal for a game. One that was tapped earlier than it is ignored.
        """
        assert device.invitation is not None
        name = device.invitation.name
        with self._writing() as connection:
            place = (device.id, name, game)
            newer = connection.execute(
                "SELECT 1 FROM proposal WHERE device = ? AND invitation = ? AND game = ? "
                "AND tapped >= ?",
                (*place, envelope.at),
            ).fetchone()
            if not newer:
                connection.execute(
                    "DELETE FROM proposal WHERE device = ? AND invitation = ? AND game = ?", place
                )
                connection.execute(
                    "INSERT INTO proposal "
                    "(device, key, invitation, game, result, time, tapped, sides) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        device.id, envelope.id, name, game, result, self._clock(), envelope.at,
                        envelope.seen.sides,
                    ),
                )  # fmt: skip
        sides = envelope.seen.sides
        words = self.proposals(device.invitation.table)
        return [one for one in words if (one.game, one.sides) == (game, sides)]

    def proposals(self, under: str = "") -> list[Proposal]:
        """The last word of every device that is not revoked; of one table, one round or all.

        `under` is the name of an invitation, or its beginning up to a ``/``.
        """
        whole = under and not under.endswith("/")
        rows = self._rows(
            "SELECT proposal.*, device.name FROM proposal JOIN device ON device.id = device "
            "WHERE device.state = ? AND proposal.invitation BETWEEN ? AND ? "
            "ORDER BY proposal.id",
            ACTIVE,
            under,
            under if whole else under + "\U0010ffff",
        )
        last = {(row["invitation"], row["game"], row["device"]): row for row in rows}
        return [
            Proposal(
                row["id"], row["name"], row["invitation"], row["game"], row["result"],
                row["time"], row["sides"],
            )
            for row in last.values()
        ]  # fmt: skip

    def settle(self, table: str, game: int) -> None:
        """The game has its result: nothing of it is open any more."""
        with self._writing() as connection:
            connection.execute(
                "DELETE FROM proposal WHERE invitation BETWEEN ? AND ? AND game = ?",
                (table, table + "\U0010ffff", game),
            )

    # Entries and their answers

    def find_arrival(self, key: str) -> Arrival | None:
        """The answer that an entry has got already."""
        rows = self._rows("SELECT * FROM arrival WHERE key = ?", key)
        return _arrival(rows[0]) if rows else None

    def note_arrival(
        self, device: BookDevice, envelope: Envelope, state: str, text: str = ""
    ) -> None:
        """Write down how an entry was answered.

        Earlier late entries of this device about the same place are replaced by it, and so are
        those that it names, whether or not they have arrived. What a phone proposed before is not
        its last word any more, whether this entry becomes a proposal or not.
        """
        seen, now = envelope.seen, self._clock()
        columns = "key, device, name, file, section, place, envelope, state, text, time"
        about = (device.id, device.name, seen.file, seen.section, envelope.place)
        with self._writing() as connection:
            connection.execute(
                "UPDATE arrival SET state = ? WHERE device = ? AND place = ? AND state = ?",
                (REPLACED, device.id, envelope.place, LATE),
            )
            connection.executemany(
                f"INSERT INTO arrival ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (key) DO UPDATE SET state = excluded.state "
                f"WHERE arrival.state = '{LATE}'",
                [
                    (key, *about, envelope.as_json(), REPLACED, "", now)
                    for key in envelope.replaces
                    if key != envelope.id
                ],
            )
            connection.execute(
                f"INSERT OR IGNORE INTO arrival ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (envelope.id, *about, envelope.as_json(), state, text, now),
            )
            before = envelope.at if state == DONE else envelope.at + 1
            connection.execute(
                "DELETE FROM proposal WHERE device = ? AND game = ? AND sides = ? AND tapped < ?",
                (device.id, seen.game, seen.sides, before),
            )
            connection.execute(
                "DELETE FROM arrival WHERE device = ? AND state != ? AND id <= "
                "(SELECT id FROM arrival WHERE device = ? AND state != ? ORDER BY id DESC "
                "LIMIT 1 OFFSET ?)",
                (device.id, LATE, device.id, LATE, MOST_ARRIVALS),
            )

    def late_arrivals(self, file: str, section: str) -> list[Arrival]:
        """Entries that arrived too late and wait for the arbiter, the oldest first."""
        rows = self._rows(
            "SELECT * FROM arrival WHERE file = ? AND section = ? AND state = ? ORDER BY id",
            file,
            section,
            LATE,
        )
        return [_arrival(row) for row in rows]

    def settle_arrival(self, number: int, state: str) -> None:
        """The arbiter has entered or dropped a late entry."""
        with self._writing() as connection:
            connection.execute(
                "UPDATE arrival SET state = ? WHERE id = ? AND state = ?", (state, number, LATE)
            )

    # Requests of players

    def request(self, device: BookDevice, key: str, kind: str, round: int) -> None:
        assert device.invitation is not None
        one = device.invitation
        with self._writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO request "
                "(device, key, file, section, player, kind, round, state, time) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    device.id, key, one.file, one.section, one.subject, kind, round, OPEN,
                    self._clock(),
                ),
            )  # fmt: skip

    def requests(self, file: str, section: str) -> list[PlayerRequest]:
        rows = self._rows(
            "SELECT request.*, device.name FROM request JOIN device ON device.id = device "
            "WHERE request.file = ? AND request.section = ? ORDER BY request.id",
            file,
            section,
        )
        return [
            PlayerRequest(
                row["id"], row["name"], row["file"], row["section"], row["player"],
                row["kind"], row["round"], row["state"], row["time"],
            )
            for row in rows
        ]  # fmt: skip

    def answer(self, request: int, state: str) -> None:
        with self._writing() as connection:
            connection.execute("UPDATE request SET state = ? WHERE id = ?", (state, request))


def _digest(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


def _ticks(ticked: frozenset[May]) -> str:
    return " ".join(sorted(one.value for one in ticked))


def _subject(invitation: Invitation, about: str) -> str:
    return about or f"{invitation.role.value} {invitation.subject}"


def _device(row: sqlite3.Row) -> BookDevice:
    role = DeviceRole(row["role"])
    invitation = None
    if row["invitation"]:
        players = (row["white"], row["black"])
        invitation = Invitation(
            role, row["file"], row["section"], row["round"], row["subject"], players
        )
    return BookDevice(
        row["id"], role, row["state"], row["name"], row["code"],
        frozenset(May(one) for one in row["ticked"].split()), invitation, row["browser"],
        row["address"], row["since"], row["seen"], row["until"],
        frozenset(filter(None, row["file"].split(_BETWEEN))),
    )  # fmt: skip


def _arrival(row: sqlite3.Row) -> Arrival:
    envelope = from_json(row["envelope"])
    return Arrival(row["id"], row["name"], envelope, row["state"], row["text"], row["time"])


def grant_action(section: str, asked: PlayerRequest, choice: str) -> Action:
    """The action that gives a player what was asked for."""
    if asked.kind == BYE:
        bye = Bye.HALF_POINT if choice == HALF else Bye.ZERO_POINT
        return RequestByes(section, (RequestedBye(asked.player, asked.round, bye),))
    return Withdraw(section, (asked.player,))
