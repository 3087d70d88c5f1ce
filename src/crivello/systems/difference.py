"""Why a pairing of a round is not the one the rules give: the first point in which they differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ..model.errors import Template


class Level(Enum):
    """Where the first difference lies, the gravest first."""

    INCOMPLETE = "incomplete"
    """Somebody is missing, or there twice."""
    ABSOLUTE = "absolute"
    """A pair or a bye that no pairing may have."""
    CRITERION = "criterion"
    """In one bracket it fails a criterion more than the right pairing does."""
    ORDER = "order"
    """Equally good, but generated later."""
    COLOUR = "colour"
    """The same pairs, but a colour is not the one that the colour rules give."""
    PROCEDURE = "procedure"
    """A system that is a procedure leads elsewhere."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A sentence with its values, and the facts for those who want to compute with them."""

    level: Level
    code: str
    """Criterion or article that decides."""
    template: Template
    values: dict[str, Any] = field(default_factory=dict)
    score: int | None = None
    """Score of the bracket, in units."""
    right: tuple[int, ...] | None = None
    """Failure value of the right pairing."""
    wrong: tuple[int, ...] | None = None
    players: tuple[int, ...] = ()

    def __str__(self) -> str:
        assert isinstance(self.template, str)
        return self.template.format(**self.values)
