"""Random brackets for the solver, in which few players may meet."""

from __future__ import annotations

import random
from itertools import combinations, groupby

from crivello.matching.bits import bitset
from crivello.model.field import Field
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.solver.costs import CriterionCache
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.meetings import Completion, Meetings
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem


def meetings_of(
    rng: random.Random,
    field: Field,
    moved_down: tuple[int, ...],
    first: int,
    chances: tuple[float, ...],
) -> Meetings:
    """Return few possible meetings, with which moved-down players and those below can all be
    paired.
    """
    meetings = Meetings(field)
    many = len(meetings.rows)
    chance = rng.choice(chances)
    # Those at the bottom have met one another more often than others.
    bottom = rng.randrange(many)
    pairs = [
        (i, j)
        for i, j in combinations(range(many), 2)
        if rng.random() < (chance / 3 if i >= bottom else chance)
    ]
    others = list(range(first, many))
    rng.shuffle(others)
    pairs += zip(moved_down, others, strict=False)
    rest = others[len(moved_down) :]
    pairs += zip(rest[::2], rest[1::2], strict=False)
    # Here and there three may all meet one another.
    for _ in range(rng.randrange(3)):
        pairs += combinations(rng.sample(range(many), 3), 2)
    rows = [0] * many
    for i, j in pairs:
        rows[i] |= 1 << j
        rows[j] |= 1 << i
    if meetings.bye is not None:
        meetings.eligible = rows[meetings.bye]
    return meetings.with_rows(rows)


def random_bracket(
    rng: random.Random,
    field: Field,
    edition: DutchEdition,
    chances: tuple[float, ...],
    more: int | None = None,
) -> BracketProblem | None:
    """Return a bracket before the last one, with at least `more` moved-down players than residents.

    Return None if no such bracket can be completed.
    """
    everybody = range(len(field.entrants))
    groups = [tuple(g) for _, g in groupby(everybody, key=lambda i: field.entrants[i].score)]
    k = rng.randrange(len(groups))
    above = range(groups[k][0])
    # The others have been paired.
    fewest = 0 if more is None else len(groups[k]) + more
    if k == len(groups) - 1 or fewest > len(above):
        return None
    many = rng.randrange(fewest, len(above) + 1)
    many -= (len(above) - many) % 2
    if many < 0:
        return None
    moved_down = tuple(sorted(rng.sample(above, many)))
    below = groups[k + 1 :]
    problem = BracketProblem(
        field,
        edition,
        meetings_of(rng, field, moved_down, groups[k][0], chances),
        CriterionCache(),
        moved_down,
        groups[k],
        next_group=below[0],
        lower=tuple(i for group in below[1:] for i in group),
        look_ahead=rng.random() < 0.8,
        complete=rng.random() < 0.8,
    )
    here = bitset(problem.moved_down), bitset(problem.residents) | problem.below
    possible = not problem.complete or Completion(problem.meetings).possible(*here)
    return problem if any(problem.rows) and possible else None


def by_matchings(problem: BracketProblem) -> BracketCandidate:
    """Return the first best candidate, by matchings that weigh everything."""
    best = first_best(problem, Reach.FIELD if problem.complete else Reach.NEXT)
    assert best is not None
    return best
