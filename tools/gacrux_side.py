"""Gacrux as a side of a campaign, called as a black box: pairings and tie-breaks.

    crivello campaign --left dutch-2026 --right tools.gacrux_side:theirs …

`GACRUX` names an interpreter in whose environment Gacrux is installed; without it, that of
`make agree WHAT=endorse` is called. `compare_standings` compares the values of all tie-breaks of
`CODES` and the ranks by the list of the tournament.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from crivello.audit.journal import Case
from crivello.audit.sides import EngineFailed
from crivello.formats.trf import read_trf, write_trf
from crivello.model.errors import Impossible
from crivello.model.history import History, histories
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Award
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.standings.standings import standings
from crivello.standings.wording import value_cell
from crivello.words import Language, translator

KEY = "dutch-2026"
VERSION = "1.11.65"
CODES = (
    *("PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1", "AOB", "KS", "WIN", "WON"),
    *("BPG", "BWG", "PS", "PS/C1", "REP", "STD", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO"),
    "FB",
)
"""Tie-breaks whose values are compared. Fore Buchholz is asked alone: with it Gacrux computes AOB
from fore Buchholz too.
"""
RANKED = ("PTS", "BH/C1", "BH", "DE", "SB", "WIN", "PS")
"""The list by which ranks are compared if a tournament announces none."""


class Server:
    """A process of Gacrux that answers call after call."""

    def __init__(self, python: str = "") -> None:
        python = python or os.environ.get("GACRUX", "build/gacrux/bin/python")
        script = str(Path(__file__).with_name("gacrux_server.py"))
        self._process = subprocess.Popen(
            [python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def ask(self, module: str, *arguments: str) -> dict[str, Any]:
        """Return the answer to a call; raise `EngineFailed` if there is none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps([module, *arguments]) + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(json.loads(self._process.stdout.readline()))
        except (OSError, ValueError) as error:
            _server.cache_clear()
            raise EngineFailed(
                N_("{program} did not run: {reason}"), program="gacrux", reason=str(error)
            ) from error
        return answer


@cache
def _server() -> Server:
    return Server()


def _ask(tournament: Tournament, module: str, *arguments: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(write_trf(tournament, "trf26"), encoding="utf-8")
        return _server().ask(module, "-i", str(path), "-f", "TRF", *arguments)


def theirs(tournament: Tournament, number: int) -> RoundPairing:
    """Return the round as Gacrux pairs it."""
    call = ("-p", "-m", "dutch", "-n", str(number))
    answer = _ask(tournament.before(number), "pairingchecker", *call)
    pairs = answer.get("pairingResult", {}).get("pairs")
    if answer["status"]["code"] or not pairs:
        raise Impossible(N_("The other program finds no pairing."))
    boards = tuple(Board(white, black) for white, black in pairs if white and black)
    bye = next((one or other for one, other in pairs if not (one and other)), None)
    return RoundPairing(number, KEY, boards, bye)


# Standings


def compare_standings(tournament: Tournament) -> tuple[Case, ...]:
    """Return a case for each tie-break, and for the rank, in which a player has another value in
    Gacrux.
    """
    ranked = ("PTS", *tournament.settings.tie_breaks) if tournament.settings.tie_breaks else RANKED
    after = str(tournament.paired_rounds)
    values = _tie_breaks(tournament, after, CODES[:-1])
    for player, one in _tie_breaks(tournament, after, CODES[-1:]).items():
        values[player]["tiebreakScore"] += one["tiebreakScore"]
    ranks = _tie_breaks(tournament, after, ranked)
    here = our_values(tournament, CODES)
    by_rank = standings(tournament, codes=ranked)
    cases = []
    for index, code in enumerate(CODES):
        pairs = {
            player: (mine[index], exact(values[player]["tiebreakScore"][index]))
            for player, mine in here.items()
        }
        cases += _case(tournament, code, pairs)
    found = {
        row.player.id: (str(row.rank), str(ranks[row.player.id]["rank"])) for row in by_rank.rows
    }
    cases += _case(tournament, "rank by " + " ".join(ranked), found)
    return tuple(cases)


def verdict(case: Case) -> str:
    """Return the article that decides a difference; empty if it is an unknown one."""
    tournament = read_trf(case.trf).tournament
    if case.code == "STD":
        return _standard_points(tournament, case)
    if case.code == "FB":
        return _fore_buchholz(tournament, case)
    return ""


def _fore_buchholz(tournament: Tournament, case: Case) -> str:
    """Return article 8.3 if it explains the difference; else empty.

    Gacrux takes games as drawn only after the announced last round.
    """
    rounds = tournament.settings.rounds
    if rounds is None or tournament.paired_rounds >= rounds:
        return ""
    plain = {str(player): own[-1] for player, own in our_values(tournament, ("BH",)).items()}
    if any(plain[player] != there for player, there in (text.split(": ") for text in case.right)):
        return ""
    return "C.07: 8.3, after an earlier round the latest of the rounds so far is the last"


def _standard_points(tournament: Tournament, case: Case) -> str:
    past = histories(tournament, tournament.paired_rounds + 1)
    there = dict(text.split(": ") for text in case.right)
    for player, mine in (text.split(": ") for text in case.left):
        gap = sum(_beside_its_letter(past, int(player), at) for at in range(case.round))
        if Fraction(mine) - Fraction(there[player]) != gap:
            return ""
    return "C.07: 7.7, points are compared with the opponent's: 0-0 is as many, ½-0 is more"


LETTERS = {
    Award.WIN: Fraction(1),
    Award.SHORT_WIN: Fraction(1),
    Award.DRAW: Fraction(1, 2),
    Award.SHORT_DRAW: Fraction(1, 2),
}
"""The points that the letter of a played game means in itself; results with unusual points have
none.
"""


def _beside_its_letter(past: Mapping[int, History], player: int, at: int) -> Fraction:
    """Return the points by 7.7 of a round with an unusual result, minus those of its letter in the
    file.
    """
    mine = past[player]
    opponent, part = mine.opponents[at], mine.parts[at]
    if opponent is None or not part.played:
        return Fraction(0)
    points, theirs = part.points, past[opponent].parts[at].points
    worth = Fraction(1 + (points > theirs) - (points < theirs), 2)
    return worth - LETTERS.get(part.award, Fraction(0))


def _case(tournament: Tournament, code: str, values: dict[int, tuple[str, str]]) -> list[Case]:
    odd = {player: both for player, both in values.items() if both[0] != both[1]}
    if not odd:
        return []
    left = tuple(f"{player}: {mine}" for player, (mine, _) in odd.items())
    right = tuple(f"{player}: {other}" for player, (_, other) in odd.items())
    reason = Sentence(N_("The tie-break {code} has other values."), code=code)
    number = tournament.paired_rounds
    return [Case(number, write_trf(tournament, "trf26"), left, right, code, reason)]


def _tie_breaks(
    tournament: Tournament, after: str, codes: tuple[str, ...]
) -> dict[int, dict[str, Any]]:
    answer = _ask(tournament, "tiebreakchecker", "-s", "-n", after, "-t", *codes)
    if answer["status"]["code"]:
        raise EngineFailed(
            N_("{program} did not run: {reason}"),
            program="gacrux",
            reason=" ".join(answer["status"]["error"]),
        )
    return {one["cid"]: one for one in answer["tiebreakResult"]["competitors"]}


def our_values(tournament: Tournament, codes: tuple[str, ...]) -> dict[int, list[str]]:
    table, words = standings(tournament, codes=codes), translator(Language.EN)
    return {
        row.player.id: [
            exact(value_cell(table, index, row, words).raw) for index in range(len(table.keys))
        ]
        for row in table.rows
    }


def exact(value: object) -> str:
    """Return a value with two decimals, .005 up, as Gacrux rounds; ours are exact, such as `8
    2/3`.
    """
    number = sum(map(Fraction, str(value or 0).split()))
    return str(Fraction(math.floor(100 * number + Fraction(1, 2)), 100))
