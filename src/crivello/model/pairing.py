"""The result of a pairing system: boards in publication order, the bye, and the trace."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum

from crivello.model.reprs import value_repr
from crivello.standard.classes import frozen
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:  # the steps are loaded only on demand
    from crivello.model.trace import Step


@frozen
class Board:
    """One game: the player with White and the player with Black.

    >>> white, black = Board(6, 2)
    >>> white, black, str(Board(6, 2))
    (6, 2, '6-2')
    """

    white: int
    """Id of the player with White."""
    black: int
    """Id of the player with Black."""

    __repr__ = value_repr

    def __iter__(self) -> Iterator[int]:
        return iter((self.white, self.black))

    def __str__(self) -> str:
        return f"{self.white}-{self.black}"


def opponents(boards: Collection[Board]) -> dict[int, int]:
    """Return each player's opponent, by id.

    >>> opponents([Board(6, 2)])
    {6: 2, 2: 6}
    """
    return {b.white: b.black for b in boards} | {b.black: b.white for b in boards}


@frozen
class RoundPairing:
    """The pairing of a round by a system: boards in publication order, and the bye."""

    round: int
    system: str
    """Key of the system and edition that made it."""
    boards: tuple[Board, ...]
    bye: int | None = None
    """Id of the player with the pairing-allocated bye."""
    trace: tuple[Step, ...] = ()
    """The record of the computation, if it was asked for."""


class Role(Enum):
    """The kinds of brackets in a round of the Dutch system."""

    NORMAL = "normal"
    PENULTIMATE = "PPB"
    """2017: paired again because the rest could not be completed."""
    COLLAPSED_LAST = "CLB"
    """2017: all that is left, in one bracket."""
