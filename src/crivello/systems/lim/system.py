"""The Lim system behind its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...model.field import Entrant, Field
from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...model.trace import Trace
from ...rules.field import FieldRules, build_field
from ...rules.floats import every_scheduled_game, no_unplayed_float, transfers_only
from ...rules.preference import preference
from ..completion import impossible
from ..publication import published
from ..verify import refuse_large, verify
from .colours import allocate
from .compatible import floated_last_round
from .procedure import Made, legal_pairs, may_meet, pair_round
from .sieve import Sieve

RULES = FieldRules(
    preference,
    no_unplayed_float,
    None,
    float_rounds=1,
    forfeit_floats=every_scheduled_game,
    pair_float=transfers_only,
)
"""The due colour is the preference without its strength (`lim-colours.md`); the bar of the bye is
that of the tournament's time (`lim-bye.md`)."""


@dataclass(frozen=True, slots=True)
class Lim:
    key: str = "lim-1999"
    field_rules: FieldRules = RULES
    has_sieve: bool = True

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        field = build_field(tournament, round_number, RULES)
        made, bye = pair_round(field, floated_last_round(field), trace)
        return self._published(field, made, bye, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        field = build_field(tournament, round_number, RULES)
        refuse_large(field)
        found = Sieve(field, floated_last_round(field)).round()
        if found is None:
            raise impossible(legal_pairs(field), ("1.1", "2.1"))
        pairs, bye = found
        return self._published(field, [Made(*pair) for pair in pairs], bye, trace)

    def _published(
        self, field: Field, made: Sequence[Made], bye: Entrant | None, trace: Trace | None
    ) -> RoundPairing:
        verify(field, [(pair.a, pair.b) for pair in made], bye, may_meet(field))
        coloured = [
            allocate(pair.a, pair.b, field.round, pair.below_median, field.initial_colour)
            for pair in made
        ]
        return published(self.key, field, coloured, bye, trace)


def find(key: str) -> Lim:
    return Lim()
