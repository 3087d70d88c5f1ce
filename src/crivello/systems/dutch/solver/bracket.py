"""One bracket: the first best candidate, found as near to the bracket as possible.

What a bracket leaves to the others (completion, look ahead) rarely matters. So the bracket is
first solved alone, as if its downfloaters were welcome below. This only leaves demands
out; if the candidate found then turns out to meet them as well as any could, it is the answer. If
not, the next scoregroup is taken into the problem, and at last the whole field.
"""

from __future__ import annotations

from dataclasses import replace

from crivello.matching.bits import bitset
from crivello.matching.cardinality import Barrier
from crivello.systems.dutch.solver.ahead import Ahead
from crivello.systems.dutch.solver.exact import Reach, first_best, first_best_with_lacking
from crivello.systems.dutch.solver.fast import first_best_by_kinds
from crivello.systems.dutch.solver.floats import first_best_by_scores
from crivello.systems.dutch.solver.guess import first_best_by_guess
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.problem import HUGE, LARGE, Candidate, Problem, parts_of
from crivello.systems.dutch.solver.steps import first_best_in_steps

SMALL = 6
"""From this size on, it is worth while to guess at the bound first."""

TINY = 8
"""With so few players left in the round, all matchings are tried, and that costs little."""

MANY = 8
"""With more downfloaters, looking ahead takes as long as weighing everything."""


def pair_bracket(problem: Problem, completion: Completion) -> Candidate:
    if problem.last:
        return _found(_at_sight(problem) or _alone(problem))
    if not any(problem.rows):
        return Candidate((), tuple(range(len(problem.players))))  # nobody may meet
    alone = _at_sight(problem)
    if alone is not None:
        candidate = _looking_down(problem, completion, alone)
        if candidate is not None:
            return candidate
    forced = len(problem.moved_down) - len(problem.residents)
    if (problem.complete or problem.look_ahead) and forced > 1:
        # Several must float, and most often their scores tell who.
        candidate = first_best_by_scores(problem, completion)
        if candidate is not None:
            return candidate
    last_in_view = problem.look_ahead and not problem.complete and problem.next_is_last
    if alone is None and problem.look_ahead and not last_in_view and _no_use_alone(problem):
        return _looking_beyond(problem, completion, None)
    if problem.complete and not completion.plenty(0, problem.below):
        # For the sake of those below more may have to float than the bracket itself demands.
        barrier = completion.lacking(problem.below)
        if barrier.deficiency > problem.fewest_floaters:
            return _with_lacking(problem, completion, barrier)
    if alone is None:
        alone = _found(_alone(problem))
        candidate = _looking_down(problem, completion, alone)
        if candidate is not None:
            return candidate
    if last_in_view:
        return _with_last_in_view(problem, alone)
    return _looking_beyond(problem, completion, alone)


def _looking_down(problem: Problem, completion: Completion, alone: Candidate) -> Candidate | None:
    """The first best candidate, given that of the bracket alone; None if it is not told.

    It is the same if it meets what is asked about the field below as well as any could. If others
    make a better next bracket, the bracket is paired once more, with these as downfloaters.
    """
    if not problem.look_ahead or _forced(problem, alone):
        floaters = bitset([problem.players[i] for i in alone.floaters])
        possible = not problem.complete or completion.possible(floaters, problem.below)
        return alone if possible else None
    ahead = Ahead(problem, completion, alone)
    if ahead.is_best():
        return alone
    floatable = ahead.floatable()
    if floatable is None:
        return None
    narrowed = replace(problem, floatable=floatable)
    candidate = _at_sight(narrowed) or _alone(narrowed)
    if candidate is None or _scores(problem, candidate) != _scores(problem, alone):
        return None
    return candidate if Ahead(problem, completion, candidate).is_best() else None


def _no_use_alone(problem: Problem) -> bool:
    """Is it better to look beyond the bracket at once?

    With more downfloaters than the next bracket can take it will be necessary, and with few
    players it costs little more.
    """
    floaters = problem.fewest_floaters
    many = len(problem.players) + len(problem.next_group) + len(problem.lower)
    return floaters > len(problem.next_group) + 1 or (floaters > 0 and many <= TINY)


def _with_lacking(problem: Problem, completion: Completion, barrier: Barrier) -> Candidate:
    """As many must float as those below lack, more than the bracket itself demands."""
    floaters = barrier.deficiency
    if not problem.look_ahead or floaters <= MANY:
        candidate = first_best_with_lacking(problem, barrier)
        if candidate is not None:
            if not problem.look_ahead or _forced(problem, candidate):
                return candidate
            if Ahead(problem, completion, candidate).is_best():
                return candidate
    return _found(first_best(problem, Reach.FIELD, floaters))


def _looking_beyond(problem: Problem, completion: Completion, alone: Candidate | None) -> Candidate:
    """With the next scoregroup, and those below it, in the problem."""
    # If those below the next scoregroup are few, they are taken into the problem with it; so they
    # are if it is them who cannot do with the downfloaters that the bracket must have.
    near = len(problem.lower) <= len(problem.players + problem.next_group)
    far = problem.complete and (near or (alone is not None and _forced(problem, alone)))
    if problem.look_ahead and not problem.next_is_last and not far:
        candidate = _found(first_best(problem, Reach.NEXT))
        rest = bitset(candidate.next_floaters), problem.lower_set
        if not problem.complete or completion.possible(*rest):
            return candidate
    return _found(first_best(problem, Reach.FIELD))


def _at_sight(problem: Problem) -> Candidate | None:
    """The first best candidate as if nobody below mattered, if it is seen at once."""
    if len(problem.players) == 2 and problem.rows[0] == 2:  # they may meet
        return Candidate(((0, 1),), ())
    return first_best_by_guess(problem) if len(problem.players) >= SMALL else None


def _alone(problem: Problem) -> Candidate | None:
    """The first best candidate as if nobody below mattered."""
    size = len(problem.players)
    if size < LARGE:
        return first_best(problem, Reach.BRACKET)
    floaters = problem.fewest_floaters
    candidate = None
    # Where many must float, few may meet: then there are nearly as many kinds as players.
    crowded = 4 * floaters > size
    if not crowded and not (problem.moved_down and problem.mixed_residents):
        candidate = first_best_by_kinds(problem, floaters)
    if candidate is None:
        if size >= HUGE:
            return first_best_in_steps(problem, floaters)
        candidate = first_best(problem, Reach.BRACKET)
    return candidate


def _found(candidate: Candidate | None) -> Candidate:
    assert candidate is not None, "a bracket without candidate, though the round can be completed"
    return candidate


def _forced(problem: Problem, candidate: Candidate) -> bool:
    """May all downfloaters meet nobody here?

    Then every candidate with no more of them leaves these and no others, and what is below cannot
    tell candidates apart.
    """
    return not any(problem.rows[i] for i in candidate.floaters)


def _scores(problem: Problem, candidate: Candidate) -> list[int]:
    """The scores of the downfloaters."""
    players = problem.costs.players
    return [players[i].score for i in candidate.floaters]


def _with_last_in_view(problem: Problem, alone: Candidate) -> Candidate:
    """2017: the next bracket is the last, so who is left there has the bye and C.2 binds it.

    Where no choice of downfloaters leaves it a legal candidate, C.7 cannot tell them apart.
    """
    candidate = first_best(problem, Reach.FIELD)
    if candidate is None or _floater_values(problem, candidate) != _floater_values(problem, alone):
        return alone
    return candidate


def look_ahead_value(
    problem: Problem, candidate: Candidate, completion: Completion
) -> tuple[int, ...] | None:
    """What the next bracket must fail of the criteria for downfloaters; None if it is not asked.

    (Only for the trace: the candidate was chosen by the same matchings.)
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
    if problem.complete or not problem.next_is_last:
        best = pair_bracket(following, completion)
    else:
        # Without a legal candidate of the last bracket nobody is paired there.
        nobody = Candidate((), tuple(range(len(following.players))))
        best = _at_sight(following) or _alone(following) or nobody
    return tuple(value for values in _floater_values(following, best) for value in values)


def _floater_values(problem: Problem, candidate: Candidate) -> list[tuple[int, ...]]:
    """The failures of the criteria before the look ahead."""
    parts = parts_of(problem, candidate)
    return [criterion.value(parts) for criterion in problem.edition.floaters]
