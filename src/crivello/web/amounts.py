"""Points as people write them: 1, ½, 0.5, 1,5."""

from __future__ import annotations

import re
from fractions import Fraction

from ..model.errors import Malformed
from ..words import N_

NO_POINTS = N_("Write points such as 1, ½ or 0.5, not {typed!r}.")
_WHOLE = re.compile(r"(\d{1,3})?(½|1/2)?")
_DECIMAL = re.compile(r"\d{0,3}(?:[.,]\d{1,3})?")


def parse_points(typed: str) -> Fraction:
    """Never negative: a penalty is said by its button."""
    text = typed.strip().replace(" ", "")
    found = _WHOLE.fullmatch(text)
    if text and found:
        half = Fraction(1, 2) if found[2] else Fraction(0)
        return Fraction(int(found[1] or 0)) + half
    if text and _DECIMAL.fullmatch(text) and any(sign.isdigit() for sign in text):
        return Fraction(text.replace(",", "."))
    raise Malformed(NO_POINTS, typed=typed[:20])
