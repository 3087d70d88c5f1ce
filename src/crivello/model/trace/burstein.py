"""Steps of the Burstein system. Players are ids."""

from __future__ import annotations

from enum import Enum

from crivello.model.trace import Pairs, Step
from crivello.standard.classes import frozen


class Key(Enum):
    """The keys by which players are ordered."""

    SONNEBORN_BERGER = "sonneborn-berger"
    """In units squared."""
    BUCHHOLZ = "buchholz"
    """In units, as the Median."""
    MEDIAN = "median"
    RATING = "rating"
    NUMBER = "number"
    """The pairing number: the only key by which the lower value comes first."""


@frozen
class RoundCounted:
    """What one round contributes to a player's sums."""

    opponent_score: int
    points: int
    as_it_is: bool
    """True if the opponent's score counts unchanged, False if the rules replace it."""


@frozen
class PlayerPlace:
    """A player's place in the order, with the values that decide it."""

    player: int
    values: tuple[int, ...]
    """By the keys of the order."""
    rounds: tuple[RoundCounted, ...]
    """What the sums are made of."""


@frozen
class PlayersOrdered(Step):
    """The order of all players, which applies to every group and to the bye."""

    article: str
    by: tuple[Key, ...]
    players: tuple[PlayerPlace, ...]
    """The highest first."""


class Objection(Enum):
    """The reason why the first combination of a group was not chosen."""

    NONE = "none"
    """None: the combination is chosen."""
    ILLEGAL = "illegal"
    """Some of its pairs may not be made."""
    FLOATED_ALREADY = "floated already"
    """A player from another score would float on."""
    BELOW = "below"
    """With its floaters, those below cannot be paired as required."""
    SCORES = "scores"
    """Its floaters have higher scores."""
    NEXT_BRACKET = "next bracket"
    """Its floaters serve the next bracket less well."""
    COLOURS = "colours"
    """Fewer players get their colour."""


@frozen
class FirstCombination(Step):
    """The first combination, in order, with as many floaters as the chosen one, and the objection
    to it.
    """

    pairs: Pairs
    floaters: tuple[int, ...]
    objection: Objection
    article: str
    """The article of the objection, or that of the order if there was none."""
    denied: tuple[int, int]
    """Pairs that cannot grant both colours: in this one, and in the chosen one."""
