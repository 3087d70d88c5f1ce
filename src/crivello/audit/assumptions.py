"""What is taken for granted where the file of a tournament does not say it."""

from __future__ import annotations

from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.rules.field import initial_colour


def assumptions(
    tournament: Tournament, system: str, states_points: bool = True
) -> tuple[tuple[str, str], ...]:
    """Topic and what is taken: the initial colour, the rounds, the points, the edition."""
    settings = tournament.settings
    found = []
    if settings.initial_colour is None and tournament.paired_rounds:
        white = initial_colour(tournament) is Colour.WHITE
        found.append(("colour", "white" if white else "black"))
    if settings.rounds is None:
        found.append(("rounds", str(max(tournament.paired_rounds, 1))))
    if not states_points:
        found.append(("scoring", "1-½-0"))
    if settings.system not in SYSTEMS:
        found.append(("system", system))
    return tuple(found)
