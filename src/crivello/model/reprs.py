"""Reprs that can be pasted back into Python, as short as possible."""

from __future__ import annotations

from enum import Enum

from crivello.standard.classes import MISSING, fields
from crivello.standard.typing_names import Any


def member_repr(member: Enum) -> str:
    """Return an enum member as code, such as ``Result.DRAW``."""
    return f"{type(member).__name__}.{member.name}"


def value_repr(value: Any) -> str:
    """Return a dataclass instance as a call.

    Arguments without a default are positional; the others are named, and left out if they are the
    default.
    """
    parts: list[str] = []
    for one in fields(value):
        content = getattr(value, one.name, None)
        default = _get_default(one)
        if default is MISSING:
            parts.append(repr(content))
        elif content != default:
            parts.append(f"{one.name}={content!r}")
    return f"{type(value).__name__}({', '.join(parts)})"


def _get_default(field: Any) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default
