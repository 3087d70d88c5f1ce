"""The order of the players: who is No. 1 of a group (2016: 3.2; 2026: 1.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crivello.model.field import Entrant, Field
from crivello.model.history import histories
from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.burstein import Key, Placed, PlayersOrdered, RoundCounted
from crivello.rules.score_sums import (
    VIRTUAL_OPPONENT,
    Counted,
    ScoreSums,
    against_oneself,
    score_sums,
)

Places = Mapping[int, int]
"""Place of each player of the field by id, 1 the highest; no two share one."""

_VALUE: dict[Key, Callable[[Entrant, ScoreSums], int]] = {
    Key.SONNEBORN_BERGER: lambda player, sums: sums.sonneborn_berger,
    Key.BUCHHOLZ: lambda player, sums: sums.buchholz,
    Key.MEDIAN: lambda player, sums: sums.median,
    Key.RATING: lambda player, sums: player.rating,
    Key.NUMBER: lambda player, sums: player.number,
}
_BY_2016 = (Key.SONNEBORN_BERGER, Key.BUCHHOLZ, Key.MEDIAN, Key.RATING, Key.NUMBER)
_BY_2026 = (Key.BUCHHOLZ, Key.SONNEBORN_BERGER, Key.NUMBER)
"""Scores are not asked."""


def places_2016(tournament: Tournament, field: Field, trace: Trace | None = None) -> Places:
    """Sonneborn-Berger, Buchholz, Median, rating; then the pairing number.

    Unplayed rounds count as in the tie-break rules of that time (a virtual opponent).
    """
    past = histories(tournament.before(field.round), field.round)
    sums = score_sums(past, field.scoring, VIRTUAL_OPPONENT)
    return _places(field, sums, _BY_2016, "3.2", trace)


def places_2026(tournament: Tournament, field: Field, trace: Trace | None = None) -> Places:
    """Buchholz, Sonneborn-Berger, pairing number."""
    tournament = tournament.before(field.round)
    past = histories(tournament, field.round)
    sums = score_sums(past, field.scoring, against_oneself(_absent(tournament, field.round)))
    return _places(field, sums, _BY_2026, "1.8", trace)


def _places(
    field: Field,
    sums: Mapping[int, ScoreSums],
    by: tuple[Key, ...],
    article: str,
    trace: Trace | None,
) -> Places:
    """Of each key the highest comes first, but of the pairing numbers, the last key, the lowest."""
    values = {
        player.id: tuple([_VALUE[key](player, sums[player.id]) for key in by])
        for player in field.entrants
    }

    def rank(player: int) -> tuple[int, ...]:
        *highest_first, number = values[player]
        return (*[-value for value in highest_first], number)

    order = sorted(values, key=rank)
    if trace is not None:
        placed = [Placed(player, values[player], _rounds(sums[player])) for player in order]
        trace.append(PlayersOrdered(article, by, tuple(placed)))
    return {player: place for place, player in enumerate(order, 1)}


def _rounds(sums: ScoreSums) -> tuple[RoundCounted, ...]:
    return tuple(
        RoundCounted(part.opponent_score, part.points, part.counted is Counted.OPPONENT)
        for part in sums.contributions
    )


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
