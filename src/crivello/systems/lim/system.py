"""The Lim system as a `System` object."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Trace, procedure
from crivello.rules.colours import preference
from crivello.rules.field import FieldRules, every_scheduled_game, no_unplayed_float, transfers_only
from crivello.rules.handling import Handling, handling_of
from crivello.standard.classes import replace
from crivello.systems.completion import impossible
from crivello.systems.lim.procedure import legal_pairs, may_meet, pair_round
from crivello.systems.lim.rules import allocate, floaters_of_last_round
from crivello.systems.lim.sieve import LimSieve
from crivello.systems.publication import Coloured, refuse_large
from crivello.systems.registry import Articles, System

RULES = FieldRules(
    preference,
    no_unplayed_float,
    None,
    float_rounds=1,
    forfeit_floats=every_scheduled_game,
    pair_float=transfers_only,
)
"""The due colour is the preference without its strength (`lim-colours.md`); the bar to the bye is
that of the tournament's time (`lim-bye.md`)."""


LETTERS = {
    "2.3.1": "2.3.a",
    "2.3.2": "2.3.b",
    "2.3.3": "2.3.c",
    "2.3.4": "2.3.d",
    "5.1.1": "5.1.a",
    "5.1.2": "5.1.b",
}
"""Article numbers of the text up to January 2026; nothing else in it changed."""


class Lim(System):
    key = "lim-1999"
    field_rules = RULES
    articles = Articles("2.1", "1.1", "2.1", "3.10", "5.1")
    notation = N_(
        "Players are written with their number, the colour they are due ({W} or {B} if they may "
        "have no other, {Ww} or {Bb} if they had it less often, {w} or {b} to alternate), and ↓ "
        "or ↑ if they floated in the last round."
    )
    typed_brackets = True
    due_colours = True
    basic_colour_limits = False
    last_round_exceptions = True
    options = System.options | {"maxi-tournament"}
    slow = True
    steps = (
        ByeDecided,
        procedure.GroupOpened,
        procedure.PairsProposed,
        procedure.ProcedureEvent,
        procedure.PairDropped,
        procedure.PairFixed,
        procedure.GroupPaired,
    )

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet(field)

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        floated, cited = floaters_of_last_round(field), _map_older_numbers(tournament)
        if literally:
            refuse_large(field)
            sieve = LimSieve(field, floated)
            found = sieve.run()
            if found is None:
                raise impossible(legal_pairs(field), ("1.1", "2.1"))
            sifted, bye = found
            return [sieve.colours(*pair) for pair in sifted], bye
        pairs, bye = pair_round(field, floated, trace)
        if trace is not None and cited:
            trace[:] = [
                replace(step, article=cited.get(step.article, step.article))
                if isinstance(step, procedure.ProcedureEvent)
                else step
                for step in trace
            ]
        coloured = []
        for a, b, below in pairs:
            white, black, article = allocate(a, b, field.round, below, field.initial_colour)
            coloured.append((white, black, cited.get(article, article)))
        return coloured, bye


def _map_older_numbers(tournament: Tournament) -> Mapping[str, str]:
    """Return the article numbers before February 2026, by the present ones; empty if the tournament
    is of a later time.
    """
    return LETTERS if handling_of(tournament.settings) is Handling.BEFORE_2026 else {}


def find(key: str) -> Lim:
    return Lim()
