"""Sieve and solver give the same answer, and so do all methods within the solver.

The long campaign is `make agree WHAT=dubov`.
"""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.matching.bits import members
from crivello.model.errors import TooLarge
from crivello.model.trace import Trace
from crivello.systems.dubov.bracket import DubovBracket, max_upfloats
from crivello.systems.dubov.editions import DUBOV_2018, DUBOV_2026, EDITIONS, DubovEdition
from crivello.systems.dubov.sieve import sift
from crivello.systems.dubov.solver import (
    Graph,
    UpfloaterChoice,
    first_shifts,
    first_transposition,
    pair_bracket,
    solve,
)
from tests.support.dubov_fields import entrant, random_field
from tests.support.entrants import field_of
from tests.support.solvers import pair_field
from tools.agree_dubov import answer, brackets, compare, same


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.key)
def test_sieve_and_solver_agree_on_random_fields(edition: DubovEdition) -> None:
    seen, differences = compare(edition, fields=600, seed=7)
    assert differences == []
    for name in ("first shift", "second shift", "two or more upfloaters", "impossible"):
        assert seen[name] >= 5
    for criterion in (8, 9, 10):
        assert seen[f"C.{criterion} decides"] >= 1
    for reason in ("only", "score", "games", "number"):
        assert seen[f"bye: {reason}"] >= 2


@given(st.integers(0, 2**32), st.integers(2, 11))
def test_sieve_and_solver_agree_on_made_up_fields(seed: int, players: int) -> None:
    field = random_field(random.Random(seed), players)
    literal: Trace = []
    fast: Trace = []
    sifted = answer(field, DUBOV_2026, sift, literal)
    solved = answer(field, DUBOV_2026, solve, fast)
    assert same(sifted, solved)
    if sifted is not None:
        assert brackets(literal) == brackets(fast)


def test_short_ways_to_the_upfloaters_lead_where_the_whole_field_does() -> None:
    """The fields are too large for the sieve, and many players are alike."""
    proven: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        field = random_field(rng, rng.choice((24, 30, 36)))
        graph = Graph(field.entrants)
        left = graph.everyone if not graph.match(graph.everyone)[1] else 0
        while left:
            residents = graph.top_scoregroup(left)
            lower = left & ~residents
            empty = DubovBracket(
                graph.players(residents), (), max_upfloats(field), field.last_round
            )
            choice = UpfloaterChoice(graph, DUBOV_2018, empty, residents, lower)
            best = choice.cheapest(members(lower), graph.legal)
            assert choice.best() == best
            if residents.bit_count() % 2:
                single = choice.single()
                assert single in (None, best)
                proven["single"] += single is not None
            first = choice.among_the_first()
            assert first in (None, best)
            proven["among the first"] += first is not None
            assert best is not None
            left = lower & ~best
    assert proven["single"] >= 30
    assert proven["among the first"] >= 30


def test_first_shifts_are_those_of_the_short_way() -> None:
    """If the first shift in order works, the matching of all shifts finds it too."""
    shifted = 0
    for seed in range(60):
        rng = random.Random(seed)
        players = random_field(rng, rng.choice((8, 14, 20))).entrants
        if Graph(players).match((1 << len(players)) - 1)[1]:
            continue
        before, shifts, s1, t2 = pair_bracket(players)
        assert first_shifts(before) == shifts
        after = before.shift(*shifts)
        assert (after.g1, first_transposition(after)) == (s1, t2)
        shifted += bool(shifts[1])
    assert shifted >= 20


def test_the_sieve_refuses_large_fields() -> None:
    """Thirty players, the last without a possible opponent: every other pair is tried in vain."""
    field = field_of(
        *(entrant(n, 0, "W") for n in range(1, 30)),
        entrant(30, 0, "W", avoid=tuple(range(1, 30))),
    )
    with pytest.raises(TooLarge):
        pair_field(field, DUBOV_2018, sift)
