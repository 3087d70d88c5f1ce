"""Brackets where many come from above: who is paired there, as far as scores and completion tell.

How many must float is often plain: as many as those below lack, or if they lack fewer, all but as
many moved-down players as there are residents. If there is a completion with so few, then those
candidates are best that pair the players with the highest scores (C.5, C.6; C6, C7). So one score
after the other is gone through: who of it can be paired, besides those above who are? Where
this leaves no choice, all good candidates have the same downfloaters. Then nothing below can
tell them apart, and the bracket is paired as if there was nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from ....matching.bits import bitset, members
from ....matching.cardinality import Barrier, grow_tree, maximum_matching
from .exact import Reach, first_best
from .meetings import Completion
from .problem import Candidate, Problem


def first_best_by_scores(problem: Problem, completion: Completion) -> Candidate | None:
    """The first best candidate, if it is told in this way."""
    size, many = len(problem.players), len(problem.moved_down)
    completions = _Completions(problem)
    if problem.complete:
        barrier = completion.barrier(problem.below)
        floaters = max(barrier.deficiency, many - len(problem.residents))
        if floaters == size:
            return Candidate((), tuple(range(size)))
        completions.look_down(completion, barrier)
    else:
        floaters = problem.fewest_floaters
        completions.welcome(floaters)
    paired = completions.paired((size - floaters) // 2)
    if paired is None:
        return None
    left = tuple([place for place, i in enumerate(problem.players) if not paired >> i & 1])
    only = _only_pairs(completions.rows, paired)
    if only is not None:
        at = {i: place for place, i in enumerate(problem.players)}
        return Candidate(tuple(sorted([(at[i], at[j]) for i, j in only])), left)
    rows = problem.meetings.rows
    if left[-1] >= many:
        rows = [row & paired if paired >> i & 1 else 0 for i, row in enumerate(rows)]
    here = replace(
        problem,
        meetings=problem.meetings.with_rows(rows),
        moved_down=tuple([i for i in problem.moved_down if paired >> i & 1]),
        look_ahead=False,
        complete=False,
    )
    found = first_best(here, Reach.BRACKET)
    assert found is not None
    places = [k for k, i in enumerate(problem.players) if k >= many or paired >> i & 1]
    return Candidate(tuple([(places[i], places[j]) for i, j in found.pairs]), left)


def _only_pairs(rows: Sequence[int], left: int) -> list[tuple[int, int]] | None:
    """All pairs of these players, if one after the other of them has only one choice."""
    pairs = []
    while left:
        for v in members(left):
            choice = rows[v] & left
            if choice & choice - 1 == 0:
                w = choice.bit_length() - 1
                pairs.append((min(v, w), max(v, w)))
                left ^= 1 << v | choice
                break
        else:
            return None
    return pairs


class _Completions:
    """The completions with the fewest downfloaters that there can be."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.moved_down, self.residents = bitset(problem.moved_down), bitset(problem.residents)
        self.bracket = self.moved_down | self.residents
        self.rows = list(problem.meetings.rows)
        for i in problem.moved_down:
            self.rows[i] &= ~self.moved_down
        self.mate = [-1] * len(self.rows)

    def welcome(self, floaters: int) -> None:
        """Nobody below matters: for so many downfloaters, whoever they are, there is a place."""
        rows = self.rows
        self.below = (1 << floaters) - 1 << len(rows)
        for i in self.problem.players:
            rows[i] |= self.below
        rows += [self.bracket] * floaters
        self.mate += [-1] * floaters

    def look_down(self, completion: Completion, barrier: Barrier) -> None:
        """Downfloaters must find their places among everybody below and the bye."""
        problem, rows = self.problem, self.rows
        self.below = problem.below | problem.meetings.bye_bit
        if barrier.deficiency > len(problem.moved_down) - len(problem.residents):
            self._narrow(barrier)
        else:
            for i in problem.residents:
                rows[i] &= self.moved_down
            for i in members(self.below):
                rows[i] &= ~self.residents
        mate = completion.mate
        for v in members(self.below):
            w = mate[v]
            if w >= 0 and mate[w] == v and self.below >> w & rows[v] >> w & 1:
                self.mate[v] = w

    def _narrow(self, barrier: Barrier) -> None:
        """Keep completions with no more downfloaters than those below lack.

        Each downfloater and each of the separator goes to another odd part, where any
        player will do; so a part is one vertex. All others below are matched among themselves.
        """
        rows = self.rows
        outside = self.bracket | barrier.separator
        self.below = barrier.separator
        for part in barrier.odd_components:
            top = part.bit_length() - 1
            for v in members(part):
                rows[top] |= rows[v]
            rows[top] &= outside
            self.below |= 1 << top
            if part != 1 << top:
                for v in members(rows[top]):
                    rows[v] |= 1 << top
        for v in members(barrier.separator):
            rows[v] &= ~outside
        for i in self.problem.players:
            rows[i] &= ~barrier.separator

    def _match(self) -> bool:
        """Find one of them, with the highest players paired as far as it is easy."""
        rows, mate, free = self.rows, self.mate, self.residents
        for i in self.problem.moved_down:
            choice = rows[i] & free
            if choice:
                w = choice.bit_length() - 1
                mate[i], mate[w] = w, i
                free ^= 1 << w
        self.available = self.bracket | self.below
        self.mate = maximum_matching(rows, mate, self.available)
        return -1 not in [self.mate[v] for v in members(self.available)]

    def paired(self, pairs: int) -> int | None:
        """Who is in the pairs of every best candidate; None if it is not told."""
        if not self._match():
            return None
        entrants, residents = self.problem.field.entrants, self.problem.residents
        found = 0
        for _, group in groupby(self.problem.moved_down, key=lambda i: entrants[i].score):
            able = self._paired_of(group)
            if able is None:
                return None
            found |= able
            if found.bit_count() == pairs:
                break  # there is one in every pair
        if 2 * pairs == found.bit_count() + len(residents):
            return found | bitset(residents)
        able = self._paired_of(residents)
        return None if able is None else found | able

    def _paired_of(self, group: Iterable[int]) -> int | None:
        """Who of these can be paired, if all of them can be at once; from now on they are."""
        rows, bracket = self.rows, self.bracket
        able = [i for i in group if rows[i] & bracket]
        if len(able) > 1:
            able = [i for i in able if self._pair(i, keep=False)]
        if all(self._pair(i, keep=True) for i in able):
            return bitset(able)
        return 0 if len(able) == 1 else None

    def _pair(self, i: int, keep: bool) -> bool:
        """Can he be paired here? If so, and it is to be kept, he will be from now on."""
        rows, mate, bracket = self.rows, self.mate, self.bracket
        row = rows[i]
        mine = mate[i]
        inside = bracket >> mine & 1
        if inside and not keep:
            return True
        here = 1 << i
        others = members(row & self.below)
        rows[i] = row & bracket
        for v in others:
            rows[v] ^= here
        if not inside:
            mate[i] = mate[mine] = -1
            inside = grow_tree(rows, mate, i, 1 << mine, self.available) == mine
            if not inside:
                mate[i], mate[mine] = mine, i
        if not (inside and keep):
            rows[i] = row
            for v in others:
                rows[v] ^= here
        return bool(inside)
