"""Random tournaments of up to ten players, written as report files round by round.

They vary in their events: byes of all kinds, forfeits, late entries, withdrawals, acceleration,
forbidden pairs, other points. Some rounds are paired by lot, so that the next one starts from a
state that no pairing system would reach.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.references.report_file import Round

MOST = 10


@dataclass(frozen=True)
class Kinds:
    """Settings and events that may occur in the tournaments of a system."""

    acceleration: bool = True
    baku: str = ""
    """The type code of record 192 for acceleration by method."""
    points: bool = True
    forbidden: bool = True
    adjourned: bool = False
    dates: tuple[str, ...] = ()
    """First days, one of which is drawn; an empty one means no record."""
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Lines `### crivello: name=value` with one of the values each; an empty one means no line."""
    rounds: tuple[int, int] = (2, 9)
    names: bool = False
    """True if names matter: any order, several alike, accents and capitals."""
    lots: tuple[float, ...] = (0.0, 0.1, 0.5)
    """Shares of rounds paired by lot, one of which is drawn for a tournament."""
    unrated: bool = False
    """True if some players have no rating."""
    spellings: bool = False
    """True if byes may be in 240, virtual points in XXA, and the initial colour in no record."""


@dataclass
class Event:
    """A tournament while it is played."""

    ratings: dict[int, int]
    rounds: int
    initial: str
    head: list[str]
    worth: dict[str, float]
    enters: dict[int, int]
    rates: dict[str, float]
    cells: dict[int, list[str]]
    coming: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    byes_apart: bool = False
    """True if byes of the coming round are in 240."""
    colour_left_out: bool = False
    names: dict[int, str] = field(default_factory=dict)

    def number(self) -> int:
        """Return the number of the coming round."""
        return 1 + len(next(iter(self.cells.values())))

    def text(self) -> str:
        """Return the report file before the coming round."""
        lines = [*self.head, f"142 {self.rounds}"]
        if not (self.colour_left_out and self.has_games()):
            lines.append(f"152 {self.initial.upper()}")
        if self.byes_apart:
            lines += [f"240 {kind} {self.number():03} {one:4}" for one, kind in self.coming.items()]
        for one, rating in self.ratings.items():
            cells = [*self.cells[one]]
            if one in self.coming and not self.byes_apart:
                cells.append(f"0000 - {self.coming[one]}")
            points = sum(
                self.worth["=" if cell[5] in "wb" and cell[7] == " " else cell[7]] for cell in cells
            )
            name = self.names.get(one, f"Player {one}")
            line = f"001 {one:4}      {name:33} {rating or '':4}".ljust(80)
            lines.append(line + f"{points:4.1f} {one:4}".ljust(11) + "  ".join(cells))
        return "\n".join(lines) + "\n"

    def has_games(self) -> bool:
        """Return True if a game of round 1 shows the initial colour."""
        return any(cells and cells[0][5] in "wb" for cells in self.cells.values())

    def prepare(self, rng: random.Random) -> None:
        """Draw the absences of the coming round."""
        self.coming = {}
        for one in self.ratings:
            if one in self.gone or self.number() < self.enters[one]:
                self.coming[one] = "Z"
            elif rng.random() < self.rates["gone"] and self.number() > 1:
                self.gone.add(one)
                self.coming[one] = "Z"
            else:
                kinds = [kind for kind in "HFZ" if rng.random() < self.rates[kind]]
                if kinds:
                    self.coming[one] = kinds[0]
        if self.number() == 1 and len(self.ratings) - len(self.coming) < 2:
            self.coming = {one: kind for one, kind in self.coming.items() if self.enters[one] > 1}

    def present(self) -> list[int]:
        """Return the players to be paired."""
        return [one for one in self.ratings if one not in self.coming]

    def by_lot(self, rng: random.Random) -> Round | None:
        """Return a pairing by lot within the colour rules; None if twenty attempts found none."""
        for _ in range(20):
            order = self.present()
            rng.shuffle(order)
            bye = order.pop() if len(order) % 2 else None
            if bye is not None and any(cell[7] in "U+F" for cell in self.cells[bye]):
                continue
            boards = set()
            for one, other in zip(order[::2], order[1::2], strict=True):
                if self._met(one, other):
                    break
                pairs = [pair for pair in ((one, other), (other, one)) if self._may(*pair)]
                if not pairs:
                    break
                boards.add(rng.choice(pairs))
            else:
                return frozenset(boards), bye
        return None

    def _met(self, one: int, other: int) -> bool:
        return any(cell[:4] == f"{other:4}" and cell[7] not in "+-" for cell in self.cells[one])

    def _may(self, white: int, black: int) -> bool:
        for one, colour in ((white, "w"), (black, "b")):
            had = [cell[5] for cell in self.cells[one] if cell[5] in "wb" and cell[7] not in "+-"]
            if had[-2:] == [colour] * 2 or 2 * had.count(colour) - len(had) >= 2:
                return False
        return True

    def play(self, paired: Round, rng: random.Random) -> None:
        """Draw the results of a round, and write them into the cells."""
        boards, bye = paired
        row = {one: f"0000 - {kind}" for one, kind in self.coming.items()}
        if bye is not None:
            row[bye] = "0000 - U"
        for white, black in sorted(boards):
            results = ["10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD", "=0", "00"]
            odd = self.rates["forfeit"]
            weights = [35, 35, 30, 30 * odd, 30 * odd, 15 * odd, 1, 1, 1, odd, odd]
            result = rng.choices(results, weights)[0]
            if rng.random() < self.rates["higher"]:
                result = "10" if white < black else "01"
            if rng.random() < self.rates["adjourned"]:
                result = "  "
            row[white] = f"{black:4} w {result[0]}"
            row[black] = f"{white:4} b {result[1]}"
        number = self.number()
        for one, cells in self.cells.items():
            blank = number < self.enters[one] and self.rates["blank"]
            cells.append(" " * 8 if blank else row.get(one, "0000 - Z"))


def random_event(rng: random.Random, kinds: Kinds, system: str) -> Event:
    """Draw a tournament before its first round."""
    count = rng.choice([*range(2, MOST + 1), *range(6, MOST + 1)])
    rounds = rng.randint(*kinds.rounds)
    ratings, rating = {}, rng.randint(1800, 2500)
    for one in range(1, count + 1):
        ratings[one] = rating
        rating -= rng.choice([0, 0, 1, 10, 50, 99, 100, 101])
    some = rng.choice([0.0, 0.0, 0.02, 0.05, 0.15])
    rates = {kind: some * rng.random() for kind in ("H", "F", "Z", "gone")}
    rates["forfeit"] = rng.choice([0.0, 0.1, 0.5, 2.0])
    rates["blank"] = rng.choice([0.0, 1.0])
    rates["higher"] = rng.choice([0.0, 0.3, 0.9])
    enters = dict.fromkeys(ratings, 1)
    if rng.random() < 0.3:
        for one in ratings:
            if rng.random() < 0.15:
                enters[one] = rng.randint(2, max(2, rounds // 2))
    if sum(enters[one] == 1 for one in ratings) < 2:
        enters = dict.fromkeys(ratings, 1)
    head = ["012 Random", f"### crivello: system={system}"]
    worth = _points(rng, head) if kinds.points and rng.random() < 0.15 else WORTH
    rates["adjourned"] = 0.0
    if kinds.adjourned and rng.random() < 0.1:
        rates["adjourned"] = 0.1
        head.append(f"162  X{worth['=']:4.1f}")
    if kinds.acceleration and rng.random() < 0.25:
        by_method = kinds.baku and rng.random() < 0.5 and worth["1"] == 2 * worth["="]
        head += [f"192 {kinds.baku}"] if by_method else _acceleration(rng, count, rounds)
    if kinds.forbidden and rng.random() < 0.1 and count > 3:
        ids = rng.sample(sorted(ratings), rng.choice([2, 2, 3]))
        head.append("XXP " + " ".join(map(str, ids)))
    if kinds.dates and (date := rng.choice(kinds.dates)):
        head.append(f"042 {date}")
    for name, values in kinds.options:
        value = rng.choice(values)
        if value:
            head.append(f"### crivello: {name}={value}")
    cells: dict[int, list[str]] = {one: [] for one in ratings}
    initial = rng.choice("wb")
    event = Event(ratings, rounds, initial, head, dict(worth), enters, rates, cells)
    if kinds.names:
        event.names = {one: rng.choice(NAMES) for one in ratings}
    if kinds.unrated and rng.random() < 0.1:
        for one in rng.sample(sorted(ratings), rng.randint(1, count)):
            ratings[one] = 0
    if kinds.spellings:
        event.byes_apart = rng.random() < 0.3
        event.colour_left_out = rng.random() < 0.3
        if rng.random() < 0.5:
            event.head = _by_player(event.head)
    return event


NAMES = ("Álvarez, Eva", "ALVAREZ, Ida", "alvarez, eva", "Zoe", "Šimon", "Simona", "Emil", "Émile")


def _by_player(head: list[str]) -> list[str]:
    """Return the same virtual points in a line for each player: XXA instead of 250."""
    lent: dict[int, dict[int, float]] = {}
    for line in head:
        if line.startswith("250"):
            points, first, last, low, high = map(float, line[3:].split())
            for one in range(int(low), int(high) + 1):
                for number in range(int(first), int(last) + 1):
                    lent.setdefault(one, {})[number] = points
    rows = [
        f"XXA {one:4} "
        + " ".join(f"{own.get(number, 0.0):4.1f}" for number in range(1, max(own) + 1))
        for one, own in lent.items()
    ]
    return [line for line in head if not line.startswith("250")] + rows


WORTH: Mapping[str, float] = (
    dict.fromkeys("1W+FU", 1.0) | dict.fromkeys("=DH", 0.5) | dict.fromkeys("0L-Z ", 0.0)
)


def _points(rng: random.Random, head: list[str]) -> dict[str, float]:
    """Draw points other than 1, ½ and 0, or a pairing-allocated bye worth less than a win."""
    win, draw, bye = rng.choice(
        [(3.0, 1.0, 3.0), (2.0, 1.0, 2.0), (1.0, 0.5, 0.5), (3.0, 1.0, 1.0)]
    )
    head.append(f"162  W{win:4.1f}    D{draw:4.1f}    P{bye:4.1f}")
    codes = dict.fromkeys("1W+F", win) | dict.fromkeys("=DH", draw) | dict.fromkeys("0L-Z ", 0.0)
    return {**codes, "U": bye}


def _acceleration(rng: random.Random, count: int, rounds: int) -> list[str]:
    """Return virtual points by C.04.7, or for a part of the list drawn by lot."""
    last = 2 * -(-count // 4) if rng.random() < 0.7 else rng.randint(1, count)
    lent = -(-rounds // 2)
    full = -(-lent // 2)
    lines = [f"250      {1.0:4.1f} {1:3} {full:3} {1:4} {last:4}"]
    if lent > full:
        lines.append(f"250      {0.5:4.1f} {full + 1:3} {lent:3} {1:4} {last:4}")
    return lines
