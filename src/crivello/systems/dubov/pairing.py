"""A round of the Dubov system from field to boards: pairs, colours (E, art. 5), publication."""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.field import Entrant, Field
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.rules.colours import allocate, higher_ranked, may_meet
from crivello.rules.field import build_field
from crivello.systems.dubov.bracket import Pairs
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.publication import published, verify


def allocate_colours(a: Entrant, b: Entrant, initial: Colour) -> tuple[Entrant, Entrant, int]:
    """White, Black, and the number of the rule (0 to 4) that decided.

    Everybody has a preference, so the rules of the shared allocation that are reached are 1 to 4.
    """
    if a.history.games_played or b.history.games_played:
        return allocate(a, b, initial)
    first, second = higher_ranked(a, b)
    has_initial = first.parity % 2 == 1
    white = (initial is Colour.WHITE) == has_initial
    return (first, second, 0) if white else (second, first, 0)


Solver = Callable[[Field, DubovEdition, Trace | None], tuple[Pairs, Entrant | None]]
"""Pairs of a complete round and the player with the bye; raises `Impossible` if there are none."""


def pair_round(
    tournament: Tournament,
    round_number: int,
    edition: DubovEdition,
    solver: Solver,
    trace: Trace | None = None,
) -> RoundPairing:
    """Pair a round; a list given as `trace` is filled with the steps taken."""
    field = build_field(tournament, round_number, edition.field_rules)
    return pair_field(field, edition, solver, trace)


def pair_field(
    field: Field, edition: DubovEdition, solver: Solver, trace: Trace | None = None
) -> RoundPairing:
    pairs, bye = solver(field, edition, trace)
    verify(field, pairs, bye, may_meet)
    coloured = []
    for one, other in pairs:
        white, black, rule = allocate_colours(one, other, field.initial_colour)
        coloured.append((white, black, edition.colour_rules[rule]))
    return published(edition.key, field, coloured, bye, trace)
