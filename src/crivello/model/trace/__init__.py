"""Typed steps: the record that a pairing system makes while it computes, for `explain` to put into
words.

A system appends steps to a list, or gets None if no trace is wanted; it never formats text. With
this record the arbiter can explain a pairing (C.04.1: 9). This module has the steps that every
system uses.
"""

from __future__ import annotations

from collections.abc import Iterable

from crivello.standard.classes import frozen
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from crivello.model.field import Entrant

Pairs = tuple[tuple[int, int], ...]
"""Pairs of player ids; the order within a pair is documented where it matters."""


@frozen
class Step:
    """One recorded step of a pairing."""


Trace = list[Step]


@frozen
class ByeDecided(Step):
    """The player with the pairing-allocated bye, and the article that decides.

    Dubov 2018 and matches record `upfloats.ByeChosen` instead, with the reason.
    """

    player: int
    article: str
    barred: tuple[int, ...] = ()
    """Players passed over because they may not have it."""
    bar: str = ""
    """The article that bars them, where it is a different one."""
    same_score: tuple[int, ...] = ()
    """Where the bye comes first: all players with the same score, in the order of the rule."""


@frozen
class CompletionTested(Step):
    """A test whether the players not yet paired can be paired with one another."""

    players: tuple[int, ...]
    possible: bool
    witness: Pairs = ()
    """One legal way to do it."""
    blocked: tuple[int, ...] = ()
    """If it is impossible: players who cannot all be paired."""


@frozen
class ColourAllocated(Step):
    """The colours of one pair, and the rule that decided them."""

    white: int
    black: int
    rule: str
    """Article of the edition, such as ``E.2`` or ``5.2.2``."""


@frozen
class BoardsOrdered(Step):
    """The pairs in publication order."""

    boards: Pairs
    """White is first in each pair."""


def ids(players: Iterable[Entrant]) -> tuple[int, ...]:
    """Return the ids of the players."""
    return tuple([player.id for player in players])


def id_pairs(pairs: Iterable[tuple[Entrant, Entrant]]) -> Pairs:
    """Return the pairs as pairs of ids."""
    return tuple([(one.id, other.id) for one, other in pairs])
