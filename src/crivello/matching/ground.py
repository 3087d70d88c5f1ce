"""Cheapest matchings of a few vertices with costs, joined to a *ground* of many vertices without.

Edges between ground vertices cost nothing, but every ground vertex must be matched: with another
ground vertex, or with an *upper* vertex, which then pays its price for staying alone. First the
upper vertices are matched as if there were no ground; those left alone are then matched with the
ground.

Usually the ground needs more of them: its maximum matchings leave d vertices exposed, so at least d
upper vertices must stay alone. The *worth* of one of them to the ground is estimated and subtracted
from all prices. If a cheapest matching of the upper vertices then leaves exactly d alone, and the
ground can take them, it is also cheapest at the true prices. Otherwise the search continues in the
whole graph.
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
    """Return the mates of the upper vertices in a cheapest matching; None if there is none.

    As in `cheapest_mates`, `edges` and `alone` are their costs, but a vertex that stays alone (mate
    -1) must be matched with the ground. `ground` holds the neighbours of each ground vertex in the
    ground, `ways` those of each upper vertex in the ground.
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
        return None if mate is None else _cut_mates(mate, n)
    if n <= FEW:
        mate = cheapest_of_few(edges, alone)
        if mate is None or -1 not in _place_loners(mate, ways, ground):
            return mate
    lacking = maximum_matching(ground).count(-1)
    if lacking > n:
        return None
    if lacking:
        mate = _match_by_worth(edges, alone, ways, ground, lacking)
        if mate is not None:
            return mate
    search = run_search(double_costs(edges), alone)
    if search is None or -1 not in _place_loners(search.mate, ways, ground):
        return None if search is None else search.mate
    # Otherwise the search goes on from there, in the whole graph.
    return _match_on_whole(search, alone, ways, ground)


def _cut_mates(mate: list[int], n: int) -> list[int]:
    return [v if v < n else -1 for v in mate[:n]]


def _place_loners(mate: list[int], ways: Sequence[int], ground: Sequence[int]) -> list[int]:
    """Return a matching that keeps the pairs of upper vertices and matches as many of all other
    vertices as possible.
    """
    n = len(mate)
    loners = [u for u, v in enumerate(mate) if v < 0]
    rows = [0] * n + [row << n for row in ground]
    for u in loners:
        rows[u] = ways[u] << n
        for w in members(ways[u]):
            rows[n + w] |= 1 << u
    available = bitset(loners) | (1 << len(ground)) - 1 << n
    return maximum_matching(rows, mate + [-1] * len(ground), available)


def _match_on_whole(
    search: Hungarian, alone: Alone, ways: Sequence[int], ground: Sequence[int]
) -> list[int] | None:
    """Continue the search on the whole graph; return the mates of the upper vertices, None if there
    is no matching.

    All duals on the ground are zero, so the edges to the ground from upper vertices that are alone
    are tight.
    """
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
    return None if found is None else _cut_mates(found.mate, n)


def _match_by_worth(
    edges: Edges, alone: Alone, ways: Sequence[int], ground: Sequence[int], lacking: int
) -> list[int] | None:
    """Return the cheapest mates of the upper vertices if exactly `lacking` of them stay alone.

    The worth of one to the ground is subtracted from all prices. None if another number stays alone
    then, or if the ground cannot take them: then nothing is proved.
    """
    worth = _estimate_worth(edges, alone, lacking)
    cheaper = [None if price is None else price - worth for price in alone]
    search = run_search(double_costs(edges), cheaper)
    if search is None or search.mate.count(-1) != lacking:
        return None
    return None if -1 in _place_loners(search.mate, ways, ground) else search.mate


def _estimate_worth(edges: Edges, alone: Alone, lacking: int) -> int:
    """Return an estimate, never negative, of the worth of one upper vertex to the ground.

    The vertices that the ground does not lack should be paired, and each pair saves something
    compared with both staying alone. Pairs are chosen by their savings, the largest first, as many
    as there should be. The estimate is half the mean of the last chosen saving and the next one.
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
    # The vertices that cannot be on the ground are in the pairs.
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
