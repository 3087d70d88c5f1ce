"""Files on their way, kept for a while in memory: uploaded ones, and those to be downloaded.

A dry run shows what an uploaded file would do; accepting it sends its key, not the file again. What
took long to make waits here until it is downloaded.
"""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.datastructures import UploadFile

from crivello.model.errors import Malformed, TooLarge
from crivello.words import N_

KEPT = 16
MOST_BYTES = 16_000_000
"""Of a table of players or a tournament; rating lists go to a file of their own."""

NO_FILE = N_("Choose a file first.")
TOO_LARGE = N_("The file is larger than {limit} MB.")
GONE = N_("The uploaded file is no longer here. Upload it again.")


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    data: bytes


T = TypeVar("T")


class Shelf(Generic[T]):
    """The last few things by their keys."""

    def __init__(self, kept: int = KEPT) -> None:
        self._most = kept
        self._kept: dict[str, T] = {}
        self._lock = threading.Lock()

    def put(self, what: T, key: str = "") -> str:
        key = key or secrets.token_urlsafe(8)
        with self._lock:
            self._kept[key] = what
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return key

    def find(self, key: str) -> T | None:
        return self._kept.get(key)

    def must_find(self, key: str) -> T:
        found = self.find(key)
        if found is None:
            raise Malformed(GONE)
        return found


Uploads = Shelf[Upload]


def read_upload(file: UploadFile | None) -> Upload:
    """What was uploaded, within limits; the name is only looked at, never used as a path."""
    if file is None:
        raise Malformed(NO_FILE)
    data = file.file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLarge(TOO_LARGE, limit=MOST_BYTES // 1_000_000)
    name = (file.filename or "").replace("\\", "/").rpartition("/")[2]
    return Upload(name[:200], data)
