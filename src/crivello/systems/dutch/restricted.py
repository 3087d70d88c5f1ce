"""Find the best pairing of a Dutch round under a wish (some more forbidden pairs), to answer "why
not?".

The pairing is the best by the rules as they are. So the brackets of the right pairing are kept from
the top, as long as the wish can still be granted in the brackets below. In the first bracket where
it cannot, the best candidate that leaves the wish possible is chosen; the look-ahead (C.7, C8) is
computed without the wish. All brackets after it are paired with the wish as an absolute rule.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from math import comb

from crivello.matching.bits import bitset
from crivello.matching.cardinality import maximum_matching
from crivello.model.field import Entrant, Field
from crivello.standard.classes import replace
from crivello.systems.dutch.bracket import Pairs
from crivello.systems.dutch.editions import MovedDownOrder
from crivello.systems.dutch.solver.below import NextBracket
from crivello.systems.dutch.solver.choice import look_ahead_value, pair_bracket
from crivello.systems.dutch.solver.order import MovedDownPairing, ResidentOrder
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from crivello.systems.dutch.solver.round_solver import RecordedRound, RoundSolver

SETS = 400
"""The number of sets of downfloaters compared by their look ahead, one by one.

In larger brackets, where there are more, the look ahead is asked with the wish granted.
"""
LARGEST = 40
"""The largest bracket, with the next scoregroup, for which this is done."""

Vector = tuple[tuple[int, ...], ...]
Places = tuple[int, ...]
"""Positions in a bracket."""


def best_with(
    right: RecordedRound, wish: Field, asked: Collection[int]
) -> tuple[Pairs, Entrant | None]:
    """Return the best pairs and bye under a wish; raise `Impossible` if there are none.

    `wish` is the field of the right pairing with more forbidden pairs. `asked` are ids of players
    such that each of these pairs contains one of them.
    """
    return _RestrictedSolver(wish, asked, right).run()


class _RestrictedSolver(RoundSolver):
    """Pairs a round under a wish, keeping the brackets of the right pairing as long as the wish
    allows.
    """

    def __init__(self, wish: Field, asked: Collection[int], right: RecordedRound) -> None:
        singled_out = bitset(i for i, player in enumerate(wish.entrants) if player.id in asked)
        super().__init__(wish, right.edition, None, singled_out)
        self.right = right
        self.ahead = list(right.brackets)
        self.same = True

    def choose(self, problem: BracketProblem) -> BracketCandidate:
        if self.lowest_bye != self.right.lowest_bye:
            self.same = False  # C5 precedes all brackets, and has been decided already
        if not self.same or not self.ahead:
            return self._find_candidate(problem) or pair_bracket(problem, self.completion)
        paired = self.ahead.pop(0)
        if paired.undone or self._can_be_kept(problem, paired.candidate):
            return paired.candidate
        self.same = False
        return self._find_best(replace(problem, complete=True), paired.problem)

    def _find_candidate(self, problem: BracketProblem) -> BracketCandidate | None:
        """Return the right pairing's candidate for the same bracket; None if there is none, or if
        the wish concerns this bracket or a lower one.
        """
        left = bitset(problem.players) | problem.below
        if left & self.meetings.singled_out or self.lowest_bye != self.right.lowest_bye:
            return None
        same = [one for one in self.right.brackets if _is_same(one.problem, problem)]
        return same[0].candidate if same else None

    def _can_be_kept(self, problem: BracketProblem, candidate: BracketCandidate) -> bool:
        legal = problem.rows
        return all(legal[i] >> j & 1 for i, j in candidate.pairs) and self._completes(
            problem, candidate.floaters
        )

    def _completes(self, problem: BracketProblem, floaters: Places) -> bool:
        left = bitset(problem.players[i] for i in floaters)
        return self.completion.possible(left, bitset(problem.next_group + problem.lower))

    def _find_best(self, problem: BracketProblem, right: BracketProblem) -> BracketCandidate:
        """Return the best candidate that still allows the wish, with the look-ahead of `right`, the
        bracket without the wish.
        """
        found = pair_bracket(problem, self.completion)
        if not problem.look_ahead:
            return found
        size, many = len(problem.players), len(found.floaters)
        if not many or comb(size, many) > SETS or size + len(problem.next_group) > LARGEST:
            return found
        return self._find_best_with(problem, right, self._find_best_sets(problem, right, many))

    def _find_best_sets(
        self, problem: BracketProblem, right: BracketProblem, many: int
    ) -> list[Places]:
        """Return the sets of `many` downfloaters that are best by their scores, then by the
        look-ahead.
        """
        by_scores: dict[Vector, list[Places]] = {}
        for floaters in combinations(range(len(problem.players)), many):
            values = _judge_floaters(right, floaters)
            if values is not None:
                by_scores.setdefault(values, []).append(floaters)
        for values in sorted(by_scores):
            possible = [self._find_any_with(problem, floaters) for floaters in by_scores[values]]
            ahead = self._look_ahead(right, [one for one in possible if one is not None])
            if ahead:
                best = min(ahead.values())
                return [floaters for floaters, value in ahead.items() if value == best]
        raise AssertionError("a candidate has been found, so its downfloaters can be left")

    def _find_any_with(self, problem: BracketProblem, floaters: Places) -> BracketCandidate | None:
        """Return any candidate with these downfloaters that still allows the wish; None if there is
        none.
        """
        mate = maximum_matching(_without_meetings(problem, floaters).rows)
        if mate.count(-1) != len(floaters) or not self._completes(problem, floaters):
            return None
        return BracketCandidate(tuple((i, j) for i, j in enumerate(mate) if i < j), floaters)

    def _look_ahead(
        self, right: BracketProblem, candidates: list[BracketCandidate]
    ) -> dict[Places, tuple[int, ...]]:
        """Return the look-ahead value of each candidate, by its downfloaters.

        If it is proved for several candidates that no downfloaters with the same scores do better,
        their values are equal and computed once.
        """
        found: dict[Places, tuple[int, ...]] = {}
        known: dict[Places, tuple[int, ...]] = {}
        completion, entrants = self.right.completion, right.bracket.players
        for candidate in candidates:
            scores = tuple(entrants[i].score for i in candidate.floaters)
            # (Where C.2 applies to the next bracket of 2017, other rules hold.)
            best = right.complete or bool(right.lower)
            best = best and NextBracket(right, completion, candidate).is_best()
            if best and scores in known:
                found[candidate.floaters] = known[scores]
                continue
            value = look_ahead_value(right, candidate, completion)
            assert value is not None
            found[candidate.floaters] = value
            if best:
                known[scores] = value
        return found

    def _find_best_with(
        self, problem: BracketProblem, right: BracketProblem, sets: list[Places]
    ) -> BracketCandidate:
        """Return the best candidate with one of these sets of downfloaters."""
        alone = replace(problem, look_ahead=False, complete=False)
        floatable = bitset(i for floaters in sets for i in floaters)
        best = pair_bracket(replace(alone, floatable=floatable), self.completion)
        if best.floaters in sets:
            return best
        each = [
            pair_bracket(_without_meetings(alone, floaters), self.completion) for floaters in sets
        ]
        return min(each, key=lambda candidate: _judge_candidate(right, candidate))


def _is_same(one: BracketProblem, other: BracketProblem) -> bool:
    """Return True if two problems are the same bracket under the same criteria."""
    return (
        (one.moved_down, one.residents) == (other.moved_down, other.residents)
        and one.next_group == other.next_group
        and (one.look_ahead, one.complete) == (other.look_ahead, other.complete)
    )


def _judge_floaters(right: BracketProblem, floaters: Places) -> Vector | None:
    """Return the failure values that depend only on the downfloaters; None if they cannot be left
    unpaired.

    Any pairs of the other players will do, as all residents have the same score.
    """
    paired = [i for i in range(len(right.players)) if i not in floaters]
    half = len(paired) // 2
    moved_down = sum(i < len(right.moved_down) for i in paired)
    if len(paired) % 2 or moved_down > half:
        return None
    pairs = tuple(zip(paired[:half], paired[half:], strict=True))
    parts = parts_of(right, BracketCandidate(pairs, floaters))
    return tuple(criterion.value(parts) for criterion in right.edition.floaters)


def _without_meetings(problem: BracketProblem, floaters: Places) -> BracketProblem:
    """Return the bracket in which these players have no possible opponent."""
    gone = bitset(problem.players[i] for i in floaters)
    meetings = problem.meetings
    members = bitset(problem.players)
    rows = [row & ~members if gone >> v & 1 else row for v, row in enumerate(meetings.rows)]
    for v in problem.players:
        rows[v] &= ~gone
    return replace(problem, meetings=meetings.with_rows(rows))


def _judge_candidate(right: BracketProblem, candidate: BracketCandidate) -> tuple[Vector, Vector]:
    """Return the candidate's failure values in order of the criteria, and its place in generation
    order.

    The look-ahead is left out: it is the same for all candidates that are compared.
    """
    parts = parts_of(right, candidate)
    values = [criterion.value(parts) for criterion in right.criteria(len(candidate.floaters))]
    return tuple(values), order_key(right, candidate)


def order_key(problem: BracketProblem, candidate: BracketCandidate) -> Vector:
    """Return the candidate's place in generation order; the smaller comes first."""
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
