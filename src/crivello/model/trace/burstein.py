"""Steps of the Burstein system. Players are ids."""

from __future__ import annotations

from enum import Enum

from crivello.model.classes import frozen
from crivello.model.trace import Pairs, Step


class Key(Enum):
    """What orders the players."""

    SONNEBORN_BERGER = "sonneborn-berger"
    """In units squared."""
    BUCHHOLZ = "buchholz"
    """In units, as the Median."""
    MEDIAN = "median"
    RATING = "rating"
    NUMBER = "number"
    """The pairing number; of all keys the only one by which the lower comes first."""


@frozen
class RoundCounted:
    """What one round adds to the sums of a player."""

    opponent_score: int
    points: int
    as_it_is: bool
    """The score of an opponent who was played; unplayed rounds are not imagined."""


@frozen
class PlayerPlace:
    """A player, and what decides the player's place."""

    player: int
    values: tuple[int, ...]
    """By the keys of the order."""
    rounds: tuple[RoundCounted, ...]
    """What the sums are made of."""


@frozen
class PlayersOrdered(Step):
    """Everybody in one order: that of the players in any group, and of the bye."""

    article: str
    by: tuple[Key, ...]
    players: tuple[PlayerPlace, ...]
    """The highest first."""


class Objection(Enum):
    """What speaks against the first combination of a group."""

    NONE = "none"
    """Nothing: it is taken."""
    ILLEGAL = "illegal"
    """Some of its pairs may not be made."""
    FLOATED_ALREADY = "floated already"
    """A player from another score would float on."""
    BELOW = "below"
    """With its floaters those below cannot be paired as they must."""
    SCORES = "scores"
    """Its floaters have higher scores."""
    NEXT_BRACKET = "next bracket"
    """Its floaters serve the next bracket less well."""
    COLOURS = "colours"
    """Fewer players get their colour."""


@frozen
class FirstCombination(Step):
    """The first combination, in order, with as many floaters as the chosen one has."""

    pairs: Pairs
    floaters: tuple[int, ...]
    objection: Objection
    article: str
    """The article of the objection, or that of the order if there is none."""
    denied: tuple[int, int]
    """Pairs that cannot grant both colours: in this one, and in the chosen one."""
