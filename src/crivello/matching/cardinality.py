"""Maximum-cardinality matching in a general graph, with a proof that it is maximum.

The graph is `adjacency`: for each vertex the set of its neighbours as an int. A matching is a list
`mate`, with `mate[v]` the partner of v, or -1 if v is exposed.

The search is Edmonds's blossom algorithm with Gabow's labels. It is written for graphs that are
nearly complete: the vertices not yet reached are one int, so each vertex is examined once, and its
thousands of neighbours are never visited one by one.

The proof is the theorem of Tutte and Berge: if removing a set U leaves more odd components than U
has members, that many more vertices are exposed in *every* matching.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import bitset, members, positions
from crivello.standard.classes import NamedTuple

FEW = 8
"""Up to this number of vertices, trying all pairings is faster than a search."""


class NotMaximumError(ValueError):
    """The matching can be enlarged, or is not a matching of this graph."""


class Barrier(NamedTuple):
    """The Gallai-Edmonds barrier: a set of vertices whose removal proves a matching maximum
    (Tutte-Berge).
    """

    separator: int
    """The set whose removal leaves the odd components (the A of Gallai and Edmonds)."""
    odd_components: tuple[int, ...]
    """The odd components that remain; each needs a member of the separator to match its odd vertex.

    In each, any one vertex can be the exposed one.
    """

    @property
    def deficiency(self) -> int:
        """The number of exposed vertices in any maximum matching."""
        return len(self.odd_components) - self.separator.bit_count()


class HungarianTree(NamedTuple):
    """A search tree without an augmenting path (Hungarian tree)."""

    outer: int
    """Vertices at even distance from the root along an alternating path."""
    inner: int
    """The other vertices of the tree."""
    blossoms: tuple[int, ...]
    """The outer vertices by blossom; no edge joins two of these sets."""


def maximum_matching(
    adjacency: Sequence[int], mate: Sequence[int] | None = None, available: int | None = None
) -> list[int]:
    """Return a matching of maximum cardinality, grown from `mate` if given.

    Only the vertices of `available` (default: all) take part; those matched in `mate` must have
    their mates among them.
    """
    result = list(mate) if mate is not None else [-1] * len(adjacency)
    exposed = _match_greedily(adjacency, result, available)
    if available is None:
        available = (1 << len(adjacency)) - 1
    while exposed:
        root = exposed.bit_length() - 1
        exposed ^= 1 << root
        if not adjacency[root] & available:
            available ^= 1 << root
            continue
        tree = grow_tree(adjacency, result, root, exposed, available)
        if isinstance(tree, int):
            exposed ^= 1 << tree
        else:
            # A tree without an augmenting path remains one, whatever is matched outside it.
            available &= ~(tree.outer | tree.inner)
    return result


def barrier(adjacency: Sequence[int], mate: Sequence[int]) -> Barrier:
    """Return the Gallai-Edmonds barrier that proves `mate` maximum; raise `NotMaximumError` if it
    is not.
    """
    current = list(mate)
    available = (1 << len(adjacency)) - 1
    exposed = positions(current, -1)
    separator = 0
    components: list[int] = []
    for root in members(exposed):
        if not adjacency[root] & available:
            available ^= 1 << root
            components.append(1 << root)
            continue
        tree = grow_tree(adjacency, current, root, exposed & ~(1 << root), available)
        if isinstance(tree, int):
            raise NotMaximumError(f"an augmenting path joins vertices {root} and {tree}")
        available &= ~(tree.outer | tree.inner)
        separator |= tree.inner
        components.extend(tree.blossoms)
    return Barrier(separator, tuple(components))


def has_perfect_matching(adjacency: Sequence[int], subset: int | None = None) -> bool:
    """Return True if the graph induced by `subset` (default: all vertices) has a perfect
    matching.
    """
    if subset is None:
        subset = (1 << len(adjacency)) - 1
    if subset.bit_count() & 1:
        return False
    if subset.bit_count() <= FEW:
        return _can_pair_few(adjacency, subset)
    mate = [-1] * len(adjacency)
    exposed = _match_greedily(adjacency, mate, subset)
    while exposed:
        root = exposed.bit_length() - 1
        exposed ^= 1 << root
        end = grow_tree(adjacency, mate, root, exposed, subset)
        if not isinstance(end, int):
            return False
        exposed ^= 1 << end
    return True


def _can_pair_few(adjacency: Sequence[int], subset: int) -> bool:
    """Return True if the vertices of `subset` have a perfect matching, by trying all pairings."""
    if not subset:
        return True
    v = subset.bit_length() - 1
    rest = subset ^ 1 << v
    choice = adjacency[v] & rest
    while choice:
        partner = 1 << choice.bit_length() - 1
        if _can_pair_few(adjacency, rest ^ partner):
            return True
        choice ^= partner
    return False


def _match_greedily(adjacency: Sequence[int], mate: list[int], subset: int | None = None) -> int:
    """Match each exposed vertex with an exposed neighbour if it has one; return the vertices still
    exposed.
    """
    if subset is None:
        exposed = positions(mate, -1)
    else:
        exposed = bitset([v for v in members(subset) if mate[v] < 0])
    for v in members(exposed):
        if mate[v] < 0:
            choice = adjacency[v] & exposed
            if choice:
                w = choice.bit_length() - 1
                mate[v] = w
                mate[w] = v
                exposed ^= 1 << v | 1 << w
    return exposed


def grow_tree(
    adjacency: Sequence[int], mate: list[int], root: int, targets: int, available: int
) -> int | HungarianTree:
    """Grow the alternating tree of `root`; augment the matching if it reaches a vertex of
    `targets`.

    Returns the target reached, with `mate` changed, or else the tree without an augmenting path.
    `targets` are exposed vertices among the `available` ones.
    """
    if not adjacency[root] & available:
        return HungarianTree(1 << root, 0, (1 << root,))
    # The even path of an outer vertex v to the root: over[v] = w means v, mate[v], and on along
    # the path of w (-1 at the root). Vertices that became outer by a blossom have instead
    # bridge[v] = (x, y): back along the path of x to x itself, and on along the path of y.
    over: dict[int, int] = {root: -1}
    bridge: dict[int, tuple[int, int]] = {}
    # first[v] of each outer vertex leads to the inner vertex over which its blossom hangs in
    # the tree (-1 for the root's blossom). That vertex may have become outer itself; then
    # its own first[] leads on, and find() shortens the way.
    first: dict[int, int] = {root: -1}
    # blossom[i]: the outer vertices whose blossom hangs over the inner vertex i (or -1).
    blossom: dict[int, int] = {-1: 1 << root}
    # Outer vertices, all of them, as a set and in order of discovery.
    outer = 1 << root
    queue = [root]
    # Vertices in no tree yet.
    unvisited = available & ~(1 << root)

    def find(v: int) -> int:
        top = first[v]
        if top in first:
            top = find_top(v)
        return top

    def find_top(v: int) -> int:
        way = []
        top = first[v]
        while top in first:
            way.append(v)
            v, top = top, first[top]
        for u in way:
            first[u] = top
        return top

    def shrink(x: int, y: int) -> None:
        """Shrink to one blossom the cycle that the edge between the outer vertices x and y
        closes.
        """
        nonlocal outer
        ends = (find(x), find(y))
        # Climb from both ends in turn until the two paths meet.
        seen = {ends[0], ends[1]}
        r, s = ends
        while True:
            if s >= 0:
                r, s = s, r
            r = find(over[mate[r]])
            if r in seen:
                break
            seen.add(r)
        join = r
        merged = blossom[join]
        for v in ends:
            while v != join:
                above = find(over[mate[v]])
                merged |= blossom.pop(v) | 1 << v
                outer |= 1 << v
                bridge[v] = (x, y)
                first[v] = join
                queue.append(v)
                v = above
        blossom[join] = merged

    for v in queue:
        row = adjacency[v]
        found = row & targets
        if found:
            end = found.bit_length() - 1
            _rematch(mate, over, bridge, end, v)
            return end
        fresh = row & unvisited
        if fresh:
            for w in members(fresh):
                partner = mate[w]
                if not unvisited >> w & 1:
                    continue  # reached as the partner of a neighbour just before
                unvisited ^= 1 << w | 1 << partner
                over[partner] = v
                first[partner] = w
                blossom[w] = 1 << partner
                outer |= 1 << partner
                queue.append(partner)
                found = adjacency[partner] & targets
                if found:  # look ahead: most searches end here
                    end = found.bit_length() - 1
                    _rematch(mate, over, bridge, end, partner)
                    return end
        crossing = row & outer & ~blossom[find(v)]
        while crossing:
            shrink(v, crossing.bit_length() - 1)
            crossing = row & outer & ~blossom[find(v)]
    visited = available & ~unvisited
    return HungarianTree(outer, visited & ~outer, tuple(blossom.values()))


def _rematch(
    mate: list[int], over: dict[int, int], bridge: dict[int, tuple[int, int]], end: int, last: int
) -> None:
    """Augment the matching along the edge from `end` to `last` and the tree path from `last` to the
    root.
    """
    mate[end] = last
    todo = [(last, end)]
    while todo:
        v, partner = todo.pop()
        before = mate[v]
        mate[v] = partner
        if before < 0 or mate[before] != v:
            continue  # the root, or the rest of the path is done already
        if v in over:
            mate[before] = over[v]
            todo.append((over[v], before))
        else:
            x, y = bridge[v]
            todo.append((y, x))
            todo.append((x, y))
