"""Drawing a PDF beside everything else: in a process of its own, which can be stopped.

A thousand pairing cards take a minute and a half of a processor and two gigabytes; the process that
serves people goes on serving, and has its memory to itself.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.process import BaseProcess
from typing import Any

from ..model.errors import N_, CrivelloError, Unsupported
from .pdf import as_pdf

STOPPED = N_("It was stopped. Nothing has changed.")
DIED = N_("The PDF was not made: drawing it ended without an answer, perhaps for want of memory.")

LOOK = 0.2
"""Seconds after which whoever waits for his turn looks whether he is to stop."""
_one = threading.Lock()
"""One at a time: two long lists at once are too much for a small computer."""


class Drawing:
    """One page as PDF."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._stopped = threading.Event()
        self._process: BaseProcess | None = None
        self._starting = threading.Lock()

    @property
    def pid(self) -> int | None:
        """Of the process; None until it has begun."""
        return None if self._process is None else self._process.pid

    def run(self) -> bytes:
        """Wait for its turn and for its end; raises what went wrong, or that it was stopped."""
        while not _one.acquire(timeout=LOOK):
            if self._stopped.is_set():
                raise CrivelloError(STOPPED)
        try:
            answer = self._drawn()
        finally:
            _one.release()
        if isinstance(answer, CrivelloError):
            raise answer
        assert isinstance(answer, bytes)
        return answer

    def stop(self) -> None:
        with self._starting:
            self._stopped.set()
            if self._process is not None:
                self._process.terminate()

    def _drawn(self) -> Any:
        # Not forked: a server has threads and open files that the copy must not share.
        context = multiprocessing.get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        with self._starting:
            if self._stopped.is_set():
                return CrivelloError(STOPPED)
            process = context.Process(target=_draw, args=(sender, self._page), daemon=True)
            process.start()
            self._process = process
        sender.close()
        try:
            return receiver.recv()
        except (EOFError, OSError):
            return CrivelloError(STOPPED) if self._stopped.is_set() else Unsupported(DIED)
        finally:
            process.join()
            receiver.close()


def _draw(sender: Any, page: str) -> None:
    """In the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever ends the desk ends this by `stop`
    threading.Thread(target=_end_with_the_program, daemon=True).start()
    try:
        answer: Any = as_pdf(page)
    except CrivelloError as error:
        answer = error
    sender.send(answer)


def _end_with_the_program() -> None:
    """A program that was killed, or ran out of memory, cannot stop the drawing any more."""
    program = multiprocessing.parent_process()
    assert program is not None
    program.join()
    os._exit(1)
