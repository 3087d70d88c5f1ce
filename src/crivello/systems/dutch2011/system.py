"""The older Dutch rules as a `System` object."""

from __future__ import annotations

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Trace, ids, procedure
from crivello.rules.colours import allocate
from crivello.systems.dutch2011.bracket import FIELD_RULES, Facts
from crivello.systems.dutch2011.bracket_search import find as search_candidate
from crivello.systems.dutch2011.procedure import OlderProcedure
from crivello.systems.dutch2011.sieve import sift
from crivello.systems.publication import Coloured
from crivello.systems.registry import Articles, System


class Dutch2011(System):
    key = "dutch-2011"
    field_rules = FIELD_RULES
    articles = Articles("B.1a", "B.1b", "B.2", "A.4", "A.7")
    notation = N_(
        "Players are written with their number, the colour they prefer ({W} or {B} absolute, "
        "({W}) or ({B}) semi-absolute, {w} or {b} strong or mild, ({w}) or ({b}) variable, nothing "
        "or A for none), and the floats of the last two rounds, the latest first: ↓ down, ↑ up, - "
        "none."
    )
    typed_brackets = True
    moves_down = True
    generation = ("D.1", "D.2")
    last_round_exceptions = True
    endorsed = True
    slow = True
    steps = (
        procedure.GroupOpened,
        procedure.ProcedureEvent,
        procedure.PairDropped,
        procedure.PairFixed,
        procedure.GroupPaired,
        ByeDecided,
    )

    def may_meet(self, field: Field) -> MayMeet:
        return Facts(field).may_meet

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        procedure = OlderProcedure(field, sift if literally else search_candidate, trace)
        pairs, bye = procedure.run()
        if trace is not None and bye is not None:
            barred = [player for player in procedure.done[-1].whole.players if player.barred]
            trace.append(ByeDecided(bye.id, "A.5", ids(barred), bar="B.1b"))
        coloured = []
        for pair in pairs:
            two = procedure.facts.as_bound(*pair)
            white, black, rule = allocate(*two, field.initial_colour)
            coloured.append((white, black, f"E.{rule}"))
        return coloured, bye


def find(key: str) -> Dutch2011:
    return Dutch2011()
