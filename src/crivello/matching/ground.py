"""Cheapest matchings of few vertices with costs above a *ground* of many without.

On the ground nothing costs anything, but everybody there must be matched, too: with one another,
or with a vertex from above, who pays the price of being left alone. So it is first tried to match
those above as if there were no ground, then to place those who are alone.

Most often the ground needs more of them: its largest matchings leave d vertices exposed, so at
least d from above are alone whatever is done. What one of them is *worth* to the ground is guessed
and taken off all their prices. If a cheapest matching above leaves just d alone then, and they find
their places, there is no cheaper way at the true prices. If not, the search goes on in the whole
graph.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import maximum_matching
from crivello.matching.weighted import (
    FEW,
    Alone,
    Edges,
    Hungarian,
    cheapest_of_few,
    double_costs,
    match_exposed,
    run_search,
)


def cheapest_mates_on_ground(
    edges: Edges, alone: Alone, ways: Sequence[int], ground: Sequence[int]
) -> list[int] | None:
    """As `cheapest_mates`, but nobody stays alone: the price is for a mate on the ground.

    `ground` are the neighbours there as sets, `ways` the sets of possible mates there. A
    vertex with one of these has the mate -1.
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
    lacking = maximum_matching(ground).count(-1)
    if lacking > n:
        return None
    if lacking:
        mate = _mates_by_worth(edges, alone, ways, ground, lacking)
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
    found = match_exposed(search.widen(whole, [None] * len(whole), [0] * len(ground), mate))
    return None if found is None else _mates_above(found.mate, n)


def _mates_by_worth(
    edges: Edges, alone: Alone, ways: Sequence[int], ground: Sequence[int], lacking: int
) -> list[int] | None:
    """The cheapest mates if just as many from above are left as the ground lacks.

    What one of them may be worth to the ground is taken off the prices of being alone. None if
    another number is left then, or they do not find their places: then nothing is proven.
    """
    worth = _worth(edges, alone, lacking)
    cheaper = [None if price is None else price - worth for price in alone]
    search = run_search(double_costs(edges), cheaper)
    if search is None or search.mate.count(-1) != lacking:
        return None
    return None if -1 in _place_loners(search.mate, ways, ground) else search.mate


def _worth(edges: Edges, alone: Alone, lacking: int) -> int:
    """What one from above may be worth to the ground, not negative.

    Those it does not lack should be paired with one another. Each pair saves something. Taking
    the most expensive first, as many as there should be save more than this, the others less.
    """
    saved = []
    for u, row in enumerate(edges):
        price = alone[u]
        if price is None:
            continue
        for v, cost in row.items():
            other = alone[v]
            if u < v and other is not None and price + other > cost:
                saved.append((price + other - cost, u, v))
    saved.sort(reverse=True)
    # Those who cannot be on the ground are in the pairs.
    pairs = (len(alone) - lacking) // 2 - alone.count(None)
    last = 2 * saved[0][0] if saved else 0
    free = (1 << len(alone)) - 1
    for worth, u, v in saved:
        if free >> u & free >> v & 1:
            if pairs <= 0:
                return (last + worth) // 4
            free ^= 1 << u | 1 << v
            last = worth
            pairs -= 1
    return 0
