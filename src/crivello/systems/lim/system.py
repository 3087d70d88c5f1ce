"""The Lim system behind its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Step, Trace
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    PairsProposed,
    ProcedureEvent,
)
from crivello.rules.colours import preference
from crivello.rules.field import (
    FieldRules,
    build_field,
    every_scheduled_game,
    no_unplayed_float,
    transfers_only,
)
from crivello.rules.handling import Handling, handling_of
from crivello.systems.completion import impossible
from crivello.systems.lim.procedure import DirectedPair, legal_pairs, may_meet, pair_round
from crivello.systems.lim.rules import allocate, floated_last_round
from crivello.systems.lim.sieve import LimSieve
from crivello.systems.publication import published, refuse_large, verify
from crivello.systems.registry import Articles, System

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


LETTERS = {
    "2.3.1": "2.3.a",
    "2.3.2": "2.3.b",
    "2.3.3": "2.3.c",
    "2.3.4": "2.3.d",
    "5.1.1": "5.1.a",
    "5.1.2": "5.1.b",
}
"""How the text numbered, until January 2026, what is cited here; nothing else in it changed."""


class Lim(System):
    key = "lim-1999"
    field_rules = RULES
    articles = Articles("2.1", "1.1", "2.1", "3.10", "5.1")
    notation = N_(
        "Players are written with their number, the colour they are due (W or B if they may have "
        "no other, Ww or Bb if they had it less often, w or b to alternate), and ↓ or ↑ if they "
        "floated in the last round."
    )
    due_colours = True
    basic_colour_limits = False
    last_round_exceptions = True
    options = System.options | {"maxi-tournament"}
    slow = True

    @property
    def steps(self) -> tuple[type[Step], ...]:
        return (
            ByeDecided,
            GroupOpened,
            PairsProposed,
            ProcedureEvent,
            PairDropped,
            PairFixed,
            GroupPaired,
        )

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet(field)

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        field = build_field(tournament, round_number, RULES)
        made, bye = pair_round(field, floated_last_round(field), trace)
        cited = _cited(tournament)
        if trace is not None and cited:
            trace[:] = [
                replace(step, article=cited.get(step.article, step.article))
                if isinstance(step, ProcedureEvent)
                else step
                for step in trace
            ]
        return self._published(field, made, bye, cited, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        field = build_field(tournament, round_number, RULES)
        refuse_large(field)
        found = LimSieve(field, floated_last_round(field)).round()
        if found is None:
            raise impossible(legal_pairs(field), ("1.1", "2.1"))
        pairs, bye = found
        return self._published(
            field, [DirectedPair(*pair) for pair in pairs], bye, _cited(tournament), trace
        )

    def _published(
        self,
        field: Field,
        made: Sequence[DirectedPair],
        bye: Entrant | None,
        cited: Mapping[str, str],
        trace: Trace | None,
    ) -> RoundPairing:
        verify(field, [(pair.a, pair.b) for pair in made], bye, may_meet(field))
        coloured = []
        for pair in made:
            white, black, article = allocate(
                pair.a, pair.b, field.round, pair.below_median, field.initial_colour
            )
            coloured.append((white, black, cited.get(article, article)))
        return published(self.key, field, coloured, bye, trace)


def _cited(tournament: Tournament) -> Mapping[str, str]:
    """Articles that the text of the tournament's time numbers otherwise."""
    return LETTERS if handling_of(tournament.settings) is Handling.BEFORE_2026 else {}


def find(key: str) -> Lim:
    return Lim()
