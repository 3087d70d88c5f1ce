"""Work spread over processes: results as they come, and no item lost when a process dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

ATTEMPTS_ALONE = 2
"""How often an item may take its process down, running alone, before we give it up."""

HELD = (signal.SIGINT, signal.SIGTERM)


def cores() -> int:
    """How many processes may run at once on this machine, as far as we are allowed."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    work: Callable[[Item], Done],
    items: Sequence[Item],
    workers: int,
    given_up: Callable[[Item], Done],
) -> Iterator[Done]:
    """`work` of each item, in the order they finish.

    When a process dies, whatever was running runs again, each item alone, so that the guilty one
    does not take others with it; what dies alone again is answered by `given_up`.
    """
    waiting = list(reversed(items))
    while waiting:
        suspects: list[Item] = []
        yield from _until_broken(work, waiting, workers, suspects)
        for item in suspects:
            yield from _alone(work, item, given_up)


def _until_broken(
    work: Callable[[Item], Done], waiting: list[Item], workers: int, suspects: list[Item]
) -> Iterator[Done]:
    """Take items from `waiting`; after a break, what was running is in `suspects`."""
    running: dict[Future[Done], Item] = {}
    with _pool(workers) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    item = waiting.pop()
                    try:
                        running[_submit(pool, work, item)] = item
                    except BrokenProcessPool:
                        waiting.append(item)
                        raise
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    del running[future]
                    yield result
        except BrokenProcessPool:
            suspects.extend(running.values())


def _alone(
    work: Callable[[Item], Done], item: Item, given_up: Callable[[Item], Done]
) -> Iterator[Done]:
    for _ in range(ATTEMPTS_ALONE):
        with _pool(1) as pool:
            try:
                result = _submit(pool, work, item).result()
            except BrokenProcessPool:
                continue
        yield result
        return
    yield given_up(item)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that have ended when we go on, however that comes.

    One that is still starting when its parent ends finds neither its pipe nor its locks, and says
    so in a traceback.
    """
    others = multiprocessing.active_children()
    # A fresh interpreter for each: no copies of threads or locks, and the same on every system.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin)
    try:
        yield pool
    except BaseException:
        # Stopped from outside: nobody waits for what is still running.
        for child in multiprocessing.active_children():
            if child not in others:
                child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, work: Callable[[Item], Done], item: Item) -> Future[Done]:
    """Hand over an item, which may start a process.

    Until that has begun, signals wait: ours, so that it is not left half started, and its own,
    which it inherits, so that Ctrl-C in the terminal does not meet it while it loads modules.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(work, item)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        return pool.submit(work, item)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In each process: Ctrl-C is the parent's business, and it must not be outlived."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
