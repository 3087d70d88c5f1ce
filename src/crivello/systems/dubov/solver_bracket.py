"""B.3 to B.6 (3.2.3 to 3.2.6) by matchings: shifts and transposition of one bracket.

After the shifts every pair has one player on either side. A pair inside the smaller subgroup
needs one of its two players shifted, and so does a pair inside the larger one; no other player is
shifted, for a pair of two shifted players would lie across the subgroups as they were, and there
would have been one unavoidable pair fewer. So a legal pairing with the fewest pairs inside the
smaller subgroup *is* a choice of shifters, up to which player of such a pair moves, and the
earlier one in the order of D.2 (4.3) is the better choice. Written as costs, in this order:

* each pair inside the smaller subgroup;
* the sequence numbers of those shifted out of it, as a number in base two in which an earlier
  player outweighs all later ones;
* likewise for those shifted out of the larger subgroup.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant
from crivello.systems.dubov.bracket import Players, Subgroups, middle_out, subgroups
from crivello.systems.dubov.solver_graph import legal_opponents

Shifts = tuple[Players, Players]
"""Out of the smaller and out of the larger subgroup, in the order of D.2 (4.3)."""


def pair_bracket(players: Sequence[Entrant]) -> tuple[Subgroups, Shifts, Players, Players]:
    """The subgroups as they were, the shifts, S1 and T2; some legal pairing must exist."""
    before = subgroups(players)
    # The very first choice: nobody leaves the smaller subgroup, the first in order the larger.
    shifts: Shifts = ((), tuple(middle_out(before.larger)[: before.surplus]))
    after = before.shifted(*shifts)
    t2 = first_transposition(after)
    if t2 is None:
        shifts = first_shifts(before)
        after = before.shifted(*shifts)
        t2 = first_transposition(after)
        assert t2 is not None  # the matching of the shifts is one
    return before, shifts, after.g1, t2


def first_transposition(groups: Subgroups) -> Players | None:
    """B.6, D.3 (3.2.6, 4.4): the first order of G2 that makes legal pairs with S1, if any."""
    found = first_in_order(legal_opponents(groups.g1, groups.g2), len(groups.g2))
    return None if found is None else tuple(groups.g2[column] for column in found)


def first_shifts(groups: Subgroups) -> Shifts:
    """B.4 (3.2.4): the first sets of D.2 (4.3) that can yield a legal pairing."""
    small = middle_out(groups.smaller)
    large = middle_out(groups.larger)
    players = [*small, *large]
    n, border = len(players), len(small)
    # rank[v]: the weight of shifting v within his subgroup; only the earlier of a pair counts.
    rank = [1 << (border - 1 - v) for v in range(border)]
    rank += [1 << (n - 1 - v) for v in range(border, n)]
    pair_inside = 1 << border  # more than all ranks of the smaller subgroup together
    legal = legal_opponents(players, players)
    cost: list[list[int | None]] = [[None] * n for _ in range(n)]
    for u in range(n):
        for v in range(u + 1, n):
            if not legal[u] >> v & 1:
                continue
            if v < border:
                price = (pair_inside - rank[u]) << (n - border)
            elif u >= border:
                price = -rank[u]
            else:
                price = 0
            cost[u][v] = cost[v][u] = price
    solution = minimum_cost_perfect_matching(n, cost)
    assert solution is not None  # the upfloaters were chosen so that the bracket can be paired
    mate = solution.mate
    first = [players[v] for v in range(border) if v < mate[v] < border]
    second = [players[v] for v in range(border, n) if v < mate[v]]
    return tuple(first), tuple(second)
