"""Berger tables (C.05, Annex 1): who meets whom in each round of a round robin."""

from __future__ import annotations

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
