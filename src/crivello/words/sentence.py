"""What a sentence is, and the mark that puts it into the catalogue."""

from collections.abc import Mapping
from typing import Protocol, overload, runtime_checkable

Template = str | tuple[str, str]
"""A whole sentence in English with `{named}` fields, or the pair (one, many) of its two forms,
between which the value `count` decides."""


@runtime_checkable
class Sentence(Protocol):
    """Anything that carries a template and the values for its fields: an error, a trace step."""

    @property
    def template(self) -> Template:
        """The English sentence, marked with `N_` where it was written."""

    @property
    def values(self) -> Mapping[str, object]:
        """A value for each field; a value may be a `Sentence` itself."""


@overload
def N_(one: str) -> str: ...
@overload
def N_(one: str, many: str) -> tuple[str, str]: ...
def N_(one: str, many: str | None = None) -> Template:
    """Mark an English sentence for the catalogue, and hand it back unchanged.

    The arguments must be literals: `tools/catalogue.py` finds them by reading the source.
    """
    return one if many is None else (one, many)
