"""Numbers and points as people type them, the same at every door. What is none is `NotTyped`.

>>> points_of("1½"), points_of("0,5"), points_of("1/3"), whole_numbers("3, 1 2,3")
(Fraction(3, 2), Fraction(1, 2), Fraction(1, 3), (1, 2, 3))
"""

import re
from fractions import Fraction

_POINTS = re.compile(
    r"(?P<whole>\d{1,3})?(?P<half>½|1/2)|\d{1,3}/\d{1,3}|(?=.*\d)\d{0,3}([.,]\d{1,3})?", re.ASCII
)
LARGEST_POINTS = 100


class NotTyped(ValueError):
    """The text is not what it should be; the doors say what that is."""


def whole_number(text: str) -> int:
    """A number of up to nine digits."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise NotTyped(text)
    return int(text)


def whole_numbers(text: str) -> tuple[int, ...]:
    """Numbers with commas or blanks between them, each once and in order."""
    parts = (part for part in re.split(r"[\s,;]+", text) if part)
    return tuple(sorted({whole_number(part) for part in parts}))


def points_of(text: str) -> Fraction:
    """Points, never negative: whole, halves, decimals with a point or a comma, or a fraction."""
    plain = text.replace(" ", "")
    found = _POINTS.fullmatch(plain)
    if found is None:
        raise NotTyped(text)
    if found["half"]:
        return int(found["whole"] or 0) + Fraction(1, 2)
    try:
        value = Fraction(plain.replace(",", "."))
    except ZeroDivisionError:
        raise NotTyped(text) from None
    if value > LARGEST_POINTS:
        raise NotTyped(text)
    return value
