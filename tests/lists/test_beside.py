"""Work in a process of its own has limits, tells how far it is, and can be stopped."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from typing import Any

import pytest

from crivello.lists.beside import LATE, NO_MEMORY, STOPPED, Beside, Tell
from crivello.model.errors import CrivelloError, Malformed, TooLarge, Unsupported

DIED = "It ended without an answer."
ENDLESS = 3600.0


def greedy(tell: Tell) -> int:
    return sum(map(len, [bytearray(2**24) for _ in range(1000)]))


def endless(tell: Tell) -> None:
    tell(1, 4)
    time.sleep(ENDLESS)


def refusing(tell: Tell) -> None:
    raise Malformed("no {what}", what="thing")


def quick(one: int, two: int, tell: Tell) -> int:
    return one + two


def beside(work: Any, *arguments: Any, **limits: Any) -> Beside:
    return Beside(work, *arguments, died=DIED, turn=threading.Lock(), **limits)


def test_an_answer_and_an_error_come_back() -> None:
    assert beside(quick, 1, 2, seconds=600, memory=2**30).run() == 3
    with pytest.raises(Malformed, match="no thing"):
        beside(refusing).run()


def test_what_takes_too_much_memory_ends_in_our_own_error() -> None:
    with pytest.raises(TooLarge) as error:
        beside(greedy, memory=2**30).run()
    assert (error.value.template, error.value.values) == (NO_MEMORY, {"limit": 1024})


def test_what_takes_too_long_ends_in_our_own_error() -> None:
    work = beside(endless, seconds=0.5)
    with pytest.raises(TooLarge) as error:
        work.run()
    assert error.value.template == LATE


def test_it_tells_how_far_it_is_and_is_stopped() -> None:
    work = beside(endless)
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(work.run())
        except CrivelloError as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    while work.total == 0:
        time.sleep(0.01)
    assert (work.done, work.total) == (1, 4)
    work.stop()
    error = future.exception(timeout=ENDLESS)
    assert isinstance(error, CrivelloError)
    assert error.template == STOPPED


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(Unsupported) as error:
        beside(dying).run()
    assert error.value.template == DIED


def dying(tell: Tell) -> None:
    import os

    os._exit(3)
