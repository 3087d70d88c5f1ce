"""Fractions of points equal those of the standard library."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.standard.exact_fraction import ExactFraction

NUMBERS = st.tuples(st.integers(-10_000, 10_000), st.integers(1, 100))
TWO_OPERANDS = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
)
ONE_OPERAND = (operator.neg, abs, bool, round, int, float, str, repr, hash)


@given(NUMBERS, NUMBERS, st.integers(-50, 50))
def test_numbers_are_those_of_the_standard_library(
    one: tuple[int, int], other: tuple[int, int], whole: int
) -> None:
    ours, theirs = ExactFraction(*one), Fraction(*one)
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    for ask in ONE_OPERAND:
        assert ask(ours) == ask(theirs), ask
    right: Any
    for right, expected in (
        (ExactFraction(*other), Fraction(*other)),
        (Fraction(*other), Fraction(*other)),
        (whole, Fraction(whole)),
    ):
        for calculate in TWO_OPERANDS:
            assert calculate(ours, right) == calculate(theirs, expected), calculate
        if expected:
            assert ours / right == theirs / expected
    left: Any = whole
    for calculate in (operator.add, operator.sub, operator.mul, operator.lt, operator.eq):
        assert calculate(left, ours) == calculate(left, theirs), calculate


@pytest.mark.parametrize("text", ["0", "11.5", "0.25", "3", "0007.50", "12."])
def test_points_as_they_are_written(text: str) -> None:
    assert ExactFraction(text) == Fraction(text)


def test_a_fraction_of_a_fraction_is_the_same() -> None:
    assert ExactFraction(Fraction(3, 2)) == ExactFraction(ExactFraction(3, 2)) == Fraction(3, 2)
    with pytest.raises(ZeroDivisionError):
        ExactFraction(1) / ExactFraction(0)
