"""What is quicker here than in the standard library: records, named tuples by the thousand,
derived attributes, patterns compiled when used; and work that the search for garbage would
interrupt."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, dataclass_transform

P = ParamSpec("P")
T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A dataclass that nobody changes: the type checker sees to it. A round makes very many.

    A dataclass that is frozen when the program runs takes five times as long to make, and making
    them was a tenth of a round's time.
    """
    return dataclass(unsafe_hash=True)(cls)


@dataclass_transform(frozen_default=True)
def record_with_slots(cls: type[T]) -> type[T]:
    """Likewise, smaller and quicker to read; without cached properties."""
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


def without_collection(work: Callable[P, T]) -> Callable[P, T]:
    """Work that makes very many values at once, nearly all of which stay.

    Python would look through all of them again and again for values that only hold each other: a
    quarter of the time with 10,000 players. It does so when the work is done.
    """

    @wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled():
            return work(*args, **kwargs)
        gc.disable()
        try:
            return work(*args, **kwargs)
        finally:
            gc.enable()

    return run


class _LatePattern:
    """Stands for a regular expression, and becomes it at the first question.

    To compile one takes longer than to read a player's line, and most calls need few of them.
    """

    def __init__(self, text: str, flags: int) -> None:
        self._source = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._source)
        for method in ("match", "search", "fullmatch", "sub", "finditer", "findall", "split"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile``, but later."""
    return cast("re.Pattern[str]", _LatePattern(text, flags))
