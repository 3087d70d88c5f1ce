"""Random tournaments of teams, written with the records of TRF26."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.references.events import Event, Kinds, random_event
from tests.references.report_file import Round

RESULTS = ["10", "01", "==", "+-", "-+", "--", "WL", "DD", "00", "=0"]
TYPES = ("", "_TYPEA", "_TYPEA", "_TYPEB", "_TYPEB")


@dataclass
class Kept:
    """A team's bye, or its boards from the first on, in one round."""

    bye: str = ""
    boards: list[tuple[int, str, str]] = field(default_factory=list)
    """The opponent (a player), colour and code of each board."""


@dataclass
class TeamEvent(Event):
    """A tournament of teams; `cells` are those of the first boards."""

    boards: int = 2
    kept: dict[int, list[Kept]] = field(default_factory=dict)

    def player(self, team: int, board: int) -> int:
        """Return the number of the player of a team at a board."""
        return (team - 1) * self.boards + board + 1

    def text(self) -> str:
        """Return the report file before the coming round."""
        lines = [*self.head, f"142 {self.rounds}", f"152 {self.initial.upper()}"]
        lines += ["352 " + "WBWB"[: self.boards], "362 TW 2.0   TD 1.0   TL 0.0"]
        for team in self.ratings:
            for board in range(self.boards):
                lines.append(self._player_line(team, board))
        for team in self.ratings:
            members = " ".join(f"{self.player(team, b):4}" for b in range(self.boards))
            lines.append(f"310 {team:3} {'Team ' + str(team):32}".ljust(73) + members)
        allocated = [
            next((team for team, own in self.kept.items() if own[index].bye == "U"), 0)
            for index in range(self.number() - 1)
        ]
        points = f"{self.boards / 2:4.1f}"
        lines.append(f"320  1.0 {points} " + " ".join(f"{team:03}" for team in allocated))
        for team in self.ratings:
            kinds = [one.bye for one in self.kept[team]] + [self.coming.get(team, "")]
            for number, kind in enumerate(kinds, 1):
                if kind and kind != "U":
                    lines.append(f"240 {kind} {number:03} {team:4}")
        return "\n".join(lines) + "\n"

    def _player_line(self, team: int, board: int) -> str:
        number = self.player(team, board)
        cells, points = [], 0.0
        for one in self.kept[team]:
            if one.boards:
                opponent, colour, code = one.boards[board]
                points += self.worth[code]
                cells.append(f"{opponent:4} {colour} {code}")
            else:
                cells.append(" " * 8)
        line = f"001 {number:4}      {'Player ' + str(number):33} {2400 - number:4}".ljust(80)
        return (line + f"{points:4.1f}".ljust(11) + "  ".join(cells)).rstrip()

    def by_lot(self, rng: random.Random) -> Round | None:
        """Return a pairing by lot, as no colour rule restricts it; None if it is not legal."""
        order = self.present()
        rng.shuffle(order)
        bye = order.pop() if len(order) % 2 else None
        if bye is not None and any(
            one.bye in ("U", "F") or any(code == "+" for _, _, code in one.boards)
            for one in self.kept[bye]
        ):
            return None
        boards = list(zip(order[::2], order[1::2], strict=True))
        met = {
            (t, (b[0] - 1) // self.boards + 1)
            for t, own in self.kept.items()
            for one in own
            for b in one.boards
        }
        return None if met & set(boards) else (frozenset(boards), bye)

    def play(self, paired: Round, rng: random.Random) -> None:
        """Draw the results of all boards, and store them."""
        boards, bye = paired
        row = {team: Kept(kind) for team, kind in self.coming.items()}
        if bye is not None:
            row[bye] = Kept("U")
        forfeit = self.rates["forfeit"]
        weights = [35.0, 35, 30, 20 * forfeit, 20 * forfeit, 10 * forfeit, 1, 1, forfeit, forfeit]
        for one, other in sorted(boards):
            results = rng.choices(RESULTS, weights, k=self.boards)
            if rng.random() < forfeit / 4:  # A team that never comes.
                results = [rng.choice(["+-", "-+", "--"])] * self.boards
            row[one], row[other] = Kept(), Kept()
            for board, result in enumerate(results):
                colours = "wb" if board % 2 == 0 else "bw"
                row[one].boards.append((self.player(other, board), colours[0], result[0]))
                row[other].boards.append((self.player(one, board), colours[1], result[1]))
        for team, own in self.kept.items():
            own.append(row.get(team, Kept("Z")))
            self.cells[team].append(_cell(own[-1]))


def _cell(kept: Kept) -> str:
    """Return the cell of the first board, or of the bye."""
    if not kept.boards:
        return f"0000 - {kept.bye}"
    opponent, colour, code = kept.boards[0]
    return f"{opponent:4} {colour} {code}"


def random_teams(rng: random.Random, kinds: Kinds, system: str) -> TeamEvent:
    """Draw a tournament of teams before its first round."""
    drawn = random_event(rng, kinds, system)
    event = TeamEvent(**vars(drawn))
    event.boards = rng.choice([2, 2, 3])
    event.kept = {team: [] for team in event.ratings}
    points = rng.choice(["_MP_GP", "_MP_GP", "_GP_MP"])
    baku = "_BAKU" if points == "_MP_GP" and rng.random() < 0.25 else ""
    event.head.append(f"192 FIDE_TEAM{rng.choice(TYPES)}{points}{baku}")
    return event
