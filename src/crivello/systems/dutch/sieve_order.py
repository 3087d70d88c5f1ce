"""Generation order of the Dutch system (D.1-D.3; 4.2-4.4), on in-bracket sequence numbers (BSN).

Everything here is about numbers only: who they are, and whether they may meet, is asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb

from crivello.model.errors import N_, TooLarge
from crivello.systems.dutch.editions import MovedDownOrder

Numbers = tuple[int, ...]
EXCHANGES = 200_000
"""How many exchanges of one size are sorted at most."""


def _everything(beginning: Numbers) -> bool:
    return True


def transpositions(
    s2: Sequence[int], n1: int, admit: Callable[[Numbers], bool] = _everything
) -> Iterator[Numbers]:
    """D.1, 4.2: the first `n1` numbers of S2 in every order, by lexicographic value.

    `admit` is asked about each beginning; a refused one is skipped with all that begin like it.
    """

    def longer(beginning: Numbers, rest: Numbers) -> Iterator[Numbers]:
        if len(beginning) == n1:
            yield beginning
            return
        for place, number in enumerate(rest):
            next_one = (*beginning, number)
            if admit(next_one):
                yield from longer(next_one, rest[:place] + rest[place + 1 :])

    yield from longer((), tuple(s2))


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[tuple[Numbers, Numbers]]:
    """D.2, 4.3: what leaves the original S1 and what leaves the original S2, no exchange first."""
    for size in range(min(len(s1), len(s2)) + 1):
        if comb(len(s1), size) * comb(len(s2), size) > EXCHANGES:
            raise TooLarge(
                N_("The sieve is for small brackets: one of {count} players is too much work."),
                count=len(s1) + len(s2),
            )
        yield from sorted(
            (
                (leaving, coming)
                for leaving in combinations(sorted(s1), size)
                for coming in combinations(sorted(s2), size)
            ),
            key=_exchange_key,
        )


def _exchange_key(exchange: tuple[Numbers, Numbers]) -> tuple[int, list[int], Numbers]:
    """For one size: smaller difference of sums (b), higher leaving S1 (c), lower leaving S2 (d)."""
    leaving, coming = exchange
    return sum(coming) - sum(leaving), [-number for number in reversed(leaving)], coming


def moved_down_sets(scores: Sequence[int], m1: int, order: MovedDownOrder) -> Iterator[Numbers]:
    """D.3, 4.4: the sets of `m1` moved-down players, as places in `scores` from 0."""
    sets = combinations(range(len(scores)), m1)
    if order is MovedDownOrder.NUMBERS:
        # 4.4.2: by the smallest differing number. The sets that 4.4.1 calls invalid are among
        # them; C7 rejects those.
        yield from sets
    else:
        # D.3: the highest differing score, then the lowest numbers.
        yield from sorted(sets, key=lambda places: ([-scores[place] for place in places], places))
