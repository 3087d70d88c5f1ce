"""Write the JSON schema of the JSON form from the types of the model.

    python -m tools.schema

A test holds `src/crivello/formats/schema.json` equal to what this makes.
"""

import dataclasses
import json
import types
from enum import Enum
from pathlib import Path
from typing import Any, Union, get_args, get_origin

from crivello.formats.codec import LARGEST, by_letters, default_of, encode, hints
from crivello.model.tournament import Tournament

PATH = Path(__file__).resolve().parent.parent / "src" / "crivello" / "formats" / "schema.json"


def schema() -> dict[str, Any]:
    """Return the schema of a whole document."""
    definitions: dict[str, Any] = {}
    _reference(Tournament, definitions)
    tournament = definitions.pop("Tournament")
    heading = {"format": {"const": "crivello"}, "version": {"const": 1}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "crivello tournament",
        **tournament,
        "properties": heading | tournament["properties"],
        "required": ["format", "version"],
        "$defs": dict(sorted(definitions.items())),
    }


def _of(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        options = [option for option in arguments if option is not type(None)]
        return {"anyOf": [_of(options[0], definitions), {"type": "null"}]}
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return {"type": "array", "items": _of(arguments[0], definitions)}
        items = [_of(argument, definitions) for argument in arguments]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    if kind is int:
        return {"type": "integer", "exclusiveMinimum": -LARGEST, "exclusiveMaximum": LARGEST}
    if kind in (str, bool):
        return {"type": "string" if kind is str else "boolean"}
    return _reference(kind, definitions)


def _reference(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    name = kind.__name__
    if name not in definitions:
        if issubclass(kind, Enum):
            definitions[name] = {"enum": list(by_letters(kind))}
        else:
            definitions[name] = {}
            definitions[name] = _object(kind, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _object(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    required = []
    for field in dataclasses.fields(kind):
        described = _of(hints(kind)[field.name], definitions)
        default = default_of(field)
        if default is dataclasses.MISSING:
            required.append(field.name)
        else:
            described = described | {"default": encode(default)}
        properties[field.name] = described
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
