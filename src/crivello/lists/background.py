"""Loading a list beside everything else: in a process of its own, watched from this one.

    loading = Loading("players_list.zip")
    while loading.running:
        show(loading.stage, loading.done, loading.total)
    loading.result()

The process that serves people goes on serving: it only looks how far the other one is.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Any

from crivello.lists.build import STOPPED, Stage, Stopped
from crivello.lists.folder import FIDE
from crivello.lists.loading import Loaded, load
from crivello.lists.mapping import Mapping
from crivello.model.errors import N_, CrivelloError, Unsupported

DIED = N_("The loading ended without an answer; the list there was is unchanged.")


class Loading:
    """One loading, from its start to its end."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        name: str = FIDE,
        *,
        mapping: Mapping | None = None,
        sheet: str | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        # Not forked: a server has threads and open files that the copy must not share.
        context = multiprocessing.get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        self.name = name
        self.stage = Stage.READING
        self.done = 0
        self.total = 0
        """How far the stage is; 0 of 0 until the first word comes."""
        self._cancel = context.Event()
        self._answer: Loaded | BaseException | None = None
        keywords = {"mapping": mapping, "sheet": sheet, "folder": folder}
        self._process = context.Process(
            target=_work, args=(sender, self._cancel, path, name, keywords), daemon=True
        )
        self._process.start()
        sender.close()
        self._listener = threading.Thread(target=self._listen, args=(receiver,), daemon=True)
        self._listener.start()

    @property
    def running(self) -> bool:
        return self._listener.is_alive()

    def cancel(self) -> None:
        """Ask it to stop; the list there was stays."""
        self._cancel.set()

    def result(self, timeout: float | None = None) -> Loaded:
        """Wait for the end: what was loaded; or the error is raised that ended it."""
        self._listener.join(timeout)
        if self.running:
            raise TimeoutError
        if isinstance(self._answer, BaseException):
            raise self._answer
        assert self._answer is not None
        return self._answer

    def _listen(self, receiver: Any) -> None:
        try:
            while not isinstance(told := receiver.recv(), Loaded | BaseException):
                self.stage, self.done, self.total = told
            self._answer = told
        except (EOFError, OSError):
            self._answer = Stopped(STOPPED) if self._cancel.is_set() else Unsupported(DIED)
        self._process.join()


def _work(sender: Any, cancel: Any, path: str, name: str, keywords: dict[str, Any]) -> None:
    """In the other process."""

    def progress(stage: Stage, done: int, total: int) -> None:
        sender.send((stage, done, total))

    try:
        answer: Any = load(path, name, progress=progress, cancel=cancel.is_set, **keywords)
    except (CrivelloError, OSError) as error:
        answer = error
    sender.send(answer)
