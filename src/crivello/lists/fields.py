"""What can stand in a field of a rating list, whatever the form of the list."""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.dates import read_birth
from crivello.model.errors import N_, WordError
from crivello.model.player import Title

LARGEST_ID = 10**11 - 1
LONGEST_TEXT = 200
TITLES = frozenset(title.value for title in Title)

A_NAME = N_("a name")
AN_ID = N_("a FIDE number, or nothing")
A_RATING = N_("a rating of up to four digits, or nothing")
A_NUMBER = N_("a whole number of up to four digits, or nothing")
A_BIRTH = N_("a year, a date YYYY/MM/DD or DD/MM/YYYY, or nothing")
A_SEX = N_("m, w, or nothing")
A_TITLE = N_("one of GM IM WGM FM WIM CM WFM WCM, or nothing")
A_TEXT = N_("a text of up to 200 characters")

_SEXES = {"m": "m", "w": "w", "f": "w", "d": "w", "male": "m", "female": "w"}
"""``d`` is the Italian *donna*, as Italian lists have it; their ``f`` is a woman too."""


class Misfit(Exception):
    """The text is not what the field holds; the argument is what is expected."""


def number(expected: str, high: int = 9999) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(high))):
            raise Misfit(expected)
        return int(text)

    return read


def text(value: str) -> str:
    if len(value) > LONGEST_TEXT or not value.isprintable():
        raise Misfit(A_TEXT)
    return value


def name(value: str) -> str:
    if not value:
        raise Misfit(A_NAME)
    return text(value)


def sex(value: str) -> str:
    if value.lower() not in _SEXES:
        raise Misfit(A_SEX)
    return _SEXES[value.lower()]


def title(value: str) -> str:
    if value.upper() not in TITLES:
        raise Misfit(A_TITLE)
    return value.upper()


def birth(value: str) -> str:
    try:
        return read_birth(value)
    except WordError:
        raise Misfit(A_BIRTH) from None


fide_id = number(AN_ID, LARGEST_ID)
rating = number(A_RATING)
count = number(A_NUMBER)
