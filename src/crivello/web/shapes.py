"""Pydantic models for FastAPI, made from our dataclasses (requests) and views (responses).

The JSON of a dataclass is the one that `formats.codec` writes: enums as their letters, tuples as
lists, and fields with defaults are optional. Pydantic checks it, and the codec reads it. The
descriptions are the docstrings of the source.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Union, cast, get_args, get_origin, is_typeddict

from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, create_model

from crivello.explain.player.readers import Reader
from crivello.formats import codec
from crivello.formats.codec import LARGEST, by_letters, default_of, encode, hints
from crivello.formats.json_form import VALID_JSON
from crivello.model.result import Colour, Result
from crivello.reports.views.reference import field_texts, members, read_docstring
from crivello.words import N_, Language, say

Whole = Annotated[StrictInt, Field(gt=-LARGEST, lt=LARGEST)]

TEXT_LIMIT = 10_000
"""No text of a tournament is longer."""
LIST_LIMIT = 100_000


class RequestBody(BaseModel):
    """The body of a request; unknown members are refused."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, validate_default=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        cls.__doc__ = cls.__doc__ or read_docstring(cls)


class ResponseBody(BaseModel):
    """The body of a response."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


@cache
def shape(kind: Any, limited: bool = True) -> Any:
    """Return the type that Pydantic checks in place of one of our types.

    `limited`: texts and lists have a greatest length, as in requests; responses may be longer.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return Union[tuple(shape(option, limited) for option in arguments)]  # noqa: UP007
    if origin is Annotated:  # a text with the letters, an object with the fields of this type
        return shape(arguments[1], limited)
    if origin in (list, dict):
        return origin[tuple(shape(argument, limited) for argument in arguments)]
    if is_typeddict(kind):
        return view_model(kind)
    if origin is tuple and arguments[-1] is Ellipsis:
        listed: Any = list[shape(arguments[0], limited)]  # type: ignore[misc]
        return Annotated[listed, Field(max_length=LIST_LIMIT)] if limited else listed
    if origin is tuple:
        return tuple[tuple(shape(argument, limited) for argument in arguments)]  # type: ignore[misc]
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return model(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _letters(kind)
    text = Annotated[StrictStr, Field(max_length=TEXT_LIMIT)] if limited else StrictStr
    return {int: Whole, str: text, bool: StrictBool}.get(kind, kind)


NO_SOURCE = {"use_attribute_docstrings": False}
"""For a class without source text: pydantic would search all modules for it."""


@cache
def model(kind: type) -> type[BaseModel]:
    """Return the Pydantic model with the fields of a dataclass."""
    return create_model(
        kind.__name__,
        __base__=RequestBody,
        __doc__=description_of(kind),
        __cls_kwargs__=NO_SOURCE,
        **cast(Any, fields(kind)),
    )


@cache
def view_model(kind: Any) -> type[BaseModel]:
    """Return the Pydantic model with the members of a view of `reports.views`."""
    name = OTHER_NAMES.get(kind.__name__, kind.__name__.removesuffix("View"))
    return _view(kind, name, whole=kind.__name__ in OF_MATCHES)


OTHER_NAMES = {"PlayerView": "RegisteredPlayer"}
"""Names of views that would otherwise have the name of a class of the model: every schema of the
description has a name of its own, so that clients can be made from it."""


OF_MATCHES = ("BoardView", "PlayerView")
"""Views with members that only teams and matches have. Other members that are not always there
are what only the command line adds. By name: an engine loads nothing of the desk."""


@cache
def whole_model(kind: Any, name: str) -> type[BaseModel]:
    """Return the Pydantic model of a view with all members, optional ones too, under this name."""
    return _view(kind, name, whole=True)


def _view(kind: Any, name: str, whole: bool) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    for one in members(kind):
        if one.required or whole:
            # Pydantic has a method of this name; the member keeps it.
            key = f"{one.name}_" if one.name == "schema" else one.name
            about: Any = Field(
                ... if one.required else None, description=one.text or None, alias=one.name
            )
            fields[key] = (shape(one.kind, limited=False), about)
    return create_model(
        name,
        __base__=ResponseBody,
        __doc__=description_of(kind),
        __cls_kwargs__=NO_SOURCE,
        **fields,
    )


def fields(kind: type) -> dict[str, Any]:
    """Return the fields of a dataclass as `create_model` takes them."""
    described = field_texts(kind)
    found: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        default = default_of(field)
        about = described.get(field.name)
        if default is dataclasses.MISSING:
            settings: Any = Field(description=about)
        else:
            # Written as JSON too, and read from there (`validate_default`).
            settings = Field(default=encode(default), description=about)
        found[field.name] = (shape(hints(kind)[field.name]), settings)
    return found


@cache
def _letters(kind: type[Enum]) -> type[StrEnum]:
    """Return an enum whose values are the letters that stand for `kind` in JSON."""
    members = {member.name: text for text, member in by_letters(kind).items()}
    found = StrEnum(kind.__name__, members)  # type: ignore[misc]
    about = description_of(kind)
    if kind is Result:
        about += " " + ", ".join(f"`{text}` {member}" for text, member in by_letters(kind).items())
    found.__doc__ = about
    return found


def description_of(kind: type) -> str:
    """Return the docstring of a class without its examples; empty if the docstring was
    generated.
    """
    text = read_docstring(kind)
    generated = text.startswith((f"{kind.__name__}(", "dict() ->")) or (
        issubclass(kind, Enum) and text == Enum.__doc__
    )
    return "" if generated else text.partition("\n\n>>>")[0]


def describe_routes(routes: Iterable[object]) -> None:
    """Set the description of each route to the docstring of its function, which `python -OO`
    drops.
    """
    for route in routes:
        if isinstance(route, APIRoute):
            route.description = route.description or read_docstring(route.endpoint)


# What is said of a value that does not fit

SHORTER = N_("something shorter")
_EXPECTED = {
    "json_invalid": VALID_JSON,
    "missing": codec.A_FIELD,
    "extra_forbidden": codec.NO_SUCH_FIELD,
    "int": codec.A_WHOLE_NUMBER,
    "less_than": codec.SMALLER,
    "string_unicode": codec.WHOLE_CHARACTERS,
    "string_too_long": SHORTER,
    "too_long": SHORTER,
    "string": codec.A_TEXT,
    "bool": codec.A_BOOLEAN,
    "list": codec.A_LIST,
    "tuple": codec.A_LIST,
    "model": codec.AN_OBJECT,
    "dict": codec.AN_OBJECT,
}


def describe_expected(error: Mapping[str, Any], language: Language) -> str:
    """Return what was expected, for an error of Pydantic."""
    kind = str(error["type"])
    if "expected" in error.get("ctx", {}):  # the members of an enum
        return str(error["ctx"]["expected"])
    if "expected_tags" in error.get("ctx", {}):
        return str(error["ctx"]["expected_tags"])
    for start, sentence in _EXPECTED.items():
        if kind.startswith(start):
            return say(sentence, language)
    return str(error["msg"])


# Types of other packages as types of the API


class HowMuch(StrEnum):
    """How detailed the explanation of a round is: the names of `Depth`."""

    BRIEF = "brief"
    NORMAL = "normal"
    FULL = "full"


for enum in (HowMuch, Language, Reader):
    enum.__doc__ = read_docstring(enum)  # FastAPI describes them by it

if TYPE_CHECKING:
    ColourJson = str
else:
    ColourJson = shape(Colour)
