"""Which days a date in a file may mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

_DATE = re.compile(r"(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})")


def days_meant(text: str) -> Iterator[str]:
    """Every day that a date may mean: year first or last, day before month or after it."""
    found = _DATE.fullmatch(text)
    if found is None:
        return
    first, middle, last = found.groups()
    orders = [(first, middle, last)]
    if len(first) < 4:
        orders += [(last, middle, first), (last, first, middle)]
    for year, month, day in orders:
        if len(year) in (2, 4) and 1 <= int(month) <= 12 and len(day) <= 2 and 1 <= int(day) <= 31:
            yield f"{year if len(year) == 4 else _century(year)}-{int(month):02}-{int(day):02}"


def _century(year: str) -> str:
    """Two digits: from 1970 on, before there were no files."""
    return ("19" if year >= "70" else "20") + year
