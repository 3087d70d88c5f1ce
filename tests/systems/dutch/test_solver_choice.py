"""One bracket: the solver against all matchings, narrow against wide views, fast against exact
methods.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from crivello.matching import weighted
from crivello.matching.bits import bitset, members
from crivello.matching.ground import cheapest_mates_on_ground
from crivello.model.field import Strength
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver import choice as bracket_module
from crivello.systems.dutch.solver import exact
from crivello.systems.dutch.solver.bound import KindBound, first_best_by_kinds
from crivello.systems.dutch.solver.choice import pair_bracket
from crivello.systems.dutch.solver.costs import CriterionCache
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.meetings import Completion, CompletionBarrier, Meetings
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from tests.matching.graphs import with_ground
from tests.matching.proofs import verify
from tests.support.samples import sample
from tests.systems.dutch.fields import random_brackets, random_field
from tests.systems.dutch.players import field, player
from tests.systems.dutch.test_solver_order import Matching, generated

EDITIONS = pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)


def legal_matchings(problem: BracketProblem) -> Iterator[Matching]:
    """Yield all legal candidates of a homogeneous bracket, pairs by sequence number, in order."""
    size = len(problem.players)
    rows = problem.rows
    most = (size - problem.fewest_floaters) // 2
    for matching in generated(size, most):
        if all(rows[i - 1] >> (j - 1) & 1 for i, j in matching):
            yield matching


@EDITIONS
def test_homogeneous_brackets_against_all_candidates(edition: DutchEdition) -> None:
    seen = exchanged = 0
    for seed in range(sample(400)):
        field = random_field(seed, edition, (5, 13))
        for problem in random_brackets(seed, field, edition):
            size = len(problem.players)
            if problem.moved_down or not 3 <= size <= 6 or problem.last:
                continue
            criteria = problem.criteria(problem.fewest_floaters)

            def judge(matching: Matching) -> tuple[list[tuple[int, ...]], BracketCandidate]:
                pairs = tuple(sorted((i - 1, j - 1) for i, j in matching))
                paired = {i for pair in pairs for i in pair}
                left = tuple(i for i in range(size) if i not in paired)  # noqa: B023
                candidate = BracketCandidate(pairs, left)
                parts = parts_of(problem, candidate)  # noqa: B023
                return [c.value(parts) for c in criteria], candidate  # noqa: B023

            judged = [judge(matching) for matching in legal_matchings(problem)]
            best = min(values for values, _ in judged)
            expected = next(candidate for values, candidate in judged if values == best)
            assert first_best(problem, Reach.BRACKET) == expected
            seen += 1
            upper = {i for i, _ in expected.pairs}
            exchanged += upper != set(range(len(upper)))
    assert seen > sample(100)
    assert exchanged > sample(20)


@EDITIONS
@pytest.mark.parametrize(("low", "high", "seeds"), [(4, 40, 150), (60, 260, 12)])
def test_kinds_give_the_same_candidate_as_one_matching(
    edition: DutchEdition, low: int, high: int, seeds: int
) -> None:
    answered = unanswered = exchanged = moved_down = 0
    for seed in range(sample(seeds)):
        field = random_field(seed, edition, (low, high), (3, 8))
        for problem in random_brackets(seed, field, edition):
            if len(problem.players) > 120:
                continue
            floaters = problem.fewest_floaters
            if problem.last and floaters != len(field.entrants) % 2:
                continue  # moved-down players drawn at random do not fit the bye
            candidate = first_best_by_kinds(problem)
            if candidate is None:
                unanswered += 1
                continue
            assert candidate == first_best(problem, Reach.BRACKET)
            answered += 1
            moved_down += bool(problem.moved_down)
            upper = [i for i, _ in candidate.pairs if i >= len(problem.moved_down)]
            rest = range(len(problem.moved_down), len(problem.players))
            taken = {j for i, j in candidate.pairs if i < len(problem.moved_down)}
            exchanged += upper != [i for i in rest if i not in taken][: len(upper)]
    assert answered > sample(40)
    assert moved_down > sample(10)
    if low < 10:
        assert exchanged > sample(3)
    assert unanswered < 2 * answered


def with_wish(problem: BracketProblem, rng: random.Random) -> BracketProblem:
    """Return the bracket with restrictions: two may meet only each other, or one only a few; and a
    few float.
    """
    rows = list(problem.meetings.rows)
    one, other = rng.sample(problem.players, 2)
    kept = [(one, 1 << other), (other, 1 << one)]
    if rng.random() < 0.5:
        kept = [(one, bitset(rng.sample(problem.players, 4)))]
    for v, these in kept:
        for w in members(rows[v] & ~these):
            rows[w] &= ~(1 << v)
        rows[v] &= these
    meetings = problem.meetings.with_rows(rows)
    meetings.singled_out = bitset(v for v, _ in kept)
    asked = replace(problem, meetings=meetings)
    floatable = bitset(i for i, row in enumerate(asked.rows) if not row or rng.random() < 0.7)
    return replace(asked, floatable=floatable)


@EDITIONS
def test_players_singled_out_are_kinds_of_their_own(edition: DutchEdition) -> None:
    answered = missed = 0
    for seed in range(sample(150)):
        field = random_field(seed, edition, (20, 60))
        for problem in random_brackets(seed, field, edition):
            if len(problem.players) < 8 or problem.last:
                continue
            asked = with_wish(problem, random.Random(seed))
            candidate = first_best_by_kinds(asked)
            if candidate is not None:
                assert candidate == first_best(asked, Reach.BRACKET)
                answered += 1
                asked.meetings.singled_out = 0
                common = first_best_by_kinds(asked)
                assert common in (None, candidate)
                missed += common is None
    assert answered > sample(100)
    assert missed > sample(20)


def topscorers(rng: random.Random, edition: DutchEdition) -> BracketProblem:
    """Return a bracket of the last round in which most have the same absolute preference and may
    still meet.
    """
    residents = rng.randrange(8, 14)
    moved_down = rng.randrange(3)
    wants = ["W", "W", "W", "Ww", "w", "B"]
    people = [
        player(
            number,
            score=14 if number <= moved_down else 12 if number <= moved_down + residents else 2,
            wants=rng.choice(wants),
            floats=rng.choice(["--", "v-", "^-"]),
        )
        for number in range(1, moved_down + residents + 3)
    ]
    pairs = list(combinations(range(1, moved_down + residents + 1), 2))
    here = field(people, forbidden=rng.sample(pairs, len(pairs) // 3), round=9, rounds=9)
    first, after = moved_down + residents, len(people)
    return BracketProblem(
        here,
        edition,
        Meetings(here),
        CriterionCache(),
        tuple(range(moved_down)),
        tuple(range(moved_down, first)),
        next_group=tuple(range(first, after)),
        lower=(),
        look_ahead=False,
        complete=False,
    )


@EDITIONS
def test_topscorers_of_one_absolute_preference_are_priced_pair_by_pair(
    edition: DutchEdition,
) -> None:
    """Among them it matters who meets whom, because of the colours they had."""
    # C.10, C.11; C12, C13
    clashes: Counter[bool] = Counter()
    for seed in range(sample(600)):
        problem = topscorers(random.Random(seed), edition)
        candidate = first_best_by_kinds(problem)
        if candidate is None:
            continue
        assert candidate == first_best(problem, Reach.BRACKET)
        players = problem.entrants(problem.players)
        clashes.update(
            i < len(problem.moved_down)
            for i, j in candidate.pairs
            if players[i].strength is players[j].strength is Strength.ABSOLUTE
            and players[i].preference is players[j].preference
        )
    assert clashes[True] > sample(20)
    assert clashes[False] > sample(50)


def test_the_bound_on_kinds_proves_what_it_answers() -> None:
    """Every pair and downfloater of an answer is tight."""
    answered = 0
    for seed in range(40):
        field = random_field(seed, DUTCH_2026, (20, 60))
        for problem in random_brackets(seed, field, DUTCH_2026):
            candidate = first_best_by_kinds(problem)
            if candidate is None:
                continue
            bound = KindBound(problem, len(candidate.floaters))
            assert bound.find_tight()
            assert all(bound.tight[i] >> j & 1 for i, j in candidate.pairs)
            assert all(bound.floatable >> i & 1 or not problem.rows[i] for i in candidate.floaters)
            answered += 1
    assert answered > 40


@EDITIONS
def test_every_matching_used_is_proven(
    edition: DutchEdition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate of each weighted matching is verified, edge by edge."""
    proven = 0

    def solve_and_verify(edges: exact.Edges, alone: exact.Alone) -> list[int] | None:
        nonlocal proven
        n = len(edges)
        cost = [[row.get(v) for v in range(n)] for row in edges]
        solution = weighted.minimum_cost_perfect_matching(n, cost, alone=alone)
        mate = weighted.cheapest_mates(edges, alone)
        if solution is None:
            assert mate is None
        else:
            verify(n, cost, solution, alone)
            assert mate is not None
            assert weighted.price(edges, alone, mate) == solution.total
            proven += 1
        return mate

    def solve_and_verify_on_ground(
        edges: exact.Edges, alone: exact.Alone, ways: list[int], ground: list[int]
    ) -> list[int] | None:
        nonlocal proven
        cost = with_ground(edges, alone, ways, ground)
        solution = weighted.minimum_cost_perfect_matching(len(cost), cost)
        mate = cheapest_mates_on_ground(edges, alone, ways, ground)
        if solution is None:
            assert mate is None
        else:
            verify(len(cost), cost, solution)
            assert mate is not None
            assert weighted.price(edges, alone, mate) == solution.total
            proven += 1
        return mate

    monkeypatch.setattr(exact, "cheapest_mates_on_ground", solve_and_verify_on_ground)
    monkeypatch.setattr(exact, "cheapest_mates", solve_and_verify)
    for seed in range(sample(60)):
        field = random_field(seed, edition, (5, 30))
        for problem in random_brackets(seed, field, edition):
            for reach in Reach:
                first_best(problem, reach)
    assert proven > sample(600)


def test_looking_as_far_as_needed_is_as_good_as_looking_at_everything() -> None:
    """2026: the shortcuts of `pair_bracket` are compared with the whole field in every bracket."""
    seen = 0
    for seed in range(sample(160)):
        field = random_field(seed, DUTCH_2026, (5, 16))
        for problem in random_brackets(seed, field, DUTCH_2026):
            if problem.last:
                continue
            completion = Completion(problem.meetings)
            rest = bitset(problem.next_group + problem.lower)
            inside = bitset(problem.players)
            # Moved-down players do not meet one another: only then may the rest be complete.
            asked = replace(problem, look_ahead=True, complete=True)
            if (len(problem.players) + rest.bit_count()) % 2 != len(field.entrants) % 2:
                continue
            moved_down = bitset(problem.moved_down)
            if isinstance(
                completion.find(moved_down, inside & ~moved_down | rest), CompletionBarrier
            ):
                continue
            expected = first_best(asked, Reach.FIELD)
            assert expected is not None
            found = pair_bracket(asked, completion)
            assert (found.pairs, found.floaters) == (expected.pairs, expected.floaters)
            seen += 1
    assert seen > sample(150)


def test_small_and_large_brackets_take_the_same_way_to_the_same_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whole rounds are paired with the fast method tried everywhere, and nowhere."""
    from crivello.systems.dutch.solver import solve

    for seed in range(30):
        for edition in (DUTCH_2017, DUTCH_2026):
            field = random_field(1000 + seed, edition, (10, 60))
            try:
                expected = solve(field, edition, None)
            except Exception as error:  # noqa: BLE001 - an unpairable round must stay one
                with pytest.raises(type(error)):
                    solve(field, edition, None)
                continue
            for large in (2, 10**9):
                monkeypatch.setattr(bracket_module, "LARGE", large)
                assert solve(field, edition, None) == expected
            monkeypatch.undo()
