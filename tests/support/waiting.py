"""Wait for a condition, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 120
"""For whatever is waited for: a condition costs no more time than it takes to come true."""


def until(condition: Callable[[], object], seconds: float = SECONDS) -> None:
    """Return as soon as the condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)
