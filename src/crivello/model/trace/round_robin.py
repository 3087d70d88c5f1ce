"""The step of a round robin: its round is looked up in the table."""

from __future__ import annotations

from crivello.model.classes import frozen
from crivello.model.trace import Pairs, Step


@frozen
class TableRead(Step):
    """One round of the Berger table, and who has its numbers."""

    cycle: int
    cycles: int
    table_round: int
    exchanged: bool
    """Is it one of the two rounds that change places at the end of a cycle?"""
    seats: tuple[tuple[int, int], ...]
    """Number of the table, and id of the player who drew it."""
    pairs: Pairs
    """Numbers, White first."""
    free: int | None = None
    """Id of the player who meets the empty number."""
    away: tuple[int, ...] = ()
    """Players who are not to be paired in this round; neither is whom the table gives them."""

    @property
    def number(self) -> dict[int, int]:
        """Numbers of the table by player."""
        return {player: number for number, player in self.seats}

    @property
    def turned(self) -> bool:
        """Are the colours those of the table the other way round?"""
        return self.cycle % 2 == 0
