"""Cuts and medians (C.07: 14), and what they take first from unplayed rounds (16.5).

What is most significant in PS and REP: docs/decisions/cuts-and-means-of-tie-breaks.md.
"""

from __future__ import annotations

from collections.abc import Callable

from crivello.standings.modifiers import Modifiers
from crivello.standings.working import CutBy, Term

Significance = Callable[[Term], tuple[int, ...]]
"""Orders terms from the least significant to the most significant value."""


def by_value(term: Term) -> tuple[int, ...]:
    """Buchholz, ARO, REP: the lowest value."""
    return (int(term.value),)


def by_round(term: Term) -> tuple[int, ...]:
    """Progressive scores: the score after the first round."""
    return (term.round or 0,)


def by_opponent(term: Term) -> tuple[int, ...]:
    """Sonneborn-Berger: the product of the lowest-scoring opponent; of several the lowest one."""
    return (term.score or 0, int(term.value))


def _by_contribution(term: Term) -> tuple[int, ...]:
    """16.5: the lowest contribution; of several that of the lowest dummy."""
    return (int(term.value), term.score or 0)


def cut(
    terms: list[Term],
    modifiers: Modifiers,
    significance: Significance,
    voluntary: frozenset[int] = frozenset(),
) -> list[Term]:
    """The terms, those that are cut marked; `voluntary` are the rounds that 16.5 takes first.

    Of terms that are equal in everything else the voluntary one goes first, so that the order of
    the rounds decides nothing but which of two equal terms is marked.
    """
    if not modifiers.least:
        return terms
    left = sorted(terms, key=lambda term: (*significance(term), term.round not in voluntary))
    marks: dict[int | None, CutBy] = {}  # by round
    for _ in range(min(modifiers.least, len(left))):
        least = left[0]
        unplayed = [term for term in left if term.round in voluntary] if voluntary else []
        lowest = min(unplayed, key=_by_contribution, default=None)
        if lowest is not None and lowest.value >= least.value:
            least = lowest
        left.remove(least)
        marks[least.round] = CutBy.VOLUNTARY if least is lowest else CutBy.LEAST
    for _ in range(min(modifiers.most, len(left))):
        marks[left.pop().round] = CutBy.MOST
    return [term._replace(cut=marks[term.round]) if term.round in marks else term for term in terms]
