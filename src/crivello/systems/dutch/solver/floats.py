"""Brackets where many come from above: who is paired there, as far as scores and completion tell.

How many must float is often plain (see `places`). If there is a completion with so few, then those
candidates are best that pair the players with the highest scores (C.5, C.6; C6, C7). So one score
after the other is gone through: who of it can be paired, besides those above who are? Where
this leaves no choice, all good candidates have the same downfloaters. Then nothing below can
tell them apart, and the bracket is paired as if there was nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from crivello.matching.bits import bitset, members
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.places import Places
from crivello.systems.dutch.solver.problem import Candidate, Problem


def first_best_by_scores(problem: Problem, completion: Completion) -> Candidate | None:
    """The first best candidate, if it is told in this way."""
    size, many = len(problem.players), len(problem.moved_down)
    moved_down = bitset(problem.moved_down)
    rows = list(problem.meetings.rows)
    for i in problem.moved_down:
        rows[i] &= ~moved_down
    places = Places(rows, problem.moved_down, problem.residents)
    if problem.complete:
        barrier = completion.lacking(problem.below)
        floaters = max(barrier.deficiency, many - len(problem.residents))
        if floaters == size:
            return Candidate((), tuple(range(size)))
        places.look_down(problem.below | problem.meetings.bye_bit, barrier, completion.mate)
    else:
        floaters = problem.fewest_floaters
        places.welcome(floaters)
    paired = _paired(problem, places, (size - floaters) // 2)
    if paired is None:
        return None
    left = tuple([place for place, i in enumerate(problem.players) if not paired >> i & 1])
    only = _only_pairs(places.rows, paired)
    if only is not None:
        at = {i: place for place, i in enumerate(problem.players)}
        return Candidate(tuple(sorted([(at[i], at[j]) for i, j in only])), left)
    legal = problem.meetings.rows
    if left[-1] >= many:
        legal = [row & paired if paired >> i & 1 else 0 for i, row in enumerate(legal)]
    here = replace(
        problem,
        meetings=problem.meetings.with_rows(legal),
        moved_down=tuple([i for i in problem.moved_down if paired >> i & 1]),
        look_ahead=False,
        complete=False,
    )
    found = first_best(here, Reach.BRACKET)
    assert found is not None
    kept = [k for k, i in enumerate(problem.players) if k >= many or paired >> i & 1]
    return Candidate(tuple([(kept[i], kept[j]) for i, j in found.pairs]), left)


def _paired(problem: Problem, places: Places, pairs: int) -> int | None:
    """Who is in the pairs of every best candidate; None if it is not told."""
    if not places.match():
        return None
    entrants, residents = problem.field.entrants, problem.residents
    found = 0
    for _, group in groupby(problem.moved_down, key=lambda i: entrants[i].score):
        able = places.pair_all(group)
        if able is None:
            return None
        found |= able
        if found.bit_count() == pairs:
            break  # there is one in every pair
    if 2 * pairs == found.bit_count() + len(residents):
        return found | bitset(residents)
    able = places.pair_all(residents)
    return None if able is None else found | able


def _only_pairs(rows: Sequence[int], left: int) -> list[tuple[int, int]] | None:
    """All pairs of these players, if one after the other of them has only one choice."""
    pairs = []
    while left:
        for v in members(left):
            choice = rows[v] & left
            if choice & choice - 1 == 0:
                w = choice.bit_length() - 1
                pairs.append((min(v, w), max(v, w)))
                left ^= 1 << v | choice
                break
        else:
            return None
    return pairs
