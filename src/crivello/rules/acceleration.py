"""Virtual points (C.04.5 / C.04.7): added to the score for pairing, never for the standings."""

from __future__ import annotations

from collections.abc import Mapping

from ..model.settings import Acceleration
from ..model.tournament import Tournament

VirtualPoints = Mapping[tuple[int, int], int]
"""(player id, round) -> virtual points in units; nothing for 0."""


def virtual_points(tournament: Tournament, round_number: int) -> VirtualPoints:
    """Virtual points of rounds 1 to `round_number`."""
    return {
        (player, number): points
        for player, by_round in tournament.settings.acceleration.virtual
        for number, points in enumerate(by_round[:round_number], start=1)
        if points
    }


def boards_by_pairing_score(acceleration: Acceleration) -> bool:
    """Do virtual points also order the boards? Only by the rules of 2026."""
    return acceleration.method == "baku-2026"
