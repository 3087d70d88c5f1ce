"""Write the reference of all JSON answers from the views of `crivello.reports.views`.

    python -m tools.views

A test holds `docs/reference/json-answers.md` equal to what this makes.
"""

import inspect
import types
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, is_typeddict

from crivello.formats.codec import by_letters
from crivello.reports.views import SCHEMAS, JsonSchema, find_view, schema
from crivello.reports.views.defects import CommandErrorView, ErrorView, ProblemView, RepairView
from crivello.reports.views.reference import members

PATH = Path(__file__).resolve().parent.parent / "docs" / "reference" / "json-answers.md"

HEAD = """\
# JSON answers

Made by `make generate` from the views in `crivello.reports.views`; do not edit it by hand.

`crivello COMMAND --json` and `/api/v1` show a thing as the same object. The command line adds
`schema`, the name of the shape and its version, `warnings` (each a [Defect](#defect)) and, after a
tolerant reading, `repairs` (each a [Repair](#repair)). Members may be added to a version, never
taken away or given another meaning.

Points are texts with a decimal point (`"2.5"`; thirds `"1 1/3"`), so that they stay exact. Results,
byes and colours have the letters of [the JSON form](json.md). Addresses are those of
[the desk over HTTP](../build/api.md), where the address returns this object, a list of them, or one
element of it; `…` is `/tournaments/{file}/sections/{section}`. A member in *italics* is optional.

Failures are JSON too. On the command line they are written to standard error as
`{"error": CommandError, "warnings": […]}` ([CommandError](#commanderror)), `/api/v1` answers with a
[Problem](#problem): both are an [Error](#error) with members of their own.
[The engine for platforms](../build/platforms.md) answers with the objects of the command line; its
addresses are below `/v1`.

| schema | command | address | engine | object |
|---|---|---|---|---|
"""


def reference() -> str:
    """Return the text of the whole page."""
    kinds: dict[str, Any] = {}
    lines = []
    for name, one in SCHEMAS.items():
        for kind in (one.kind, *(find_view(view) for _, view in one.parts)):
            _collect(kind, kinds)
        commands = ", ".join(f"`{command}`" for command in one.commands)
        addresses = ", ".join(_addresses(one))
        engine = ", ".join(f"`/v1/{address}`" for address in one.engine)
        cells = (f"`{schema(name)}`", commands, addresses, engine, _type(one.kind))
        lines.append(f"| {' | '.join(cells)} |")
    for kind in (ErrorView, CommandErrorView, ProblemView, RepairView):
        _collect(kind, kinds)
    parts = [HEAD + "\n".join(lines)]
    parts += ["\n".join(_section(kinds[name])) for name in sorted(kinds)]
    return "\n\n".join(parts) + "\n"


def _addresses(one: JsonSchema) -> Iterator[str]:
    """Yield the addresses in `/api/v1` of the view, of a list of it, and of a part of it."""
    yield from (f"`{address}`" for address in one.addresses)
    yield from (f"`{address}` (a list)" for address in one.lists)
    yield from (f"`{address}` (one {_type(find_view(view))})" for address, view in one.parts)


def _collect(kind: Any, kinds: dict[str, Any]) -> None:
    """Add all views inside this one to `kinds`."""
    if is_typeddict(kind):
        if _name(kind) in kinds:
            return
        kinds[_name(kind)] = kind
        for member in members(kind):
            _collect(member.kind, kinds)
    else:
        for argument in get_args(kind):
            _collect(argument, kinds)


def _section(kind: Any) -> Iterator[str]:
    yield f"## {_name(kind)}"
    yield ""
    about = inspect.cleandoc(kind.__doc__ or "")
    if about and not about.startswith("dict("):
        yield " ".join(about.split())
        yield ""
    yield "| member | type | |"
    yield "|---|---|---|"
    for one in members(kind):
        name = f"`{one.name}`" if one.required else f"*`{one.name}`*"
        yield f"| {name} | {_type(one.kind)} | {' '.join(one.text.split())} |"


def _name(kind: Any) -> str:
    return str(kind.__name__).removesuffix("View")


def _type(kind: Any) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(arguments[1])
    if origin in (Union, types.UnionType):
        return " or ".join("null" if one is type(None) else _type(one) for one in arguments)
    if origin is list:
        return f"list of {_type(arguments[0])}"
    if origin is tuple:
        return f"[{', '.join(map(_type, arguments))}]"
    if origin is dict:
        return f"object of {_type(arguments[1])}"
    if is_typeddict(kind):
        return f"[{_name(kind)}](#{_name(kind).lower()})"
    return {int: "number", float: "number", str: "text", bool: "boolean", Any: "any"}[kind]


def _annotated(kind: Any) -> str:
    """Return the letters of an enum, or a link to an object of the model."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return " ".join(f"`{one}`" for one in by_letters(kind) if one.strip())
    return f"[{kind.__name__}](json.md)"


if __name__ == "__main__":
    PATH.write_text(reference(), encoding="utf-8")
