"""The requests that the listener accepts: by address, TLS, device and rate.

A table in this module says for each address which permission it requires (`desk.permissions`); an
address that is not in it does not exist. A browser may have several roles, each with its own
cookie: a player's phone can also be one of its table.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from crivello.desk.permissions import ALWAYS, May
from crivello.desk.roles import DeviceRole
from crivello.standard.classes import frozen
from crivello.web.guard import (
    FOREIGN,
    SAFE,
    TOO_MANY,
    WRONG_HOST,
    Guard,
    Refuse,
    Refused,
    User,
    cookie_of,
)
from crivello.web.network.device_store import ACTIVE, DeviceStore, KnownDevice
from crivello.web.session import Sessions
from crivello.words import N_

NO_PAGE = N_("There is no page at this address.")
ONLY_TLS = N_("This page is available over https only. Open it here:")
NOT_IN = N_("This device does not have access now. Scan the code again, or ask the arbiter.")
NO_ACCESS = "no-access"
"""The key, in the state of a request, that says that the device has no access or has lost it."""
BODY_BYTES = 20_000
"""The largest body of a request from the network."""


@frozen
class NetworkUser(User):
    """A user on the network, who is never the arbiter of this computer."""

    row: KnownDevice | None = None
    waiting: bool = False
    """A device that waits for approval."""

    @property
    def may(self) -> frozenset[May]:
        return ALWAYS[DeviceRole.EVERYBODY] if self.row is None else self.row.device.may


STRANGER = NetworkUser()


@frozen
class Access:
    """What an address requires: a permission, a role, and the methods that it accepts."""

    may: May | None
    """The permission that the address needs; None if it needs none, being an entrance."""
    role: DeviceRole | None = None
    """The role whose cookie is read."""
    methods: frozenset[str] = frozenset({"GET", "HEAD"})

    @property
    def public(self) -> bool:
        """True if the address may be reached without TLS."""
        return self.may is May.READ


_READ = frozenset({"GET", "HEAD"})
_WRITE = frozenset({"POST"})
_PUBLIC = Access(May.READ)
_OPEN = {"/", "/public", "/events", "/events/now", "/favicon.ico", "/help"}
_COMING = {
    "/join": Access(None, DeviceRole.DEPUTY, _READ | _WRITE),
    "/join/state": Access(None, DeviceRole.DEPUTY),
    "/authority.crt": Access(None),
    "/worker.js": Access(None),
    "/open": Access(None, None, _WRITE),
    "/table": Access(None, DeviceRole.TABLE),
    "/me": Access(None, DeviceRole.PLAYER),
    "/screen": Access(None, DeviceRole.SCREEN),
}
_INSIDE = {
    "/table/state": Access(May.PROPOSE, DeviceRole.TABLE),
    "/table/propose": Access(May.PROPOSE, DeviceRole.TABLE, _WRITE),
    "/me/state": Access(May.CARD, DeviceRole.PLAYER),
    "/me/ask": Access(May.CARD, DeviceRole.PLAYER, _WRITE),
    "/screen/show": Access(May.SHOW, DeviceRole.SCREEN),
    "/deputy": Access(May.RESULTS, DeviceRole.DEPUTY),
    "/deputy/leave": Access(May.RESULTS, DeviceRole.DEPUTY, _WRITE),
}
_OF_DEPUTIES: Mapping[str, tuple[May, frozenset[str]]] = {
    "": (May.RESULTS, _READ),
    "state": (May.RESULTS, _READ),
    "results": (May.RESULTS, _WRITE),
    "no-shows": (May.NO_SHOWS, _WRITE),
    "answer": (May.NO_SHOWS, _WRITE),
    "roll-call": (May.ROLL_CALL, _READ | _WRITE),
    "print": (May.PRINT, _READ),
    "requests": (May.ABSENCES, _WRITE),
    "publish-results": (May.PUBLISH_RESULTS, _WRITE),
}
"""The needed permission and the allowed methods, by the part of the address after
`/deputy/{file}/{section}/`."""


def access_to(path: str) -> Access | None:
    """Return what an address requires; None if there is no such address."""
    if path in _OPEN or path.startswith(("/public/", "/static/")):
        return _PUBLIC
    if path in _COMING:
        return _COMING[path]
    if path in _INSIDE:
        return _INSIDE[path]
    parts = path.split("/")
    if parts[1:2] == ["deputy"] and len(parts) in (4, 5, 6):
        place = parts[4] if len(parts) > 4 else ""
        if place in _OF_DEPUTIES and (len(parts) < 6 or place == "print"):
            may, methods = _OF_DEPUTIES[place]
            return Access(may, DeviceRole.DEPUTY, methods)
    return None


class NetworkGuard(Guard):
    """The outermost middleware of the listener."""

    patient = False

    def __init__(
        self,
        app: ASGIApp,
        sessions: Sessions,
        hosts: Mapping[str, frozenset[str]],
        refuse: Refuse,
        store: DeviceStore,
        files: Collection[str],
        secure: str,
    ) -> None:
        """Wrap the application.

        `hosts`: accepted host names by scheme; `files`: the tournaments that can be reached;
        `secure`: the beginning of addresses with TLS.
        """
        super().__init__(app, sessions, frozenset(), refuse)
        self._hosts = hosts
        self._secure = secure
        self._store = store
        self._files = frozenset(files)

    def _limit(self, path: str) -> int:
        return BODY_BYTES

    def _came_from(self, scope: Scope, headers: Headers) -> None:
        scheme = scope["scheme"]
        given = headers.getlist("host")
        if scheme == "http" and given and given[0].lower() in self._hosts.get("https", ()):
            raise self._only_over_tls(scope)  # plain HTTP at the port of TLS
        if len(given) != 1 or given[0].lower() not in self._hosts.get(scheme, frozenset()):
            raise Refused(421, WRONG_HOST)
        super()._came_from_site(scope, headers, given[0].lower())
        if scope["method"] not in SAFE and headers.get("origin") is None:
            raise Refused(403, FOREIGN)  # every browser says where a form comes from

    def _only_over_tls(self, scope: Scope) -> Refused:
        path = scope["path"] if access_to(scope["path"]) else "/"
        return Refused(403, ONLY_TLS, link=f"{self._secure}{quote(path)}")

    def _identify(self, scope: Scope, headers: Headers) -> User:
        """Return the device, by the cookie of the role that the address requires; API keys are not
        accepted.
        """
        needs = access_to(scope["path"])
        if needs is None or needs.role is None or scope["scheme"] != "https":
            return STRANGER
        session = cookie_of(headers, cookie_name(self.sessions, needs.role))
        row = self._store.find(session) if session else None
        if row is None or row.role is not needs.role:
            return STRANGER
        if row.state != ACTIVE:
            return NetworkUser(session=session, waiting=True)
        if row.role is DeviceRole.DEPUTY and not self._of_this_event(row, scope["path"]):
            return STRANGER
        return NetworkUser(session=session, row=row)

    def _of_this_event(self, row: KnownDevice, path: str) -> bool:
        """Return True if the device was approved for the tournament of this address."""
        parts = path.split("/")
        asked = {parts[2]} if parts[1] == "deputy" and len(parts) > 3 else self._files
        return bool(asked & row.files)

    def _let_in(self, scope: Scope, user: User) -> None:
        needs = access_to(scope["path"])
        if needs is None:
            raise Refused(404, NO_PAGE)
        if scope["method"] not in needs.methods:
            raise Refused(405, NO_PAGE)
        if not needs.public and scope["scheme"] != "https":
            raise self._only_over_tls(scope)
        assert isinstance(user, NetworkUser)
        if needs.may is not None and needs.may not in user.may:
            scope["state"][NO_ACCESS] = True
            raise Refused(401, NOT_IN)


def cookie_name(sessions: Sessions, role: DeviceRole) -> str:
    """Return the name of a role's cookie; `__Host-` restricts it to TLS, this host and the root
    path.
    """
    return f"__Host-{sessions.cookie}-{role.value}"


# How often and how much at once: by device, or by address for unknown devices.

RATE = 15.0
"""How many requests per second an address or a device may send in the long run."""
BURST = 120.0
"""How many requests it may send at once after a pause."""
AT_WORK = {"deputies": 8, "devices": 10, "public": 10}
"""How many requests of each group are processed at once, so that no group takes the threads of
another."""
MOST_WAITING = 200
STREAMS = 600
"""The most open event streams, fewer than the connections of unknown devices, so that some of those
can always be closed."""
STREAMS_OF_ONE = 12
STREAM = "/events"
MOST_BUCKETS = 5000


class Buckets:
    """Token buckets that refill with time; a client without a token must wait."""

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, name: str) -> bool:
        now = self._clock()
        left, then = self._left.pop(name, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        self._left[name] = (max(left - 1, 0.0), now)
        while len(self._left) > MOST_BUCKETS:
            self._left.pop(next(iter(self._left)))  # the one unused for longest: it is full again
        return left >= 1


class NetworkConcurrencyLimit:
    """Middleware that limits rate and number of requests; the guard has identified the user
    before.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._buckets = Buckets(RATE, BURST)
        self._hands = {pool: asyncio.Semaphore(count) for pool, count in AT_WORK.items()}
        self._waiting: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        user: NetworkUser = scope["state"]["user"]
        address = (scope.get("client") or ("",))[0]
        row = user.row
        name = address if row is None else f"device {row.id}"
        if not scope["path"].startswith("/static/") and not self._buckets.take(name):
            raise Refused(429, TOO_MANY)
        if scope["path"] == STREAM:
            await self._stream(address, scope, receive, send)
            return
        pool = "public" if row is None else "devices"
        if row is not None and row.role is DeviceRole.DEPUTY:
            pool = "deputies"
        if self._waiting[pool] >= MOST_WAITING:
            raise Refused(503, TOO_MANY)
        self._waiting[pool] += 1
        try:
            async with self._hands[pool]:
                await self.app(scope, receive, send)
        finally:
            self._waiting[pool] -= 1

    async def _stream(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self._streams.total() >= STREAMS or self._streams[address] >= STREAMS_OF_ONE:
            raise Refused(503, TOO_MANY)
        self._streams[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


# Wrong codes

GUESSES = 5
"""How many wrong links an address may try before it has to wait."""
LOCK_SECONDS = 30.0
LONGEST_LOCK = 15 * 60.0
LOCKED = N_("Too many wrong codes. Wait {count} seconds, or ask the arbiter.")


class LoginThrottle:
    """Slows down clients that guess codes; each lock lasts twice as long as the one before.

    Only the address that guesses is locked. Secrets of 120 bits need no common lock, which anyone
    could use to keep all others out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: Counter[str] = Counter()
        self._locked: dict[str, float] = {}

    def wait(self, address: str) -> int:
        """Return the seconds until this address may try again; 0 for now."""
        now = self._clock()
        return max(0, int(self._locked.get(address, now) - now + 0.999))

    def note_failure(self, address: str) -> None:
        now = self._clock()
        self._wrong[address] += 1
        over = self._wrong[address] - GUESSES
        if over >= 0:
            self._locked[address] = now + min(LOCK_SECONDS * 2**over, LONGEST_LOCK)
        if len(self._wrong) > MOST_BUCKETS:
            self._wrong.clear()
            self._locked.clear()

    def note_success(self, address: str) -> None:
        self._wrong.pop(address, None)
