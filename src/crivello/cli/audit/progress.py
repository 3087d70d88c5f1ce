"""A line on the terminal that tells how far a long command is; nothing where nobody looks."""

from __future__ import annotations

import sys
import time

from crivello.cli.console import Console
from crivello.words.columns import cut, pad

BAR = 20


class ProgressLine:
    """Rewritten in place on standard error, a few times a second at most."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown = False
        self._last = 0.0
        self.visible = sys.stderr.isatty()

    def update(self, done: int, of: int, text: str) -> None:
        now = time.monotonic()
        if not self.visible or (now - self._last < 0.2 and done < of):
            return
        self._last = now
        full = BAR * done // of if of else BAR
        line = f"[{'#' * full}{'.' * (BAR - full)}] {done}/{of}  {text}"
        room = self._console.width - 1
        sys.stderr.write("\r" + pad(cut(line, room), room))
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * (self._console.width - 1) + "\r")
            sys.stderr.flush()
            self._shown = False


def clock(seconds: float) -> str:
    """A duration as hours, minutes and seconds: ``1:02:03``, ``2:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
