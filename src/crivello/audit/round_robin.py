"""Round robins: recognised, and compared with the Berger tables (C.05, Annex 1).

They are not paired here, only held beside the table: with the numbers of the file, cycle by cycle,
every second one with the colours reversed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from crivello.audit.causes import Cause
from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.comparison import ComparedRound
from crivello.model.pairing import Board, RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.rules.rounds import berger_table

KEY = "berger"
TITLE = N_("Round robin, Berger tables")

_STATED = re.compile(r"round[ _-]*robin|berger|all[ -]play[ -]all", re.IGNORECASE)
_LEAST = 6
"""A Swiss system of fewer players soon has everybody meet everybody as well."""


def is_round_robin(tournament: Tournament) -> bool:
    """Does the file say so, or does everybody meet everybody equally often?"""
    if not tournament.paired_rounds:
        return False
    if _STATED.search(tournament.settings.kind):
        return True
    players = len(tournament.players)
    cycle = players - 1 + players % 2
    if players < _LEAST or tournament.paired_rounds % cycle:
        return False
    met = Counter(
        frozenset((game.white, game.black)) for this in tournament.rounds for game in this.games
    )
    cycles = tournament.paired_rounds // cycle
    return len(met) == players * (players - 1) // 2 and set(met.values()) == {cycles}


def check_round_robin(tournament: Tournament) -> Iterator[RoundReport]:
    """Each round beside the round of the table that has its number."""
    order = sorted(tournament.players, key=lambda player: player.number)
    table = berger_table(len(order))
    if not table:
        return
    rounds: list[frozenset[Board]] = []
    for cycle in range(-(-tournament.paired_rounds // len(table))):
        for boards in table:
            pairs = [(w, b) if cycle % 2 == 0 else (b, w) for w, b in boards]
            rounds.append(frozenset(Board(order[w - 1].id, order[b - 1].id) for w, b in pairs))
    for number in range(1, tournament.paired_rounds + 1):
        actual = ComparedRound.actual(tournament.round(number))
        expected = _pairing(tournament, number, rounds[number - 1])
        if actual.boards == rounds[number - 1]:
            yield RoundReport(number, Verdict.SAME, actual, expected)
            continue
        cause = None
        if actual.boards in rounds:
            sentence = N_("It is round {number} of the Berger tables.")
            found = rounds.index(actual.boards) + 1
            cause = Cause.of("rounds-exchanged", sentence, number=found)
        verdict = Verdict.DIFFERENT if cause is None else Verdict.EXPLAINED
        yield RoundReport(number, verdict, actual, expected, cause)


def _pairing(tournament: Tournament, number: int, boards: frozenset[Board]) -> RoundPairing:
    """In the order of the table; who is free is nobody's bye."""
    ordered = sorted(boards, key=lambda b: min(_number(tournament, p) for p in (b.white, b.black)))
    bye = ComparedRound.actual(tournament.round(number)).bye
    seated = {player for board in boards for player in (board.white, board.black)}
    return RoundPairing(number, KEY, tuple(ordered), None if bye in seated else bye)


def _number(tournament: Tournament, player: int) -> int:
    return tournament.player[player].number
