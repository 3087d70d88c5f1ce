"""Large brackets: the first best candidate by kinds of players, if their bound is attained.

There are few kinds of players however many players there are. The cheapest way to pair the
kinds, fractions allowed, is a small transport problem. Its dual values bound the cost of every
candidate, and say which pairs are *tight*: a candidate of tight pairs only attains the bound, so
it is best, and no other pair is in any best candidate. What is left is the order of generation in
the graph of tight pairs, and it has no costs any more:

* each moved-down player in turn meets the first resident who leaves the others a perfect matching;
* the remainder is paired S1 against S2, first in order, without an exchange.

If the tight pairs do not allow this (the bound is not attained, or an exchange is needed), there
is no answer here, and `exact` gives it.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching
from crivello.matching.perfect import can_fix, possible_partners
from crivello.systems.dutch.solver.kinds import tight_pairs
from crivello.systems.dutch.solver.problem import Candidate, Problem


def first_best_by_kinds(problem: Problem, floaters: int) -> Candidate | None:
    """The first best candidate of the bracket alone, with this number of downfloaters.

    None if it cannot be told in this way.
    """
    tight = tight_pairs(problem, floaters)
    return None if tight is None else first_of_tight(problem, floaters, tight)


def first_of_tight(problem: Problem, floaters: int, tight: list[int]) -> Candidate | None:
    """The first candidate of tight pairs only; None if there is none without an exchange.

    After the players come the slots for downfloaters.
    """
    size = len(problem.players)
    moved_down = len(problem.moved_down)
    fixed: dict[int, int] = {}
    slots = floaters
    if moved_down:
        mate = maximum_matching(tight)
        if -1 in mate:
            return None
        available = (1 << size + floaters) - 1
        mate = _moved_down_set(tight, mate, moved_down, size)
        for i in range(moved_down):
            if mate[i] < size:
                mate = _earliest(tight, mate, i, size, available)
                fixed[i] = mate[i]
                available &= ~(1 << i | 1 << mate[i])
            else:
                slots -= 1
    taken = {*fixed.values()}
    rest = [i for i in range(moved_down, size) if i not in taken]
    partner = pair_remainder(tight, rest, slots, tight[size] if floaters else 0)
    if partner is None:
        return None
    pairs = [*fixed.items(), *partner.items()]
    paired = {i for pair in pairs for i in pair}
    left = tuple(i for i in range(size) if i not in paired)
    return Candidate(tuple(sorted(pairs)), left)


def _moved_down_set(tight: list[int], mate: list[int], moved_down: int, size: int) -> list[int]:
    """Decide who of the moved-down players are paired: D.3 b, 4.4, the lowest numbers first.

    (Which scores are paired is decided by the criteria before.)
    """
    here = (1 << size) - 1
    everybody = (1 << len(tight)) - 1
    for i in range(moved_down):
        if tight[i] >> size == 0 or tight[i] & here == 0:
            continue
        if mate[i] >= size:
            ways = possible_partners(tight, mate, i, everybody) & here
            if ways:
                fixed = can_fix(tight, mate, i, ways.bit_length() - 1, everybody)
                assert fixed is not None
                mate = fixed
        # From now on he is paired, or he is not.
        keep = here if mate[i] < size else ~here
        for j in members(tight[i] & ~keep):
            tight[j] &= ~(1 << i)
        tight[i] &= keep
    return mate


def _earliest(tight: list[int], mate: list[int], i: int, size: int, available: int) -> list[int]:
    """The matching in which moved-down player i meets the first resident possible."""
    allowed = tight[i] & available & ((1 << size) - 1)
    first = (allowed & -allowed).bit_length() - 1
    changed = can_fix(tight, mate, i, first, available)
    if changed is None:
        allowed = possible_partners(tight, mate, i, available)
        first = (allowed & -allowed).bit_length() - 1
        changed = can_fix(tight, mate, i, first, available)
        assert changed is not None
    return changed


def pair_remainder(
    tight: Sequence[int], rest: list[int], slots: int, floatable: int
) -> dict[int, int] | None:
    """Pair the upper half with the lower one, first in order (D.1, 4.2); None: not possible."""
    pairs = (len(rest) - slots) // 2
    lower = rest[pairs:]
    if not lower:
        return {}
    # Columns are members of S2 in order: renumber them if moved-down players left gaps.
    start, end = lower[0], lower[-1] + 1
    gaps: Sequence[int] = ()
    if end - start > len(lower):
        gaps = sorted({*range(start, end)} - {*lower})
    everybody = (1 << end) - 1
    rows = [_without(tight[i] & everybody, start, gaps) for i in rest[:pairs]]
    rows += [_without(floatable & everybody, start, gaps)] * slots
    columns = first_in_order(rows, len(lower))
    if columns is None:
        return None
    return {i: lower[column] for i, column in zip(rest, columns[:pairs], strict=False)}


def _without(row: int, start: int, gaps: Sequence[int]) -> int:
    """The bits from `start` on, those of `gaps` left out and the later ones moved up."""
    row >>= start
    for moved, gap in enumerate(gaps):
        at = gap - start - moved
        low = row & ((1 << at) - 1)
        row = row >> at + 1 << at | low
    return row
