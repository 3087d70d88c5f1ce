"""Who of a bracket can be paired in it if as few as possible are left, and all others are matched.

How few can be left is often plain: as many as those below lack, or if they lack fewer, all but as
many moved-down players as there are residents. What is asked here about a bracket is answered by
searches without costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import Barrier, grow_tree, maximum_matching


def contract(rows: list[int], barrier: Barrier, outside: int) -> int:
    """Keep matchings in which as few as possible of a set are matched `outside` it.

    The barrier says how few: each of them is in another odd part, and in a part any player will
    do; the separator goes to the other parts. So a part becomes one vertex. All others of the set
    are matched among themselves. Returned are the separator and the parts.
    """
    separator = barrier.separator
    reach = outside | separator
    kept = separator
    for part in barrier.odd_components:
        top = part.bit_length() - 1
        for v in members(part):
            rows[top] |= rows[v]
        rows[top] &= reach
        kept |= 1 << top
        if part != 1 << top:
            for v in members(rows[top]):
                rows[v] |= 1 << top
    for v in members(separator):
        rows[v] &= ~reach
    for v in members(outside):
        rows[v] &= ~separator
    return kept


class Places:
    """Matchings of a bracket and of those below it in which the fewest of it are left.

    `rows` are the legal pairs of the whole field, without those of two moved-down players. They
    are changed.
    """

    def __init__(
        self, rows: list[int], moved_down: Sequence[int], residents: Sequence[int]
    ) -> None:
        self.rows = rows
        self.players = moved_down
        self.moved_down, self.residents = bitset(moved_down), bitset(residents)
        self.bracket = self.moved_down | self.residents
        self.mate = [-1] * len(rows)

    def welcome(self, floaters: int) -> None:
        """Nobody below matters: for so many downfloaters, whoever they are, there is a place."""
        rows = self.rows
        self.below = (1 << floaters) - 1 << len(rows)
        for i in members(self.bracket):
            rows[i] |= self.below
        rows += [self.bracket] * floaters
        self.mate += [-1] * floaters

    def look_down(self, below: int, barrier: Barrier, mates: Sequence[int]) -> None:
        """Downfloaters must find their places among everybody below; `mates` to begin with there.

        `barrier` says why those below cannot all be matched among themselves.
        """
        rows = self.rows
        self.below = below
        if barrier.deficiency > self.moved_down.bit_count() - self.residents.bit_count():
            # Then no more float than those below lack.
            self.below = contract(rows, barrier, self.bracket)
        else:
            for i in members(self.residents):
                rows[i] &= self.moved_down
            for i in members(below):
                rows[i] &= ~self.residents
        for v in members(self.below):
            w = mates[v]
            if w >= 0 and mates[w] == v and self.below >> w & rows[v] >> w & 1:
                self.mate[v] = w

    def match(self) -> bool:
        """Find one of them, with the highest players paired as far as it is easy."""
        rows, mate, free = self.rows, self.mate, self.residents
        for i in self.players:
            choice = rows[i] & free
            if choice:
                w = choice.bit_length() - 1
                mate[i], mate[w] = w, i
                free ^= 1 << w
        self.available = self.bracket | self.below
        self.mate = maximum_matching(rows, mate, self.available)
        return -1 not in [self.mate[v] for v in members(self.available)]

    def pair_all(self, group: Iterable[int]) -> int | None:
        """Who of these can be paired, if all of them can be at once; from now on they are."""
        able = [i for i in group if self.rows[i] & self.bracket]
        if len(able) > 1:
            able = [i for i in able if self.pair(i, keep=False)]
        if all(self.pair(i, keep=True) for i in able):
            return bitset(able)
        return 0 if len(able) == 1 else None

    def pair(self, i: int, keep: bool) -> bool:
        """Can he be paired here? If so, and it is to be kept, he will be from now on."""
        rows, mate, bracket = self.rows, self.mate, self.bracket
        row = rows[i]
        mine = mate[i]
        inside = bracket >> mine & 1
        if (inside and not keep) or not row & bracket:
            return bool(inside)
        here = 1 << i
        others = members(row & self.below)
        rows[i] = row & bracket
        for v in others:
            rows[v] ^= here
        if not inside:
            mate[i] = mate[mine] = -1
            inside = grow_tree(rows, mate, i, 1 << mine, self.available) == mine
            if not inside:
                mate[i], mate[mine] = mine, i
        if not (inside and keep):
            rows[i] = row
            for v in others:
                rows[v] ^= here
        return bool(inside)
