"""Can these players be paired completely, and with whom first? Answered by matchings.

The procedure asks these questions only; the order of exchanges is its own business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from crivello.matching.bits import members
from crivello.matching.cardinality import has_perfect_matching, maximum_matching
from crivello.matching.perfect import CheapestMatchings, can_fix, possible_partners
from crivello.matching.weighted import cheapest_mates, price
from crivello.model.field import Entrant
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.compatible import same_due


class Search(Protocol):
    """What a group is paired by: within the colour limits, or breaking them where it must."""

    legal: LegalPairs

    def fit(self, a: Entrant, b: Entrant) -> bool:
        """Are the two compatible?"""
        ...

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        """Would the pair break the colour limits?"""
        ...

    def completes(self, players: Sequence[Entrant]) -> bool:
        """Can all of them be paired with one another?"""
        ...

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        """The first of `order` with whom the player leaves all others of `among` an opponent."""
        ...


class Completions:
    """The complete pairings in a graph: rows of neighbours by position in the field."""

    def __init__(self, legal: LegalPairs, rows: Sequence[int]) -> None:
        self.legal = legal
        self.rows = rows
        self._mate: list[int] = []

    def completes(self, players: Sequence[Entrant]) -> bool:
        return has_perfect_matching(self.rows, self.legal.among(players))

    def most_pairs(self, players: Sequence[Entrant]) -> int:
        these = self.legal.among(players)
        mate = maximum_matching(self.rows, available=these)
        return sum(mate[i] >= 0 for i in members(these)) // 2

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        these = self.legal.among(among)
        mate = maximum_matching(self.rows, self._still_matched(these), these)
        if any(mate[i] < 0 for i in members(these)):
            return None
        self._mate = mate
        position = self.legal.position
        here = position[player.id]
        wanted = [other for other in order if self.rows[here] >> position[other.id] & 1]
        if not wanted:
            return None
        # Often the first one will do; only if not, all possible ones are looked for.
        changed = can_fix(self.rows, mate, here, position[wanted[0].id], these)
        if changed is not None:
            self._mate = changed
            return wanted[0]
        possible = possible_partners(self.rows, mate, here, these)
        return next((other for other in wanted if possible >> position[other.id] & 1), None)

    def _still_matched(self, these: int) -> list[int]:
        """What is left of the last matching: a start for the next one."""
        mate = [-1] * len(self.rows)
        if self._mate:
            for i in members(these):
                j = self._mate[i]
                if j >= 0 and these >> j & 1:
                    mate[i] = j
        return mate


class WithinLimits(Completions):
    """Compatible by one rule for the whole group."""

    def __init__(self, legal: LegalPairs) -> None:
        super().__init__(legal, legal.rows)
        self.fit = legal.fit

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        return False


class FewestBreaches:
    """6: within the limits fewer pairs could be made; they are broken as rarely as possible."""

    def __init__(
        self, strict: WithinLimits, wide: WithinLimits, players: Sequence[Entrant]
    ) -> None:
        self.legal = wide.legal
        self.fit = wide.fit
        self._strict = strict
        self._allowed = self._cost(players, may_leave=True)

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        return not self._strict.fit(a, b)

    def completes(self, players: Sequence[Entrant]) -> bool:
        cost = self._cost(players)
        return cost is not None and cost == self._allowed

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        cost = self._cost(among)
        if cost is None:
            return None
        for other in order:
            if self.fit(player, other):
                rest = self._cost([p for p in among if p is not player and p is not other])
                if rest is not None and rest + self.breaks(player, other) == cost:
                    return other
        return None

    def _cost(self, players: Sequence[Entrant], may_leave: bool = False) -> int | None:
        """The fewest breaches of a complete pairing; or of one that leaves as few as possible."""
        dear = len(players) + 1
        edges = _edges(players, self, lambda a, b: int(self.breaks(a, b)))
        alone = [dear if may_leave else None] * len(players)
        mate = cheapest_mates(edges, alone)
        return None if mate is None else price(edges, alone, mate) % dear


class FewestClashes:
    """5.2: the complete pairings of a group in which the fewest pairs are due one colour.

    Mostly there are as few as the numbers due White and due Black allow. Then these pairings are
    the complete ones of a smaller graph; only if there are none the cheapest ones are looked for.
    """

    def __init__(self, players: Sequence[Entrant], search: Search) -> None:
        self.search = search
        self._bound = _without_needless_clashes(players, search)
        self._players = list(players)
        self._cheapest: CheapestMatchings | None = None
        if self._bound is None and players:
            self._cheapest = _cheapest(players, search)

    @property
    def number(self) -> int:
        """How many pairs are due one colour."""
        if self._bound is not None:
            return unavoidable_clashes(self._players)
        return self._cheapest.total % (len(self._players) + 1) if self._cheapest else 0

    def first_partner(
        self, player: Entrant, order: Sequence[Entrant], left: Sequence[Entrant]
    ) -> Entrant:
        """The first of `order` in such a pairing of those left; the two are then gone."""
        if self._bound is not None:
            found = self._bound.first_partner(player, order, left)
            assert found is not None
            return found
        assert self._cheapest is not None
        position = {other.id: i for i, other in enumerate(self._players)}
        self._cheapest.choose(position[player.id], [1 << position[p.id] for p in order])
        return self._players[self._cheapest.mate[position[player.id]]]


def _due(players: Sequence[Entrant]) -> tuple[list[Entrant], list[Entrant]]:
    return [p for p in players if p.wants_white], [p for p in players if p.wants_black]


def unavoidable_clashes(players: Sequence[Entrant]) -> int:
    """How many pairs are due one colour at least: those of the larger number among themselves."""
    larger = max(map(len, _due(players)))
    return max(0, larger - (len(players) - larger)) // 2


def _without_needless_clashes(players: Sequence[Entrant], search: Search) -> Completions | None:
    """The graph whose complete pairings have as few clashes as the numbers allow, if any do."""
    if not isinstance(search, WithinLimits):
        return None
    legal = search.legal
    white, black = (legal.among(due) for due in _due(players))
    these = legal.among(players)
    rows = list(legal.rows)
    if unavoidable_clashes(players):
        many = max(white, black, key=int.bit_count)
        for i in members(these & ~many):
            rows[i] &= many
    else:
        for due in (white, black):
            for i in members(due):
                rows[i] &= ~due
    found = Completions(legal, rows)
    return found if found.completes(players) else None


def _cheapest(players: Sequence[Entrant], search: Search) -> CheapestMatchings:
    dear = len(players) + 1
    edges = _edges(players, search, lambda a, b: dear * search.breaks(a, b) + same_due(a, b))
    cost = [[row.get(j) for j in range(len(players))] for row in edges]
    found = CheapestMatchings(cost)
    solved = found.solve()
    assert solved  # the group can be paired completely
    return found


def _edges(
    players: Sequence[Entrant], search: Search, cost: Callable[[Entrant, Entrant], int]
) -> list[dict[int, int]]:
    """What each pair of compatible players costs, by their places in the list."""
    edges: list[dict[int, int]] = [{} for _ in players]
    for i, a in enumerate(players):
        for j in range(i):
            if search.fit(a, players[j]):
                edges[i][j] = edges[j][i] = cost(a, players[j])
    return edges
