"""The calls of chess-results.com: a session number, a tournament's key, and an upload.

Each call is an HTTPS form post with an answer in XML. What is done again after a fault is decided
here: a session number and an upload are, because the same upload only replaces itself; a key never
is, because each one makes a new tournament there.
"""

from __future__ import annotations

import html
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPException, HTTPSConnection
from typing import TypeVar
from urllib.parse import urlencode, urlsplit
from xml.sax.saxutils import quoteattr

from crivello.model.errors import CrivelloError
from crivello.model.sentence import N_, Sentence
from crivello.reports.chess_results.account import Account
from crivello.standard.classes import frozen

WAITS = (1.0, 4.0)
"""Seconds before a call is repeated."""
SECONDS = 30.0
"""The time that the site has for the answer to one call."""
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
MOST_BYTES = 1_000_000

REFUSED = N_("chess-results.com has refused the upload: {messages}")
NO_MESSAGE = N_("it gives no reason")
NO_CONNECTION = N_(
    "chess-results.com cannot be reached: {detail}. Check this computer's internet connection, "
    "then try again."
)
WRONG_CERTIFICATE = N_(
    "The server that answers for {host} cannot prove that it is {host} ({detail}). Nothing was "
    "sent. Check the date of this computer, and whether the network asks you to log in."
)
TIMED_OUT = N_("chess-results.com did not answer within {seconds} seconds.")
CUT_OFF = N_("The connection to chess-results.com was lost before the answer came.")
WRONG_STATUS = N_("chess-results.com answered with the error {status} of its server.")
NO_SESSION = N_("it has no session number")
NOT_UNDERSTOOD = N_("The answer of chess-results.com cannot be understood: {detail}")

_ELEMENT = re.compile(r"<(result|message)\b([^<>]*)>")
_ATTRIBUTE = re.compile(r"""(?<!\w)([A-Za-z_]\w*+)\s*+=\s*("[^"]*"|'[^']*')""")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")

T = TypeVar("T")


class SiteError(CrivelloError, code="site-error"):
    """A call of chess-results.com has failed."""

    sent: bool = True
    """False if the site cannot have seen the request."""
    passing: bool = True
    """True if the same call may succeed later."""


class NotReached(SiteError, code="site-not-reached"):
    """The connection was not made, so nothing was sent."""

    sent = False


class WrongCertificate(SiteError, code="site-certificate"):
    """The server has no valid certificate, so nothing was sent."""

    sent = False
    passing = False


class SiteRefusal(SiteError, code="site-refusal"):
    """The site has answered with an error: it has not done what it was asked for."""

    passing = False


@frozen
class UploadClient:
    """The site, with the account that an upload needs."""

    account: Account
    seconds: float = SECONDS
    waits: tuple[float, ...] = WAITS

    def ask_key(self, sid: str, federation: str, tournament: str) -> int:
        """Return a new key. The site makes a tournament for it, so this call is never repeated."""
        fields = {
            "source": self.account.source,
            "sid": self.account.encrypt(sid),
            "creatorID": self.account.creator,
            "federation": federation,
            "tournament": tournament,
        }
        attributes = " ".join(f"{name}={quoteattr(str(value))}" for name, value in fields.items())
        xml = f"{DECLARATION}<chessresults><getkey {attributes}/></chessresults>"
        key = self._call({"key1": "GETKEY"}, xml).get("key", "")
        if not re.fullmatch(r"[1-9][0-9]{0,8}", key):
            raise SiteError(NOT_UNDERSTOOD, detail=repr(key))
        return int(key)

    def session(self) -> str:
        """Return a session number."""
        return self._repeat(self._session)

    def upload(self, write: Callable[[Mapping[str, object]], str], key: int) -> None:
        """Send a file; `write` returns its text for the security data of a session."""

        def once() -> None:
            security = {
                "source": self.account.source,
                "sid": self.account.encrypt(self._session()),
                "creator_sid": self.account.encrypt(str(self.account.creator)),
                "tnr_sid": self.account.encrypt(str(key)),
            }
            self._call({"key1": "UPLOAD"}, write(security))

        self._repeat(once)

    def _session(self) -> str:
        sid = self._call({"key1": "GETSID", "source": str(self.account.source)}).get("sid", "")
        if not sid:
            raise SiteError(NOT_UNDERSTOOD, detail=Sentence(NO_SESSION))
        return sid

    def _repeat(self, call: Callable[[], T]) -> T:
        """Call, and call again after a fault that may pass."""
        for wait in self.waits:
            try:
                return call()
            except SiteError as error:
                if not error.passing:
                    raise
            time.sleep(wait)
        return call()

    def _call(self, query: Mapping[str, str], xml: str | None = None) -> Mapping[str, str]:
        """Make one call and return the attributes of its result; raise `SiteError`."""
        body = urlencode({} if xml is None else {"xml": in_braces(xml)})
        return _read_answer(self._post(query, body.encode("ascii")))

    def _post(self, query: Mapping[str, str], body: bytes) -> str:
        parts = urlsplit(self.account.address)
        host = parts.hostname or ""
        connection = HTTPSConnection(
            host, parts.port, timeout=self.seconds, context=ssl.create_default_context()
        )
        # The time-out of a socket is that of each read: a server that answers byte by byte is cut.
        over = threading.Event()
        watch = threading.Timer(self.seconds, lambda: _cut(connected, over))
        watch.daemon = True
        try:
            try:
                connection.connect()
            except ssl.SSLCertVerificationError as error:
                detail = error.verify_message
                raise WrongCertificate(WRONG_CERTIFICATE, host=host, detail=detail) from None
            except (OSError, ValueError) as error:
                raise NotReached(NO_CONNECTION, detail=_detail(error)) from None
            connected = connection.sock  # the connection forgets it when the answer begins
            watch.start()
            connection.request(
                "POST",
                f"{parts.path or '/'}?{urlencode(query)}",
                body,
                {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": "crivello"},
            )
            answer = connection.getresponse()
            data = answer.read(MOST_BYTES)
            if over.is_set():
                raise TimeoutError
        except TimeoutError:
            raise SiteError(TIMED_OUT, seconds=f"{self.seconds:g}") from None
        except (OSError, HTTPException, ValueError):
            if over.is_set():
                raise SiteError(TIMED_OUT, seconds=f"{self.seconds:g}") from None
            raise SiteError(CUT_OFF) from None
        finally:
            watch.cancel()
            connection.close()
        if answer.status != 200:
            raise SiteError(WRONG_STATUS, status=answer.status)
        return data.decode("utf-8", "replace")


def _cut(sock: socket.socket, over: threading.Event) -> None:
    """End a connection that takes too long, below TLS: another thread is reading from it."""
    over.set()
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _detail(error: BaseException) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return _CONTROLS.sub(" ", str(reason)).strip()


def in_braces(xml: str) -> str:
    """Return XML as the form field wants it: with braces for angle brackets.

    A brace in a name becomes a parenthesis, and an encoded control character a space: the site
    would read them as markup.
    """
    plain = re.sub(r"&#[0-9]+;", " ", xml.replace("{", "(").replace("}", ")"))
    return plain.replace("<", "{").replace(">", "}")


def _read_answer(text: str) -> Mapping[str, str]:
    """Return the attributes of the result; raise `SiteRefusal` if the site reports an error.

    The published samples are not well-formed (end tags differ), so only these two elements are
    looked for. A key must not be lost because of an end tag.
    """
    result: Mapping[str, str] | None = None
    messages = []
    for element, attributes in _ELEMENT.findall(text):
        found = {
            name: html.unescape(value[1:-1]).strip()
            for name, value in _ATTRIBUTE.findall(attributes)
        }
        if element == "result":
            result = found if result is None else result
        elif message := found.get("Text") or found.get("text"):
            messages.append(_CONTROLS.sub(" ", message)[:300])
    status = "" if result is None else result.get("status", "").upper()
    if result is not None and status == "OK":
        return result
    if status == "ERROR":
        raise SiteRefusal(REFUSED, messages="; ".join(messages) or Sentence(NO_MESSAGE))
    start = _CONTROLS.sub(" ", text[:80]).strip()
    raise SiteError(NOT_UNDERSTOOD, detail=repr(start))
