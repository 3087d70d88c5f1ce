"""What the trees of `_hungarian` are made of: vertices, and blossoms of vertices."""

from __future__ import annotations

from enum import Enum, auto

Edge = tuple[int, int]


class Label(Enum):
    """Where a top node stands in the search."""

    FREE = auto()
    OUTER = auto()
    INNER = auto()


FREE, OUTER, INNER = Label


NO_NODES: list[Node] = []
NO_EDGES: list[Edge] = []
"""Of all vertices: a list of its own for each takes time, and none is ever changed in place."""


class Node:
    """A vertex, or a blossom: an odd cycle of nodes. A node in no blossom is a *top* node."""

    __slots__ = (
        "base", "children", "entry", "label", "links", "parent", "since", "vertices", "z",
    )  # fmt: skip

    def __init__(self, vertices: list[int], base: int) -> None:
        # All vertices inside.
        self.vertices = vertices
        # The one of them that is not matched to another of them.
        self.base = base
        # The blossom of which this is a child.
        self.parent: Node | None = None
        # The cycle, beginning with the child that holds the base; none in a vertex.
        self.children = NO_NODES
        # links[i]: the tight edge from child i to child i+1. Links 1, 3, 5 ... are matched.
        self.links = NO_EDGES
        # The dual of a blossom; of a labelled top node, as it was when it got its label.
        self.z = 0
        # Top nodes only. Within a blossom, what it was when the blossom was made.
        self.label = FREE
        # When a labelled top node got its label.
        self.since = 0
        # The tree edge (end outside, end inside) of a labelled top node towards the root;
        # None at the root.
        self.entry: Edge | None = None


def cycle(top: list[Node], u: int, v: int) -> list[Edge]:
    """The edges from the lowest common node of u and v in the tree to u, v and back."""
    # From either end up: the edges (upper, lower), and how many there are below a node.
    ways: tuple[list[Edge], list[Edge]] = ([], [])
    below: tuple[dict[Node, int], dict[Node, int]] = ({top[u]: 0}, {top[v]: 0})
    heads = [top[u], top[v]]
    side = 0
    while True:  # from both ends in turn, so that no step is made far above the meeting
        entry = heads[side].entry
        if entry is not None:
            ways[side].append(entry)
            node = heads[side] = top[entry[0]]
            below[side][node] = len(ways[side])
            if node in below[1 - side]:
                break
        side = 1 - side
    left = ways[0][: below[0][node]]
    right = ways[1][: below[1][node]]
    return [*reversed(left), (u, v), *((lower, upper) for upper, lower in right)]
