"""Random fields and brackets for the tests of the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from crivello.model.field import Field
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.solver import solve
from crivello.systems.dutch.solver.costs import CriterionCache
from crivello.systems.dutch.solver.meetings import Meetings
from crivello.systems.dutch.solver.problem import BracketProblem
from tests.support.random_events import Pair, play, random_axes, random_pairing
from tests.support.solvers import pair_round


def random_tournament(
    seed: int, edition: DutchEdition, players: tuple[int, int], rounds: tuple[int, int]
) -> tuple[Tournament, int]:
    """Return a random tournament, and the round to be paired in it."""
    rng = random.Random(seed)
    axes = random_axes(rng)
    many = rng.randrange(*players)
    announced = rng.randrange(*rounds)

    def swiss(tournament: Tournament, number: int) -> RoundPairing:
        return pair_round(tournament, number, edition, solve)

    pair: Pair = random_pairing(rng) if rng.random() < 0.4 else swiss
    until = rng.randrange(min(3, announced), announced + 1)
    tournament = play(rng, many, announced, axes, pair, until)
    return tournament, tournament.next_round


def random_field(
    seed: int, edition: DutchEdition, players: tuple[int, int], rounds: tuple[int, int] = (3, 9)
) -> Field:
    tournament, number = random_tournament(seed, edition, players, rounds)
    return build_field(tournament, number, edition.field_rules)


def random_brackets(seed: int, field: Field, edition: DutchEdition) -> Iterator[BracketProblem]:
    """Yield each scoregroup of a field, with a few players from above moved down into it."""
    rng = random.Random(seed)
    meetings, cache = Meetings(field), CriterionCache()
    everybody = range(len(field.entrants))
    groups = [
        tuple(group) for _, group in groupby(everybody, key=lambda i: field.entrants[i].score)
    ]
    for k, group in enumerate(groups):
        above = [i for higher in groups[:k] for i in higher]
        moved_down = rng.sample(above, min(len(above), rng.choice((0, 0, 1, 1, 2, 3))))
        problem = BracketProblem(
            field,
            edition,
            meetings,
            cache,
            tuple(sorted(moved_down)),
            group,
            next_group=tuple(i for lower in groups[k + 1 : k + 2] for i in lower),
            lower=tuple(i for lower in groups[k + 2 :] for i in lower),
            look_ahead=False,
            complete=False,
        )
        yield problem


def alone(problem: BracketProblem) -> BracketProblem:
    """Return the bracket as it would be if its downfloaters could go anywhere."""
    return replace(problem, look_ahead=False, complete=False)
