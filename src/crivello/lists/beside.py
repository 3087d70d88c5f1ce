"""Work beside everything else: in a process of its own, which can be stopped and has limits.

The process that serves people goes on serving, and has its memory to itself. What the work takes
beyond its limits ends in an error of ours: the time is measured here, the memory by the system
where that can be told to.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from crivello.model.errors import N_, CrivelloError, TooLarge, Unsupported

STOPPED = N_("It was stopped. Nothing has changed.")
LATE = N_("It took more than {limit} seconds and was stopped. Nothing has changed.")
NO_MEMORY = N_("It needs more than {limit} MiB of memory and was stopped. Nothing has changed.")

LOOK = 0.2
"""Seconds after which whoever waits looks whether to stop."""

Tell = Callable[[int, int], None]
"""How much is done, and of how much."""


class Beside:
    """One piece of work: `work(*arguments, tell)` in a process of its own."""

    def __init__(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        died: str,
        turn: threading.Lock,
        seconds: float | None = None,
        memory: int | None = None,
    ) -> None:
        """`died` is said if it ends without an answer; of all with one `turn` one works at a time.

        `memory` is in bytes.
        """
        self.done = 0
        self.total = 0
        """How far it is, if it tells; 0 of 0 until then."""
        self._work = work
        self._arguments = arguments
        self._died = died
        self._turn = turn
        self._seconds = seconds
        self._memory = memory
        self._stopped = threading.Event()
        self._process: BaseProcess | None = None
        self._starting = threading.Lock()

    @property
    def pid(self) -> int | None:
        """Of the process; None until it has begun."""
        return None if self._process is None else self._process.pid

    def run(self) -> Any:
        """Wait for its turn and for its end; raises what went wrong, or that it was stopped."""
        while not self._turn.acquire(timeout=LOOK):
            if self._stopped.is_set():
                raise CrivelloError(STOPPED)
        try:
            answer = self._answer()
        finally:
            self._turn.release()
        if isinstance(answer, CrivelloError):
            raise answer
        return answer

    def stop(self) -> None:
        with self._starting:
            self._stopped.set()
            if self._process is not None:
                self._process.terminate()

    def _answer(self) -> Any:
        # Not forked: a server has threads and open files that the copy must not share.
        context = multiprocessing.get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        with self._starting:
            if self._stopped.is_set():
                return CrivelloError(STOPPED)
            process = context.Process(
                target=_in_the_process,
                args=(sender, self._memory, self._work, self._arguments),
                daemon=True,
            )
            process.start()
            self._process = process
        sender.close()
        end = None if self._seconds is None else time.monotonic() + self._seconds
        try:
            while True:
                if not receiver.poll(None if end is None else max(0.0, end - time.monotonic())):
                    process.kill()
                    return TooLarge(LATE, limit=self._seconds)
                told, *values = receiver.recv()
                if told == "answer":
                    return values[0]
                self.done, self.total = values
        except (EOFError, OSError):
            return CrivelloError(STOPPED) if self._stopped.is_set() else Unsupported(self._died)
        finally:
            process.join()
            receiver.close()


def _in_the_process(
    sender: Any, memory: int | None, work: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever ends the desk ends this by `stop`
    threading.Thread(target=_end_with_the_program, daemon=True).start()
    if memory is not None:
        _limit_memory(memory)
    try:
        answer: Any = work(*arguments, lambda done, total: sender.send(("progress", done, total)))
    except CrivelloError as error:
        answer = error
    except MemoryError:
        answer = TooLarge(NO_MEMORY, limit=(memory or 0) // 2**20)
    sender.send(("answer", answer))


def _limit_memory(limit: int) -> None:
    """Where the system has such limits; elsewhere only the readers' own counts hold."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _end_with_the_program() -> None:
    """A program that was killed, or ran out of memory, cannot stop its work any more."""
    program = multiprocessing.parent_process()
    assert program is not None
    program.join()
    os._exit(1)
