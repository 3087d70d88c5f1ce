"""The best pairing of a Dutch round in which some more pairs are forbidden, for "why not?".

Best by the rules as they are, not by rules with more forbidden pairs: the brackets of the right
pairing are kept from the top as long as the wish can still be granted below them. In the first
where it cannot, the best candidate is taken that leaves the wish open; what C.7 (C8) says of it
is asked without the wish. Only then is the rest paired as if the wish were a rule.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb

from crivello.matching.bits import bitset
from crivello.model.field import Entrant, Field
from crivello.systems.dutch.bracket import Pairs
from crivello.systems.dutch.editions import DutchEdition, MovedDownOrder
from crivello.systems.dutch.solver.choice import look_ahead_value, pair_bracket
from crivello.systems.dutch.solver.exact import Reach, first_best
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.order import MovedDownPairing, ResidentOrder
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from crivello.systems.dutch.solver.walk import RecordedWalk, Walk

SETS = 400
"""How many sets of downfloaters are compared by their look ahead, one by one. In larger brackets,
where there are more, the look ahead is asked with the wish granted."""
LARGEST = 40
"""The largest bracket, with the next scoregroup, in which that is done."""

Vector = tuple[tuple[int, ...], ...]


def best_with(field: Field, wish: Field, edition: DutchEdition) -> tuple[Pairs, Entrant | None]:
    """`wish`: the same field in which more pairs are forbidden; raises `Impossible`."""
    right = RecordedWalk(field, edition)
    right.run()
    return _WishWalk(wish, edition, right).run()


class _WishWalk(Walk):
    """Keeps to the right pairing as long as it can."""

    def __init__(self, wish: Field, edition: DutchEdition, right: RecordedWalk) -> None:
        super().__init__(wish, edition, None)
        self.right = right
        self.ahead = list(right.brackets)
        self.same = True

    def choose(self, problem: BracketProblem) -> BracketCandidate:
        if self.lowest_bye != self.right.lowest_bye:
            self.same = False  # C5 stands above all brackets, and it has decided already
        if not self.same or not self.ahead:
            return pair_bracket(problem, self.completion)
        paired = self.ahead.pop(0)
        if paired.undone or self._can_be_kept(problem, paired.candidate):
            return paired.candidate
        self.same = False
        return self._best(replace(problem, complete=True), paired.problem)

    def _can_be_kept(self, problem: BracketProblem, candidate: BracketCandidate) -> bool:
        legal = problem.rows
        return all(legal[i] >> j & 1 for i, j in candidate.pairs) and self._completes(
            problem, candidate.floaters
        )

    def _completes(self, problem: BracketProblem, floaters: tuple[int, ...]) -> bool:
        left = bitset(problem.players[i] for i in floaters)
        return self.completion.possible(left, bitset(problem.next_group + problem.lower))

    def _best(self, problem: BracketProblem, right: BracketProblem) -> BracketCandidate:
        """The first best candidate that leaves the wish open; the look ahead is that of `right`."""
        found = pair_bracket(problem, self.completion)
        if not problem.look_ahead:
            return found
        size = len(problem.players)
        alone = pair_bracket(replace(problem, look_ahead=False), self.completion)
        many = len(alone.floaters)
        if comb(size, many) > SETS or size + len(problem.next_group) > LARGEST:
            return found
        completion = self.right.completion
        best, best_value = found, _value(right, found, completion)
        for floaters in combinations(range(size), many):
            if not self._completes(problem, floaters):
                continue
            candidate = _with_floaters(problem, floaters)
            if candidate is not None:
                value = _value(right, candidate, completion)
                if value < best_value:
                    best, best_value = candidate, value
        return best


def _with_floaters(problem: BracketProblem, floaters: tuple[int, ...]) -> BracketCandidate | None:
    """The first best candidate of the bracket alone with exactly these downfloaters."""
    gone = bitset(problem.players[i] for i in floaters)
    meetings = problem.meetings
    members = bitset(problem.players)
    rows = [row & ~members if gone >> v & 1 else row for v, row in enumerate(meetings.rows)]
    for v in problem.players:
        rows[v] &= ~gone
    narrowed = replace(problem, meetings=meetings.with_rows(rows), look_ahead=False, complete=False)
    if narrowed.fewest_floaters != len(floaters):
        return None
    return first_best(narrowed, Reach.BRACKET)


def _value(
    right: BracketProblem, candidate: BracketCandidate, completion: Completion
) -> tuple[Vector, Vector]:
    """What the candidate fails, criterion by criterion, and its place in the order."""
    parts = parts_of(right, candidate)
    values = [criterion.value(parts) for criterion in right.criteria(len(candidate.floaters))]
    ahead = look_ahead_value(right, candidate, completion)
    assert ahead is not None
    values.insert(len(right.edition.floaters), ahead)
    return tuple(values), order_key(right, candidate)


def order_key(problem: BracketProblem, candidate: BracketCandidate) -> Vector:
    """Where the candidate stands in the order of generation; the smaller comes first."""
    many, size = len(problem.moved_down), len(problem.players)
    scores = [player.score for player in problem.entrants(problem.moved_down)]
    scores_first = problem.edition.moved_down_order is MovedDownOrder.SCORES_FIRST
    sets = MovedDownPairing(scores, size, scores_first)
    first = [pair for pair in candidate.pairs if pair[0] < many]
    taken = {j for _, j in first}
    rest = [i for i in range(many, size) if i not in taken]
    number = {i: bsn for bsn, i in enumerate(rest, start=1)}
    residents = ResidentOrder(len(rest), len(candidate.pairs) - len(first))
    paired = [(number[i], number[j]) for i, j in candidate.pairs if i in number]
    left = [number[i] for i in candidate.floaters if i in number]
    return (
        (sum(sets.pair(i + 1, j + 1) for i, j in first),),
        (
            sum(residents.pair(*pair) for pair in paired)
            + sum(residents.single(bsn) for bsn in left),
        ),
    )
