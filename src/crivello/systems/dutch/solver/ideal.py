"""The ideal candidate of a bracket (B.3-B.6; 3.3-3.6): S1 against S2 as they stand.

It is generated before all others, so it is chosen unless a criterion speaks against it. The trace
says which one; everything else about a pairing is what had to be changed for its sake.
"""

from __future__ import annotations

from crivello.matching.bits import bitset
from crivello.model.trace.dutch import IdealJudged
from crivello.systems.dutch.solver.bracket import look_ahead_value
from crivello.systems.dutch.solver.forgone import unfinished
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.problem import Candidate, Problem, parts_of


def ideal_candidate(problem: Problem, chosen: Candidate) -> Candidate:
    """With as many pairs, and pairs of moved-down players, as the chosen candidate has."""
    many = len(problem.moved_down)
    size = len(problem.players)
    m1 = sum(i < many for i, _ in chosen.pairs)
    pairs = [(i, many + i) for i in range(m1)]
    rest = range(many + m1, size)
    half = len(chosen.pairs) - m1
    pairs += [(rest[k], rest[half + k]) for k in range(half)]
    floaters = [*range(m1, many), *rest[2 * half :]]
    return Candidate(tuple(pairs), tuple(floaters))


def ideal_judged(problem: Problem, chosen: Candidate, completion: Completion) -> IdealJudged:
    """The step that records the ideal candidate."""
    ideal = ideal_candidate(problem, chosen)
    ids = [problem.field.entrants[i].id for i in problem.players]
    return IdealJudged(
        tuple((ids[i], ids[j]) for i, j in ideal.pairs),
        tuple(ids[i] for i in ideal.floaters),
        None
        if set(ideal.pairs) == set(chosen.pairs)
        else _against(problem, ideal, chosen, completion),
    )


def _against(problem: Problem, ideal: Candidate, chosen: Candidate, completion: Completion) -> str:
    """The first criterion that speaks against the ideal candidate."""
    edition = problem.edition
    players = problem.entrants(problem.players)
    legal = problem.rows
    forbidden = [(players[i], players[j]) for i, j in ideal.pairs if not legal[i] >> j & 1]
    if forbidden:
        met = any(other.id in one.avoid for one, other in forbidden)
        return edition.absolute[0 if met else 2]
    floaters = bitset(problem.players[i] for i in ideal.floaters)
    if problem.complete and not completion.possible(floaters, problem.below):
        if problem.last and problem.entrants(problem.players)[ideal.floaters[0]].barred:
            return edition.absolute[1]
        return unfinished(problem, floaters)
    mine, theirs = parts_of(problem, ideal), parts_of(problem, chosen)
    for place, criterion in enumerate(problem.criteria(len(ideal.floaters))):
        if place == len(edition.floaters) and problem.look_ahead:
            ahead = [look_ahead_value(problem, one, completion) for one in (ideal, chosen)]
            if ahead[0] != ahead[1]:
                return edition.look_ahead
        if criterion.value(mine) != criterion.value(theirs):
            return criterion.code
    raise AssertionError("nothing speaks against the first candidate, so it would be chosen")
