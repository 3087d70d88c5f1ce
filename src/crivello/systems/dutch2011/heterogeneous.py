"""A heterogeneous bracket: the moved-down players first, then the remainder (C.6, C.7, C.9).

The transpositions of S2 are walked in the order of D.1, one moved-down player after the other.
Below each choice stands a bound: what the others would cost at least, from a matching that
leaves colours aside. A branch that cannot be better than what was found is cut, so that the
first of the best transpositions remains, exactly as if all had been tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.errors import N_, TooLarge
from crivello.model.field import Entrant
from crivello.systems.dutch2011.bracket import Candidate, Target
from crivello.systems.dutch2011.dropped import Dropped, broken, forbidden_by
from crivello.systems.dutch2011.facts import NONE, Allowance, Facts, Failures
from crivello.systems.dutch2011.homogeneous import (
    Leave,
    packed,
    pair_costs,
    pair_homogeneous,
    unpacked,
)

MOST_WORK = 50_000_000
"""Bound on the work of one round, in pairs looked at; about a minute."""


@dataclass(slots=True)
class Work:
    """Counts what has been tried in this round, and stops beyond the bound."""

    left: int = MOST_WORK
    tried: int = 0

    def spend(self, players: int) -> None:
        """One more transposition, or set of floaters, of a bracket with so many players."""
        self.tried += 1
        self.left -= players * players
        if self.left < 0:
            raise TooLarge(
                N_(
                    "After {tried} transpositions and sets of floaters the procedure has not "
                    "paired this round; pair it with another edition, or by hand."
                ),
                tried=self.tried,
            )


def pair_heterogeneous(
    facts: Facts, target: Target, allowance: Allowance, leave: Leave, work: Work
) -> Candidate | None:
    """The candidate that the procedure accepts for this target; None if no legal one exists."""
    walk = _Walk(facts, target, allowance, leave, work)
    walk.descend(0, NONE)
    return walk.best and replace(walk.best, dropped=walk.passed_over())


@dataclass(slots=True)
class _Walk:
    facts: Facts
    target: Target
    allowance: Allowance
    leave: Leave
    work: Work
    best: Candidate | None = None
    partners: list[int] = field(default_factory=list)
    """Positions in S2 of the opponents chosen so far."""
    remainders: dict[tuple[int, ...], Candidate | None] = field(default_factory=dict)
    players: tuple[Entrant, ...] = field(init=False)
    costs: list[list[Failures | None]] = field(init=False)
    leaves: list[Failures | None] = field(init=False)
    floor: Failures | None = field(init=False, default=None)
    """No candidate of the bracket can be better than this; None while unknown."""
    judged: dict[tuple[int, ...], Failures | None] = field(default_factory=dict)
    """For the opponents chosen so far: the least failures they can lead to, None: no way on."""

    def __post_init__(self) -> None:
        self.players = self.target.s1 + self.target.s2
        self.costs = pair_costs(self.facts, self.players, self.allowance)
        self.leaves = [self.leave(player) for player in self.players]

    def descend(self, depth: int, so_far: Failures) -> Failures | None:
        """Try every opponent for moved-down player number `depth`, in the order of S2.

        Returns the least failures that these choices can lead to; None if there is no way.
        """
        p = self.target.p
        if depth == p:
            return self._finish(so_far)
        least: Failures | None = None
        for position in range(len(self.target.s2)):
            cost = self.costs[depth][p + position]
            if cost is None or position in self.partners:
                continue
            self.partners.append(position)
            value = self._try(depth, so_far.plus(cost))
            self.judged[tuple(self.partners)] = value
            self.partners.pop()
            if value is not None and (least is None or value < least):
                least = value
            if self.best is not None and self.best.failures == self.floor:
                break
        return least

    def _try(self, depth: int, total: Failures) -> Failures | None:
        bound = self._beyond(total)
        if self._hopeless(bound):
            return bound
        self.work.spend(len(self.players))
        rest = self._rest(depth + 1)
        if rest is None:
            return None
        if self.floor is None and depth == 0:
            self._set_floor()
        bound = bound.plus(rest)
        return bound if self._hopeless(bound) else self.descend(depth + 1, total)

    def _beyond(self, raw: Failures) -> Failures:
        """Failures of the moved-down pairs, with bad colours counted beyond the allowance."""
        return raw._replace(x=max(0, raw.x - self.allowance.x), z=max(0, raw.z - self.allowance.z))

    def _hopeless(self, bound: Failures) -> bool:
        return self.best is not None and bound >= self.best.failures

    def _set_floor(self) -> None:
        chosen, self.partners = self.partners, []
        self.floor = self._rest(0)
        self.partners = chosen

    def _rest(self, depth: int) -> Failures | None:
        """What everybody not yet paired costs at least, colours aside; None: they cannot be."""
        p = self.target.p
        taken = set(self.partners)
        open_ = list(range(depth, p)) + [
            p + position for position in range(len(self.target.s2)) if position not in taken
        ]
        n, spare = len(open_), self.target.leaving
        base = len(self.players) + 1
        prices: dict[Failures, int] = {}
        matrix: list[list[int | None]] = [[None] * (n + spare) for _ in range(n + spare)]
        for a, i in enumerate(open_):
            for b in range(a):
                cost = self.costs[i][open_[b]]
                if cost is not None and not (i < p and open_[b] < p):
                    if cost not in prices:
                        prices[cost] = packed(cost._replace(x=0, z=0), base)
                    matrix[a][b] = matrix[b][a] = prices[cost]
            leaving = self.leaves[i]
            if leaving is not None and i >= p:
                for dummy in range(n, n + spare):
                    matrix[a][dummy] = matrix[dummy][a] = packed(leaving, base)
        solution = minimum_cost_perfect_matching(n + spare, matrix)
        return None if solution is None else unpacked(solution.total, base)

    def _finish(self, raw: Failures) -> Failures | None:
        """All moved-down players have an opponent: pair the remainder (C.2 again)."""
        target = self.target
        taken = set(self.partners)
        positions = tuple(i for i in range(len(target.s2)) if i not in taken)
        if positions not in self.remainders:
            rest = tuple(target.s2[i] for i in positions)
            self.work.spend(len(rest))
            allowance = self.facts.allowance(rest).less(target.remainder_lowered)
            self.remainders[positions] = pair_homogeneous(
                self.facts, rest, target.remainder, allowance, self.leave
            )
        remainder = self.remainders[positions]
        if remainder is None:
            return None
        mine, theirs = self._beyond(raw), remainder.failures
        failures = mine.plus(theirs)._replace(x=max(mine.x, theirs.x), z=max(mine.z, theirs.z))
        if self._hopeless(failures):
            return failures
        pairs = tuple(
            (player, target.s2[i]) for player, i in zip(target.s1, self.partners, strict=True)
        )
        self.best = Candidate(
            failures,
            (*self.partners, *remainder.order),
            pairs,
            remainder.split if positions else None,
            pairs + remainder.pairs,
            remainder.leaving,
        )
        return failures

    def passed_over(self) -> tuple[Dropped, ...]:
        """For each moved-down player in turn: who of S2 was passed over, and by which article."""
        if self.best is None:
            return ()
        chosen = self.best.order[: self.target.p]
        found: list[Dropped] = []
        for depth, player in enumerate(self.target.s1):
            for position in range(chosen[depth]):
                if position in chosen[:depth]:
                    continue
                other = self.target.s2[position]
                if self.costs[depth][self.target.p + position] is None:
                    article = forbidden_by(player, other)
                else:
                    value = self.judged[(*chosen[:depth], position)]
                    last = depth == self.target.p - 1
                    if value is None:
                        article = "C.9" if last else "C.7"
                    else:
                        article = broken(value, self.best.failures)
                found.append((player, other, article))
        return tuple(found)
