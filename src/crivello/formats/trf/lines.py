"""From bytes to numbered lines, and the report of what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ...model.errors import N_, Illegal, Malformed, Problem, Severity, TooLarge
from ..repairs import Repair

MAX_BYTES = 64 * 1024 * 1024
MAX_PLAYERS = 9999
"""What four columns of a player line can number."""
MAX_ROUNDS = 100
"""More than any Swiss tournament; a larger number in a file is a slip or an attack."""
MAX_PROBLEMS = 1000
"""As many problems are listed; all are counted."""

TOO_MANY_BYTES = N_("The file has {size} bytes; the limit is {limit}.")
NOT_READABLE = N_("The file cannot be read; problems found: {count}.")
CONTRADICTORY = N_("The file contradicts itself; problems found: {count}.")
MISREAD = N_("Record {tag} cannot be read here.")
STATED_TWICE = N_("Line {other} states the same fact differently.")
LATIN_1 = N_("The file is not UTF-8; it was read as Latin-1.")
CONTROL = N_("Record {tag} contains a tab or another control character.")
A_BLANK = N_("a blank, as columns are counted")

_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a report file; columns are counted from 1, in characters."""

    number: int
    text: str

    @property
    def tag(self) -> str:
        return self.text[:3].upper()

    def cut(self, first: int, last: int) -> str:
        """Columns `first` to `last` without the blanks around; a short line ends in blanks."""
        return self.text[first - 1 : last].strip()

    def words(self) -> list[tuple[int, str]]:
        """The words after the tag, each with its column."""
        return [
            (match.start() + 1, match.group())
            for match in re.finditer(r"\S+", self.text)
            if match.start() > 3
        ]

    @property
    def control(self) -> int | None:
        """Column of the first control character, if there is one."""
        match = _CONTROL.search(self.text)
        return match.start() + 1 if match else None


@dataclass(slots=True)
class Report:
    """Everything found wrong, sorted at the end by line and column."""

    misread: list[Problem] = field(default_factory=list)
    """What cannot be read."""
    wrong: list[Problem] = field(default_factory=list)
    """What can be read but contradicts something else."""
    warnings: list[Problem] = field(default_factory=list)
    count: int = 0
    tolerant: bool = False
    """Is what can be mended mended, and listed in `repairs`?"""
    repairs: list[Repair] = field(default_factory=list)

    def misreads(self, line: Line, column: int, found: str, expected: str) -> None:
        """Something stands in a column that does not belong there."""
        self._add(
            self.misread,
            Problem(MISREAD, {"tag": line.tag}, line.number, column, found, expected),
        )

    def malformed(
        self, template: str, line: int, column: int, found: str, expected: str, **values: Any
    ) -> None:
        self._add(self.misread, Problem(template, values, line, column, found, expected))

    def illegal(
        self,
        template: str,
        line: int,
        column: int,
        found: str,
        expected: str,
        player: int | None = None,
        round: int | None = None,
        **values: Any,
    ) -> None:
        if player is not None:
            values["player"] = player
        if round is not None:
            values["round"] = round
        self._add(
            self.wrong, Problem(template, values, line, column, found, expected, player, round)
        )

    def warn(
        self,
        template: str,
        line: int,
        column: int = 1,
        found: str = "",
        expected: str = "",
        player: int | None = None,
        round: int | None = None,
        **values: Any,
    ) -> None:
        if player is not None:
            values["player"] = player
        if round is not None:
            values["round"] = round
        if len(self.warnings) < MAX_PROBLEMS:
            self.warnings.append(
                Problem(
                    template,
                    values,
                    line,
                    column,
                    found,
                    expected,
                    player,
                    round,
                    Severity.WARNING,
                )
            )

    def _add(self, problems: list[Problem], problem: Problem) -> None:
        self.count += 1
        if len(problems) < MAX_PROBLEMS:
            problems.append(problem)

    @property
    def clean(self) -> bool:
        return not self.misread and not self.wrong

    def refuse(self) -> None:
        """Raise what was found, if anything was."""
        problems = in_file_order((*self.misread, *self.wrong))[:MAX_PROBLEMS]
        if self.misread:
            raise Malformed(NOT_READABLE, problems, count=self.count)
        if self.wrong:
            raise Illegal(CONTRADICTORY, problems, count=self.count)


Placed = TypeVar("Placed", Problem, Repair)


def in_file_order(problems: Iterable[Placed]) -> list[Placed]:
    return sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))


def decode(data: bytes | str, report: Report) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, else Latin-1."""
    if len(data) > MAX_BYTES:
        raise TooLarge(TOO_MANY_BYTES, size=len(data), limit=MAX_BYTES)
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        report.warn(LATIN_1, 1)
        return data.decode("latin-1")


def split_lines(text: str) -> list[Line]:
    """All lines that are not blank, without the blanks at their ends."""
    return [
        Line(number, line.rstrip(" "))
        for number, line in enumerate(_LINE_END.split(text), start=1)
        if line.strip(" ")
    ]
