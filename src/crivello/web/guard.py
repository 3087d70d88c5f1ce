"""The middleware around the desk: which requests are accepted, and the headers of all responses.

Any web page open in the arbiter's browser can send requests to 127.0.0.1. So each request is
checked: Is it meant for this server (Host, against DNS rebinding)? Does it come from our own pages
(Origin, Sec-Fetch-Site)? Who sends it (cookie), and what may they do? If it wants to change
something, does it carry the CSRF token of our forms? The guard knows nothing about tournaments.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crivello.standard.classes import frozen
from crivello.web.session import Sessions, user_of
from crivello.words import N_

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FORM_BYTES = 2_000_000
"""The largest form, enough for a list of 3,000 players."""
UPLOAD_BYTES = 64_000_000
"""The largest upload, enough for the zipped rating list of FIDE. Upload addresses end in
`/upload`."""
DISCARDED_BYTES = 4 * UPLOAD_BYTES
"""How much of a refused request to the desk is read before the response."""
LINGER_BYTES = 4_000_000
"""How much of any other refused request is read after the response."""
LINGER_SECONDS = 2.0
START = "/start"
"""The page that begins a session."""
SIGN_IN = "/sign-in"
"""The page on which an expired session can ask for a new start link, which is opened on the
computer of the desk."""
CSRF_HEADER = "x-csrf-token"
CSRF_FIELD = "csrf"
STYLE = "style"
"""The key, in the state of a request, of the SHA-256 of the one inline style sheet of the
response."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
}

WRONG_HOST = N_("This is not the address of the desk. Open the link that the program printed.")
FOREIGN = N_("The request came from another web page. Nothing was changed.")
NOT_KNOWN = N_(
    "The desk does not know this browser, or its session is over. Open the link that the program "
    "prints when it starts."
)
NO_COOKIE = N_(
    "The link was right, but this browser did not keep the cookie by which the desk knows it. "
    "Allow cookies for this address, or use another browser; then start the program again for a "
    "new link."
)
STARTED = "started=1"
"""The query of the first page after the start link."""
NO_TOKEN = N_("This form belongs to another session. Nothing was changed: reload the page.")
TOO_LONG = N_("The request is too large: the limit is {limit} MB. Nothing was changed.")


class Refused(Exception):
    """Raised to refuse a request, with the status and sentence of the response."""

    def __init__(self, status: int, sentence: str, limit: int = 0, link: str = "") -> None:
        super().__init__(sentence)
        self.link = link
        """The address that the page of the refusal leads to."""
        self.status = status
        self.sentence = sentence
        self.values: dict[str, object] = {"limit": f"{limit / 1_000_000:g}"} if limit else {}


class ClientDisconnected(Exception):
    """Raised if the connection ended before the request was complete; nothing of it is done."""


Refuse = Callable[[Request, Refused], Response]


class Guard:
    """The outermost middleware of the desk."""

    patient = True
    """True to read a refused request before the response is sent; see `Body`."""

    def __init__(
        self, app: ASGIApp, sessions: Sessions, hosts: frozenset[str], refuse: Refuse
    ) -> None:
        self.app = app
        self.sessions = sessions
        self.hosts = hosts
        self.refuse = refuse
        """Return the page for a refusal."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope.setdefault("state", {})["user"] = ANONYMOUS
        limit = self._limit(scope["path"])
        body = Body(receive, limit, expected=scope["method"] not in SAFE, patient=self.patient)
        safe_send = body.ending(_with_headers(send, scope))
        counted: Receive = body.receive
        try:
            self._came_from(scope, headers)
            user = self._identify(scope, headers)
            scope["state"]["user"] = user
            self._let_in(scope, user)
            if int(headers.get("content-length", "0") or 0) > limit:
                raise Refused(413, TOO_LONG, limit)
            if scope["method"] not in SAFE and user.session:
                counted = await self._token_checked(scope, headers, counted, user.session)
            await self.app(scope, counted, safe_send)
        except ClientDisconnected:
            return
        except Refused as refused:
            await body.refuse()
            response = self.refuse(Request(scope), refused)
            await response(scope, receive, safe_send)

    def _came_from(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "").lower()
        if host not in self.hosts or len(headers.getlist("host")) != 1:
            raise Refused(421, WRONG_HOST)
        self._came_from_site(scope, headers, host)

    def _came_from_site(self, scope: Scope, headers: Headers, host: str) -> None:
        site = headers.get("sec-fetch-site", "")
        if scope["method"] in SAFE:
            # A link in a mail may lead here; nothing else from outside may.
            followed = headers.get("sec-fetch-mode") == "navigate"
            embedded = headers.get("sec-fetch-dest", "document") != "document"
            foreign = site in ("cross-site", "same-site") and (embedded or not followed)
        else:
            foreign = site not in ("", "same-origin")
        origin = headers.get("origin")
        if foreign or (origin is not None and origin.lower() != f"{scope['scheme']}://{host}"):
            raise Refused(403, FOREIGN)

    def _let_in(self, scope: Scope, user: User) -> None:
        if not (user.arbiter or is_public(scope["method"], scope["path"])):
            started = scope["query_string"].decode("latin-1") == STARTED
            kept = cookie_of(Headers(scope=scope), self.sessions.cookie)
            raise Refused(401, NO_COOKIE if started and not kept else NOT_KNOWN)

    def _limit(self, path: str) -> int:
        """Return the largest size of a request body for this path."""
        return UPLOAD_BYTES if path.endswith("/upload") else FORM_BYTES

    def _identify(self, scope: Scope, headers: Headers) -> User:
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self.sessions.is_api_key(token.strip()):
            return User(arbiter=True)
        session = cookie_of(headers, self.sessions.cookie)

        def user() -> int | None:
            return user_of(scope.get("client"), scope.get("server"))

        known = self.sessions.recognise(session, user)
        return User(arbiter=True, session=session) if known else ANONYMOUS

    async def _token_checked(
        self, scope: Scope, headers: Headers, receive: Receive, session: str
    ) -> Receive:
        """Check the CSRF token, which is in a header, in the form or, for uploads, in the address.

        Return a function that receives the body, including what was read to find the token.
        """
        token = headers.get(CSRF_HEADER, "")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if not token and kind == "application/x-www-form-urlencoded":
            body = await _read_body(receive)
            token = _field(body.decode("latin-1"))
            receive = _replay_body(body, receive)
        elif not token:
            token = _field(scope["query_string"].decode("latin-1"))
        if not self.sessions.is_csrf(session, token):
            raise Refused(403, NO_TOKEN)
        return receive


def _field(text: str) -> str:
    try:
        return parse_qs(text, max_num_fields=100_000).get(CSRF_FIELD, [""])[0]
    except ValueError:
        return ""


def cookie_of(headers: Headers, name: str) -> str:
    for line in headers.getlist("cookie"):
        for part in line.split(";"):
            try:
                found = SimpleCookie(part.strip())
            except CookieError:
                continue
            if name in found:
                return found[name].value
    return ""


class Body:
    """The body of a request while it is received.

    Many clients read the response only when they have sent the whole body, and lose it if the
    connection is closed before. So the body of a refused request is read on: a `patient` one before
    the response, up to a large limit; any other after it, and only a little.
    """

    def __init__(self, receive: Receive, limit: int, expected: bool, patient: bool = False) -> None:
        self._receive = receive
        self._expected = expected
        self._limit = limit
        self._patient = patient
        self._read = 0
        self._ended = False
        self._refused = False

    async def receive(self) -> Message:
        """Return the next part of the body; refuse a body that is longer than its limit.

        If the connection ends before the body is complete, raise `ClientDisconnected`: a
        truncated body may look complete.
        """
        cut = self._expected and not self._ended
        message = await self._next()
        if cut and message["type"] != "http.request":
            raise ClientDisconnected
        if self._read > self._limit:
            await self.refuse()
            raise Refused(413, TOO_LONG, self._limit)
        return message

    async def refuse(self) -> None:
        """Mark the request as refused, so that the connection ends with the response."""
        self._refused = True
        while self._patient and not self._ended and self._read <= DISCARDED_BYTES:
            await self._next()

    def ending(self, send: Send) -> Send:
        """Return a function that sends the response, and ends the connection if the request was
        refused.
        """

        async def sending(message: Message) -> None:
            if self._refused and message["type"] == "http.response.start":
                MutableHeaders(scope=message)["connection"] = "close"
            elif self._refused and not self._ended and not message.get("more_body"):
                await send({**message, "more_body": True})
                await self._linger()
                message = {"type": "http.response.body", "body": b"", "more_body": False}
            await send(message)

        return sending

    async def _linger(self) -> None:
        most = self._read + LINGER_BYTES
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while not self._ended and self._read <= most:
                    await self._next()

    async def _next(self) -> Message:
        message = await self._receive()
        self._read += len(message.get("body", b""))
        self._ended = message["type"] != "http.request" or not message.get("more_body")
        return message


async def _read_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()  # anything but a part of the body raises `ClientDisconnected`
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _replay_body(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _with_headers(send: Send, scope: Scope) -> Send:
    path = scope["path"]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            inside = scope["state"].get(STYLE)
            if inside:  # a page for print holds its style sheet: only that one is allowed
                allowed = f"style-src 'self' 'sha256-{inside}'"
                policy = headers["content-security-policy"].replace("style-src 'self'", allowed)
                headers["content-security-policy"] = policy
            if path == START:  # its address holds the token
                headers["referrer-policy"] = "no-referrer"
            cached = path.startswith("/static/") and message["status"] in (200, 304)
            # Pages are made each time, so that a restored tab never shows an old round.
            headers["cache-control"] = "public, max-age=86400" if cached else "no-store"
        await send(message)

    return sending


# Limits. The arbiter's requests are never counted. A few requests of the public are worked on at
# once, others wait in a queue; streams, which stay open by design, have a number of places. Beyond
# that, the answer at once is that there are too many.

AT_WORK = 16
"""The most public requests that are processed at once; the desk has forty threads for pages."""
ASKING = 100
ASKING_FROM_ONE_ADDRESS = 80
"""The most requests of one address, including those that wait for their turn."""
STREAMS = 100
STREAMS_OF_ONE_ADDRESS = 40
STREAM = "/events"

TOO_MANY = N_("Too many people are looking at the desk just now. Try again in a moment.")


class ConcurrencyLimit:
    """Middleware that limits the number of requests at once; the guard has identified the user
    before.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._hands = asyncio.Semaphore(AT_WORK)
        self._asking: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or scope["path"] == START
            or scope["state"].get("user", ANONYMOUS).arbiter
        ):
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
            async with nullcontext() if counted is self._streams else self._hands:
                await self.app(scope, receive, send)
        finally:
            counted[client] -= 1
            if not counted[client]:
                del counted[client]


# Who is asking. This server is for people on this computer: the arbiter, whose browser opened the
# start link, and everybody else, who may read the public pages. What other devices may do is
# decided by `desk.permissions`, and asked by `network.guard`.


@frozen
class User:
    """Who sends a request: the arbiter, or anyone else."""

    arbiter: bool = False
    session: str = ""
    """The signed session of a browser; empty for a program with the API key and for the public."""


ANONYMOUS = User()

_OPEN_FOLDERS = ("/public/", "/static/")
_OPEN_PATHS = frozenset({"/public", "/events", "/events/now", "/start", "/favicon.ico"})


def is_public(method: str, path: str) -> bool:
    """Return True if a request only reads a public page or the stream of changes, or asks to sign
    in.
    """
    open_ = path in _OPEN_PATHS or path.startswith(_OPEN_FOLDERS)
    return (open_ and method in ("GET", "HEAD")) or (path == SIGN_IN and method == "POST")
