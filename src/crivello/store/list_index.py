"""The index of a rating list: one SQLite file, written once and then only read.

Its tables: `player`, the strongest first, so that the order of rows is the order by rating;
`names`, the words of each name without accents, with their beginnings (FTS5); `near`, words by keys
that a mistyped word shares with them; `about`, one row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from crivello.model.errors import CrivelloError, Unsupported
from crivello.model.sentence import N_

APPLICATION = 0x43524C31
"""Marks the file as an index of ours."""
VERSION = 1
"""The version of the layout; an index of another version is not read, the list is loaded again."""
STEPS = 20_000
"""After this many steps of its own the database asks whether to go on."""

BUSY = N_("The list {name!r} is being loaded by another program.")
STOPPED = N_("Loading was stopped; the previous list is unchanged.")
FULL = N_("There is no space left for the index of the list.")
NOT_WRITTEN = N_("The index of the list cannot be written (SQLite: {reason}).")


class Stopped(CrivelloError, code="stopped"):
    """The user stopped the loading of a list."""


class NotAnIndex(Exception):
    """The file is not an index that this version can read."""


class ListRow(NamedTuple):
    """A person on a list, as read and as stored in the index; 0 or an empty text if unknown."""

    name: str
    fide_id: int = 0
    national_id: str = ""
    federation: str = ""
    sex: str = ""
    """``m``, ``w`` or empty."""
    title: str = ""
    women_title: str = ""
    other_titles: str = ""
    birth: str = ""
    """The year, or a day ``YYYY/MM/DD``."""
    inactive: int = 0
    club: str = ""
    standard: int = 0
    standard_games: int = 0
    standard_k: int = 0
    rapid: int = 0
    rapid_games: int = 0
    rapid_k: int = 0
    blitz: int = 0
    blitz_games: int = 0
    blitz_k: int = 0


_COLUMNS = ", ".join(ListRow._fields)
_PLACES = ", ".join("?" * len(ListRow._fields))
_ROWS = f"SELECT {_COLUMNS} FROM player"
_RANKED = f"SELECT rank, {_COLUMNS} FROM player"


class ListIndex:
    """A complete index, open for reading; it is used from one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open the index; raise `NotAnIndex` if the file is not one."""
        self._connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        try:
            marks = (self._mark("application_id"), self._mark("user_version"))
            if marks != (APPLICATION, VERSION):
                raise NotAnIndex
            (self.about,) = self._connection.execute("SELECT value FROM about").fetchone()
        except (sqlite3.Error, TypeError, ValueError):
            self.close()
            raise NotAnIndex from None
        except NotAnIndex:
            self.close()
            raise

    def _mark(self, name: str) -> Any:
        return self._connection.execute(f"PRAGMA {name}").fetchone()[0]

    def close(self) -> None:
        self._connection.close()

    def by_fide_id(self, fide_id: int) -> ListRow | None:
        """Return the first player with this FIDE id; None if there is none."""
        return self._first("fide_id = ? AND fide_id", fide_id)

    def by_national_id(self, national_id: str) -> ListRow | None:
        return self._first("national_id = ? COLLATE NOCASE AND national_id <> ''", national_id)

    def _first(self, where: str, value: object) -> ListRow | None:
        row = self._connection.execute(f"{_ROWS} WHERE {where} LIMIT 1", (value,)).fetchone()
        return ListRow(*row) if row else None

    def repeated_ids(self) -> list[int]:
        """Return the FIDE ids that several players of the list have."""
        counted = "SELECT fide_id FROM player WHERE fide_id GROUP BY fide_id HAVING count(*) > 1"
        return [fide_id for (fide_id,) in self._connection.execute(counted)]

    # For the search: each player with the number of their row, the strongest first.

    def ranked_by_fide_id(self, fide_id: int) -> Iterator[tuple[int, ListRow]]:
        return self._with_ranks(f"{_RANKED} WHERE fide_id = ? AND fide_id", fide_id)

    def ranked_by_national_id(self, national_id: str) -> Iterator[tuple[int, ListRow]]:
        where = "national_id = ? COLLATE NOCASE AND national_id <> ''"
        return self._with_ranks(f"{_RANKED} WHERE {where}", national_id)

    def ranked_by_words(
        self, readings: Sequence[Sequence[str]], limit: int
    ) -> Iterator[tuple[int, ListRow]]:
        """Yield the players with their ranks whose names contain a word from each of the lists.

        Each list has the readings of one typed word, made by `exact` or `beginning`.
        """
        wanted = " AND ".join(f"({' OR '.join(one)})" for one in readings)
        query = (
            f"{_RANKED} WHERE rank IN"
            " (SELECT rowid FROM names WHERE names MATCH ? ORDER BY rowid LIMIT ?) ORDER BY rank"
        )
        return self._with_ranks(query, wanted, limit)

    def _with_ranks(self, query: str, *values: object) -> Iterator[tuple[int, ListRow]]:
        for rank, *row in self._connection.execute(query, values):
            yield rank, ListRow(*row)

    def words_near(self, keys: Sequence[str]) -> set[str]:
        """Return the words that share one of these keys."""
        places = ", ".join("?" * len(keys))
        query = f"SELECT words FROM near WHERE key IN ({places})"
        found: set[str] = set()
        for (words,) in self._connection.execute(query, keys):
            found.update(words.split(" "))
        return found


def exact(word: str) -> str:
    """Return the reading of a word as the word itself, for `ListIndex.ranked_by_words`."""
    return f'"{word}"'


def beginning(word: str) -> str:
    """Return the reading of a word as the beginning of words, for `ListIndex.ranked_by_words`."""
    return f'"{word}"*'


def lock_index(target: Path) -> closing[sqlite3.Connection]:
    """Return a lock that keeps two programs from loading the same list; it ends with the
    process.
    """
    file = target.with_suffix(".lock")
    file.touch()  # the system reports a folder that cannot be written
    lock = sqlite3.connect(file, isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise Unsupported(BUSY, name=target.stem) from None
    return closing(lock)


@contextmanager
def writing_index(path: Path, stop: Callable[[], bool]) -> Iterator[IndexWriter]:
    """Yield a writer for a new index at `path`.

    `stop` is called regularly; if it returns True, `Stopped` is raised. It may also raise an error,
    such as by Ctrl-C.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.set_progress_handler(stop, STEPS)
            yield IndexWriter(connection)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_INTERRUPT":
            raise Stopped(STOPPED) from None
        if error.sqlite_errorname == "SQLITE_FULL":
            raise Unsupported(FULL) from error
        raise Unsupported(NOT_WRITTEN, reason=str(error)) from error


class IndexWriter:
    """Writes an index; its methods are called in the order in which they are defined."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._run = connection.execute
        self._many = connection.executemany
        # Nobody reads the file before it is complete, and a broken one is thrown away.
        for setting in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-65536"):
            self._run(f"PRAGMA {setting}")

    @contextmanager
    def reading(self, raw: Path) -> Iterator[Callable[[Sequence[ListRow]], object]]:
        """Yield a function that stores rows in a temporary file, as they are read."""
        self._run("ATTACH ? AS raw", (str(raw),))
        self._run("PRAGMA raw.journal_mode=OFF")
        self._run("PRAGMA raw.synchronous=OFF")
        self._run(f"CREATE TABLE raw.row ({_COLUMNS})")
        self._run("BEGIN")
        insert = f"INSERT INTO raw.row VALUES ({_PLACES})"
        yield lambda rows: self._many(insert, rows)
        self._run("COMMIT")

    def sort(self) -> None:
        """Copy the rows into the table of players, the strongest first."""
        self._run(f"CREATE TABLE player (rank INTEGER PRIMARY KEY, {_COLUMNS})")
        strength = "CASE WHEN standard THEN standard ELSE max(rapid, blitz) END"
        self._run("BEGIN")
        self._run(
            f"INSERT INTO player ({_COLUMNS}) SELECT {_COLUMNS} FROM raw.row"
            f" ORDER BY {strength} DESC, name, fide_id"
        )
        self._run("CREATE INDEX by_fide_id ON player (fide_id) WHERE fide_id")
        self._run(
            "CREATE INDEX by_national_id ON player (national_id COLLATE NOCASE)"
            " WHERE national_id <> ''"
        )
        self._run("COMMIT")
        self._run("DETACH raw")

    def index(self, words: Callable[[int, str, str], str]) -> None:
        """Index the words of each player; `words` returns them for a row number, name and
        federation.
        """
        self._run(
            "CREATE VIRTUAL TABLE names USING fts5(words, content='', columnsize=0, detail=none,"
            " prefix='1 2 3 4', tokenize='ascii')"
        )
        self._run("INSERT INTO names(names, rank) VALUES ('hashsize', 67108864)")
        self._run("BEGIN")
        players = self._run("SELECT rank, name, federation FROM player ORDER BY rank")
        insert = "INSERT INTO names(rowid, words) VALUES (?, ?)"
        self._many(insert, ((row[0], words(*row)) for row in players))
        self._run("COMMIT")
        self._run("INSERT INTO names(names) VALUES ('optimize')")

    def indexed_words(self) -> Iterator[str]:
        """Yield the different words of all names."""
        self._run("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, names, row)")
        for (word,) in self._run("SELECT term FROM temp.vocabulary WHERE term >= 'a'"):
            yield word

    def add_near(self, words: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Write the words of each key; `indexed_words` cannot be used after this."""
        self._run("CREATE TABLE near (key TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID")
        self._run("BEGIN")
        self._many("INSERT INTO near VALUES (?, ?)", ((key, " ".join(some)) for key, some in words))
        self._run("COMMIT")
        self._run("DROP TABLE temp.vocabulary")

    def complete(self, about: str) -> None:
        """Write the description of the list, and mark the file as an index."""
        self._run("CREATE TABLE about (value TEXT)")
        self._run("INSERT INTO about VALUES (?)", (about,))
        self._run(f"PRAGMA application_id={APPLICATION}")
        self._run(f"PRAGMA user_version={VERSION}")
