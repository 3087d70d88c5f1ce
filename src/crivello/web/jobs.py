"""Jobs: work that runs beside the requests, with its progress, its end and its result.

A request waits a second for its `Job`. If the job takes longer, a page shows the progress and goes
on when it is done; other requests are answered meanwhile. Work on a tournament file is done in the
thread of that file, other work in a thread of its own or in a `limited_process.Process`.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWorking
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from crivello.model.errors import CrivelloError
from crivello.standard.classes import frozen
from crivello.web.refill import SentForm
from crivello.words import N_, Sentence, Template

SOON = 1.0
"""How many seconds a request waits before it shows the page with the progress."""
JOBS_KEPT = 60
STOPPED = N_("It was stopped. Nothing has changed.")

T = TypeVar("T")


@frozen
class JobProgress:
    """How far a job has come."""

    stage: Template
    done: int
    total: int

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


# In a thread


def begin(work: Callable[[], T], turn: threading.Lock | None = None) -> Future[T]:
    """Run `work` in a daemon thread and return a future; with `turn`, one at a time."""
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
    """Work that goes step by step: it reports its progress and can be stopped."""

    def __init__(self, stage: Template) -> None:
        self.stage = stage
        self.done = 0
        self.total = 0
        """The number of all steps; 0 while it is unknown."""
        self._stop = threading.Event()

    def step(self) -> None:
        """Count a step as done; raise an error if the work is to stop."""
        self.done += 1
        if self._stop.is_set():
            raise CrivelloError(STOPPED)

    def stop(self) -> None:
        self._stop.set()

    def progress(self) -> JobProgress:
        return JobProgress(self.stage, self.done, self.total)


# Jobs


class WatchedWork(Protocol):
    """Work that reports its progress and can be stopped, such as `Steps` or `Process`."""

    def progress(self) -> JobProgress: ...

    def stop(self) -> None: ...


@dataclass(frozen=True)
class Job:
    """Work that was asked for, and the page that waits for it."""

    what: Sentence
    """What the program is doing, for the page that waits."""
    back: str
    """The page to go to when the job is over."""
    future: Future[Any]
    """The result: an `Outcome`, or any value if `done` is given, which puts it into words."""
    watch: WatchedWork | None = None
    """The progress of the job and a way to stop it; None if the job has neither."""
    done: Callable[[Any], Sentence | None] | None = None
    """Return the answer to show about the result; None if the next page says enough."""
    leads: Callable[[Any], str] | None = None
    """Return the page to go to with the result, in place of `back`."""
    form: SentForm | None = None
    """The form that asked for the job, to be filled in again if it is refused."""
    begun: float = field(default_factory=time.monotonic)
    id: str = field(default_factory=lambda: secrets.token_urlsafe(8))

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.begun)

    @property
    def target(self) -> str:
        """The address of the page to go to when the job is over."""
        if self.leads is None or self.future.exception() is not None:
            return self.back
        return self.leads(self.future.result())

    def wait(self) -> bool:
        """Wait a second at most; return True if the job is over."""
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
        """The lock of jobs that must run one at a time."""

    def add(self, job: Job) -> Job:
        with self._lock:
            self._jobs.pop(job.id, None)
            self._jobs[job.id] = job  # the last one asked for is dropped last
            for old in [key for key, one in self._jobs.items() if one.future.done()][:-JOBS_KEPT]:
                del self._jobs[old]
        return job

    def add_once(self, key: str, make: Callable[[], Job], *, again: bool = True) -> Job:
        """Return the job with this key, made only once however many requests ask for it.

        `again`: True to make a new one if it is over.
        """
        with self._beginning:
            job = self.find(key)
            if job is None or (again and job.future.done()):
                job = make()
            return self.add(job)

    def find(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def stop(self) -> None:
        """Stop all jobs that can be stopped, because the desk stops."""
        for job in list(self._jobs.values()):
            if job.watch is not None and not job.future.done():
                job.watch.stop()
