"""Steps that every system takes."""

from __future__ import annotations

from dataclasses import dataclass

Pairs = tuple[tuple[int, int], ...]
"""Pairs of player ids; which of the two is named first is said where it matters."""


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded step of a pairing."""


Trace = list[Step]


@dataclass(frozen=True, slots=True)
class ByeDecided(Step):
    """Who gets the pairing-allocated bye, and by which article."""

    player: int
    article: str
    barred: tuple[int, ...] = ()
    """Players passed over because they may not have it."""
    bar: str = ""
    """The article that bars them, where it is another one."""
    same_score: tuple[int, ...] = ()
    """Where the bye comes first: all with the same score, in the order in which they are asked."""


@dataclass(frozen=True, slots=True)
class CompletionTested(Step):
    """Can the players not yet paired be paired among themselves?"""

    players: tuple[int, ...]
    possible: bool
    witness: Pairs = ()
    """One legal way to do it."""
    blocked: tuple[int, ...] = ()
    """If it is impossible: players who cannot all be paired."""


@dataclass(frozen=True, slots=True)
class ColourAllocated(Step):
    """The colours of one pair and the rule that decided."""

    white: int
    black: int
    rule: str
    """Article of the edition, such as ``E.2`` or ``5.2.2``."""


@dataclass(frozen=True, slots=True)
class BoardsOrdered(Step):
    """The pairs in publication order."""

    boards: Pairs
    """White first."""
