"""Random tournaments of the Double-Swiss System: a match of two games takes two columns."""

from __future__ import annotations

import random

from tests.references.events import Event, random_event
from tests.references.events import Kinds as Kinds
from tests.references.report_file import Round

TWO_COLUMNS = {"H": "HH", "F": "FF", "Z": "ZZ", "U": "UH"}
"""A bye takes both columns of a match; a pairing-allocated one is a win and a draw (1.4)."""
GAMES = ["10", "01", "==", "+-", "-+", "--", "WL", "DD", "00", "=0"]


class MatchEvent(Event):
    """A tournament in which each cell is a match, two columns wide."""

    def text(self) -> str:
        """Return the report file before the coming round."""
        lines = [*self.head, f"142 {2 * self.rounds}", f"152 {self.initial.upper()}"]
        for one, rating in self.ratings.items():
            cells = [*self.cells[one]]
            if one in self.coming:
                cells.append(_bye(self.coming[one]))
            points = sum(self.worth[code] for cell in cells for code in _codes(cell))
            line = f"001 {one:4}      {'Player ' + str(one):33} {rating or '':4}".ljust(80)
            lines.append(line + f"{points:4.1f} {one:4}".ljust(11) + "  ".join(cells))
        return "\n".join(lines) + "\n"

    def by_lot(self, rng: random.Random) -> Round | None:
        """Return a pairing by lot, as no colour rule restricts it; None if it is not legal."""
        order = self.present()
        rng.shuffle(order)
        bye = order.pop() if len(order) % 2 else None
        if bye is not None and any(set(_codes(cell)) & set("UF+") for cell in self.cells[bye]):
            return None
        boards = list(zip(order[::2], order[1::2], strict=True))
        met = [self._met(one, other) for one, other in boards]
        return None if any(met) else (frozenset(boards), bye)

    def _met(self, one: int, other: int) -> bool:
        return any(int(cell[:4]) == other for cell in self.cells[one])

    def play(self, paired: Round, rng: random.Random) -> None:
        """Draw the results of both games of each match, and write them into the cells."""
        boards, bye = paired
        row = {one: _bye(kind) for one, kind in self.coming.items()}
        if bye is not None:
            row[bye] = _bye("U")
        forfeit = self.rates["forfeit"]
        weights = [35.0, 35, 30, 30 * forfeit, 30 * forfeit, 15 * forfeit, 1, 1, forfeit, forfeit]
        for one, other in sorted(boards):
            first, second = rng.choices(GAMES, weights, k=2)
            if rng.random() < forfeit / 4:  # A player who never comes forfeits both games.
                first, second = rng.choice([("+-", "+-"), ("-+", "-+"), ("--", "--")])
            if rng.random() < self.rates["higher"]:
                first = "10" if one < other else "01"
            row[one] = f"{other:4} w {first[0]}  {other:4} b {second[0]}"
            row[other] = f"{one:4} b {first[1]}  {one:4} w {second[1]}"
        for one, cells in self.cells.items():
            cells.append(row.get(one, _bye("Z")))


def _bye(kind: str) -> str:
    return "  ".join(f"0000 - {code}" for code in TWO_COLUMNS[kind])


def _codes(cell: str) -> str:
    return cell[7] + cell[17]


def random_matches(rng: random.Random, kinds: Kinds, system: str) -> MatchEvent:
    """Draw a tournament before its first round; some have Baku acceleration (C.04.7)."""
    drawn = random_event(rng, kinds, system)
    event = MatchEvent(**vars(drawn))
    if event.rounds > 1 and rng.random() < 0.25:
        event.head.append("192 FIDE_DOUBLESWISS_BAKU")
    return event
