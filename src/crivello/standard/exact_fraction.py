"""Exact fractions without loading `fractions`, which loads `decimal` and `re`.

`Fraction` has those operations of `fractions.Fraction` that the points of report files need; equal
values of both compare and hash alike. Type checkers see the class of the standard library.
"""

from __future__ import annotations

import sys
from math import gcd

from crivello.standard.typing_names import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction as Fraction


class ExactFraction:
    """A fraction in lowest terms with a positive denominator."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: Any = 0, denominator: int = 1) -> None:
        """Make a fraction from a whole number, another fraction, or a decimal as text such as
        ``11.5``.
        """
        if isinstance(numerator, str):
            _, _, places = numerator.partition(".")
            numerator, denominator = int(numerator.replace(".", "")), 10 ** len(places)
        top = numerator.numerator
        bottom = numerator.denominator * denominator
        if bottom == 0:
            raise ZeroDivisionError(f"Fraction({top}, 0)")
        common = gcd(top, bottom) * (-1 if bottom < 0 else 1)
        self.numerator: int = top // common
        self.denominator: int = bottom // common

    def __add__(self, other: Any) -> ExactFraction:
        top = self.numerator * other.denominator + other.numerator * self.denominator
        return ExactFraction(top, self.denominator * other.denominator)

    __radd__ = __add__

    def __neg__(self) -> ExactFraction:
        return ExactFraction(-self.numerator, self.denominator)

    def __abs__(self) -> ExactFraction:
        return ExactFraction(abs(self.numerator), self.denominator)

    def __sub__(self, other: Any) -> ExactFraction:
        return self + ExactFraction(-other.numerator, other.denominator)

    def __rsub__(self, other: Any) -> ExactFraction:
        return ExactFraction(other) - self

    def __mul__(self, other: Any) -> ExactFraction:
        top = self.numerator * other.numerator
        return ExactFraction(top, self.denominator * other.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> ExactFraction:
        top = self.numerator * other.denominator
        return ExactFraction(top, self.denominator * other.numerator)

    def __bool__(self) -> bool:
        return self.numerator != 0

    def __eq__(self, other: object) -> bool:
        pair = (getattr(other, "numerator", None), getattr(other, "denominator", None))
        return (self.numerator, self.denominator) == pair

    def __hash__(self) -> int:
        """Return the hash that Python requires of equal numbers of all types."""
        modulus = sys.hash_info.modulus
        value = abs(self.numerator) * pow(self.denominator, -1, modulus) % modulus
        return hash(value if self.numerator >= 0 else -value)

    def __lt__(self, other: Any) -> bool:
        return bool(self.numerator * other.denominator < other.numerator * self.denominator)

    def __le__(self, other: Any) -> bool:
        return bool(self.numerator * other.denominator <= other.numerator * self.denominator)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __round__(self) -> int:
        below, rest = divmod(2 * self.numerator + self.denominator, 2 * self.denominator)
        return below - (rest == 0 and below % 2)  # halves to the even number

    def __int__(self) -> int:
        whole = abs(self.numerator) // self.denominator
        return whole if self.numerator >= 0 else -whole

    def __float__(self) -> float:
        return self.numerator / self.denominator

    def __str__(self) -> str:
        whole = self.denominator == 1
        return str(self.numerator) if whole else f"{self.numerator}/{self.denominator}"

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"


if not TYPE_CHECKING:
    Fraction = ExactFraction
