"""Rounds: how many a tournament needs, who meets in those of a round robin, the order of boards."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board


def rounds_needed(players: int) -> int:
    """The fewest rounds after which only one player can have won all games: 2^T ≥ players.

    >>> [rounds_needed(players) for players in (1, 2, 3, 64, 65, 128)]
    [0, 1, 2, 6, 7, 7]
    """
    return max(players - 1, 0).bit_length()


def most_players(rounds: int) -> int:
    """The most players among whom this number of rounds finds one winner."""
    return 1 << rounds


# Publication order of the boards (C.04.2: 3.6, old D.9).


def in_publication_order(pairs: Iterable[tuple[Entrant, Entrant]], field: Field) -> list[Board]:
    """Pairs, White first: by the score of the higher ranked, the sum of scores, and that number."""
    # Dutch 2011: F.1
    scores = field.board_score

    def key(pair: tuple[Entrant, Entrant]) -> tuple[int, int, int]:
        one, two = pair
        first = scores.get(one.id, one.score)
        second = scores.get(two.id, two.score)
        ahead = one if (-first, one.number) < (-second, two.number) else two
        return -max(first, second), -(first + second), ahead.number

    return [Board(white.id, black.id) for white, black in sorted(pairs, key=key)]


# Berger tables (C.05, Annex 1): who meets whom in each round of a round robin.


Pair = tuple[int, int]
"""The numbers of White and of Black."""


def berger_table(players: int) -> tuple[tuple[Pair, ...], ...]:
    """The games of each round by the numbers drawn.

    In an odd field the highest number of the table stays empty, and whoever meets it is free.
    """
    size = players + players % 2
    if size < 2:
        return ()
    turning = size - 1  # all but the last number move on from round to round
    rounds = []
    for number in range(turning):
        start = number * (size // 2) % turning
        first = (start + 1, size)
        pairs = [first if number % 2 == 0 else (size, start + 1)]
        for step in range(1, size // 2):
            pairs.append(((start + step) % turning + 1, (start - step) % turning + 1))
        rounds.append(tuple(pair for pair in pairs if players >= max(pair)))
    return tuple(rounds)
