"""The step of a round robin: its round is read from the table."""

from __future__ import annotations

from crivello.model.trace import Pairs, Step
from crivello.standard.classes import frozen


@frozen
class TableRead(Step):
    """One round of the Berger table, with the numbers that the players drew."""

    cycle: int
    cycles: int
    table_round: int
    exchanged: bool
    """True for one of the two rounds that are exchanged at the end of a cycle."""
    seats: tuple[tuple[int, int], ...]
    """Number of the table, and id of the player who drew it."""
    pairs: Pairs
    """Numbers, White first."""
    free: int | None = None
    """Id of the player who meets the empty number."""
    away: tuple[int, ...] = ()
    """Players not to be paired in this round; nor are their opponents in the table."""

    @property
    def number(self) -> dict[int, int]:
        """The number of each player in the table, by id."""
        return {player: number for number, player in self.seats}

    @property
    def turned(self) -> bool:
        """True if the colours are the reverse of those in the table."""
        return self.cycle % 2 == 0
