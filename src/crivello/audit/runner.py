"""The executors of campaigns and studies: processes of this machine, or a Dask cluster.

With the extra `cluster` a local cluster is started, or the work is sent to the scheduler that is
named; without it plain processes do the same. The results do not depend on the choice.
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import resource_tracker
from typing import Any, TypeVar
from uuid import uuid4

from crivello import __version__
from crivello.audit.processes import cores, in_processes
from crivello.extras import is_installed, require
from crivello.model.errors import CrivelloError
from crivello.model.sentence import N_
from crivello.standard.classes import frozen

Item = TypeVar("Item")
Done = TypeVar("Done")

PROCESSES = "processes"
LOCAL = "local"
SECONDS = 60
"""The time limit for a scheduler to answer, and for its first worker to appear, in seconds."""


class NoCluster(CrivelloError, code="no-cluster"):
    """Raised if the cluster does not exist, or cannot do the work."""


@frozen
class Executor:
    """Where work is done: how many processes, and on which scheduler."""

    jobs: int = 0
    """The number of processes at once on this machine; 0 means one for each core."""
    scheduler: str = ""
    """The address of a scheduler, `LOCAL` or `PROCESSES`; empty means local if Dask is
    installed.
    """

    @property
    def place(self) -> str:
        if self.scheduler and self.scheduler != PROCESSES:
            require("cluster", N_("A cluster needs Dask: {command}"))
        return self.scheduler or (LOCAL if is_installed("cluster") else PROCESSES)


def spread(
    work: Callable[[Item], Done],
    items: Sequence[Item],
    executor: Executor,
    given_up: Callable[[Item], Done],
) -> Iterator[Done]:
    """Yield the results of `work` as `in_processes` does, or from a cluster."""
    place, jobs = executor.place, executor.jobs or cores()
    if not items:
        return
    if place == PROCESSES:
        yield from in_processes(work, items, jobs, given_up)
        return
    with _client(place, min(jobs, len(items))) as client:
        yield from _on_cluster(client, work, items, given_up)


@contextmanager
def _client(place: str, jobs: int) -> Iterator[Any]:
    """Return a client of the scheduler at `place`, or of a local cluster that ends with the
    client.
    """
    dask: Any = import_module("dask")
    distributed: Any = import_module("distributed")
    quiet = logging.CRITICAL  # we replace a worker that dies ourselves
    logging.getLogger("distributed").setLevel(quiet)
    if place == LOCAL:
        with dask.config.set({"distributed.worker.daemon": True}), _ignoring_interrupts():
            cluster = distributed.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=quiet,
            )
        with cluster, distributed.Client(cluster) as client:
            yield client
        return
    try:
        client = distributed.Client(place, timeout=SECONDS)
    except (OSError, ValueError) as error:
        raise NoCluster(
            N_("No scheduler answers at {address}: start one, or correct the address."),
            address=place,
        ) from error
    with client:
        _refuse_unfit(client, place)
        yield client


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from the threads and processes started here; the program handles it itself."""
    if sys.platform == "win32":
        yield
    else:
        resource_tracker.ensure_running()  # it would let interrupts in when it starts
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _refuse_unfit(client: Any, place: str) -> None:
    """Raise `NoCluster` unless there are workers with our version of the program."""
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError as error:
        raise NoCluster(
            N_("The scheduler at {address} has no workers: start some there."), address=place
        ) from error
    try:
        versions: dict[str, str] = client.run(version)
    except ImportError as error:
        raise NoCluster(
            N_("The workers at {address} do not have crivello: install version {version} there."),
            address=place,
            version=__version__,
        ) from error
    for worker, found in sorted(versions.items()):
        if found != __version__:
            raise NoCluster(
                N_("The worker {worker} has crivello {found}: install version {version} there."),
                worker=worker,
                found=found,
                version=__version__,
            )


def version() -> str:
    """Return the program's version on a worker."""
    return __version__


def _on_cluster(
    client: Any,
    work: Callable[[Item], Done],
    items: Sequence[Item],
    given_up: Callable[[Item], Done],
) -> Iterator[Done]:
    """Yield results from a cluster.

    The scheduler gets only a few items for each worker at a time; other items wait here.
    """
    distributed: Any = import_module("distributed")
    run, todo = uuid4().hex, iter(enumerate(items))
    sent: dict[str, Item] = {}
    finished = distributed.as_completed(loop=client.loop)

    def send() -> None:
        for index, item in todo:
            future = client.submit(work, item, key=f"crivello-{run}-{index}", pure=False)
            sent[future.key] = item
            finished.add(future)
            return

    for _ in range(max(4 * sum(client.nthreads().values()), 16)):
        send()
    for future in finished:
        item = sent.pop(future.key)
        try:
            answer = future.result()
        except distributed.KilledWorker:
            answer = given_up(item)
        future.release()
        send()
        yield answer
