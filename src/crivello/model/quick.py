"""What is quicker here than in the standard library: records, and patterns compiled when used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A dataclass that nobody changes: the type checker sees to it. A round makes very many.

    A dataclass that is frozen when the program runs takes five times as long to make, and making
    them was a tenth of a round's time.
    """
    return dataclass(unsafe_hash=True)(cls)


@dataclass_transform(frozen_default=True)
def record_with_slots(cls: type[T]) -> type[T]:
    """Likewise, smaller and quicker to read; without cached properties."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


class _LatePattern:
    """Stands for a regular expression, and becomes it at the first question.

    To compile one takes longer than to read a player's line, and most calls need few of them.
    """

    def __init__(self, text: str, flags: int) -> None:
        self._source = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._source)
        for method in ("match", "search", "fullmatch", "sub", "finditer", "findall", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile``, but later."""
    return cast("re.Pattern[str]", _LatePattern(text, flags))
