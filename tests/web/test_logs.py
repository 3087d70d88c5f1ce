"""The log of the servers: short, without the values of a tournament, and never in the way."""

from __future__ import annotations

import logging
import os
import threading

from crivello.web.logs import LONGEST_RECORD, WAITING, QueueingHandler, ShortFormatter, describe
from tests.support.waiting import SECONDS

NAMES = ", ".join(f"Surname {number}, First" for number in range(3000))


def _failed() -> Exception:
    try:
        try:
            raise KeyError(NAMES)
        except KeyError as error:
            raise ValueError(NAMES) from error
    except ValueError as error:
        return error


def test_an_error_is_described_by_its_place_and_the_beginning_of_its_message() -> None:
    text = describe(_failed())
    assert "in _failed" in text
    assert "ValueError: Surname 0, First" in text
    assert "KeyError" in text
    assert "Surname 100," not in text


def _record(message: str, error: Exception | None = None) -> logging.LogRecord:
    about = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, message, (), about)


def test_neither_message_nor_traceback_of_a_record_is_long() -> None:
    formatter = ShortFormatter()
    found = formatter.format(_record("Exception in ASGI application", _failed()))
    assert "Surname 100," not in found
    assert "in _failed" in found
    assert len(formatter.format(_record(NAMES))) < LONGEST_RECORD + 20


def test_a_reader_who_reads_nothing_holds_nobody_up() -> None:
    """A pipe takes 64 kB; ten times as much is logged, then read."""
    reading, writing = os.pipe()
    handler = QueueingHandler(writing)

    def log() -> None:
        for number in range(10 * WAITING):
            handler.emit(_record(f"{number} " + "x" * 5000))

    thread = threading.Thread(target=log, daemon=True)
    thread.start()
    thread.join(SECONDS)
    assert not thread.is_alive()
    text = b""
    handler.emit(_record("the last one, or left out"))
    while text.count(b"\n") < WAITING:
        text += os.read(reading, 100_000)
    assert text.startswith(b"0 xxx")
    handler.emit(_record("after the reader has come back"))
    while b"come back" not in text:
        text += os.read(reading, 100_000)
    assert b"more messages were left out" in text
    os.close(reading)
