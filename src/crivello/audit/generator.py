"""Random tournaments: the same seed gives the same tournament everywhere.

Results follow the expected scores of the FIDE rating table. Between equals `draw_percentage` of the
games are drawn; a player expected to score p % draws at most 2p % (or 2(100 - p) %) of them, so
that their expected score stays p.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from typing import NamedTuple, Protocol, Self, TypeVar

from crivello.audit.comparison import Pair
from crivello.audit.matches import play_matches, ranks
from crivello.audit.recipe import Recipe
from crivello.model.errors import Impossible
from crivello.model.history import histories
from crivello.model.keys import has_two_games, is_round_robin, pairs_matches
from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import (
    Acceleration,
    Apart,
    Scoring,
    Settings,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.acceleration import baku_of
from crivello.rules.rating_tables import expected_percent
from crivello.rules.round_robin import cycles_of, rounds_of_cycle
from crivello.standings.standings import announced_list, standings
from crivello.systems.registry import find

Item = TypeVar("Item")


class RandomNumbers:
    """A seeded source of whole numbers; the same seed gives the same numbers on every system."""

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit - 1``, each equally likely."""
        width = limit.bit_length()
        while True:
            number = self._bits(width)
            if number < limit:
                return number

    def between(self, lowest: int, highest: int) -> int:
        return lowest + self.below(highest - lowest + 1)

    def one_in(self, rate: int | Fraction) -> bool:
        """Return True once in `rate` times on average; never for 0."""
        return rate > 0 and self.below(rate.numerator) < rate.denominator

    def around(self, middle: int, deviation: int) -> int:
        """Return a normally distributed number, never further away than six deviations."""
        draws = sum(self.below(1000) for _ in range(12))  # of each the mean is 499.5
        return middle + deviation * (draws - 5994) // 1000

    def percent(self, chance: int) -> bool:
        return self.below(100) < chance

    def choose(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[Item], size: int) -> list[Item]:
        """Return `size` different items, in the order in which they were drawn."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(size)]


_SHORT = (Result.SHORT_WHITE_WINS, Result.SHORT_DRAW, Result.SHORT_BLACK_WINS)
_UNUSUAL = (
    Result.BOTH_LOSE,
    Result.WHITE_DRAWS_BLACK_LOSES,
    Result.WHITE_LOSES_BLACK_DRAWS,
    *_SHORT,
)


class RandomStreams(Protocol):
    """The random numbers that decide each question, in one stream or in several."""

    def of_field(self) -> RandomNumbers: ...
    def of_absences(self, number: int) -> RandomNumbers:
        """Return the random numbers for the absences in a round."""
        ...

    def of_game(self, board: Board) -> tuple[RandomNumbers, bool]:
        """Return the random numbers for a game; True if a low one is good for Black."""
        ...


class SingleStream(RandomNumbers):
    """One stream for everything, in the order in which numbers are drawn."""

    def of_field(self) -> Self:
        return self

    def of_absences(self, number: int) -> Self:
        return self

    def of_game(self, board: Board) -> tuple[RandomNumbers, bool]:
        return self, False


class CommonRandomNumbers:
    """Common random numbers: one stream for the absences of each round and one for each game.

    Tournaments that different systems pair thus have the same players and the same absences. Two
    players draw the same number in their first game whatever its round and colours, and another one
    in their second game. Make one object for each tournament.
    """

    def __init__(self, *key: object) -> None:
        self._key = key
        self._games: Counter[tuple[int, int]] = Counter()

    def stream(self, *what: object) -> RandomNumbers:
        name = "\0".join(map(str, (*self._key, *what)))
        return RandomNumbers(int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big"))

    def of_field(self) -> RandomNumbers:
        return self.stream("field")

    def of_absences(self, number: int) -> RandomNumbers:
        return self.stream("absences", number)

    def of_game(self, board: Board) -> tuple[RandomNumbers, bool]:
        pair = min(board), max(board)
        self._games[pair] += 1
        return self.stream("game", *pair, self._games[pair]), board.white != pair[0]


class RandomTournament(NamedTuple):
    """A random tournament, and the strengths from which its results were drawn."""

    tournament: Tournament
    strengths: Mapping[int, int]
    """The strength of each player: the rating, unless ratings are drawn with an error."""


# A recipe by chance


def draw_recipe(system: str, seed: int, players: int | None = None) -> Recipe:
    """Draw a whole recipe: the size, the rounds, the kinds of events, the list of tie-breaks."""
    rng = RandomNumbers(seed)
    if players is None and is_round_robin(system):
        players = rng.between(4, 12)
    elif players is None:
        largest = 40 if find(system).slow else 120
        players = rng.between(6, rng.choose((20, 40, largest)))
    rounds = rng.between(3, min(11, max(3, players // 2)))
    return vary(Recipe(players=players, rounds=rounds, system=system), rng)


def vary(recipe: Recipe, rng: RandomNumbers) -> Recipe:
    """Return the recipe with kinds of events drawn at random, such as forfeits or late entries."""
    narrow = rng.one_in(3)
    scoring = rng.choose((recipe.scoring, recipe.scoring, recipe.scoring, *_OTHER_SCORINGS))
    baku = baku_of(recipe.system)
    may_accelerate = scoring.win == 2 * scoring.draw == scoring.unit and recipe.rounds >= 9
    varied = replace(
        recipe,
        highest_rating=2100 if narrow else recipe.highest_rating,
        lowest_rating=2000 if narrow else recipe.lowest_rating,
        draw_percentage=rng.choose((10, 30, 60)),
        upset_percentage=rng.choose((0, 20, 50)),
        forfeit_rate=rng.choose((0, 0, 40, 15)),
        double_forfeit_rate=rng.choose((0, 0, 60)),
        unusual_rate=rng.choose((0, 0, 40)),
        withdrawal_rate=rng.choose((0, 0, 50)),
        late_entry_rate=rng.choose((0, 0, 8)),
        half_point_bye_rate=rng.choose((0, 0, 30, 12)),
        full_point_bye_rate=rng.choose((0, 0, 0, 60)),
        zero_point_bye_rate=rng.choose((0, 0, 30)),
        forbidden_pairs=rng.choose((0, 0, 0, 2)),
        acceleration=baku if may_accelerate and rng.one_in(3) else None,
        scoring=scoring,
    )
    if pairs_matches(recipe.system):
        boards = rng.choose((2, 4, 4)) if not has_two_games(recipe.system) else recipe.boards
        of_matches = TWO_GAMES if has_two_games(recipe.system) else TEAMS
        return replace(
            varied,
            boards=boards,
            scoring=recipe.scoring,
            acceleration=None,
            tie_breaks=tuple(rng.sample(of_matches, rng.between(2, 4))),
        )
    codes = ANY_EVENT if is_round_robin(recipe.system) else SWISS_ONLY + ANY_EVENT
    return replace(varied, tie_breaks=tuple(rng.sample(codes, rng.between(2, 6))))


_OTHER_SCORINGS = (
    Scoring.of_units(6, 2, 0, 6, unit=2),
    Scoring(pairing_allocated_bye=1),
)
"""Three points for a win, and a bye worth half a point."""
SWISS_ONLY = ("BH/C1", "BH", "BH/M1", "BH/C2")
ANY_EVENT = ("DE", "SB", "WIN", "WON", "BPG", "PS", "ARO", "TPR")
"""Tie-breaks from which a list is drawn: for Swiss tournaments only, and for any event."""
TEAMS = ("GPTS", "BH:MP", "BH:MP/C1", "BH:GP", "EMMSB", "EGGSB", "EDE", "WIN")
TWO_GAMES = ("BH/C1", "BH", "SB", "DE", "WIN")
"""Tie-breaks from which a list is drawn for teams, and for matches of two games."""


# The tournament


def generate(recipe: Recipe, seed: int, pair: Pair | None = None) -> Tournament:
    """Generate a complete random tournament; it ends early if a round cannot be paired."""
    return play(recipe, SingleStream(seed), f"Random tournament {seed}", pair).tournament


def play(
    recipe: Recipe, streams: RandomStreams, name: str, pair: Pair | None = None
) -> RandomTournament:
    """Generate a tournament whose random decisions follow the numbers of `streams`."""
    if is_round_robin(recipe.system):
        recipe = _as_round_robin(recipe)
    start = _start(recipe, name, streams.of_field())
    pair = pair or find(recipe.system).pair
    if pairs_matches(recipe.system):
        event = play_matches(
            *start,
            recipe,
            lambda event, n: _with_absences(event, n, recipe, streams.of_absences(n)),
            lambda strengths, board: _result(strengths, board, recipe, streams),
            pair,
        )
        return start._replace(tournament=event)
    return start._replace(tournament=_play(start, recipe, streams, pair))


def _as_round_robin(recipe: Recipe) -> Recipe:
    """Return the recipe with one or two whole cycles, and all players present from round 1."""
    cycle = rounds_of_cycle(recipe.players)
    cycles = cycles_of(recipe.system, None, recipe.players)
    return replace(
        recipe,
        rounds=max(cycle * cycles, 1),
        late_entry_rate=0,
        half_point_bye_rate=0,
        full_point_bye_rate=0,
        zero_point_bye_rate=0,
        forbidden_pairs=0,
        acceleration=None,
    )


def replay(model: Tournament, recipe: Recipe, seed: int, pair: Pair | None = None) -> Tournament:
    """Play a tournament with the players, settings and requested byes of `model`, but new
    results.
    """
    rng = SingleStream(seed)
    requested = tuple(
        Round(byes=tuple((player, bye) for player, bye in this.byes if bye.requested))
        for this in model.rounds
    )
    rounds = model.settings.rounds or len(model.rounds)
    settings = replace(model.settings, rounds=rounds)
    if settings.initial_colour is None:
        settings = replace(settings, initial_colour=_draw_colour(rng))
    fresh = replace(model, rounds=requested, settings=settings)
    plain = replace(recipe, rounds=rounds, scoring=settings.scoring)
    strengths = {player.id: player.rating or 0 for player in fresh.players}
    return _play(RandomTournament(fresh, strengths), plain, rng, pair or find(recipe.system).pair)


def _draw_colour(rng: RandomNumbers) -> Colour:
    return rng.choose((Colour.WHITE, Colour.BLACK))


def _start(recipe: Recipe, name: str, rng: RandomNumbers) -> RandomTournament:
    drawn = recipe.ratings or [_rating(recipe, rng) for _ in range(recipe.players)]
    rated = [(_with_error(strength, recipe, rng), strength) for strength in drawn]
    rated.sort(reverse=True)
    players = tuple(
        Player(
            f"Player, {number:04}",
            id=number,
            number=number,
            rating=rating,
            entered=_entry(recipe, rng),
        )
        for number, (rating, _) in enumerate(rated, start=1)
    )
    forbidden = tuple(
        Apart(tuple(sorted(rng.sample(range(1, recipe.players + 1), 2))))
        for _ in range(recipe.forbidden_pairs if recipe.players > 1 else 0)
    )
    colour = _draw_colour(rng)
    settings = Settings(
        name=name,
        rounds=recipe.rounds,
        initial_colour=None if is_round_robin(recipe.system) else colour,
        system=recipe.system,
        scoring=recipe.scoring,
        options=recipe.options,
        forbidden=forbidden,
        acceleration=Acceleration(method=recipe.acceleration),
        tie_breaks=recipe.tie_breaks,
        standings_order=("PTS", *recipe.tie_breaks) if recipe.tie_breaks else (),
    )
    if recipe.clubs:
        players = tuple(
            replace(player, tags=(("club", f"Club {rng.between(1, recipe.clubs)}"),))
            for player in players
        )
    strengths = {number: strength for number, (_, strength) in enumerate(rated, start=1)}
    return RandomTournament(Tournament(players, (), settings), strengths)


def _with_error(strength: int, recipe: Recipe, rng: RandomNumbers) -> int:
    """Return a rating for a player of this strength: the strength with a random error."""
    return max(rng.around(strength, recipe.rating_error), 1) if recipe.rating_error else strength


def _rating(recipe: Recipe, rng: RandomNumbers) -> int:
    if recipe.middle is not None:
        drawn = rng.around(recipe.middle, recipe.deviation)
        return min(max(drawn, recipe.lowest_rating), recipe.highest_rating)
    if not recipe.bell:
        return rng.between(recipe.lowest_rating, recipe.highest_rating)
    draws = [rng.between(recipe.lowest_rating, recipe.highest_rating) for _ in range(3)]
    return sum(draws) // 3


def _entry(recipe: Recipe, rng: RandomNumbers) -> int:
    if recipe.rounds < 2 or not rng.one_in(recipe.late_entry_rate):
        return 1
    return rng.between(2, max(2, recipe.rounds // 2))


def _play(
    start: RandomTournament, recipe: Recipe, streams: RandomStreams, pair: Pair
) -> Tournament:
    tournament, strengths = start
    all_meet = is_round_robin(recipe.system)
    for number in range(1, recipe.rounds + 1):
        rng = streams.of_absences(number)
        tournament = _with_absences(tournament, number, recipe, rng)
        try:
            pairing = pair(tournament, number)
        except Impossible:
            break
        games = tuple(
            Game(
                b.white,
                b.black,
                (all_meet and _withdrawn(tournament, b, number))
                or _result(strengths, b, recipe, streams),
            )
            for b in pairing.boards
        )
        byes = tournament.round(number).byes
        if pairing.bye is not None:
            byes = (*byes, (pairing.bye, Bye.PAIRING_ALLOCATED))
        later = tournament.rounds[number:]
        rounds = (*tournament.rounds[: number - 1], Round(games, byes), *later)
        tournament = tournament.next_state(rounds, tournament.players)
    return _complete(tournament)


def _complete(tournament: Tournament) -> Tournament:
    """Return the tournament as other programs expect it: each player has a result in each round,
    and a rank.

    The rank is by points and the announced tie-breaks, then by pairing number.
    """
    paired = tournament.paired_rounds
    rounds = (
        *(_with_absent(tournament, this) for this in tournament.rounds[:paired]),
        *tournament.rounds[paired:],
    )
    whole = replace(tournament, rounds=rounds)
    if announced_list(whole) and paired:
        place = {row.player.id: row.rank for row in standings(whole, paired).rows}
    else:
        past = histories(tournament, paired + 1)
        place = {player.id: -past[player.id].score for player in tournament.players}
    rank = ranks(tournament.players, place)
    players = tuple(replace(player, rank=rank[player.id]) for player in tournament.players)
    return replace(whole, players=players)


def _with_absent(tournament: Tournament, this: Round) -> Round:
    there = {player for game in this.games for player in (game.white, game.black)}
    there |= {player for player, _ in this.byes}
    absent = [(p.id, Bye.ZERO_POINT) for p in tournament.players if p.id not in there]
    return replace(this, byes=(*this.byes, *absent))


def _with_absences(
    tournament: Tournament, number: int, recipe: Recipe, rng: RandomNumbers
) -> Tournament:
    """Add withdrawals and requested byes before round `number`."""
    if not recipe.has_absences:
        return tournament
    this = tournament.round(number)
    byes = dict(this.byes)
    players = list(tournament.players)
    for index, player in enumerate(players):
        gone = player.withdrawn_after is not None and player.withdrawn_after < number
        if gone or player.entered > number or player.id in byes:
            continue
        if number > 1 and rng.one_in(recipe.withdrawal_rate):
            players[index] = replace(player, withdrawn_after=number - 1)
        elif rng.one_in(recipe.half_point_bye_rate):
            byes[player.id] = Bye.HALF_POINT
        elif rng.one_in(recipe.zero_point_bye_rate):
            byes[player.id] = Bye.ZERO_POINT
        elif rng.one_in(recipe.full_point_bye_rate):
            byes[player.id] = Bye.FULL_POINT
    coming = Round(byes=tuple(sorted(byes.items(), key=lambda item: item[0])))
    rounds = (*tournament.rounds[: number - 1], coming, *tournament.rounds[number:])
    return tournament.next_state(rounds, tuple(players))


def _withdrawn(tournament: Tournament, board: Board, number: int) -> Result | None:
    """Return the forfeit of a player who has left a round robin; None if both players are there."""
    white, black = (
        (left := tournament.player[player].withdrawn_after) is not None and left < number
        for player in board
    )
    if white and black:
        return Result.DOUBLE_FORFEIT
    if white:
        return Result.BLACK_WINS_BY_FORFEIT
    return Result.WHITE_WINS_BY_FORFEIT if black else None


def _result(
    strengths: Mapping[int, int], board: Board, recipe: Recipe, streams: RandomStreams
) -> Result:
    rng, turned = streams.of_game(board)
    if recipe.forfeit_rate and rng.one_in(recipe.forfeit_rate):
        return rng.choose((Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT))
    if recipe.double_forfeit_rate and rng.one_in(recipe.double_forfeit_rate):
        return Result.DOUBLE_FORFEIT
    if recipe.unusual_rate and rng.one_in(recipe.unusual_rate):
        return rng.choose(_UNUSUAL)
    if recipe.short_rate and rng.one_in(recipe.short_rate):
        return rng.choose(_SHORT)
    difference = strengths[board.white] + recipe.white_advantage - strengths[board.black]
    expected = 50 if rng.percent(recipe.upset_percentage) else expected_percent(difference)
    draws = min(recipe.draw_percentage, 2 * expected, 200 - 2 * expected)
    drawn = rng.below(200)  # in half percents, so that half of an odd share of draws is whole
    drawn = 199 - drawn if turned else drawn
    if drawn < 2 * expected - draws:
        return Result.WHITE_WINS
    return Result.DRAW if drawn < 2 * expected + draws else Result.BLACK_WINS
