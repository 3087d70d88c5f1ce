"""What is announced: prize lists, who may win from them, and how ties and money are treated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from crivello.standings.categories import Category


class Mode(Enum):
    """How many prizes one player may win."""

    ONE = "one"
    """One, the most valuable that is open to him."""
    ALL = "all"
    """One of each list."""


class Ties(Enum):
    """Who gets the prizes of players with equal points."""

    TIE_BREAK = "tie-break"
    """Each his own, in the order of the standings; who is tied there as well shares."""
    SHARED = "shared"
    """Equal points share."""
    HORT = "hort"
    """Half of the money by tie-break, half of it shared."""


@dataclass(frozen=True, slots=True, order=True)
class Prize:
    """One prize: the list by its place in the file, the place in the list from 1, and the money."""

    list: int
    place: int
    amount: int
    thing: str = ""
    """What it is, if it is no money; then the amount is 0."""
    value: int = 0
    """What a thing is worth beside other prizes, if that is said."""

    @property
    def worth(self) -> int:
        return self.value if self.thing else self.amount


@dataclass(frozen=True, slots=True)
class Thing:
    """A prize that is no money: a cup, a book."""

    name: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The first, second, … prize of one kind."""

    name: str
    amounts: tuple[int | Thing, ...]
    """In the smallest coin, or things; none is worth more than the one before it."""
    ties: Ties = Ties.SHARED
    categories: tuple[Category, ...] = ()
    """For players who belong to all of these."""
    players: tuple[int, ...] = ()
    """For these players only, if any are named: their ids."""
    minimum_players: int = 0
    """Given only if it is open to so many players."""
    minimum_games: int = 1
    """Open to players of so many games played over the board."""
    besides: bool = False
    """Its prizes may be won besides the one prize of a player."""


@dataclass(frozen=True, slots=True)
class PrizeRules:
    lists: tuple[PrizeList, ...]
    mode: Mode = Mode.ONE
    currency: str = ""
    decimals: int = 2
    """Places of the smallest coin."""
    unit: int = 1
    """Payments are rounded down to a multiple of so many coins."""

    lots: tuple[int, ...] = ()
    """Players in the order in which lots were drawn, for things that tie-breaks leave open."""

    def prizes(self, index: int) -> tuple[Prize, ...]:
        """The prizes of a list in their order."""
        return tuple(
            Prize(index, place, 0, one.name, one.value)
            if isinstance(one, Thing)
            else Prize(index, place, one)
            for place, one in enumerate(self.lists[index].amounts, start=1)
        )

    @property
    def total(self) -> int:
        """All the money."""
        return sum(prize.amount for index in range(len(self.lists)) for prize in self.prizes(index))
