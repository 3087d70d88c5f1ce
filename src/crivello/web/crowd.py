"""What the public may ask for at the same time, so that the arbiter always finds a free hand.

The arbiter's requests are never counted here. Requests of the public have a few hands at work for
them, and a queue; streams, which stay open by design, have places. Beyond that the answer is that
there are too many, at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.types import ASGIApp, Receive, Scope, Send

from crivello.web.guard import START, Refused
from crivello.web.permissions import NOBODY, Who
from crivello.words import N_

AT_WORK = 16
"""Requests of the public that are worked on at once; the desk has forty threads for pages."""
ASKING = 100
ASKING_FROM_ONE_ADDRESS = 80
"""With those that wait for their turn."""
STREAMS = 100
STREAMS_OF_ONE_ADDRESS = 40
STREAM = "/events"

TOO_MANY = N_("Too many are looking at the desk just now. Try again in a moment.")


class Crowd:
    """A layer inside of the guard, which says who is asking."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._hands = asyncio.Semaphore(AT_WORK)
        self._asking: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] == START or _arbiter(scope):
            await self.app(scope, receive, send)
            return
        client = (scope.get("client") or ("",))[0]
        if scope["path"] == STREAM:
            counted, most, most_of_one = self._streams, STREAMS, STREAMS_OF_ONE_ADDRESS
        else:
            counted, most, most_of_one = self._asking, ASKING, ASKING_FROM_ONE_ADDRESS
        if counted.total() >= most or counted[client] >= most_of_one:
            raise Refused(503, TOO_MANY)
        counted[client] += 1
        try:
            if counted is self._streams:
                await self.app(scope, receive, send)
            else:
                async with self._hands:
                    await self.app(scope, receive, send)
        finally:
            counted[client] -= 1
            if not counted[client]:
                del counted[client]


def _arbiter(scope: Scope) -> bool:
    who: Who = scope["state"].get("who", NOBODY)
    return who.arbiter
