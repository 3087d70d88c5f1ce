"""The strength of a player (C.04.2: 2.1): which of a player's ratings orders the list.

A strength that the arbiter estimated or typed takes precedence over every rating.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crivello.model.player import Player
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament

Strength = Callable[[Player], int | None]


def _list_ratings(player: Player) -> list[int]:
    return [rating for rating in (player.rating, player.national_rating) if rating]


METHODS: Mapping[str, Strength] = {
    "FIDE": lambda player: player.rating,
    "NRO": lambda player: player.national_rating,
    "FIDON": lambda player: player.rating or player.national_rating,
    "NIDOF": lambda player: player.national_rating or player.rating,
    "HBFN": lambda player: max(_list_ratings(player), default=None),
    "LBFN": lambda player: min(_list_ratings(player), default=None),
    "OTHER": lambda player: None,
}
"""By the codes of record 172: FIDE, national, one with the other as fallback, the higher or lower
of both; OTHER: only a typed value."""
USUAL = "FIDON"
"""The usual method: every player needs a strength, and a national rating is the best estimate
without a FIDE one."""


def strength_by(method: str) -> Strength:
    """Return the function for a player's strength by a rating method such as ``ITA HBFN``.

    An unknown method means `USUAL`.
    """
    # C.04.2.B.1 (1, 2)
    code = method.split()[-1].upper() if method.strip() else USUAL
    rating = METHODS.get(code, METHODS[USUAL])
    return lambda player: rating(player) if player.estimate is None else player.estimate


def strength_in(settings: Settings) -> Strength:
    # C.04.2.B.1 (3)
    return strength_by(settings.rating_method)


def strengths(tournament: Tournament) -> dict[int, int]:
    """Return each player's strength by id; 0 if it is unknown."""
    strength = strength_in(tournament.settings)
    return {player.id: strength(player) or 0 for player in tournament.players}
