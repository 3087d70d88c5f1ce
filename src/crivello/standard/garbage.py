"""Pause the search for garbage during work that makes very many values."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps

from crivello.standard.typing_names import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def without_collection(work: Callable[P, T]) -> Callable[P, T]:
    """Run work without the garbage collector, when nearly all values that it makes stay.

    With 10,000 players a quarter of the time went into looking through them again and again for
    values that only hold each other.
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
