"""Persons in sentences: players by number and name."""

from __future__ import annotations

from crivello.explain.values import Person, Value
from crivello.model.errors import N_, Illegal
from crivello.model.tournament import Tournament


def person(tournament: Tournament, player: int) -> Person:
    return Person(player, tournament.player[player].name)


def people(tournament: Tournament, players: tuple[int, ...]) -> dict[int, Value]:
    return {player: person(tournament, player) for player in players}


def must_be_there(tournament: Tournament, *players: int) -> None:
    for player in players:
        if player not in tournament.player:
            raise Illegal(N_("There is no player {player}."), player=player)
