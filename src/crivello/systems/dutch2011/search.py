"""One bracket with its target: is it possible, and which candidate does the procedure accept?"""

from __future__ import annotations

from collections.abc import Callable

from crivello.matching.cardinality import has_perfect_matching
from crivello.model.field import Entrant
from crivello.systems.completion import graph
from crivello.systems.dutch2011.bracket import Candidate, Target
from crivello.systems.dutch2011.facts import Facts
from crivello.systems.dutch2011.heterogeneous import Work, pair_heterogeneous
from crivello.systems.dutch2011.homogeneous import Leave, pair_homogeneous

Search = Callable[[Facts, Target, Leave, Work], Candidate | None]


def find(facts: Facts, target: Target, leave: Leave, work: Work) -> Candidate | None:
    """What C.4-C.11 accept for this target; None if B.1 and B.2 allow nothing."""
    players = target.s1 + target.s2
    allowance = facts.allowance(players).less(target.lowered)
    if target.heterogeneous:
        return pair_heterogeneous(facts, target, allowance, leave, work)
    work.spend(len(players))
    return pair_homogeneous(facts, players, target.p, allowance, leave)


def possible(facts: Facts, target: Target, leave: Leave, leaving: int | None = None) -> bool:
    """Can the target be reached at all? (C.9-C.11 can give up everything but B.1 and B.2.)"""
    players = target.s1 + target.s2
    first = {player.id for player in target.s1} if target.heterogeneous else set()

    def may_leave(player: Entrant) -> bool:
        return player.id not in first and leave(player) is not None

    def may_meet(a: Entrant, b: Entrant) -> bool:
        return not (a.id in first and b.id in first) and facts.may_meet(a, b)

    spare = target.leaving if leaving is None else leaving
    return has_perfect_matching(graph(players, may_meet, may_leave, spare))
