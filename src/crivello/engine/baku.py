"""``-b``: Baku points lent in the round being paired, and only there.

What was lent in earlier rounds must stand in the file; both count together. Where the rules of 2016
do not apply, nothing is lent.
"""

from __future__ import annotations

from dataclasses import replace

from crivello.model.settings import Acceleration
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import BAKU_2016, group_a, points_by_round


def lend(tournament: Tournament, number: int) -> Tournament:
    """The tournament with the points of round `number` stated player by player."""
    settings = tournament.settings
    acceleration, scoring, rounds = settings.acceleration, settings.scoring, settings.rounds
    usual = {scoring.white_win, scoring.black_win, 2 * scoring.white_draw, 2 * scoring.black_draw}
    if acceleration.method is not None or rounds is None or rounds < BAKU_2016.least_rounds:
        return tournament
    if usual != {scoring.unit} or number > rounds:
        return tournament
    points = points_by_round(BAKU_2016, rounds, scoring.unit)[number - 1]
    if not points:
        return tournament
    virtual = {player: list(by_round) for player, by_round in acceleration.virtual}
    for player in group_a(tournament):
        by_round = virtual.setdefault(player.id, [])
        by_round += [0] * (number - len(by_round))
        by_round[number - 1] += points
    stated = tuple((player, tuple(by_round)) for player, by_round in virtual.items())
    acceleration = Acceleration(virtual=stated, last_of_group_a=acceleration.last_of_group_a)
    return replace(tournament, settings=replace(settings, acceleration=acceleration))
