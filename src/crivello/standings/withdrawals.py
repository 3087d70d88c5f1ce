"""Who left a round robin early: their games count for rating, but not for the standings.

A player who has played less than half of the games leaves a table in which the others have met
them or not by chance, so none of these games counts. From half of them on results stand, and the
rest are forfeits (docs/decisions/round-robin-withdrawals.md).
"""

from __future__ import annotations

from dataclasses import replace

from crivello.model.tournament import Game, Tournament
from crivello.rules.round_robin import cycles_of, rounds_played, without_open_games


def not_counted(tournament: Tournament) -> tuple[int, ...]:
    """Ids of the players who have left and played less than half of their games."""
    players, settings = tournament.players, tournament.settings
    scheduled = cycles_of(settings.system, settings.rounds, len(players)) * (len(players) - 1)
    gone = [player.id for player in players if player.withdrawn_after is not None]
    return tuple(player for player in gone if 2 * games_played(tournament, player) < scheduled)


def games_played(tournament: Tournament, player: int) -> int:
    """Games over the board."""
    return len(list(rounds_played(tournament, player)))


def only_counting_games(tournament: Tournament) -> Tournament:
    """The tournament with only those games that count for the standings."""
    tournament, gone = without_open_games(tournament), set(not_counted(tournament))

    def counts(game: Game) -> bool:
        return not gone & {game.white, game.black}

    rounds = tuple(
        replace(this, games=tuple(filter(counts, this.games))) for this in tournament.rounds
    )
    return replace(tournament, rounds=rounds)
