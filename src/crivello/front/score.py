"""Points and tie-breaks as exact numbers."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any

from crivello.model.errors import SHOWN, WordError
from crivello.model.grammar import NO_POINTS
from crivello.model.sentence import written_points


class Score(Fraction):
    """A score or a tie-break: an exact number that prints as people write it.

    It is a `Fraction`, and can be compared, added and converted like one.

    >>> Score("2½") + 1, float(Score("2½")), Score("2½") == 2.5
    (Score('3½'), 2.5, True)
    >>> print(Score(5, 2), Score("0.5"), Score(4, 3), f"{Score(5, 2):.2f}")
    2½ ½ 1 1/3 2.50

    A value that is not a number raises `WordError`.
    """

    __slots__ = ()

    def __new__(cls, value: Rational | float | str = 0, divisor: int = 1) -> Score:
        try:
            return super().__new__(cls, _exact(value) / divisor)
        except (ValueError, TypeError, OverflowError, ZeroDivisionError):
            raise WordError(NO_POINTS, word=_excerpt(value)) from None

    def __repr__(self) -> str:
        return f"Score({str(self)!r})"

    def __str__(self) -> str:
        return written_points(self.numerator, self.denominator)

    def __format__(self, spec: str) -> str:
        """Format the score as a number if the format is one for numbers, and otherwise as text."""
        number = spec[-1:] in tuple("eEfFgG%")
        return format(float(self), spec) if number else format(str(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.numerator, self.denominator)

    if not TYPE_CHECKING:  # sums and differences of scores are scores

        def __add__(self, other: Any) -> Any:
            return _as_score(super().__add__(other))

        def __radd__(self, other: Any) -> Any:
            return _as_score(super().__radd__(other))

        def __sub__(self, other: Any) -> Any:
            return _as_score(super().__sub__(other))

        def __rsub__(self, other: Any) -> Any:
            return _as_score(super().__rsub__(other))

        def __mul__(self, other: Any) -> Any:
            return _as_score(super().__mul__(other))

        def __rmul__(self, other: Any) -> Any:
            return _as_score(super().__rmul__(other))

        def __neg__(self) -> Any:
            return Score(super().__neg__())


def _as_score(value: Any) -> Any:
    """Return an exact value as a score, and any other value, such as a float, as it is."""
    return Score(value) if isinstance(value, Fraction) else value


def _exact(value: Rational | float | str) -> Fraction:
    if isinstance(value, bool):
        raise TypeError(value)
    if isinstance(value, float):
        return Fraction(repr(value))  # 0.1 is a tenth, whatever the computer makes of it
    if not isinstance(value, str):
        return Fraction(value)
    text = value.strip().replace(",", ".")
    sign = -1 if text.startswith("-") else 1
    parts = text.removeprefix("-").replace("½", " 1/2").split()
    if not 1 <= len(parts) <= 2 or len(text) > SHOWN or text.count("½") > 1:
        raise ValueError(value)
    return sign * sum((Fraction(part) for part in parts), Fraction(0))


def _excerpt(value: object) -> str:
    return value.strip()[:SHOWN] if isinstance(value, str) else f"{type(value).__name__}"
