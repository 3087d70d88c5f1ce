"""Write docs/reference/python.md: every public name with signature, meaning and example.

    make generate WHAT=reference

Everything is taken from `crivello.__all__` and the docstrings; a test fails when it is out of
date, and the examples are run with those of the other pages.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import crivello
from crivello.front.taking import WrittenSignature
from crivello.standard import classes

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "python.md"
SECTIONS = {
    "A tournament": ["Tournament", "Player", "Settings", "Scoring", "Score", "Round", "Game"],
    "Files": ["read", "write", "example", "Repair"],
    "Pairing": ["pair", "RoundPairing", "Board"],
    "Standings": ["standings", "Standings", "StandingsRow", "table", "DataTable"],
    "Round robins": [
        "schedule", "Schedule", "lots", "Lots", "grid", "Grid", "GridRow", "scheveningen",
        "ScheveningenGame",
    ],
    "Explanations": [
        "explain", "why_not", "Explanation", "explain_bracket", "bracket_map", "BracketMap",
        "Bracket",
    ],
    "Checking and making tournaments": ["check", "Check", "CheckedRound", "generate"],
    "Pictures": ["plot"],
    "Plug-ins": [
        "register_tie_break", "register_system", "register_format", "register_print", "Scorecard",
        "ScorecardRound",
    ],
    "Results and other words": ["Result", "Bye", "Colour", "Award", "Title", "Sex"],
    "Finer settings": [
        "Acceleration", "Apart", "PointsAdjustment", "Options", "Parity", "Team", "NationalRecord",
    ],
    "Errors": [
        "CrivelloError", "Malformed", "WordError", "Illegal", "Impossible", "Unsupported",
        "TooLarge", "Problem", "Severity",
    ],
}  # fmt: skip
HEAD = """# Reference

Everything that `import crivello` offers. What is here stays as it is, or the
[changes](../../CHANGELOG.md) say so; everything else may change.
[The library by example](../build/library.md) is the place to begin.

`crivello.__version__` is the version. All examples on this page begin with

```python
>>> from crivello import *

```

This page is written by `make generate WHAT=reference` from the docstrings.
"""


def page() -> str:
    """Return the text of the whole page."""
    parts = [HEAD]
    for title, names in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [_entry(name, getattr(crivello, name)) for name in names]
    return "\n".join(parts).rstrip() + "\n"


def _entry(name: str, value: Any) -> str:
    lines = [f"### {name}", ""]
    if isinstance(value, ModuleType):
        lines += [_text(value), ""]
        for function in value.__all__:
            lines += _function(f"{name}.{function}", getattr(value, function))
    elif inspect.isfunction(value):
        lines += _function(name, value)[2:]
    else:
        lines += _class(name, value)
    return "\n".join(lines)


def _function(name: str, value: Any) -> list[str]:
    signature = f"{name}{_signature(value)}"
    return [f"#### {name}", "", *_code(signature), "", _text(value), ""]


def _code(text: str) -> list[str]:
    return ["```python", text, "```"]


def _signature(value: Any, method: bool = False) -> str:
    text = str(inspect.signature(value))
    text = re.sub(r"\(self(, )?", "(", text) if method else text
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text).replace("ModelTournament", "Tournament")
    text = re.sub(r", _before: [^)]*= None", "", text)
    if len(text) < 84:
        return text
    inside, _, after = text[1:].rpartition(")")
    parts = [f"    {part}," for part in re.split(r", (?=\*?\w+(?::|$)|\*(?:,|$))", inside)]
    return "(\n" + "\n".join(parts) + "\n)" + after


def _class(name: str, value: Any) -> list[str]:
    lines: list[str] = []
    plain = isinstance(value, type) and issubclass(value, Enum | BaseException)
    if not plain and name not in ("Explanation", "BracketMap"):
        generic = getattr(value.__init__, "__module__", "") == classes.__name__
        written = isinstance(vars(value).get("__signature__"), WrittenSignature)
        made = value if generic or written else value.__init__
        text = _signature(made, method=made is not value).replace(" -> None", "")
        lines += [*_code(f"{name}{text}"), ""]
    lines += [_text(value), ""]
    if issubclass(value, Enum):
        members = ", ".join(f"`{member.name}`" for member in value)
        lines += [f"Members: {members}.", ""]
    if is_dataclass(value):
        names = [field.name for field in fields(value) if not field.name.startswith("_")]
        lines += [f"Fields: {', '.join(f'`{one}`' for one in names)}.", ""]
    for one, member in _members(value):
        if one.startswith("_"):
            continue
        if isinstance(member, property):
            lines += [f"- `{one}`: {_first(member)}"]
        elif isinstance(member, classmethod) or inspect.isfunction(member):
            function = member.__func__ if isinstance(member, classmethod) else member
            text = _signature(function, not isinstance(member, classmethod))
            text = "(" + " ".join(text[1:].split()).replace(", )", ")")
            text = re.sub(r"^\( ?(cls(, )?)?", "(", text)
            lines += [f"- `{one}{text}`: {_first(member)}"]
            example = _examples(member)
            if example:
                lines += ["", *(f"  {line}".rstrip() for line in example), ""]
    return [*lines, ""]


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the members of a class: those of its bases, then its own."""
    for base in reversed(value.__mro__):
        if base is value or base.__module__ == "crivello.front.values":
            yield from vars(base).items()


def _text(value: Any) -> str:
    text = re.sub("``(.+?)``", r"`\1`", inspect.getdoc(value) or "")
    blocks = text.split("\n\n")
    return "\n\n".join(f"```python\n{one}\n\n```" if one[:3] == ">>>" else one for one in blocks)


def _first(value: Any) -> str:
    """Return the words of a docstring without its examples, as one paragraph."""
    words = _text(value).split("\n\n```")[0]
    return " ".join(words.split())


def _examples(value: Any) -> list[str]:
    text = _text(value)
    start = text.find("```python")
    return [] if start < 0 else text[start:].splitlines()


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
