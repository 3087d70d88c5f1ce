"""Regular expressions that are compiled when they are first used.

To compile one takes longer than to read a player's line, and most calls need few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """Stands for a pattern, and becomes it at the first question."""

    def __init__(self, text: str, flags: int) -> None:
        self._made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._made_of)
        for method in ("match", "search", "fullmatch", "sub", "finditer", "findall", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile``, but later."""
    return cast("re.Pattern[str]", _Later(text, flags))
