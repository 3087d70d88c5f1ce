"""The Lim system behind its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...model.trace import Trace
from ...rules.byes import barred_2026
from ...rules.field import FieldRules, build_field
from ...rules.floats import every_scheduled_game, no_unplayed_float, transfers_only
from ...rules.preference import preference
from ..completion import LegalPairs
from ..publication import published
from ..verify import refuse_large, verify
from .colours import allocate
from .compatible import floated_last_round
from .procedure import may_meet, pair_round
from .search import Literal, Matchings, Search

RULES = FieldRules(
    preference,
    no_unplayed_float,
    barred_2026,
    float_rounds=1,
    forfeit_floats=every_scheduled_game,
    pair_float=transfers_only,
)
"""The due colour is the preference without its strength (`lim-colours.md`)."""


@dataclass(frozen=True, slots=True)
class Lim:
    key: str = "lim-1999"
    field_rules: FieldRules = RULES
    has_sieve: bool = True

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, Matchings)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, Literal)

    def _pair(
        self,
        tournament: Tournament,
        round_number: int,
        trace: Trace | None,
        search: Callable[[LegalPairs], Search],
    ) -> RoundPairing:
        field = build_field(tournament, round_number, RULES)
        if search is Literal:
            refuse_large(field)
        made, bye = pair_round(field, floated_last_round(field), search, trace)
        verify(field, [(pair.a, pair.b) for pair in made], bye, may_meet(field))
        coloured = [
            allocate(pair.a, pair.b, field.round, pair.below_median, field.initial_colour)
            for pair in made
        ]
        return published(self.key, field, coloured, bye, trace)


def find(key: str) -> Lim:
    return Lim()
