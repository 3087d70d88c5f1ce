"""Pair a round with a given solver of the Dutch or the Dubov system: solver, sieve, or one made for
a test.
"""

from __future__ import annotations

from crivello.model.field import Field
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.rules.field import build_field
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.dubov.system import DubovSystem
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.publication import Solver as Solver


def pair_field(
    field: Field, edition: DutchEdition | DubovEdition, solver: Solver, trace: Trace | None = None
) -> RoundPairing:
    if isinstance(edition, DutchEdition):
        return DutchSystem(edition).pair_field(field, solver, trace)
    return DubovSystem(edition).pair_field(field, solver, trace)


def pair_round(
    tournament: Tournament,
    number: int,
    edition: DutchEdition | DubovEdition,
    solver: Solver,
    trace: Trace | None = None,
) -> RoundPairing:
    field = build_field(tournament, number, edition.field_rules)
    return pair_field(field, edition, solver, trace)
