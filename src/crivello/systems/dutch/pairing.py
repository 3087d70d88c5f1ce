"""A round of the Dutch system from field to boards: pairs, colours, publication order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crivello.model.field import Entrant, Field
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.rules.colours import allocate
from crivello.rules.field import build_field
from crivello.systems.dutch.bracket import may_meet, topscorers
from crivello.systems.dutch.editions import Edition
from crivello.systems.publication import published, verify

if TYPE_CHECKING:  # the steps are loaded only when somebody asks for them
    from crivello.model.trace import Trace

Pairs = list[tuple[Entrant, Entrant]]
Solver = Callable[[Field, Edition, "Trace | None"], tuple[Pairs, Entrant | None]]
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
    top = topscorers(field)
    verify(field, pairs, bye, lambda one, other: may_meet(one, other, top))
    coloured = []
    for one, other in pairs:
        white, black, rule = allocate(one, other, field.initial_colour)
        coloured.append((white, black, edition.colour_rules[rule - 1]))
    return published(edition.key, field, coloured, bye, trace)
