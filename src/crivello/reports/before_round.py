"""The scores of players before a round, and the reasons why some of them are not paired."""

from __future__ import annotations

from enum import StrEnum

from crivello.model.history import histories
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.rules.round_robin import without_open_games
from crivello.systems.registry import find


class PairingScores:
    """The scores by which a round is paired."""

    def __init__(self, tournament: Tournament, number: int, system: str) -> None:
        adapted = find(system).field_rules.adapted
        lent = adapted(tournament, number) if adapted is not None else tournament
        self.unit = tournament.settings.scoring.unit
        self.standings = scores_before(tournament, number, system)
        self.virtual = {
            player: points
            for (player, of), points in virtual_points(lent, number).items()
            if of == number
        }


def scores_before(tournament: Tournament, number: int, system: str) -> dict[int, int]:
    """Return the points of all players before a round, without open games of a round robin."""
    counted = without_open_games(tournament) if is_round_robin(system) else tournament
    return {player: history.score for player, history in histories(counted, number).items()}


class AbsenceReason(StrEnum):
    ABSENT = N_("absent")
    WITHDRAWN = N_("withdrawn")
    EXPELLED = N_("expelled")
    ENTERS_LATER = N_("enters later")


def absence_reason(player: Player, number: int) -> AbsenceReason:
    """Return the reason why a player without a bye is not paired."""
    if player.withdrawn_after is not None and player.withdrawn_after < number:
        return AbsenceReason.EXPELLED if player.expelled else AbsenceReason.WITHDRAWN
    return AbsenceReason.ENTERS_LATER if player.entered > number else AbsenceReason.ABSENT
