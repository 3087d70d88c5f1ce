"""Model values as plain JSON values and back, by the types of their fields.

A dataclass becomes an object without its default fields, an enum its letter or word, a tuple a
list, a fraction a text, a sentence its template and values. Reading is strict: every value that
does not fit is a problem with its path (a JSON pointer), and nothing is converted silently.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Any, Union, get_args, get_origin, get_type_hints

from crivello.model.result import Award, Result
from crivello.model.sentence import N_, Sentence, Template, plain_value
from crivello.standard.classes import frozen
from crivello.standard.patterns import pattern

MOST_MISFITS = 1000
"""The number of misfits (values that do not fit) that an error lists; all are counted."""
LARGEST = 10**12
"""Larger than any whole number of a tournament."""
_FRACTION = pattern(r"(?a)-?\d{1,12}(/[1-9]\d{0,11})?")

A_WHOLE_NUMBER = N_("a whole number")
SMALLER = N_("a number of at most twelve digits")
A_NUMBER = N_("a number")
A_FRACTION = N_("a fraction such as 3/4")
A_TEXT = N_("a text")
A_BOOLEAN = N_("true or false")
A_LIST = N_("a list")
AN_OBJECT = N_("an object")
NO_SUCH_FIELD = N_("no such field")
A_FIELD = N_("a value; this field is required")
WHOLE_CHARACTERS = N_("a text without halves of surrogate pairs")


def letters(value: Enum) -> str:
    """Return the JSON value of an enum: its value, or two letters for a result."""
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
    """Return a field's default, or MISSING."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def encode(value: Any, whole: bool = False) -> Any:
    """Encode a model value as JSON; with `whole`, include fields that have their default value.

    The values of a sentence become numbers and texts: players are ids.
    """
    if isinstance(value, Enum):
        return letters(value)
    if isinstance(value, tuple):
        return [encode(item, whole) for item in value]
    if dataclasses.is_dataclass(value):
        return {
            field.name: encode(getattr(value, field.name), whole)
            for field in dataclasses.fields(value)
            if whole or getattr(value, field.name) != default_of(field)
        }
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Sentence):
        return encode(_SentenceForm.of(value), whole)
    return value


@frozen
class _SentenceForm:
    """The form of a sentence in JSON, where lists and pairs are texts."""

    template: Template
    values: Mapping[str, str | int | bool | None]

    @staticmethod
    def of(sentence: Sentence) -> _SentenceForm:
        values = {name: plain_value(value) for name, value in sentence.values.items()}
        lists = [name for name, value in values.items() if isinstance(value, list)]
        texts = {name: str(sentence.values[name]) for name in lists}
        return _SentenceForm(sentence.template, values | texts)


class DecodeError(Exception):
    """The values that do not fit their types: (path, found, expected) for the first ones, and the
    number of all.
    """

    def __init__(self) -> None:
        self.misfits: list[tuple[str, str, str]] = []
        self.count = 0

    def add(self, path: str, value: Any, expected: str) -> None:
        if isinstance(value, dict | list):
            text = "{…}" if isinstance(value, dict) else "[…]"  # it may be long, or deep
        else:
            text = value if isinstance(value, str) else json.dumps(value)
        self.count += 1
        if len(self.misfits) < MOST_MISFITS:
            self.misfits.append((path, text[:60], expected))


class _FirstMisfit(Exception):
    """Raised at the first misfit; a second decoding finds them all, with their paths."""


_Reader = Callable[[Any, DecodeError | None, str], Any]
"""A function that decodes a value.

Its arguments are the value, the error that collects misfits (None: stop at the first), and the path
of the value.
"""


def decode(kind: Any, value: Any) -> Any:
    """Decode a value of type `kind`; raise `DecodeError` with everything that does not fit.

    Opening a large file means decoding twenty thousand events (`bench/desk.py`), so a reader is
    built once for each type, and paths are tracked only when something does not fit.
    """
    try:
        return _reader(kind)(value, None, "")
    except _FirstMisfit:
        found = DecodeError()
        _reader(kind)(value, found, "")
        raise found from None


@cache
def _reader(kind: Any) -> _Reader:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(kind) if option is not type(None)]
        inner = _reader(options[0]) if len(options) == 1 else _choice(options)
        if type(None) not in get_args(kind):
            return inner
        return lambda value, found, path: None if value is None else inner(value, found, path)
    if origin is tuple:
        kinds = get_args(kind)
        return _list(kinds[0]) if kinds[1:] == (Ellipsis,) else _row(kinds)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(kind)
    if origin is Mapping:
        return _mapping(get_args(kind)[1])
    if kind is Sentence:
        return _sentence()
    return _PLAIN[kind]


def _note_misfit(found: DecodeError | None, path: str, value: Any, expected: str) -> None:
    if found is None:
        raise _FirstMisfit
    found.add(path, value, expected)


def _choice(kinds: list[Any]) -> _Reader:
    """Return a reader for a union; the JSON value shows which of its types is meant."""
    readers = {_json_type(kind): _reader(kind) for kind in kinds}
    assert len(readers) == len(kinds), f"{kinds} cannot be told apart in JSON"

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        inner = readers.get(type(value))
        if inner is not None:
            return inner(value, found, path)
        for inner in readers.values():  # each says what it expects
            inner(value, found, path)
        return None

    return read


def _json_type(kind: Any) -> type:
    """Return the type that `json.loads` gives to an encoded value of this type."""
    if get_origin(kind) is tuple:
        return list
    if dataclasses.is_dataclass(kind) or kind is Sentence:
        return dict
    return kind if kind in (bool, int, float) else str


def _list(kind: Any) -> _Reader:
    inner = _reader(kind)

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        if type(value) is not list:
            return _note_misfit(found, path, value, A_LIST)
        if found is None:
            return tuple([inner(item, None, "") for item in value])
        return tuple([inner(item, found, f"{path}/{i}") for i, item in enumerate(value)])

    return read


def _row(kinds: tuple[Any, ...]) -> _Reader:
    readers = [_reader(kind) for kind in kinds]

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        if type(value) is not list or len(value) != len(readers):
            return _note_misfit(found, path, value, A_LIST)
        pairs = zip(readers, value, strict=True)
        if found is None:
            return tuple([inner(item, None, "") for inner, item in pairs])
        return tuple([inner(item, found, f"{path}/{i}") for i, (inner, item) in enumerate(pairs)])

    return read


def _object(kind: type) -> _Reader:
    readers = {field.name: _reader(hints(kind)[field.name]) for field in dataclasses.fields(kind)}
    needed = {f.name for f in dataclasses.fields(kind) if default_of(f) is dataclasses.MISSING}

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        if type(value) is not dict:
            return _note_misfit(found, path, value, AN_OBJECT)
        if found is None:
            if not needed <= value.keys() <= readers.keys():
                raise _FirstMisfit
            return kind(**{name: readers[name](item, None, "") for name, item in value.items()})
        before = found.count
        for name in value.keys() - readers.keys():
            found.add(f"{path}/{pointer(name)}", value[name], NO_SUCH_FIELD)
        values = {}
        for name, inner in readers.items():
            if name in value:
                values[name] = inner(value[name], found, f"{path}/{name}")
            elif name in needed:
                found.add(f"{path}/{name}", "", A_FIELD)
        return kind(**values) if found.count == before else None

    return read


def _mapping(kind: Any) -> _Reader:
    inner = _reader(kind)

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        if type(value) is not dict:
            return _note_misfit(found, path, value, AN_OBJECT)
        return {name: inner(item, found, f"{path}/{pointer(name)}") for name, item in value.items()}

    return read


def _sentence() -> _Reader:
    inner = _reader(_SentenceForm)

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        form = inner(value, found, path)
        return None if form is None else Sentence(form.template, **form.values)

    return read


def _enum(kind: type[Enum]) -> _Reader:
    members = by_letters(kind)
    known = " ".join(name for name in members if kind is not Award or name.strip())

    def read(value: Any, found: DecodeError | None, path: str) -> Any:
        member = members.get(value) if isinstance(value, str) else None
        return _note_misfit(found, path, value, known) if member is None else member

    return read


def _bool(value: Any, found: DecodeError | None, path: str) -> Any:
    return value if type(value) is bool else _note_misfit(found, path, value, A_BOOLEAN)


def _int(value: Any, found: DecodeError | None, path: str) -> Any:
    if type(value) is not int:
        return _note_misfit(found, path, value, A_WHOLE_NUMBER)
    return value if -LARGEST < value < LARGEST else _note_misfit(found, path, value, SMALLER)


def _float(value: Any, found: DecodeError | None, path: str) -> Any:
    fits = type(value) is float and isfinite(value)
    return value if fits else _note_misfit(found, path, value, A_NUMBER)


def _fraction(value: Any, found: DecodeError | None, path: str) -> Any:
    if type(value) is not str or not _FRACTION.fullmatch(value):
        return _note_misfit(found, path, value, A_FRACTION)
    return Fraction(value)


def _str(value: Any, found: DecodeError | None, path: str) -> Any:
    if type(value) is not str:
        return _note_misfit(found, path, value, A_TEXT)
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        return _note_misfit(found, path, ascii(value), WHOLE_CHARACTERS)
    return value


_PLAIN: dict[Any, _Reader] = {
    bool: _bool,
    int: _int,
    float: _float,
    Fraction: _fraction,
    str: _str,
}


def pointer(name: str) -> str:
    """Escape a key as a step of a JSON pointer."""
    return name.encode("utf-8", "replace").decode()[:60].replace("~", "~0").replace("/", "~1")
