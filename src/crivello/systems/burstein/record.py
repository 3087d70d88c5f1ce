"""What speaks against the first combination of a group in order, for the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crivello.model.field import Entrant
from crivello.model.trace.burstein import FirstCombination, Objection
from crivello.systems.burstein.generation import Combination, first_combination
from crivello.systems.burstein.groups import Group, same_preference
from crivello.systems.completion import LegalPairs

Below = Sequence[tuple[Entrant, ...]]
Floated = tuple[int, tuple[int, ...]]
"""How many float, and their scores, the highest first."""


def first_of_2016(group: Group, found: Combination, legal: LegalPairs) -> FirstCombination:
    first = first_combination(len(group.players), len(found.floaters))
    mine, best = _denied(group, first), _denied(group, found)
    if first == found:
        return _step(group, first, Objection.NONE, "6.4" if found.floaters else "6.2", mine, best)
    if not _is_legal(group, first, legal):
        return _step(group, first, Objection.ILLEGAL, "3.1", mine, best)
    if any(player.id in group.incoming for player in _floaters(group, first)):
        return _step(group, first, Objection.FLOATED_ALREADY, "6.3", mine, best)
    if mine > best:
        return _step(group, first, Objection.COLOURS, "6.5", mine, best)
    # Nothing else can put a combination behind a later one.
    return _step(group, first, Objection.BELOW, "6.6", mine, best)


def first_of_2026(
    bracket: Group,
    found: Combination,
    below: Below,
    legal: LegalPairs,
    left_over: Callable[[Sequence[Entrant]], Floated],
) -> FirstCombination:
    """`left_over`: who must leave the next bracket unpaired (C7), given who floats into it."""
    first = first_combination(len(bracket.players), len(found.floaters))
    mine, best = _denied(bracket, first), _denied(bracket, found)

    def step(objection: Objection, article: str) -> FirstCombination:
        return _step(bracket, first, objection, article, mine, best)

    if first == found:
        return step(Objection.NONE, "4.3")
    if not _is_legal(bracket, first, legal):
        return step(Objection.ILLEGAL, "C1")
    leaving, chosen = _floaters(bracket, first), _floaters(bracket, found)
    if not legal.can_complete([*leaving, *(player for group in below for player in group)]):
        return step(Objection.BELOW, "C4")
    if scores(leaving) != scores(chosen):
        return step(Objection.SCORES, "C6")
    if left_over(leaving) != left_over(chosen):
        return step(Objection.NEXT_BRACKET, "C7")
    return step(Objection.COLOURS, "C8")


def scores(floaters: Sequence[Entrant]) -> tuple[int, ...]:
    return tuple(sorted((player.score for player in floaters), reverse=True))


def _step(
    group: Group, first: Combination, objection: Objection, article: str, mine: int, best: int
) -> FirstCombination:
    ids = [player.id for player in group.players]
    return FirstCombination(
        tuple((ids[i], ids[j]) for i, j in first.pairs),
        tuple(ids[i] for i in first.floaters),
        objection,
        article,
        (mine, best),
    )


def _floaters(group: Group, combination: Combination) -> list[Entrant]:
    return [group.players[i] for i in combination.floaters]


def _is_legal(group: Group, combination: Combination, legal: LegalPairs) -> bool:
    return all(legal.fit(group.players[i], group.players[j]) for i, j in combination.pairs)


def _denied(group: Group, combination: Combination) -> int:
    return sum(same_preference(group.players[i], group.players[j]) for i, j in combination.pairs)
