"""What sieve and solver put into the trace, each from its own computation."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.field import Entrant, Field
from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.dubov import ByeChosen, ByeReason, DubovBracketPaired, Failures
from crivello.systems.dubov.bracket import DubovBracket, Players, Subgroups, all_new, bye_order
from crivello.systems.dubov.editions import DubovEdition


def first_difference(values: Failures, others: Failures) -> str | None:
    """Code of the first criterion in which two candidates differ."""
    for mine, theirs in zip(values, others, strict=False):
        if mine != theirs:
            return mine[0]
    return None


def record_bye(
    trace: Trace | None,
    field: Field,
    edition: DubovEdition,
    chosen: Entrant,
    needed: Sequence[Entrant],
) -> None:
    """`needed`: those who came first in order, but without whom the rest cannot be paired."""
    if trace is None:
        return
    order = sorted(field.entrants, key=bye_order)
    place = order.index(chosen)
    runner_up = next((player for player in order[place + 1 :] if not player.barred), None)
    if runner_up is None:
        reason = ByeReason.ONLY
    else:
        score, games, _ = bye_order(runner_up)
        if score != chosen.score:
            reason = ByeReason.SCORE
        elif -games != chosen.history.games_played:
            reason = ByeReason.GAMES
        else:
            reason = ByeReason.NUMBER
    trace.append(
        ByeChosen(
            chosen.id,
            edition.bye,
            reason,
            runner_up.id if runner_up else None,
            ids(player for player in order[:place] if player.barred),
            ids(needed),
        )
    )


def record_bracket(
    trace: Trace | None,
    edition: DubovEdition,
    bracket: DubovBracket,
    before: Subgroups,
    shifts: tuple[Sequence[Entrant], Sequence[Entrant]],
    s1: Players,
    t2: Players,
) -> None:
    """`shifts`: out of the smaller and out of the larger subgroup, in the order of D.2 (4.3)."""
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
