"""Generation order as a number (D.1-D.3; 4.2-4.4): the first candidate in order has the lowest
cost.

A candidate of a homogeneous bracket or a remainder can be generated in several ways; the first of
them has the higher-ranked player of each pair in S1. So the order is a sum over the parts of a
candidate, one number whose leading digits are the first rules. Each digit is a whole number of
bits. Here the in-bracket sequence numbers (BSN) begin with 1, as in the rules.
"""

from __future__ import annotations

from collections.abc import Sequence


class ResidentOrder:
    """The generation order of all candidates that make `pairs` pairs of `size` residents."""

    def __init__(self, size: int, pairs: int) -> None:
        self.size = size
        self.pairs = pairs
        # Bits for one sequence number, and for a sum of all of them.
        self._number = size.bit_length() + 1
        self._sum = 2 * self._number + 1
        # The positions of the digits. D.1: the opponents of S1's members, the first the most
        # important.
        transposition = 0
        # D.2 d, c: the lowest different number that enters S1, the highest that leaves it.
        self._enter = transposition + self._number * (size + 1)
        self._leave = self._enter + size + 1
        # D.2 b, a: the difference of the sums, the number exchanged.
        self._difference = self._leave + size + 2
        self._exchanged = self._difference + self._sum
        self.bits = self._exchanged + self._number
        """More bits than the difference of any two candidates has."""

    @property
    def below_exchange(self) -> int:
        """The number of low bits that order transpositions; the bits above them order exchanges
        (D.2).
        """
        return self._enter

    def pair(self, upper: int, lower: int) -> int:
        """Return what the pair with these sequence numbers adds to the candidate's number; `upper`
        is the smaller one.
        """
        cost = lower << self._number * (self.size - upper)
        if lower <= self.pairs:
            cost += self._price_leaving_s1(lower)
        elif upper > self.pairs:
            cost += (upper << self._difference) - (1 << self._enter + self.size - upper)
        return cost

    def single(self, number: int) -> int:
        """Return what leaving the player with this sequence number unpaired adds to the candidate's
        number.
        """
        return self._price_leaving_s1(number) if number <= self.pairs else 0

    def _price_leaving_s1(self, number: int) -> int:
        return (1 << self._exchanged) - (number << self._difference) - (1 << self._leave + number)


class MovedDownPairing:
    """The generation order of the sets of moved-down players who are paired, and then of their
    opponents.
    """

    def __init__(self, scores: Sequence[int], size: int, scores_first: bool) -> None:
        """Prepare the order for moved-down players with these `scores` in a bracket of `size`
        players.
        """
        self._many = many = len(scores)
        # D.1: the opponents, that of the first moved-down player the most important.
        self._number = size.bit_length() + 1
        # D.3 b, 4.4: the lowest different number is paired.
        self._set = self._number * (many + 1)
        # D.3 a: the higher different score.
        count = many.bit_length() + 1
        start = self._set + many + 1
        self._paired: list[int] = []
        """The reward for pairing each moved-down player."""
        levels = sorted(set(scores)) if scores_first else []
        for number, score in enumerate(scores, start=1):
            worth = 1 << self._set + many - number
            if scores_first:
                worth += 1 << start + count * levels.index(score)
            self._paired.append(worth)
        self.bits = start + count * len(levels) + 1
        """More bits than the difference of any two candidates has."""

    def pair(self, number: int, opponent: int) -> int:
        """Return what the pair of a moved-down player and a resident, given by sequence numbers,
        adds to the candidate's number.
        """
        return (opponent << self._number * (self._many - number)) - self._paired[number - 1]
