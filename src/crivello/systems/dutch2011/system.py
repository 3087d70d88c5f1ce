"""The older Dutch rules behind their key."""

from __future__ import annotations

from ...model.errors import N_, CrivelloError
from ...model.field import Entrant, Field
from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...model.trace import BoardsOrdered, ByeDecided, ColourAllocated, Trace
from ...rules.boards import in_publication_order
from ...rules.colours import allocate
from ...rules.field import build_field
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
    verify(field, pairs, bye)
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


def verify(field: Field, pairs: list[tuple[Entrant, Entrant]], bye: Entrant | None) -> None:
    """Nobody missing or twice, B.1 and B.2 kept: checked on every answer."""
    seated = [player.id for pair in pairs for player in pair] + ([bye.id] if bye else [])
    whole = sorted(seated) == sorted(player.id for player in field.entrants)
    facts = Facts(field)
    lawful = all(facts.may_meet(one, other) for one, other in pairs)
    if not whole or not lawful or (bye is not None and bye.barred):
        raise CrivelloError(N_("The pairing found is not legal; please report this tournament."))
