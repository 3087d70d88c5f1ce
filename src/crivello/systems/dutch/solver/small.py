"""Small brackets: take the best candidate from a table of all candidates in generation order.

The possible candidates depend only on three numbers: the players of the bracket, those moved down,
and those who float. With up to eight players there are at most 420 candidates, which are tabulated
once (`candidates_in_order`). For a given bracket, one test of a bit set finds the candidates that
consist of allowed pairs, and they are compared by the sums of their parts' costs
(`costs.FixedPrices`).

The players below the bracket matter only through the downfloaters: `Below` finds out for a set of
downfloaters whether the round can be completed, and the look-ahead value of the next bracket.
Candidates are chosen in the order of the rules: fewest downfloaters, their lowest scores, best
look-ahead value, then the other criteria.
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
    """The table cannot decide: the next bracket is too large, or the order of candidates does not
    apply.
    """


class Tabulated(NamedTuple):
    """A candidate in the table, for any bracket with these numbers of players.

    Its parts are numbered: in a bracket of `size` players, the pair of `i` and `j` is `i * size +
    j`, and the downfloater `i` is `i * size + i`.
    """

    parts: int
    """As a bit set."""
    prices: Callable[[Sequence[int]], Sequence[int]]
    """The prices of its parts, taken from those of all parts."""
    candidate: BracketCandidate


@cache
def candidates_in_order(size: int, moved_down: int, floaters: int) -> tuple[Tabulated, ...]:
    """Return all candidates with this number of downfloaters, in generation order.

    Moved-down players meet residents only. In 2017 the order is right only if all moved-down
    players are paired or have the same score; in 2026 it always is.
    """
    found = []
    for left in combinations(range(size), floaters):
        for pairs in _list_pairings([i for i in range(size) if i not in left]):
            if all(j >= moved_down for _, j in pairs):
                candidate = BracketCandidate(tuple(pairs), left)
                found.append((_rank_candidate(candidate, size, moved_down), candidate))
    found.sort()
    return tuple(_tabulate(candidate, size) for _, candidate in found)


def _list_pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield every way to pair all the players."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for pairs in _list_pairings([i for i in others if i != other]):
            yield [(first, other), *pairs]


def _rank_candidate(candidate: BracketCandidate, size: int, moved_down: int) -> tuple[int, int]:
    """Return the sort key for generation order: the cost of the moved-down players' pairs, then
    that of all other parts.
    """
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
    """Evaluates sets of downfloaters of a small bracket by what they leave to the players below
    it.
    """

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
        """Return the look-ahead value of these downfloaters; None if the round cannot be completed
        with them.
        """
        if floaters not in self._known:
            self._known[floaters] = self._find_value(floaters)
        return self._known[floaters]

    def bound(self, floaters: int) -> Value:
        """Return a lower bound of the look-ahead value for any set of this many downfloaters."""
        problem = self._problem
        if not floaters or not self._look_ahead:
            return ()
        if (floaters + len(problem.next_group)) % 2 == 0:
            return (0,)
        return 1, problem.field.entrants[problem.next_group[0]].score

    @derived
    def fewest_floaters(self) -> int:
        """The fewest players who must float so that the players below can be paired."""
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
        """Return True if the next bracket must leave more than one player unpaired.

        That is so if several of its players find no opponent, or if the players below it lack
        several.
        """
        mate = maximum_matching(rows, available=bracket)
        if sum([mate[i] < 0 for i in members(bracket)]) > 1:
            return True
        return self._complete and self._completion.barrier_below(self._lower).deficiency > 1

    def _can_leave(self, rows: Sequence[int], bracket: int, left: int) -> bool:
        """Return True if the next bracket can be paired without the players `left`, who can be
        paired with the players below it.
        """
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
    """Return the best candidate of a small bracket; None if the table does not decide.

    Without `completion`, the players below are ignored. Without `look_ahead`, they must be
    pairable, but the look-ahead does not count.
    """
    if len(problem.players) > MOST or problem.mixed_residents:
        return None
    try:
        if completion is not None:
            return _find_first_best(
                problem, Below(problem, completion, look_ahead and problem.look_ahead)
            )
        found = _sort_candidates(problem, _find_legal_parts(problem), len(problem.players) % 2)
    except (Undecided, NoPriceError):
        return None
    return found[0].candidate if found else None


def _find_first_best(problem: BracketProblem, below: Below) -> BracketCandidate | None:
    """Return the best candidate by fewest downfloaters, their lowest scores, the look-ahead, and
    the other criteria; None if there is none.
    """
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
    """Return the first candidate with the best look-ahead value; None if no candidate leaves a
    completion.

    All candidates have the same number of downfloaters, with the same scores.
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
    """Return the numbers of all allowed parts (pairs and downfloaters) of the bracket, as a bit
    set.
    """
    size, may_float = len(problem.players), problem.may_float()
    return sum([(row | may_float & 1 << i) << size * i for i, row in enumerate(problem.rows)])


def _sort_candidates(problem: BracketProblem, legal: int, floaters: int) -> Sequence[Tabulated]:
    """Return the legal candidates with this many floaters, the best by the criteria first.

    Equally good candidates stay in generation order. The look-ahead is not included.
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
    """Return the costs of all allowed parts, by part number."""
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
