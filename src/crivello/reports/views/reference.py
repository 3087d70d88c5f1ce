"""The description of all views: their members, types and the texts below them in the source."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from crivello.standard.classes import frozen


@frozen
class Member:
    name: str
    kind: Any
    required: bool
    text: str


@cache
def members(view: Any) -> tuple[Member, ...]:
    """Return the members of a view; members of the views that it extends come first."""
    texts = field_texts(view)
    return tuple(
        Member(
            name,
            get_args(kind)[0] if get_origin(kind) is NotRequired else kind,
            get_origin(kind) is not NotRequired,
            texts.get(name, ""),
        )
        for name, kind in get_type_hints(view, include_extras=True).items()
    )


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def _definitions(module: str) -> Mapping[str, Definition]:
    """Return the classes and functions of a module, parsed from its source with its docstrings."""
    source = inspect.getsource(sys.modules[module])
    tree = compile(source, module, "exec", ast.PyCF_ONLY_AST, optimize=0)
    assert isinstance(tree, ast.Module)
    return {one.name: one for one in tree.body if isinstance(one, Definition)}


def read_docstring(thing: Any) -> str:
    """Return the docstring of a class or function of this program.

    `python -OO` drops docstrings; then it is read from the source.
    """
    if sys.flags.optimize < 2:
        return inspect.cleandoc(thing.__doc__ or "")
    found = _definitions(thing.__module__).get(thing.__qualname__)
    return (found and ast.get_docstring(found)) or ""


@cache
def field_texts(kind: Any) -> Mapping[str, str]:
    """Return the text below each field of a view or dataclass in the source."""
    tree = _definitions(kind.__module__)[kind.__qualname__]
    assert isinstance(tree, ast.ClassDef)
    found: dict[str, str] = {}
    for base in tree.bases:  # a `TypedDict` does not know them any more
        known = getattr(sys.modules[kind.__module__], getattr(base, "id", ""), None)
        if dataclasses.is_dataclass(known) or is_typeddict(known):
            found |= field_texts(known)
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(ast.Constant(str(words))):
                found[name] = inspect.cleandoc(words)
            case _:
                pass
    return found
