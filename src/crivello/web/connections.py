"""How many connections the desk holds, and for how long.

Every program and every user of this computer comes from 127.0.0.1, and who is there is known only
once a request has been read. So nobody new is turned away: where there are too many, the one that
has made us wait longest goes, and never one that the arbiter's requests come in on. `crowd` limits
what those whom the desk does not know may ask for at the same time, so there is always one to go.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from uvicorn.protocols.http.h11_impl import H11Protocol

from crivello.web.permissions import NOBODY, Who

HEAD_SECONDS = 10.0
"""For the whole head of a request, from the connection on or from its first byte."""
BODY_SECONDS = 20.0
"""Between two parts of a body. The public has nothing to send: for its whole body."""
WRITE_SECONDS = 30.0
"""Until a reader takes more of an answer."""
IDLE_SECONDS = 5
"""Between two requests of one connection."""

SPARE_FILES = 150
"""What the desk may open besides: tournament files, lists, pipes, connections not yet looked at."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Of connections; `stranger` is one on which the arbiter has not yet asked anything."""

    total: int = 1000
    strangers: int = 400
    strangers_of_one_address: int = 200

    def within(self, open_files: int) -> Limits:
        """As many as the system lets us open."""
        total = max(20, min(self.total, open_files - SPARE_FILES))
        return Limits(
            total,
            min(self.strangers, total * 2 // 3),
            min(self.strangers_of_one_address, total // 2),
        )


def raise_file_limit(wanted: int) -> int:
    """How many files we may have open; more than before if the system lets us."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft
    return most


class Connection(H11Protocol):
    """One connection, which knows since when it makes us wait."""

    limits = Limits()
    """Of the whole process, as that of open files is."""
    since = 0.0
    """When it began to make us wait: for a head, for more of a body, until it reads."""
    _head_begun = True

    @property
    def who(self) -> Who:
        """Of the last request, as the guard has found."""
        asked = getattr(self, "scope", None)  # None before the first request
        found: Who = asked["state"].get("who", NOBODY) if asked else NOBODY
        return found

    @property
    def asking(self) -> bool:
        """A request is being read or answered."""
        begun = getattr(self, "cycle", None)  # None before the first request
        return begun is not None and not begun.response_complete

    @property
    def waited_for(self) -> bool:
        """Nothing goes on until the other side does something."""
        return not self.asking or self.cycle.more_body or self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        self._make_room()

    def data_received(self, data: bytes) -> None:
        # A head has its time as a whole, a body of the arbiter's from one part to the next.
        if not self._head_begun and not self.asking:
            self._head_begun = True
            self.since = self.loop.time()
        elif self.asking and self.who.arbiter:
            self.since = self.loop.time()
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._head_begun = False
            self.since = self.loop.time()

    def on_response_complete(self) -> None:
        self._head_begun = False
        self.since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        self.since = self.loop.time()
        super().pause_writing()

    def overdue(self, now: float) -> bool:
        if not self.asking:
            # `timeout_keep_alive` sees to the time between two requests.
            return self._head_begun and now - self.since > HEAD_SECONDS
        if self.flow.write_paused:
            return now - self.since > WRITE_SECONDS
        if not self.cycle.more_body:
            return False
        if self.flow.read_paused:  # it is our own turn
            self.since = now
        return now - self.since > BODY_SECONDS

    def end(self) -> None:
        """At once: what is not sent yet is not waited for."""
        self.connections.discard(self)
        self.transport.abort()

    def _make_room(self) -> None:
        """For this connection, at the cost of the one that has made us wait longest."""
        everyone = [one for one in self.connections if isinstance(one, Connection)]
        strangers = [one for one in everyone if not one.who.arbiter]
        address = self.client and self.client[0]
        neighbours = [one for one in strangers if one.client and one.client[0] == address]
        for group, most in (
            (neighbours, self.limits.strangers_of_one_address),
            (strangers, self.limits.strangers),
            (everyone, self.limits.total),
        ):
            if len(group) > most:
                waiting = [one for one in group if one.waited_for and one is not self]
                min(waiting, key=lambda one: (one.who.arbiter, one.since), default=self).end()
                return


def end_overdue(connections: Iterable[object], now: float) -> None:
    for one in list(connections):
        if isinstance(one, Connection) and one.overdue(now):
            one.end()


class Seldom(logging.Filter):
    """Lets the same message through so often in a minute, and says how many were left out."""

    def __init__(self, most: int = 20, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most = most
        self._clock = clock
        self._counts: dict[tuple[str, int], int] = {}
        self._minute = 0

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(self._clock() // 60)
        if minute != self._minute:
            self._minute, left_out = minute, self._counts
            self._counts = {}
            for where, count in left_out.items():
                if count > self._most and where == (record.pathname, record.lineno):
                    more = count - self._most
                    record.msg = f"{record.getMessage()} ({more} more like this before)"
                    record.args = ()
        where = (record.pathname, record.lineno)
        self._counts[where] = self._counts.get(where, 0) + 1
        return self._counts[where] <= self._most
