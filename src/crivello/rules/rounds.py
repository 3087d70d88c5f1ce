"""Rounds: how many a tournament needs, and the order of a round's boards."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board


def rounds_needed(players: int) -> int:
    """Return the fewest rounds after which only one player can have won all games: 2^rounds ≥
    players.

    >>> [rounds_needed(players) for players in (1, 2, 3, 64, 65, 128)]
    [0, 1, 2, 6, 7, 7]
    """
    return max(players - 1, 0).bit_length()


def most_players(rounds: int, places: int = 1) -> int:
    """Return the largest number of players among whom these rounds find the winner; for each
    further place one round more is needed. 0 if there are too few rounds.

    >>> [most_players(7, places) for places in (1, 2, 3)]
    [128, 64, 32]
    """
    spare = rounds - (places - 1)
    return 1 << spare if spare >= 0 else 0


# Publication order of the boards (C.04.2: 3.6, old D.9).


def in_publication_order(pairs: Iterable[tuple[Entrant, Entrant]], field: Field) -> list[Board]:
    """Return the boards of these pairs (White first) in the order in which they are published.

    First come the pairs whose higher-ranked player has the highest score, then those with the
    highest sum of scores, then those whose higher-ranked player has the smallest number.
    """
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
