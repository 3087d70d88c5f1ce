"""The generation order as a number, compared with the order written out candidate by candidate."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from crivello.systems.dutch.solver.order import MovedDownPairing, ResidentOrder

Matching = frozenset[tuple[int, int]]


def exchanges(s1: list[int], s2: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return all exchanges of D.2 / 4.3 in order, the empty one first: (leaving S1, leaving S2)."""
    found = [
        (out, into)
        for many in range(min(len(s1), len(s2)) + 1)
        for out in combinations(s1, many)
        for into in combinations(s2, many)
    ]
    return sorted(
        found,
        key=lambda e: (
            len(e[0]),
            sum(e[1]) - sum(e[0]),
            [-bsn for bsn in sorted(e[0], reverse=True)],
            sorted(e[1]),
        ),
    )


def generated(size: int, pairs: int) -> list[Matching]:
    """Return all matchings of `pairs` pairs in the order in which they are first generated."""
    numbers = list(range(1, size + 1))
    s1, s2 = numbers[:pairs], numbers[pairs:]
    seen: dict[Matching, None] = {}
    for out, into in exchanges(s1, s2):
        upper = sorted(set(s1) - set(out) | set(into))
        lower = sorted(set(s2) - set(into) | set(out))
        for partners in permutations(lower, pairs):  # in lexicographic order: D.1 / 4.2
            pairing = zip(upper, partners, strict=True)
            seen.setdefault(frozenset((min(p), max(p)) for p in pairing))
    return list(seen)


@pytest.mark.parametrize(
    ("size", "pairs"), [(1, 0), (2, 1), (4, 2), (5, 2), (5, 1), (6, 3), (6, 2), (7, 3), (8, 4)]
)
def test_a_matching_generated_earlier_costs_less(size: int, pairs: int) -> None:
    # 3.8, B.8; 1.2, A.2
    order = ResidentOrder(size, pairs)

    def cost(matching: Matching) -> int:
        paired = {bsn for pair in matching for bsn in pair}
        singles = set(range(1, size + 1)) - paired
        return sum(order.pair(*pair) for pair in matching) + sum(map(order.single, singles))

    costs = [cost(matching) for matching in generated(size, pairs)]
    assert costs == sorted(costs)
    assert len(set(costs)) == len(costs)
    assert max(costs) - min(costs) < 1 << order.bits


def test_no_part_is_cheaper_than_nothing() -> None:
    """Then dual values of the criteria alone stay valid when the order is added."""
    order = ResidentOrder(9, 4)
    numbers = range(1, 10)
    assert all(order.pair(i, j) >= 0 for i, j in combinations(numbers, 2))
    assert all(order.single(i) >= 0 for i in numbers)


def test_the_exchanges_named_by_the_regulation_come_in_its_order() -> None:
    one = [(*out, *into) for out, into in exchanges([1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11])]
    assert one[1:11] == [
        (5, 6), (5, 7), (4, 6), (5, 8), (4, 7), (3, 6), (5, 9), (4, 8), (3, 7), (2, 6),
    ]  # fmt: skip
    order = ResidentOrder(11, 5)

    def exchange(*swapped: tuple[int, int]) -> int:
        """Return the cost of an exchange, as far as it does not depend on the transposition."""
        out = sum(order.single(leaves) for leaves, _ in swapped)
        into = sum(order.pair(enters, 11) - order.pair(1, 11) for _, enters in swapped)
        return (out + into) >> order._enter

    assert exchange((4, 6)) < exchange((5, 8))
    assert exchange((4, 8), (3, 6)) < exchange((5, 9), (4, 8))
    assert exchange((5, 7)) < exchange((4, 6))
    assert exchange((5, 6), (2, 9)) < exchange((4, 6), (3, 9))
    assert exchange((4, 6), (3, 9)) < exchange((4, 7), (3, 8))


@pytest.mark.parametrize("scores_first", [False, True])
def test_sets_of_moved_down_players_then_their_opponents(scores_first: bool) -> None:
    scores = [6, 6, 5, 5]
    residents = range(5, 9)
    order = MovedDownPairing(scores, 8, scores_first)

    def place(mdps: tuple[int, ...], opponents: tuple[int, ...]) -> tuple[object, ...]:
        if scores_first:
            return [-scores[m - 1] for m in mdps], mdps, opponents
        return mdps, opponents

    for paired in (1, 2, 3):
        found = [
            (place(mdps, opponents), sum(map(order.pair, mdps, opponents)))
            for mdps in combinations(range(1, 5), paired)
            for opponents in permutations(residents, paired)
        ]
        found.sort()
        costs = [cost for _, cost in found]
        assert costs == sorted(costs)
        assert len(set(costs)) == len(costs)
        assert costs[-1] - costs[0] < 1 << order.bits
