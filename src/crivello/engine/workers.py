"""Questions answered by processes: each within its time, and by another process if one dies.

The processes are those of `audit.processes`. They are kept, so that no question waits for a start.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue, SimpleQueue

from crivello.audit.processes import Died, Worker
from crivello.engine.platform_questions import EngineAsk, EngineQuestion, Reply, refusal, reply_to
from crivello.formats.example import read_example
from crivello.model.errors import CrivelloError, TooLarge
from crivello.model.sentence import N_

ATTEMPTS = 2
"""How many processes a question may take down."""
AHEAD = 4
"""Questions of a stream that are read ahead for each process."""

SLOW_KIND = ("too slow", 4)
BUSY_KIND = ("busy", 4)


class TooSlow(TooLarge, code="too-slow"):
    def __init__(self, limit: float | None) -> None:
        super().__init__(N_("It took more than {limit} seconds and was stopped."), limit=limit)


class Busy(CrivelloError, code="too-many"):
    def __init__(self) -> None:
        super().__init__(N_("There are too many requests at the moment. Try again soon."))


class Crashed(CrivelloError, code="crashed"):
    def __init__(self) -> None:
        super().__init__(N_("The process that worked on it crashed repeatedly."))


class Workers:
    """A number of processes that answer questions."""

    def __init__(
        self, number: int, seconds: float | None = None, patience: float | None = None
    ) -> None:
        """`seconds`: the limit for one question; `patience`: until it must have begun."""
        self.number = number
        self.too_slow = 0
        """Processes ended because a question took too long."""
        self.died = 0
        """Processes that ended by themselves, or were killed by somebody else."""
        self._seconds = seconds
        self._patience = patience
        self._places = [_Place() for _ in range(number)]
        self._idle: SimpleQueue[_Place] = SimpleQueue()
        self._threads = ThreadPoolExecutor(number, "crivello-worker")
        self._starting = threading.Lock()
        """No process is started after all were stopped."""
        self._stopped = False
        for place in self._places:
            self._idle.put(place)
            self._threads.submit(self._begin)

    @property
    def ready(self) -> int:
        """How many processes have loaded everything and wait for questions, or work on one."""
        return sum(place.warm for place in self._places)

    @property
    def pids(self) -> list[int]:
        return [place.worker.pid for place in self._places if place.worker is not None]

    def submit(self, question: EngineQuestion) -> Future[Reply]:
        """The reply, as soon as a process has time for it."""
        reply: Future[Reply] = Future()
        self._threads.submit(self._attend, question, reply, time.monotonic())
        return reply

    def in_order(self, questions: Iterable[EngineQuestion | Reply]) -> Iterator[Reply]:
        """The replies to a stream in its order; it is read only a little ahead.

        A reply in the stream stands for a question that could not be put.
        """
        waiting: Queue[Future[Reply] | None] = Queue(AHEAD * self.number)

        def read() -> None:
            # Alongside the answers: a caller may wait for each before it sends the next question.
            try:
                for one in questions:
                    waiting.put(
                        self.submit(one) if isinstance(one, EngineQuestion) else _instant_reply(one)
                    )
            except Exception as error:  # noqa: BLE001 - raised where the replies are awaited
                failed: Future[Reply] = Future()
                failed.set_exception(error)
                waiting.put(failed)
            waiting.put(None)

        threading.Thread(target=read, daemon=True).start()
        while (reply := waiting.get()) is not None:
            yield reply.result()

    def stop(self) -> None:
        """End all processes, whatever they are doing."""
        with self._starting:
            self._stopped = True
            for place in self._places:
                if place.worker is not None:
                    place.worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for place in self._places:
            place.clear()

    def _begin(self) -> None:
        """A process for the next place; the queue hands out each place once."""
        place = self._idle.get()
        self._warm(place)
        self._idle.put(place)

    def _attend(self, question: EngineQuestion, reply: Future[Reply], since: float) -> None:
        place = self._idle.get()
        try:
            if self._patience is not None and time.monotonic() - since > self._patience:
                reply.set_result(refusal(question, Busy(), BUSY_KIND))
            else:
                reply.set_result(self._reply(place, question))
        except BaseException as error:  # noqa: BLE001 - whoever waits for the reply gets it
            reply.set_exception(error)
        finally:
            self._warm(place)
            self._idle.put(place)

    def _reply(self, place: _Place, question: EngineQuestion) -> Reply:
        for _ in range(ATTEMPTS):
            self._warm(place)
            if place.worker is None:
                continue
            watch = _Watch(place.worker, self._seconds)
            try:
                with watch:
                    found: Reply = place.worker.ask(question)
                    return found
            except Died:
                place.clear()
                if watch.ended:
                    self.too_slow += 1
                    return refusal(question, TooSlow(self._seconds), SLOW_KIND)
                self.died += 1
        return refusal(question, Crashed())

    def _warm(self, place: _Place) -> None:
        """Start a process where there is none, and let it load what it needs."""
        if place.warm:
            return
        with self._starting:
            if self._stopped:
                return
            place.worker = place.worker or Worker()
        try:
            place.worker.send(reply_to)
            place.worker.ask(_EXAMPLE)
            place.warm = True
        except Died:
            self.died += 1
            place.clear()


class _Place:
    """Where a process is, or will be."""

    def __init__(self) -> None:
        self.worker: Worker | None = None
        self.warm = False
        """It has loaded everything."""

    def clear(self) -> None:
        if self.worker is not None:
            self.worker.end()
        self.worker, self.warm = None, False


class _Watch:
    """Ends a process that does not answer in time."""

    def __init__(self, worker: Worker, seconds: float | None) -> None:
        self.ended = False
        self._worker = worker
        self._timer = None if seconds is None else threading.Timer(seconds, self._end)

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _end(self) -> None:
        self.ended = True
        self._worker.kill()


_EXAMPLE = EngineQuestion(EngineAsk.PAIR, read_example())
"""Pairing it loads what most questions need."""


def _instant_reply(reply: Reply) -> Future[Reply]:
    found: Future[Reply] = Future()
    found.set_result(reply)
    return found
