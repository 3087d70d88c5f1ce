"""Dataclasses and named tuples without loading `dataclasses` and `typing`, under the same names.

Loading these two modules, and compiling methods for each class, took more than half the time of an
engine call. Here the methods are shared and access the fields by name; only `__init__` is compiled,
after a class has been used some times. Type checkers see the standard library.
`dataclasses.fields`, `replace` and `is_dataclass`, `inspect.signature`, `copy` and `pickle` work as
with its classes.

- `frozen`: `@dataclass(frozen=True, slots=True)`
- `frozen_with_dict`: the same without slots, for cached properties
- `record`, `record_with_slots`: immutable only for the type checker; a round makes very many of
  these values, and making a frozen one takes five times as long
- `draft`: `@dataclass(slots=True)`, a mutable value
- `NamedTuple`, `field`, `fields`, `replace`: as in the standard library
"""

from __future__ import annotations

import sys
from functools import partial
from operator import attrgetter

from crivello.standard.typing_names import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from dataclasses import KW_ONLY, Field, field, fields, replace
    from functools import cached_property as derived
    from inspect import Signature
    from typing import NamedTuple, dataclass_transform

    _tuplegetter: Callable[[int, str | None], Any]
else:
    from _collections import _tuplegetter  # as collections.namedtuple does

    def dataclass_transform(**_):
        return lambda decorator: decorator


__all__ = [
    "KW_ONLY",
    "MISSING",
    "NamedTuple",
    "ValueField",
    "derived",
    "draft",
    "field",
    "fields",
    "frozen",
    "frozen_with_dict",
    "maker",
    "record",
    "record_with_slots",
    "replace",
]

T = TypeVar("T")

COMPILED_AFTER = 40
"""How many values of a class are made before its `__init__` is compiled: for fewer, compiling takes
longer than it saves."""


class _Missing:
    """The class of `MISSING`, which marks a field without a default."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()


class ValueField:
    """One field of a class: its name, type, default and flags."""

    __slots__ = ("compare", "default", "default_factory", "kw_only", "name", "repr", "type")

    def __init__(
        self,
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        repr: bool = True,
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.name = ""
        self.type: Any = None
        self.default = default
        self.default_factory = default_factory
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only


if not TYPE_CHECKING:
    field = ValueField

    class KW_ONLY:
        """The annotation of a marker: fields after it can be given by name only."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make an immutable dataclass with slots: `@dataclass(frozen=True, slots=True)`, in a tenth of
    the time.
    """
    return _make_class(cls, frozen=True, slots=True)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_with_dict(cls: type[T]) -> type[T]:
    """Make an immutable dataclass with a `__dict__`, for cached properties:
    `@dataclass(frozen=True)`.
    """
    return _make_class(cls, frozen=True, slots=False)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make a dataclass with a `__dict__` that is immutable only for the type checker."""
    return _make_class(cls, frozen=False, slots=False, hashed=True)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record_with_slots(cls: type[T]) -> type[T]:
    """Make a record class with slots: smaller and faster to access, but without cached
    properties.
    """
    return _make_class(cls, frozen=False, slots=True, hashed=True)


@dataclass_transform(field_specifiers=(field,))
def draft(cls: type[T]) -> type[T]:
    """Make a mutable dataclass with slots: `@dataclass(slots=True)`."""
    return _make_class(cls, frozen=False, slots=True)


def _make_class(cls: type[T], *, frozen: bool, slots: bool, hashed: bool = False) -> type[T]:
    """Give a class the methods of a dataclass; with slots, return a new class of the same name."""
    own = dict(vars(cls))
    fields = _collect_fields(cls, own)
    added: dict[str, Any] = {
        "__value_fields__": fields,
        "__match_args__": tuple(one.name for one in fields.values() if not one.kw_only),
        "__dataclass_fields__": _STANDARD_FIELDS,
        "__dataclass_params__": _FROZEN if frozen else _CHANGEABLE,
        "__signature__": _SIGNATURE,
        "__replace__": _replace_value,
    }
    if "__eq__" not in own:
        added["__eq__"], added["__hash__"] = _compare_by_fields(fields)
        if not (frozen or hashed):
            added["__hash__"] = None
    if cls.__repr__ is object.__repr__:
        added["__repr__"] = _repr
    if frozen:
        added["__setattr__"] = _refuse_setattr
        added["__delattr__"] = _refuse_delattr
    if slots:
        added["__getstate__"] = _getstate
        added["__setstate__"] = _setstate
        inherited = {name for base in cls.__mro__[1:] for name in getattr(base, "__slots__", ())}
        for name in (*fields, "__dict__", "__weakref__"):
            own.pop(name, None)
        own["__slots__"] = tuple(name for name in fields if name not in inherited)
        metaclass: Any = type(cls)
        made: Any = metaclass(cls.__name__, cls.__bases__, own | added)
        made.__qualname__ = cls.__qualname__
    else:
        made = cls
        for name, one in fields.items():
            if name in own and one.default is MISSING:
                delattr(made, name)  # what `field` gave is no value
        for name, value in added.items():
            setattr(made, name, value)
    if "__init__" not in own:
        made.__init__ = _first_init(made)
    return cast("type[T]", made)


def _collect_fields(cls: Any, own: dict[str, Any]) -> dict[str, ValueField]:
    """Return the fields of a class by name: first those of its bases, then its own."""
    collected: dict[str, ValueField] = {}
    for base in reversed(cls.__mro__[1:]):
        collected |= vars(base).get("__value_fields__", {})
    by_name_only = False
    for name, kind in own.get("__annotations__", {}).items():
        if kind == "KW_ONLY":
            by_name_only = True
        if kind == "KW_ONLY" or kind.startswith("ClassVar"):
            continue
        default = own.get(name, MISSING)
        if isinstance(default, ValueField):
            one = default
        elif type(default).__module__ == "dataclasses":
            one = _convert_standard(default)
        else:
            one = ValueField(default=default)
        one.name, one.type = name, kind
        one.kw_only = one.kw_only or by_name_only
        collected[name] = one
    return collected


def _convert_standard(given: Field[Any]) -> ValueField:
    """Convert a field made by `dataclasses.field`."""
    from dataclasses import MISSING as UNSET

    return ValueField(
        default=MISSING if given.default is UNSET else given.default,
        default_factory=MISSING if given.default_factory is UNSET else given.default_factory,
        repr=given.repr,
        compare=given.compare,
        kw_only=given.kw_only is True,
    )


# Methods


def _first_init(cls: Any) -> Callable[..., None]:
    """Return an `__init__` that sets the fields in a loop, and is soon replaced by a compiled
    one.
    """
    made = 0

    def __init__(self: Any, *by_place: Any, **by_name: Any) -> None:
        nonlocal made
        made += 1
        if made > COMPILED_AFTER or not _set_fields(self, cls, by_place, by_name):
            cls.__init__ = _compile_init(cls)  # which raises the right TypeError too
            cls.__init__(self, *by_place, **by_name)
        elif hasattr(cls, "__post_init__"):
            self.__post_init__()

    return __init__


def _set_fields(self: Any, cls: Any, by_place: tuple[Any, ...], by_name: dict[str, Any]) -> bool:
    """Set all fields from the arguments; return False if the arguments do not fit."""
    names = cls.__match_args__
    given = dict(zip(names, by_place, strict=False))
    if len(by_place) > len(names) or not given.keys().isdisjoint(by_name):
        return False
    given.update(by_name)
    for name, one in cls.__value_fields__.items():
        if name in given:
            value = given.pop(name)
        elif one.default is not MISSING:
            value = one.default
        elif one.default_factory is not MISSING:
            value = one.default_factory()
        else:
            return False
        object.__setattr__(self, name, value)
    return not given


class _Factory:
    """Marks, in a signature, a default that is made anew for each value."""

    def __repr__(self) -> str:
        return "<factory>"


def _compile_init(cls: Any) -> Callable[..., None]:
    """Return a compiled `__init__` for a class; it can also set the fields of frozen classes."""
    by_place: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    values: dict[str, Any] = {"_factory": _Factory(), "_set": object.__setattr__}
    for name, one in cls.__value_fields__.items():
        value = name
        default = ""
        if one.default is not MISSING:
            default = f"_default_{name}"
            values[default] = one.default
        elif one.default_factory is not MISSING:
            default = "_factory"
            values[f"_make_{name}"] = one.default_factory
            value = f"_make_{name}() if {name} is _factory else {name}"
        (by_name if one.kw_only else by_place).append(f"{name}={default}" if default else name)
        slot: Any = getattr(cls, name, None)
        if cls.__setattr__ is object.__setattr__:
            body.append(f"self.{name} = {value}")
        elif hasattr(slot, "__set__"):
            values[f"_set_{name}"] = slot.__set__
            body.append(f"_set_{name}(self, {value})")
        else:
            body.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join(["self", *by_place, *(["*", *by_name] if by_name else [])])
    text = (
        f"def define({', '.join(values)}):\n"
        f" def __init__({parameters}):\n  {'; '.join(body) or 'pass'}\n"
        " return __init__"
    )
    scope: dict[str, Any] = {}
    exec(text, vars(sys.modules[cls.__module__]), scope)
    init: Callable[..., None] = scope["define"](**values)
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    kinds = {name: one.type for name, one in cls.__value_fields__.items()}
    init.__annotations__ = kinds | {"return": None}
    return init


def _compare_by_fields(
    fields: dict[str, ValueField],
) -> tuple[Callable[[Any, object], Any], Callable[[Any], int]]:
    names = [one.name for one in fields.values() if one.compare]
    content: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        same_class = other.__class__ is self.__class__
        return content(self) == content(other) if same_class else NotImplemented

    return equal, lambda self: hash(content(self))


def _repr(self: Any) -> str:
    parts = (
        f"{name}={getattr(self, name)!r}" for name, one in self.__value_fields__.items() if one.repr
    )
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _refuse_setattr(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delattr(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__value_fields__]


def _setstate(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__value_fields__, state, strict=True):
        object.__setattr__(self, name, value)


def _replace_value(self: Any, /, **changes: Any) -> Any:
    for name in self.__value_fields__:
        if name not in changes:
            changes[name] = getattr(self, name)
    return self.__class__(**changes)


# What the standard library asks of a dataclass


class _StandardFields:
    """Descriptor for `__dataclass_fields__`, which builds the value when `dataclasses` asks for
    it.
    """

    def __get__(self, value: object, cls: Any) -> dict[str, Field[Any]]:
        import dataclasses

        rows: list[tuple[str, Any, Any]] = []
        for name, one in cls.__value_fields__.items():
            default: dict[str, Any] = {}
            if one.default is not MISSING:
                default["default"] = one.default
            elif one.default_factory is not MISSING:
                default["default_factory"] = one.default_factory
            shown = {"repr": one.repr, "compare": one.compare, "kw_only": one.kw_only}
            rows.append((name, one.type, dataclasses.field(**default, **shown)))
        like: Any = dataclasses.make_dataclass(cls.__name__, rows, init=False, eq=False)
        cls.__dataclass_fields__ = like.__dataclass_fields__
        return cast("dict[str, Field[Any]]", like.__dataclass_fields__)


class _Params:
    """`__dataclass_params__`, with only the attribute that a derived dataclass needs."""

    def __init__(self, *, frozen: bool) -> None:
        self.frozen = frozen


class _Signature:
    """Descriptor for `__signature__`: the signature of the compiled `__init__` or `__new__`,
    without `self`.
    """

    def __get__(self, value: object, cls: Any) -> Signature:
        import inspect

        made = _compile_init(cls) if hasattr(cls, "__value_fields__") else _compile_new(cls)
        signature = inspect.signature(made)
        return signature.replace(parameters=[*signature.parameters.values()][1:])


_STANDARD_FIELDS = _StandardFields()
_FROZEN = _Params(frozen=True)
_CHANGEABLE = _Params(frozen=False)
_SIGNATURE = _Signature()


def _fields(value: Any) -> tuple[ValueField, ...]:
    return tuple(value.__value_fields__.values())


def _replace(value: Any, /, **changes: Any) -> Any:
    if "__value_fields__" in vars(type(value)):  # not only in those of its bases
        return _replace_value(value, **changes)
    from dataclasses import replace

    return replace(value, **changes)


# Named tuples


class _NamedTupleMaker(type):
    """Metaclass of `NamedTuple`: turns each subclass into a subclass of `tuple`."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, space)
        names = tuple(space.get("__annotations__", ()))
        defaults = {one: space.pop(one) for one in names if one in space}
        for place, one in enumerate(names):
            space[one] = _tuplegetter(place, None)
        space |= {
            "__slots__": (),
            "_fields": names,
            "_field_defaults": defaults,
            "__match_args__": names,
            "__signature__": _SIGNATURE,
        }
        for method, shared in _TUPLE_METHODS.items():
            space.setdefault(method, shared)
        made: Any = type(name, (tuple,), space)
        made.__new__ = _first_new(made)
        return made


def _first_new(cls: Any) -> Callable[..., Any]:
    """Return a `__new__` that puts its arguments in order, and is soon replaced by a compiled
    one.
    """
    made = 0

    def __new__(self_type: Any, *by_place: Any, **by_name: Any) -> Any:
        nonlocal made
        made += 1
        names = cls._fields
        if made <= COMPILED_AFTER:
            if not by_name and len(by_place) == len(names):
                return tuple.__new__(self_type, by_place)
            given = dict(zip(names, by_place, strict=False))
            if len(by_place) <= len(names) and given.keys().isdisjoint(by_name):
                given = cls._field_defaults | given | by_name
                if given.keys() == set(names):
                    return tuple.__new__(self_type, [given[name] for name in names])
        cls.__new__ = compiled = _compile_new(cls)  # which raises the right TypeError too
        return compiled(self_type, *by_place, **by_name)

    return __new__


def _compile_new(cls: Any) -> Callable[..., Any]:
    names = ", ".join(cls._fields)
    text = f"lambda _cls, {names}: _new(_cls, ({names},))" if names else "lambda _cls: _new(_cls)"
    made: Any = eval(text, {"_new": tuple.__new__, "__name__": cls.__module__})
    made.__name__ = "__new__"
    made.__defaults__ = tuple(cls._field_defaults.values())
    kinds = {name: cls.__annotations__[name] for name in cls._fields}
    made.__annotations__ = kinds
    return cast("Callable[..., Any]", made)


def _tuple_repr(self: Any) -> str:
    parts = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
    return f"{type(self).__name__}({', '.join(parts)})"


def _tuple_replace(self: Any, /, **changes: Any) -> Any:
    values = [changes.pop(name, value) for name, value in zip(self._fields, self, strict=True)]
    if changes:
        raise ValueError(f"Got unexpected field names: {list(changes)!r}")
    return tuple.__new__(type(self), values)


def _tuple_make(cls: Any, values: Iterable[Any]) -> Any:
    made = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


def _tuple_asdict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _tuple_getnewargs(self: Any) -> tuple[Any, ...]:
    return tuple(self)


_TUPLE_METHODS = {
    "__repr__": _tuple_repr,
    "_replace": _tuple_replace,
    "__replace__": _tuple_replace,
    "_make": classmethod(_tuple_make),
    "_asdict": _tuple_asdict,
    "__getnewargs__": _tuple_getnewargs,
    "__class_getitem__": classmethod(lambda cls, _: cls),
}


if not TYPE_CHECKING:
    fields = _fields
    replace = _replace

    class NamedTuple(metaclass=_NamedTupleMaker):
        """`typing.NamedTuple`: a tuple whose places have names."""

    class derived:
        """`cached_property` without a lock, as in Python 3.12.

        Two threads may both compute the value; it is the same.
        """

        def __init__(self, compute):
            self.compute = compute
            self.name = compute.__name__
            self.__doc__ = compute.__doc__

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value


def maker(cls: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Return a function that makes a named tuple from a tuple of all its fields, in a third of the
    time of a call.
    """
    return cast("Callable[[tuple[Any, ...]], T]", partial(tuple.__new__, cast(Any, cls)))
