"""Proofs that a matching is maximum, or cheapest, independent of how it was found."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import members
from crivello.matching.cardinality import NotMaximumError, barrier
from crivello.matching.weighted import Alone, CostMatrix, Solution, slacks


class NotOptimalError(ValueError):
    """Raised if the duals do not prove the matching optimal, or if it is not perfect."""


def tutte_berge_witness(adjacency: Sequence[int], mate: Sequence[int]) -> int:
    """Return a set U such that G - U has |U| + (number of exposed vertices) odd components."""
    return barrier(adjacency, mate).separator


def verify_matching(adjacency: Sequence[int], mate: Sequence[int]) -> None:
    """Raise NotMaximumError unless `mate` is a matching along edges of the graph."""
    for v, w in enumerate(mate):
        if w >= 0 and (mate[w] != v or not adjacency[v] >> w & 1):
            raise NotMaximumError(f"vertices {v} and {w} are not matched along an edge")


def verify_maximum(adjacency: Sequence[int], mate: Sequence[int]) -> None:
    """Raise NotMaximumError unless `mate` is a maximum matching.

    The witness is checked by counting components, independently of the search.
    """
    verify_matching(adjacency, mate)
    separator = tutte_berge_witness(adjacency, mate)
    rest = ((1 << len(adjacency)) - 1) & ~separator
    odd = sum(part.bit_count() & 1 for part in components_of(adjacency, rest))
    if odd - separator.bit_count() != list(mate).count(-1):
        raise NotMaximumError("the witness does not prove the matching maximum")


def components_of(adjacency: Sequence[int], subset: int) -> list[int]:
    """Return the connected components of the graph induced by a set of vertices."""
    parts = []
    while subset:
        part = frontier = 1 << (subset.bit_length() - 1)
        subset ^= part
        while frontier:
            v = frontier.bit_length() - 1
            fresh = adjacency[v] & subset
            subset ^= fresh
            part |= fresh
            frontier ^= fresh | 1 << v
        parts.append(part)
    return parts


def verify(n: int, cost: CostMatrix, solution: Solution, alone: Alone | None = None) -> None:
    """Raise NotOptimalError unless the certificate proves the solution optimal."""
    mate = solution.mate
    single = [None] * n if alone is None else alone
    if len(mate) != n or not all(
        single[v] is not None if w == -1 else 0 <= w < n and w != v and mate[w] == v
        for v, w in enumerate(mate)
    ):
        raise NotOptimalError("not a perfect matching")
    for bits, z in solution.certificate.blossoms:
        inside = members(bits)
        if z < 0 or len(inside) % 2 == 0 or bits >> n:
            raise NotOptimalError(f"{bits:#x} with dual {z} is no blossom")
        if sum(mate[v] < 0 or not bits >> mate[v] & 1 for v in inside) != 1:
            raise NotOptimalError(f"blossom {bits:#x} is not full")
    table = slacks(n, cost, solution.certificate)
    total = 0
    for u, row in enumerate(table):
        for v, slack in enumerate(row):
            if slack is not None and slack < 0:
                raise NotOptimalError(f"edge {u}-{v} has negative slack {slack}")
        own = single[u]
        room = None if own is None else 2 * own - solution.duals[u]
        if room is not None and room < 0:
            raise NotOptimalError(f"vertex {u} alone has negative slack {room}")
        if (room if mate[u] < 0 else row[mate[u]]) != 0:
            raise NotOptimalError(f"matched edge {u}-{mate[u]} is not tight")
        if mate[u] < 0:
            total += own or 0
        elif u < mate[u]:
            total += cost[u][mate[u]] or 0
    if total != solution.total:
        raise NotOptimalError(f"the matching costs {total}, not {solution.total}")
