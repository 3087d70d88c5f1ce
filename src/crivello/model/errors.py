"""Everything that can go wrong, on one screen.

    CrivelloError
    ├── Malformed      the input cannot be read: line, column, what stood there, what was expected
    │   └── WordError  a word that somebody typed means nothing where it stands
    ├── Illegal        it can be read, but contradicts itself or a rule: which player, which round
    ├── Impossible     no pairing of the round exists: who blocks it, and by which criterion
    ├── Unsupported    understood, but not something this program does
    └── TooLarge       beyond a stated limit of size or work

An error carries a sentence as a *template* with named fields and the values for them, so that the
doors (command line, browser) can say it in the user's language; ``str(error)`` is the English one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, overload

Template = str | tuple[str, str]
"""A sentence with named fields, or its forms for one and for many, as the value `count` says."""


@overload
def N_(one: str) -> str: ...
@overload
def N_(one: str, many: str) -> tuple[str, str]: ...
def N_(one: str, many: str | None = None) -> Template:
    """Mark a sentence for the catalogue of `words` without translating it here."""
    return one if many is None else (one, many)


def _english(template: Template, values: Mapping[str, Any]) -> str:
    if isinstance(template, tuple):
        template = template[0 if values["count"] == 1 else 1]
    return template.format(**values)


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One defect of an input: the sentence, and where it is."""

    template: Template
    values: dict[str, Any] = field(default_factory=dict)
    line: int | None = None
    """1-based line of the file."""
    column: int | None = None
    """1-based column of the line."""
    found: str | None = None
    expected: str | None = None
    player: int | None = None
    round: int | None = None
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        return _english(self.template, self.values)


class CrivelloError(Exception):
    """Any answer of this package that is not the one asked for."""

    def __init__(self, template: Template, /, **values: Any) -> None:
        self.template = template
        self.values = values
        super().__init__(_english(template, values))

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes whole, whatever their class was made with."""
        return _again, (type(self), str(self), self.__dict__)


def _again(kind: type[CrivelloError], text: str, state: dict[str, Any]) -> CrivelloError:
    error = kind.__new__(kind, text)
    error.__dict__.update(state)
    return error


class Malformed(CrivelloError):
    """The input cannot be read; `problems` lists every defect found, not only the first."""

    def __init__(
        self, template: Template, /, problems: Sequence[Problem] = (), **values: Any
    ) -> None:
        self.problems = tuple(problems)
        super().__init__(template, **values)


class WordError(Malformed):
    """Somebody typed a word that means nothing where it stands."""


class Illegal(Malformed):
    """The input can be read but contradicts itself or a rule of the game."""


class Impossible(CrivelloError):
    """No legal pairing of the round exists.

    `blocked` are the ids of players who cannot all be paired, `criteria` the absolute criteria
    that forbid their pairs.
    """

    def __init__(
        self,
        template: Template,
        /,
        blocked: Sequence[int] = (),
        criteria: Sequence[str] = (),
        **values: Any,
    ) -> None:
        self.blocked = tuple(blocked)
        self.criteria = tuple(criteria)
        super().__init__(template, **values)


class Unsupported(CrivelloError):
    """The request is understood, but this program does not do it."""


class TooLarge(CrivelloError):
    """The input or the work it asks for is beyond a stated limit."""
