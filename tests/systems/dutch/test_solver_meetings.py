"""Possible meetings, completions and their absence, compared with counting by hand."""

from __future__ import annotations

import random

import pytest

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import has_perfect_matching, maximum_matching
from crivello.model.errors import Impossible
from crivello.model.field import Field
from crivello.systems.dutch.bracket import may_meet, topscorers
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, DutchEdition
from crivello.systems.dutch.solver import solve
from crivello.systems.dutch.solver.meetings import Completion, CompletionBarrier, Meetings
from tests.systems.dutch.fields import random_field

EDITIONS = pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)


@EDITIONS
def test_rows_are_may_meet(edition: DutchEdition) -> None:
    for seed in range(60):
        field = random_field(seed, edition, (4, 20))
        meetings = Meetings(field)
        top = topscorers(field)
        for i, a in enumerate(field.entrants):
            for j, b in enumerate(field.entrants):
                assert bool(meetings.rows[i] >> j & 1) == (i != j and may_meet(a, b, top))
            if meetings.bye is not None:
                assert bool(meetings.rows[i] >> meetings.bye & 1) == (not a.barred)


def complete(field: Field, todo: list[int], floaters: set[int], bye: bool) -> bool:
    """Return True if these can be paired, floaters not with each other, and with a bye if `bye`."""
    if not todo:
        return True
    first, *rest = todo
    top = topscorers(field)
    a = field.entrants[first]
    if bye and not a.barred and complete(field, rest, floaters, False):
        return True
    return any(
        complete(field, [k for k in rest if k != j], floaters, bye)
        for j in rest
        if not (first in floaters and j in floaters) and may_meet(a, field.entrants[j], top)
    )


@EDITIONS
def test_completion_is_found_exactly_when_there_is_one(edition: DutchEdition) -> None:
    answers = []
    for seed in range(80):
        rng = random.Random(seed)
        field = random_field(seed, edition, (4, 10))
        meetings = Meetings(field)
        completion = Completion(meetings)
        many = len(field.entrants)
        for _ in range(6):  # the same object, so that what it kept is used again
            below = rng.randrange(many + 1)
            floaters = set(rng.sample(range(below), rng.randrange(min(below, 4) + 1)))
            todo = sorted(floaters) + list(range(below, many))
            if len(todo) % 2 != many % 2:
                continue
            asked = bitset(floaters), bitset(range(below, many))
            shortly = completion.possible(*asked)
            answer = completion.find(*asked)
            possible = not isinstance(answer, CompletionBarrier)
            assert shortly == possible
            assert possible == complete(field, todo, floaters, bool(many % 2))
            answers.append(possible)
            if isinstance(answer, dict):
                assert all(answer[answer[i]] == i for i in answer)
                assert all(meetings.rows[i] >> j & 1 for i, j in answer.items())
                assert not any({i, j} <= floaters for i, j in answer.items())
    assert answers.count(True) > 50
    assert answers.count(False) > 20


@EDITIONS
def test_dirac_is_sufficient_whoever_is_left_out(edition: DutchEdition) -> None:
    seen = {True: 0, False: 0}
    for seed in range(60):
        rng = random.Random(seed)
        field = random_field(seed, edition, (6, 30))
        meetings = Meetings(field)
        completion = Completion(meetings)
        players = range(len(field.entrants))
        for _ in range(6):
            these = rng.sample(players, rng.randrange(2, len(players) + 1))
            floaters = bitset(these[: rng.randrange(3)])
            surely = completion.meets_dirac(floaters, bitset(these))
            seen[surely] += 1
            if surely:
                rows = completion.rows_without(floaters)
                for out in these if len(these) % 2 else [-1]:
                    left = bitset(i for i in these if i != out)
                    assert has_perfect_matching(rows, left)
    assert min(seen.values()) > 50


@EDITIONS
def test_how_many_are_lacking(edition: DutchEdition) -> None:
    seen = set()
    for seed in range(120):
        rng = random.Random(seed)
        field = random_field(seed, edition, (4, 16), (3, 9))
        meetings = Meetings(field)
        completion = Completion(meetings)
        for _ in range(3):
            below = (1 << len(field.entrants)) - (1 << rng.randrange(len(field.entrants)))
            everybody = members(below | meetings.bye_bit)
            mate = maximum_matching(meetings.rows, available=bitset(everybody))
            assert completion.barrier_below(below).deficiency == sum(mate[i] < 0 for i in everybody)
            seen.add(completion.barrier_below(below).deficiency)
    assert {0, 1, 2, 3} <= seen


@EDITIONS
def test_the_blocked_players_block(edition: DutchEdition) -> None:
    """Without all who can meet them, more odd groups are left than players were taken away."""
    seen = 0
    for seed in range(200):
        field = random_field(seed, edition, (4, 9), (4, 9))
        meetings = Meetings(field)
        answer = Completion(meetings).find(0, (1 << len(field.entrants)) - 1)
        if not isinstance(answer, CompletionBarrier):
            continue
        seen += 1
        with pytest.raises(Impossible) as caught:
            solve(field, edition, None)
        ids = {field.entrants[i].id for i in members(answer.players)}
        assert set(caught.value.blocked) == ids
        assert ids
        assert set(caught.value.criteria) <= set(edition.absolute)
        neighbours = 0
        for i in members(answer.outer):
            neighbours |= meetings.rows[i]
        groups = _groups(meetings.rows, answer.outer)
        assert all(group.bit_count() % 2 for group in groups)
        assert len(groups) > (neighbours & ~answer.outer).bit_count()
    assert seen > 20


def _groups(rows: list[int], inside: int) -> list[int]:
    """Return the connected groups of players inside a set."""
    found = []
    while inside:
        group = edge = inside & -inside
        while edge:
            reached = 0
            for i in members(edge):
                reached |= rows[i]
            edge = reached & inside & ~group
            group |= edge
        found.append(group)
        inside &= ~group
    return found


def test_the_lowest_bye_is_the_lowest_possible() -> None:
    """C5 is compared with trying every score."""
    seen = 0
    for seed in range(150):
        field = random_field(seed, DUTCH_2026, (5, 10))
        many = len(field.entrants)
        if many % 2 == 0:
            continue
        possible = [
            player.score
            for i, player in enumerate(field.entrants)
            if not player.barred
            and complete(field, [j for j in range(many) if j != i], set(), False)
        ]
        if not possible:
            with pytest.raises(Impossible):
                solve(field, DUTCH_2026, None)
            continue
        _, bye = solve(field, DUTCH_2026, None)
        assert bye is not None
        assert bye.score == min(possible)
        seen += 1
    assert seen > 40
