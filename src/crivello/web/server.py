"""The server: on this computer only, and quick to stop, with streams open as well."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from crivello.model.errors import CrivelloError, Unsupported
from crivello.web.app import Desktop
from crivello.web.connections import (
    IDLE_SECONDS,
    Connection,
    Limits,
    Seldom,
    end_overdue,
    raise_file_limit,
)
from crivello.words import N_

USUAL_PORT = 8377
"""Always the same if it is free, so that an open page finds the desk again after a restart."""
PORTS_TRIED = 20
STOP_SECONDS = 3
BACKLOG = 1024
"""Connections that the system holds until we look at them."""
AT_ONCE = 16
"""Those that are looked at before the surplus of the last ones is closed."""
OPEN_FILES = 4096
TICKS = 10
"""uvicorn looks up ten times a second: once a second is enough for us."""
LOGS = ("uvicorn.error", "asyncio", "crivello.web")

BEYOND = N_(
    "The desk listens on this computer only; {host} would open it to the network, which is "
    "refused for now. Leave it out, or use 127.0.0.1."
)
TAKEN = N_("Port {port} is taken by another program. Choose another one with --port.")


class NoPort(CrivelloError):
    """There is no port to listen on."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on this computer: on the port that is given, or on the first that is free."""
    if not _is_loopback(host):
        raise Unsupported(BEYOND, host=host)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    usual = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    for wanted in [port] if port is not None else [*usual, 0]:
        server = socket.socket(family, socket.SOCK_STREAM)
        # So that a restart does not wait for the connections of before.
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((host, wanted))
            server.listen(BACKLOG)
        except OSError:
            server.close()
            continue
        return server
    raise NoPort(TAKEN, port=port)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Server(uvicorn.Server):
    """Ends the streams as soon as it is told to stop: they would never end by themselves."""

    def __init__(self, app: FastAPI, ready: Callable[[], None] | None = None) -> None:
        Connection.limits = Limits().within(raise_file_limit(OPEN_FILES))
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                backlog=AT_ONCE,
                timeout_keep_alive=IDLE_SECONDS,
                log_level="error",
                access_log=False,
                lifespan="on",
                server_header=False,
                proxy_headers=False,  # nobody stands between the browser and us
                timeout_graceful_shutdown=STOP_SECONDS,
            )
        )
        self._desktop: Desktop = app.state.desktop
        self._ready = ready
        for name in LOGS:
            logging.getLogger(name).addFilter(Seldom())

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            end_overdue(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._desktop.news.close()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)
        if self.started and self._ready is not None:
            self._ready()


def serve(app: FastAPI, listening: socket.socket, ready: Callable[[], None] | None = None) -> None:
    """Until it is stopped by a signal."""
    try:
        Server(app, ready).run(sockets=[listening])
    except KeyboardInterrupt:  # Ctrl-C is told once more when everything is closed
        return
