"""The examples of the 2016 text and of article 4.3 (2026)."""

from __future__ import annotations

from itertools import islice

import pytest

from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.rules.colours import may_meet_within_limits
from crivello.systems.burstein.groups import BursteinGroup, Combination, combinations
from crivello.systems.burstein.sieve import sift_2016
from crivello.systems.burstein.solver import solve_2016
from crivello.systems.completion import LegalPairs
from tests.support.cases import asked
from tests.support.entrants import due, entrant


def named(combination: Combination) -> tuple[list[list[int]], list[int]]:
    """Return the combination with players counted from 1, as the tables print it."""
    pairs = [[i + 1, j + 1] for i, j in combination.pairs]
    return pairs, [i + 1 for i in combination.floaters]


def test_the_fifteen_combinations_of_six_players() -> None:
    # Burstein 2016: 6.2 (1)
    _, expected = asked("burstein-6")
    assert [named(c)[0] for c in combinations(6, 0)] == expected["order"]


def test_the_fifteen_combinations_of_five_players() -> None:
    # Burstein 2016: 6.4 (1)
    _, expected = asked("burstein-5")
    found = [
        {"pairs": pairs, "floater": floaters[0]}
        for pairs, floaters in map(named, combinations(5, 1))
    ]
    assert found == expected["order"]


def test_45_pairings_of_six_players_with_two_floaters() -> None:
    # Burstein 2026: 4.1, 4.2, 4.3
    found = [named(c) for c in combinations(6, 2)]
    assert len(found) == 45
    assert found[:3] == [
        ([[1, 6], [2, 5]], [3, 4]),
        ([[1, 6], [2, 4]], [3, 5]),
        ([[1, 6], [2, 3]], [4, 5]),
    ]
    assert found[3:7] == [
        ([[1, 6], [3, 5]], [2, 4]),
        ([[1, 6], [3, 4]], [2, 5]),
        ([[1, 6], [4, 5]], [2, 3]),
        ([[1, 5], [2, 6]], [3, 4]),
    ]
    assert found[-1] == ([[3, 4], [5, 6]], [1, 2])


BELOW = tuple(entrant(number) for number in (11, 12, 13))


def chosen(players: list[Entrant], incoming: frozenset[int] = frozenset()) -> Combination:
    """Return the choice of sieve and solver, on which they must agree."""
    group = BursteinGroup(0, tuple(players), incoming)
    legal = LegalPairs([*players, *BELOW], may_meet_within_limits)
    found = [choose(legal, group, BELOW, False) for choose in (sift_2016, solve_2016)]
    assert found[0] == found[1]
    assert found[0] is not None
    return found[0]


def test_a_floater_does_not_float_again() -> None:
    """In combinations 3, 6 and 9 No. 2 floats, so they are never chosen."""
    # Burstein 2016: 6.3 (2)
    given, expected = asked("burstein-5-floater-2")
    floats = given["already_floater"] - 1
    table = list(combinations(5, 1))
    assert [k for k, c in enumerate(table, 1) if floats in c.floaters] == expected["invalid"]
    # 2 has met 3 and 4: combination 3 is the first legal one; if 2 must not float it is 4.
    players = [
        entrant(1),
        entrant(2, avoid={3, 4}),
        entrant(3, avoid={2}),
        entrant(4, avoid={2}),
        entrant(5),
    ]
    assert chosen(players) == table[3 - 1]
    assert chosen(players, frozenset({2})) == table[4 - 1]


def test_the_maximum_of_due_colours() -> None:
    # Burstein 2016: 6.5 (1)
    given, expected = asked("burstein-colours")
    players = [
        entrant(k, due(Colour.WHITE if k in given["due_white"] else Colour.BLACK))
        for k in range(1, 7)
    ]
    six = next(islice(combinations(6, 0), expected["valid_of_six"] - 1, None))
    five = next(islice(combinations(5, 1), expected["valid_of_five"] - 1, None))
    assert chosen(players) == six
    assert chosen(players[:5]) == five


@pytest.mark.parametrize("size", [40, 41, 120])
def test_large_groups_fold(size: int) -> None:
    """6.1 without obstacles: the first meets the last, and so on; the middle one floats."""
    # Burstein 2016: 6.1 (1)
    players = [entrant(number) for number in range(101, 101 + size)]
    group = BursteinGroup(0, tuple(players), frozenset())
    legal = LegalPairs([*players, *BELOW], may_meet_within_limits)
    found = solve_2016(legal, group, BELOW, False)
    half = size // 2
    assert found == Combination(
        tuple((i, size - 1 - i) for i in range(half)), (half,) if size % 2 else ()
    )
