"""The commands that a page of the documentation shows, as a reader finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/start/install.md", *(
    path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs" / "start").glob("*.md"))
))  # fmt: skip
SHELL = ("sh", "bash", "shell", "console", "")
"""How a fence is named that holds commands."""


@dataclass(frozen=True)
class Shown:
    text: str
    line: int
    inline: bool
    """It stands within a sentence, not in a block of its own."""
    output: str | None = None
    """What the page shows as its output."""


def shown_commands(text: str) -> list[Shown]:
    """The lines of all blocks for the shell, and all code within sentences.

    In a block `console` a command begins with `$ `, and the lines that follow are its output.
    """
    prose: list[str] = []
    found: list[Shown] = []
    fence: str | None = None
    before = ""
    for number, line in enumerate(text.splitlines(), start=1):
        kept = ""
        if line.startswith("```"):
            fence = None if fence is not None else line[3:].strip()
            if fence not in (None, "python", *SHELL):
                raise ValueError(f"line {number}: a block of {fence!r}: sh or python?")
        elif fence == "console":
            if line.startswith("$ "):
                found.append(Shown(line[2:].strip(), number, False))
            else:
                found[-1] = replace(found[-1], output=f"{found[-1].output or ''}{line}\n")
        elif fence is not None:
            if fence in SHELL and line.strip():
                found.append(Shown(line.strip().removeprefix("$ "), number, False))
        elif line.startswith("    ") and (not before.strip() or before.startswith("    ")):
            found.append(Shown(line.strip().removeprefix("$ "), number, False))
        else:
            kept = line
        before = line
        prose.append(kept)
    return sorted([*found, *_inline("\n".join(prose))], key=lambda one: one.line)


def _inline(prose: str) -> Iterator[Shown]:
    for code in re.finditer(r"`([^`]+)`", prose):
        line = prose.count("\n", 0, code.start()) + 1
        yield Shown(" ".join(code[1].split()), line, True)
