"""The games that count for norms, and those that may be left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Award
from crivello.model.tournament import Tournament
from crivello.standings.norms.rules import LEAST_GAMES, LEAST_GAMES_WITH_A_POINT_UNPLAYED

MOST_LEFT_OUT = 4
"""Nine of thirteen games; from more rounds a norm counts as thirteen games anyway (1.7)."""

_HALF_POINTS = {Award.WIN: 2, Award.DRAW: 1, Award.LOSS: 0}


@dataclass(frozen=True, slots=True)
class NormGame:
    round: int
    opponent: Player
    half_points: int


@dataclass(frozen=True, slots=True)
class NormGames:
    """The games of one player that a norm could be made of."""

    player: Player
    games: tuple[NormGame, ...]
    least: int
    """How many there must be: nine, or eight (1.4.1c)."""
    last_as_lost: NormGame | None = None
    """1.4.2c: the opponent of the last round did not come, and without that game there is one too
    few. It counts if the norm could bear its loss, so here it is as a loss."""


def norm_games(tournament: Tournament, after_round: int) -> Mapping[int, NormGames]:
    """Rated games over the board, by player: forfeits and byes are left out (1.4.2c)."""
    found: dict[int, list[NormGame]] = {player.id: [] for player in tournament.players}
    for number in range(1, after_round + 1):
        for game in tournament.round(number).games:
            result = game.rating_result or game.result
            if result is None or not result.rated:
                continue
            for player, opponent in ((game.white, game.black), (game.black, game.white)):
                half = _HALF_POINTS[result.of(game.colour(player))]
                found[player].append(NormGame(number, tournament.player[opponent], half))
    past = histories(tournament, after_round + 1)
    rounds = tournament.settings.rounds or tournament.paired_rounds
    made = {}
    for player, games in found.items():
        entries = past[player].entries
        least = LEAST_GAMES
        if rounds == LEAST_GAMES and _point_unplayed([entry.award for entry in entries]):
            least = LEAST_GAMES_WITH_A_POINT_UNPLAYED
        lost = None
        if after_round == rounds and entries and len(games) == least - 1:
            forfeiter = entries[-1].opponent
            if entries[-1].award is Award.FORFEIT_WIN and forfeiter is not None:
                lost = NormGame(after_round, tournament.player[forfeiter], 0)
        made[player] = NormGames(tournament.player[player], tuple(games), least, lost)
    return made


def _point_unplayed(awards: list[Award]) -> bool:
    """1.4.1c: all nine rounds but one were played, and that one was no choice of his."""
    unplayed = [award for award in awards if not award.played]
    return len(awards) == LEAST_GAMES and unplayed in (
        [Award.FORFEIT_WIN],
        [Award.PAIRING_ALLOCATED_BYE],
    )


def selections(mine: NormGames) -> Iterator[tuple[NormGame, ...]]:
    """All games, then with as few left out as possible.

    What may be left out: all games after a round (1.4.1e), games that were won (1.4.1f).
    """
    games = mine.games
    spare = min(max(len(games) - mine.least, 0), MOST_LEFT_OUT)
    for left_out in range(spare + 1):
        for wins in range(left_out + 1):
            kept = games[: len(games) - (left_out - wins)]
            won = [index for index, game in enumerate(kept) if game.half_points == 2]
            for dropped in combinations(won, wins):
                yield tuple(game for index, game in enumerate(kept) if index not in dropped)
