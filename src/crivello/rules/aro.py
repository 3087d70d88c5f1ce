"""Average rating of opponents met over the board (Dubov A.5 / 1.6): .5 goes up, 0 if none."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.model.history import History


def met_over_the_board(history: History) -> list[int]:
    """Opponents by id, round by round; repeated ones would count as often as met."""
    return [
        opponent
        for opponent, part in zip(history.opponents, history.parts, strict=True)
        if part.played and opponent is not None
    ]


def average_rating_of_opponents(history: History, ratings: Mapping[int, int]) -> int:
    """`ratings` by player id."""
    met = [ratings[opponent] for opponent in met_over_the_board(history)]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0
