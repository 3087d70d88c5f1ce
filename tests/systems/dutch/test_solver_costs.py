"""Costs by types of players compared with the criteria, and the scale with plain comparison."""

from __future__ import annotations

import random
from functools import partial

import pytest

from crivello.systems.dutch.bracket import CandidatePart
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver.costs import CriterionWeights, failures_of
from tests.systems.dutch.fields import random_brackets, random_field

EDITIONS = pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)


@EDITIONS
def test_players_of_one_kind_cost_the_same(edition: DutchEdition) -> None:
    for seed in range(40):
        field = random_field(seed, edition, (6, 30))
        for problem in random_brackets(seed, field, edition):
            bracket = problem.bracket
            criteria = list(enumerate(edition.criteria))
            many = len(problem.moved_down)
            costs = problem.costs
            for j, lower in enumerate(bracket.players):
                single = costs.failures[costs.single(j)]
                alone = CandidatePart(bracket, lower, None, j < many)
                assert single == failures_of(criteria, alone)
                for i, higher in enumerate(bracket.players[:j]):
                    if j >= many:
                        part = CandidatePart(bracket, higher, lower, i < many)
                        colours, others = costs.pair(i, j)
                        found = costs.failures[colours] + costs.failures[others]
                        assert sorted(found) == sorted(failures_of(criteria, part))


@EDITIONS
def test_the_scale_orders_candidates_as_the_criteria_do(edition: DutchEdition) -> None:
    """The sets of parts are random and of one length, so that lists can be compared."""
    rng = random.Random(1)
    for seed in range(30):
        field = random_field(seed, edition, (8, 20))
        for problem in random_brackets(seed, field, edition):
            bracket = problem.bracket
            failures = partial(failures_of, list(enumerate(edition.floaters)))
            many = len(problem.moved_down)
            players = bracket.players
            possible = [
                CandidatePart(bracket, player, None, i < many) for i, player in enumerate(players)
            ]
            possible += [
                CandidatePart(bracket, players[i], players[j], i < many)
                for j in range(many, len(players))
                for i in range(j)
            ]
            scale = CriterionWeights(edition.floaters, map(failures, possible), len(players))
            scale.weigh(range(len(edition.floaters)))
            for _ in range(10):
                # As many downfloaters in both: only then does the second criterion count.
                floaters = rng.randrange(len(players) + 1)
                rest = (len(players) - floaters) // 2
                one, other = (
                    rng.choices(possible[: len(players)], k=floaters)
                    + rng.choices(possible[len(players) :] or possible[:1], k=rest)
                    for _ in range(2)
                )
                values = [[c.value(s) for c in edition.floaters] for s in (one, other)]
                totals = [sum(scale.encode(failures(p)) for p in s) for s in (one, other)]
                if len(values[0][1]) == len(values[1][1]):
                    assert (values[0] < values[1]) == (totals[0] < totals[1])
                    assert (values[0] == values[1]) == (totals[0] == totals[1])
