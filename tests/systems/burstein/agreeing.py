"""Rounds that the sieve and the solver must pair alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crivello.model.field import Entrant, Field
from crivello.model.trace import Trace

Pairing = Callable[[Field, dict[int, int], Any, Trace], tuple[list[tuple[Entrant, Entrant]], Any]]


def pair_alike(
    pair: Pairing,
    choices: tuple[Any, Any],
    field: Field,
    places: dict[int, int] | None = None,
    trace: Trace | None = None,
) -> tuple[list[tuple[int, int]], int | None]:
    """Return pairs and bye, on which sieve and solver must agree; places are by number unless
    given.
    """
    order = places or {player.id: player.number for player in field.entrants}
    answers = []
    for choose in choices:
        steps: Trace = []
        pairs, bye = pair(field, order, choose, steps)
        answers.append(([(a.id, b.id) for a, b in pairs], bye.id if bye else None, steps))
    assert answers[0] == answers[1]
    if trace is not None:
        trace += answers[0][2]
    return answers[0][0], answers[0][1]
