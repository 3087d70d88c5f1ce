"""Maximum matching in a general graph by augmenting paths, for the sieve alone (Edmonds 1965)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """The mate of each vertex, or `NOBODY`; as many as possible have one."""
    mate = [NOBODY] * len(neighbours)
    for vertex, others in enumerate(neighbours):
        if mate[vertex] == NOBODY:
            for other in others:
                if mate[other] == NOBODY:
                    mate[vertex], mate[other] = other, vertex
                    break
    for vertex in range(len(neighbours)):
        if mate[vertex] == NOBODY:
            _augment(vertex, neighbours, mate)
    return mate


def _augment(root: int, neighbours: Sequence[Sequence[int]], mate: list[int]) -> bool:
    """Turn over a path from `root` to another vertex without a mate, if there is one."""
    size = len(neighbours)
    parent = [NOBODY] * size
    """From a vertex at odd distance back to the one it was reached from."""
    base = list(range(size))
    """The vertex that stands for the blossom a vertex lies in."""
    outer = [False] * size
    outer[root] = True
    queue = deque([root])

    def common_base(one: int, other: int) -> int:
        seen = set()
        while True:
            one = base[one]
            seen.add(one)
            if mate[one] == NOBODY:
                break
            one = parent[mate[one]]
        while base[other] not in seen:
            other = parent[mate[base[other]]]
        return base[other]

    def mark(vertex: int, stem: int, child: int, blossom: set[int]) -> None:
        while base[vertex] != stem:
            blossom |= {base[vertex], base[mate[vertex]]}
            parent[vertex] = child
            child = mate[vertex]
            vertex = parent[child]

    while queue:
        vertex = queue.popleft()
        for other in neighbours[vertex]:
            if base[vertex] == base[other] or mate[vertex] == other:
                continue
            if other == root or (mate[other] != NOBODY and parent[mate[other]] != NOBODY):
                # An odd cycle: contract it to its base.
                stem = common_base(vertex, other)
                blossom: set[int] = set()
                mark(vertex, stem, other, blossom)
                mark(other, stem, vertex, blossom)
                for member in range(size):
                    if base[member] in blossom:
                        base[member] = stem
                        if not outer[member]:
                            outer[member] = True
                            queue.append(member)
            elif parent[other] == NOBODY:
                parent[other] = vertex
                if mate[other] == NOBODY:
                    _turn_over(other, parent, mate)
                    return True
                outer[mate[other]] = True
                queue.append(mate[other])
    return False


def _turn_over(end: int, parent: list[int], mate: list[int]) -> None:
    while end != NOBODY:
        previous = parent[end]
        following = mate[previous]
        mate[end], mate[previous] = previous, end
        end = following
