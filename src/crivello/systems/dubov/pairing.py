"""A round of the Dubov system from field to boards: pairs, colours, publication order."""

from __future__ import annotations

from collections.abc import Callable

from ...model.errors import N_, CrivelloError
from ...model.field import Entrant, Field
from ...model.pairing import RoundPairing
from ...model.tournament import Tournament
from ...model.trace import BoardsOrdered, ColourAllocated, Trace
from ...rules.boards import in_publication_order
from ...rules.field import build_field
from .bracket import Pairs, may_meet
from .colours import allocate_colours
from .editions import Edition

Solver = Callable[[Field, Edition, Trace | None], tuple[Pairs, Entrant | None]]
"""Pairs of a complete round and the player with the bye; raises `Impossible` if there are none."""


def pair_round(
    tournament: Tournament,
    round_number: int,
    edition: Edition,
    solver: Solver,
    trace: Trace | None = None,
) -> RoundPairing:
    """Pair a round; a list given as `trace` is filled with the steps taken."""
    field = build_field(tournament, round_number, edition.field_rules)
    return pair_field(field, edition, solver, trace)


def pair_field(
    field: Field, edition: Edition, solver: Solver, trace: Trace | None = None
) -> RoundPairing:
    pairs, bye = solver(field, edition, trace)
    verify(field, pairs, bye)
    coloured = []
    for one, other in pairs:
        white, black, rule = allocate_colours(one, other, field.initial_colour)
        coloured.append((white, black))
        if trace is not None:
            trace.append(ColourAllocated(white.id, black.id, edition.colour_rules[rule]))
    boards = in_publication_order(coloured, field)
    if trace is not None:
        trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
    return RoundPairing(
        field.round,
        edition.key,
        tuple(boards),
        bye.id if bye else None,
        tuple(trace) if trace is not None else (),
    )


def verify(field: Field, pairs: Pairs, bye: Entrant | None) -> None:
    """Nobody missing or twice, and no absolute criterion broken: checked on every answer."""
    seated = [player.id for pair in pairs for player in pair] + ([bye.id] if bye else [])
    whole = sorted(seated) == sorted(player.id for player in field.entrants)
    lawful = all(may_meet(one, other) for one, other in pairs) and not (bye and bye.barred)
    if not whole or not lawful:
        raise CrivelloError(N_("The pairing found is not legal; please report this tournament."))
