"""Re-pair every round of a tournament from the rounds before it, and compare.

A file holds only the final numbers and results, so a round that does not come out may still have
been paired rightly from what was known then. Before calling it different, the usual causes are
tried one by one (`causes`), and the one that explains the round is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from ..model.errors import N_, CrivelloError, Illegal, Impossible
from ..model.pairing import Board, RoundPairing
from ..model.tournament import Round, Tournament
from ..systems.difference import Difference
from ..systems.registry import System
from .causes import Cause, Doubt, Turned, variants, with_game, with_turned
from .verdicts import first_difference

Pair = Callable[[Tournament, int], RoundPairing]
"""Pairs a round from the rounds before it."""

EFFORT = 6000
"""Boards paired again, at most, in search of a cause of one round."""


class Verdict(Enum):
    SAME = "same"
    DIFFERENT = "different"
    EXPLAINED = "explained"
    """Different from what the file's data give, but right for data of the kind `cause` names."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A round as compared: who meets whom with which colour, and the bye."""

    boards: frozenset[Board]
    bye: int | None

    @staticmethod
    def expected(pairing: RoundPairing) -> Answer:
        return Answer(frozenset(pairing.boards), pairing.bye)

    @staticmethod
    def actual(this: Round) -> Answer:
        """As the round was paired: a game played with reversed colours counts as scheduled."""
        boards = frozenset(
            Board(game.black, game.white) if game.reversed else Board(game.white, game.black)
            for game in this.games
        )
        byes = [player for player, bye in this.byes if not bye.requested]
        return Answer(boards, byes[0] if byes else None)

    def turned(self, other: Answer) -> frozenset[Board]:
        """The boards that `other` has as well, but with the colours the other way round."""
        return frozenset(b for b in self.boards if Board(b.black, b.white) in other.boards)

    def moved(self, other: Answer) -> frozenset[int]:
        """Who has not the same opponent, colour or bye in both."""
        odd = self.boards ^ other.boards
        players = {player for board in odd for player in (board.white, board.black)}
        if self.bye != other.bye:
            players |= {player for player in (self.bye, other.bye) if player is not None}
        return frozenset(players)


@dataclass(frozen=True, slots=True)
class RoundReport:
    round: int
    verdict: Verdict
    actual: Answer
    expected: RoundPairing | None
    """None if the file's data give no pairing at all; `error` says why."""
    cause: Cause | None = None
    error: CrivelloError | None = None
    difference: Difference | None = None
    """The first point in which a different round is not what the rules give."""


def with_rounds(tournament: Tournament) -> Tournament:
    """The tournament with its number of rounds: as announced, else as many as it shows.

    What a file shows are rounds, byes requested for later ones, and the dates of the rounds. A
    checker takes the tournament for finished: its last round was the last one.
    """
    settings = tournament.settings
    if settings.rounds is not None:
        return tournament
    rounds = max(len(tournament.rounds), len(settings.round_dates))
    if not rounds:
        return tournament
    return replace(tournament, settings=replace(settings, rounds=rounds))


def check(tournament: Tournament, system: System, effort: int = EFFORT) -> Iterator[RoundReport]:
    """A report for each paired round; `effort` bounds the search for the cause of one."""
    turned: set[tuple[int, frozenset[int]]] = set()
    for number in range(1, tournament.paired_rounds + 1):
        report = check_round(tournament, number, system, effort, frozenset(turned))
        if report.verdict is not Verdict.SAME and report.expected is not None:
            boards = report.actual.turned(Answer.expected(report.expected))
            turned |= {(number, frozenset((b.white, b.black))) for b in boards}
        yield report


def check_round(
    tournament: Tournament,
    number: int,
    system: System,
    effort: int = EFFORT,
    turned: Turned = frozenset(),
) -> RoundReport:
    """One round; `turned` are earlier games whose colours are not those of their pairing."""
    stated = tournament.settings.rounds is not None
    tournament = with_rounds(tournament)
    actual = Answer.actual(tournament.round(number))
    expected: RoundPairing | None = None
    error: CrivelloError | None = None
    try:
        expected = system.pair(tournament, number)
    except (Impossible, Illegal) as refusal:  # anything else is no verdict on the round
        error = refusal
    if expected is not None and Answer.expected(expected) == actual:
        return RoundReport(number, Verdict.SAME, actual, expected)
    moved = frozenset(tournament.player)
    one_colour = False
    if expected is not None:
        answer = Answer.expected(expected)
        moved = actual.moved(answer)
        one_colour = len(moved) == 2 and len(actual.turned(answer)) == 1
    doubt = Doubt(tournament, number, moved, turned, one_colour, stated)
    cause = _cause(doubt, system.pair, actual, expected, effort)
    if cause is not None:
        return RoundReport(number, Verdict.EXPLAINED, actual, expected, cause, error)
    difference = None
    if expected is not None:
        difference = first_difference(system, tournament, expected, actual.boards, actual.bye)
    return RoundReport(number, Verdict.DIFFERENT, actual, expected, None, error, difference)


def _cause(
    doubt: Doubt, pair: Pair, actual: Answer, expected: RoundPairing | None, effort: int
) -> Cause | None:
    if effort <= 0:
        return None
    tournament, number = doubt.tournament, doubt.number
    cost = max(len(actual.boards), 1)
    for variant in variants(doubt):
        if effort < 0:
            return None
        # This round first: it nearly always fails. Then those since which it stood so.
        for earlier in (number, *range(number - 1, variant.since - 1, -1)):
            effort -= cost
            if not _comes_out(pair, variant.tournament, earlier, tournament):
                break
        else:
            return variant.cause
    if doubt.one_colour and expected is not None:
        (board,) = actual.turned(Answer.expected(expected))
        if _followed_by_play(tournament, number, board, pair):
            return Cause(
                "colours-reversed",
                N_(
                    "Only the colours of {white}-{black} are the other way round, and the next"
                    " round was paired by them."
                ),
                {"white": board.white, "black": board.black},
            )
    return None


def _comes_out(pair: Pair, variant: Tournament, number: int, tournament: Tournament) -> bool:
    """Does the variant give the round that the tournament has?"""
    try:
        pairing = pair(variant, number)
    except CrivelloError:
        return False
    return Answer.expected(pairing) == Answer.actual(tournament.round(number))


def _followed_by_play(tournament: Tournament, number: int, board: Board, pair: Pair) -> bool:
    """Was the next round paired by the colours of the file, and not by those of the pairing?

    Only then do we know that the game was really played with the colours reversed.
    """
    following = number + 1
    if following > tournament.paired_rounds:
        return False
    if not _comes_out(pair, tournament, following, tournament):
        return False
    game = next(
        g
        for g in tournament.round(number).games
        if {g.white, g.black} == {board.white, board.black}
    )
    as_paired = with_game(tournament, number, game, with_turned(game))
    return not _comes_out(pair, as_paired, following, tournament)
