"""Events from JSON values, quickly: a reader is put together once for each type.

It takes exactly what `formats.codec.Decoder` takes, which is several times slower because it finds
out types again and again and collects what is wrong; where this reader refuses, that one is asked
why. Opening a large file is reading twenty thousand events (`bench/desk.py`).
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin

from crivello.formats.codec import LARGEST, by_letters, hints

Reader = Callable[[Any], Any]


class Misfit(ValueError):
    """The value is not one of this type."""


@cache
def reader(kind: Any) -> Reader:
    """What turns a JSON value into a `kind`, or raises `Misfit`."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        (option,) = [option for option in get_args(kind) if option is not type(None)]
        inner = reader(option)
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple(get_args(kind))
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    return {bool: _bool, int: _int, str: _str}[kind]


def _tuple(kinds: tuple[Any, ...]) -> Reader:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        inner = reader(kinds[0])

        def many(value: Any) -> Any:
            if type(value) is not list:
                raise Misfit
            return tuple([inner(item) for item in value])

        return many
    readers = [reader(kind) for kind in kinds]

    def few(value: Any) -> Any:
        if type(value) is not list or len(value) != len(readers):
            raise Misfit
        return tuple([read(item) for read, item in zip(readers, value, strict=True)])

    return few


def _object(kind: type) -> Reader:
    readers = {field.name: reader(hints(kind)[field.name]) for field in dataclasses.fields(kind)}
    needed = {
        field.name
        for field in dataclasses.fields(kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }

    def read(value: Any) -> Any:
        if type(value) is not dict or not needed <= value.keys() <= readers.keys():
            raise Misfit
        return kind(**{name: readers[name](item) for name, item in value.items()})

    return read


def _enum(kind: type[Enum]) -> Reader:
    members = by_letters(kind)

    def read(value: Any) -> Any:
        member = members.get(value) if type(value) is str else None
        if member is None:
            raise Misfit
        return member

    return read


def _bool(value: Any) -> Any:
    if type(value) is not bool:
        raise Misfit
    return value


def _int(value: Any) -> Any:
    if type(value) is not int or not -LARGEST < value < LARGEST:
        raise Misfit
    return value


def _str(value: Any) -> Any:
    if type(value) is not str:
        raise Misfit
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise Misfit
    return value
