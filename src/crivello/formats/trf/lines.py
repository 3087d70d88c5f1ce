"""Numbered lines of a report file, their columns, and the report of defects.

A player line whose fields are not in their columns is realigned where only one way fits.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, partialmethod
from itertools import product
from operator import itemgetter

from crivello.formats.repairs import NOTHING, Repair
from crivello.model.errors import Illegal, Malformed, Problem, Severity, TooLarge
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import NamedTuple, draft, field
from crivello.standard.exact_fraction import Fraction
from crivello.standard.patterns import pattern
from crivello.standard.typing_names import Any, TypeVar

MAX_BYTES = 64 * 1024 * 1024
MAX_LINES = 1_000_000
"""The limit for a report file or a table: a hundred lines for each possible player."""
MAX_PLAYERS = 9999
"""The highest number that fits into four columns."""
MAX_ROUNDS = 100
"""More than any Swiss tournament has; a larger number in a file is a slip or an attack."""
MAX_PROBLEMS = 1000
"""The number of problems that are listed; all are counted."""
MAX_REPAIRS = 20_000
"""With more repairs than this, a file would be guessed rather than repaired."""

TOO_MANY_BYTES = N_("The file has {size} bytes; the limit is {limit}.")
TOO_MANY_LINES = N_("The file has {count} lines; the limit is {limit}.")
NOT_READABLE = N_(
    "The file cannot be read: 1 problem.", "The file cannot be read: {count} problems."
)
CONTRADICTORY = N_(
    "The file contradicts itself: 1 problem.", "The file contradicts itself: {count} problems."
)
MISREAD = N_("Record {tag} cannot be read here.")
STATED_TWICE = N_("Line {other} states the same fact differently.")
TOO_MANY_REPAIRS = N_("The file needs more than {limit} repairs; it is not read.")
LATIN_1 = N_("The file is not UTF-8; it was read as Latin-1.")
CONTROL = N_("Record {tag} contains a tab or another control character.")
A_BLANK = N_("a blank, as columns are counted")
PLAYER_NUMBER = N_("a starting rank number from 1 to 9999")
ROUND_NUMBER = N_("a round from 1 to 100")
ROUNDS_LIMIT = N_("at most 100 rounds")
POINTS = N_("points such as 11.5")

_PAIRING_RECORDS = frozenset({"001", "142", "152", "162", "192", "240", "250", "260", "299"})


def affects_pairing(tag: str) -> bool:
    """Return True if a pairing can depend on this record."""
    return tag in _PAIRING_RECORDS or tag.startswith(("XX", "BB"))


class ReportLine(NamedTuple):
    """One line of a report file; columns are counted from 1, in characters."""

    number: int
    text: str

    @property
    def tag(self) -> str:
        return self.text[:3].upper()

    def cut(self, first: int, last: int) -> str:
        """Return the text of columns `first` to `last`, stripped; columns beyond the end are
        blank.
        """
        return self.text[first - 1 : last].strip()

    def words(self) -> list[tuple[int, str]]:
        """Return the words after the tag, each with its column first."""
        found, at = [], 0
        for word in self.text.split():
            at = self.text.index(word, at)
            if at > 3:
                found.append((at + 1, word))
            at += len(word)
        return found


Values = dict[str, Any]
"""The values for the fields of a sentence."""


class Location(NamedTuple):
    """A place in a file, and the text found there."""

    line: int
    column: int = 1
    found: str = ""


@draft
class Report:
    """All defects found, sorted at the end by line and column.

    The values `player` and `round` of a sentence are also those of its problem.
    """

    misread: list[Problem] = field(default_factory=list)
    """Text that cannot be read."""
    wrong: list[Problem] = field(default_factory=list)
    """Text that can be read but contradicts something else."""
    warnings: list[Problem] = field(default_factory=list)
    count: int = 0
    tolerant: bool = False
    """Repair what can be repaired, and list it in `repairs`."""
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
        """Note that a column contains something that does not belong there.

        A tolerant reading takes `taken` instead. If `changes_pairing` is None, the record decides
        whether that can change a pairing.
        """
        if changes_pairing is None:
            changes_pairing = affects_pairing(line.tag)
        where = Location(line.number, column, found)
        self.malformed(MISREAD, where, expected, taken, changes_pairing, tag=line.tag)

    def _add(
        self,
        kind: str,
        template: str,
        where: Location,
        expected: str,
        taken: str = NOTHING,
        changes_pairing: bool = True,
        **values: Any,
    ) -> None:
        """Add a defect: to `repairs` in a tolerant reading, else as a problem to the list named
        `kind`.
        """
        about = Sentence(template, **values), *where
        who, when = values.get("player"), values.get("round")
        if self.tolerant:
            if len(self.repairs) == MAX_REPAIRS:
                raise TooLarge(TOO_MANY_REPAIRS, limit=MAX_REPAIRS)
            self.repairs.append(Repair(*about, taken, changes_pairing, who, when))
            return
        self.count += 1
        problems: list[Problem] = getattr(self, kind)
        if len(problems) < MAX_PROBLEMS:
            problems.append(Problem(*about, expected, who, when))

    malformed = partialmethod(_add, "misread")
    """Report that something cannot be read, with the sentence of a template."""
    illegal = partialmethod(_add, "wrong")
    """Report that something can be read, but contradicts something else."""

    def warn(self, template: str, where: Location, expected: str = "", **values: Any) -> None:
        if len(self.warnings) < MAX_PROBLEMS:
            about = Sentence(template, **values), *where, expected
            who, when = values.get("player"), values.get("round")
            self.warnings.append(Problem(*about, who, when, Severity.WARNING))

    @property
    def clean(self) -> bool:
        return not self.misread and not self.wrong

    def refuse(self) -> None:
        """Raise `Malformed` or `Illegal` if defects were found."""
        problems = in_file_order((*self.misread, *self.wrong))[:MAX_PROBLEMS]
        if self.misread:
            raise Malformed(NOT_READABLE, problems, count=self.count)
        if self.wrong:
            raise Illegal(CONTRADICTORY, problems, count=self.count)


Placed = TypeVar("Placed", Problem, Repair)


def in_file_order(problems: Iterable[Placed]) -> list[Placed]:
    return sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))


# Lines

_BOM = b"\xef\xbb\xbf"


def decode(data: bytes | str, report: Report | None = None) -> str:
    """Decode a file: UTF-8 with or without a byte order mark; lines that are not UTF-8 as
    Latin-1.
    """
    if len(data) > MAX_BYTES:
        raise TooLarge(TOO_MANY_BYTES, size=len(data), limit=MAX_BYTES)
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if report is not None:
            report.warn(LATIN_1, Location(1))
        check_lines(data)
        lines = data.removeprefix(_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        return "\n".join(map(_decode_line, lines))


def _decode_line(line: bytes) -> str:
    """Decode one line, as files put together from several sources may mix encodings."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def check_lines(data: bytes | str) -> None:
    """Raise `TooLarge` if a file has too many lines, before values are made of them."""
    if isinstance(data, str):
        count = data.count("\n") + data.count("\r") - data.count("\r\n")
    else:
        count = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    if count > MAX_LINES:
        raise TooLarge(TOO_MANY_LINES, count=count, limit=MAX_LINES)


def split_lines(text: str) -> list[ReportLine]:
    """Return all lines that are not blank, without trailing blanks.

    Old programs end a file with Ctrl-Z, which does not count as a line.
    """
    check_lines(text)
    lines = text.rstrip("\x1a").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [
        ReportLine(number, line.rstrip(" "))
        for number, line in enumerate(lines, start=1)
        if line.strip(" ")
    ]


# Columns


def read_whole_number(text: str, low: int, high: int) -> int | None:
    """Read `text` as a whole number from `low` to `high`; None if it is something else."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 11):
        return None
    number = int(text)
    return number if low <= number <= high else None


@lru_cache(maxsize=256)  # a file has few different scores, and many players
def decimal(text: str, signed: bool = False) -> Fraction | None:
    """Return points as written, exactly: ``11.5``, ``.5``, ``3``; None for any other text."""
    digits = text[1:] if signed and text.startswith("-") else text
    before, _, after = digits.partition(".")
    if len(before) > 4 or len(after) > 2:
        return None
    if not (digits.isascii() and (before + after).isdigit()):
        return None
    number = Fraction(digits if digits[0] != "." else "0" + digits)
    return -number if digits != text else number


def number_at(
    report: Report,
    line: ReportLine,
    first: int,
    last: int,
    expected: str,
    high: int,
    low: int = 1,
    required: bool = True,
    changes_pairing: bool | None = None,
) -> int | None:
    """Return the whole number in these columns; report any other text and return None.

    Unless `required`, the columns may be blank: None.
    """
    text = line.cut(first, last)
    if not text and not required:
        return None
    return number_in(report, line, first, text, expected, high, low, changes_pairing)


def number_in(
    report: Report,
    line: ReportLine,
    first: int,
    text: str,
    expected: str,
    high: int,
    low: int,
    changes_pairing: bool | None = None,
) -> int | None:
    """Return the whole number `text`, found in column `first`; report any other text and return
    None.
    """
    number = read_whole_number(text, low, high)
    if number is None:
        report.misreads(line, first, text, expected, changes_pairing=changes_pairing)
    return number


def round_at(
    report: Report, line: ReportLine, first: int, last: int, required: bool = True
) -> int | None:
    """Return the round in these columns; None, with a problem, for any other text.

    Unless `required`, blanks or ``000`` mean no round: None.
    """
    low = 1 if required else 0
    found = number_at(report, line, first, last, ROUND_NUMBER, MAX_ROUNDS, low, required)
    return found or None


def points_at(
    report: Report, line: ReportLine, first: int, last: int, signed: bool = False
) -> Fraction | None:
    """Return the points in these columns; report any other text and return None."""
    text = line.cut(first, last)
    value = decimal(text, signed)
    if value is None:
        report.misreads(line, first, text, POINTS)
    return value


def blanks_at(report: Report, line: ReportLine, columns: Iterable[int]) -> bool:
    """Return True if these columns are blank, as they must be; report the first that is not."""
    text = line.text
    for column in columns:
        if column > len(text):
            break
        if text[column - 1] != " ":
            report.misreads(line, column, text[column - 1], A_BLANK)
            return False
    return True


class NamedPlayers(NamedTuple):
    """The players that a record names."""

    places: list[tuple[int, int]]
    """The number and column of each player."""
    line: int
    tag: str


def players_at(report: Report, line: ReportLine, start: int) -> NamedPlayers:
    """Read numbers of players in four columns each, with a blank in between."""
    end = len(line.text)
    words: list[tuple[int, str]] = []
    if blanks_at(report, line, range(start + 4, end + 1, 5)):
        cells = ((first, line.cut(first, first + 3)) for first in range(start, end + 1, 5))
        words = [(column, text) for column, text in cells if text]
        if end < start:
            report.misreads(line, start, "", PLAYER_NUMBER)
    return _players(report, line, words)


def players_named(report: Report, line: ReportLine) -> NamedPlayers:
    """Read numbers of players as words separated by blanks."""
    words = line.words()
    if not words:
        report.misreads(line, 5, "", PLAYER_NUMBER)
    return _players(report, line, words)


def _players(report: Report, line: ReportLine, words: list[tuple[int, str]]) -> NamedPlayers:
    found = []
    for column, word in words:
        number = read_whole_number(word, 1, MAX_PLAYERS)
        if number is None:
            report.misreads(line, column, word, PLAYER_NUMBER)
        else:
            found.append((number, column))
    return NamedPlayers(found, line.number, line.tag)


_FIELDS = (
    r"001 [ 0-9]{4} (.)(.{3}) (.{33}) ([ 0-9]{4}) (.{3}) ([ 0-9]{11}) ([-0-9/. ]{10})"
    r" ([ 0-9.,]{4}) ([ 0-9]{4}) {2}"
)
"""The fields of a line: sex, title, name, rating, federation, FIDE number, date of birth, points,
rank.
"""
FIELD_COLUMNS = (
    (10, 10),
    (11, 13),
    (15, 47),
    (49, 52),
    (54, 56),
    (58, 68),
    (70, 79),
    (81, 84),
    (86, 89),
)
"""The columns of the same fields."""
_CELL = r"[ 0-9]{4} [-wbWB ] [-10=+WDLHFUZwdlhfuz ] {2}"
_LINE = pattern(rf"{_FIELDS}(?:{_CELL})*\Z")
_LEFT = 91
"""The number of columns before the first round."""
_BORDERS = (9, 14, 48, 53, 57, 69, 80, 85, 90)
"""Columns between two fields, where something may be too long or too short."""
_FARTHEST = 12
_WORDS = pattern(
    r" {0,10}([0-9]{1,4})?(?: {1,10}|(?<=[0-9]))?([-wbWB])? {0,10}([-10=+WDLHFUZwdlhfuz])? {0,10}\Z"
)
_PLACES = ((0, 4), (5, 6), (7, 8))


def in_columns(text: str) -> bool:
    """Return True if all fields of a player line, padded with blanks, are in their columns."""
    return _LINE.match(_complete(text)) is not None


def plain_fields(text: str) -> tuple[str, ...] | None:
    """Return the fields of a plain player line: one whose rounds are all written in the usual way.

    Return None for any other line.
    """
    text = _complete(text)
    if not text.startswith("001 ") or len(text) > _LEFT + _CELL_WIDTH * MAX_ROUNDS:
        return None
    if _between_fields(text) != _BLANKS:
        return None
    numbers = "".join(_number_fields(text)).strip(" 0123456789")
    if numbers or text[69:79].strip("-0123456789/. ") or text[80:84].strip(" 0123456789.,"):
        return None
    shape = text[_LEFT:].translate(_SIGNS)
    cells = {shape[at : at + _CELL_WIDTH] for at in range(0, len(shape), _CELL_WIDTH)}
    if not cells <= _plain_cells():
        return None
    fields: tuple[str, ...] = _fields(text)
    return fields


_CELL_WIDTH = 10
_between_fields = itemgetter(8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
_BLANKS = (" ",) * 10
_number_fields = itemgetter(slice(4, 8), slice(48, 52), slice(57, 68), slice(85, 89))
_fields = itemgetter(*(slice(first - 1, last) for first, last in FIELD_COLUMNS))
"""Functions that take parts of a player line in one step; columns are counted from 0."""
_SIGNS = str.maketrans("23456789bWDL+HFUZru", "99999999wrrrruuuu??") | {ord("="): "r"}
"""A translation that makes characters equal that mean the same in a round: digits, colours,
results, byes.
"""


@cache
def _plain_cells() -> frozenset[str]:
    """Return every usual way to write a round, in the characters of `_SIGNS`."""
    digits = [" " * (4 - k) + "".join(d) for k in (1, 2, 3, 4) for d in product("019", repeat=k)]
    opponents = [number for number in digits if number not in ("0000", "   0")]
    games = [f"{number} w {result}  " for number in opponents for result in "10r-"]
    byes = [f"{number} {sign} u  " for number in ("0000", "    ") for sign in "- "]
    return frozenset([*games, *byes, " " * _CELL_WIDTH, "0000 -    "])


def _complete(text: str) -> str:
    """Return a player line, padded with blanks to the end of its last round."""
    missing = _LEFT - len(text) if len(text) <= _LEFT else -((len(text) - _LEFT) % -10)
    return text + " " * missing


def realign(text: str) -> tuple[str, int, int] | None:
    """Return a player line with one shift undone: its text, the column, and by how many columns.

    Return None if no shift puts every field in its columns.
    """
    for count in sorted(range(-_FARTHEST, _FARTHEST + 1), key=abs):
        for column in _BORDERS if count else ():
            if count > 0:
                moved = text[: column - 1] + " " * count + text[column - 1 :]
            elif text[column - 1 : column - 1 - count].strip():
                continue
            else:
                moved = text[: column - 1] + text[column - 1 - count :]
            if in_columns(moved):
                return moved, column, count
    return None


def cell_words(cell: str) -> tuple[str, str, str, bool] | None:
    """Return opponent, colour and result of a round's ten columns, and whether all three are in
    their columns.

    Return None if the cell cannot be read as a round.
    """
    padded = cell.ljust(10)
    opponent, colour, result = (padded[start:end].strip() for start, end in _PLACES)
    if not (padded[4] + padded[6] + padded[8:]).strip(" "):
        return opponent, colour, result.upper(), True
    found = _WORDS.match(cell)
    if found is None:
        return None
    opponent, colour, result = (word or "" for word in found.groups())
    if colour == "-" and not result and not opponent:
        colour, result = "", "-"
    return opponent, colour, result.upper(), False
