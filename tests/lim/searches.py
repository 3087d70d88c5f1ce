"""The search that single groups of the Lim system are tested with."""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.compatible import compatible
from crivello.systems.lim.search import Search, WithinLimits


def searching(*players: Entrant) -> Search:
    return WithinLimits(LegalPairs(players, compatible))
