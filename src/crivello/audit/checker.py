"""Re-pair every round of a tournament from the rounds before it, and compare.

A file holds only the final numbers and results, so a round that does not come out may still have
been paired rightly from what was known then. Before calling it different, the usual causes are
tried one by one, and the one that explains the round is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from ..model.errors import N_, CrivelloError
from ..model.history import histories
from ..model.pairing import Board, RoundPairing
from ..model.result import Result
from ..model.settings import Parity
from ..model.tournament import Game, Round, Tournament
from ..systems.difference import Difference
from ..systems.registry import Judge, System

Pair = Callable[[Tournament, int], RoundPairing]
"""Pairs a round from the rounds before it."""


class Verdict(Enum):
    SAME = "same"
    DIFFERENT = "different"
    EXPLAINED = "explained"
    """Different from what the file's data give, but right for data of the kind `cause` names."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What was different when the round was paired."""

    kind: str
    template: str
    values: dict[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.values)


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


@dataclass(frozen=True, slots=True)
class RoundReport:
    round: int
    verdict: Verdict
    actual: Answer
    expected: RoundPairing | None
    """None if the rules give no pairing at all; `error` says why."""
    cause: Cause | None = None
    error: CrivelloError | None = None
    difference: Difference | None = None
    """The first point in which a different round is not what the rules give."""


def check(tournament: Tournament, system: System, effort: int = 1000) -> Iterator[RoundReport]:
    """A report for each paired round; `effort` bounds the re-pairings tried for causes of one."""
    for number in range(1, tournament.paired_rounds + 1):
        yield check_round(tournament, number, system, effort)


def check_round(
    tournament: Tournament, number: int, system: System, effort: int = 1000
) -> RoundReport:
    pair = system.pair
    actual = Answer.actual(tournament.round(number))
    expected, error = _try(pair, tournament, number)
    if expected is not None and Answer.expected(expected) == actual:
        return RoundReport(number, Verdict.SAME, actual, expected)
    for tries, (cause, variant) in enumerate(causes(tournament, number)):
        if tries >= effort:
            break
        other, _ = _try(pair, variant, number)
        if other is not None and Answer.expected(other) == actual:
            return RoundReport(number, Verdict.EXPLAINED, actual, expected, cause, error)
    if expected is not None:
        turned = _colours_turned(actual, Answer.expected(expected))
        if turned is not None and _followed_by_play(tournament, number, turned, pair):
            cause = Cause(
                "colours-reversed",
                N_("{white} and {black} played with the colours reversed."),
                {"white": turned.white, "black": turned.black},
            )
            return RoundReport(number, Verdict.EXPLAINED, actual, expected, cause)
    difference = None
    if expected is not None and isinstance(system, Judge):
        difference = system.judge(tournament, number, actual.boards, actual.bye)
    return RoundReport(number, Verdict.DIFFERENT, actual, expected, None, error, difference)


def _try(
    pair: Pair, tournament: Tournament, number: int
) -> tuple[RoundPairing | None, CrivelloError | None]:
    try:
        return pair(tournament, number), None
    except CrivelloError as error:
        return None, error


def causes(tournament: Tournament, number: int) -> Iterator[tuple[Cause, Tournament]]:
    """What the data may have been when round `number` was paired, the likeliest first."""
    yield from _numbers(tournament, number)
    for past in (number - 1, number - 2):
        if past >= 1:
            yield from _results(tournament, past)
    for past in range(number - 1, 0, -1):
        yield from _colours(tournament, past)


def _numbers(tournament: Tournament, number: int) -> Iterator[tuple[Cause, Tournament]]:
    """Pairing numbers as they were before late entries were put in their place."""
    options = replace(tournament.settings.options, parity=Parity.LITERAL)
    settings = replace(tournament.settings, options=options)
    yield (
        Cause(
            "literal-numbers",
            N_("The colours follow the pairing numbers of the final list."),
            {},
        ),
        replace(tournament, settings=settings),
    )
    past = histories(tournament, number)
    last = max((player.number for player in tournament.players), default=0)
    late = [
        player
        for player in tournament.players
        if number > 1 and past[player.id].entries[0].opponent is None
    ]
    for player in late:
        moved = replace(player, number=last + 1)
        players = tuple(moved if other is player else other for other in tournament.players)
        yield (
            Cause(
                "number-of-late-entry",
                N_("Player {player} still had the last pairing number."),
                {"player": player.id},
            ),
            replace(tournament, players=players),
        )


_ALTERNATIVES = (
    Result.DRAW,
    Result.WHITE_WINS,
    Result.BLACK_WINS,
    Result.WHITE_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT,
    Result.DOUBLE_FORFEIT,
)


def _results(tournament: Tournament, past: int) -> Iterator[tuple[Cause, Tournament]]:
    """One result of round `past` that was entered or corrected after the pairing."""
    for alternative in _ALTERNATIVES:
        for game in tournament.round(past).games:
            if game.result is alternative:
                continue
            values: dict[str, object] = {
                "round": past,
                "white": game.white,
                "black": game.black,
                "result": str(alternative),
            }
            if alternative is Result.DRAW:
                cause = Cause(
                    "taken-as-a-draw",
                    N_("Round {round}: {white}-{black} was still open and was taken as a draw."),
                    values,
                )
            else:
                cause = Cause(
                    "result-corrected",
                    N_("Round {round}: {white}-{black} stood as {result} and was corrected later."),
                    values,
                )
            yield cause, _with_game(tournament, past, game, replace(game, result=alternative))


def _colours(tournament: Tournament, past: int) -> Iterator[tuple[Cause, Tournament]]:
    """One game of round `past` whose colours stood the other way round."""
    for game in tournament.round(past).games:
        if game.result is None or not game.result.played:
            continue
        turned = replace(game, white=game.black, black=game.white, result=game.result.mirrored)
        yield (
            Cause(
                "colours-corrected",
                N_("Round {round}: {white}-{black} stood with the colours reversed."),
                {"round": past, "white": game.white, "black": game.black},
            ),
            _with_game(tournament, past, game, turned),
        )


def _with_game(tournament: Tournament, number: int, old: Game, new: Game) -> Tournament:
    this = tournament.round(number)
    games = tuple(new if game is old else game for game in this.games)
    rounds = list(tournament.rounds)
    rounds[number - 1] = replace(this, games=games)
    return replace(tournament, rounds=tuple(rounds))


def _colours_turned(actual: Answer, expected: Answer) -> Board | None:
    """The one board of `actual` that differs from `expected` in its colours only."""
    odd = actual.boards - expected.boards
    if len(odd) != 1 or actual.bye != expected.bye:
        return None
    (board,) = odd
    return board if Board(board.black, board.white) in expected.boards else None


def _followed_by_play(tournament: Tournament, number: int, board: Board, pair: Pair) -> bool:
    """Was the next round paired by the colours of the file, and not by those of the pairing?

    Only then do we know that the game was really played with the colours reversed.
    """
    following = number + 1
    if following > tournament.paired_rounds:
        return False
    actual = Answer.actual(tournament.round(following))
    as_played, _ = _try(pair, tournament, following)
    if as_played is None or Answer.expected(as_played) != actual:
        return False
    game = next(
        g
        for g in tournament.round(number).games
        if {g.white, g.black} == {board.white, board.black}
    )
    if game.result is None:
        return False
    turned = replace(game, white=game.black, black=game.white, result=game.result.mirrored)
    as_paired, _ = _try(pair, _with_game(tournament, number, game, turned), following)
    return as_paired is None or Answer.expected(as_paired) != actual
