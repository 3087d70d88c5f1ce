"""Compare random team tournaments with Gacrux, called as a black box: `make agree WHAT=teams`.

    python -m tools.agree_teams PYTHON [--tie-breaks] [--tournaments 100] [--seed 0]
        [--journal FILE] [--record FILE]

PYTHON is an interpreter in whose environment Gacrux is installed. Pairs, colours and the bye of
every round are compared, for teams with preferences of type A, of type B and without, paired by
match points or by game points, with absences, byes, forfeited matches and boards, and reserves. One
process of Gacrux answers all questions; it reads the team reports that this program writes. Rounds
without an answer are counted. With `--tie-breaks` the final standings are compared instead: the
values of all tie-breaks of teams, and the ranks by direct comparisons of tied teams. With a
journal, a later call continues after the last tournament in it, and counts are those of the whole
journal. `--record` keeps the answers for the tests. Exits with 1 at a difference.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from crivello.model.errors import Impossible
from crivello.model.history import histories
from crivello.model.matches import Match, MatchTournament, by_team, event_of
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour, Result
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
from crivello.standings.standings import standings
from crivello.systems.matches.editions import TEAM_2026
from crivello.systems.matches.system import MatchSystem
from tools.gacrux_side import Server, exact, our_values

TYPES = {
    "_TYPEA": ColourPreferences.TYPE_A,
    "_TYPEB": ColourPreferences.TYPE_B,
    "": ColourPreferences.NONE,
}
"""The part of the type code that names the colour preferences."""
SCORES = {"_MP_GP": PrimaryScore.MATCH, "_GP_MP": PrimaryScore.GAME}
FORFEITS = {
    Result.WHITE_WINS_BY_FORFEIT: "+",
    Result.BLACK_WINS_BY_FORFEIT: "-",
    Result.DOUBLE_FORFEIT: "-",
}


class Event:
    """A random team tournament that is played round by round, with its report file."""

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
            tuple(Player(f"P{n}", id=n, number=n, rating=2990 - n) for n in people),
            (),
            self.settings,
        )
        self.team_byes: dict[int, tuple[tuple[int, Bye], ...]] = {}

    @property
    def tournament(self) -> MatchTournament:
        byes = [(n, *one) for n, these in self.team_byes.items() for one in these]
        event = TeamEvent(self.boards, byes=tuple(byes))
        settings = replace(self.people.settings, team_event=event)
        return by_team(replace(self.people, settings=settings), event)

    @property
    def code(self) -> str:
        return f"FIDE_TEAM{self.type}{self.scores}"

    def call_absent(self, number: int) -> None:
        """Draw the teams that are absent from the coming round, and their byes."""
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
        """Return the report file so far, with the teams that are absent from the round to pair."""
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


def boards_of(pairing: RoundPairing) -> set[tuple[int, int]]:
    found = {(board.white, board.black) for board in pairing.boards}
    return found | ({(pairing.bye, 0)} if pairing.bye is not None else set())


def compare_rounds(seed: int, server: Server, path: Path, counted: Counter[str]) -> list[str]:
    """Return the differences in the rounds of one tournament."""
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
        call = ("pairingchecker", "-i", str(path), "-f", "TRF", "-p", "-n", str(number))
        pairs = server.ask(*call).get("pairingResult", {}).get("pairs", ())
        theirs = {(one, other) if one else (other, one) for one, other in pairs}
        mine = boards_of(pairing)
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
    """Return True if a match was not played because boards were forfeited on both sides.

    Gacrux treats it as any other match. By C.04.6: 1.6 and C.04.2: 3.5 it was not played: it gives
    no colour, and the two teams may meet again.
    """
    return any(_forfeited_on_both(match) for this in tournament.matches for match in this)


def _forfeited_on_both(match: Match) -> bool:
    return (
        match.result is not None
        and not match.played
        and all(any(board.points[side] == 0 for board in match.boards) for side in (0, 1))
    )


# Tie-breaks

CODES = (
    *("PTS", "MPTS", "GPTS", "MPVGP", "SSSC", "SSSC/P", "BC", "BH", "SB"),
    *("BH:MP", "BH:MP/C1", "BH:MP/M1", "BH:MP/P", "BH:GP", "BH:GP/C1", "BH:GP/M1", "BH:GP/P"),
    *(f"{code}{cut}" for code in ("EMMSB", "EMGSB", "EGMSB", "EGGSB") for cut in ("", "/C1", "/P")),
)
ALONE = ("SSSC/F", "SSSC/K4")
"""Codes that must be asked alone: otherwise Gacrux uses another Buchholz for other codes as
well.
"""
RANKED = (
    ("PTS", "MPVGP", "BC"),
    ("PTS", "TBR"),
    ("PTS", "BBE"),
    *(("PTS", code) for code in ("EDE", "EDE/P", "EDET", "EDEB", "EDEBT", "EDEBB", "EDEBT/P")),
)
"""Lists by which ranks are compared; their codes have no value for a single team."""


def play_whole(seed: int) -> Event | None:
    """Play a tournament to its last round; return None if a round cannot be paired."""
    event, system = Event(seed), MatchSystem(TEAM_2026)
    for number in range(1, event.rounds + 1):
        event.call_absent(number)
        try:
            event.play(system.pair(event.tournament, number))
        except Impossible:
            return None
    return event


def compare_tie_breaks(seed: int, server: Server, path: Path, counted: Counter[str]) -> list[str]:
    """Return the differences in the standings of one tournament."""
    event = play_whole(seed)
    if event is None:
        counted["impossible"] += 1
        return []
    path.write_text(event.report(), encoding="utf-8")
    call = ("tiebreakchecker", "-i", str(path), "-f", "TRF", "-s", "-n", str(event.rounds), "-t")
    found: list[str] = []
    for codes in (CODES, *((code,) for code in ALONE), *RANKED):
        answer = server.ask(*call, *codes)
        if answer["status"]["code"]:
            counted["unanswered"] += 1
            continue
        counted["rounds"] += 1
        there = {one["cid"]: one for one in answer["tiebreakResult"]["competitors"]}
        mine, theirs = _table(event.tournament, codes, there), _gacrux_rows(codes, there)
        if mine == theirs:
            continue
        if _table(_as_played(event), codes, there) == theirs or all(
            one == other or _decided(event.tournament, codes, code, team)
            for team in mine
            for code, one, other in zip(codes, mine[team], theirs[team], strict=False)
        ):
            counted["decided"] += 1
            continue
        lines = [f"seed {seed}, {event.code}, {' '.join(codes)}:"]
        for team in sorted(mine):
            for code, one, other in zip(codes, mine[team], theirs[team], strict=False):
                if one != other:
                    lines.append(f"  team {team}, {code}: here {one}, there {other}")
        found.append("\n".join(lines))
    return found


def _decided(event: MatchTournament, codes: tuple[str, ...], code: str, team: int) -> bool:
    """Return True if a difference is decided by article 8.3 or 12 of C.07.

    12: no team wins a board that both forfeit, while in Gacrux the winner of a forfeited match wins
    it too. 8.3: a last-round match counts as drawn even if it was forfeited, so the byes before it
    are not the last rounds; in Gacrux they are, and count as draws (16.3).
    """
    last = len(event.rounds)
    past = histories(event, last + 1)
    if code == "SSSC/F":
        left = {
            one
            for one, history in past.items()
            if history.parts[-1].award is Award.FORFEIT_LOSS
            and history.parts[-2].award in (Award.ZERO_POINT_BYE, Award.HALF_POINT_BYE)
        }
        return bool(left & {team, *past[team].opponents})
    winners = {
        match.white if match.points[0] > match.points[1] else match.black
        for this in event.matches
        for match in this
        if not match.played
        and match.points[0] != match.points[1]
        and any(board.points == (0, 0) for board in match.boards)
    }
    if codes in RANKED:
        by_boards = {"BC", "TBR", "BBE"} & {*codes}
        tied = {one for one in past if past[one].score == past[team].score}
        return bool(by_boards and tied & winners)
    return code == "BC" and team in winners


Rows = dict[int, tuple[str, ...]]


def _table(event: MatchTournament, codes: tuple[str, ...], teams: Iterable[int]) -> Rows:
    if codes in RANKED:
        ranks = {row.player.id: row.rank for row in standings(event, codes=codes).rows}
        return {team: ("rank", str(ranks[team])) for team in teams}
    asked = codes if codes == CODES else ("PTS", *codes)
    values = our_values(event, asked)
    return {team: tuple(values[team][len(asked) - len(codes) :]) for team in teams}


def _gacrux_rows(codes: tuple[str, ...], there: Mapping[int, Mapping[str, Any]]) -> Rows:
    if codes in RANKED:
        return {team: ("rank", str(one["rank"])) for team, one in there.items()}
    return {team: tuple(map(exact, one["tiebreakScore"])) for team, one in there.items()}


def _as_played(event: Event) -> MatchTournament:
    """Return the event as Gacrux sees it: matches with boards forfeited on both sides count as
    played.
    """
    alike = {
        Result.WHITE_WINS_BY_FORFEIT: Result.WHITE_WINS,
        Result.BLACK_WINS_BY_FORFEIT: Result.BLACK_WINS,
        Result.DOUBLE_FORFEIT: Result.BOTH_LOSE,
    }
    tournament = event.tournament
    people = tournament.individual
    rounds = []
    for this, matches in zip(people.rounds, tournament.matches, strict=True):
        players = {
            board.home for match in matches if _forfeited_on_both(match) for board in match.boards
        }
        games = tuple(
            replace(game, result=alike.get(game.result, game.result))
            if game.result is not None and players & {game.white, game.black}
            else game
            for game in this.games
        )
        rounds.append(replace(this, games=games))
    found = event_of(replace(people, rounds=tuple(rounds)))
    assert isinstance(found, MatchTournament)
    return found


def journal_of(path: Path | None, counted: Counter[str]) -> int:
    """Return the first seed that is not in the journal; add the counts of the journal to
    `counted`.
    """
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
    parser.add_argument("--tie-breaks", action="store_true")
    parser.add_argument("--tournaments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--record", type=Path, help="keep the answers, for the tests")
    chosen = parser.parse_args(arguments)
    compare, what = (
        (compare_tie_breaks, "tables") if chosen.tie_breaks else (compare_rounds, "rounds")
    )
    counted: Counter[str] = Counter()
    first = max(chosen.seed, journal_of(chosen.journal, counted))
    server = Recording(chosen.python)
    with tempfile.TemporaryDirectory() as name:
        for seed in range(first, chosen.seed + chosen.tournaments):
            here: Counter[str] = Counter()
            for text in compare(seed, server, Path(name) / "teams.trf", here):
                here["differences"] += 1
                print(text, flush=True)
            counted += here
            if chosen.journal is not None:
                with chosen.journal.open("a", encoding="utf-8") as file:
                    print(seed, *(here[one] for one in COUNTED), sep="\t", file=file)
            if chosen.record is not None:
                server.keep(seed)
    server.close()
    if chosen.record is not None:
        chosen.record.write_text(json.dumps(server.kept, separators=(",", ":")) + "\n", "utf-8")
    print(
        f"{chosen.tournaments} tournaments, {counted['rounds']} {what}, "
        f"{counted['differences']} differences, {counted['decided']} decided by article "
        f"(C.04.6: 1.6; C.07: 8.3, 12); {counted['unanswered']} {what} without an answer, "
        f"{counted['impossible']} tournaments ended without a legal pairing"
    )
    return 1 if counted["differences"] else 0


class Recording(Server):
    """A server that also keeps its answers, by tournament, for the tests."""

    def __init__(self, python: str) -> None:
        super().__init__(python)
        self.kept: dict[int, list[dict[str, Any]]] = {}
        self._here: list[dict[str, Any]] = []

    def ask(self, module: str, *arguments: str) -> dict[str, Any]:
        answer = super().ask(module, *arguments)
        kept = {"status": {"code": answer["status"]["code"]}}
        for result, name in (("pairingResult", "pairs"), ("tiebreakResult", "competitors")):
            if name in answer.get(result, {}):
                kept[result] = {name: answer[result][name]}
        self._here.append(kept)
        return answer

    def keep(self, seed: int) -> None:
        self.kept[seed], self._here = self._here, []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
