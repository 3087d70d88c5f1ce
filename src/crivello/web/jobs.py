"""Long work, such as pairing a thousand players: done in another thread, watched by the page."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWorking
from dataclasses import dataclass, field
from typing import Any

from ..words import Template

SOON = 1.0
"""Seconds a request waits for work that may be done at once."""
KEPT = 50


@dataclass(frozen=True, slots=True)
class Progress:
    """How far work has come that can tell."""

    stage: Template
    done: int
    total: int

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


@dataclass(frozen=True)
class Job:
    what: Template
    """What is being done, for the page that waits."""
    values: dict[str, object]
    back: str
    """Where to go when it is done."""
    future: Future[Any]
    """Of an `Outcome`; of anything else with `done`, which says it."""
    progress: Callable[[], Progress] | None = None
    done: Callable[[Any], tuple[Template, dict[str, object]]] | None = None
    cancel: Callable[[], None] | None = None
    begun: float = field(default_factory=time.monotonic)
    id: str = field(default_factory=lambda: secrets.token_urlsafe(8))

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.begun)

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

    def add(self, job: Job) -> Job:
        with self._lock:
            self._jobs[job.id] = job
            for old in [key for key, one in self._jobs.items() if one.future.done()][:-KEPT]:
                del self._jobs[old]
        return job

    def find(self, key: str) -> Job | None:
        return self._jobs.get(key)

    def stop(self) -> None:
        """End what can be ended, when the desk stops."""
        for job in list(self._jobs.values()):
            if job.cancel is not None and not job.future.done():
                job.cancel()
