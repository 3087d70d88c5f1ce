"""Cheapest matchings of few vertices with costs above a *ground* of many without.

On the ground nothing costs anything, but everybody there must be matched, too: with one another,
or with a vertex from above, who pays the price of being left alone. So it is first tried to match
those above as if there were no ground, then to place those who are alone.

Most often the ground needs more of them: its largest matchings leave d vertices exposed, so at
least d from above are alone whatever is done. What one of them is *worth* to the ground is guessed
and taken off all their prices. If a cheapest matching above leaves just d alone then, and they find
their places, there is no cheaper way at the true prices.

Those exposed, by Gallai and Edmonds, are in odd *parts* which only a small *separator* joins; with
just d from above, each of them and of the separator goes to another part, and in a part any
vertex will do. So where the d who are alone do not find their places, the search goes on with each
part as one vertex, and all the rest of the ground is matched within itself. Whether the duals
found then prove the matching cheapest in the whole graph is looked at afterwards; if they do not,
the search is done there.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import barrier, maximum_matching
from crivello.matching.weighted import (
    FEW,
    Alone,
    Edges,
    Hungarian,
    Row,
    cheapest_of_few,
    double_costs,
    match_exposed,
    run_search,
)


def cheapest_mates_on_ground(
    edges: Edges, alone: Alone, ways: Sequence[int], ground: Sequence[int]
) -> list[int] | None:
    """As `cheapest_mates`, but nobody stays alone: the price is for a mate on the ground.

    `ground` are the neighbours there as sets, `ways` the sets of those whom each vertex can have.
    Who has one of them has the mate -1.
    """
    n = len(edges)
    alone = [c if ways[u] else None for u, c in enumerate(alone)]
    if n + len(ground) <= FEW:
        whole = [dict(row) for row in edges]
        whole += [{n + w: 0 for w in members(row)} for row in ground]
        for u, price in enumerate(alone):
            if price is not None:
                for w in members(ways[u]):
                    whole[u][n + w] = whole[n + w][u] = price
        mate = cheapest_of_few(whole, [None] * len(whole))
        return None if mate is None else _mates_above(mate, n)
    if n <= FEW:
        mate = cheapest_of_few(edges, alone)
        if mate is None or -1 not in _place_loners(mate, ways, ground):
            return mate
    reduced = _ReducedGround(edges, alone, ways, ground)
    if reduced.deficiency > n:
        return None
    if reduced.deficiency:
        mate = reduced.mates()
        if mate is not None:
            return mate
    search = run_search(double_costs(edges), alone)
    if search is None or -1 not in _place_loners(search.mate, ways, ground):
        return None if search is None else search.mate
    # If not, the search goes on from there, in the whole graph.
    return _mates_on_whole(search, alone, ways, ground)


def _mates_above(mate: list[int], n: int) -> list[int]:
    return [v if v < n else -1 for v in mate[:n]]


def _place_loners(mate: list[int], ways: Sequence[int], ground: Sequence[int]) -> list[int]:
    """As many as possible of those who are alone and of the ground matched, the others kept."""
    n = len(mate)
    loners = [u for u, v in enumerate(mate) if v < 0]
    rows = [0] * n + [row << n for row in ground]
    for u in loners:
        rows[u] = ways[u] << n
        for w in members(ways[u]):
            rows[n + w] |= 1 << u
    available = bitset(loners) | (1 << len(ground)) - 1 << n
    return maximum_matching(rows, mate + [-1] * len(ground), available)


def _mates_on_whole(
    search: Hungarian, alone: Alone, ways: Sequence[int], ground: Sequence[int]
) -> list[int] | None:
    """All duals on the ground are zero, so the edges of those who are alone are tight."""
    n = len(search.rows)
    whole = [list(row) for row in search.rows]
    whole += [[(n + w, 0) for w in members(row)] for row in ground]
    for u, price in enumerate(alone):
        if price is not None:
            for w in members(ways[u]):
                whole[u].append((n + w, 2 * price))
                whole[n + w].append((u, 2 * price))
    mate = _place_loners(search.mate, ways, ground)
    found = match_exposed(search.widened(whole, [None] * len(whole), [0] * len(ground), mate))
    return None if found is None else _mates_above(found.mate, n)


class _ReducedGround:
    """The problem for just as many from above as the ground lacks."""

    def __init__(
        self, edges: Edges, alone: Alone, ways: Sequence[int], ground: Sequence[int]
    ) -> None:
        wall = barrier(ground, maximum_matching(ground))
        self.edges = edges
        self.alone = alone
        self.ways = ways
        self.ground = ground
        self.deficiency = wall.deficiency
        self.parts = wall.odd_components
        self.separator = members(wall.separator)
        # Those who are matched among themselves.
        self.rest = (1 << len(ground)) - 1 & ~(sum(self.parts) | wall.separator)

    def mates(self) -> list[int] | None:
        """The cheapest mates; None if it is not proven that they are.

        With what they are worth to the ground taken off the prices, those above are matched as if
        there were no ground. If just as many are left as it lacks, there is no cheaper way.
        """
        rows = double_costs(self.edges)
        worth = self._worth()
        search = self._search_at(rows, worth)
        if search is None:
            return None
        more = self.deficiency - search.mate.count(-1)
        if more > 0:
            higher = self._worth_without(search.mate, more // 2)
            if higher is not None:
                worth = higher
                search = self._search_at(rows, worth)
                assert search is not None  # it was possible at another price
                more = self.deficiency - search.mate.count(-1)
        if not more and -1 not in _place_loners(search.mate, self.ways, self.ground):
            return search.mate
        return self._match_parts(search, worth)

    def _search_at(self, rows: list[Row], worth: int) -> Hungarian | None:
        half = worth // 2
        return run_search(rows, [None if price is None else price - half for price in self.alone])

    def _worth_without(self, mate: list[int], pairs: int) -> int | None:
        """The worth at which `pairs` pairs of a matching are given up, those that save least."""
        alone = self.alone
        saved = []
        for u, v in enumerate(mate):
            one, other = alone[u], alone[v]
            if u < v and one is not None and other is not None:
                saved.append(one + other - self.edges[u][v])
        saved.sort()
        if not 0 < pairs < len(saved):
            return None
        return (saved[pairs - 1] + saved[pairs]) // 4 * 2

    def _worth(self) -> int:
        """What one from above may be worth to the ground: even, and not negative.

        Those it does not lack should be paired with one another. Each pair saves something. Taking
        the dearest first, as many as there should be save more than this, the others less.
        """
        alone = self.alone
        saved = []
        for u, row in enumerate(self.edges):
            price = alone[u]
            if price is None:
                continue
            for v, cost in row.items():
                other = alone[v]
                if u < v and other is not None and price + other > cost:
                    saved.append((price + other - cost, u, v))
        saved.sort(reverse=True)
        # Who cannot be on the ground is in one of the pairs.
        pairs = (len(alone) - self.deficiency) // 2 - alone.count(None)
        last = 2 * saved[0][0] if saved else 0
        free = (1 << len(alone)) - 1
        for worth, u, v in saved:
            if free >> u & free >> v & 1:
                if pairs <= 0:
                    return (last + worth) // 4 * 2
                free ^= 1 << u | 1 << v
                last = worth
                pairs -= 1
        return 0

    def _match_parts(self, search: Hungarian, worth: int) -> list[int] | None:
        """Go on from there with the parts and the separator.

        The duals are such that all edges between the two are tight, and so are edges to parts for
        those above who could be alone.
        """
        n, parts, separator = len(self.edges), self.parts, self.separator
        after = n + len(parts)
        # Where the vertices of the ground are: a part is one vertex.
        place = [-1] * len(self.ground)
        for v, part in enumerate(parts, start=n):
            for w in members(part):
                place[w] = v
        for v, w in enumerate(separator, start=after):
            place[w] = v
        within = ~self.rest
        reached = [
            {place[w] for w in members(way & within)} if price is not None else set()
            for price, way in zip(self.alone, self.ways, strict=True)
        ]
        reached += [set() for _ in parts]
        reached += [{place[w] for w in members(self.ground[a] & within)} for a in separator]
        mate = self._match_tight(search, reached)
        if -1 not in mate:
            return _mates_above(mate, n)
        rows = [list(row) for row in search.rows]
        rows += [[] for _ in reached[n:]]
        for u, others in enumerate(reached):
            weight = 2 * (self.alone[u] or 0) if u < n else 0
            rows[u] += [(v, weight) for v in others]
            for v in others:
                if u < n or v < after:
                    rows[v].append((u, weight))
        # An edge to the rest is taken as if there were always room for one more.
        caps: list[int | None] = [
            2 * price if price is not None and way & self.rest else None
            for price, way in zip(self.alone, self.ways, strict=True)
        ]
        caps += [None] * len(parts)
        caps += [0 if self.ground[a] & self.rest else None for a in separator]
        duals = [worth] * len(parts) + [-worth] * len(separator)
        found = match_exposed(search.widened(rows, caps, duals, mate))
        if found is None or not self._blossoms_of_parts(found):
            return None
        mate = _mates_above(found.mate, n)
        if any(found.alone) and -1 in _place_loners(mate, self.ways, self.ground):
            return None
        return mate

    def _match_tight(self, search: Hungarian, reached: list[set[int]]) -> list[int]:
        """As many as possible matched by tight edges, those above as they are if they must."""
        n = len(self.edges)
        parts = range(n, n + len(self.parts))
        tight = [0] * len(reached)
        available = (1 << len(reached)) - 1
        y = search.y
        if search.nested and any(node.children for node in search.top):
            # Within blossoms nothing must be changed.
            free = search.alone
            available &= ~bitset([u for u in range(n) if not free[u]])
        else:
            free = [cap == own for cap, own in zip(search.caps, y, strict=True)]
            for u, row in enumerate(search.rows):
                own = y[u]
                tight[u] = sum([1 << v for v, weight in row if weight - y[v] == own])
        for u, others in enumerate(reached):
            if u >= n or free[u]:
                for v in others:
                    if v in parts:
                        tight[u] |= 1 << v
                        tight[v] |= 1 << u
        return maximum_matching(tight, search.mate + [-1] * (len(reached) - n), available)

    def _blossoms_of_parts(self, search: Hungarian) -> bool:
        """Parts of several vertices are blossoms of tight edges: have they duals that prove it?"""
        blossoms = search.positive_blossoms()
        return not any(
            part & part - 1 and 2 * search.y[v] < sum([z for bits, z in blossoms if bits >> v & 1])
            for v, part in enumerate(self.parts, start=len(self.edges))
        )
