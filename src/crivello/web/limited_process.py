"""Processes with limits for foreign files, rating lists and PDFs; each has its own memory."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from crivello.model.errors import CrivelloError, TooLarge, Unsupported
from crivello.web.jobs import STOPPED, JobProgress, begin
from crivello.words import N_, Template

LOOK_SECONDS = 0.2
"""The interval at which a waiting job checks whether it was stopped."""
END_SECONDS = 5.0
"""How long a process may tidy up after it was told to stop or has answered."""

PROCESSES = multiprocessing.get_context("spawn")
"""The way to start a process. It is not forked, since a server has threads and open files that the
copy must not share."""

LATE = N_("It took more than {limit} seconds and was stopped. Nothing has changed.")
NO_MEMORY = N_("It needs more than {limit} MiB of memory and was stopped. Nothing has changed.")


# In a process


@dataclass(frozen=True)
class ProcessLimits:
    """The limits of one kind of process; of each kind, one process runs at a time."""

    died: str
    """The message if the process ends without an answer."""
    seconds: float | None
    memory: int | None
    """The memory in bytes, including that of the program itself."""
    turn: threading.Lock = field(default_factory=threading.Lock)


class ReportProgress(Protocol):
    """A function that work in a process calls to report how much is done."""

    def __call__(self, done: int, total: int, stage: str = "") -> None: ...


def ignore_progress(done: int, total: int, stage: str = "") -> None:
    """Ignore the progress of work that is done at once."""


class Process:
    """One piece of work in a process of its own, called as `work(*arguments, tell)`.

    Beyond its limits it ends with an error. The program measures the time; the system limits the
    memory, if it can.
    """

    def __init__(
        self, limits: ProcessLimits, stage: Template, work: Callable[..., Any], *arguments: Any
    ) -> None:
        self._limits = limits
        self._work = work
        self._arguments = arguments
        self._progress = JobProgress(stage, 0, 0)
        self._stopped = threading.Event()
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process; None if it has not begun."""
        return None if self._process is None else self._process.pid

    def progress(self) -> JobProgress:
        """Return the progress; 0 of 0 if the work has not reported any."""
        return self._progress

    def run(self) -> Any:
        """Wait until the process may begin and has ended; return its result, or raise its error."""
        while not self._limits.turn.acquire(timeout=LOOK_SECONDS):
            if self._stopped.is_set():
                raise CrivelloError(STOPPED)
        try:
            answer = self._answer()
        finally:
            self._limits.turn.release()
        if isinstance(answer, CrivelloError):
            raise answer
        return answer

    def stop(self) -> None:
        """Ask the process to stop; `run` then raises an error."""
        self._stopped.set()

    def _answer(self) -> Any:
        if self._stopped.is_set():
            return CrivelloError(STOPPED)
        receiver, sender = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(
            target=_in_the_process,
            args=(sender, self._limits.memory, self._work, self._arguments),
            daemon=True,
        )
        process.start()
        self._process = process
        sender.close()
        try:
            return self._receive(receiver)
        except (EOFError, OSError):
            return Unsupported(self._limits.died)
        except _Unanswered as why:
            process.terminate()
            return why.error
        finally:
            _await_end(process)
            receiver.close()

    def _receive(self, receiver: Connection) -> Any:
        """Read progress reports until the result arrives, and return it.

        Raises `_Unanswered` if the process must end first: it was stopped, or took too long.
        """
        seconds = self._limits.seconds
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            if self._stopped.is_set():
                raise _Unanswered(CrivelloError(STOPPED))
            if end is not None and time.monotonic() > end:
                raise _Unanswered(TooLarge(LATE, limit=seconds))
            if not receiver.poll(LOOK_SECONDS):
                continue
            kind, *values = receiver.recv()
            if kind == "answer":
                return values[0]
            done, total, stage = values
            self._progress = JobProgress(stage or self._progress.stage, done, total)


class _Unanswered(Exception):
    """Raised if the process must end without a result."""

    def __init__(self, error: CrivelloError) -> None:
        super().__init__()
        self.error = error


def _await_end(process: BaseProcess) -> None:
    """Wait until the process has cleaned up and ended; after `END_SECONDS`, kill it."""
    process.join(END_SECONDS)
    process.kill()
    process.join()


def _in_the_process(
    sender: Any, memory: int | None, work: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end of the desk calls `stop`
    told, telling = socket.socketpair()
    telling.settimeout(0)
    signal.set_wakeup_fd(telling.detach(), warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that it tidies up
    threading.Thread(target=_make_sure_to_end, args=(told,), daemon=True).start()
    if memory is not None:
        _limit_memory(memory)

    def tell(done: int, total: int, stage: str = "") -> None:
        sender.send(("progress", done, total, stage))

    try:
        answer: Any = work(*arguments, tell)
    except CrivelloError as error:
        answer = error
    except MemoryError:
        answer = TooLarge(NO_MEMORY, limit=(memory or 0) // 2**20)
    sender.send(("answer", answer))


def _limit_memory(limit: int) -> None:
    """Limit the memory of this process if the system can; if not, only the readers' own limits
    apply.
    """
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _make_sure_to_end(told: socket.socket) -> None:
    """End this process if the program is gone, or some seconds after a signal to stop.

    A program that was killed cannot stop its processes. The signal alone is not enough: if its
    handler raises an error inside a finalizer or a weak-reference callback, Python only reports the
    error, and the work continues.
    """
    program = multiprocessing.parent_process()
    assert program is not None
    if program.sentinel not in wait([program.sentinel, told]):
        program.join(END_SECONDS)
    os._exit(1)


# The kinds of processes

READING = N_("Reading {file}.")
FILES = N_("reading files")
READ_LIMITS = ProcessLimits(
    N_("The file was not read: the process stopped without an answer, perhaps out of memory."),
    seconds=120,
    memory=1536 * 2**20,
)
DRAW_LIMITS = ProcessLimits(
    N_("The PDF was not made: the process stopped without an answer, perhaps out of memory."),
    seconds=600,
    memory=6 * 2**30,
)
"""The limits for drawing a PDF: a thousand pairing cards take seven seconds and half a gigabyte."""
LIST_LIMITS = ProcessLimits(
    N_("Loading stopped without an answer; the previous list is unchanged."),
    seconds=1800,
    memory=3 * 2**30,
)
"""The limits for loading a list, wide enough for the largest list on a slow computer: they only
stop malicious files."""


def read_process(work: Callable[..., Any], *arguments: Any) -> Process:
    """Return a `Process` that runs `work`, which reads foreign files, within `READ_LIMITS`."""
    return Process(READ_LIMITS, FILES, work, *arguments)


def draw_process(data: str) -> Process:
    """Return a `Process` that draws the PDF of a page and returns its bytes."""
    return Process(DRAW_LIMITS, "", _draw, data)


def _draw(data: str, tell: ReportProgress) -> bytes:
    from crivello.reports.pdf import pdf_of

    # In a thread: the compiler does not look whether it is to stop, but this one does.
    return begin(lambda: pdf_of(data)).result()
