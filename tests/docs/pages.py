"""The code blocks of a page of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md",
    *(
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if path.parent.name != "worked"  # printed by the program
    ),
)
KINDS = ("sh", "console", "python", "toml", "yaml", "json", "ini", "text")
"""The names that a fenced block may have. A block `text` is shown and never run."""
NOTE = re.compile(r"<!-- (?P<name>first|file|not run): (?P<value>.+?) -->")
"""A note above a block, invisible to readers.

`first` is a command that makes a file the reader has; `file` is the name under which the block is
saved; `not run` has a reason that `test_blocks.NOT_RUN` knows.
"""


@dataclass(frozen=True)
class Block:
    kind: str
    line: int
    text: str
    notes: tuple[tuple[str, str], ...] = ()

    def noted(self, name: str) -> list[str]:
        return [value for key, value in self.notes if key == name]


@dataclass(frozen=True)
class Command:
    """One command of a block `sh` or `console`."""

    text: str
    line: int
    output: str | None = None
    """The output that the page shows."""


@dataclass
class _Reading:
    blocks: list[Block] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    def close(self, kind: str, line: int, lines: list[str]) -> None:
        self.blocks.append(Block(kind, line, "\n".join(lines) + "\n", tuple(self.notes)))
        self.notes = []


def read_page(text: str) -> tuple[list[Block], str]:
    """Return all blocks of a page, and its text without them."""
    reading = _Reading()
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        before = lines[number - 1] if number else ""
        if note := NOTE.fullmatch(line.strip()):
            reading.notes.append((note["name"], note["value"]))
        elif fence := re.fullmatch(r"( *)```(\S*)", line):
            end = lines.index(f"{fence[1]}```", number + 1)
            if fence[2] not in KINDS:
                raise ValueError(f"line {number + 1}: a block of {fence[2]!r}: one of {KINDS}?")
            inside = [one.removeprefix(fence[1]) for one in lines[number + 1 : end]]
            reading.close(fence[2], number + 2, inside)
            number = end
        elif line.startswith("    ") and not before.strip():
            end = number
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            reading.close("sh", number + 1, [one[4:] for one in lines[number:end]])
            number = end - 1
        elif reading.notes and line.strip():
            raise ValueError(f"line {number + 1}: a note without a block below it")
        else:
            reading.prose.append(line)
            number += 1
            continue
        reading.prose += [""] * (number + 1 - len(reading.prose))
        number += 1
    return reading.blocks, "\n".join(reading.prose)


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a block; in `console` each begins with `$ `, and its output follows."""
    lines = block.text.splitlines()
    number = 0
    while number < len(lines):
        line, start = lines[number], number
        while line.endswith("\\"):
            number += 1
            line = line[:-1].rstrip() + " " + lines[number].strip()
        number += 1
        output = None
        if block.kind == "console":
            if not line.startswith("$ "):
                raise ValueError(f"line {block.line + start}: output without a command")
            shown = []
            while number < len(lines) and not lines[number].startswith("$ "):
                shown.append(lines[number])
                number += 1
            output = "\n".join(shown)
        if line.strip():
            yield Command(line.removeprefix("$ ").strip(), block.line + start, output)


def inline_code(prose: str) -> Iterator[Command]:
    """Yield the code within sentences."""
    for code in re.finditer(r"`([^`]+)`", prose):
        yield Command(" ".join(code[1].split()), prose.count("\n", 0, code.start()) + 1)
