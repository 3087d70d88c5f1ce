"""Reduction of a tournament to a smaller one that still shows a difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from crivello.audit.causes import with_round
from crivello.model.tournament import Round, Tournament


def shrink(
    tournament: Tournament, number: int, differs: Callable[[Tournament], bool], effort: int = 400
) -> Tournament:
    """Leave out players, then games, one by one, as long as `differs` is still true.

    Round `number` stays the round to pair. At most `effort` changes are tried.
    """
    tries = 0
    changed = True
    while changed and tries < effort:
        changed = False
        for player in sorted((p.id for p in tournament.players), reverse=True):
            if tries >= effort:
                break
            tries += 1
            smaller = without_player(tournament, player)
            if differs(smaller):
                tournament, changed = smaller, True
        for past in range(number - 1):
            for game in tournament.rounds[past].games:
                if tries >= effort:
                    break
                tries += 1
                this = tournament.rounds[past]
                games = tuple(other for other in this.games if other != game)
                smaller = with_round(tournament, past + 1, replace(this, games=games))
                if differs(smaller):
                    tournament, changed = smaller, True
    return tournament


def without_player(tournament: Tournament, player: int) -> Tournament:
    """Return the tournament as if the player had never entered: opponents were absent in their
    rounds.

    The other players are renumbered without gaps, because many programs refuse a gap in the
    numbers.
    """
    gone = tournament.player[player]

    def new(other: int) -> int:
        return other - 1 if other > player else other

    players = tuple(
        replace(
            other,
            id=new(other.id),
            number=other.number - 1 if other.number > gone.number else other.number,
            rank=None,
        )
        for other in tournament.players
        if other is not gone
    )
    rounds = tuple(
        Round(
            tuple(
                replace(game, white=new(game.white), black=new(game.black))
                for game in this.games
                if player not in (game.white, game.black)
            ),
            tuple((new(other), bye) for other, bye in this.byes if other != player),
        )
        for this in tournament.rounds
    )
    settings = tournament.settings
    virtual = tuple(
        (new(other), points) for other, points in settings.acceleration.virtual if other != player
    )
    forbidden = tuple(
        replace(apart, players=tuple(map(new, apart.players)))
        for apart in settings.forbidden
        if player not in apart.players
    )
    settings = replace(
        settings,
        acceleration=replace(settings.acceleration, virtual=virtual),
        forbidden=forbidden,
    )
    return replace(tournament, players=players, rounds=rounds, settings=settings)
