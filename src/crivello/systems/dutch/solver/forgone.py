"""What keeps out pairs that a bracket's own players could make: completion, bye (C.4; C4, C5).

Only asked for the trace.
"""

from __future__ import annotations

from dataclasses import replace

from ....model.trace.dutch import PairsForgone
from .bracket import pair_bracket
from .meetings import Completion, Meetings
from .problem import Candidate, Problem


def pairs_forgone(problem: Problem, chosen: Candidate) -> PairsForgone | None:
    """More pairs than the bracket has; None if it has as many as its players can make."""
    size = len(problem.players)
    if not problem.complete or len(chosen.floaters) <= max(size % 2, problem.fewest_floaters):
        return None
    code = problem.edition.completion
    if problem.edition.lowest_bye is not None:
        # C5 stands below C4: with the bye at any score, could there be more pairs?
        meetings = Meetings(problem.field)
        free = replace(problem, meetings=meetings)
        if len(pair_bracket(free, Completion(meetings)).pairs) > len(chosen.pairs):
            code = problem.edition.lowest_bye
    return PairsForgone(code, (size - problem.fewest_floaters) // 2)


def unfinished(problem: Problem, floaters: int) -> str:
    """The criterion against downfloaters who do not let the round be completed as it must be."""
    edition = problem.edition
    if edition.lowest_bye is not None:
        if Completion(Meetings(problem.field)).possible(floaters, problem.below):
            return edition.lowest_bye
    return edition.completion
