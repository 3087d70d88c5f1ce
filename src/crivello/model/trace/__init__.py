"""Typed steps: what a pairing system records while it computes, and `explain` renders later.

A system gets a list to append to, or None when nobody asks; it never formats text. This record is
what lets the arbiter explain a pairing (C.04.1: 9).
"""

from crivello.model.trace.common import (
    BoardsOrdered,
    ByeDecided,
    ColourAllocated,
    CompletionTested,
    Pairs,
    Step,
    Trace,
)

__all__ = [
    "BoardsOrdered",
    "ByeDecided",
    "ColourAllocated",
    "CompletionTested",
    "Pairs",
    "Step",
    "Trace",
]
