"""A homogeneous bracket or remainder: the first exchange and transposition with fewest failures.

C.7 and C.8 run through every way to pair p players of S1 with others: exchanges in the order of
D.2, each with all transpositions in the order of D.1. So the candidate that the procedure accepts
is, of all matchings with the smallest failures, the one with the earliest exchange, and of these
the one with the earliest transposition.

Both are found by matchings. Which exchange a matching needs can be read off it: of two paired
players of S1 the lower one goes to S2, of two of S2 the higher one comes to S1, and who stays
unpaired goes to S2. The four keys of D.2 (how many, difference of the sums, lowest of S1, highest
of S2) are sums over pairs, so they join the failures in one cost. With the exchange known, what
is left is bipartite, and the duals say which opponents keep the cost at its least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.transport import minimum_cost_transport
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant
from crivello.systems.dutch2011.bracket import Candidate, Split
from crivello.systems.dutch2011.facts import NONE, Allowance, Facts, Failures

Leave = Callable[[Entrant], Failures | None]
"""What it costs to leave a player unpaired; None if that is not allowed."""
Table = list[list[Failures | None]]


def packed(failures: Failures, base: int) -> int:
    """Failures as one number that sorts like them; every count is below `base`."""
    value = 0
    for count in failures:
        value = value * base + count
    return value


def unpacked(value: int, base: int) -> Failures:
    """The failures that `packed` made one number of."""
    counts: list[int] = []
    for _ in Failures._fields:
        value, count = divmod(value, base)
        counts.append(count)
    return Failures(*reversed(counts))


def pair_costs(facts: Facts, players: Sequence[Entrant], allowance: Allowance) -> Table:
    """What each pair costs; None where B.1 or B.2 forbids it."""
    table: Table = [[None] * len(players) for _ in players]
    for i, a in enumerate(players):
        for j in range(i):
            if facts.may_meet(a, players[j]):
                cost = facts.of_pair(players[j], a, allowance.majority)
                table[i][j] = table[j][i] = cost
    return table


def pair_homogeneous(
    facts: Facts, players: tuple[Entrant, ...], p: int, allowance: Allowance, leave: Leave
) -> Candidate | None:
    """The candidate that the procedure accepts for p pairs; None if no legal one exists."""
    n = len(players)
    costs = pair_costs(facts, players, allowance)
    leaves = [leave(player) for player in players]
    exchange = _first_exchange(costs, leaves, p)
    if exchange is None:
        return None
    out, into = exchange
    upper = [i for i in range(p) if i not in out] + into
    lower = sorted([*out, *(j for j in range(p, n) if j not in into)])
    partners = _first_transposition(costs, leaves, upper, lower)
    pairs = list(zip(upper, partners[: len(upper)], strict=True))
    left = sorted(partners[len(upper) :])
    raw = NONE
    for i, j in pairs:
        raw = raw.plus(costs[i][j] or NONE)
    for i in left:
        raw = raw.plus(leaves[i] or NONE)
    return Candidate(
        failures=raw._replace(x=max(0, raw.x - allowance.x), z=max(0, raw.z - allowance.z)),
        order=(len(out), sum(into) - sum(out), *(-i for i in reversed(out)), *into, *partners),
        moved_down_pairs=(),
        split=Split(
            players[:p],
            players[p:],
            allowance,
            tuple(players[i] for i in out),
            tuple(players[i] for i in into),
            tuple(players[i] for i in partners),
        ),
        pairs=tuple((players[i], players[j]) for i, j in pairs),
        leaving=tuple(players[i] for i in left),
    )


def _first_exchange(
    costs: Table, leaves: list[Failures | None], p: int
) -> tuple[list[int], list[int]] | None:
    """Who leaves S1 and who comes in from S2, in the first exchange (D.2) with least failures."""
    n = len(leaves)
    base = n + 1
    wide = n + base.bit_length()

    def cost(failures: Failures, out: int | None, into: int | None) -> int:
        """Failures, then the keys of D.2: number, sums, lowest of S1, highest of S2."""
        value = packed(failures, base) * base + (out is not None)
        value = value * (base * base) + (n - out if out is not None else 0) + (into or 0)
        value = (value << wide) + ((1 << n) - (1 << out) if out is not None else 0)
        return (value << wide) + ((1 << n) - (1 << (n - into)) if into is not None else 0)

    spare = n - 2 * p
    size = n + spare
    matrix: list[list[int | None]] = [[None] * size for _ in range(size)]
    for i in range(n):
        for j in range(i):
            failures = costs[j][i]
            if failures is not None:
                out = i if i < p else None
                into = j if j >= p else None
                matrix[i][j] = matrix[j][i] = cost(failures, out, into)
        leaving = leaves[i]
        if leaving is not None and spare:
            price = cost(leaving, i if i < p else None, None)
            for dummy in range(n, size):
                matrix[i][dummy] = matrix[dummy][i] = price
    solution = minimum_cost_perfect_matching(size, matrix)
    if solution is None:
        return None
    gone, came = [], []
    for i in range(n):
        mate = solution.mate[i]
        if i < p and (mate < i or mate >= n):
            gone.append(i)
        elif i >= p and i < mate < n:
            came.append(i)
    return gone, came


def _first_transposition(
    costs: Table, leaves: list[Failures | None], upper: list[int], lower: list[int]
) -> list[int]:
    """S2 in the first order (D.1) with least failures: opponents of S1, then the unpaired."""
    base = len(leaves) + 1
    rows: list[list[int | None]] = []
    for i in upper:
        rows.append([None if (c := costs[i][j]) is None else packed(c, base) for j in lower])
    spare = [None if (c := leaves[j]) is None else packed(c, base) for j in lower]
    rows += [list(spare) for _ in range(len(lower) - len(upper))]
    solved = minimum_cost_transport([1] * len(rows), [1] * len(lower), rows)
    assert solved is not None  # the exchange came from such a matching
    _, u, v = solved
    tight = [
        sum(1 << j for j, c in enumerate(row) if c is not None and c == u[i] + v[j])
        for i, row in enumerate(rows)
    ]
    chosen = first_in_order(tight, len(lower))
    assert chosen is not None
    return [lower[j] for j in chosen]
