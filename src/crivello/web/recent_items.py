"""A cache of the last few items by their keys: answers, uploads, downloads."""

from __future__ import annotations

import secrets
import threading
from typing import Generic, TypeVar

from crivello.model.errors import Malformed
from crivello.words import N_

FILES_KEPT = 16
GONE = N_("The uploaded file has been removed. Upload it again.")


T = TypeVar("T")


class RecentItems(Generic[T]):
    """A cache of limited size: the last few items by their keys."""

    def __init__(self, most: int = FILES_KEPT) -> None:
        self._most = most
        self._things: dict[str, T] = {}
        self._lock = threading.Lock()

    def put(self, thing: T, key: str = "") -> str:
        key = key or secrets.token_urlsafe(8)
        with self._lock:
            self._things[key] = thing
            while len(self._things) > self._most:
                del self._things[next(iter(self._things))]
        return key

    def find(self, key: str) -> T | None:
        return self._things.get(key)

    def must_find(self, key: str) -> T:
        found = self.find(key)
        if found is None:
            raise Malformed(GONE)
        return found

    def take(self, key: str) -> T | None:
        """Remove the item with this key and return it; None if there is none."""
        with self._lock:
            return self._things.pop(key, None)
