"""Classes of the library whose fields accept values as people write them.

A public class inherits the fields of a class of the core. Only a field that accepts other values is
declared again: ``points: Takes[Number, Score]`` accepts any number and holds a `Score`, and type
checkers read both types from it. An invalid value stays as it is, for `validate` to report.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from crivello.front.score import Score
from crivello.model.errors import WordError
from crivello.standard.classes import MISSING, ValueField, field, frozen

if TYPE_CHECKING:
    from inspect import Signature
    from typing import dataclass_transform, overload
else:

    def dataclass_transform(**_):
        return lambda decorator: decorator


T = TypeVar("T")
Written = TypeVar("Written", contravariant=True)
Kept = TypeVar("Kept", covariant=True)


class Takes(Generic[Written, Kept]):
    """The type of a field that accepts one type of value and holds another."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, value: None, owner: type) -> Any: ...
        @overload
        def __get__(self, value: object, owner: type) -> Kept: ...
        def __get__(self, value: Any, owner: type) -> Any: ...
        def __set__(self, value: object, given: Written) -> None: ...
    else:

        def __class_getitem__(cls, types):
            return types[1]


class _Taken(ValueField):
    """A field whose default may be the value of another field."""

    __slots__ = ("like",)
    like: str


def taken(default: Any = MISSING, like: str = "") -> Any:
    """Declare a field; `like` names the field whose value is its default."""
    one = _Taken(default=default)
    one.like = like
    return one


@dataclass_transform(frozen_default=True, field_specifiers=(field, taken))
def takes_what_people_write(cls: type[T]) -> type[T]:
    """Make a frozen class whose fields convert the values they are given, by their types."""
    given: Any = cls
    given.__post_init__ = _convert_fields
    made: Any = frozen(cls)
    made.__signature__ = WrittenSignature(vars(made)["__signature__"])
    return made  # type: ignore[no-any-return]


def made_from(cls: type[T], value: Any) -> T:
    """Return an instance of `cls` with the fields of another value, without checking them."""
    made: Any = object.__new__(cls)
    names = made.__value_fields__
    made.__setstate__([getattr(value, name) for name in names])
    return made  # type: ignore[no-any-return]


def _convert_fields(self: Any) -> None:
    for name, one in self.__value_fields__.items():
        if isinstance(one, _Taken) and one.like and getattr(self, name) is None:
            object.__setattr__(self, name, getattr(self, one.like))
    kind: Any = type(self)
    for name, convert in _converters(kind).items():
        object.__setattr__(self, name, convert(getattr(self, name)))


@cache
def field_types(cls: Any) -> dict[str, Any]:
    """Return the type of the value that each field holds, by name."""
    hints = get_type_hints(cls)
    return {name: hints[name] for name in cls.__value_fields__}


def values_of(value: Any) -> list[tuple[str, Any]]:
    """Return the name and value of each field."""
    return [(name, getattr(value, name)) for name in value.__value_fields__]


def differences(value: Any) -> list[tuple[str, Any]]:
    """Return the name and value of each field that is not at its default."""

    def default(one: ValueField) -> Any:
        like = one.like if isinstance(one, _Taken) else ""
        return getattr(value, like) if like else one.default

    declared = value.__value_fields__
    return [one for one in values_of(value) if one[1] != default(declared[one[0]])]


@cache
def _converters(cls: Any) -> dict[str, Callable[[Any], Any]]:
    found = {name: _converter(kind) for name, kind in field_types(cls).items()}
    return {name: convert for name, convert in found.items() if convert is not None}


def _converter(kind: Any) -> Callable[[Any], Any] | None:
    """Return the function that converts a written value to this type; None if none is needed."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        (kind,) = (one for one in inside if one is not types.NoneType)
        convert = _converter(kind)
        return convert and (lambda value: None if value is None else convert(value))
    if origin is tuple:
        return _sequence(inside[0]) if inside[1:] == (Ellipsis,) else _row(inside)
    if kind is Score:
        return _score
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: _member(kind, value)
    return None


def _sequence(kind: Any) -> Callable[[Any], Any]:
    inner, pairs = _converter(kind), get_origin(kind) is tuple

    def convert(value: Any) -> Any:
        found = as_tuple(list(value.items()) if pairs and isinstance(value, Mapping) else value)
        return tuple(map(inner, found)) if inner and isinstance(found, tuple) else found

    return convert


def _row(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    inner = [_converter(kind) for kind in kinds]

    def convert(value: Any) -> Any:
        row = as_tuple(value)
        if not isinstance(row, tuple) or len(row) != len(inner):
            return row
        return tuple(one(cell) if one else cell for one, cell in zip(inner, row, strict=True))

    return convert


def as_tuple(values: Any) -> Any:
    """Return a list or set as a tuple; any other value stays, for `validate` to report."""
    return tuple(values) if isinstance(values, list | set | frozenset) else values


def _score(value: Any) -> Any:
    try:
        return Score(value)
    except WordError:
        return value


def _member(kind: type[Enum], value: Any) -> Any:
    """Return the enum member that a word names, in any case; any other value stays as it is."""
    if isinstance(value, str):
        for word in (value, value.upper(), value.lower()):
            with suppress(ValueError):
                return kind(word)
    return value


class WrittenSignature:
    """The `__signature__` of a public class, with the types that its fields accept."""

    def __init__(self, declared: Any) -> None:
        self.declared = declared

    def __get__(self, value: object, cls: Any) -> Signature:
        signature: Signature = self.declared.__get__(value, cls)
        parameters = [
            one.replace(annotation=_accepted_type(one.annotation))
            for one in signature.parameters.values()
        ]
        return signature.replace(parameters=parameters)


def _accepted_type(declared: str) -> str:
    """Return the type that a field accepts, from its declared type."""
    import ast

    kind = ast.parse(declared, mode="eval").body
    if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "Takes":
        assert isinstance(kind.slice, ast.Tuple)
        return ast.unparse(kind.slice.elts[0])
    return declared
