"""The older Dutch rules behind their key."""

from __future__ import annotations

from crivello.model.field import Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Step, Trace
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    ProcedureEvent,
)
from crivello.rules.colours import allocate
from crivello.rules.field import build_field
from crivello.systems.dutch2011.bracket import FIELD_RULES, Facts
from crivello.systems.dutch2011.procedure import OlderProcedure
from crivello.systems.dutch2011.search import Search
from crivello.systems.dutch2011.search import find as find_candidate
from crivello.systems.publication import published, verify
from crivello.systems.registry import Articles, System


class Dutch2011(System):
    key = "dutch-2011"
    field_rules = FIELD_RULES
    articles = Articles("B.1a", "B.1b", "B.2", "A.4", "A.7")
    notation = N_(
        "Players are written with their number, the colour they prefer (W or B absolute, (W) or "
        "(B) semi-absolute, w or b strong or mild, (w) or (b) variable), and the floats of the "
        "last two rounds, the latest first: ↓ down, ↑ up, - none."
    )
    last_round_exceptions = True
    endorsed = True
    slow = True

    @property
    def steps(self) -> tuple[type[Step], ...]:
        return GroupOpened, ProcedureEvent, PairDropped, PairFixed, GroupPaired, ByeDecided

    def may_meet(self, field: Field) -> MayMeet:
        return Facts(field).may_meet

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return _pair(tournament, round_number, find_candidate, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from crivello.systems.dutch2011.sieve import sift

        return _pair(tournament, round_number, sift, trace)


def find(key: str) -> Dutch2011:
    return Dutch2011()


def _pair(
    tournament: Tournament, round_number: int, search: Search, trace: Trace | None
) -> RoundPairing:
    field = build_field(tournament, round_number, FIELD_RULES)
    procedure = OlderProcedure(field, search, trace)
    pairs, bye = procedure.run()
    facts = Facts(field)
    verify(field, pairs, bye, facts.may_meet)
    if trace is not None and bye is not None:
        lowest = procedure.done[-1].whole.players
        barred = tuple(player.id for player in lowest if player.barred)
        trace.append(ByeDecided(bye.id, "A.5", barred, bar="B.1b"))
    coloured = []
    for one, other in pairs:
        a, b = facts.as_bound(one, other)
        white, black, rule = allocate(a, b, field.initial_colour)
        coloured.append((white, black, f"E.{rule}"))
    return published(Dutch2011.key, field, coloured, bye, trace)
