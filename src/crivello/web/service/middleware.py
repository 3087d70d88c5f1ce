"""The limits of the engine on time, size and number of requests, in all and for each client.

Bodies are read here, outside the limit of running requests, so that a client that sends slowly does
not delay others. A body must keep to a minimum rate and a total time.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crivello.engine.workers import BUSY_KIND, Busy
from crivello.model.errors import CrivelloError
from crivello.standard.classes import frozen
from crivello.web.guard import SAFE, TOO_LONG, Body, ClientDisconnected, Refused
from crivello.web.service.metrics import Metrics
from crivello.words import N_

GRACE_SECONDS = 5.0
"""How long a body is read before its rate is checked."""


@frozen
class ServiceLimits:
    """The limits of one request, and of the number of requests."""

    seconds: int = 30
    """The longest computation of an answer, in seconds."""
    patience: int = 30
    """The longest wait before the computation begins, in seconds."""
    requests: int = 64
    """The most requests that wait or are processed at once."""
    per_client: int = 32
    """The most of these requests from one client, that is, from one address."""
    body: int = 8_000_000
    """The largest body in bytes; ten thousand players and twenty rounds need three million."""
    read_seconds: int = 60
    """The longest time for reading the whole body, in seconds."""
    read_rate: int = 2000
    """The fewest bytes per second at which a client must send on average."""
    players: int = 9999

    @property
    def held(self) -> int:
        """How many bytes all bodies that are being read may have together."""
        return self.requests * self.body


class BodyTooLong(CrivelloError, code="too-long"):
    """The body of the request is larger than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(TOO_LONG, limit=f"{limit / 1_000_000:g}")


class SlowBody(CrivelloError, code="slow-body"):
    """The body of the request came too slowly."""

    def __init__(self) -> None:
        super().__init__(N_("The body of the request came too slowly; it was not read to the end."))


class ClientBusy(CrivelloError, code="too-many-of-one"):
    """This client has too many requests running."""

    def __init__(self) -> None:
        super().__init__(
            N_("There are too many requests from your address at the moment. Try again soon.")
        )


@frozen
class LimitRefusal:
    """How the middleware answers a request that it refuses."""

    kind: tuple[str, int]
    status: int
    reason: str
    """The reason as a label of the metric."""


REFUSALS: dict[type[CrivelloError], LimitRefusal] = {
    BodyTooLong: LimitRefusal(
        ("too large", 4), HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body too large"
    ),
    SlowBody: LimitRefusal(("slow body", 4), HTTPStatus.REQUEST_TIMEOUT, "slow body"),
    ClientBusy: LimitRefusal(BUSY_KIND, HTTPStatus.TOO_MANY_REQUESTS, "too many of one client"),
    Busy: LimitRefusal(BUSY_KIND, HTTPStatus.SERVICE_UNAVAILABLE, "too many"),
}

Refuse = Callable[[Scope, CrivelloError, tuple[str, int]], Response]


def client_of(scope: Scope) -> str:
    """Return the address of the client, or of a proxy in between."""
    return (scope.get("client") or ("",))[0]


class LimitMiddleware:
    """The outermost middleware of the engine."""

    def __init__(
        self,
        app: ASGIApp,
        limits: ServiceLimits,
        metrics: Callable[[], Metrics],
        refuse: Refuse,
    ) -> None:
        """Wrap the application; `refuse` makes the response to a request that is refused."""
        self.app = app
        self._limits = limits
        self._metrics = metrics
        self._refuse = refuse
        self._asking: Counter[str] = Counter()
        """The number of requests of each client that wait or are processed."""
        self._readings: dict[asyncio.Timeout, int] = {}
        """The bytes received so far of each body that is being read, the oldest body first."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            if scope["method"] in SAFE:
                await self.app(scope, receive, sending)
            else:
                await self._ask(scope, receive, sending)
        except ClientDisconnected:
            pass  # nobody is waiting for an answer
        finally:
            address = getattr(scope.get("route"), "path", "other")
            self._metrics().requests.labels(address, status).inc()
            self._metrics().seconds.labels(address).observe(time.perf_counter() - begun)

    async def _ask(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(scope)
        body = Body(receive, self._limits.body, expected=True)
        try:
            self._check_number(client)  # before the body is read for nothing
            data = await self._read_body(scope, body)
            with self._count(client):
                await self._answer(scope, data, receive, send)
        except tuple(REFUSALS) as error:
            how = REFUSALS[type(error)]
            self._metrics().refused.labels(how.reason).inc()
            response = self._refuse(scope, error, how.kind)
            response.status_code = how.status
            await body.refuse()
            await response(scope, receive, body.ending(send))

    # Numbers

    def _check_number(self, client: str) -> None:
        if self._asking[client] >= self._limits.per_client:
            raise ClientBusy
        if self._asking.total() >= self._limits.requests:
            raise Busy

    @contextmanager
    def _count(self, client: str) -> Iterator[None]:
        self._check_number(client)
        self._asking[client] += 1
        self._metrics().asking.inc()
        try:
            yield
        finally:
            self._metrics().asking.dec()
            self._asking[client] -= 1
            if not self._asking[client]:
                del self._asking[client]

    # Bodies

    async def _read_body(self, scope: Scope, body: Body) -> bytes:
        """Return the body, read within its limits of size, rate and time."""
        limits, read = self._limits, bytearray()
        if int(Headers(scope=scope).get("content-length") or 0) > limits.body:
            raise BodyTooLong(limits.body)
        begun = asyncio.get_running_loop().time()
        self._metrics().reading.inc()
        try:
            async with asyncio.timeout(limits.read_seconds) as ending:
                self._readings[ending] = 0
                try:
                    while True:
                        allowed = GRACE_SECONDS + len(read) / limits.read_rate
                        ending.reschedule(begun + min(allowed, limits.read_seconds))
                        message = await body.receive()
                        read += message.get("body", b"")
                        if not message.get("more_body"):
                            return bytes(read)
                        self._readings[ending] = len(read)
                        self._make_room()
                finally:
                    self._readings.pop(ending, None)
        except TimeoutError:
            raise SlowBody from None
        except Refused:
            raise BodyTooLong(limits.body) from None
        finally:
            self._metrics().reading.dec()

    def _make_room(self) -> None:
        """End the reading that has lasted longest, if all bodies together are too large."""
        if sum(self._readings.values()) > self._limits.held:
            oldest = next(iter(self._readings))
            del self._readings[oldest]
            oldest.reschedule(asyncio.get_running_loop().time())

    # Answers

    async def _answer(self, scope: Scope, data: bytes, receive: Receive, send: Send) -> None:
        """Answer while the client is connected; if it leaves, drop its question."""
        answered = False
        left = asyncio.ensure_future(receive())
        given: list[Message] = [{"type": "http.request", "body": data, "more_body": False}]

        async def again() -> Message:
            return given.pop() if given else await asyncio.shield(left)

        async def sending(message: Message) -> None:
            nonlocal answered
            answered |= message["type"] == "http.response.body" and not message.get("more_body")
            await send(message)

        work = asyncio.ensure_future(self.app(scope, again, sending))
        try:
            await asyncio.wait({left, work}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and not answered:
                raise ClientDisconnected
            await work
        finally:
            left.cancel()
            work.cancel()
            await asyncio.gather(left, work, return_exceptions=True)
