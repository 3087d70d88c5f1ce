"""Long work, such as pairing a thousand players: done in another thread, watched by the page."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWorking
from dataclasses import dataclass, field
from typing import Any, TypeVar

from crivello.model.errors import CrivelloError
from crivello.words import N_, Template

SOON = 1.0
"""Seconds a request waits for work that may be done at once."""
KEPT = 50
STOPPED = N_("It was stopped. Nothing has changed.")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far work has come that can tell."""

    stage: Template
    done: int
    total: int

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


class Steps:
    """Work that goes step by step, so that it can tell how far it is, and be stopped."""

    def __init__(self, stage: Template) -> None:
        self.stage = stage
        self.done = 0
        self.total = 0
        """0 while it is not known."""
        self._stop = threading.Event()

    def step(self) -> None:
        """One more is done; raises if it is to be stopped."""
        self.done += 1
        if self._stop.is_set():
            raise CrivelloError(STOPPED)

    def stop(self) -> None:
        self._stop.set()

    def progress(self) -> JobProgress:
        return JobProgress(self.stage, self.done, self.total)


def begin(work: Callable[[], T]) -> Future[T]:
    """Do it in a thread of its own, which does not hold up the end of the program."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


@dataclass(frozen=True)
class Job:
    what: Template
    """What is being done, for the page that waits."""
    values: dict[str, object]
    back: str
    """Where to go when it is over."""
    future: Future[Any]
    """Of an `Outcome`; of anything else with `done`, which says it."""
    progress: Callable[[], JobProgress] | None = None
    done: Callable[[Any], tuple[Template, dict[str, object]] | None] | None = None
    """What is said of what came out of it; None: the page that it leads to says all."""
    leads: Callable[[Any], str] | None = None
    """Where to go instead with what came out of it."""
    cancel: Callable[[], None] | None = None
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
    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._beginning = threading.Lock()

    def add(self, job: Job) -> Job:
        with self._lock:
            self._jobs[job.id] = job
            for old in [key for key, one in self._jobs.items() if one.future.done()][:-KEPT]:
                del self._jobs[old]
        return job

    def add_once(self, key: str, make: Callable[[], Job]) -> Job:
        """The job of this key that is not over; else a new one, however many ask at once."""
        with self._beginning:
            job = self.find(key)
            return self.add(make()) if job is None or job.future.done() else job

    def find(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def stop(self) -> None:
        """End what can be ended, when the desk stops."""
        for job in list(self._jobs.values()):
            if job.cancel is not None and not job.future.done():
                job.cancel()
