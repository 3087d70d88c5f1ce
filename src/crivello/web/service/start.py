"""`crivello engine`: listen, serve, and stop without losing an answer."""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

from fastapi import FastAPI

from crivello.audit.processes import cores
from crivello.model.errors import Unsupported, WordError
from crivello.web.ports import NoPort, bind
from crivello.web.server import (
    BoundedServer,
    Connection,
    Limits,
    is_loopback,
)
from crivello.web.service.app import Service, create_service
from crivello.web.service.middleware import ServiceLimits
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.web.starting import StartArguments, StartConsole

HOST, PORT = "127.0.0.1", 8378
IDLE_SECONDS = 75
"""The longest time between two requests of a connection, longer than a load balancer keeps it."""
SPARE_SECONDS = 5
"""The time for sending the last answers."""
CONNECTIONS = 1000

NOT_AN_ADDRESS = N_("{option} needs ADDRESS:PORT, such as {example}, not {value!r}.")
BEYOND = N_(
    "At {host} other computers could use this engine, without login and without encryption. "
    "If you want that, because a firewall or a proxy protects it, add --open-to-network."
)
NOT_HERE = N_("crivello cannot listen at {host}, port {port}: {reason}.")
LISTENING = N_(
    "The engine listens at {link} with one process. Stop it with Ctrl-C or SIGTERM.",
    "The engine listens at {link} with {count} processes. Stop it with Ctrl-C or SIGTERM.",
)
STOPPED = N_("The engine has stopped.")


def run(arguments: StartArguments, console: StartConsole) -> int:
    usual = ServiceLimits()
    requests = arguments.number("--requests") or usual.requests
    limits = ServiceLimits(
        seconds=arguments.number("--seconds") or usual.seconds,
        requests=requests,
        per_client=arguments.number("--per-client") or max(1, requests // 2),
        body=(arguments.number("--body") or usual.body // 1_000_000) * 1_000_000,
        read_seconds=arguments.number("--read-seconds") or usual.read_seconds,
        read_rate=arguments.number("--read-rate") or usual.read_rate,
        players=arguments.number("--players") or usual.players,
    )
    host, port = read_address(arguments.get("--listen"))
    if not is_loopback(host) and "--open-to-network" not in arguments:
        raise Unsupported(BEYOND, host=host)
    try:
        listening = bind(host, port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NoPort(NOT_HERE, host=host, port=port, reason=reason) from error
    host, port = listening.getsockname()[:2]
    workers = arguments.number("--workers") or max(2, cores())
    link = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def ready() -> None:
        console.remark(console.say(LISTENING, link=link, count=workers))
        sys.stderr.flush()

    app = create_service(workers, limits)
    server = EngineServer(app, arguments.number("--drain") or 0, ready)
    # uvicorn raises it again at the end; before, while modules load, an exception might be lost.
    signal.signal(signal.SIGTERM, server.handle_exit)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    console.remark(console.say(STOPPED))
    return 0


def read_address(text: str | None) -> tuple[str, int]:
    """Read ``ADDRESS:PORT``, with an IPv6 address in brackets; port 0 is any free one."""
    if text is None:
        return HOST, PORT
    found = re.fullmatch(r"(?:\[([0-9A-Fa-f:.%]+)\]|([^:\[\]\s]+)):([0-9]{1,5})", text)
    if found is None or int(found[3]) > 65535:
        example = f"{HOST}:{PORT}"
        raise WordError(NOT_AN_ADDRESS, option="--listen", example=example, value=text)
    return found[1] or found[2], int(found[3])


class EngineConnection(Connection):
    """A connection to the engine; all of them may come from one load balancer."""

    def overdue(self, now: float) -> bool:
        """Return True if the connection keeps the server waiting too long.

        Slow bodies are refused by the middleware.
        """
        if self.asking and self.cycle.more_body and not self.flow.write_paused:
            return False
        return super().overdue(now)


class EngineServer(BoundedServer):
    """A server that stops in steps: it reports not ready, accepts nothing new, and ends."""

    def __init__(self, app: FastAPI, drain: int, ready: Callable[[], None]) -> None:
        self._service: Service = app.state.service
        limits = self._service.limits
        super().__init__(
            app,
            EngineConnection,
            Limits(CONNECTIONS, CONNECTIONS, CONNECTIONS),
            stop_seconds=limits.patience + limits.seconds + SPARE_SECONDS,
            idle_seconds=IDLE_SECONDS,
            ready=ready,
        )
        self._drain = drain
        self._stop_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and self._drain and not self._service.stopping:
            self._stop_at = time.monotonic() + self._drain
        else:
            super().handle_exit(sig, frame)
        self._service.stopping = True

    async def on_tick(self, counter: int) -> bool:
        if self._stop_at is not None and time.monotonic() > self._stop_at:
            self.should_exit = True
        return await super().on_tick(counter)
