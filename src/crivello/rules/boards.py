"""Publication order of the boards (C.04.2: 3.6, old D.9)."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board


def in_publication_order(pairs: Iterable[tuple[Entrant, Entrant]], field: Field) -> list[Board]:
    """Pairs, White first, by the score of the higher ranked, the sum of scores, his number."""
    scores = field.board_score

    def key(pair: tuple[Entrant, Entrant]) -> tuple[int, int, int]:
        one, two = pair
        first = scores.get(one.id, one.score)
        second = scores.get(two.id, two.score)
        ahead = one if (-first, one.number) < (-second, two.number) else two
        return -max(first, second), -(first + second), ahead.number

    return [Board(white.id, black.id) for white, black in sorted(pairs, key=key)]
