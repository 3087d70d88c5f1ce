"""Scenarios, each ending in one refusal, by what they are about."""

from tests.desk.refused import names, pairing, players, results, undo
from tests.desk.refused.scenario import SCENARIOS, Scenario

__all__ = ["SCENARIOS", "Scenario", "names", "pairing", "players", "results", "undo"]
