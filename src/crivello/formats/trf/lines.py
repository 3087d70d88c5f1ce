"""From bytes to numbered lines, and the report of what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from crivello.formats.repairs import NOTHING, Repair
from crivello.model.errors import Illegal, Malformed, Problem, Severity, TooLarge
from crivello.model.sentence import N_, Sentence

MAX_BYTES = 64 * 1024 * 1024
MAX_LINES = 1_000_000
"""Of a report file or a table; a hundred for each player that there can be."""
MAX_PLAYERS = 9999
"""What four columns of a player line can number."""
MAX_ROUNDS = 100
"""More than any Swiss tournament; a larger number in a file is a slip or an attack."""
MAX_PROBLEMS = 1000
"""As many problems are listed; all are counted."""
MAX_REPAIRS = 20_000
"""A file that needs more is not mended but guessed."""

TOO_MANY_BYTES = N_("The file has {size} bytes; the limit is {limit}.")
TOO_MANY_LINES = N_("The file has {count} lines; the limit is {limit}.")
NOT_READABLE = N_("The file cannot be read; problems found: {count}.")
CONTRADICTORY = N_("The file contradicts itself; problems found: {count}.")
MISREAD = N_("Record {tag} cannot be read here.")
STATED_TWICE = N_("Line {other} states the same fact differently.")
TOO_MANY_REPAIRS = N_("The file needs more than {limit} repairs; it is not read.")
LATIN_1 = N_("The file is not UTF-8; it was read as Latin-1.")
CONTROL = N_("Record {tag} contains a tab or another control character.")
A_BLANK = N_("a blank, as columns are counted")

_PAIRING_RECORDS = frozenset({"001", "142", "152", "162", "192", "240", "250", "260", "299"})


def bears_on_pairing(tag: str) -> bool:
    """Does the record say something on which a pairing may depend?"""
    return tag in _PAIRING_RECORDS or tag.startswith(("XX", "BB"))


_LINE_END = re.compile(r"\r\n|\r|\n")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class ReportLine(NamedTuple):
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

    def misreads(
        self,
        line: ReportLine,
        column: int,
        found: str,
        expected: str,
        taken: str = NOTHING,
        changes_pairing: bool | None = None,
    ) -> None:
        """Something stands in a column that does not belong there.

        A tolerant reading takes `taken` instead; unless it is said, the record decides whether
        that can change a pairing.
        """
        if changes_pairing is None:
            changes_pairing = bears_on_pairing(line.tag)
        self._found(
            self.misread,
            Problem(Sentence(MISREAD, tag=line.tag), line.number, column, found, expected),
            taken,
            changes_pairing,
        )

    def malformed(
        self,
        template: str,
        line: int,
        column: int,
        found: str,
        expected: str,
        taken: str = NOTHING,
        changes_pairing: bool = True,
        player: int | None = None,
        round: int | None = None,
        **values: Any,
    ) -> None:
        """The same in the words of `template`."""
        named = _named(values, player, round)
        problem = Problem(Sentence(template, **named), line, column, found, expected, player, round)
        self._found(self.misread, problem, taken, changes_pairing)

    def illegal(
        self,
        template: str,
        line: int,
        column: int,
        found: str,
        expected: str,
        player: int | None = None,
        round: int | None = None,
        taken: str = NOTHING,
        changes_pairing: bool = True,
        **values: Any,
    ) -> None:
        """Something can be read, but contradicts something else."""
        named = _named(values, player, round)
        problem = Problem(Sentence(template, **named), line, column, found, expected, player, round)
        self._found(self.wrong, problem, taken, changes_pairing)

    def _found(
        self, problems: list[Problem], problem: Problem, taken: str, changes_pairing: bool
    ) -> None:
        """A defect: listed as a problem, or mended and listed as a repair."""
        if not self.tolerant:
            self._add(problems, problem)
            return
        if len(self.repairs) == MAX_REPAIRS:
            raise TooLarge(TOO_MANY_REPAIRS, limit=MAX_REPAIRS)
        self.repairs.append(
            Repair(
                problem.sentence,
                problem.line,
                problem.column,
                problem.found or "",
                taken,
                changes_pairing,
                problem.player,
                problem.round,
            )
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
        if len(self.warnings) < MAX_PROBLEMS:
            self.warnings.append(
                Problem(
                    Sentence(template, **_named(values, player, round)),
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


def _named(values: dict[str, Any], player: int | None, round: int | None) -> dict[str, Any]:
    """The values of a sentence with the player and the round it is about."""
    if player is not None:
        values["player"] = player
    if round is not None:
        values["round"] = round
    return values


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
        check_lines(data)
        return "\n".join(map(_decode_line, re.split(rb"\r\n|\r|\n", data.removeprefix(_BOM))))


_BOM = b"\xef\xbb\xbf"


def _decode_line(line: bytes) -> str:
    """Files put together from several sources are not all of one encoding."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def check_lines(data: bytes | str) -> None:
    """Refuse what has too many lines, before a value is made of each."""
    if isinstance(data, str):
        count = data.count("\n") + data.count("\r") - data.count("\r\n")
    else:
        count = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    if count > MAX_LINES:
        raise TooLarge(TOO_MANY_LINES, count=count, limit=MAX_LINES)


def split_lines(text: str) -> list[ReportLine]:
    """All lines that are not blank, without the blanks at their ends.

    Old programs end a file with Ctrl-Z; that is no line.
    """
    check_lines(text)
    return [
        ReportLine(number, line.rstrip(" "))
        for number, line in enumerate(_LINE_END.split(text.rstrip("\x1a")), start=1)
        if line.strip(" ")
    ]
