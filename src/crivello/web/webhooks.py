"""Webhooks: what is published and entered is sent to addresses that the user names, signed.

They are off unless `crivello desk --webhook URL` names an address. A thread for each address sends
in order and tries again, so that no action at the desk waits for it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import queue
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException, HTTPMessage
from typing import Any
from urllib.parse import urlsplit

from crivello.model.errors import Unsupported, WordError
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.web.desks import Desks, TournamentFile
from crivello.words import Language

SECRET = "CRIVELLO_WEBHOOK_SECRET"
NO_SECRET = N_(
    "Webhooks are signed. Set {variable} to a text of at least {length} letters that the receiver "
    "knows."
)
NO_ADDRESS = N_("{found} is not an address of a webhook: http:// or https://, without a password.")
LEAST_SECRET = 16

PUBLISH = ("RoundPublished", "SchedulePublished", "PublishedPairingChanged", "ResultsPublished")
RESULT = ("ResultsEntered", "ResultCorrected", "NoShows", "NoShowsAnswered")
TAKEN_BACK = ("Undone", "Redone")
KINDS = dict.fromkeys(PUBLISH, "publish") | dict.fromkeys(RESULT, "result")
KINDS |= dict.fromkeys(TAKEN_BACK, "undo")
"""The kind of message for each type of event that is sent."""

WAITS = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds between attempts; after the last one the message is given up."""
SECONDS = 10.0
"""The time that a receiver has for an answer."""
MOST_WAITING = 10_000
"""The most messages that wait for one address; further ones are lost, and logged."""

log = logging.getLogger("crivello.web")


@frozen
class HookSettings:
    """The addresses of the receivers, and how they are sent to."""

    urls: tuple[str, ...]
    secret: bytes
    waits: tuple[float, ...] = WAITS
    seconds: float = SECONDS


@frozen
class HookMessage:
    """A message to a receiver; the same one is sent at each attempt."""

    id: str
    """The digest of the event: the receiver recognises a message that it has already."""
    body: bytes


def sign(secret: bytes, timestamp: str, body: bytes) -> str:
    """Return the signature of a message: HMAC-SHA256 of timestamp, dot and body."""
    return hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirection is an error: a message goes to the address that was named only."""

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


class Receiver:
    """One address, with the messages that wait for it and the thread that sends them."""

    def __init__(self, url: str, settings: HookSettings) -> None:
        self.url = url
        self._settings = settings
        self._waiting: queue.Queue[HookMessage] = queue.Queue(MOST_WAITING)
        self._stop = threading.Event()
        self._opener = urllib.request.build_opener(_NoRedirects())
        self._thread = threading.Thread(target=self._send_all, name="webhook", daemon=True)
        self._thread.start()

    def put(self, message: HookMessage) -> None:
        """Let a message wait to be sent; never waits itself."""
        try:
            self._waiting.put_nowait(message)
        except queue.Full:
            log.warning(
                "webhook %s: message %s is lost: %d wait", self.url, message.id, MOST_WAITING
            )

    def stop(self) -> None:
        """Stop sending; what still waits is lost."""
        self._stop.set()

    def _send_all(self) -> None:
        while not self._stop.is_set():
            try:
                message = self._waiting.get(timeout=0.5)
            except queue.Empty:
                continue
            self._deliver(message)

    def _deliver(self, message: HookMessage) -> None:
        """Send one message, again and again until it is received or given up."""
        why = ""
        for wait in (0.0, *self._settings.waits):
            if self._stop.wait(wait):
                return
            why = self._try(message)
            if not why:
                return
        log.warning("webhook %s: message %s is given up: %s", self.url, message.id, why)

    def _try(self, message: HookMessage) -> str:
        """Send a message once; return why it was not received, empty if it was."""
        stamp = str(int(time.time()))
        request = urllib.request.Request(
            self.url,
            data=message.body,
            headers={
                "Content-Type": "application/json",
                "User-Agent": "crivello",
                "Crivello-Delivery": message.id,
                "Crivello-Timestamp": stamp,
                "Crivello-Signature": f"sha256={sign(self._settings.secret, stamp, message.body)}",
            },
        )
        try:
            with self._opener.open(request, timeout=self._settings.seconds) as answer:
                answer.read(1000)
        except (OSError, HTTPException, ValueError) as error:
            return f"{type(error).__name__}: {error}"
        return ""


class Webhooks:
    """Sends the events of all open files to the receivers."""

    def __init__(
        self,
        desks: Desks,
        settings: HookSettings,
        tell: Callable[[TournamentFile, Any], Mapping[str, Any]],
    ) -> None:
        """`tell` returns the JSON of an item of the log."""
        self._desks = desks
        self._tell = tell
        self._sent: dict[str, tuple[str, int]] = {}
        """For each file, its first event and the last event that was looked at."""
        self._changes: queue.SimpleQueue[tuple[str, int] | None] = queue.SimpleQueue()
        self._receivers = [Receiver(url, settings) for url in settings.urls]
        self._thread = threading.Thread(target=self._follow, name="webhooks", daemon=True)
        self._thread.start()

    def notice(self, file: str, sequence: int) -> None:
        """Take note of a change, in the thread of the desk; nothing is computed or sent here."""
        self._changes.put((file, sequence))

    def close(self) -> None:
        self._changes.put(None)
        for one in self._receivers:
            one.stop()

    def _follow(self) -> None:
        while (change := self._changes.get()) is not None:
            try:
                self._spread(*change)
            except Exception:
                log.exception("webhooks: the change of a file could not be sent")

    def _spread(self, name: str, sequence: int) -> None:
        file = self._desks.find_open(name)
        if file is None:  # it is being opened: what it holds already is not news
            self._sent[name] = ("", sequence)
            return
        snapshot = file.snapshot
        first = snapshot.log[0].entry.digest
        known, last = self._sent.get(name, (first, sequence))
        if known not in ("", first):
            last = snapshot.sequence  # another tournament has the name now
        for item in snapshot.log[last : snapshot.sequence]:
            kind = KINDS.get(type(item.event).__name__)
            if kind is not None:
                body = {"kind": kind, "file": name, "item": self._tell(file, item)}
                data = json.dumps(body, ensure_ascii=False).encode()
                for one in self._receivers:
                    one.put(HookMessage(item.entry.digest, data))
        self._sent[name] = (first, max(last, snapshot.sequence))


def read_addresses(given: Sequence[str]) -> list[str]:
    """Return the addresses; raise `WordError` for a text that is none."""
    for url in given:
        try:
            parts = urlsplit(url)
            fits = parts.scheme in ("http", "https") and bool(parts.hostname)
            fits = fits and parts.username is None and (parts.port is None or parts.port > 0)
        except ValueError:
            fits = False
        if not fits:
            raise WordError(NO_ADDRESS, found=repr(url[:100]))
    return list(given)


def read_secret(environment: Mapping[str, str]) -> bytes:
    """Return the secret of the signatures; raise `Unsupported` if there is none."""
    secret = environment.get(SECRET, "")
    if len(secret) < LEAST_SECRET:
        raise Unsupported(NO_SECRET, variable=SECRET, length=LEAST_SECRET)
    return secret.encode()


def start_webhooks(desks: Desks, language: Language, settings: HookSettings) -> Webhooks:
    """Begin to send the changes of the desk's files."""
    from crivello.web.api.resources import log_item

    hooks = Webhooks(desks, settings, lambda file, item: log_item(file, item, language))
    desks.news.follow(hooks.notice)
    return hooks
