"""Work spread over processes: results as they come, and no item lost when a process dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

ATTEMPTS_ALONE = 2
"""How often an item may take its process down, running alone, before we give it up."""


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
    others = multiprocessing.active_children()
    pool = _pool(workers)
    running: dict[Future[Done], Item] = {}
    finished = False
    try:
        while waiting or running:
            while waiting and len(running) < 2 * workers:
                item = waiting.pop()
                try:
                    running[pool.submit(work, item)] = item
                except BrokenProcessPool:
                    waiting.append(item)
                    raise
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                del running[future]
                yield result
        finished = True
    except BrokenProcessPool:
        suspects.extend(running.values())
    except BaseException:
        # Stopped from outside: nobody waits for what is still running.
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        # Not waited for, an idle pool may still be closing its pipes when the interpreter ends.
        pool.shutdown(wait=finished, cancel_futures=True)


def _alone(
    work: Callable[[Item], Done], item: Item, given_up: Callable[[Item], Done]
) -> Iterator[Done]:
    for _ in range(ATTEMPTS_ALONE):
        pool = _pool(1)
        try:
            result = pool.submit(work, item).result()
        except BrokenProcessPool:
            continue
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        yield result
        return
    yield given_up(item)


def _pool(workers: int) -> ProcessPoolExecutor:
    # A fresh interpreter for each: no copies of threads or locks, and the same on every system.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, _begin)


def _begin() -> None:
    """In each process: Ctrl-C is the parent's business, and it must not be outlived."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
