"""Explanations in the making, and the last ones made.

They read only, so they do not wait for the thread of their file; one at a time is computed, and
whoever asks for the same meanwhile gets the same. A page that does not have its answer within a
second shows that it is coming and asks again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillWorking
from dataclasses import dataclass, field
from typing import Any

SOON = 1.0
"""Seconds a request waits for its answer."""
KEPT = 60


@dataclass(frozen=True)
class Study:
    future: Future[Any] = field(default_factory=Future)
    begun: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.begun)

    def ready(self, seconds: float | None = None) -> bool:
        """Is it done, well or not, within this time?"""
        try:
            self.future.exception(timeout=SOON if seconds is None else seconds)
        except StillWorking:
            return False
        return True


class Studies:
    def __init__(self) -> None:
        self._studies: dict[Hashable, Study] = {}
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def ask(self, key: Hashable, work: Callable[[], object]) -> Study:
        """What `work` gives; computed once as long as it is among the last ones asked for."""
        with self._lock:
            study = self._studies.pop(key, None)
            fresh = study is None
            study = study or Study()
            self._studies[key] = study  # the last one asked for is the last one dropped
            for old in list(self._studies)[:-KEPT]:
                del self._studies[old]
        if fresh:
            # A daemon: an explanation must not hold up the end of the program.
            threading.Thread(target=self._run, args=(study, work), daemon=True).start()
        return study

    def _run(self, study: Study, work: Callable[[], object]) -> None:
        with self._turn:
            try:
                study.future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - whoever asked gets it
                study.future.set_exception(error)
