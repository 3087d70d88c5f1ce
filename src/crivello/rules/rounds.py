"""Rounds: how many a tournament needs, and the order of its boards."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board


def rounds_needed(players: int) -> int:
    """Return the fewest rounds after which only one player can have won all games: 2^T ≥ players.

    >>> [rounds_needed(players) for players in (1, 2, 3, 64, 65, 128)]
    [0, 1, 2, 6, 7, 7]
    """
    return max(players - 1, 0).bit_length()


def most_players(rounds: int) -> int:
    """Return the most players among whom this number of rounds finds one winner."""
    return 1 << rounds


# Publication order of the boards (C.04.2: 3.6, old D.9).


def in_publication_order(pairs: Iterable[tuple[Entrant, Entrant]], field: Field) -> list[Board]:
    """Order pairs, White first: by the score of the higher ranked, the sum of scores, and that
    number."""
    # C.04.2.D.9 (1, 2)
    # Dutch 2011: F.1
    scores = field.board_score

    def key(pair: tuple[Entrant, Entrant]) -> tuple[int, int, int]:
        one, two = pair
        first = scores.get(one.id, one.score)
        second = scores.get(two.id, two.score)
        ahead = one if (-first, one.number) < (-second, two.number) else two
        return -max(first, second), -(first + second), ahead.number

    return [Board(white.id, black.id) for white, black in sorted(pairs, key=key)]
