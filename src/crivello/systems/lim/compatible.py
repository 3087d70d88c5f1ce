"""Who may meet whom (2.1; last round: 6), and who was floated last round (3.10)."""

from __future__ import annotations

from crivello.model.field import Entrant, Field
from crivello.rules.colour_limits import colours_fit


def compatible(a: Entrant, b: Entrant) -> bool:
    """2.1: not met before, and neither gets a colour a third time running or three more of it."""
    return b.id not in a.avoid and colours_fit(a, b)


def compatible_in_last_round(a: Entrant, b: Entrant) -> bool:
    """6: players of equal score who have not met are compatible whatever their colours."""
    return b.id not in a.avoid and (a.score == b.score or colours_fit(a, b))


def same_due(a: Entrant, b: Entrant) -> bool:
    """Both are due the same colour."""
    return a.preference is not None and a.preference is b.preference


def floated_last_round(field: Field) -> frozenset[int]:
    """3.10: who was paired out of his scoregroup as the floater, not as a floater's opponent."""
    return frozenset(player.id for player in field.entrants if any(player.floats))
