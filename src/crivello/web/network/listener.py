"""Listen on the network: with TLS for everything, and on request with HTTP for public pages.

The listener accepts connections itself, and counts them before TLS begins. If there are too many,
it ends the unknown one that has kept the server waiting longest, so that new ones are always
accepted. Places are reserved for devices that came with a code, and more for those of deputies.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Callable
from enum import IntEnum

from fastapi import FastAPI

from crivello.desk.roles import DeviceRole
from crivello.standard.classes import frozen
from crivello.web.network.guard import NO_ACCESS, NetworkUser
from crivello.web.server import STOP_SECONDS, Connection, DesktopServer, Limits

HANDSHAKE_SECONDS = 8.0
IDLE_SECONDS = 20
"""How long an idle connection is kept: a new TLS handshake costs a phone more than waiting costs
us."""
HELD = 1600
"""The most connections in all, counted from the moment they are accepted."""
HELD_OF_STRANGERS = 1000
"""The most connections on which no known device has sent a request so far."""
HELD_BEFORE_DEPUTIES = 1500
"""The most connections of devices other than those of deputies."""
HELD_OF_ONE_ADDRESS = 24


class ConnectionRank(IntEnum):
    """The rank of a connection; if there are too many, those of the lowest rank are ended first."""

    STRANGER = 0
    DEVICE = 1
    """The device came with a code or a link: a phone or a screen."""
    DEPUTY = 2
    """The chief arbiter has approved the device; its connection is never closed to make room for
    another."""


class NetworkConnection(Connection):
    """The HTTP protocol of one connection, which reports when it ends."""

    ended: asyncio.Future[None]
    rank = ConnectionRank.STRANGER
    """The highest rank of the requests that the connection has sent."""

    def on_response_complete(self) -> None:
        # A page of a device also loads what is public, where nobody asks who it is.
        row = self.user.row if isinstance(self.user, NetworkUser) else None
        if row is not None:
            deputy = row.role is DeviceRole.DEPUTY
            self.rank = max(self.rank, ConnectionRank.DEPUTY if deputy else ConnectionRank.DEVICE)
        elif self.cycle.scope["state"].get(NO_ACCESS):
            self.rank = ConnectionRank.STRANGER
        super().on_response_complete()

    def _make_room(self) -> None:
        """Do nothing: the server has made room before it accepted this connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.ended.done():
            self.ended.set_result(None)


class HeldConnection:
    """A connection from the moment it is accepted."""

    def __init__(self, host: str, now: float) -> None:
        self.host = host
        self.task: asyncio.Task[None]
        self.connection: NetworkConnection | None = None
        """The connection; None until TLS is established."""
        self._accepted = now

    @property
    def rank(self) -> ConnectionRank:
        return ConnectionRank.STRANGER if self.connection is None else self.connection.rank

    @property
    def can_end(self) -> bool:
        """True if the server is waiting for the other side, and the connection is not a
        deputy's.
        """
        if self.connection is None:
            return True
        return self.connection.waited_for and self.rank is not ConnectionRank.DEPUTY

    @property
    def since(self) -> float:
        """The time since which the server has been waiting for this connection."""
        return self._accepted if self.connection is None else self.connection.since

    def end(self) -> None:
        if self.connection is None:
            self.task.cancel()
        else:
            self.connection.end()


LIMITS = Limits(HELD, HELD_OF_STRANGERS, HELD_OF_ONE_ADDRESS)


@frozen
class ListenerSocket:
    """A listening socket, with its TLS context."""

    socket: socket.socket
    context: ssl.SSLContext | None
    """The TLS context; None for a socket without TLS."""


class NetworkServer(DesktopServer):
    """The server of the listener."""

    def __init__(
        self,
        app: FastAPI,
        listening: list[ListenerSocket],
        until: float,
        ready: Callable[[], None] | None = None,
        still: Callable[[], bool] = lambda: True,
        limits: Limits = LIMITS,
    ) -> None:
        """Prepare a server that runs until the time `until`, or until `still` returns False."""
        super().__init__(
            app,
            NetworkConnection,
            limits,
            stop_seconds=STOP_SECONDS,
            idle_seconds=IDLE_SECONDS,
            ready=ready,
        )
        self.desktop = app.state.desktop
        self._listening = listening
        self._until = until
        self._still = still
        self._limits = NetworkConnection.limits  # as many as the system lets us open
        self._held: set[HeldConnection] = set()
        self._by_host: dict[str, set[HeldConnection]] = {}
        self._accepting: list[asyncio.Task[None]] = []
        self._serving: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        loop = asyncio.get_running_loop()
        for one in self._listening:
            one.socket.settimeout(0)
            self._accepting.append(loop.create_task(self._accept(one)))

    def end_at(self, moment: float) -> None:
        """Set another time at which the server ends."""
        self._until = moment

    def connections_of(self, host: str) -> list[HeldConnection]:
        """Return the connections of an address, from the moment they were accepted."""
        return list(self._by_host.get(host, ()))

    def count_held(self, host: str) -> int:
        return len(self.connections_of(host))

    async def _accept(self, one: ListenerSocket) -> None:
        loop = asyncio.get_running_loop()
        while not self.should_exit:
            try:
                connection, address = await loop.sock_accept(one.socket)
            except OSError:  # out of files: those that hold them are ended soon
                await asyncio.sleep(0.1)
                continue
            held = HeldConnection(address[0], loop.time())
            if not self._make_room(held):
                connection.close()
                continue
            self._held.add(held)
            self._by_host.setdefault(held.host, set()).add(held)
            held.task = loop.create_task(self._serve_one(connection, held, one.context))
            self._serving.add(held.task)
            held.task.add_done_callback(self._serving.discard)
            # Others get their turn, and the task begins: one cancelled before closes nothing.
            await asyncio.sleep(0)

    def _make_room(self, coming: HeldConnection) -> bool:
        """End connections until there is room for a new one; return False if no more can be
        ended.
        """
        limits = self._limits
        before_deputies = limits.total - (HELD - HELD_BEFORE_DEPUTIES) * limits.total // HELD
        if len(neighbours := self.connections_of(coming.host)) >= limits.strangers_of_one_address:
            if not self._end_longest(neighbours):
                return False
        for most, highest in (
            (limits.strangers, ConnectionRank.STRANGER),
            (before_deputies, ConnectionRank.DEVICE),
            (limits.total, ConnectionRank.DEPUTY),
        ):
            if len(self._held) >= most:
                group = [one for one in self._held if one.rank <= highest]
                if len(group) >= most and not self._end_longest(group):
                    return False
        return True

    def _end_longest(self, group: list[HeldConnection]) -> bool:
        """End the connection of lowest rank in the group; of several, the one waited for longest.

        Return False if none of the group may be ended.
        """
        waiting = [one for one in group if one.can_end]
        if not waiting:
            return False
        longest = min(waiting, key=lambda one: (one.rank, one.since))
        self._forget(longest)
        longest.end()
        return True

    def _forget(self, held: HeldConnection) -> None:
        self._held.discard(held)
        of_host = self._by_host.get(held.host, set())
        of_host.discard(held)
        if not of_host:
            self._by_host.pop(held.host, None)

    async def _serve_one(
        self, connection: socket.socket, held: HeldConnection, context: ssl.SSLContext | None
    ) -> None:
        """Serve one connection, from the TLS handshake to its end."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        until = loop.time() + HANDSHAKE_SECONDS
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context is not None and await _speaks_http(connection, HANDSHAKE_SECONDS):
                context = None  # the guard answers with the link over TLS
            _, held.connection = await loop.connect_accepted_socket(
                lambda: self._protocol(loop, ended),
                connection,
                ssl=context,
                ssl_handshake_timeout=None if context is None else max(0.1, until - loop.time()),
                ssl_shutdown_timeout=None if context is None else 1.0,
            )
            await ended
        except OSError:  # no TLS, or too slow
            pass
        finally:
            if held.connection is None:
                connection.close()
            self._forget(held)

    def _protocol(
        self, loop: asyncio.AbstractEventLoop, ended: asyncio.Future[None]
    ) -> NetworkConnection:
        connection = NetworkConnection(
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            _loop=loop,
        )
        connection.ended = ended
        return connection

    async def on_tick(self, counter: int) -> bool:
        if time.time() >= self._until or not self._still():
            self.desktop.news.close()
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for one in self._listening:
            one.socket.close()
        await super().shutdown([])


async def _speaks_http(connection: socket.socket, seconds: float) -> bool:
    """Return True if a client sends plain HTTP where TLS is expected.

    A request begins with a letter, a TLS handshake does not. The first byte is only peeked at.
    """
    loop = asyncio.get_running_loop()
    readable: asyncio.Future[None] = loop.create_future()
    try:
        loop.add_reader(connection, _set_done, readable)
    except NotImplementedError:  # on Windows: then it is a handshake that fails
        return False
    try:
        async with asyncio.timeout(seconds):
            await readable
    finally:
        loop.remove_reader(connection)
    return connection.recv(1, socket.MSG_PEEK).isalpha()


def _set_done(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
