"""The rating list as FIDE publishes it, in either form: fields, and one record as a row.

Both forms have the same fields under other names. A record with a field that cannot be read is
left out of the list and told with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from crivello.lists.fields import (
    A_BIRTH,
    A_NAME,
    LONGEST_TEXT,
    Misfit,
    birth,
    count,
    fide_id,
    name,
    rating,
    text,
)
from crivello.lists.listed import Row
from crivello.model.errors import N_

A_FEDERATION = N_("the code of a federation, three letters")
A_FIDE_ID = N_("a FIDE number")
BAD_FIELD = N_("The {name} of a player cannot be read.")

NAMES = (
    ("fide_id", "ID Number", "fideid"),
    ("name", "Name", "name"),
    ("federation", "Fed", "country"),
    ("sex", "Sex", "sex"),
    ("title", "Tit", "title"),
    ("women_title", "WTit", "w_title"),
    ("other_titles", "OTit", "o_title"),
    ("standard", "SRtng", "rating"),
    ("standard_games", "SGm", "games"),
    ("standard_k", "SK", "k"),
    ("rapid", "RRtng", "rapid_rating"),
    ("rapid_games", "RGm", "rapid_games"),
    ("rapid_k", "Rk", "rapid_k"),
    ("blitz", "BRtng", "blitz_rating"),
    ("blitz_games", "BGm", "blitz_games"),
    ("blitz_k", "BK", "blitz_k"),
    ("birth", "B-day", "birthday"),
    ("flag", "Flag", "flag"),
)
"""Our name, the heading of the column in the text, the element in the XML."""
FIELDS = tuple(own for own, _, _ in NAMES)
NEEDED = ("fide_id", "name")

_SEX = {"M": "m", "F": "w", "W": "w", "": ""}


def row_of(values: Sequence[str]) -> Row:
    """A row from the texts in the order of `FIELDS`; raises ValueError if one does not fit.

    Which one, and why, is found out by `misfits`; this here runs two million times.
    """
    (
        own_id,
        own_name,
        federation,
        own_sex,
        title,
        women_title,
        other,
        *numbers,
        born,
        flag,
    ) = values
    if len(own_name) > LONGEST_TEXT or not own_name.isprintable():
        raise ValueError
    year = born if born.strip("0") else ""
    if year and not (len(born) == 4 and born.isdigit() and born.isascii()):
        raise ValueError
    # Numbers are no larger than their columns; elements of XML may hold anything.
    digits = own_id + "".join(numbers)
    if not digits.isdigit() or max(map(len, numbers)) > 4 or len(own_id) > 11:
        raise ValueError
    if len(federation) > 3:
        raise ValueError
    own = int(own_id)
    if own <= 0 or not own_name:
        raise ValueError
    return Row(
        own_name,
        own,
        "",
        federation,
        _SEX.get(own_sex, ""),
        title,
        women_title,
        other,
        year,
        1 if "i" in flag else 0,
        "",
        *[int(one) if one else 0 for one in numbers],
    )


def _id(value: str) -> int:
    if not fide_id(value):
        raise Misfit(A_FIDE_ID)
    return fide_id(value)


def _federation(value: str) -> str:
    if len(value) > 3:
        raise Misfit(A_FEDERATION)
    return text(value)


def _year(value: str) -> str:
    if "/" in birth(value):
        raise Misfit(A_BIRTH)
    return value


_CHECKS: dict[str, Callable[[str], object]] = {
    "fide_id": _id,
    "name": name,
    "federation": _federation,
    "birth": _year,
    **dict.fromkeys(("standard", "rapid", "blitz"), rating),
    **{
        f"{pace}_{what}": count
        for pace in ("standard", "rapid", "blitz")
        for what in ("games", "k")
    },
}


def misfit(values: Mapping[str, str]) -> tuple[str, str]:
    """The first field of a bad record that does not fit, and what is expected there."""
    for field, check in _CHECKS.items():
        value = values.get(field, "")
        if value or field in NEEDED:
            try:
                check(value)
            except Misfit as error:
                return field, str(error)
    return "name", A_NAME
