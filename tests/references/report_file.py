"""A small reader of report files, with only the records that the references need.

Columns are those of the specification, counted from 1: player lines (001), first day (042), number
of rounds (142 or XXR), initial colour (152 or XXC), points (162), byes (240), acceleration (250 or
XXA), forbidden pairs (260 or XXP), and options (`### crivello: name=value`). Points are fractions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

PLAYED = frozenset("1=0WDLX")
"""Results of games that were played, also with less than one move; X is an adjourned one."""
FORFEITS = frozenset("+-")
BYES = frozenset("HFUZ")

Round = tuple[frozenset[tuple[int, int]], int | None]
"""Boards, White first, and the player with the bye."""


class Elsewhere(Exception):
    """Raised if the text leaves this round to another system; the message names that system."""

    def __init__(self, system: str) -> None:
        super().__init__(system)
        self.system = system


@dataclass(frozen=True)
class Cell:
    """The cell of one round on a player line."""

    opponent: int | None = None
    colour: str = ""
    code: str = ""
    """The result code; blank means the same as Z in a round that was paired."""

    @property
    def played(self) -> bool:
        """True if a game was played."""
        return self.opponent is not None and self.code in PLAYED


@dataclass
class Person:
    """One player line."""

    number: int
    name: str
    rating: int
    row: tuple[Cell, ...] = ()
    """All rounds of the line, with byes of the round to be paired."""
    cells: list[Cell] = field(default_factory=list)
    """The rounds that were paired."""
    coming: str = ""
    """The bye of the round to be paired; empty for a player who is to be paired."""


@dataclass
class Report:
    """A report file before a round is paired."""

    players: dict[int, Person]
    rounds: int
    """The number of rounds of the tournament."""
    initial: str
    """The colour that was drawn, `w` or `b`; empty if the file does not state it."""
    worth: dict[str, Fraction]
    """The points by result code."""
    lent: dict[tuple[int, int], Fraction]
    """The virtual points by player and round."""
    forbidden: set[frozenset[int]]
    options: dict[str, str]
    number: int = 1
    """The round to be paired."""
    start: str = ""
    """The first day (042), `YYYY/MM/DD`."""

    def points(self, person: int, before: int | None = None) -> Fraction:
        """Return the points of a player before a round, by default the one to be paired."""
        cells = self.players[person].cells[: (before or self.number) - 1]
        return sum((self.worth[cell.code] for cell in cells), Fraction(0))

    def virtual(self, person: int, number: int | None = None) -> Fraction:
        """Return the virtual points that a player has when a round is paired."""
        return self.lent.get((person, number or self.number), Fraction(0))

    def odd(self, person: int) -> bool:
        """Return True if the number is odd among the players who were in a pairing or are in this
        one.

        docs/decisions/parity.md; with the option `parity=literal`, True if the number itself is
        odd.
        """
        if self.options.get("parity") == "literal":
            return person % 2 == 1
        entered = [
            number
            for number, other in self.players.items()
            if not other.coming or any(cell.opponent or cell.code == "U" for cell in other.cells)
        ]
        return sum(number <= person for number in entered) % 2 == 1


def read(text: str) -> Report:
    """Return a report file; the coming round follows the last one with a game or an allocated
    bye.
    """
    players: dict[int, Person] = {}
    rounds, initial, type_code, first_day = 0, "", "", ""
    points = {"W": "1.0", "D": "0.5", "L": "0.0", "A": "0.0"}
    lent: dict[tuple[int, int], Fraction] = {}
    forbidden: set[frozenset[int]] = set()
    options: dict[str, str] = {}
    ranges: list[tuple[Fraction, int, int, int, int]] = []
    byes: dict[tuple[int, int], str] = {}
    for line in text.splitlines():
        tag, rest = line[:3], line[4:].strip()
        if tag == "001":
            person = _player(line)
            players[person.number] = person
        elif tag in ("142", "XXR"):
            rounds = int(rest)
        elif tag == "042":
            first_day = rest
        elif tag == "152":
            initial = rest[0].lower()
        elif tag == "XXC":
            initial = "w" if "white1" in rest else "b" if "black1" in rest else initial
        elif tag == "162":
            for start in range(5, len(line), 9):
                if line[start].strip():
                    points[line[start]] = line[start + 1 : start + 5].strip()
        elif tag == "192":
            type_code = rest
        elif tag == "240":
            for word in line[10:].split():
                byes[int(word), int(line[6:9])] = line[4]
        elif tag == "250":
            first, last = int(line[14:17]), int(line[18:21])
            ranges.append((Fraction(line[9:13]), first, last, int(line[22:26]), int(line[27:31])))
        elif tag == "XXA":
            for index, start in enumerate(range(9, len(line), 5)):
                if line[start : start + 4].strip():
                    lent[int(line[4:8]), index + 1] = Fraction(line[start : start + 4].strip())
        elif tag in ("260", "XXP"):
            ids = [int(word) for word in (line[12:] if tag == "260" else rest).split()]
            between = (int(line[4:7]), int(line[8:11])) if tag == "260" else (1, 999)
            options.setdefault("forbidden", "")
            options["forbidden"] += f"{between[0]}-{between[1]}:{','.join(map(str, ids))};"
        elif line.startswith("### crivello:"):
            name, _, value = line[13:].strip().partition("=")
            options[name] = value
    for each, first, last, low, high in ranges:
        for number in range(first, last + 1):
            for person_id in range(low, high + 1):
                lent[person_id, number] = each
    report = Report(
        players, rounds, initial, _worth(points), lent, forbidden, options, start=first_day
    )
    _find_round(report)
    for (number, r), kind in byes.items():
        if r == report.number:
            players[number].coming = kind
    _forbid(report, options.pop("forbidden", ""))
    if type_code.endswith("_BAKU"):
        options["baku"] = "yes"
        if not lent:
            _accelerate(report)
    return report


def _player(line: str) -> Person:
    cells = []
    for start in range(91, len(line.rstrip()), 10):
        opponent = line[start : start + 4].strip()
        colour, code = line[start + 5 : start + 6].lower(), line[start + 7 : start + 8].upper()
        who = int(opponent) if opponent.strip("0") else None
        code = code.strip() or ("X" if who else "")  # C.04.2: 3.1: a draw, for pairing only
        cells.append(Cell(who, colour if colour in "wb" else "", code))
    rating = line[48:52].strip()
    name = line[14:47].strip()
    return Person(int(line[4:8]), name, int(rating) if rating else 0, tuple(cells), cells)


def _worth(points: dict[str, str]) -> dict[str, Fraction]:
    win, draw, loss, absent = (Fraction(points[symbol]) for symbol in "WDLA")
    bye = Fraction(points.get("P", points["W"]))
    codes = dict.fromkeys("1W+F", win) | dict.fromkeys("=DHX", draw) | dict.fromkeys("0L", loss)
    return codes | dict.fromkeys(["-", "Z", ""], absent) | {"U": bye}


def _find_round(report: Report) -> None:
    """Find the round to be paired: the first without any opponent or allocated bye."""
    longest = max((len(person.cells) for person in report.players.values()), default=0)
    last = 0
    for index in range(longest):
        for person in report.players.values():
            cell = person.cells[index] if index < len(person.cells) else Cell()
            if cell.opponent is not None or cell.code == "U":
                last = index + 1
    report.number = last + 1
    for person in report.players.values():
        written = person.cells[last : last + 1]
        person.coming = written[0].code if written else ""
        person.cells = person.cells[:last] + [Cell()] * (last - len(person.cells))


def _accelerate(report: Report) -> None:
    """Enter the virtual points of all rounds by C.04.7 of 2026.

    1.2: the players to be paired in round 1 are divided (docs/decisions/baku-border.md). 1.3: the
    last of group A stays the border. 1.4: a win in the first half of the accelerated rounds, half
    of it in the others.
    """
    first = [
        number
        for number, person in report.players.items()
        if (
            person.cells[0].opponent or person.cells[0].code == "U"
            if person.cells
            else not person.coming
        )
    ]
    border = max(sorted(first)[: 2 * -(-len(first) // 4)], default=0)
    accelerated = -(-report.rounds // 2)
    full = -(-accelerated // 2)
    for number in range(1, accelerated + 1):
        points = report.worth["1"] / (1 if number <= full else 2)
        for person_number in report.players:
            if person_number <= border:
                report.lent[person_number, number] = points


def _forbid(report: Report, stated: str) -> None:
    for part in stated.split(";"):
        if not part:
            continue
        between, _, ids = part.partition(":")
        first, last = map(int, between.split("-"))
        if first <= report.number <= last:
            numbers = [int(word) for word in ids.split(",")]
            report.forbidden |= {frozenset((a, b)) for a in numbers for b in numbers if a != b}
