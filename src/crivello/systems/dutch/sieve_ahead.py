"""Looking ahead (C.7, C8): how well could the next bracket do with these downfloaters?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from crivello.model.field import Entrant
from crivello.systems.dutch.bracket import Bracket, Part
from crivello.systems.dutch.editions import Edition
from crivello.systems.dutch.sieve_matching import NOBODY, maximum_matching

Meet = Callable[[Entrant, Entrant], bool]
Allowed = Callable[[Sequence[Entrant]], bool]
Value = tuple[int, ...]


def best_floaters(bracket: Bracket, edition: Edition, meet: Meet, allowed: Allowed) -> Value:
    """The least failure values of `edition.floaters` among the candidates of a bracket.

    They are put behind each other: how many players are left unpaired, then the list. The
    residents are of one score, so these values only depend on who is left unpaired. `allowed`
    says who may be left unpaired.
    """
    outlines = _outlines(bracket, edition)
    values = (
        value
        for value, paired, single in outlines
        if _exists(bracket, paired, single, meet, allowed)
    )
    # If no candidate is allowed at all, it is as if nobody were paired.
    return next(values, None) or _value(bracket, edition, (), 0, len(bracket.residents))


def ideal_floaters(bracket: Bracket, edition: Edition) -> Value:
    """What `best_floaters` would be if everybody might meet everybody: no candidate is better."""
    return next(_outlines(bracket, edition))[0]


def _outlines(
    bracket: Bracket, edition: Edition
) -> Iterator[tuple[Value, tuple[Entrant, ...], int]]:
    """The moved-down players to pair and how many residents to leave, the best value first."""
    residents, moved_down = len(bracket.residents), len(bracket.moved_down)
    for pairs in range(min(residents, (residents + moved_down) // 2), -1, -1):
        outlines = []
        for m1 in range(min(moved_down, pairs), -1, -1):
            single = residents - m1 - 2 * (pairs - m1)
            if single >= 0:
                for paired in combinations(bracket.moved_down, m1):
                    value = _value(bracket, edition, paired, pairs - m1, single)
                    outlines.append((value, paired, single))
        outlines.sort(key=lambda outline: outline[0])
        yield from outlines


def _value(
    bracket: Bracket,
    edition: Edition,
    paired: tuple[Entrant, ...],
    resident_pairs: int,
    single: int,
) -> Value:
    """Failure values with any residents, since all of them have the same score."""
    one, other = bracket.residents[0], bracket.residents[-1]
    parts = [
        Part(bracket, player, one if player in paired else None, True)
        for player in bracket.moved_down
    ]
    parts += [Part(bracket, one, other, False)] * resident_pairs
    parts += [Part(bracket, one, None, False)] * single
    return tuple(value for criterion in edition.floaters for value in criterion.value(parts))


def _exists(
    bracket: Bracket,
    paired: tuple[Entrant, ...],
    single: int,
    meet: Meet,
    allowed: Allowed,
) -> bool:
    """Is there a legal candidate that pairs these and leaves `single` residents unpaired?"""
    if not _can_be_paired(paired, bracket.residents, single, meet):
        return False
    limbo = [player for player in bracket.moved_down if player not in paired]
    for left in combinations(bracket.residents, single):
        if allowed([*limbo, *left]):
            rest = [player for player in bracket.residents if player not in left]
            if _can_be_paired(paired, rest, 0, meet):
                return True
    return False


def _can_be_paired(
    moved_down: Sequence[Entrant], residents: Sequence[Entrant], single: int, meet: Meet
) -> bool:
    """Can all be paired except for `single` residents, moved-down players not with each other?"""
    players = [*moved_down, *residents]
    first, count = len(moved_down), len(players)
    # Each resident who is left unpaired has an empty place for an opponent.
    places = list(range(count, count + single))
    graph = [
        [
            other
            for other in range(count)
            if other != one and max(one, other) >= first and meet(players[one], players[other])
        ]
        + (places if one >= first else [])
        for one in range(count)
    ]
    graph += [list(range(first, count)) for _ in places]
    return NOBODY not in maximum_matching(graph)
