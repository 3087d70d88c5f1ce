"""Who floats, told by scores: equal to the matchings that weigh everything."""

from __future__ import annotations

import random
from itertools import combinations, groupby

import pytest

from crivello.matching.bits import bitset
from crivello.model.field import Field
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, Edition
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.floats import first_best_by_scores
from crivello.systems.dutch.solver.meetings import Completion, Meetings
from crivello.systems.dutch.solver.problem import Problem
from tests.dutch.fields import random_field


def meetings_of(
    rng: random.Random, field: Field, moved_down: tuple[int, ...], first: int
) -> Meetings:
    """Few who may meet, but so that moved-down players and those below can all be paired."""
    meetings = Meetings(field)
    many = len(meetings.rows)
    chance = rng.choice((0.0, 0.05, 0.1, 0.2, 0.3))
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


def crowded(rng: random.Random, field: Field, edition: Edition) -> Problem | None:
    """A bracket with more players from above than residents; None if there is none."""
    everybody = range(len(field.entrants))
    groups = [tuple(g) for _, g in groupby(everybody, key=lambda i: field.entrants[i].score)]
    k = rng.randrange(len(groups))
    above = range(groups[k][0])
    # The others have been paired.
    fewest = len(groups[k]) + 2
    if k == len(groups) - 1 or fewest > len(above):
        return None
    many = rng.randrange(fewest, len(above) + 1)
    many -= (len(above) - many) % 2
    moved_down = tuple(sorted(rng.sample(above, many)))
    below = groups[k + 1 :]
    return Problem(
        field,
        edition,
        meetings_of(rng, field, moved_down, groups[k][0]),
        moved_down,
        groups[k],
        next_group=below[0],
        lower=tuple(i for group in below[1:] for i in group),
        look_ahead=rng.random() < 0.8,
        complete=rng.random() < 0.8,
    )


PARTS_OF_SEVERAL = 235
"""A field in which those below fall into parts of several players, any of whom will do."""


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_scores_tell_what_matchings_find(edition: Edition) -> None:
    asked = told = 0
    for seed in (*range(200), PARTS_OF_SEVERAL):
        field = random_field(seed, edition, (8, 26))
        for attempt in range(40):
            problem = crowded(random.Random(40 * seed + attempt), field, edition)
            if problem is None or not any(problem.rows):
                continue
            completion = Completion(problem.meetings)
            here = bitset(problem.moved_down), bitset(problem.residents) | problem.below
            if problem.complete and not completion.possible(*here):
                continue
            asked += 1
            found = first_best_by_scores(problem, completion)
            if found is not None:
                told += 1
                reach = Reach.FIELD if problem.complete else Reach.NEXT
                best = first_best(problem, reach)
                assert best is not None
                assert (found.pairs, found.floaters) == (best.pairs, best.floaters)
    assert told > asked // 2 > 100
