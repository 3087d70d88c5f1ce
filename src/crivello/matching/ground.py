"""Cheapest matchings of few vertices with costs above a *ground* of many without.

On the ground nothing costs anything, but everybody there must be matched, too: with one another,
or with a vertex from above, who pays the price of being left alone. So it is first tried to match
those above as if there were no ground, then to place those who are alone.

Where that fails, the ground most often needs more of them: its largest matchings leave d vertices
exposed. By Gallai and Edmonds they are in odd *parts* which only a small *separator* joins; with
just d from above, each of them and of the separator goes to another part, and in a part any
vertex will do. So a part is one vertex, and all the rest of the ground is matched within itself.
Whether the duals found then prove the matching cheapest in the whole graph is looked at afterwards;
if they do not, the search is done there.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching._hungarian import Hungarian
from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import barrier, maximum_matching
from crivello.matching.weighted import (
    FEW,
    Alone,
    Edges,
    cheapest_of_few,
    completed,
    doubled,
    searched,
)

FEW_LEFT = 12
"""If at most so many are left when the ground has what it lacks, it is quicker to begin with it."""


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
        return None if mate is None else _above(mate, n)
    if n <= FEW:
        mate = cheapest_of_few(edges, alone)
        if mate is None or -1 not in _placed(mate, ways, ground):
            return mate
    reduced = _Reduced(edges, alone, ways, ground)
    if reduced.deficiency and n - reduced.deficiency <= FEW_LEFT:
        mate = reduced.mates()
        if mate is not None:
            return mate
    search = searched(doubled(edges), alone)
    if search is None or -1 not in _placed(search.mate, ways, ground):
        return None if search is None else search.mate
    # If not, the search goes on from there, in the whole graph.
    return _mates_on_whole(search, alone, ways, ground)


def _above(mate: list[int], n: int) -> list[int]:
    return [v if v < n else -1 for v in mate[:n]]


def _placed(mate: list[int], ways: Sequence[int], ground: Sequence[int]) -> list[int]:
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
    found = completed(search.widened(whole, _placed(search.mate, ways, ground)))
    return None if found is None else _above(found.mate, n)


class _Reduced:
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
        """The cheapest mates; None if it is not proven that they are."""
        n, alone, ways, ground = len(self.edges), self.alone, self.ways, self.ground
        parts = list(enumerate(self.parts, start=n))
        separator = [(n + len(parts) + k, a) for k, a in enumerate(self.separator)]
        # The separator as parts of one vertex: they only differ in having edges to one another.
        below = [*parts, *((v, 1 << a) for v, a in separator)]
        priced = [
            (u, 2 * price, way)
            for u, (price, way) in enumerate(zip(alone, ways, strict=True))
            if price is not None
        ]
        rows = doubled(self.edges)
        for u, weight, way in priced:
            rows[u] += [(v, weight) for v, part in below if way & part]
        rows += [[(u, weight) for u, weight, way in priced if way & part] for _, part in below]
        for v, a in separator:
            rows[v] += [(w, 0) for w, part in below if ground[a] & part]
            for w, part in parts:
                if ground[a] & part:
                    rows[w].append((v, 0))
        # An edge to the rest is taken as if there were always room for one more.
        caps = [price if way & self.rest else None for price, way in zip(alone, ways, strict=True)]
        caps += [None] * len(parts)
        caps += [0 if ground[a] & self.rest else None for a in self.separator]
        search = searched(rows, caps, self._start())
        if search is None or not self._blossoms_of_parts(search):
            return None
        mate = _above(search.mate, n)
        if any(search.alone) and -1 in _placed(mate, ways, ground):
            return None
        return mate

    def _start(self) -> list[int]:
        """Duals that make all edges to the parts tight: most of those above will be there."""
        alone, edges = self.alone, self.edges
        gain = 0
        for u, row in enumerate(edges):
            price = alone[u]
            for v, cost in row.items():
                other = alone[v]
                if price is not None and other is not None and u < v:
                    gain = max(gain, price + other - cost)
        y = [0 if price is None else 2 * price - gain for price in alone]
        for u, price in enumerate(alone):
            if price is None:  # he must have one of his mates above
                known = [v for v in edges[u] if alone[v] is not None or v < u]
                y[u] = min([2 * edges[u][v] - y[v] for v in known], default=-gain)
        return y + [gain] * len(self.parts) + [-gain] * len(self.separator)

    def _blossoms_of_parts(self, search: Hungarian) -> bool:
        """Parts of several vertices are blossoms of tight edges: have they duals that prove it?"""
        blossoms = search.positive_blossoms()
        return not any(
            part & part - 1 and 2 * search.y[v] < sum([z for bits, z in blossoms if bits >> v & 1])
            for v, part in enumerate(self.parts, start=len(self.edges))
        )
