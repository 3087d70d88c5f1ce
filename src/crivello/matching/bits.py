"""Sets of vertices as Python ints: bit v is set if vertex v is a member.

A set of ten thousand vertices takes about a kilobyte, and union, intersection and difference are
one operation each. The *highest* member is ``x.bit_length() - 1``, which costs next to nothing; the
lowest needs two operations on the whole set. So algorithms that may use any member use the highest.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

DIGITS = bytes(value == ord("1") for value in range(256))
"""Translation of the digits 0 and 1 to their values."""


def _list_subsets(vertices: range) -> list[tuple[int, ...]]:
    """Return all subsets of the vertices; the index of each is its bit set."""
    found: list[tuple[int, ...]] = [()]
    for v in vertices:
        found += [(*subset, v) for subset in found]
    return found


HALF = 10
"""Sets of fewer than twice this many vertices are looked up by halves."""
LOW, HIGH = _list_subsets(range(HALF)), _list_subsets(range(HALF, 2 * HALF))
MASK = (1 << HALF) - 1


def members(bits: int) -> list[int]:
    """Return the members of a set in ascending order, in time linear in its width."""
    if not bits >> 2 * HALF:
        return [*LOW[bits & MASK], *HIGH[bits >> HALF]]
    width = bits.bit_length()
    if 8 * bits.bit_count() < width + 32:  # one by one: faster for a few members
        found = []
        while bits:
            top = bits.bit_length() - 1
            found.append(top)
            bits ^= 1 << top
        found.reverse()
        return found
    return list(compress(range(width), bin(bits)[:1:-1].encode().translate(DIGITS)))


def bitset(vertices: Iterable[int]) -> int:
    """Return the set of these vertices."""
    bits = 0
    for v in vertices:
        bits |= 1 << v
    return bits


def positions(values: list[int], wanted: int) -> int:
    """Return the set of indices at which a list contains `wanted`; fast if there are few."""
    bits = 0
    at = -1
    for _ in range(values.count(wanted)):
        at = values.index(wanted, at + 1)
        bits |= 1 << at
    return bits
