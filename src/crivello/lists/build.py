"""Building the index of a list: a new index is made next to the old one, then takes its place.

The federation is indexed as one more word of a name; words near a mistyped one are found by their
pieces, see the module `misspellings`. The index itself is `store.list_index`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from crivello.lists.misspellings import by_pieces
from crivello.model.errors import Malformed
from crivello.model.names import indexed_words
from crivello.model.sentence import N_
from crivello.store.list_index import (
    STOPPED,
    IndexWriter,
    ListRow,
    Stopped,
    lock_index,
    writing_index,
)

PREVIOUS = ".previous"
"""The ending of the index that is kept if a much shorter one took its place."""
BATCH = 5000


class Stage(Enum):
    """A stage of loading, shown to the user."""

    READING = N_("reading")
    SORTING = N_("sorting")
    INDEXING = N_("indexing names")
    WORDS = N_("indexing words")


Progress = Callable[[Stage, int, int], None]
"""A function that is called with the stage, how much of it is done, and of how much."""
Cancel = Callable[[], bool]
"""A function that is asked now and then whether to stop loading."""


FEDERATION = "0"
"""Begins the word for a federation in the index, before its code; no name contains digits."""


def build(
    target: Path,
    rows: Iterable[ListRow],
    about: Callable[[], dict[str, Any]],
    progress: Progress = lambda stage, done, total: None,
    cancel: Cancel = lambda: False,
    least: int = 0,
) -> int:
    """Write the index of all rows and put it at `target`; return the number of rows.

    The old index stays in its place until the last step; readers that have it open keep it. If the
    new one has fewer than `least` rows, the old one is kept as well (`PREVIOUS`). `about` is called
    when all rows are read.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part, raw = target.with_suffix(".part"), target.with_suffix(".raw")
    with lock_index(target):
        try:
            for left in (part, raw):  # of a program that was killed
                left.unlink(missing_ok=True)
            with writing_index(part, cancel) as writer:
                work = _Work(writer, progress, cancel)
                count = work.read(rows, raw)
                work.sort(count)
                raw.unlink()
                work.index(count)
                work.words()
                writer.complete(json.dumps({**about(), "players": count}))
                work.go_on()
            with open(part, "rb+") as file:
                os.fsync(file.fileno())
            if count < least:
                _keep(target)
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
            raw.unlink(missing_ok=True)
    return count


def _keep(target: Path) -> None:
    """Keep the index at `target` under a second name as well.

    An index kept earlier is not replaced by a smaller one.
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
    """Replace the index at `target` by the one that was kept."""
    with lock_index(target):
        os.replace(target.with_suffix(PREVIOUS), target)


class _Work:
    """The stages of building an index, one after the other, each with its progress."""

    def __init__(self, writer: IndexWriter, progress: Progress, cancel: Cancel) -> None:
        self.writer = writer
        self.progress = progress
        self.cancel = cancel

    def read(self, rows: Iterable[ListRow], raw: Path) -> int:
        """Store all rows as they are read; return their number."""
        count = 0
        batch: list[ListRow] = []
        with self.writer.reading(raw) as add:
            for row in rows:
                batch.append(row)
                if len(batch) == BATCH:
                    add(batch)
                    count += BATCH
                    batch.clear()
                    self.go_on()
            add(batch)
        count += len(batch)
        if not count:
            raise Malformed(N_("The list contains no players."))
        return count

    def sort(self, count: int) -> None:
        self.progress(Stage.SORTING, 0, count)
        self.writer.sort()
        self.progress(Stage.SORTING, count, count)

    def index(self, count: int) -> None:
        def words(rank: int, name: str, federation: str) -> str:
            """Return the words of a name, and the federation as one more."""
            if rank % BATCH == 0:
                self.progress(Stage.INDEXING, rank, count)
                self.go_on()
            return f"{' '.join(indexed_words(name))} {FEDERATION}{federation.lower()}"

        self.writer.index(words)

    def words(self) -> None:
        self.progress(Stage.WORDS, 0, 2)
        pieces = by_pieces(self.writer.indexed_words())
        self.progress(Stage.WORDS, 1, 2)
        self.go_on()
        self.writer.add_near((key, pieces[key]) for key in sorted(pieces))
        self.progress(Stage.WORDS, 2, 2)

    def go_on(self) -> None:
        if self.cancel():
            raise Stopped(STOPPED)
