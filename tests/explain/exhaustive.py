"""Enumeration of all legal pairings of a small round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from crivello.model.field import Entrant

Meet = Callable[[Entrant, Entrant], bool]
Pairs = tuple[tuple[Entrant, Entrant], ...]


@dataclass(frozen=True)
class Whole:
    """A complete pairing of a round."""

    pairs: Pairs
    bye: Entrant | None

    @property
    def partner(self) -> dict[int, Entrant]:
        one = {a.id: b for a, b in self.pairs}
        return one | {b.id: a for a, b in self.pairs}

    def sets(self) -> set[frozenset[int]]:
        return {frozenset((a.id, b.id)) for a, b in self.pairs}


def matchings(
    players: Sequence[Entrant], meet: Meet, left: int
) -> Iterator[tuple[Pairs, tuple[Entrant, ...]]]:
    """Yield every way to pair the players that leaves exactly `left` of them over."""
    if not players:
        if left == 0:
            yield (), ()
        return
    first, *others = players
    if left:
        for pairs, alone in matchings(others, meet, left - 1):
            yield pairs, (first, *alone)
    for other in others:
        if meet(first, other):
            rest = [player for player in others if player is not other]
            for pairs, alone in matchings(rest, meet, left):
                yield ((first, other), *pairs), alone


def rounds(players: Sequence[Entrant], meet: Meet) -> Iterator[Whole]:
    """Yield every legal pairing of the round."""
    for pairs, alone in matchings(players, meet, len(players) % 2):
        if not any(player.barred for player in alone):
            yield Whole(pairs, alone[0] if alone else None)
