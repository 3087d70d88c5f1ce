"""A process pool that yields results as they come and loses no item when a process dies.

It does not use `multiprocessing`, where a process that is still starting when its parent ends finds
neither its pipe nor its locks, and prints a traceback.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import IO, Any, Generic, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

ATTEMPTS = 3
"""The number of processes that an item may kill before it is given up."""

PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; from crivello.audit.processes import serve; serve()"
)
"""A fresh interpreter: no copies of threads or locks, and the same on every system."""

BEGUN = b"+"
"""Sent by a worker process when it takes an item, before the answer."""


def cores() -> int:
    """Return the number of processes that can run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    work: Callable[[Item], Done],
    items: Sequence[Item],
    workers: int,
    given_up: Callable[[Item], Done],
) -> Iterator[Done]:
    """Yield the results of `work` for all items as they finish; raise any error of `work`.

    If a process dies, its item runs again in another one; an item that kills every process is
    answered by `given_up`. No process is left over, however this ends.
    """
    pool = _Pool(work, items, given_up)
    threads = [threading.Thread(target=pool.attend) for _ in range(min(workers, len(items)))]
    try:
        for thread in threads:
            thread.start()
        for _ in items:
            answer = pool.answers.get()
            if isinstance(answer, _Failure):
                raise answer.error
            yield answer
    finally:
        pool.stop()
        for thread in threads:
            if thread.is_alive():
                thread.join()


class _Failure:
    """An answer that is an error."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class _Pool(Generic[Item, Done]):
    """The worker processes of one call of `in_processes`, each served by a thread."""

    def __init__(
        self,
        work: Callable[[Item], Done],
        items: Sequence[Item],
        given_up: Callable[[Item], Done],
    ) -> None:
        self.answers: SimpleQueue[Done | _Failure] = SimpleQueue()
        """One for each item."""
        self._work = work
        self._given_up = given_up
        self._waiting = deque(items)
        self._running: set[Worker] = set()
        self._stopped = False
        self._lock = threading.Lock()
        """No process is started after all were stopped."""

    def attend(self) -> None:
        """Serve one worker process: give it item after item, and queue the answers."""
        worker = None
        while not self._stopped:
            try:
                item = self._waiting.popleft()
            except IndexError:
                break
            try:
                worker, answer = self._answer(worker, item)
            except Exception as error:  # noqa: BLE001 - raised where the answers are awaited
                answer = _Failure(error)
            self.answers.put(answer)
        self._end(worker)

    def stop(self) -> None:
        """Stop the processes without waiting for their work."""
        with self._lock:
            self._stopped = True
            for worker in self._running:
                worker.kill()

    def _answer(self, worker: Worker | None, item: Item) -> tuple[Worker | None, Done | _Failure]:
        """Return the worker and its answer; if it dies, ask a new worker.

        After too many deaths return None and the answer of `given_up`.
        """
        for _ in range(ATTEMPTS):
            try:
                worker = worker or self._start()
                return worker, worker.ask(item)
            except WorkerDied:
                self._end(worker)
                worker = None
        return None, self._given_up(item)

    def _start(self) -> Worker:
        with self._lock:
            if self._stopped:
                raise WorkerDied
            worker = Worker()
            self._running.add(worker)
        worker.send(self._work)
        return worker

    def _end(self, worker: Worker | None) -> None:
        if worker is not None:
            with self._lock:
                self._running.discard(worker)
            worker.end()


class WorkerDied(Exception):
    """Raised if a worker process ends without an answer."""

    def __init__(self, begun: bool = False) -> None:
        super().__init__()
        self.begun = begun
        """It had begun to work on the item; otherwise the item has nothing to do with its end."""


class Worker:
    """A process that answers items; the first thing sent to it is the function to call.

    It has a process group of its own, so that Ctrl-C reaches only the program. It prints nothing:
    an error is an answer too. It ends with the program, even if that is killed, because its input
    is closed then.
    """

    def __init__(self) -> None:
        new_group: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            new_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            **new_group,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def send(self, value: object) -> None:
        assert self._process.stdin is not None
        try:
            _write(self._process.stdin, pickle.dumps(value))
        except OSError as error:
            raise WorkerDied from error

    def ask(self, item: object) -> Any:
        self.send(item)
        assert self._process.stdout is not None
        begun = self._process.stdout.read(len(BEGUN)) == BEGUN
        answer = _read(self._process.stdout) if begun else None
        if answer is None:
            raise WorkerDied(begun)
        return pickle.loads(answer)

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):  # it did not read everything it was sent
                stream.close()


def serve() -> None:
    """Answer items in a worker process until its input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the work prints is not an answer
    items: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        while (item := _read(sys.stdin.buffer)) is not None:
            items.put(item)
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    try:
        work = pickle.loads(items.get())
        while True:
            item = items.get()
            answers.write(BEGUN)
            answers.flush()
            _write(answers, _run_work(work, item))
    finally:
        os._exit(1)


def _run_work(work: Callable[[Any], object], item: bytes) -> bytes:
    try:
        return pickle.dumps(work(pickle.loads(item)))
    except Exception as error:  # noqa: BLE001 - whoever asks gets it
        error.add_note(traceback.format_exc())
        return pickle.dumps(_Failure(error))


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(8, "big") + data)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """Return the next item; None at the end of the input, even in the middle of an item."""
    size = int.from_bytes(stream.read(8), "big")
    data = stream.read(size)
    return data if size and len(data) == size else None
