"""Long work, such as pairing a thousand players: done in the file's thread, watched by the page."""

from __future__ import annotations

import secrets
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWorking
from dataclasses import dataclass, field

from ..desk import Outcome
from ..words import Template

SOON = 1.0
"""Seconds a request waits for work that may be done at once."""
KEPT = 50


@dataclass(frozen=True)
class Job:
    what: Template
    """What is being done, for the page that waits."""
    values: dict[str, object]
    back: str
    """Where to go when it is done."""
    future: Future[Outcome]
    begun: float = field(default_factory=time.monotonic)
    id: str = field(default_factory=lambda: secrets.token_urlsafe(8))

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.begun)

    def wait(self, seconds: float = SOON) -> bool:
        """Is it over, well or not, within this time?"""
        try:
            self.future.exception(timeout=seconds)
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
