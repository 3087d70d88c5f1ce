"""Worker processes that answer questions, each within a time limit; a process that dies is
replaced.

The processes (`audit.processes`) are kept, so no question waits for one to start. Some can be
reserved for cheap questions, and clients take turns. So neither expensive questions nor a client
with many of them delay all others.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from queue import Queue

from crivello.audit.processes import Worker, WorkerDied
from crivello.engine.platform_questions import EngineAsk, EngineQuestion, Reply, refusal, reply_to
from crivello.formats.example import read_example
from crivello.model.errors import CrivelloError, TooLarge
from crivello.model.sentence import N_

ATTEMPTS = 2
"""The number of processes that a question may kill."""
AHEAD = 4
"""Questions of a stream that are read ahead for each process."""

WEIGHTS = {
    EngineAsk.PAIR: 1,
    EngineAsk.BOARDS: 1,
    EngineAsk.STANDINGS: 1,
    EngineAsk.CHECK: 10,
}
"""The cost of a question for each byte of its tournament, relative to pairing a round."""
WEIGHT_OF_EXPLANATIONS = 4
WEIGHT_OF_EDITIONS = 100
"""The cost of checking a tournament by every system and edition."""
CHEAP = 2_000_000
"""The cost up to which a question counts as cheap; it takes about a third of a second.

So the pairing of 9,000 players is cheap, the check of 1,000 in eight rounds, and the check of 100
by every edition.
"""

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


def estimate_cost(question: EngineQuestion) -> int:
    """Return the estimated cost of a question, by its kind and the size of its tournament."""
    weight = WEIGHTS.get(question.ask, WEIGHT_OF_EXPLANATIONS)
    if question.ask is EngineAsk.CHECK and question.options.get("editions"):
        weight = WEIGHT_OF_EDITIONS
    return weight * len(question.data)


class Workers:
    """A pool of processes that answer questions."""

    def __init__(
        self,
        number: int,
        seconds: float | None = None,
        patience: float | None = None,
        reserved: int = 0,
    ) -> None:
        """Start `number` processes.

        `seconds` limits the time of one question, `patience` its wait until it begins. `reserved`
        processes answer only cheap questions.
        """
        assert 0 <= reserved < number
        self.number = number
        self.too_slow = 0
        """Processes ended because a question took too long."""
        self.died = 0
        """Processes that ended by themselves, or were killed by somebody else."""
        self._seconds = seconds
        self._patience = patience
        self._queue = _Queue()
        self._places = [_Slot(cheap_only=at < reserved) for at in range(number)]
        self._starting = threading.Lock()
        """No process is started after all were stopped."""
        self._stopped = False
        self._threads = [
            threading.Thread(target=self._attend, args=(place,), daemon=True)
            for place in self._places
        ]
        for thread in self._threads:
            thread.start()

    @property
    def ready(self) -> int:
        """The number of processes that have finished loading."""
        return sum(place.warm for place in self._places)

    @property
    def pids(self) -> list[int]:
        return [place.worker.pid for place in self._places if place.worker is not None]

    def submit(self, question: EngineQuestion, client: str = "") -> Future[Reply]:
        """Return the future reply to a question.

        It can be cancelled until a process begins to work on it.
        """
        reply: Future[Reply] = Future()
        self._queue.put(_Job(question, client, reply, estimate_cost(question) > CHEAP))
        return reply

    def in_order(self, questions: Iterable[EngineQuestion | Reply]) -> Iterator[Reply]:
        """Yield the replies to a stream of questions in its order, reading only a little ahead.

        A reply in the stream, in place of a question that could not be asked, is yielded as it is.
        """
        waiting: Queue[Future[Reply] | None] = Queue(AHEAD * self.number)

        def read() -> None:
            # Alongside the answers: a caller may wait for each before it sends the next question.
            try:
                for one in questions:
                    waiting.put(
                        self.submit(one)
                        if isinstance(one, EngineQuestion)
                        else _make_instant_reply(one)
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
        self._queue.close()
        for thread in self._threads:
            thread.join()
        for place in self._places:
            place.clear()

    def _attend(self, place: _Slot) -> None:
        """Let the process of this slot answer one question after the other."""
        self._start_process(place)
        while (job := self._queue.take(place.cheap_only)) is not None:
            late = time.monotonic() - job.since
            try:
                if self._patience is not None and late > self._patience:
                    job.reply.set_result(refusal(job.question, Busy(), BUSY_KIND))
                else:
                    job.reply.set_result(self._reply(place, job.question))
            except BaseException as error:  # noqa: BLE001 - whoever waits for the reply gets it
                job.reply.set_exception(error)
            finally:
                self._queue.finish(job)
                self._start_process(place)

    def _reply(self, place: _Slot, question: EngineQuestion) -> Reply:
        taken_down = 0
        for _ in range(2 * ATTEMPTS):
            self._start_process(place)
            if place.worker is None:
                continue
            watch = _Watch(place.worker, self._seconds)
            try:
                with watch:
                    found: Reply = place.worker.ask(question)
                    return found
            except WorkerDied as death:
                place.clear()
                if watch.ended:
                    self.too_slow += 1
                    return refusal(question, TooSlow(self._seconds), SLOW_KIND)
                self.died += 1
                taken_down += death.begun
                if taken_down == ATTEMPTS:
                    break
        return refusal(question, Crashed())

    def _start_process(self, place: _Slot) -> None:
        """Start a process for this slot if there is none or it has died, and let it load its
        modules.
        """
        if place.worker is not None and not place.worker.is_alive():
            self.died += 1
            place.clear()
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
        except WorkerDied:
            self.died += 1
            place.clear()


class _Job:
    """A question waiting for its reply."""

    def __init__(
        self, question: EngineQuestion, client: str, reply: Future[Reply], expensive: bool
    ) -> None:
        self.question = question
        self.client = client
        self.reply = reply
        self.expensive = expensive
        self.since = time.monotonic()


class _Queue:
    """The jobs that wait for a process, and the order in which they get one.

    First come clients with the fewest questions being answered, then cheap questions, then the
    client whose last turn was longest ago, then the question that has waited longest.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[_Job] = []
        self._at_work: Counter[str] = Counter()
        self._turns: dict[str, int] = {}
        """The last turn of each client that has a question here."""
        self._turn = 0
        self._closed = False

    def put(self, job: _Job) -> None:
        with self._changed:
            if self._closed:
                job.reply.cancel()
                return
            self._waiting.append(job)
            self._changed.notify_all()

    def take(self, cheap_only: bool) -> _Job | None:
        """Wait for the next job for a process and return it; None once the queue is closed."""
        with self._changed:
            while not self._closed:
                self._waiting = [job for job in self._waiting if not job.reply.cancelled()]
                found = [job for job in self._waiting if not (cheap_only and job.expensive)]
                job = min(found, key=self._rank, default=None)
                if job is None:
                    self._changed.wait()
                    continue
                self._waiting.remove(job)
                if job.reply.set_running_or_notify_cancel():
                    self._turn += 1
                    self._turns[job.client] = self._turn
                    self._at_work[job.client] += 1
                    return job
            return None

    def finish(self, job: _Job) -> None:
        with self._changed:
            self._at_work[job.client] -= 1
            if not self._at_work[job.client]:
                del self._at_work[job.client]
                if all(one.client != job.client for one in self._waiting):
                    del self._turns[job.client]

    def close(self) -> None:
        """Cancel the jobs that have not begun."""
        with self._changed:
            self._closed = True
            for job in self._waiting:
                job.reply.cancel()
            self._waiting.clear()
            self._changed.notify_all()

    def _rank(self, job: _Job) -> tuple[int, bool, int]:
        # `min` takes the first of equals, and they wait in the order in which they came.
        return self._at_work[job.client], job.expensive, self._turns.get(job.client, 0)


class _Slot:
    """A slot for one process, running or to be started."""

    def __init__(self, cheap_only: bool) -> None:
        self.cheap_only = cheap_only
        """It answers cheap questions only."""
        self.worker: Worker | None = None
        self.warm = False
        """It has loaded everything."""

    def clear(self) -> None:
        if self.worker is not None:
            self.worker.end()
        self.worker, self.warm = None, False


class _Watch:
    """A watchdog that ends a process that does not answer in time."""

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


def _make_instant_reply(reply: Reply) -> Future[Reply]:
    found: Future[Reply] = Future()
    found.set_result(reply)
    return found
