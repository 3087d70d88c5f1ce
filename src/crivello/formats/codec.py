"""Model values as plain JSON values and back, by the types of their fields.

A dataclass becomes an object without the fields that have their default, an enum its letter or
word, a tuple a list. Reading is strict: every value that does not fit is a problem with its path
(a JSON pointer), and nothing is converted silently.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from crivello.model.errors import N_
from crivello.model.result import Award, Result

MOST_MISFITS = 1000
"""As many are listed; all are counted."""
LARGEST = 10**12
"""No whole number of a tournament is larger."""

A_WHOLE_NUMBER = N_("a whole number")
SMALLER = N_("a number of at most twelve digits")
A_TEXT = N_("a text")
A_BOOLEAN = N_("true or false")
A_LIST = N_("a list")
AN_OBJECT = N_("an object")
NO_SUCH_FIELD = N_("no such field")
A_FIELD = N_("a value; this field must be there")
WHOLE_CHARACTERS = N_("a text without halves of surrogate pairs")


def letters(value: Enum) -> str:
    """How an enum stands in JSON: its own value, two letters for a result."""
    if isinstance(value, Result):
        return value.white.value + value.black.value
    return str(value.value)


@cache
def by_letters(kind: type[Enum]) -> Mapping[str, Enum]:
    return {letters(member): member for member in kind}


@cache
def hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def default_of(field: dataclasses.Field[Any]) -> Any:
    """A field's default, or MISSING."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def encode(value: Any) -> Any:
    """A model value as JSON."""
    if isinstance(value, Enum):
        return letters(value)
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {
            field.name: encode(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if getattr(value, field.name) != default_of(field)
        }
    return value


@dataclasses.dataclass(slots=True)
class Decoder:
    """Decodes values and collects what does not fit: (path, found, expected)."""

    misfits: list[tuple[str, str, str]] = dataclasses.field(default_factory=list)
    count: int = 0
    """Of all misfits, also those beyond the listed ones."""

    def decode(self, kind: Any, value: Any, path: str) -> Any:
        """A value of type `kind`, or None with a misfit."""
        origin = get_origin(kind)
        if origin in (Union, types.UnionType):
            options = [option for option in get_args(kind) if option is not type(None)]
            return None if value is None else self.decode(options[0], value, path)
        if origin is tuple:
            return self._tuple(get_args(kind), value, path)
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            return self._object(kind, value, path)
        if isinstance(kind, type) and issubclass(kind, Enum):
            member = by_letters(kind).get(value) if isinstance(value, str) else None
            if member is None:
                known = [name for name in by_letters(kind) if kind is not Award or name.strip()]
                return self._misfit(path, value, " ".join(known))
            return member
        return self._plain(kind, value, path)

    def _plain(self, kind: Any, value: Any, path: str) -> Any:
        if kind is bool:
            return value if isinstance(value, bool) else self._misfit(path, value, A_BOOLEAN)
        if kind is int:
            if not isinstance(value, int) or isinstance(value, bool):
                return self._misfit(path, value, A_WHOLE_NUMBER)
            return value if abs(value) < LARGEST else self._misfit(path, value, SMALLER)
        assert kind is str, kind
        if not isinstance(value, str):
            return self._misfit(path, value, A_TEXT)
        if any("\ud800" <= c <= "\udfff" for c in value):
            return self._misfit(path, ascii(value), WHOLE_CHARACTERS)
        return value

    def _tuple(self, kinds: tuple[Any, ...], value: Any, path: str) -> Any:
        if not isinstance(value, list):
            return self._misfit(path, value, A_LIST)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            kinds = (kinds[0],) * len(value)
        elif len(kinds) != len(value):
            return self._misfit(path, value, A_LIST)
        pairs = zip(kinds, value, strict=True)
        return tuple(self.decode(k, item, f"{path}/{i}") for i, (k, item) in enumerate(pairs))

    def _object(self, kind: type, value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            return self._misfit(path, value, AN_OBJECT)
        fields = {field.name: field for field in dataclasses.fields(kind)}
        before = self.count
        for name in value.keys() - fields.keys():
            self._misfit(f"{path}/{pointer(name)}", value[name], NO_SUCH_FIELD)
        values = {}
        for name, field in fields.items():
            if name in value:
                values[name] = self.decode(hints(kind)[name], value[name], f"{path}/{name}")
            elif default_of(field) is dataclasses.MISSING:
                self._found(f"{path}/{name}", "", A_FIELD)
        return kind(**values) if self.count == before else None

    def _misfit(self, path: str, value: Any, expected: str) -> None:
        if isinstance(value, dict | list):
            text = "{…}" if isinstance(value, dict) else "[…]"  # it may be long, or deep
        else:
            text = value if isinstance(value, str) else json.dumps(value)
        self._found(path, text[:60], expected)

    def _found(self, path: str, found: str, expected: str) -> None:
        self.count += 1
        if len(self.misfits) < MOST_MISFITS:
            self.misfits.append((path, found, expected))


def pointer(name: str) -> str:
    """A key as a step of a JSON pointer."""
    return name.encode("utf-8", "replace").decode()[:60].replace("~", "~0").replace("/", "~1")
