"""Files of others that are read beside the requests, within limits of time and memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

from crivello.formats.archive import is_archive
from crivello.lists.beside import Beside
from crivello.web.jobs import JobProgress
from crivello.web.uploads import Upload
from crivello.words import N_

AT_ONCE = 200_000
"""Bytes of a file that is no archive: readers count before they build, so it takes no second."""
SECONDS = 120
MEMORY = 1536 * 1024**2
"""Bytes, the program itself included."""

READING = N_("{file} is being read.")
FILES = N_("files are being read")
DIED = N_("The file was not read: reading it ended without an answer, perhaps for want of memory.")

_one = threading.Lock()


def small(uploads: Iterable[Upload]) -> bool:
    """May they be read at once?"""
    return all(len(one.data) <= AT_ONCE and not is_archive(one.data) for one in uploads)


class Reading(Beside):
    """`work(*arguments, tell)` on files that were uploaded."""

    def __init__(self, work: Callable[..., Any], *arguments: Any) -> None:
        super().__init__(work, *arguments, died=DIED, turn=_one, seconds=SECONDS, memory=MEMORY)

    def progress(self) -> JobProgress:
        return JobProgress(FILES, self.done, self.total)
