"""Steps of the systems that are defined as procedures: Dutch 2011, Dubov 1997, Burstein 2016, Lim.

An *event* is any action of a procedure other than opening a group or making a pair. Each system
defines its kinds of events once, as values, and records them where they occur. Players are ids.
"""

from __future__ import annotations

from fractions import Fraction

from crivello.model.trace import Pairs, Step
from crivello.standard.classes import frozen

Values = tuple[tuple[str, int], ...]
"""Named numbers of a step, such as ``(("x", 1), ("p", 2))``."""


@frozen
class EventType:
    """A kind of event in a procedure."""

    code: str
    """Short name, the same in every language, such as ``merged``."""
    sentence: str
    """Template of the catalogue; it may name {players} and the values of the step."""


@frozen
class GroupOpened(Step):
    """The opening of a group: its players, its numbers, and its division into two halves."""

    article: str
    """The article by which it is opened, or opened again."""
    score: int
    """Score of the group's own players, in units."""
    players: tuple[int, ...]
    """All its players, in order."""
    floaters: tuple[int, ...] = ()
    """Players from another score."""
    s1: tuple[int, ...] = ()
    """The first half, or column: S1, the players with White, the upper half …"""
    s2: tuple[int, ...] = ()
    values: Values = ()
    """The system's own numbers when the group is opened, such as x and p."""

    remainder: bool = False
    """True for the rest of the group opened before, once its floaters from above are paired."""

    def value(self, name: str) -> int | None:
        return dict(self.values).get(name)


@frozen
class ProcedureEvent(Step):
    """An event of the procedure, with its article and players."""

    article: str
    event: EventType
    players: tuple[int, ...] = ()
    values: Values = ()


@frozen
class RatingsKnown(Step):
    """The ratings by which Dubov 1997 orders and chooses players."""

    players: tuple[tuple[int, int, Fraction], ...]
    """Id, rating, and average rating of the opponents (ARO)."""


@frozen
class PairsProposed(Step):
    """The pairs with which the pairing of a group begins (Lim, 2.4)."""

    article: str
    pairs: Pairs


@frozen
class Trial:
    """One way to pair a group, as the sieve judged it."""

    pairs: Pairs
    leaving: tuple[int, ...]
    failures: tuple[tuple[str, int], ...]
    """Its failures by requirement; empty if it is not allowed."""
    article: str = ""
    """The article that does not allow it."""
    chosen: bool = False


@frozen
class CandidatesTried(Step):
    """All candidates that the sieve tried for a group, in order (Dutch 2011)."""

    article: str
    """C.7: transpositions of a heterogeneous bracket; C.8: exchanges and transpositions."""
    candidates: tuple[Trial, ...]
    remainder: bool = False


@frozen
class PairDropped(Step):
    """A pair that was considered and not made, with the reason."""

    article: str
    """The article that forbids or undoes it."""
    a: int
    b: int
    reason: str
    """Template of the catalogue; it may name {a} and {b}."""


@frozen
class PairFixed(Step):
    """A pair that was made; a later step may undo its group."""

    article: str
    a: int
    b: int


@frozen
class GroupPaired(Step):
    """The end of a group's pairing: its pairs, and the players who leave it unpaired."""

    article: str
    score: int
    pairs: Pairs
    leaving: tuple[int, ...] = ()
    """Players who go on to another group, or get the bye from the last one."""
