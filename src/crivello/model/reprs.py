"""Reprs that can be pasted back into Python, as short as that allows."""

from __future__ import annotations

from enum import Enum

from crivello.standard.classes import MISSING, fields
from crivello.standard.typing_names import Any


def member_repr(member: Enum) -> str:
    """Return an enum member as code: ``Result.DRAW``."""
    return f"{type(member).__name__}.{member.name}"


def value_repr(value: Any) -> str:
    """Return a dataclass as a call: arguments without default by position, the rest by name if they
    differ."""
    parts: list[str] = []
    for one in fields(value):
        content = getattr(value, one.name, None)
        default = _default(one)
        if default is MISSING:
            parts.append(repr(content))
        elif content != default:
            parts.append(f"{one.name}={content!r}")
    return f"{type(value).__name__}({', '.join(parts)})"


def _default(field: Any) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default
