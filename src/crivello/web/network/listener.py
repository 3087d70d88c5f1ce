"""Listens on the network: TLS for everything; plain HTTP, on request, for what is public.

It accepts connections itself, and counts them by address before TLS begins: a client that opens
many and says nothing takes nobody else's place, and has a few seconds for the handshake.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable

from fastapi import FastAPI

from crivello.model.quick import frozen
from crivello.web.server import STOP_SECONDS, Connection, DesktopServer, Limits

HANDSHAKE_SECONDS = 8.0
IDLE_SECONDS = 20
"""Between two requests of one connection; a handshake costs a phone more than a wait."""
HELD = 1600
"""Connections in all, from the moment they are accepted."""
HELD_OF_ONE_ADDRESS = 24


class NetworkConnection(Connection):
    """One connection of a device, which says when it is over."""

    ended: asyncio.Future[None]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.ended.done():
            self.ended.set_result(None)


@frozen
class ListenerSocket:
    socket: socket.socket
    context: ssl.SSLContext | None
    """None: without TLS."""


class NetworkServer(DesktopServer):
    def __init__(
        self,
        app: FastAPI,
        listening: list[ListenerSocket],
        until: float,
        ready: Callable[[], None] | None = None,
        still: Callable[[], bool] = lambda: True,
    ) -> None:
        """It ends at `until`, and when `still` says no."""
        super().__init__(
            app,
            NetworkConnection,
            Limits(HELD, HELD, HELD_OF_ONE_ADDRESS),
            stop_seconds=STOP_SECONDS,
            idle_seconds=IDLE_SECONDS,
            ready=ready,
        )
        self.desktop = app.state.desktop
        self._listening = listening
        self._until = until
        self._still = still
        self._held: Counter[str] = Counter()
        self._accepting: list[asyncio.Task[None]] = []
        self._serving: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        loop = asyncio.get_running_loop()
        for one in self._listening:
            one.socket.setblocking(False)
            self._accepting.append(loop.create_task(self._accept(one)))

    def end_at(self, moment: float) -> None:
        """End at another time."""
        self._until = moment

    def count_held(self, host: str) -> int:
        """Connections of an address, from the moment they were accepted."""
        return self._held[host]

    async def _accept(self, one: ListenerSocket) -> None:
        loop = asyncio.get_running_loop()
        while not self.should_exit:
            try:
                connection, address = await loop.sock_accept(one.socket)
            except OSError:  # out of files: those that hold them are ended soon
                await asyncio.sleep(0.1)
                continue
            host = address[0]
            if self._held.total() >= HELD or self._held[host] >= HELD_OF_ONE_ADDRESS:
                connection.close()
                continue
            self._held[host] += 1
            task = loop.create_task(self._serve_one(connection, host, one.context))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _serve_one(
        self, connection: socket.socket, host: str, context: ssl.SSLContext | None
    ) -> None:
        """From the handshake to the end of the connection."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        begun = False
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await loop.connect_accepted_socket(
                lambda: self._protocol(loop, ended),
                connection,
                ssl=context,
                ssl_handshake_timeout=None if context is None else HANDSHAKE_SECONDS,
                ssl_shutdown_timeout=None if context is None else 1.0,
            )
            begun = True
            await ended
        except OSError:  # no TLS, or too slow
            pass
        finally:
            if not begun:
                connection.close()
            self._held[host] -= 1
            if not self._held[host]:
                del self._held[host]

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
