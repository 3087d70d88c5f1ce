"""Scenarios that each end in one refusal, grouped by topic."""

from tests.desk.refused import (
    fide_mode,
    matches,
    names,
    online,
    pairing,
    players,
    results,
    round_robin,
    undo,
)
from tests.desk.refused.scenario import SCENARIOS, Scenario

__all__ = [
    "SCENARIOS",
    "Scenario",
    "fide_mode",
    "matches",
    "names",
    "online",
    "pairing",
    "players",
    "results",
    "round_robin",
    "undo",
]
