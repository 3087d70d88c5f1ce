"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

from crivello.standard.typing_names import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import re


class _LatePattern:
    """A regular expression that is compiled at the first match.

    Compiling takes longer than reading a player's line, and most calls use few expressions.
    """

    def __init__(self, text: str) -> None:
        self._source = text

    def __getattr__(self, name: str) -> Any:
        import re

        compiled = re.compile(self._source)
        for method in ("match", "search", "fullmatch", "sub", "finditer", "findall", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: str) -> re.Pattern[str]:
    """Return a regular expression that is compiled when first used; flags are part of it, as in
    ``(?i)``.
    """
    return cast("re.Pattern[str]", _LatePattern(text))
