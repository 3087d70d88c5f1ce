"""The older Dutch rules behind their key."""

from __future__ import annotations

from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...model.trace import BoardsOrdered, ByeDecided, ColourAllocated, Trace
from ...rules.boards import in_publication_order
from ...rules.colours import allocate
from ...rules.field import build_field
from ..completion import verify
from .facts import FIELD_RULES, Facts
from .procedure import Procedure
from .search import Search
from .search import find as find_candidate

KEY = "dutch-2011"


class Dutch2011:
    key = KEY
    field_rules = FIELD_RULES
    has_sieve = True

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return _pair(tournament, round_number, find_candidate, trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        from .sieve import sift

        return _pair(tournament, round_number, sift, trace)


def find(key: str) -> Dutch2011:
    return Dutch2011()


def _pair(
    tournament: Tournament, round_number: int, search: Search, trace: Trace | None
) -> RoundPairing:
    field = build_field(tournament, round_number, FIELD_RULES)
    pairs, bye = Procedure(field, search, trace).run()
    verify(field, pairs, bye, Facts(field).may_meet)
    coloured = []
    for one, other in pairs:
        white, black, rule = allocate(one, other, field.initial_colour)
        coloured.append((white, black))
        if trace is not None:
            trace.append(ColourAllocated(white.id, black.id, f"E.{rule}"))
    boards = in_publication_order(coloured, field)
    if trace is not None:
        if bye is not None:
            trace.append(ByeDecided(bye.id, "A.5"))
        trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
    return RoundPairing(
        field.round,
        KEY,
        tuple(boards),
        bye.id if bye else None,
        tuple(trace) if trace is not None else (),
    )
