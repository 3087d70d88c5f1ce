"""Random tournaments for the tests, with every kind of result, bye, absence and setting.

`play` takes the pairing as a function, so that any system (or `random_pairing`) can make the
rounds. Everything follows from the seed of the generator that is passed in.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from crivello.model.errors import Impossible
from crivello.model.pairing import Board, RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Acceleration, Apart, Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament

Pair = Callable[[Tournament, int], RoundPairing]

SCORINGS = (
    Scoring(),
    Scoring(pairing_allocated_bye=1),
    Scoring(pairing_allocated_bye=0),
    Scoring.of_units(6, 2, 0, 6, unit=2),
    Scoring(white_loss=1, black_loss=1, pairing_allocated_bye=1, zero_point_bye=0),
)


@dataclass(frozen=True)
class Axes:
    """How often unusual events happen, in percent for each player or game of a round."""

    draws: int = 30
    forfeits: int = 0
    double_forfeits: int = 0
    half: int = 0
    full: int = 0
    zero: int = 0
    withdrawals: int = 0
    late: int = 0
    unusual: int = 0
    adjourned: int = 0
    forbidden: int = 0
    """Forbidden pairs per hundred players."""
    upsets: int = 25
    """How often the lower ranked wins a decided game."""
    scoring: Scoring = SCORINGS[0]
    acceleration: bool = False


def random_axes(rng: random.Random) -> Axes:
    """Return random axes that cover everything, with plain tournaments among them."""

    def sometimes(*values: int) -> int:
        return rng.choice((0, 0, *values))

    return Axes(
        draws=rng.choice((0, 15, 30, 60)),
        forfeits=sometimes(3, 12),
        double_forfeits=sometimes(3),
        half=sometimes(4, 12),
        full=sometimes(4),
        zero=sometimes(4, 12),
        withdrawals=sometimes(3),
        late=sometimes(10),
        unusual=sometimes(4),
        adjourned=sometimes(4),
        forbidden=sometimes(10, 30),
        upsets=rng.choice((10, 25, 50)),
        scoring=rng.choice((*([SCORINGS[0]] * 4), *SCORINGS[1:])),
        acceleration=rng.random() < 0.15,
    )


def start(rng: random.Random, players: int, rounds: int, axes: Axes) -> Tournament:
    """Return a tournament before its first round."""
    ratings = sorted((rng.randrange(1400, 2700) for _ in range(players)), reverse=True)
    entries = tuple(
        Player(
            id=number,
            number=number,
            name=f"Player {number:04}",
            rating=rating,
            entered=rng.randrange(2, rounds + 1) if rounds > 1 and _hit(rng, axes.late) else 1,
        )
        for number, rating in enumerate(ratings, start=1)
    )
    forbidden = []
    if players > 1:
        for _ in range(players * axes.forbidden // 100):
            forbidden.append(Apart(tuple(sorted(rng.sample(range(1, players + 1), 2)))))
    virtual: tuple[tuple[int, tuple[int, ...]], ...] = ()
    if axes.acceleration:
        win = axes.scoring.win
        top = 2 * -(-players // 4)
        ahead = tuple([win] * -(-rounds // 4) + [win // 2] * (rounds // 4))
        virtual = tuple((number, ahead) for number in range(1, top + 1))
    settings = Settings(
        name="Random",
        rounds=rounds,
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
        scoring=axes.scoring,
        forbidden=tuple(forbidden),
        acceleration=Acceleration(virtual=virtual),
    )
    return Tournament(entries, (), settings)


def _hit(rng: random.Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def with_byes(rng: random.Random, tournament: Tournament, axes: Axes) -> Tournament:
    """Return the tournament with requested byes and withdrawals for the coming round."""
    coming = tournament.next_round
    players = list(tournament.players)
    byes = []
    for index, player in enumerate(players):
        if player.entered > coming or player.withdrawn_after is not None:
            continue
        if coming > 1 and _hit(rng, axes.withdrawals):
            players[index] = replace(player, withdrawn_after=coming - 1)
            continue
        for percent, bye in (
            (axes.half, Bye.HALF_POINT),
            (axes.full, Bye.FULL_POINT),
            (axes.zero, Bye.ZERO_POINT),
        ):
            if _hit(rng, percent):
                byes.append((player.id, bye))
                break
    rounds = (*tournament.rounds[: coming - 1], Round(byes=tuple(byes)))
    return replace(tournament, players=tuple(players), rounds=rounds)


def random_result(rng: random.Random, axes: Axes, white_is_higher: bool) -> Result:
    if _hit(rng, axes.forfeits):
        return rng.choice((Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT))
    if _hit(rng, axes.double_forfeits):
        return Result.DOUBLE_FORFEIT
    if _hit(rng, axes.adjourned):
        return Result.ADJOURNED
    if _hit(rng, axes.unusual):
        return rng.choice(
            (
                Result.BOTH_LOSE,
                Result.WHITE_DRAWS_BLACK_LOSES,
                Result.WHITE_LOSES_BLACK_DRAWS,
                Result.SHORT_WHITE_WINS,
                Result.SHORT_DRAW,
                Result.SHORT_BLACK_WINS,
            )
        )
    if _hit(rng, axes.draws):
        return Result.DRAW
    upset = _hit(rng, axes.upsets)
    return Result.WHITE_WINS if white_is_higher != upset else Result.BLACK_WINS


def with_round(
    rng: random.Random, tournament: Tournament, axes: Axes, pairing: RoundPairing
) -> Tournament:
    """Return the tournament after `pairing` has been played with random results."""
    number = pairing.round
    games = tuple(
        Game(b.white, b.black, random_result(rng, axes, b.white < b.black)) for b in pairing.boards
    )
    byes = tournament.round(number).byes
    if pairing.bye is not None:
        byes = (*byes, (pairing.bye, Bye.PAIRING_ALLOCATED))
    rounds = (*tournament.rounds[: number - 1], Round(games, byes))
    return replace(tournament, rounds=rounds)


def play(
    rng: random.Random, players: int, rounds: int, axes: Axes, pair: Pair, until: int | None = None
) -> Tournament:
    """Play rounds with `pair`; stop before round `until` with its byes entered, or if it cannot be
    paired.
    """
    tournament = start(rng, players, rounds, axes)
    for number in range(1, rounds + 1):
        tournament = with_byes(rng, tournament, axes)
        if number == until:
            return tournament
        try:
            pairing = pair(tournament, number)
        except Impossible:
            return tournament
        tournament = with_round(rng, tournament, axes, pairing)
    return tournament


def random_pairing(rng: random.Random) -> Pair:
    """Return a function that pairs at random, without rematches if a few tries avoid them."""

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        away = {player for player, _ in tournament.round(number).byes}
        ids = [
            player.id
            for player in tournament.players
            if player.id not in away
            and player.entered <= number
            and (player.withdrawn_after is None or player.withdrawn_after >= number)
        ]
        met = {
            frozenset((game.white, game.black))
            for round_ in tournament.rounds[: number - 1]
            for game in round_.games
            if game.result is not None and game.result.played
        }
        for _ in range(50):
            rng.shuffle(ids)
            boards = [Board(ids[i], ids[i + 1]) for i in range(0, len(ids) - 1, 2)]
            if all(frozenset((board.white, board.black)) not in met for board in boards):
                break
        else:
            raise Impossible("no random pairing found")
        bye = ids[-1] if len(ids) % 2 else None
        return RoundPairing(number, "random", tuple(boards), bye)

    return pair
