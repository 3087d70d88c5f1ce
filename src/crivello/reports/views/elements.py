"""Parts that many views contain: points, letters of the report file, people, sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from crivello.formats.codec import letters
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.words import Language, decimal_points

if TYPE_CHECKING:
    from crivello.desk import Section

Points = str
"""An exact decimal number, `2.5`; thirds as `1 1/3`."""

# What a text or object is: `Annotated` carries the type whose letters or fields it has.
AwardLetter = Annotated[str, Award]
ByeLetter = Annotated[str, Bye]
ColourLetter = Annotated[str, Colour]
ResultLetters = Annotated[str, Result]
PlayerObject = Annotated[dict[str, Any], Player]

Say = Callable[[Any], str]
"""A function that returns a sentence or phrase in the user's language, with the names of
players.
"""


def exact_points(units: int, unit: int) -> Points:
    return decimal_points(units, unit, Language.EN)


class NumberView(TypedDict):
    """An exact number, for programs that calculate."""

    decimal: float
    """The nearest decimal number."""
    numerator: int
    denominator: int


def exact_number(value: Fraction) -> NumberView:
    return NumberView(
        decimal=float(value), numerator=value.numerator, denominator=value.denominator
    )


def whole_object(value: Any) -> Any:
    """Return a value of the model as JSON with every field; `codec.encode` leaves out defaults."""
    if isinstance(value, Enum):
        return letters(value)
    if isinstance(value, tuple):
        return [whole_object(item) for item in value]
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: whole_object(getattr(value, name)) for name in names}
    return value


class PersonView(TypedDict):
    id: int
    """The id in the file; at the desk the permanent id."""
    number: int | None
    """The pairing number; null before there is one."""
    name: str | None


def person_view(section: Section, player: int) -> PersonView:
    known = section.registrations.get(player)
    number = next((one.number for one in section.listed_players if one.id == player), None)
    return PersonView(id=player, number=number, name=known.player.name if known else None)


class TextView(TypedDict):
    text: str
    """A sentence in the user's language."""


class NoteView(TypedDict):
    """A warning about an action that was done nevertheless."""

    text: str
    article: str
    """The article of the rules behind the warning, or empty."""
    players: list[int]
    """The ids of the players concerned."""


class FilesView(TypedDict):
    """The answer about several files: one for each."""

    files: list[dict[str, Any]]
    """The answer for each file, with the file's name as `file`."""
