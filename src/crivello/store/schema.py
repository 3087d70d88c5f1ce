"""The tables of a tournament file and the way from older schemas to the present one."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text

METADATA = MetaData()

EVENTS = Table(
    "events",
    METADATA,
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("time", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("digest", Text, nullable=False),
)
"""Append-only: no statement of this program updates or deletes a row of it."""

ABOUT = Table(
    "about",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""`schema`, `genesis` (the digest before the first event), `head` (the digest of the last one), and
notes of this or that machine (`note:…`), which no event depends on."""

Migration = Callable[[Connection], None]
MIGRATIONS: list[Migration] = []
"""The n-th leads from schema n to n + 1; they run in one transaction when a file is opened for
writing. Every released one stays here for good, with a file of its schema in the tests."""

FIRST = 1


def current() -> int:
    return FIRST + len(MIGRATIONS)
