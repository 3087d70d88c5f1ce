"""Disable the garbage collector during work that makes very many values."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps

from crivello.standard.typing_names import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def without_collection(work: Callable[P, T]) -> Callable[P, T]:
    """Run a function without the garbage collector, because it keeps nearly all values it makes.

    With 10,000 players the collector took a quarter of the time.
    """

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled():
            return work(*args, **kwargs)
        gc.disable()
        try:
            return work(*args, **kwargs)
        finally:
            gc.enable()

    return run
