"""Which edges can be in a perfect matching, given one: each answer is a single search.

The graph is `adjacency` (sets of neighbours as ints) and `mate` a perfect matching of the
vertices in `available` (default: all). An edge u-v can be in a perfect matching exactly when
the rest of the graph has one, and the partners that u and v leave behind are all there is to
match again.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.cardinality import HungarianTree, grow_tree


def can_fix(
    adjacency: Sequence[int], mate: Sequence[int], u: int, v: int, available: int | None = None
) -> list[int] | None:
    """A perfect matching with the edge u-v, or None when there is none.

    The given one is left alone. To keep the edge in later calls, take u and v out of
    `available`.
    """
    if not adjacency[u] >> v & 1:
        return None
    changed = list(mate)
    if mate[u] == v:
        return changed
    if available is None:
        available = (1 << len(adjacency)) - 1
    a, b = mate[u], mate[v]
    changed[u], changed[v] = v, u
    changed[a] = changed[b] = -1
    rest = available & ~(1 << u | 1 << v)
    return changed if grow_tree(adjacency, changed, a, 1 << b, rest) == b else None


def possible_partners(
    adjacency: Sequence[int], mate: Sequence[int], u: int, available: int | None = None
) -> int:
    """All v such that some perfect matching has the edge u-v.

    Without u his mate is exposed, and the vertices that could be exposed instead, leaving the
    others matched, are the outer vertices of the tree that grows from there.
    """
    if available is None:
        available = (1 << len(adjacency)) - 1
    without = list(mate)
    without[mate[u]] = -1
    tree = grow_tree(adjacency, without, mate[u], 0, available & ~(1 << u))
    assert isinstance(tree, HungarianTree)  # no vertex was searched for, so none was found
    return adjacency[u] & tree.outer
