"""Small brackets: every candidate in the order of generation, the first of the cheapest wins.

A bracket of up to eight players of whom at most one floats has at most 105 candidates, and which
they are depends only on how many players there are and how many of them have moved down. So they
are tabulated once (`candidates_in_order`). For a bracket, one test of a bit set finds those made of
legal pairs, and the sum of the prices of its parts compares them (`costs.FixedPrices`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter

from crivello.standard.classes import NamedTuple
from crivello.systems.dutch.editions import MovedDownOrder
from crivello.systems.dutch.solver.order import MovedDownPairing, ResidentOrder
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem

MOST = 8
"""The largest bracket that is tabulated: one of ten players has 945 candidates."""


class Tabulated(NamedTuple):
    """A candidate of any bracket of its size, with at most one downfloater.

    Parts are numbered: for a bracket of `size` players the pair of `i` and `j` is `i * size + j`,
    the downfloater `i` is `i * size + i`.
    """

    parts: int
    """As a bit set."""
    prices: Callable[[Sequence[int]], Sequence[int]]
    """The prices of its parts, taken from those of all parts."""
    candidate: BracketCandidate


@lru_cache(maxsize=MOST * MOST)
def candidates_in_order(size: int, moved_down: int) -> tuple[Tabulated, ...]:
    """All candidates in which nobody floats, or one if `size` is odd, in the order of generation.

    The moved-down players meet residents, and are of one score or all paired.
    """
    found = []
    for floater in range(size) if size % 2 else (None,):
        players = [i for i in range(size) if i != floater]
        for pairs in _pairings(players):
            if all(j >= moved_down for _, j in pairs):
                floaters = () if floater is None else (floater,)
                candidate = BracketCandidate(tuple(pairs), floaters)
                found.append((_place_in_order(candidate, size, moved_down), candidate))
    found.sort()
    return tuple(_tabulate(candidate, size) for _, candidate in found)


def _pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair the players."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for pairs in _pairings([i for i in others if i != other]):
            yield [(first, other), *pairs]


def _place_in_order(candidate: BracketCandidate, size: int, moved_down: int) -> tuple[int, int]:
    """Numbers that grow in the order of generation: of the moved-down players, of the others."""
    order = MovedDownPairing([0] * moved_down, size, scores_first=False)
    first = sum(order.pair(i + 1, j + 1) for i, j in candidate.pairs if i < moved_down)
    met = {j for i, j in candidate.pairs if i < moved_down}
    rest = [i for i in range(moved_down, size) if i not in met]
    number = {i: k for k, i in enumerate(rest, start=1)}
    pairs = [pair for pair in candidate.pairs if pair[0] >= moved_down]
    residents = ResidentOrder(len(rest), len(pairs))
    then = sum(residents.pair(number[i], number[j]) for i, j in pairs)
    then += sum(residents.single(number[i]) for i in candidate.floaters if i >= moved_down)
    return first, then


def _tabulate(candidate: BracketCandidate, size: int) -> Tabulated:
    numbers = [i * size + j for i, j in candidate.pairs]
    numbers += [i * size + i for i in candidate.floaters]
    parts = sum(1 << number for number in numbers)
    if len(numbers) > 1:
        return Tabulated(parts, itemgetter(*numbers), candidate)
    return Tabulated(parts, itemgetter(slice(numbers[0], numbers[0] + 1)), candidate)


def first_best_of_few(problem: BracketProblem) -> BracketCandidate | None:
    """The first best candidate of the bracket alone; None if it is not one of those tabulated."""
    size, moved_down = len(problem.players), len(problem.moved_down)
    if size > MOST or 2 * moved_down > size + 1 or problem.mixed_residents:
        return None
    odd = size % 2
    scores_first = problem.edition.moved_down_order is MovedDownOrder.SCORES_FIRST
    if odd and moved_down > 1 and scores_first:
        return None
    rows = problem.rows
    may_float = problem.may_float() if odd else 0
    legal = sum([(row | may_float & 1 << i) << size * i for i, row in enumerate(rows)])
    found = [one for one in candidates_in_order(size, moved_down) if legal & one.parts == one.parts]
    if len(found) < 2:
        return found[0].candidate if found else None
    prices = _prices(problem, may_float)
    if prices is None:
        return None
    totals = [sum(one.prices(prices)) for one in found]
    return found[totals.index(min(totals))].candidate


def _prices(problem: BracketProblem, may_float: int) -> list[int] | None:
    """The prices of all legal parts, by their numbers; None if there is one without a price."""
    costs, rows = problem.costs, problem.rows
    size = len(rows)
    fixed = problem.cache.fixed_prices(problem.edition, problem.bye_here and bool(may_float))
    failures = costs.failures
    prices = [0] * (size * size)
    for i, j, colours, others in costs.pairs(rows):
        one = fixed.price(colours, failures[colours])
        other = fixed.price(others, failures[others])
        if one is None or other is None:
            return None
        prices[i * size + j] = one + other
    for i in range(size):
        if may_float >> i & 1:
            single = costs.single(i)
            price = fixed.price(single, failures[single])
            if price is None:
                return None
            prices[i * size + i] = price
    return prices
