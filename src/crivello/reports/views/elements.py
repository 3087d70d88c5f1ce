"""The elements of all views: points, letters of the report file, people, sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from crivello.formats.codec import letters
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.words import Language, decimal_points

if TYPE_CHECKING:
    from crivello.desk import Section

Points = str
"""Exact, as a decimal number: `2.5`; thirds as `1 1/3`."""

# What a text or object is: `Annotated` carries the type whose letters or fields it has.
AwardLetter = Annotated[str, Award]
ByeLetter = Annotated[str, Bye]
ColourLetter = Annotated[str, Colour]
ResultLetters = Annotated[str, Result]
PlayerObject = Annotated[dict[str, Any], Player]

Say = Callable[[Any], str]
"""Says a sentence or a phrase in the user's language, with the names of the players."""


def exact_points(units: int, unit: int) -> Points:
    return decimal_points(units, unit, Language.EN)


def whole_object(value: Any) -> Any:
    """Return a value of the model as JSON, with every field; `codec.encode` leaves out defaults."""
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
    """The id in the file; at the desk the permanent one."""
    number: int | None
    """The pairing number; null while there is none."""
    name: str | None


def person_view(section: Section, player: int) -> PersonView:
    known = section.registrations.get(player)
    number = next((one.number for one in section.listed_players if one.id == player), None)
    return PersonView(id=player, number=number, name=known.player.name if known else None)


class TextView(TypedDict):
    text: str
    """A sentence in the user's language."""


class NoteView(TypedDict):
    """A warning: the action was done nevertheless."""

    text: str
    article: str
    """The rule behind it, or empty."""
    players: list[int]
    """Their ids."""


class FilesView(TypedDict):
    """Several files: one answer each."""

    files: list[dict[str, Any]]
    """Each the answer for one file, with its name as `file`."""
