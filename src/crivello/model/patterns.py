"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re
from typing import Any, cast


class _LatePattern:
    """A regular expression that is compiled at the first match.

    Compiling takes longer than reading a player's line, and most calls use few expressions.
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
