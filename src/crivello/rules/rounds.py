"""How many rounds a Swiss tournament needs."""

from __future__ import annotations


def rounds_needed(players: int) -> int:
    """The fewest rounds after which only one player can have won all games: 2^T ≥ players.

    >>> [rounds_needed(players) for players in (1, 2, 3, 64, 65, 128)]
    [0, 1, 2, 6, 7, 7]
    """
    return max(players - 1, 0).bit_length()


def most_players(rounds: int) -> int:
    """The most players among whom so many rounds find one winner."""
    return 1 << rounds
