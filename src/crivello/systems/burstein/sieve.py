"""Find the best combination of one group by trying all combinations in order.

Whether two players may meet is decided by the rules themselves, not by the graph that the solver
uses.
"""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.rules.colours import may_meet, may_meet_within_limits, same_preference
from crivello.systems.burstein.groups import BursteinGroup, Combination, combinations, scores_of
from crivello.systems.completion import LegalPairs

# 2016


def sift_2016(
    legal: LegalPairs, group: BursteinGroup, below: tuple[Entrant, ...], below_is_last: bool
) -> Combination | None:
    """Return the combination with the fewest pairs due the same colour, the first if several are
    equal; None if there is none.

    The floater must find an opponent in the next group. If that is the last group, it must be
    possible to pair that group.
    """
    players = group.players
    if len(players) % 2 and not below:
        return None
    best: Combination | None = None
    fewest_denied = 0
    for candidate in combinations(len(players), len(players) % 2):
        if not _is_legal(group, candidate):
            continue
        denied = sum(same_preference(players[i], players[j]) for i, j in candidate.pairs)
        if best is not None and denied >= fewest_denied:
            continue
        leaving = [players[i] for i in candidate.floaters]
        if below and not _can_be_paired_below(leaving, list(below), below_is_last):
            continue
        best, fewest_denied = candidate, denied
    return best


def _is_legal(group: BursteinGroup, candidate: Combination) -> bool:
    players = group.players
    return all(
        may_meet_within_limits(players[i], players[j]) for i, j in candidate.pairs
    ) and not any(players[i].id in group.incoming for i in candidate.floaters)


def _can_be_paired_below(
    floaters: list[Entrant], below: list[Entrant], below_is_last: bool
) -> bool:
    """Return True if the floater has an opponent below; if `below_is_last`, all other players there
    must be pairable too (6.6).
    """
    if not floaters:
        if not below_is_last or not below:
            return True
        return _can_be_paired_below(below[:1], below[1:], below_is_last)
    return any(
        may_meet_within_limits(floaters[0], opponent)
        and _can_be_paired_below(
            floaters[1:], [player for player in below if player is not opponent], below_is_last
        )
        for opponent in below
    )


# 2026


Floated = tuple[int, tuple[int, ...]]
"""C5 and C6 of a bracket: the number of floaters, and their scores, the highest first."""


def sift_2026(
    legal: LegalPairs, bracket: BursteinGroup, below: tuple[tuple[Entrant, ...], ...]
) -> Combination:
    """Return the best combination by the criteria C1 to C8, the first if several are equal."""
    players = bracket.players
    for floaters in range(len(players) % 2, len(players) + 1, 2):
        best: Combination | None = None
        value: tuple[object, ...] = ()
        for candidate in combinations(len(players), floaters):
            if not all(may_meet(players[i], players[j]) for i, j in candidate.pairs):
                continue
            leaving = tuple(players[i] for i in candidate.floaters)
            if not _can_complete([*leaving, *(player for group in below for player in group)]):
                continue
            c8 = sum(same_preference(players[i], players[j]) for i, j in candidate.pairs)
            this = (scores_of(leaving), _judge_next_bracket(leaving, below), c8)
            if best is None or this < value:
                best, value = candidate, this
        if best is not None:
            return best
    raise AssertionError("a bracket is opened only when everybody left can be paired")


def _judge_next_bracket(
    leaving: tuple[Entrant, ...], below: tuple[tuple[Entrant, ...], ...]
) -> Floated:
    """Return the fewest floaters of the next bracket and their lowest scores (C7), such that all
    players below it can be paired (C4).
    """
    if not below:
        return 0, ()
    players = (*leaving, *below[0])
    rest = [player for group in below[1:] for player in group]
    for floaters in range(len(players) % 2, len(players) + 1, 2):
        found = [
            scores_of([players[i] for i in candidate.floaters])
            for candidate in combinations(len(players), floaters)
            if all(may_meet(players[i], players[j]) for i, j in candidate.pairs)
            and _can_complete([*(players[i] for i in candidate.floaters), *rest])
        ]
        if found:
            return floaters, min(found)
    raise AssertionError("the floaters and all below them can be paired")


def _can_complete(players: list[Entrant]) -> bool:
    """Return True if all these players can be paired with one another (C4)."""
    if not players:
        return True
    first, rest = players[0], players[1:]
    return any(
        may_meet(first, other) and _can_complete([p for p in rest if p is not other])
        for other in rest
    )
