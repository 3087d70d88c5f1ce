"""The demands of the next bracket, found without costs, equal those of matchings that weigh
everything.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver.below import NextBracket
from crivello.systems.dutch.solver.choice import pair_bracket
from crivello.systems.dutch.solver.costs import CriterionCache
from crivello.systems.dutch.solver.exact import Reach, first_best, first_best_with_lacking
from crivello.systems.dutch.solver.meetings import Completion, Meetings
from crivello.systems.dutch.solver.problem import BracketProblem
from tests.support.samples import sample
from tests.systems.dutch.brackets import by_matchings, random_bracket
from tests.systems.dutch.fields import random_field
from tests.systems.dutch.players import field, player

CHANCES = (0.1, 0.2, 0.3, 0.45, 0.6, 0.8)


def brackets(edition: DutchEdition, seeds: range) -> list[BracketProblem]:
    found = []
    for seed in seeds:
        here = random_field(seed, edition, (8, 26))
        for attempt in range(12):
            rng = random.Random(12 * seed + attempt)
            problem = random_bracket(rng, here, edition, CHANCES)
            # (Where C.2 binds the next bracket of 2017, other rules hold.)
            if problem is not None and (problem.complete or problem.lower):
                found.append(problem)
    return found


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_brackets_are_paired_as_by_matchings(edition: DutchEdition) -> None:
    for problem in brackets(edition, range(sample(400))):
        found, best = pair_bracket(problem, Completion(problem.meetings)), by_matchings(problem)
        assert ({*found.pairs}, found.floaters) == ({*best.pairs}, best.floaters)


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_what_is_told_of_the_next_bracket_is_true(edition: DutchEdition) -> None:
    said: Counter[str] = Counter()
    for problem in brackets(edition, range(400, 400 + sample(400))):
        alone = first_best(problem, Reach.BRACKET)
        assert alone is not None
        if not problem.look_ahead or not alone.floaters:
            continue
        best = by_matchings(problem)
        if NextBracket(problem, Completion(problem.meetings), alone).is_best():
            said["best"] += 1
            assert ({*alone.pairs}, alone.floaters) == ({*best.pairs}, best.floaters)
        else:
            said["unknown"] += 1
    assert min(said["best"], said["unknown"]) > sample(10)


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_as_many_float_as_those_below_lack(edition: DutchEdition) -> None:
    lacking = 0
    for problem in brackets(edition, range(800, 800 + sample(400))):
        barrier = Completion(problem.meetings).barrier_below(problem.below)
        if not problem.complete or problem.look_ahead:
            continue
        if barrier.deficiency > problem.fewest_floaters:
            found, best = first_best_with_lacking(problem, barrier), by_matchings(problem)
            if len(best.floaters) == barrier.deficiency:
                lacking += 1
                assert found is not None
                assert ({*found.pairs}, found.floaters) == ({*best.pairs}, best.floaters)
            else:
                assert found is None
    assert lacking > sample(50)


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_in_an_odd_part_below_anybody_will_do(edition: DutchEdition) -> None:
    # 1, 2 or 3 must float, and nobody of the next bracket (4, 5) can meet them. Of those below one
    # is lacking, and it does not matter whom they meet: so rather 2, who can meet 6, than 1.
    players = [player(n, score=3 if n < 4 else 2 if n < 6 else 1) for n in range(1, 9)]
    allowed = [(1, 2), (1, 3), (2, 3), (4, 5), (6, 7), (6, 8), (7, 8), (1, 8), (2, 6)]
    here = field(players, allowed=allowed)
    cache = CriterionCache()
    problem = BracketProblem(
        here, edition, Meetings(here), cache, (), (0, 1, 2), (3, 4), (5, 6, 7), True, complete=True
    )
    completion = Completion(problem.meetings)
    alone = first_best(problem, Reach.BRACKET)
    assert alone is not None
    assert alone.floaters == (2,)
    assert not NextBracket(problem, completion, alone).is_best()
    assert pair_bracket(problem, completion).floaters == (1,)
