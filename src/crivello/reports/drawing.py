"""Drawing a PDF beside everything else.

A thousand pairing cards take a minute and a half of a processor and two gigabytes.
"""

from __future__ import annotations

import threading

from crivello.lists.beside import STOPPED, Beside, Tell
from crivello.model.errors import N_
from crivello.reports.pdf import as_pdf

__all__ = ["DIED", "STOPPED", "Drawing"]

DIED = N_("The PDF was not made: drawing it ended without an answer, perhaps for want of memory.")

_one = threading.Lock()
"""One at a time: two long lists at once are too much for a small computer."""


class Drawing(Beside):
    """One page as PDF."""

    def __init__(self, page: str) -> None:
        super().__init__(_draw, page, died=DIED, turn=_one)

    def run(self) -> bytes:
        made = super().run()
        assert isinstance(made, bytes)
        return made


def _draw(page: str, tell: Tell) -> bytes:
    """In the other process."""
    return as_pdf(page)
