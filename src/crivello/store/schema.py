"""The tables of a tournament file, and the migrations from older schemas to the present one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

EVENTS = """\
CREATE TABLE events (
	sequence INTEGER NOT NULL,
	time TEXT NOT NULL,
	actor TEXT NOT NULL,
	reason TEXT NOT NULL,
	type TEXT NOT NULL,
	payload TEXT NOT NULL,
	digest TEXT NOT NULL,
	PRIMARY KEY (sequence)
)"""
"""Append-only: no statement of this program updates or deletes a row of it."""

ABOUT = """\
CREATE TABLE about (
	"key" TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
)"""
"""`schema`, `genesis` (the digest before the first event), `head` (the digest of the last one),
`last` (its number; missing in files of earlier versions), and notes about a machine (`note:…`), on
which no event depends."""

Migration = Callable[[sqlite3.Connection], None]
MIGRATIONS: list[Migration] = []
"""The n-th leads from schema n to n + 1; all run in one transaction when a file is opened. Every
released one stays here for good, with a file of its schema in the tests. There was none so far:
what events have gained since has defaults (`desk.events.from_json`)."""

FIRST = 1


def current() -> int:
    return FIRST + len(MIGRATIONS)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Return True if both tables exist exactly as this program creates them, and nothing else.

    A view, trigger, index or computed column could make a simple statement do anything; this
    program creates none.
    """
    found = {}
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_master"):
        if kind == "index" and sql is None:
            continue  # the index of a primary key
        if kind != "table":
            return False
        found[name] = _normalize(sql)
    return found.get("events") == _normalize(EVENTS) and found.get("about") == _normalize(ABOUT)


def _normalize(sql: str) -> str:
    """Return the statement with single blanks, since versions of the program differ in them."""
    return " ".join(str(sql).split())
