"""The order of the players: who is No. 1 of a group (2016: 3.2; 2026: 1.8)."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.field import Field
from ...model.history import histories
from ...model.result import Bye
from ...model.tournament import Tournament
from ...rules.score_sums import VIRTUAL_OPPONENT, against_oneself, score_sums

Places = Mapping[int, int]
"""Place of each player of the field by id, 1 the highest; no two share one."""


def places_2016(tournament: Tournament, field: Field) -> Places:
    """Sonneborn-Berger, Buchholz, Median, rating; then the pairing number.

    Unplayed rounds count as in the tie-break rules of that time (a virtual opponent).
    """
    past = histories(tournament.before(field.round), field.round)
    sums = score_sums(past, field.scoring, VIRTUAL_OPPONENT)
    return _places(
        {
            player.id: (
                -sums[player.id].sonneborn_berger,
                -sums[player.id].buchholz,
                -sums[player.id].median,
                -player.rating,
                player.number,
            )
            for player in field.entrants
        }
    )


def places_2026(tournament: Tournament, field: Field) -> Places:
    """Buchholz, Sonneborn-Berger, pairing number; scores are not asked."""
    tournament = tournament.before(field.round)
    past = histories(tournament, field.round)
    sums = score_sums(past, field.scoring, against_oneself(_absent(tournament, field.round)))
    return _places(
        {
            player.id: (
                -sums[player.id].buchholz,
                -sums[player.id].sonneborn_berger,
                player.number,
            )
            for player in field.entrants
        }
    )


def _places(keys: Mapping[int, tuple[int, ...]]) -> Places:
    return {player: place for place, player in enumerate(sorted(keys, key=keys.__getitem__), 1)}


def _absent(tournament: Tournament, number: int) -> frozenset[int]:
    """Players with a zero-point bye in the round to be paired; who has withdrawn has one too."""
    byes = {player for player, bye in tournament.round(number).byes if bye is Bye.ZERO_POINT}
    gone = {
        player.id
        for player in tournament.players
        if player.entered > number
        or (player.withdrawn_after is not None and player.withdrawn_after < number)
    }
    return frozenset(byes | gone)
