"""Who may meet whom (2.1; last round: 6), and who was floated last round (3.10)."""

from __future__ import annotations

from ...model.field import Entrant, Field
from ...model.history import histories
from ...model.tournament import Tournament
from ...rules.acceleration import virtual_points
from ...rules.colour_limits import colours_fit


def compatible(a: Entrant, b: Entrant) -> bool:
    """2.1: not met before, and neither gets a colour a third time running or three more of it."""
    return b.id not in a.avoid and colours_fit(a, b)


def compatible_in_last_round(a: Entrant, b: Entrant) -> bool:
    """6: players of equal score who have not met are compatible whatever their colours."""
    return b.id not in a.avoid and (a.score == b.score or colours_fit(a, b))


def same_due(a: Entrant, b: Entrant) -> bool:
    """Both are due the same colour."""
    return a.preference is not None and a.preference is b.preference


def floated_last_round(tournament: Tournament, field: Field) -> frozenset[int]:
    """3.10: who was paired out of his scoregroup as the floater, not as a floater's opponent.

    Above the median and in it that is the higher score, below it the lower one; of a pair with the
    median between them both floated.
    """
    number = field.round - 1
    if number < 1:
        return frozenset()
    past = histories(tournament.before(field.round), field.round)
    virtual = virtual_points(tournament, number)
    median = field.scoring.win * (number - 1)  # twice the median score of that round
    found = set()
    for game in tournament.round(number).games:
        score = {
            player: past[player].scores[number - 1] + virtual.get((player, number), 0)
            for player in (game.white, game.black)
        }
        higher, lower = sorted((game.white, game.black), key=lambda player: -score[player])
        if score[higher] == score[lower]:
            continue
        if 2 * score[higher] > median:
            found.add(higher)
        if 2 * score[lower] < median:
            found.add(lower)
    return frozenset(found)
