"""The server of the desk: on this computer only, and quick to stop even with open streams.

It limits how many connections it holds, and for how long. All programs and users of this computer
connect from 127.0.0.1, and who a user is becomes known only when a request has been read. So a new
connection is always accepted. If there are too many, the one that has been idle longest is closed,
but never one with requests of the arbiter. `guard.ConcurrencyLimit` limits the simultaneous
requests of unknown users, so there is always one to close.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from crivello import __version__
from crivello.model.errors import Unsupported
from crivello.standard.classes import frozen
from crivello.web.guard import ANONYMOUS, User
from crivello.web.logs import use_log
from crivello.web.ports import BACKLOG, NoPort, bind
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.desktop import Desktop

USUAL_PORT = 8377
"""The port that is used if it is free, so that an open page finds the desk again after a
restart."""
PORTS_TRIED = 20
STOP_SECONDS = 3
AT_ONCE = 16
"""How many connections are accepted at a time before surplus ones are closed."""
OPEN_FILES = 4096
TICKS = 10
"""uvicorn ticks ten times a second; connections are checked at each tenth tick."""
FILTERED = ("uvicorn.error", "asyncio", "crivello.web")

BEYOND = N_(
    "The desk listens on this computer only; {host} would open it to the network, which is not "
    "supported. Leave it out, or use 127.0.0.1."
)
TAKEN = N_("Port {port} is taken by another program. Choose another one with --port.")
NO_SUCH_PORT = N_(
    "There is no port {port}. Choose one up to 65535 with --port, 0 for any free one."
)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket on this computer: at the given port (0: any free one), or at the first free
    one.
    """
    if not is_loopback(host):
        raise Unsupported(BEYOND, host=host)
    if port is not None and port > 65535:
        raise NoPort(NO_SUCH_PORT, port=port)
    usual = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    for wanted in [port] if port is not None else [*usual, 0]:
        try:
            return bind(host, wanted)
        except OSError:
            continue
    raise NoPort(TAKEN, port=port)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def make_application(title: str, lifespan: Lifespan, openapi_url: str | None = None) -> FastAPI:
    """Return the application of the desk, the hall network or the engine.

    FastAPI's own documentation pages are off, because they load scripts from other servers.
    `openapi_url`: where the OpenAPI description is; None for none.
    """
    return FastAPI(
        title=title,
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=openapi_url,
    )


class BoundedServer(uvicorn.Server):
    """A server that ends connections which keep it waiting too long; see `Connection`."""

    def __init__(
        self,
        app: FastAPI,
        connection: type[Connection],
        limits: Limits,
        *,
        stop_seconds: int,
        idle_seconds: int,
        ready: Callable[[], None] | None = None,
    ) -> None:
        """Prepare a server; `stop_seconds`: how long requests may still run when it stops."""
        connection.limits = limits.within(raise_file_limit(OPEN_FILES))
        super().__init__(
            uvicorn.Config(
                app,
                http=connection,
                ws="none",
                backlog=AT_ONCE,
                timeout_keep_alive=idle_seconds,
                log_config=None,
                log_level="error",
                access_log=False,
                lifespan="on",
                server_header=False,
                proxy_headers=False,  # nobody stands between the browser and us
                timeout_graceful_shutdown=stop_seconds,
            )
        )
        self._ready = ready
        use_log()
        for name in FILTERED:
            logging.getLogger(name).addFilter(RepeatFilter())

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            end_overdue(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)
        if self.started and self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stop_accepting()
        await super().shutdown(sockets)

    async def _stop_accepting(self) -> None:
        """Accept no more connections, and wait until those just accepted have been handed over.

        When the server closes, asyncio would forget a connection that it has accepted but not
        handed over: it would stay open, and its client would wait for a response.
        """
        loop = asyncio.get_running_loop()
        with contextlib.suppress(NotImplementedError):  # Windows: closing ends accepting as well
            for server in self.servers:
                for listening in server.sockets:
                    loop.remove_reader(listening)
        for _ in ("a transport is made", "the protocol gets it"):
            await asyncio.sleep(0)


class DesktopServer(BoundedServer):
    """A server that ends its streams when it stops, because they never end by themselves."""

    desktop: Desktop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.desktop.news.close()
        super().handle_exit(sig, frame)


class Server(DesktopServer):
    """The server of the desk."""

    def __init__(self, app: FastAPI, ready: Callable[[], None] | None = None) -> None:
        super().__init__(
            app,
            Connection,
            Limits(),
            stop_seconds=STOP_SECONDS,
            idle_seconds=IDLE_SECONDS,
            ready=ready,
        )
        self.desktop = app.state.desktop


def serve(app: FastAPI, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Serve until a signal stops the server."""
    try:
        Server(app, ready).run(sockets=[listening])
    except KeyboardInterrupt:  # Ctrl-C is raised again when everything is closed
        return


# Connections

HEAD_SECONDS = 10.0
"""The longest time for the whole head of a request."""
BODY_SECONDS = 20.0
"""The longest pause within a body that the arbiter sends; for anybody else, the longest time for
the whole body."""
WRITE_SECONDS = 30.0
"""The longest time in which a client reads nothing of a response."""
IDLE_SECONDS = 5
"""The longest time between two requests of a connection."""

SPARE_FILES = 150
"""File descriptors for everything else that the desk opens: tournament files, lists, pipes, and
connections that are not accepted yet."""


@frozen
class Limits:
    """Limits on connections; a stranger's is one that has not carried a request of the arbiter."""

    total: int = 1000
    strangers: int = 400
    strangers_of_one_address: int = 200

    def within(self, open_files: int) -> Limits:
        """Return limits that fit the number of files that the system lets this process open."""
        total = max(20, min(self.total, open_files - SPARE_FILES))
        return Limits(
            total,
            min(self.strangers, total * 2 // 3),
            min(self.strangers_of_one_address, total // 2),
        )


def raise_file_limit(wanted: int) -> int:
    """Ask the system to allow `wanted` open files, and return how many it allows."""
    if sys.platform != "win32":  # which has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            except (OSError, ValueError):
                return soft
            return most
    return wanted


class Connection(H11Protocol):
    """One HTTP connection, with the time since which it has kept the server waiting."""

    limits = Limits()
    """The limits of the whole process, such as that of open files."""
    since = 0.0
    """When the current wait for the client began: for a head, for more of a body, or until it
    reads."""
    _head_begun = True

    @property
    def user(self) -> User:
        """The user who sent the last request, as the guard identified them."""
        asked = getattr(self, "scope", None)  # None before the first request
        found: User = asked["state"].get("user", ANONYMOUS) if asked else ANONYMOUS
        return found

    @property
    def asking(self) -> bool:
        """True while a request is being read or answered."""
        begun = getattr(self, "cycle", None)  # None before the first request
        return begun is not None and not begun.response_complete

    @property
    def waited_for(self) -> bool:
        """True while the server can only wait for the other side."""
        return not self.asking or self.cycle.more_body or self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        self._make_room()

    def data_received(self, data: bytes) -> None:
        # The time of a head is for all of it, that of the arbiter's body from part to part.
        if not self._head_begun and not self.asking:
            self._head_begun = True
            self.since = self.loop.time()
        elif self.asking and self.user.arbiter:
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
            # `timeout_keep_alive` limits the time between two requests.
            return self._head_begun and now - self.since > HEAD_SECONDS
        if self.flow.write_paused:
            return now - self.since > WRITE_SECONDS
        if not self.cycle.more_body:
            return False
        if self.flow.read_paused:  # it is our own turn
            self.since = now
        return now - self.since > BODY_SECONDS

    def end(self) -> None:
        """Close the connection at once, even if data are still to be sent."""
        self.connections.discard(self)
        self.transport.abort()

    def _make_room(self) -> None:
        """End the connection that has been idle longest, if there are too many."""
        everyone = [one for one in self.connections if isinstance(one, Connection)]
        strangers = [one for one in everyone if not one.user.arbiter]
        address = self.client and self.client[0]
        neighbours = [one for one in strangers if one.client and one.client[0] == address]
        for group, most in (
            (neighbours, self.limits.strangers_of_one_address),
            (strangers, self.limits.strangers),
            (everyone, self.limits.total),
        ):
            if len(group) > most:
                waiting = [one for one in group if one.waited_for and one is not self]
                min(waiting, key=lambda one: (one.user.arbiter, one.since), default=self).end()
                return


def end_overdue(connections: Iterable[object], now: float) -> None:
    for one in list(connections):
        if isinstance(one, Connection) and one.overdue(now):
            one.end()


class RepeatFilter(logging.Filter):
    """A logging filter that passes the same message a few times a minute, then only counts it."""

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
