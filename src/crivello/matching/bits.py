"""Sets of vertices as Python ints: bit v is set when vertex v is a member.

A set of ten thousand vertices is about a kilobyte, and union, intersection and difference
are one operation each. The *highest* member is ``x.bit_length() - 1`` at no cost at all,
the lowest costs two big operations: algorithms that may take any member take the highest.
"""

from __future__ import annotations

from collections.abc import Iterable


def members(bits: int) -> list[int]:
    """The members of a set in ascending order; linear in its width."""
    if bits.bit_count() * 16 < bits.bit_length():
        found = []
        while bits:
            top = bits.bit_length() - 1
            found.append(top)
            bits ^= 1 << top
        found.reverse()
        return found
    return [v for v, digit in enumerate(bin(bits)[:1:-1]) if digit == "1"]


def bitset(vertices: Iterable[int]) -> int:
    """The set that holds the given vertices."""
    bits = 0
    for v in vertices:
        bits |= 1 << v
    return bits


def positions(values: list[int], wanted: int) -> int:
    """The set of indices at which a list holds `wanted` (few of them, in a long list)."""
    bits = 0
    at = -1
    for _ in range(values.count(wanted)):
        at = values.index(wanted, at + 1)
        bits |= 1 << at
    return bits
