"""Building the index of a list: one SQLite file, made next to the old one and put in its place.

Its tables: `player`, the strongest first, so that the order of rows is the order by rating;
`names`, the folded words of each name, with their beginnings (FTS5); `near`, the distinct words by
their pieces, see the module `near`; `about`.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import Any

from crivello.lists.list_player import ListRow
from crivello.lists.misspellings import by_pieces
from crivello.model.errors import CrivelloError, Malformed, Unsupported
from crivello.model.names import indexed_words
from crivello.model.sentence import N_

APPLICATION = 0x43524C31
"""Marks the file as an index of ours."""
VERSION = 1
"""Of the layout; an index of another version is not read, the list is loaded again."""
PREVIOUS = ".previous"
"""The ending of an index that is kept because a much shorter one took its place."""
BATCH = 5000
STEPS = 20_000
"""After this many steps of its own the database asks whether to go on."""

BUSY = N_("The list {name!r} is being loaded by another program.")
STOPPED = N_("Loading was stopped; the previous list is unchanged.")
FULL = N_("There is no space left for the index of the list.")
NOT_WRITTEN = N_("The index of the list cannot be written (SQLite: {reason}).")


class Stage(Enum):
    """How far the loading is; the value is said to the user."""

    READING = N_("reading")
    SORTING = N_("sorting")
    INDEXING = N_("indexing names")
    WORDS = N_("indexing words")


Progress = Callable[[Stage, int, int], None]
"""Called with the stage, how much of it is done, and of how much."""
Cancel = Callable[[], bool]
"""Asked now and then: stop loading?"""


class Stopped(CrivelloError, code="stopped"):
    """Somebody asked for the loading to stop."""


_COLUMNS = ", ".join(ListRow._fields)
_PLACES = ", ".join("?" * len(ListRow._fields))
FEDERATION = "0"
"""A federation is indexed as this digit and its code, as a word; no name has digits."""


def build(
    target: Path,
    rows: Iterable[ListRow],
    about: Callable[[], dict[str, Any]],
    progress: Progress = lambda stage, done, total: None,
    cancel: Cancel = lambda: False,
    least: int = 0,
) -> int:
    """Write the index of all rows and put it at `target`; returns the number of rows.

    The old index stays until the last step, whatever happens; those who have it open keep it. If
    the new one has fewer than `least` rows, the old one is kept beside it (`PREVIOUS`). `about` is
    asked when all rows are read.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part, raw = target.with_suffix(".part"), target.with_suffix(".raw")
    with closing(_lock(target)):
        try:
            for left in (part, raw):  # of a program that was killed
                left.unlink(missing_ok=True)
            with closing(sqlite3.connect(part, isolation_level=None)) as connection:
                work = _Work(connection, progress, cancel)
                count = work.read(rows, raw)
                work.sort(count)
                raw.unlink()
                work.index(count)
                work.words()
                work.close({**about(), "players": count})
            with open(part, "rb+") as file:
                os.fsync(file.fileno())
            if count < least:
                _keep(target)
            os.replace(part, target)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_INTERRUPT":
                raise Stopped(STOPPED) from None
            if error.sqlite_errorname == "SQLITE_FULL":
                raise Unsupported(FULL) from error
            raise Unsupported(NOT_WRITTEN, reason=str(error)) from error
        finally:
            part.unlink(missing_ok=True)
            raw.unlink(missing_ok=True)
    return count


def _keep(target: Path) -> None:
    """Keep the index at `target` under another name too; it stays readable in its place.

    One that is kept already and is not smaller is the better way back, and stays.
    """
    kept = target.with_suffix(PREVIOUS)
    if kept.exists() and kept.stat().st_size >= target.stat().st_size:
        return
    kept.unlink(missing_ok=True)
    try:
        os.link(target, kept)
    except OSError:  # a file system without links
        shutil.copyfile(target, kept)


def put_back(target: Path) -> None:
    """Put the index that was kept in the place of the one at `target`."""
    with closing(_lock(target)):
        os.replace(target.with_suffix(PREVIOUS), target)


def _lock(target: Path) -> sqlite3.Connection:
    """A lock that ends with the process: two programs do not load the same list at once."""
    file = target.with_suffix(".lock")
    file.touch()  # the system reports a folder that cannot be written
    lock = sqlite3.connect(file, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise Unsupported(BUSY, name=target.stem) from None
    return lock


class _Work:
    """The stages, one after the other, on a connection to the file that is being made."""

    def __init__(self, connection: sqlite3.Connection, progress: Progress, cancel: Cancel) -> None:
        self.run = connection.execute
        self.many = connection.executemany
        self.progress = progress
        self.cancel = cancel
        # True makes the database give up its statement; so does an exception, even that of
        # Ctrl-C: both end as SQLITE_INTERRUPT.
        connection.set_progress_handler(cancel, STEPS)
        # Nobody reads the file before it is complete, and a broken one is thrown away.
        for setting in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-65536"):
            self.run(f"PRAGMA {setting}")

    def read(self, rows: Iterable[ListRow], raw: Path) -> int:
        """All rows as they come, into a separate file."""
        self.run("ATTACH ? AS raw", (str(raw),))
        self.run("PRAGMA raw.journal_mode=OFF")
        self.run("PRAGMA raw.synchronous=OFF")
        self.run(f"CREATE TABLE raw.row ({_COLUMNS})")
        self.run("BEGIN")
        batch: list[ListRow] = []
        count = 0
        insert = f"INSERT INTO raw.row VALUES ({_PLACES})"
        for row in rows:
            batch.append(row)
            if len(batch) == BATCH:
                self.many(insert, batch)
                count += BATCH
                batch.clear()
                self._go_on()
        self.many(insert, batch)
        self.run("COMMIT")
        count += len(batch)
        if not count:
            raise Malformed(N_("There is no player in this list."))
        return count

    def sort(self, count: int) -> None:
        self.progress(Stage.SORTING, 0, count)
        self.run("CREATE TABLE player (rank INTEGER PRIMARY KEY, " + _COLUMNS + ")")
        strength = "CASE WHEN standard THEN standard ELSE max(rapid, blitz) END"
        self.run("BEGIN")
        self.run(
            f"INSERT INTO player ({_COLUMNS}) SELECT {_COLUMNS} FROM raw.row"
            f" ORDER BY {strength} DESC, name, fide_id"
        )
        self.run("CREATE INDEX by_fide_id ON player (fide_id) WHERE fide_id")
        self.run(
            "CREATE INDEX by_national_id ON player (national_id COLLATE NOCASE)"
            " WHERE national_id <> ''"
        )
        self.run("COMMIT")
        self.run("DETACH raw")
        self.progress(Stage.SORTING, count, count)

    def index(self, count: int) -> None:
        self.run(
            "CREATE VIRTUAL TABLE names USING fts5(words, content='', columnsize=0, detail=none,"
            " prefix='1 2 3 4', tokenize='ascii')"
        )
        self.run("INSERT INTO names(names, rank) VALUES ('hashsize', 67108864)")
        self.run("BEGIN")
        players = self.run("SELECT rank, name, federation FROM player ORDER BY rank")
        insert = "INSERT INTO names(rowid, words) VALUES (?, ?)"
        self.many(insert, self._words_of_all(players, count))
        self.run("COMMIT")
        self.run("INSERT INTO names(names) VALUES ('optimize')")

    def words(self) -> None:
        self.progress(Stage.WORDS, 0, 2)
        self.run("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, names, row)")
        found = self.run("SELECT term FROM temp.vocabulary WHERE term >= 'a'")
        pieces = by_pieces(word for (word,) in found)
        self.progress(Stage.WORDS, 1, 2)
        self._go_on()
        self.run("CREATE TABLE near (key TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID")
        self.run("BEGIN")
        rows = ((key, " ".join(pieces[key])) for key in sorted(pieces))
        self.many("INSERT INTO near VALUES (?, ?)", rows)
        self.run("COMMIT")
        self.run("DROP TABLE temp.vocabulary")
        self.progress(Stage.WORDS, 2, 2)

    def close(self, about: dict[str, Any]) -> None:
        self.run("CREATE TABLE about (value TEXT)")
        self.run("INSERT INTO about VALUES (?)", (json.dumps(about),))
        self.run(f"PRAGMA application_id={APPLICATION}")
        self.run(f"PRAGMA user_version={VERSION}")
        self._go_on()

    def _words_of_all(
        self, players: Iterable[tuple[int, str, str]], count: int
    ) -> Iterator[tuple[int, str]]:
        """The words of each name, and the federation as one more."""
        for rank, name, federation in players:
            if rank % BATCH == 0:
                self.progress(Stage.INDEXING, rank, count)
                self._go_on()
            yield rank, f"{' '.join(indexed_words(name))} {FEDERATION}{federation.lower()}"

    def _go_on(self) -> None:
        if self.cancel():
            raise Stopped(STOPPED)
