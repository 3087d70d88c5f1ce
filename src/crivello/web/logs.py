"""The log of the servers, on standard error: short, without data of players, never blocking.

A program that reads standard error may stop reading, so messages wait in a short queue for a thread
that writes them. An unexpected error is logged by its place in the program and the beginning of its
message: the whole message may contain the values of a tournament.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import sys
import threading
import traceback
from types import TracebackType

LOGS = ("uvicorn", "asyncio", "crivello.web")
LONGEST_MESSAGE = 200
"""The most characters of an exception's message that are logged."""
LONGEST_RECORD = 8000
WAITING = 100
"""The most messages that wait to be written; further ones are counted only."""
MARK = " […]"


def describe(error: BaseException) -> str:
    """Return where an error occurred and the beginning of its message, with its causes."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        lines = traceback.format_tb(current.__traceback__)
        said = _cut(str(current), LONGEST_MESSAGE)
        parts.append("".join(lines) + f"{type(current).__qualname__}: {said}".rstrip(": "))
        current = current.__cause__ or (
            None if current.__suppress_context__ else current.__context__
        )
    return "\n… raised while handling:\n".join(parts)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + MARK


class ShortFormatter(logging.Formatter):
    """Formats records of limited length."""

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        return "" if ei[1] is None else describe(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter may have kept a long one
        return _cut(super().format(record), LONGEST_RECORD)


class QueueingHandler(logging.Handler):
    """Writes records to a file descriptor from a thread of its own, and drops what does not fit."""

    def __init__(self, descriptor: int | None = None) -> None:
        """Prepare a handler; without a descriptor it writes to standard error."""
        super().__init__()
        self.setFormatter(ShortFormatter())
        self._descriptor = descriptor
        self._waiting: queue.Queue[str] = queue.Queue(WAITING)
        self._left_out = 0
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._waiting.put_nowait(self.format(record))
        except queue.Full:
            self._left_out += 1
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
            self._thread.start()

    def _write_all(self) -> None:
        while True:
            text = self._waiting.get()
            left_out, self._left_out = self._left_out, 0
            if left_out:
                text = f"{text}\n({left_out} more messages were left out)"
            # The descriptor, not `sys.stderr`: a thread that waits inside of that would keep the
            # program from ending.
            with contextlib.suppress(OSError, ValueError, AttributeError):
                where = sys.stderr.fileno() if self._descriptor is None else self._descriptor
                _write(where, f"{text}\n".encode(errors="backslashreplace"))


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


HANDLER = QueueingHandler()


def use_log() -> None:
    """Send what the servers log to standard error."""
    for name in LOGS:
        logging.getLogger(name).addHandler(HANDLER)
