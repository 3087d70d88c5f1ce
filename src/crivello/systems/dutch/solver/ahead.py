"""The look ahead of a candidate that was found without it (C.7; C8): could others do better?

A bracket is paired first as if nobody below mattered. Often the next bracket can do with these
downfloaters as well as with any others; then it was right not to look. Nobody does better than
downfloaters of the same scores each of whom can meet everybody that somebody of his score
can (*anybody*). So it is asked how few must be left of the next bracket, and how many downfloaters
of each score, from the highest down, can be paired there: first for the candidate's own, then for
anybody. If the answers are the same, there is nothing better. If not, it is told who can
be a downfloater in a candidate with the better answer. All this is done by searches without costs.
"""

from __future__ import annotations

from functools import cached_property
from itertools import groupby

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import barrier, maximum_matching
from crivello.systems.dutch.solver.meetings import Completion
from crivello.systems.dutch.solver.places import Places
from crivello.systems.dutch.solver.problem import Candidate, Problem


class Ahead:
    """The next bracket with the downfloaters of a candidate, and those below it."""

    def __init__(self, problem: Problem, completion: Completion, candidate: Candidate) -> None:
        self.problem = problem
        self.completion = completion
        self.candidate = candidate
        self.players = tuple([problem.players[i] for i in candidate.floaters])
        self.floaters = bitset(self.players)
        self.group = problem.below & ~problem.lower_set
        self.complete = problem.complete or problem.next_is_last
        self.rows = completion.rows_without(self.floaters)
        # Those below the next bracket who must all be matched, with the bye if there is one.
        self.below = 0
        if self.complete:
            self.below = problem.lower_set
            if (self.floaters | self.group | self.below).bit_count() % 2:
                self.below |= problem.meetings.bye_bit

    def is_best(self) -> bool:
        """Is it plain that no next bracket is better? (False says nothing.)"""
        completion, floaters = self.completion, self.floaters
        here = floaters | self.group
        if completion.plenty(floaters, here):
            # If one is left, any of them can be: the lowest resident is as good as the others.
            left = 1 << self.group.bit_length() - 1 if here.bit_count() % 2 else 0
            if not self.complete or completion.possible(left, self.problem.lower_set):
                return True
        self._count_left()
        return self.inside.deficiency <= self.left and self._is_as_anybody()

    def _count_left(self) -> None:
        """How few must be left of the next bracket, whoever of these scores floats.

        At least as many as those below lack and as there are more downfloaters than residents.
        """
        completion, floaters = self.completion, self.floaters
        here = floaters | self.group
        self.inside = completion.barrier(here, self.rows, floaters)
        self.left = max(here.bit_count() % 2, len(self.players) - self.group.bit_count())
        self.look_down = self.complete
        if self.complete:
            self.lacking = completion.barrier(self.below, self.rows)
            self.left = max(self.left, self.lacking.deficiency)
        if self.inside.deficiency > self.left:
            # (Not the kept matching of the completion: these pairs may be illegal.)
            mate = maximum_matching(self.anybody, available=here)
            fewest = sum([mate[v] < 0 for v in members(here)])
            if fewest > self.left:
                # So many whatever becomes of them; those below are only looked at afterwards.
                self.left, self.look_down = fewest, False

    def _is_as_anybody(self) -> bool:
        """Can as many downfloaters of each score be paired in the next bracket as of anybody?"""
        own = self._places(self.rows)
        if own is None:
            return False
        entrants = self.problem.field.entrants
        anybody: Places | None = None
        above: list[int] = []
        for _, group in groupby(self.players, key=lambda i: entrants[i].score):
            same = list(group)
            paired = [i for i in same if own.pair(i, keep=True)]
            if len(paired) < len(same):
                if anybody is None:
                    anybody = self._places(self.anybody)
                    assert anybody is not None
                # Of one score all are the same, so it does not matter who of them is paired.
                if all(anybody.pair(i, keep=True) for i in above + same[: len(paired) + 1]):
                    return False
                above = []
            else:
                above += same
        if self.look_down or not self.complete:
            return True
        left = bitset([v for v in members(own.bracket) if own.below >> own.mate[v] & 1])
        return self.completion.possible(left, self.problem.lower_set)

    def _places(self, rows: list[int]) -> Places | None:
        places = Places(list(rows), self.players, self.problem.next_group)
        if self.look_down:
            places.look_down(self.below, self.lacking, self.completion.mate)
        else:
            places.welcome(self.left)
        return places if places.match() else None

    @cached_property
    def anybody(self) -> list[int]:
        """The legal pairs as if each downfloater was anybody of his score who can float."""
        problem = self.problem
        entrants, legal = problem.field.entrants, problem.meetings.rows
        met: dict[int, int] = {}
        for i in [problem.players[k] for k in self.able]:
            score = entrants[i].score
            met[score] = met.get(score, 0) | legal[i]
        rows = list(self.rows)
        within = self.group | self.below
        for i in self.players:
            rows[i] = met[entrants[i].score] & within
            for j in members(rows[i]):
                rows[j] |= 1 << i
        return rows

    @cached_property
    def able(self) -> list[int]:
        """Positions of those who can float if as few do as in the candidate."""
        rows = self.problem.rows
        if len(self.candidate.floaters) > self.problem.fewest_floaters:
            return list(range(len(rows)))
        mate = [-1] * len(rows)
        for i, j in self.candidate.pairs:
            mate[i], mate[j] = j, i
        return members(sum(barrier(rows, mate).odd_components))
