"""Brackets that hardly ever occur: the solver answers them too."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from crivello.model.field import Field
from crivello.model.trace import Trace
from crivello.model.trace.dutch import BracketPaired, Collapsed
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver import solve
from crivello.systems.dutch.solver.bound import first_best_by_kinds
from crivello.systems.dutch.solver.choice import LARGE, pair_bracket
from crivello.systems.dutch.solver.costs import CriterionCache
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.meetings import Completion, Meetings
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from tests.support.solvers import pair_field
from tests.systems.dutch.brackets import random_bracket
from tests.systems.dutch.fields import random_field
from tests.systems.dutch.players import field, player


def in_two_parts(part: int) -> Field:
    """Return a bracket of two odd parts, without a legal pair between them.

    So one player of each floats. Both places in the next bracket (x, y) would suit the second part
    only.
    """
    size = 2 * part
    x, y, z, w = range(size + 1, size + 5)
    scores = [5] * size + [4, 4, 3, 3]
    allowed = [
        *combinations(range(1, part + 1), 2),
        *combinations(range(part + 1, size + 1), 2),
        *[(i, z) for i in range(1, part + 1)],
        *[(part + 1, x), (part + 2, y), (size, w), (x, y), (z, w)],
    ]
    players = [player(number, score) for number, score in enumerate(scores, start=1)]
    return field(players, allowed=allowed)


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
@pytest.mark.parametrize("part", [5, 31])
def test_those_who_suit_the_next_bracket_cannot_all_float(edition: DutchEdition, part: int) -> None:
    pairing = pair_field(in_two_parts(part), edition, solve)
    met = {frozenset((board.white, board.black)) for board in pairing.boards}
    last, x, y, z, w = range(2 * part, 2 * part + 5)
    # With two downfloaters there is no completion but this.
    assert len(met) == part + 2
    assert {frozenset((x, y)), frozenset((last, w)), frozenset((part, z))} <= met


@pytest.mark.parametrize("below", [9, 61])
def test_a_last_bracket_without_candidate_is_told_of(below: int) -> None:
    # Only the two at the top may have the bye, and they meet at first: then the next bracket, the
    # last one, has no legal candidate. So the top is the PPB.
    players = [player(n, 5) for n in (1, 2)]
    players += [player(n, 4, barred=True) for n in range(3, 3 + below)]
    trace: Trace = []
    pairing = pair_field(field(players), DUTCH_2017, solve, trace)
    assert pairing.bye == 2
    assert any(isinstance(step, Collapsed) for step in trace)


@pytest.mark.parametrize("part", [3, 21])
def test_three_cannot_have_the_bye(part: int) -> None:
    # The two at the top meet at first. Then one of each of three odd parts of the last bracket is
    # left: it has no legal candidate, and C.7 counts all of them as unpaired.
    size = 3 * part
    players = [player(n, 5 if n < 3 else 4) for n in range(1, size + 3)]
    allowed = [(1, 2), *[(top, n) for top in (1, 2) for n in range(3, size + 3)]]
    for first in range(3, size + 3, part):
        allowed += combinations(range(first, first + part), 2)
    trace: Trace = []
    pair_field(field(players, allowed=allowed), DUTCH_2017, solve, trace)
    step = next(step for step in trace if isinstance(step, BracketPaired))
    assert step.pairs == ((1, 2),)
    assert dict(step.failures)["C.7"][0] == size


def last_in_view(seeds: range) -> list[BracketProblem]:
    """Return brackets of 2017 before the last one, for which the completion exists but is not asked
    for.
    """
    found = []
    for seed in seeds:
        here = random_field(seed, DUTCH_2017, (6, 20))
        for attempt in range(12):
            rng = random.Random(12 * seed + attempt)
            problem = random_bracket(rng, here, DUTCH_2017, (0.1, 0.2, 0.35, 0.6))
            if problem is not None and problem.complete and not problem.lower:
                found.append(replace(problem, look_ahead=True, complete=False))
    return found


def test_the_bye_binds_the_last_bracket_that_is_looked_ahead_to() -> None:
    bound = 0
    for problem in last_in_view(range(3000, 3200)):

        def floats(
            candidate: BracketCandidate, among: BracketProblem = problem
        ) -> list[tuple[int, ...]]:
            parts = parts_of(among, candidate)
            return [criterion.value(parts) for criterion in among.edition.floaters]

        alone, best = first_best(problem, Reach.BRACKET), first_best(problem, Reach.FIELD)
        assert alone is not None
        if best is None or floats(best) != floats(alone):
            best = alone  # no downfloaters leave the last bracket a legal candidate
        found = pair_bracket(problem, Completion(problem.meetings))
        assert ({*found.pairs}, found.floaters) == ({*best.pairs}, best.floaters)
        bound += best.floaters != alone.floaters
    assert bound > 20


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_only_those_with_a_right_to_the_bye_are_left(edition: DutchEdition) -> None:
    # The bound on kinds keeps to it as one matching does.
    answered = 0
    for seed in range(150):
        rng = random.Random(seed)
        many = 2 * rng.randrange(LARGE // 2, 12) + 1
        players = [
            player(
                n,
                5,
                rng.choice(("", "w", "b", "Ww", "Bb")),
                rng.choice(("--", "v-", "^-")),
                barred=rng.random() < 0.7,
            )
            for n in range(1, many + 1)
        ]
        pairs = [*combinations(range(1, many + 1), 2)]
        here = field(players, forbidden=rng.sample(pairs, rng.randrange(many)))
        cache = CriterionCache()
        residents = tuple(range(many))
        problem = BracketProblem(
            here, edition, Meetings(here), cache, (), residents, (), (), False, True
        )
        best = first_best(problem, Reach.BRACKET)
        found = first_best_by_kinds(problem)
        if found is not None:
            assert best is not None
            assert ({*found.pairs}, found.floaters) == ({*best.pairs}, best.floaters)
            assert all(problem.may_float() >> i & 1 for i in found.floaters)
            answered += bool(found.floaters)
    assert answered > 20
