"""One bracket of the 2026 text, literally: all pairings in their order, the best one kept."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.field import Entrant
from crivello.systems.burstein.generation import Combination, combinations
from crivello.systems.burstein.groups import Group, may_meet_2026, same_preference
from crivello.systems.burstein.procedure_2026 import Choose
from crivello.systems.completion import LegalPairs

Floated = tuple[int, tuple[int, ...]]
"""C5 and C6 of a bracket: how many float, and their scores, the highest first."""


def sifting(legal: LegalPairs) -> Choose:
    """The literal choice; it asks the rules themselves and not the graph."""
    return choose


def choose(bracket: Group, below: tuple[tuple[Entrant, ...], ...]) -> Combination:
    """The first pairing that is best by C5 to C8, among those that fulfil C1 to C4."""
    players = bracket.players
    for floaters in range(len(players) % 2, len(players) + 1, 2):
        best: Combination | None = None
        value: tuple[object, ...] = ()
        for candidate in combinations(len(players), floaters):
            if not all(may_meet_2026(players[i], players[j]) for i, j in candidate.pairs):
                continue
            leaving = tuple(players[i] for i in candidate.floaters)
            if not _completable([*leaving, *(player for group in below for player in group)]):
                continue
            c8 = sum(same_preference(players[i], players[j]) for i, j in candidate.pairs)
            this = (_scores(leaving), _next_bracket(leaving, below), c8)
            if best is None or this < value:
                best, value = candidate, this
        if best is not None:
            return best
    raise AssertionError("a bracket is opened only when everybody left can be paired")


def _scores(floaters: Sequence[Entrant]) -> tuple[int, ...]:
    return tuple(sorted((player.score for player in floaters), reverse=True))


def _next_bracket(leaving: tuple[Entrant, ...], below: tuple[tuple[Entrant, ...], ...]) -> Floated:
    """C7: the best C5 and C6 of the next bracket, with C4 for those below it."""
    if not below:
        return 0, ()
    players = (*leaving, *below[0])
    rest = [player for group in below[1:] for player in group]
    for floaters in range(len(players) % 2, len(players) + 1, 2):
        found = [
            _scores([players[i] for i in candidate.floaters])
            for candidate in combinations(len(players), floaters)
            if all(may_meet_2026(players[i], players[j]) for i, j in candidate.pairs)
            and _completable([*(players[i] for i in candidate.floaters), *rest])
        ]
        if found:
            return floaters, min(found)
    raise AssertionError("the floaters and all below them can be paired")


def _completable(players: list[Entrant]) -> bool:
    """C4: can these be paired with one another?"""
    if not players:
        return True
    first, rest = players[0], players[1:]
    return any(
        may_meet_2026(first, other) and _completable([p for p in rest if p is not other])
        for other in rest
    )
