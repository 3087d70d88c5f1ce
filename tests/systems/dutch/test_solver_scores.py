"""Floaters found by scores equal those of matchings that weigh everything."""

from __future__ import annotations

import random

import pytest

from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver.below import first_best_by_scores
from crivello.systems.dutch.solver.meetings import Completion
from tests.support.samples import sample
from tests.systems.dutch.brackets import by_matchings, random_bracket
from tests.systems.dutch.fields import random_field

CHANCES = (0.0, 0.05, 0.1, 0.2, 0.3)

PARTS_OF_SEVERAL = 235
"""A field in which those below fall into parts of several players, any of whom will do."""


@pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)
def test_scores_tell_what_matchings_find(edition: DutchEdition) -> None:
    asked = told = 0
    for seed in (*range(sample(200)), PARTS_OF_SEVERAL):
        field = random_field(seed, edition, (8, 26))
        for attempt in range(40):
            rng = random.Random(40 * seed + attempt)
            problem = random_bracket(rng, field, edition, CHANCES, more=2)
            if problem is None:
                continue
            asked += 1
            found = first_best_by_scores(problem, Completion(problem.meetings))
            if found is not None:
                told += 1
                best = by_matchings(problem)
                assert (found.pairs, found.floaters) == (best.pairs, best.floaters)
    assert told > asked // 2 > 100
