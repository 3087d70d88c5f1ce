"""Small brackets: try every candidate in the order of generation and keep the first of the best.

The candidates of a bracket depend only on the number of its players, of those moved down and of
those who float. With up to eight players there are at most 420, so they are tabulated once
(`candidates_in_order`). For a given bracket, one test of a bit set finds the candidates made of
legal pairs, and the sum of the prices of their parts compares them (`costs.FixedPrices`).

The players below the bracket matter only through the downfloaters: `Below` says for a set of them
whether the round can be completed and what the next bracket must fail. So the rules are followed to
the letter: as few downfloaters as possible, then those with the lowest scores, among these the ones
who leave most to the next bracket, and of the candidates that remain the cheapest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, groupby
from operator import itemgetter

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import has_perfect_matching, maximum_matching
from crivello.standard.classes import NamedTuple, derived
from crivello.systems.dutch.editions import MovedDownOrder
from crivello.systems.dutch.solver.costs import NoPriceError
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.order import MovedDownPairing, ResidentOrder
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem

MOST = 8
"""The largest bracket that is tabulated: one of ten players has 945 candidates."""
MOST_BELOW = 7
"""The largest next bracket in which several players to be left are sought by trying all sets."""

Value = tuple[int, ...]
"""How many players the next bracket must leave unpaired, then their scores, the highest first."""


class Undecided(Exception):
    """The tables do not decide: the next bracket is too large, or another order holds."""


class Tabulated(NamedTuple):
    """A candidate of any bracket with these numbers of players.

    Parts are numbered: for a bracket of `size` players the pair of `i` and `j` is `i * size + j`,
    the downfloater `i` is `i * size + i`.
    """

    parts: int
    """As a bit set."""
    prices: Callable[[Sequence[int]], Sequence[int]]
    """The prices of its parts, taken from those of all parts."""
    candidate: BracketCandidate


@cache
def candidates_in_order(size: int, moved_down: int, floaters: int) -> tuple[Tabulated, ...]:
    """Return all candidates with this number of downfloaters, in the order of generation.

    Moved-down players meet residents only. The order among them holds if they are of one score or
    all paired, and by the rules of 2026 in any case.
    """
    found = []
    for left in combinations(range(size), floaters):
        for pairs in _pairings([i for i in range(size) if i not in left]):
            if all(j >= moved_down for _, j in pairs):
                candidate = BracketCandidate(tuple(pairs), left)
                found.append((_place_in_order(candidate, size, moved_down), candidate))
    found.sort()
    return tuple(_tabulate(candidate, size) for _, candidate in found)


def _pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield all ways to pair the players."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for pairs in _pairings([i for i in others if i != other]):
            yield [(first, other), *pairs]


def _place_in_order(candidate: BracketCandidate, size: int, moved_down: int) -> tuple[int, int]:
    """Return the sort key of generation: of the moved-down players first, then of the others."""
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


class Below:
    """The players below a small bracket: what its downfloaters leave to them."""

    def __init__(self, problem: BracketProblem, completion: Completion, look_ahead: bool) -> None:
        self._problem = problem
        self._completion = completion
        self._look_ahead = look_ahead
        self._complete = problem.complete or problem.next_is_last
        self._lower = problem.lower_set
        self._group = problem.below & ~self._lower
        self._known: dict[tuple[int, ...], Value | None] = {}
        self._completed: dict[int, bool] = {}

    def value(self, floaters: tuple[int, ...]) -> Value | None:
        """Return what the next bracket must fail after these floaters; None without completion."""
        if floaters not in self._known:
            self._known[floaters] = self._find_value(floaters)
        return self._known[floaters]

    def bound(self, floaters: int) -> Value:
        """Return a value that this number of floaters cannot improve."""
        problem = self._problem
        if not floaters or not self._look_ahead:
            return ()
        if (floaters + len(problem.next_group)) % 2 == 0:
            return (0,)
        return 1, problem.field.entrants[problem.next_group[0]].score

    @derived
    def fewest_floaters(self) -> int:
        """Return how many must float at least for the sake of those below."""
        problem, completion = self._problem, self._completion
        if not problem.complete or completion.meets_dirac(0, problem.below):
            return 0
        return completion.barrier_below(problem.below).deficiency

    def _find_value(self, floaters: tuple[int, ...]) -> Value | None:
        problem, completion = self._problem, self._completion
        players = [problem.players[i] for i in floaters]
        moved_down = bitset(players)
        if not floaters or not self._look_ahead:
            completes = not problem.complete or completion.possible(moved_down, problem.below)
            return () if completes else None
        rows = completion.rows_without(moved_down)
        bracket = self._group | moved_down
        entrants = problem.field.entrants
        ascending = [*reversed(problem.next_group), *reversed(players)]
        fewest = max(len(ascending) % 2, len(players) - len(problem.next_group))
        many = len(ascending) > MOST_BELOW
        for number in range(fewest, len(ascending) + 1, 2):
            sets: Iterable[tuple[int, ...]] = combinations(ascending, number)
            if number > 1:
                if self._complete and not completion.possible(moved_down, problem.below):
                    return None
                if many:
                    raise Undecided
                sets = sorted(sets, key=lambda left: [entrants[i].score for i in left[::-1]])
            for left in sets:
                if self._can_leave(rows, bracket, bitset(left)):
                    return (number, *[entrants[i].score for i in left[::-1]])
                if many and left == (ascending[0],) and self._must_leave_more(rows, bracket):
                    break
        return None

    def _must_leave_more(self, rows: Sequence[int], bracket: int) -> bool:
        """Return True if the next bracket must leave more than one: in it several have no partner,
        or those below it lack several."""
        mate = maximum_matching(rows, available=bracket)
        if sum([mate[i] < 0 for i in members(bracket)]) > 1:
            return True
        return self._complete and self._completion.barrier_below(self._lower).deficiency > 1

    def _can_leave(self, rows: Sequence[int], bracket: int, left: int) -> bool:
        """Return True if the next bracket can be paired except for some, and they with the rest."""
        if not has_perfect_matching(rows, bracket & ~left):
            return False
        if not self._complete:
            return True
        if left not in self._completed:
            self._completed[left] = self._completion.possible(left, self._lower)
        return self._completed[left]


def first_best_of_few(
    problem: BracketProblem, completion: Completion | None = None, look_ahead: bool = True
) -> BracketCandidate | None:
    """Return the first best candidate of the bracket; None if the tables do not decide.

    Without `completion` the bracket is paired alone, ignoring the players below; without
    `look_ahead` these must be paired, but what the next bracket fails does not count.
    """
    if len(problem.players) > MOST or problem.mixed_residents:
        return None
    try:
        if completion is not None:
            return _first_best(
                problem, Below(problem, completion, look_ahead and problem.look_ahead)
            )
        found = _sort_candidates(problem, _find_legal_parts(problem), len(problem.players) % 2)
    except (Undecided, NoPriceError):
        return None
    return found[0].candidate if found else None


def _first_best(problem: BracketProblem, below: Below) -> BracketCandidate | None:
    """Return the first best candidate: fewest floaters, lowest scores, look ahead, quality."""
    legal = _find_legal_parts(problem)
    scores = [problem.field.entrants[i].score for i in problem.players]

    def of_floaters(one: Tabulated) -> list[int]:
        return [scores[i] for i in one.candidate.floaters]

    floaters = len(scores) % 2
    while floaters <= len(scores):
        for _, same in groupby(_sort_candidates(problem, legal, floaters), of_floaters):
            best = _leave_most(same, below)
            if best is not None:
                return best
            if not problem.complete:
                return None
            if floaters < below.fewest_floaters:
                break
        floaters = max(floaters + 2, below.fewest_floaters)
    return None


def _leave_most(candidates: Iterable[Tabulated], below: Below) -> BracketCandidate | None:
    """Return the first of the candidates that leave most to those below; None without completion.

    All have the same number of floaters, with the same scores.
    """
    best, least = None, None
    failed = False
    for one in candidates:
        value = below.value(one.candidate.floaters)
        if value is None:
            if failed and below.fewest_floaters > len(one.candidate.floaters):
                break
            failed = True
        elif least is None or value < least:
            best, least = one.candidate, value
            if value == below.bound(len(best.floaters)):
                break
    return best


def _find_legal_parts(problem: BracketProblem) -> int:
    """Return the legal pairs and floaters by their numbers, as a set."""
    size, may_float = len(problem.players), problem.may_float()
    return sum([(row | may_float & 1 << i) << size * i for i, row in enumerate(problem.rows)])


def _sort_candidates(problem: BracketProblem, legal: int, floaters: int) -> Sequence[Tabulated]:
    """Return the legal candidates, the best by the criteria asked of the bracket first.

    Candidates that fail the same stay in the order of generation.
    """
    moved_down = len(problem.moved_down)
    if floaters and moved_down > 1:
        if problem.edition.moved_down_order is MovedDownOrder.SCORES_FIRST:
            raise Undecided
    tabulated = candidates_in_order(len(problem.players), moved_down, floaters)
    found = [one for one in tabulated if legal & one.parts == one.parts]
    if len(found) < 2:
        return found
    prices = _find_prices(problem, floaters)
    totals = [sum(one.prices(prices)) for one in found]
    return [found[k] for k in sorted(range(len(found)), key=totals.__getitem__)]


def _find_prices(problem: BracketProblem, floaters: int) -> list[int]:
    """Return the prices of all legal parts, by number."""
    costs = problem.costs
    size = len(problem.players)
    price = problem.cache.fixed_prices(problem.edition, problem.bye_here and floaters == 1)
    prices = [0] * (size * size)
    for i, j, colours, others in problem.pairs_with_failures:
        prices[i * size + j] = price[colours] + price[others]
    if floaters:
        for i in members(problem.may_float()):
            prices[i * size + i] = price[costs.single(i)]
    return prices
