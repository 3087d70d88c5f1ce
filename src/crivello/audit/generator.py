"""Random tournaments: the same seed gives the same tournament everywhere.

Results follow the expected scores of the FIDE rating table. Between equals `draw_percentage` of
the games are drawn; a player expected to score p % draws at most 2p % (or 2(100 - p) %) of them,
so that their expected score stays p.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from crivello.audit.comparison import Pair
from crivello.audit.recipe import Recipe
from crivello.model.errors import Impossible
from crivello.model.history import histories
from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Acceleration, Apart, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.rating_tables import expected_percent
from crivello.systems.registry import find

Item = TypeVar("Item")


class Dice:
    """A seeded source of whole numbers, the same everywhere: they come from `getrandbits` alone."""

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """0 to ``limit - 1``, each equally likely (a draw that falls outside is repeated)."""
        width = limit.bit_length()
        while True:
            number = self._bits(width)
            if number < limit:
                return number

    def between(self, lowest: int, highest: int) -> int:
        return lowest + self.below(highest - lowest + 1)

    def one_in(self, rate: int | Fraction) -> bool:
        """True once in `rate` times; never for 0."""
        return rate > 0 and self.below(rate.numerator) < rate.denominator

    def around(self, middle: int, deviation: int) -> int:
        """Normally distributed, but never further away than six deviations."""
        draws = sum(self.below(1000) for _ in range(12))  # of each the mean is 499.5
        return middle + deviation * (draws - 5994) // 1000

    def percent(self, chance: int) -> bool:
        return self.below(100) < chance

    def choose(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], size: int) -> list[Item]:
        """`size` different items, in the order drawn."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(size)]


_SHORT = (Result.SHORT_WHITE_WINS, Result.SHORT_DRAW, Result.SHORT_BLACK_WINS)
_UNUSUAL = (
    Result.BOTH_LOSE,
    Result.WHITE_DRAWS_BLACK_LOSES,
    Result.WHITE_LOSES_BLACK_DRAWS,
    *_SHORT,
)


def generate(recipe: Recipe, seed: int, pair: Pair | None = None) -> Tournament:
    """A complete random tournament; it ends early where a round cannot be paired."""
    dice = Dice(seed)
    return _play(_start(recipe, seed, dice), recipe, dice, pair or find(recipe.system).pair)


def replay(model: Tournament, recipe: Recipe, seed: int, pair: Pair | None = None) -> Tournament:
    """The field of `model` with its settings and requested byes, and new results."""
    dice = Dice(seed)
    requested = tuple(
        Round(byes=tuple((player, bye) for player, bye in this.byes if bye.requested))
        for this in model.rounds
    )
    rounds = model.settings.rounds or len(model.rounds)
    settings = replace(model.settings, rounds=rounds)
    if settings.initial_colour is None:
        settings = replace(settings, initial_colour=_draw_colour(dice))
    fresh = replace(model, rounds=requested, settings=settings)
    plain = replace(recipe, rounds=rounds, scoring=settings.scoring)
    return _play(fresh, plain, dice, pair or find(recipe.system).pair)


def _draw_colour(dice: Dice) -> Colour:
    return dice.choose((Colour.WHITE, Colour.BLACK))


def _start(recipe: Recipe, seed: int, dice: Dice) -> Tournament:
    ratings = sorted((_rating(recipe, dice) for _ in range(recipe.players)), reverse=True)
    players = tuple(
        Player(number, number, f"Player, {number:04}", rating=rating, entered=_entry(recipe, dice))
        for number, rating in enumerate(ratings, start=1)
    )
    forbidden = tuple(
        Apart(tuple(sorted(dice.sample(range(1, recipe.players + 1), 2))))
        for _ in range(recipe.forbidden_pairs if recipe.players > 1 else 0)
    )
    settings = Settings(
        name=f"Random tournament {seed}",
        rounds=recipe.rounds,
        initial_colour=_draw_colour(dice),
        system=recipe.system,
        scoring=recipe.scoring,
        forbidden=forbidden,
        acceleration=Acceleration(method=recipe.acceleration),
    )
    return Tournament(players, (), settings)


def _rating(recipe: Recipe, dice: Dice) -> int:
    if recipe.middle is not None:
        drawn = dice.around(recipe.middle, recipe.deviation)
        return min(max(drawn, recipe.lowest_rating), recipe.highest_rating)
    if not recipe.bell:
        return dice.between(recipe.lowest_rating, recipe.highest_rating)
    draws = [dice.between(recipe.lowest_rating, recipe.highest_rating) for _ in range(3)]
    return sum(draws) // 3


def _entry(recipe: Recipe, dice: Dice) -> int:
    if recipe.rounds < 2 or not dice.one_in(recipe.late_entry_rate):
        return 1
    return dice.between(2, max(2, recipe.rounds // 2))


def _play(tournament: Tournament, recipe: Recipe, dice: Dice, pair: Pair) -> Tournament:
    for number in range(1, recipe.rounds + 1):
        tournament = _with_absences(tournament, number, recipe, dice)
        try:
            pairing = pair(tournament, number)
        except Impossible:
            break
        games = tuple(
            Game(b.white, b.black, _result(tournament, b, recipe, dice)) for b in pairing.boards
        )
        byes = tournament.round(number).byes
        if pairing.bye is not None:
            byes = (*byes, (pairing.bye, Bye.PAIRING_ALLOCATED))
        later = tournament.rounds[number:]
        rounds = (*tournament.rounds[: number - 1], Round(games, byes), *later)
        tournament = replace(tournament, rounds=rounds)
    return _complete(tournament)


def _complete(tournament: Tournament) -> Tournament:
    """As other readers want it: a letter for every round of everybody, and a rank.

    The rank is by points, then by pairing number.
    """
    paired = tournament.paired_rounds
    rounds = (
        *(_with_absent(tournament, this) for this in tournament.rounds[:paired]),
        *tournament.rounds[paired:],
    )
    past = histories(tournament, paired + 1)
    order = sorted(tournament.players, key=lambda player: (-past[player.id].score, player.number))
    rank = {player.id: place for place, player in enumerate(order, start=1)}
    players = tuple(replace(player, rank=rank[player.id]) for player in tournament.players)
    return replace(tournament, players=players, rounds=rounds)


def _with_absent(tournament: Tournament, this: Round) -> Round:
    there = {player for game in this.games for player in (game.white, game.black)}
    there |= {player for player, _ in this.byes}
    absent = [(p.id, Bye.ZERO_POINT) for p in tournament.players if p.id not in there]
    return replace(this, byes=(*this.byes, *absent))


def _with_absences(tournament: Tournament, number: int, recipe: Recipe, dice: Dice) -> Tournament:
    """Withdrawals and requested byes before round `number`."""
    this = tournament.round(number)
    byes = dict(this.byes)
    players = list(tournament.players)
    for index, player in enumerate(players):
        gone = player.withdrawn_after is not None and player.withdrawn_after < number
        if gone or player.entered > number or player.id in byes:
            continue
        if number > 1 and dice.one_in(recipe.withdrawal_rate):
            players[index] = replace(player, withdrawn_after=number - 1)
        elif dice.one_in(recipe.half_point_bye_rate):
            byes[player.id] = Bye.HALF_POINT
        elif dice.one_in(recipe.zero_point_bye_rate):
            byes[player.id] = Bye.ZERO_POINT
        elif dice.one_in(recipe.full_point_bye_rate):
            byes[player.id] = Bye.FULL_POINT
    coming = Round(byes=tuple(sorted(byes.items(), key=lambda item: item[0])))
    rounds = (*tournament.rounds[: number - 1], coming, *tournament.rounds[number:])
    return replace(tournament, players=tuple(players), rounds=rounds)


def _result(tournament: Tournament, board: Board, recipe: Recipe, dice: Dice) -> Result:
    if dice.one_in(recipe.forfeit_rate):
        return dice.choose((Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT))
    if dice.one_in(recipe.double_forfeit_rate):
        return Result.DOUBLE_FORFEIT
    if dice.one_in(recipe.unusual_rate):
        return dice.choose(_UNUSUAL)
    if dice.one_in(recipe.short_rate):
        return dice.choose(_SHORT)
    white, black = (tournament.player[player].rating or 0 for player in (board.white, board.black))
    difference = white - black
    expected = 50 if dice.percent(recipe.upset_percentage) else expected_percent(difference)
    draws = min(recipe.draw_percentage, 2 * expected, 200 - 2 * expected)
    roll = dice.below(200)  # in half percents, so that half of an odd share of draws is whole
    if roll < 2 * expected - draws:
        return Result.WHITE_WINS
    return Result.DRAW if roll < 2 * expected + draws else Result.BLACK_WINS
