"""The quality criteria of the Dubov system as values: what one pair or upfloater fails.

Not here, because they are not about a single part: the absolute criteria (`bracket.may_meet`, the
right to the bye) and completion (C.4), which an edition names by code.
"""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.field import Float
from crivello.rules.criterion import Criterion, Measure
from crivello.systems.dubov.bracket import Part, upfloats

Failures = tuple[int, ...]
DubovCriterion = Criterion[Part]
Cost = Callable[[Part], Failures]
NONE: Failures = ()
ONE: Failures = (1,)


def upfloater(part: Part) -> Failures:
    """One for each upfloater."""
    return ONE if part.opponent is None else NONE


def score_difference(part: Part) -> Failures:
    """How far below the residents each upfloater stands; the largest differences count first."""
    return (part.bracket.score - part.player.score,) if part.opponent is None else NONE


def preference_denied(part: Part) -> Failures:
    """Both want the same colour, so one of them does not get it. (Nobody is without one.)"""
    if part.opponent is None:
        return NONE
    return ONE if part.player.preference is part.opponent.preference else NONE


def is_maximum_upfloater(part: Part) -> bool:
    """An upfloater who has been one MaxT times already; in the last round nobody cares."""
    return (
        part.opponent is None
        and not part.bracket.last_round
        and upfloats(part.player) >= part.bracket.max_upfloats
    )


def maximum_upfloater(part: Part) -> Failures:
    """One for each maximum upfloater."""
    return ONE if is_maximum_upfloater(part) else NONE


def upfloats_of_maximum_upfloater(part: Part) -> Failures:
    """How often each maximum upfloater has been upfloated."""
    return (upfloats(part.player),) if is_maximum_upfloater(part) else NONE


def upfloated_again(part: Part) -> Failures:
    """One for each upfloater who was one in the previous round; not in the last round."""
    if part.opponent is not None or part.bracket.last_round:
        return NONE
    return ONE if part.player.floats[:1] == (Float.UP,) else NONE


def count(code: str, article: str, sentence: str, cost: Cost) -> DubovCriterion:
    return Criterion(code, article, sentence, Measure.COUNT, cost)


def listed(code: str, article: str, sentence: str, cost: Cost) -> DubovCriterion:
    return Criterion(code, article, sentence, Measure.LIST, cost)
