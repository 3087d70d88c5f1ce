"""The Scheveningen system: two teams, in which each player meets every player of the other team.

FIDE has no rules for it in force, so the tables are the project's own
(docs/decisions/scheveningen-tables.md): in round r, player i of team A meets player i + r - 1 of
team B, modulo the number of boards.
"""

from __future__ import annotations

from crivello.model.errors import Unsupported
from crivello.model.sentence import N_
from crivello.standard.classes import NamedTuple

SMALLEST, LARGEST = 2, 10
SIZES = N_("Scheveningen tables are for {smallest} to {largest} boards, not for {boards}.")

_ODD = {
    3: ("WBB", "BWB", "WBW"),
    5: ("WWBWB", "BWBWB", "WWBBW", "BBWBW", "WBWBW"),
    7: ("BWBWBWB", "BWBWBWW", "BWBWBWB", "BWBWBBW", "WBWBWBB", "WBWBWBW", "WBWBWBW"),
    9: (
        "BWBBWBWWB",
        "WBWBWBBWB",
        "WBWWBWBWB",
        "WWBWBWBWB",
        "BBWBWWBWW",
        "WBWBBWWBW",
        "WBWWBBWBB",
        "BWBWBBWBW",
        "BWBWWBWBW",
    ),
}
"""Colours of the players of team A, round by round."""


class ScheveningenGame(NamedTuple):
    """A game between two teams; players are numbered in their team from 1.

    >>> game = ScheveningenGame(a=1, b=3, a_has_white=False)
    >>> print(game, game.white, game.black)
    B3-A1 B3 A1
    """

    a: int
    b: int
    a_has_white: bool

    @property
    def white(self) -> str:
        """The team and number of White, such as ``A1``."""
        return f"A{self.a}" if self.a_has_white else f"B{self.b}"

    @property
    def black(self) -> str:
        """The team and number of Black, such as ``B3``."""
        return f"B{self.b}" if self.a_has_white else f"A{self.a}"

    def __str__(self) -> str:
        return f"{self.white}-{self.black}"


def scheveningen_table(boards: int) -> tuple[tuple[ScheveningenGame, ...], ...]:
    """Return the games of each round, board by board.

    >>> for games in scheveningen_table(2):
    ...     print(*games)
    A1-B1 A2-B2
    B2-A1 B1-A2
    """
    if not SMALLEST <= boards <= LARGEST:
        raise Unsupported(SIZES, smallest=SMALLEST, largest=LARGEST, boards=boards)
    colours = _ODD.get(boards) or _alternate_colours(boards)
    return tuple(
        tuple(
            ScheveningenGame(a + 1, (a + number) % boards + 1, colours[a][number] == "W")
            for a in range(boards)
        )
        for number in range(boards)
    )


def _alternate_colours(boards: int) -> tuple[str, ...]:
    """Return the colours of team A, round by round, for an even number of boards: each player
    alternates.

    For every four boards two players, the first ones, begin with Black.
    """
    black_first = 2 * (boards // 4)
    alternating = "WB" * boards
    return tuple(
        alternating[1 : boards + 1] if a < black_first else alternating[:boards]
        for a in range(boards)
    )
