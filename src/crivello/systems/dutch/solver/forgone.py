"""What keeps out pairs that a bracket's own players could make: completion, bye (C.4; C4, C5).

Only asked for the trace.
"""

from __future__ import annotations

from dataclasses import replace

from crivello.model.trace.dutch import PairsForgone
from crivello.systems.dutch.solver.bracket import pair_bracket
from crivello.systems.dutch.solver.meetings import Completion, Meetings
from crivello.systems.dutch.solver.problem import Candidate, Problem


def pairs_forgone(problem: Problem, chosen: Candidate) -> PairsForgone | None:
    """What the bracket has less than its own players could make, if it has less."""
    size, moved_down = len(problem.players), len(problem.moved_down)
    have = len(chosen.pairs), _moved_down(problem, chosen)
    if not problem.complete or problem.last or have == (size // 2, moved_down):
        return None
    alone = _best(replace(problem, complete=False, look_ahead=False))
    if alone <= have:
        return None
    code = problem.edition.completion
    if problem.edition.lowest_bye is not None:
        # C5 stands below C4: would it be better with the bye at any score?
        free = replace(problem, meetings=Meetings(problem.field), look_ahead=False)
        if _best(free) > have:
            code = problem.edition.lowest_bye
    return PairsForgone(code, *alone)


def _best(problem: Problem) -> tuple[int, int]:
    """Pairs, and those with moved-down players, of the best candidate."""
    candidate = pair_bracket(problem, Completion(problem.meetings))
    return len(candidate.pairs), _moved_down(problem, candidate)


def _moved_down(problem: Problem, candidate: Candidate) -> int:
    return sum(i < len(problem.moved_down) for i, _ in candidate.pairs)


def unfinished(problem: Problem, floaters: int) -> str:
    """The criterion against downfloaters who do not let the round be completed as it must be."""
    edition = problem.edition
    if edition.lowest_bye is not None:
        if Completion(Meetings(problem.field)).possible(floaters, problem.below):
            return edition.lowest_bye
    return edition.completion
