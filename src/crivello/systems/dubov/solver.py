"""The fast solver of the Dubov system: the answer of the sieve, found by matchings.

Players are vertices, numbered in ranking order; sets of players are ints (see `matching.bits`).
Here are the bye and the walk down the scoregroups; the choice of upfloaters is in
`solver_upfloaters`, the pairing of a bracket in `solver_bracket`.
"""

from __future__ import annotations

from dataclasses import replace

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import HungarianTree, barrier, grow_tree
from crivello.model.errors import Impossible
from crivello.model.field import Entrant, Field
from crivello.model.trace import CompletionTested, Trace
from crivello.model.trace.dubov import Failures, SetJudged, UpfloatersNeeded, Verdict
from crivello.systems.dubov.bracket import Bracket, Pairs, bye_order, max_upfloats
from crivello.systems.dubov.editions import Edition
from crivello.systems.dubov.record import (
    failures,
    first_difference,
    ids,
    impossible,
    record_bracket,
    record_bye,
)
from crivello.systems.dubov.solver_bracket import pair_bracket
from crivello.systems.dubov.solver_graph import Graph
from crivello.systems.dubov.solver_upfloaters import UpfloaterChoice


def solve(
    field: Field, edition: Edition, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Pairs of a complete round, and the player with the bye."""
    graph = Graph(field.entrants)
    left = graph.everyone
    mate, alone = graph.matched(left)
    bye = None
    if len(field.entrants) % 2:
        bye = _choose_bye(field, edition, graph, mate, alone, trace)
        left ^= 1 << graph.index[bye.id]
    elif alone:
        raise _impossible(field, edition, graph, mate)

    pairs: Pairs = []
    while left:
        residents = graph.top_scoregroup(left)
        lower = left & ~residents
        empty = Bracket(graph.players(residents), (), max_upfloats(field), field.last_round)
        upfloaters = UpfloaterChoice(graph, edition, empty, residents, lower).best()
        bracket = Bracket(
            empty.residents, graph.players(upfloaters), empty.max_upfloats, empty.last_round
        )
        left = lower & ~upfloaters
        before, shifts, s1, t2 = pair_bracket(bracket.players)
        if trace is not None:
            _record_upfloaters(trace, graph, bracket, residents, lower, left)
            chosen = failures(edition, bracket, list(zip(s1, t2, strict=True)))
            _record_first_set(trace, edition, graph, bracket, residents, lower, chosen)
        record_bracket(trace, edition, bracket, before, shifts, s1, t2)
        pairs += zip(s1, t2, strict=True)
    return pairs, bye


def _choose_bye(
    field: Field,
    edition: Edition,
    graph: Graph,
    mate: list[int],
    alone: int,
    trace: Trace | None,
) -> Entrant:
    """B.0 (3.1). One search tells everybody whose absence leaves the others pairable."""
    if alone & (alone - 1):
        raise _impossible(field, edition, graph, mate)
    root = alone.bit_length() - 1
    tree = grow_tree(graph.legal, list(mate), root, 0, graph.everyone)
    assert isinstance(tree, HungarianTree)  # nobody else is unmatched
    needed: list[Entrant] = []
    for player in sorted(field.entrants, key=bye_order):
        if player.barred:
            continue
        if tree.outer >> graph.index[player.id] & 1:
            record_bye(trace, field, edition, player, needed)
            return player
        needed.append(player)
    raise impossible(field, edition, graph.players(tree.outer))


def _impossible(field: Field, edition: Edition, graph: Graph, mate: list[int]) -> Impossible:
    """The players of the odd components: each has a member for whom nobody is left."""
    proof = barrier(graph.legal, mate)
    blocked = 0
    for component in proof.odd_components:
        blocked |= component
    return impossible(field, edition, graph.players(blocked))


def _record_upfloaters(
    trace: Trace, graph: Graph, bracket: Bracket, residents: int, lower: int, rest: int
) -> None:
    """B.1 (3.2.1) and C.4, with a pairing of the rest as a witness."""
    _, alone = graph.matched(residents)
    trace.append(
        UpfloatersNeeded(
            bracket.score,
            ids(bracket.residents),
            alone.bit_count(),
            len(bracket.upfloaters),
            ids(graph.players(lower)),
        )
    )
    mate, _ = graph.matched(rest)
    witness = tuple(
        (graph.entrants[v].id, graph.entrants[mate[v]].id) for v in members(rest) if v < mate[v]
    )
    trace.append(CompletionTested(ids(graph.players(rest)), True, witness))


def _record_first_set(
    trace: Trace,
    edition: Edition,
    graph: Graph,
    bracket: Bracket,
    residents: int,
    lower: int,
    chosen: Failures,
) -> None:
    """The very first set of upfloaters, if it is not the chosen one, and what is wrong with it."""
    first = bitset(members(lower)[: len(bracket.upfloaters)])
    upfloaters = graph.players(first)
    if upfloaters == bracket.upfloaters:
        return
    verdict, criterion = Verdict.WORSE, None
    values: Failures = ()
    if not graph.pairable(lower & ~first):
        verdict, criterion = Verdict.INCOMPLETE, edition.completion
    elif not graph.pairable(residents | first):
        verdict = Verdict.ILLEGAL
    else:
        wished = replace(bracket, upfloaters=upfloaters)
        _, _, s1, t2 = pair_bracket(wished.players)
        values = failures(edition, wished, list(zip(s1, t2, strict=True)))
        criterion = first_difference(values, chosen)
    trace.append(SetJudged(ids(upfloaters), verdict, criterion, values))
