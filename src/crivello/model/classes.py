"""Decorators that make classes of values, at less cost than those of the standard library."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """`@dataclass(frozen=True, slots=True)`, defined in a quarter of the time.

    The standard library writes and compiles six methods for every class: with some 450 classes,
    that was more than half the time in which a command started. Here only `__init__` is compiled;
    the others are shared, or read the fields by their names. A class keeps the `__init__`, `__eq__`
    (with its `__hash__`) and `__repr__` of its own, and a `__repr__` of its bases too.
    """
    documented = cls.__doc__
    cls.__doc__ = documented or cls.__name__  # or the standard library derives one, slowly
    value_class: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    value_class.__doc__ = documented
    own = vars(value_class)
    if "__init__" not in own:
        value_class.__init__ = _compile_init(value_class)
    if "__eq__" not in own:
        value_class.__eq__, value_class.__hash__ = _compare_by_fields(fields(value_class))
    if value_class.__repr__ is object.__repr__:
        value_class.__repr__ = _frozen_repr
    for shared in (_frozen_setattr, _frozen_delattr, _frozen_getstate, _frozen_setstate):
        setattr(value_class, f"__{shared.__name__.removeprefix('_frozen_')}__", shared)
    return cast("type[T]", value_class)


class _Factory:
    """Stands in a signature for a default that is made for each value."""

    def __repr__(self) -> str:
        return "<factory>"


def _compile_init(cls: Any) -> Callable[..., None]:
    """Sets each field through its slot, past the `__setattr__` that refuses to."""
    by_place: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    values: dict[str, Any] = {"_factory": _Factory()}
    for one in fields(cls):
        assert one.init, "a frozen value is complete once it is made"
        assert one.hash is None, "what is compared is hashed"
        name = value = one.name
        default = ""
        if one.default is not MISSING:
            default = f"_default_{name}"
            values[default] = one.default
        elif one.default_factory is not MISSING:
            default = "_factory"
            values[f"_make_{name}"] = one.default_factory
            value = f"_make_{name}() if {name} is _factory else {name}"
        (by_name if one.kw_only else by_place).append(f"{name}={default}" if default else name)
        values[f"_set_{name}"] = getattr(cls, name).__set__
        body.append(f"_set_{name}(self, {value})")
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
    init.__annotations__ = {one.name: one.type for one in fields(cls)} | {"return": None}
    return init


def _compare_by_fields(
    all_fields: tuple[Field[Any], ...],
) -> tuple[Callable[[Any, object], Any], Callable[[Any], int]]:
    names = [one.name for one in all_fields if one.compare]
    content: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        same_class = other.__class__ is self.__class__
        return content(self) == content(other) if same_class else NotImplemented

    return equal, lambda self: hash(content(self))


def _frozen_repr(self: Any) -> str:
    parts = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _frozen_setattr(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _frozen_delattr(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _frozen_getstate(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _frozen_setstate(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A dataclass that nobody changes: the type checker sees to it. A round makes very many.

    A dataclass that is frozen when the program runs takes five times as long to make, and making
    them was a tenth of a round's time.
    """
    return dataclass(unsafe_hash=True)(cls)


@dataclass_transform(frozen_default=True)
def record_with_slots(cls: type[T]) -> type[T]:
    """The same, smaller and quicker to read; without cached properties."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


if TYPE_CHECKING:
    derived = cached_property
else:

    class derived:
        """`cached_property` without its lock, which Python 3.12 has given up as well.

        Two threads may both compute the value; it is the same.
        """

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self.compute = compute
            self.name = compute.__name__
            self.__doc__ = compute.__doc__

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value


def maker(cls: type[T]) -> Callable[[tuple[Any, ...]], T]:
    """Makes a named tuple of a plain tuple of all its fields, in a third of the time of a call."""
    return cast("Callable[[tuple[Any, ...]], T]", partial(tuple.__new__, cast(Any, cls)))
