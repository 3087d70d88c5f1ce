"""Find the best candidate of a bracket, including the players below only if they matter.

A small bracket is paired by the table of its candidates (`small`), with all requirements of the
players below. In a larger one these rarely matter, so it is first paired alone, as if its
downfloaters could always be paired below: by the bound on kinds (`bound`), otherwise by an exact
matching (`exact`). If no candidate meets the omitted requirements better (`below`), the result is
the answer. If one might, the players below are added to the matching. Where more players must float
than the bracket itself requires, scores (`below`) or the number that the players below lack decide
before that.
"""

from __future__ import annotations

from crivello.matching.bits import bitset
from crivello.matching.weighted import FEW
from crivello.standard.classes import replace
from crivello.systems.dutch.solver.below import NextBracket, first_best_by_scores
from crivello.systems.dutch.solver.bound import first_best_by_kinds
from crivello.systems.dutch.solver.exact import Reach, first_best, first_best_with_lacking
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from crivello.systems.dutch.solver.small import first_best_of_few

LARGE = 8
"""From this size on, the bound on kinds of players is tried."""


def pair_bracket(problem: BracketProblem, completion: Completion) -> BracketCandidate:
    """Return the best candidate of a bracket."""
    if problem.last:
        return _require(_pair_alone(problem))
    if not any(problem.rows):
        return BracketCandidate((), tuple(range(len(problem.players))))  # no possible pair
    alone = _find_without_search(problem)
    if alone is not None and _is_best(problem, completion, alone):
        return alone
    if alone is None:
        candidate = first_best_of_few(problem, completion)
        if candidate is not None:
            return candidate
    forced = len(problem.moved_down) - len(problem.residents)
    if (problem.complete or problem.look_ahead) and forced > 1:
        # Several must float, and usually their scores decide which.
        candidate = first_best_by_scores(problem, completion)
        if candidate is not None:
            return candidate
    if problem.complete and not completion.meets_dirac(0, problem.below):
        # For a completion below, more may have to float than the bracket itself demands.
        barrier = completion.barrier_below(problem.below)
        if barrier.deficiency > problem.fewest_floaters:
            candidate = first_best_of_few(problem, completion, look_ahead=False)
            if candidate is None:
                candidate = first_best_with_lacking(problem, barrier)
            if candidate is not None and _is_best(problem, completion, candidate):
                return candidate
            return _require(first_best(problem, Reach.FIELD, barrier.deficiency))
    if alone is None and not _should_look_beyond(problem):
        alone = _require(_pair_without_bound(problem))
        if _is_best(problem, completion, alone):
            return alone
    if problem.complete:
        return _require(first_best(problem, Reach.FIELD))
    if problem.next_is_last and alone is not None:
        return _with_last_in_view(problem, alone)
    return _require(first_best(problem, Reach.NEXT))


def _is_best(problem: BracketProblem, completion: Completion, candidate: BracketCandidate) -> bool:
    """Return True if it is proved that no candidate suits the players below better.

    `candidate` is the best one without regard to them.
    """
    if problem.look_ahead and not _are_floaters_forced(problem, candidate):
        return NextBracket(problem, completion, candidate).is_best()
    floaters = bitset([problem.players[i] for i in candidate.floaters])
    return not problem.complete or completion.possible(floaters, problem.below)


def _should_look_beyond(problem: BracketProblem) -> bool:
    """Return True if the matching should include the players below from the start.

    That is needed if there are more downfloaters than the next bracket can take; and if few players
    are left in the round, it is cheap.
    """
    if not problem.look_ahead or (problem.next_is_last and not problem.complete):
        return False
    floaters, below = problem.fewest_floaters, len(problem.next_group)
    left = len(problem.players) + below + len(problem.lower)
    return floaters > below + 1 or (floaters > 0 and left <= FEW)


def _find_without_search(problem: BracketProblem) -> BracketCandidate | None:
    """Return the best candidate without regard to the players below, if no search is needed; else
    None.
    """
    if len(problem.players) == 2 and problem.rows[0] == 2:  # they may meet
        return BracketCandidate(((0, 1),), ())
    return first_best_by_kinds(problem) if len(problem.players) >= LARGE else None


def _pair_alone(problem: BracketProblem) -> BracketCandidate | None:
    """Return the best candidate without regard to the players below."""
    return _find_without_search(problem) or _pair_without_bound(problem)


def _pair_without_bound(problem: BracketProblem) -> BracketCandidate | None:
    return first_best_of_few(problem) or first_best(problem, Reach.BRACKET)


def _require(candidate: BracketCandidate | None) -> BracketCandidate:
    assert candidate is not None, "a bracket without candidate, though the round can be completed"
    return candidate


def _are_floaters_forced(problem: BracketProblem, candidate: BracketCandidate) -> bool:
    """Return True if no downfloater has a possible opponent in the bracket.

    Then every candidate with no more downfloaters leaves the same players unpaired, so the players
    below make no difference.
    """
    return not any(problem.rows[i] for i in candidate.floaters)


def _with_last_in_view(problem: BracketProblem, alone: BracketCandidate) -> BracketCandidate:
    """Return the best candidate if the next bracket is the last one (2017), where a player left
    over gets the bye and C.2 applies.

    If no downfloaters leave the last bracket a legal candidate, C.7 does not distinguish them, and
    `alone` is the answer.
    """
    candidate = first_best(problem, Reach.FIELD)
    if candidate is None or _judge_floaters(problem, candidate) != _judge_floaters(problem, alone):
        return alone
    return candidate


def look_ahead_value(
    problem: BracketProblem, candidate: BracketCandidate, completion: Completion
) -> tuple[int, ...] | None:
    """Return the values that the floater criteria must reach in the next bracket after this
    candidate (C.7, C8).

    None if the bracket has no look-ahead. Only the trace and the judge need the value: candidates
    are chosen by the matchings themselves.
    """
    if not problem.look_ahead:
        return None
    following = replace(
        problem,
        moved_down=tuple(problem.players[i] for i in candidate.floaters),
        residents=problem.next_group,
        next_group=problem.lower,
        lower=(),
        look_ahead=False,
        complete=problem.complete or problem.next_is_last,
    )
    plain = _find_full_candidate(following, completion)
    if plain is not None:
        best = plain
    elif problem.complete or not problem.next_is_last:
        best = pair_bracket(following, completion)
    else:
        # Without a legal candidate, no pair is made in the last bracket.
        no_pairs = BracketCandidate((), tuple(range(len(following.players))))
        best = _pair_alone(following) or no_pairs
    return tuple(value for values in _judge_floaters(following, best) for value in values)


def _find_full_candidate(
    problem: BracketProblem, completion: Completion
) -> BracketCandidate | None:
    """Return a candidate that leaves no player unpaired, or only the lowest resident if the number
    is odd; None unless Dirac's theorem proves that there is one.

    Its pairs are arbitrary: only its downfloaters are those of a best candidate.
    """
    many, size = len(problem.moved_down), len(problem.players)
    floaters = (size - 1,) if size % 2 else ()
    paired = size - len(floaters)
    if 2 * many > paired:
        return None
    above = bitset(problem.moved_down)
    if not completion.meets_dirac(above, bitset(problem.players)):
        return None
    left = bitset(problem.players[i] for i in floaters)
    if problem.complete and not completion.possible(left, problem.below):
        return None
    met = [(i, many + i) for i in range(many)]
    rest = [(i, i + 1) for i in range(2 * many, paired, 2)]
    return BracketCandidate(tuple(met + rest), floaters)


def _judge_floaters(problem: BracketProblem, candidate: BracketCandidate) -> list[tuple[int, ...]]:
    """Return the value of each floater criterion, those that precede the look-ahead."""
    parts = parts_of(problem, candidate)
    return [criterion.value(parts) for criterion in problem.edition.floaters]
