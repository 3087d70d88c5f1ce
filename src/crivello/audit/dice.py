"""Randomness that is the same everywhere: whole numbers made from `getrandbits` alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """A seeded source of whole numbers."""

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """0 to ``limit - 1``, each equally likely (a draw that falls outside is repeated)."""
        width = limit.bit_length()
        while True:
            number = self._bits(width)
            if number < limit:
                return number

    def between(self, lowest: int, highest: int) -> int:
        return lowest + self.below(highest - lowest + 1)

    def one_in(self, rate: int | Fraction) -> bool:
        """True once in `rate` times; never for 0."""
        return rate > 0 and self.below(rate.numerator) < rate.denominator

    def around(self, middle: int, deviation: int) -> int:
        """Normally distributed, but never further away than six deviations."""
        draws = sum(self.below(1000) for _ in range(12))  # of each the mean is 499.5
        return middle + deviation * (draws - 5994) // 1000

    def percent(self, chance: int) -> bool:
        return self.below(100) < chance

    def choose(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], size: int) -> list[Item]:
        """`size` different items, in the order drawn."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(size)]
