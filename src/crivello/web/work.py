"""Work alongside the requests: how far it is, how it is stopped, and its result.

A request waits a second for its `Job`. If that takes longer, a page shows how far it is and leads
on when it is done; meanwhile everybody else is answered. Files of others are read, lists loaded
and PDFs drawn by a `Process`, which has its own memory and limits of time and memory. The thread of
a tournament file does what concerns that file; everything else gets a thread of its own.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWorking
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from crivello.formats.archive import is_archive
from crivello.model.errors import CrivelloError, Malformed, TooLarge, Unsupported, about
from crivello.model.keys import NO_SWISS
from crivello.standard.classes import frozen
from crivello.web.refill import SentForm
from crivello.words import N_, Sentence, Template

if TYPE_CHECKING:
    from starlette.datastructures import UploadFile

    from crivello.formats import TournamentDocument

SOON = 1.0
"""Seconds a request waits for work that may be done at once."""
JOBS_KEPT = 60
LOOK_SECONDS = 0.2
"""How often work that waits for its turn checks whether to stop."""
END_SECONDS = 5.0
"""For a process to tidy up after it was told to stop, or has answered."""

PROCESSES = multiprocessing.get_context("spawn")
"""Not forked: a server has threads and open files that the copy must not share."""

STOPPED = N_("It was stopped. Nothing has changed.")
LATE = N_("It took more than {limit} seconds and was stopped. Nothing has changed.")
NO_MEMORY = N_("It needs more than {limit} MiB of memory and was stopped. Nothing has changed.")

T = TypeVar("T")


@frozen
class JobProgress:
    """How far work has come."""

    stage: Template
    done: int
    total: int

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


# In a thread


def begin(work: Callable[[], T], turn: threading.Lock | None = None) -> Future[T]:
    """Do it in a thread that does not delay the end of the program; one at a time with `turn`."""
    future: Future[T] = Future()

    def run() -> None:
        with turn or contextlib.nullcontext():
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - whoever asks for the result gets it
                future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


class Steps:
    """Work in a thread that goes step by step: it reports its progress, and can be stopped."""

    def __init__(self, stage: Template) -> None:
        self.stage = stage
        self.done = 0
        self.total = 0
        """0 while unknown."""
        self._stop = threading.Event()

    def step(self) -> None:
        """One more is done; raises an error if the work is to stop."""
        self.done += 1
        if self._stop.is_set():
            raise CrivelloError(STOPPED)

    def stop(self) -> None:
        self._stop.set()

    def progress(self) -> JobProgress:
        return JobProgress(self.stage, self.done, self.total)


# In a process


@dataclass(frozen=True)
class ProcessLimits:
    """What one kind of process may take; one of each kind works at a time."""

    died: str
    """The message if it ends without an answer."""
    seconds: float | None
    memory: int | None
    """In bytes, including the program itself."""
    turn: threading.Lock = field(default_factory=threading.Lock)


class ReportProgress(Protocol):
    """Called by the work of a process: how much is done, and of how much."""

    def __call__(self, done: int, total: int, stage: str = "") -> None: ...


def ignore_progress(done: int, total: int, stage: str = "") -> None:
    """For work that is done at once."""


class Process:
    """One piece of work in a process of its own: `work(*arguments, tell)`.

    Beyond its limits it ends with an error of ours: we measure the time, and the system the memory,
    where it can.
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
        """Of the process; None until it has begun."""
        return None if self._process is None else self._process.pid

    def progress(self) -> JobProgress:
        """0 of 0 until it has reported something."""
        return self._progress

    def run(self) -> Any:
        """Wait for its turn and for its end; raises what went wrong, or that it was stopped."""
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
        """Let whoever waits in `run` end it."""
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
        """Take in its progress until it answers; raises `_Unanswered` if it is to end before."""
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
    """The process is to end without an answer."""

    def __init__(self, error: CrivelloError) -> None:
        super().__init__()
        self.error = error


def _await_end(process: BaseProcess) -> None:
    """Wait until it has tidied up and ended; after a while, kill it."""
    process.join(END_SECONDS)
    process.kill()
    process.join()


def _in_the_process(
    sender: Any, memory: int | None, work: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end of the desk calls `stop`
    told, telling = socket.socketpair()
    telling.setblocking(False)
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
    """Where the system has such limits; elsewhere only the readers' own counts apply."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _make_sure_to_end(told: socket.socket) -> None:
    """End this process when the program is gone, or a while after a signal told it to stop.

    A program that was killed, or ran out of memory, cannot stop its processes. And the signal alone
    is not enough: Python only reports what a handler raises inside a finalizer or a callback of a
    weak reference, such as those of the import system, and goes on with the work.
    """
    program = multiprocessing.parent_process()
    assert program is not None
    if program.sentinel not in wait([program.sentinel, told]):
        program.join(END_SECONDS)
    os._exit(1)


# Jobs


class WatchedWork(Protocol):
    """Work that reports its progress and can be stopped: `Steps`, `Process`."""

    def progress(self) -> JobProgress: ...

    def stop(self) -> None: ...


@dataclass(frozen=True)
class Job:
    what: Sentence
    """What is being done, for the page that waits."""
    back: str
    """Where to go when it is over."""
    future: Future[Any]
    """Of an `Outcome`; of anything else if there is `done`, which puts it into words."""
    watch: WatchedWork | None = None
    """Its progress, and how to stop it, if it can say."""
    done: Callable[[Any], Sentence | None] | None = None
    """The answer about its result; None if the page it leads to says everything."""
    leads: Callable[[Any], str] | None = None
    """Where to go instead with its result."""
    form: SentForm | None = None
    """What asked for it, to be filled in again if it is refused."""
    begun: float = field(default_factory=time.monotonic)
    id: str = field(default_factory=lambda: secrets.token_urlsafe(8))

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.begun)

    @property
    def target(self) -> str:
        """Where to go, once it is over."""
        if self.leads is None or self.future.exception() is not None:
            return self.back
        return self.leads(self.future.result())

    def wait(self) -> bool:
        """Is it over soon, well or not?"""
        try:
            self.future.exception(timeout=SOON)
        except StillWorking:
            return False
        return True


class Jobs:
    """The jobs that are not over, and the last ones that are."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._beginning = threading.Lock()
        self.turn = threading.Lock()
        """For work that is done one at a time."""

    def add(self, job: Job) -> Job:
        with self._lock:
            self._jobs.pop(job.id, None)
            self._jobs[job.id] = job  # the last one asked for is dropped last
            for old in [key for key, one in self._jobs.items() if one.future.done()][:-JOBS_KEPT]:
                del self._jobs[old]
        return job

    def add_once(self, key: str, make: Callable[[], Job], *, again: bool = True) -> Job:
        """The job of this key, however many ask at once; one that is over is made `again`."""
        with self._beginning:
            job = self.find(key)
            if job is None or (again and job.future.done()):
                job = make()
            return self.add(job)

    def find(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def stop(self) -> None:
        """End what can be ended, when the desk stops."""
        for job in list(self._jobs.values()):
            if job.watch is not None and not job.future.done():
                job.watch.stop()


# Files on their way: uploads until they are accepted, downloads until they are fetched

FILES_KEPT = 16
MOST_BYTES = 16_000_000
"""Of a table of players or a tournament; rating lists go into a file."""
SMALL_BYTES = 200_000
"""Of a file that is not an archive: it is read in less than a second."""

NO_FILE = N_("Choose a file first.")
TOO_LARGE = N_("The file is larger than {limit} MB.")
GONE = N_("The uploaded file is no longer here. Upload it again.")


@frozen
class Upload:
    name: str
    data: bytes


@frozen
class ImportFile:
    """One file, read tolerantly; `error` says why it could not be read."""

    key: str
    """Of the upload it came in."""
    place: int
    """Which file of an archive it is."""
    name: str
    document: TournamentDocument | None = None
    error: CrivelloError | None = None

    @property
    def title(self) -> str:
        """The name of the tournament if the file has none."""
        name = self.name.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name

    @property
    def refusal(self) -> str | None:
        """Why its rounds cannot be continued here, if they cannot."""
        system = self.document.tournament.settings.system if self.document else None
        return NO_SWISS.get(system or "")


@frozen
class ImportChoices:
    """How a file is to be read, and what becomes of its rows: what the page sends."""

    list: str = ""
    """The rating list that fills in what the file does not say."""
    sheet: str = ""
    """Of a workbook; empty for the first sheet."""
    columns: tuple[str, ...] = ()
    """Of a table, column by column the field it holds; nothing: they are guessed."""
    headings: tuple[str, ...] = ()
    headless: bool = False
    """No line of the table has headings: the first one is a player already."""
    changes: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Texts in place of those in the file, by line and field."""
    left_out: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    """Rows that are registered although the player is there already."""


class RecentItems(Generic[T]):
    """The last few things by their keys."""

    def __init__(self, most: int = FILES_KEPT) -> None:
        self._most = most
        self._things: dict[str, T] = {}
        self._lock = threading.Lock()

    def put(self, thing: T, key: str = "") -> str:
        key = key or secrets.token_urlsafe(8)
        with self._lock:
            self._things[key] = thing
            while len(self._things) > self._most:
                del self._things[next(iter(self._things))]
        return key

    def find(self, key: str) -> T | None:
        return self._things.get(key)

    def must_find(self, key: str) -> T:
        found = self.find(key)
        if found is None:
            raise Malformed(GONE)
        return found

    def take(self, key: str) -> T | None:
        """Remove and return the thing."""
        with self._lock:
            return self._things.pop(key, None)


def read_upload(file: UploadFile | None) -> Upload:
    """What was uploaded, within limits; the name is never used as a path."""
    with about("file"):
        if file is None:
            raise Malformed(NO_FILE)
    data = file.file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLarge(TOO_LARGE, limit=MOST_BYTES // 1_000_000)
    name = (file.filename or "").replace("\\", "/").rpartition("/")[2]
    return Upload(name[:200], data)


def are_small(uploads: Iterable[Upload]) -> bool:
    """May they be read at once?"""
    return all(len(one.data) <= SMALL_BYTES and not is_archive(one.data) for one in uploads)


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
"""A thousand pairing cards take seven seconds of a processor and half a gigabyte."""
LIST_LIMITS = ProcessLimits(
    N_("Loading stopped without an answer; the previous list is unchanged."),
    seconds=1800,
    memory=3 * 2**30,
)
"""Generous, so that a slow computer can load the largest list; they stop malicious files."""


def read_process(work: Callable[..., Any], *arguments: Any) -> Process:
    """Read files of others within limits."""
    return Process(READ_LIMITS, FILES, work, *arguments)


def draw_process(data: str) -> Process:
    """The PDF of a page as data; it answers with bytes."""
    return Process(DRAW_LIMITS, "", _draw, data)


def _draw(data: str, tell: ReportProgress) -> bytes:
    from crivello.reports.pdf import pdf_of

    # In a thread: the compiler does not look whether it is to stop, but this one does.
    return begin(lambda: pdf_of(data)).result()
