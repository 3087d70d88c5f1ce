"""Record a paired bracket in the trace; both sieve and solver use this."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.field import Entrant
from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.upfloats import DubovBracketPaired, Failures
from crivello.systems.dubov.bracket import DubovBracket, Subgroups, all_new
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.upfloats import Players


def first_difference(values: Failures, others: Failures) -> str | None:
    """Return the code of the first criterion in which two candidates differ; None if they do
    not.
    """
    for mine, theirs in zip(values, others, strict=False):
        if mine != theirs:
            return mine[0]
    return None


def record_bracket(
    trace: Trace | None,
    edition: DubovEdition,
    bracket: DubovBracket,
    before: Subgroups,
    shifts: tuple[Sequence[Entrant], Sequence[Entrant]],
    s1: Players,
    t2: Players,
) -> None:
    """Append a paired bracket to the trace.

    `shifts` are the players shifted out of the smaller and out of the larger subgroup, in the order
    of D.2 (4.3).
    """
    if trace is None:
        return
    pairs = list(zip(s1, t2, strict=True))
    trace.append(
        DubovBracketPaired(
            bracket.score,
            ids(bracket.residents),
            ids(bracket.upfloaters),
            all_new(bracket.players),
            ids(before.g1),
            ids(before.g2),
            len(shifts[0]),
            ids(shifts[0]),
            ids(shifts[1]),
            ids(s1),
            ids(t2),
            id_pairs(pairs),
            edition.failures(bracket, pairs),
        )
    )
