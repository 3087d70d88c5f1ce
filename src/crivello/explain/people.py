"""Persons in sentences: players by number and name."""

from __future__ import annotations

from ..model.errors import N_, Illegal
from ..model.tournament import Tournament
from .values import Person, Value


def person(tournament: Tournament, player: int) -> Person:
    return Person(player, tournament.player[player].name)


def people(tournament: Tournament, players: tuple[int, ...]) -> dict[int, Value]:
    return {player: person(tournament, player) for player in players}


def must_be_there(tournament: Tournament, *players: int) -> None:
    for player in players:
        if player not in tournament.player:
            raise Illegal(N_("There is no player {player}."), player=player)
