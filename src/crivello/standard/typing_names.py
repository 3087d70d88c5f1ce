"""The names of `typing` that modules need at run time, without loading `typing`.

Annotations are not evaluated in an engine call, so these names only have to exist. Type checkers
see the standard library.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Any
    from typing import ClassVar as ClassVar
    from typing import Generic as Generic
    from typing import ParamSpec as ParamSpec
    from typing import Protocol as Protocol
    from typing import Self as Self
    from typing import TypeVar as TypeVar
    from typing import cast as cast
    from typing import overload as overload
else:

    class Any:
        """Any type at all."""

    class Generic:
        """Base class of generic classes."""

        def __class_getitem__(cls, _):
            return cls

    class Protocol:
        """Base class of protocols, which only type checkers check."""

    class _Parameter:
        args = kwargs = None

        def __init__(self, *_, **__):
            pass

    TypeVar = ParamSpec = _Parameter
    ClassVar = Self = None

    def cast(_, value):
        return value

    def overload(function):
        return function
