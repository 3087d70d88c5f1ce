"""Work that tests give to processes of the web, and a quicker start for those processes.

They begin by loading the module of their work; this module needs next to nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from crivello.model.errors import Malformed

if TYPE_CHECKING:
    import pytest

ENDLESS = 3600.0


def quick(one: int, two: int, tell: Any) -> int:
    return one + two


def refusing(tell: Any) -> None:
    raise Malformed("no {what}", what="thing")


def endless(*arguments: Any) -> None:
    tell = arguments[-1]
    tell(1, 4)
    time.sleep(ENDLESS)


class _Finalizer:
    """Sleeps in its finalizer, where Python only reports exceptions."""

    def __init__(self, tell: Any) -> None:
        self._tell = tell

    def __del__(self) -> None:
        self._tell(1, 4)
        time.sleep(ENDLESS)


def swallowing(tell: Any) -> None:
    """Lose the first exception that a signal handler raises, and continue."""
    _Finalizer(tell)
    time.sleep(ENDLESS)


def deaf(tell: Any) -> None:
    """Ignore the stop signal."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.set_wakeup_fd(-1)
    tell(1, 4)
    time.sleep(ENDLESS)


def lingering(tell: Any) -> str:
    """Answer, but keep the process from ending."""
    threading.Thread(target=time.sleep, args=(ENDLESS,)).start()
    return "done"


def greedy(*arguments: Any) -> int:
    return sum(map(len, [bytes(2**24) for _ in range(1000)]))


def dying(tell: Any) -> None:
    os._exit(3)


# Started in less time


def fork_from_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork processes of the web from one that has already imported the readers of files, where
    possible.

    Its environment is that of its own start; each fork gets that of the test.
    """
    from crivello.web import limited_process

    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing import forkserver

        multiprocessing.set_forkserver_preload(["crivello.web.reading", __name__])
        forkserver.ensure_running()
        monkeypatch.setattr(limited_process, "PROCESSES", multiprocessing.get_context("forkserver"))
        monkeypatch.setattr(limited_process, "_in_the_process", partial(_begin, dict(os.environ)))


def _begin(environment: Mapping[str, str], *arguments: Any) -> None:
    from crivello.web import limited_process

    os.environ.clear()
    os.environ.update(environment)
    limited_process._in_the_process(*arguments)
