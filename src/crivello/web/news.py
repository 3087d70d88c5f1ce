"""The news: which file has changed, told to every page that is open.

News says that something has changed and how far the log has come, never what: whoever hears it asks
for what he may see. So it can be told to everybody, and missing one does no harm.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

BEAT_SECONDS = 15.0
"""A line now and then, so that a connection that has died is noticed."""
RETRY_MILLISECONDS = 1000


@dataclass(eq=False)
class Listener:
    """News not yet sent, the latest of each file; so a slow reader costs no memory."""

    waiting: dict[str, int] = field(default_factory=dict)
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class News:
    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: set[Listener] = set()
        self._closed = False
        self._beat = BEAT_SECONDS
        self.latest: dict[str, int] = {}
        """By file: the last sequence number that was told."""

    def begin(self) -> None:
        """Called in the event loop that serves the streams."""
        self._loop = asyncio.get_running_loop()

    def tell(self, file: str, sequence: int) -> None:
        """From any thread."""
        self.latest[file] = sequence
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._spread, file, sequence)

    def close(self) -> None:
        """End all streams: the server is stopping. From any thread, also from a signal."""
        self._closed = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_all)

    async def stream(
        self, may_hear: Callable[[str], bool] = lambda file: True
    ) -> AsyncIterator[str]:
        """Server-sent events: first how far all files have come, then each change.

        `may_hear` is asked for each file.
        """
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        async for changed in self.heard():
            for file, sequence in changed.items():
                if may_hear(file):
                    yield f"event: change\ndata: {as_json(file, sequence)}\n\n"
            if not changed:
                yield ": beat\n\n"

    async def heard(self) -> AsyncIterator[dict[str, int]]:
        """Which files have changed: all at first, nothing now and then, until the server stops."""
        listener = Listener(dict(self.latest))
        self._listeners.add(listener)
        try:
            while not self._closed:
                changed, listener.waiting = listener.waiting, {}
                listener.woken.clear()
                yield changed
                try:
                    await asyncio.wait_for(listener.woken.wait(), self._beat)
                except TimeoutError:
                    continue
        finally:
            self._listeners.discard(listener)

    def _spread(self, file: str, sequence: int) -> None:
        for listener in self._listeners:
            listener.waiting[file] = sequence
            listener.woken.set()

    def _wake_all(self) -> None:
        for listener in self._listeners:
            listener.woken.set()


def as_json(file: str, sequence: int) -> str:
    return json.dumps({"file": file, "sequence": sequence})
