"""Compare rounds of random team tournaments with Gacrux, called as a black box: `make agree-teams`.

    python -m tools.agree_teams PYTHON [--tournaments 100] [--seed 0] [--journal FILE]

PYTHON is an interpreter in whose environment Gacrux is installed. Pairs, colours and the bye of
every round are compared, for teams with preferences of type A, of type B and without, paired by
match points or by game points, with absences, byes, forfeited matches and boards, and reserves. One
process of it answers all questions; it reads team reports that are written here. Rounds without an
answer are counted. With a journal, a later call goes on after the last tournament in it, and the
counts are those of the whole journal. Exits with 1 at a difference.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from crivello.model.errors import Impossible
from crivello.model.history import histories
from crivello.model.matches import MatchTournament, by_team
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import (
    ColourPreferences,
    Options,
    PrimaryScore,
    Scoring,
    Settings,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.matches.editions import TEAM_2026
from crivello.systems.matches.system import MatchSystem

TYPES = {
    "_TYPEA": ColourPreferences.TYPE_A,
    "_TYPEB": ColourPreferences.TYPE_B,
    "": ColourPreferences.NONE,
}
"""The part of the type code, and what it means."""
SCORES = {"_MP_GP": PrimaryScore.MATCH, "_GP_MP": PrimaryScore.GAME}
FORFEITS = {
    Result.WHITE_WINS_BY_FORFEIT: "+",
    Result.BLACK_WINS_BY_FORFEIT: "-",
    Result.DOUBLE_FORFEIT: "-",
}

ANSWER = """
import contextlib, io, runpy, sys
for line in sys.stdin:
    path, number = line.rstrip("\\n").rsplit("\\t", 1)
    sys.argv = ["pairingchecker", "-i", path, "-f", "TRF", "-p", "-n", number, "-dT", "-o", "-"]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        try:
            runpy.run_module("gacrux.pairingchecker", run_name="__main__", alter_sys=True)
        except SystemExit:
            pass
    print(" ".join(said.getvalue().split()), flush=True)
"""
"""What the other interpreter runs: a path and a round come in, boards go out."""


class Event:
    """A random team tournament that grows round by round, and its report."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        self.type = rng.choice(list(TYPES))
        self.scores = rng.choice(list(SCORES))
        self.boards = rng.choice((2, 2, 4))
        self.size = self.boards + rng.choice((0, 0, 1))
        self.count = rng.randint(5, rng.choice((10, 20, 40)))
        self.rounds = rng.randint(3, min(9, self.count - 1))
        self.absences = rng.choice((0.0, 0.0, 0.05, 0.12))
        self.byes = rng.choice(((Bye.ZERO_POINT,), (Bye.ZERO_POINT,), tuple(BYES)))
        self.forfeits = rng.choice((0.0, 0.0, 0.08))
        self.lost_boards = rng.choice((0.0, 0.0, 0.05))
        people = range(1, self.count * self.size + 1)
        self.settings = Settings(
            rounds=self.rounds,
            initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
            scoring=Scoring(pairing_allocated_bye=1),
            options=Options(colour_preferences=TYPES[self.type], primary_score=SCORES[self.scores]),
            teams=tuple(
                Team(f"Team {n}", tuple(people[(n - 1) * self.size : n * self.size]), n)
                for n in range(1, self.count + 1)
            ),
        )
        self.people = Tournament(
            tuple(Player(n, n, f"P{n}", rating=2990 - n) for n in people), (), self.settings
        )
        self.team_byes: dict[int, tuple[tuple[int, Bye], ...]] = {}

    @property
    def tournament(self) -> MatchTournament:
        byes = [(n, *one) for n, these in self.team_byes.items() for one in these]
        return by_team(self.people, TeamEvent(self.boards, byes=tuple(byes)))

    @property
    def code(self) -> str:
        return f"FIDE_TEAM{self.type}{self.scores}"

    def call_absent(self, number: int) -> None:
        """Who is not to be paired in the coming round."""
        away = [n for n in range(1, self.count + 1) if self.rng.random() < self.absences]
        found = tuple((team, self.rng.choice(self.byes)) for team in away[: self.count - 4])
        self.team_byes[number] = found

    def play(self, pairing: RoundPairing) -> None:
        games: list[Game] = []
        for board in pairing.boards:
            forfeit = None
            if self.rng.random() < self.forfeits:
                forfeit = self.rng.choice(list(FORFEITS)[:2])
            for place, (home, guest) in enumerate(
                zip(self._lineup(board.white), self._lineup(board.black), strict=True)
            ):
                result = forfeit or self._result()
                if place % 2:
                    games.append(Game(guest, home, result.mirrored if forfeit else result))
                else:
                    games.append(Game(home, guest, result))
        rounds = (*self.people.rounds[: pairing.round - 1], Round(tuple(games)))
        self.people = replace(self.people, rounds=rounds)
        if pairing.bye is not None:
            self.team_byes[pairing.round] += ((pairing.bye, Bye.PAIRING_ALLOCATED),)

    def _result(self) -> Result:
        if self.rng.random() < self.lost_boards:
            return self.rng.choice(list(FORFEITS))
        return self.rng.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))

    def _lineup(self, team: int) -> list[int]:
        members = self.settings.teams[team - 1].members
        return sorted(self.rng.sample(members, self.boards))

    def report(self) -> str:
        """The tournament so far, with those who are absent from the round to pair."""
        event = self.tournament
        number = self.people.next_round
        colour = self.settings.initial_colour
        assert colour is not None
        lines = [
            "012 Teams",
            f"062 {len(self.people.players)}",
            f"082 {self.count}",
            f"142 {self.rounds}",
            f"152 {colour.value.upper()}",
            f"192 {self.code}",
            "162  W 1.0    D 0.5    L 0.0    P 0.5",
            "352 " + "WBWB"[: self.boards],
            "362 TW 2.0   TD 1.0   TL 0.0",
        ]
        past = histories(self.people, number)
        for player in self.people.players:
            cells = [
                f"{entry.opponent:4} {entry.colour.value} {entry.award.value}"
                if entry.opponent is not None and entry.colour is not None
                else "        "
                for entry in past[player.id].entries
            ]
            name = f"{player.id:4}      {player.name:33} {player.rating:4}"
            played = "".join(f"  {cell}" for cell in cells)
            points = past[player.id].score / 2
            lines.append(f"001 {name}{'':28}{points:4.1f} {player.id:4}{played}")
        scores = {team: one.score for team, one in histories(event, number).items()}
        second = dict(event.secondary_scores(number))
        if self.settings.options.primary_score is PrimaryScore.GAME:
            scores, second = second, scores
        for team in event.teams:
            listed = " ".join(f"{member:4}" for member in team.members)
            match, game = scores.get(team.number, 0), second.get(team.number, 0) / 2
            lines.append(
                f"310 {team.number:3} {team.name:32} {'':5} {2300:6} {match:6.1f} {game:6.1f} "
                f"{team.number:3}  {listed}"
            )
        free = [
            next((t for t, bye in self.team_byes[n] if bye is Bye.PAIRING_ALLOCATED), 0)
            for n in range(1, number)
        ]
        if any(free):
            worth = f"320  1.0 {self.boards / 2:4.1f}"
            lines.append(worth + "".join(f" {team:03}" for team in free))
        for n, byes in self.team_byes.items():
            for kind in BYES:
                who = [team for team, bye in byes if bye is kind]
                if who:
                    listed = " ".join(f"{team:4}" for team in who)
                    lines.append(f"240 {kind.value} {n:03} {listed}")
        return "\n".join(lines) + "\n"


BYES = (Bye.ZERO_POINT, Bye.HALF_POINT, Bye.FULL_POINT)


class Gacrux:
    """One process of the other program that answers as often as it is asked."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", ANSWER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def pair(self, path: Path, number: int) -> list[tuple[int, int]]:
        """White and Black of each board; a bye as (team, 0). Empty: no answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{path}\t{number}\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        numbers = [int(word) for word in words[1:] if word.lstrip("-").isdigit()]
        return list(zip(numbers[::2], numbers[1::2], strict=False))


@contextmanager
def other_program(python: str) -> Iterator[Gacrux]:
    asked = Gacrux(python)
    try:
        yield asked
    finally:
        asked.process.terminate()
        asked.process.wait()


def boards_of(pairing: RoundPairing) -> set[tuple[int, int]]:
    found = {(board.white, board.black) for board in pairing.boards}
    return found | ({(pairing.bye, 0)} if pairing.bye is not None else set())


def compare(seed: int, gacrux: Gacrux, path: Path, counted: Counter[str]) -> list[str]:
    """The differences in one tournament."""
    event = Event(seed)
    system = MatchSystem(TEAM_2026)
    found: list[str] = []
    for number in range(1, event.rounds + 1):
        event.call_absent(number)
        path.write_text(event.report(), encoding="utf-8")
        try:
            pairing = system.pair(event.tournament, number)
        except Impossible:
            counted["impossible"] += 1
            return found
        theirs, mine = set(gacrux.pair(path, number)), boards_of(pairing)
        counted["rounds" if theirs else "unanswered"] += 1
        if theirs and theirs != mine and _boards_all_forfeited(event.tournament):
            counted["decided"] += 1
            event.play(pairing)
            continue
        if theirs and theirs != mine:
            lines = [f"seed {seed}, round {number}, {event.code}:"]
            lines.append(f"  here  {sorted(mine - theirs)}")
            lines.append(f"  there {sorted(theirs - mine)}")
            found.append("\n".join(lines))
        event.play(pairing)
    return found


def _boards_all_forfeited(tournament: MatchTournament) -> bool:
    """Was there a match without play in which boards were forfeited on both sides?

    To the other program that is a match like any other. By C.04.6: 1.6 and C.04.2: 3.5 it is none
    that was played: it gives no colour, and the two may meet again.
    """
    return any(
        not match.played
        and any(board.points[0] == 0 for board in match.boards)
        and any(board.points[1] == 0 for board in match.boards)
        for this in tournament.matches
        for match in this
        if match.result is not None
    )


def journal_of(path: Path | None, counted: Counter[str]) -> int:
    """The first seed that is not in the journal; its counts go into `counted`."""
    following = 0
    if path is not None and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            seed, *counts = (int(word) for word in line.split("\t"))
            following = max(following, seed + 1)
            for name, count in zip(COUNTED, counts, strict=True):
                counted[name] += count
    return following


COUNTED = ("rounds", "unanswered", "impossible", "decided", "differences")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("--tournaments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--journal", type=Path)
    chosen = parser.parse_args(arguments)
    counted: Counter[str] = Counter()
    first = max(chosen.seed, journal_of(chosen.journal, counted))
    with tempfile.TemporaryDirectory() as name, other_program(chosen.python) as gacrux:
        for seed in range(first, chosen.seed + chosen.tournaments):
            here: Counter[str] = Counter()
            for text in compare(seed, gacrux, Path(name) / "teams.trf", here):
                here["differences"] += 1
                print(text, flush=True)
            counted += here
            if chosen.journal is not None:
                with chosen.journal.open("a", encoding="utf-8") as file:
                    print(seed, *(here[one] for one in COUNTED), sep="\t", file=file)
    print(
        f"{chosen.tournaments} tournaments, {counted['rounds']} rounds, "
        f"{counted['differences']} differences, {counted['decided']} after a match without play "
        f"(C.04.6: 1.6); {counted['unanswered']} rounds without an answer, "
        f"{counted['impossible']} tournaments ended without a legal pairing"
    )
    return 1 if counted["differences"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
