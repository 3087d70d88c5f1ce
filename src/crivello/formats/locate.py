"""Where in a JSON text a value stands."""

from __future__ import annotations

import json
import re

_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def locate(text: str, path: str) -> tuple[int, int]:
    """Line and column of the value at a JSON pointer; of the nearest one above if it is missing.

    `text` must be valid JSON.
    """
    position = _skip(text, 0)
    for step in path.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        inside = _member(text, position, key) if text[position] == "{" else None
        if text[position] == "[" and key.isdecimal():
            inside = _item(text, position, int(key))
        if inside is None:
            break
        position = inside
    line = text.count("\n", 0, position) + 1
    return line, position - text.rfind("\n", 0, position)


def _skip(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _after(text: str, position: int) -> int:
    """The place after the value that starts here."""
    return _skip(text, _DECODER.raw_decode(text, position)[1])


def _member(text: str, position: int, key: str) -> int | None:
    position = _skip(text, position + 1)
    while text[position] == '"':
        name, position = _DECODER.raw_decode(text, position)
        position = _skip(text, _skip(text, position) + 1)
        if name == key:
            return position
        position = _after(text, position)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return None


def _item(text: str, position: int, index: int) -> int | None:
    position = _skip(text, position + 1)
    while text[position] != "]":
        if index == 0:
            return position
        index -= 1
        position = _after(text, position)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return None
