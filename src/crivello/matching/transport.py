"""Transport problems between a few types: exact bounds for matchings of many vertices.

If the cost of a pair depends only on the types of its members, the pairs of two types are just a
number. The problem on types is tiny. Its dual values are lower bounds for every single vertex, so
they also prove a matching of vertices optimal if it attains them.
"""

from __future__ import annotations

from collections.abc import Sequence

CostTable = Sequence[Sequence[int | None]]
"""cost[i][j] of a unit from type i to type j; None if forbidden."""

Routes = list[tuple[int, int]]
"""The destinations of a type, or its sources, each with the cost of a unit."""


def minimum_cost_transport(
    supply: Sequence[int], demand: Sequence[int], cost: CostTable
) -> tuple[list[list[int]], list[int], list[int]] | None:
    """Return the cheapest flow that ships all supply and meets all demand, and its dual values;
    None if there is none.

    The result is (flow, u, v) with u[i] + v[j] <= cost[i][j], and equality where flow[i][j] > 0,
    which proves the flow optimal.
    """
    if sum(supply) != sum(demand):
        return None
    routes = [[(j, c) for j, c in enumerate(row) if c is not None] for row in cost]
    into: list[Routes] = [[] for _ in demand]
    for i, row in enumerate(routes):
        for j, c in row:
            into[j].append((i, c))
    return _transport(supply, demand, routes, into)


def _transport(
    supply: Sequence[int], demand: Sequence[int], routes: list[Routes], into: list[Routes]
) -> tuple[list[list[int]], list[int], list[int]] | None:
    """Solve the transport problem given the routes out of each row and into each column."""
    left = list(supply)
    wanted = list(demand)
    flow = [[0] * len(demand) for _ in supply]
    # Feasible duals: the cheapest route of each row, then the remainder for each column.
    u = [min([c for _, c in row]) if row else 0 for row in routes]
    v = [min([c - u[i] for i, c in column]) if column else 0 for column in into]
    for i, row in enumerate(routes):
        own = u[i]
        for j, c in row:
            if c == own + v[j] and left[i] and wanted[j]:
                amount = min(left[i], wanted[j])
                flow[i][j] = amount
                left[i] -= amount
                wanted[j] -= amount
    for i in range(len(supply)):
        while left[i]:
            amount = _ship(i, left[i], wanted, routes, flow, u, v)
            if not amount:
                return None
            left[i] -= amount
    return flow, u, v


def fractional_b_matching(counts: Sequence[int], cost: CostTable) -> list[int] | None:
    """Return the dual values of the cheapest fractional perfect matching with counts[a] vertices of
    each type; None if there is none.

    The result y, in half units of cost, has y[a] + y[b] <= 2 * cost[a][b] for all types with
    vertices to pair, and the sum of counts[a] * y[a] is twice the lowest cost. So half that sum is
    a lower bound for every perfect matching. The table is symmetric. A type with one vertex has no
    pair within itself, whatever the table contains.
    """
    # On the double cover each vertex stands once on either side; the two duals of a type add
    # up to twice its dual in the graph itself.
    routes = [[(b, c) for b, c in enumerate(row) if c is not None] for row in cost]
    for a, count in enumerate(counts):
        if count < 2 and cost[a][a] is not None:
            routes[a] = [route for route in routes[a] if route[0] != a]
    solution = _transport(counts, counts, routes, routes)
    if solution is None:
        return None
    _, u, v = solution
    return [left + right for left, right in zip(u, v, strict=True)]


def tight_by_type(rows: Sequence[int], types: Sequence[int], cost: CostTable) -> list[int] | None:
    """Return the edges that can be in a perfect matching whose cost attains the bound on types;
    None if there is no fractional one.

    `rows` are the neighbours of each vertex as a set, `types` its type, `cost` the cost of an edge
    between two types (an edge not in `rows` must cost more than that). If the edges returned have a
    perfect matching, it is a cheapest one, and every cheapest one consists of such edges.
    """
    members = [0] * len(cost)
    for v, a in enumerate(types):
        members[a] |= 1 << v
    duals = fractional_b_matching([bits.bit_count() for bits in members], cost)
    if duals is None:
        return None
    open_to = [
        sum(members[b] for b, c in enumerate(row) if c is not None and 2 * c == duals[a] + duals[b])
        for a, row in enumerate(cost)
    ]
    return [row & open_to[a] for row, a in zip(rows, types, strict=True)]


def _ship(
    source: int,
    most: int,
    wanted: list[int],
    routes: list[Routes],
    flow: list[list[int]],
    u: list[int],
    v: list[int],
) -> int:
    """Ship up to `most` units from a row along the cheapest path to unmet demand, and return the
    amount.

    It is Dijkstra's algorithm on reduced costs; the duals change so that the path is tight. The
    amount is 0 if no path leads to unmet demand.
    """
    # at[i]: distance of each row reached; it can send more, or take back what it sends.
    at = {source: 0}
    # entered[i]: the column from which row i would take back.
    entered = {source: -1}
    # near[j]: distance of each column that is not done yet; sender[j]: the row it comes from.
    near: dict[int, int] = {}
    sender: dict[int, int] = {}
    # done[j]: distance of each column whose rows have been reached.
    done: dict[int, int] = {}
    fresh = [source]
    while True:
        for i in fresh:
            offset = at[i] - u[i]
            for j, c in routes[i]:
                if j not in done:
                    distance = c - v[j] + offset
                    if j not in near or distance < near[j]:
                        near[j] = distance
                        sender[j] = i
        if not near:
            return 0
        distance = min(near.values())
        nearest = [j for j, away in near.items() if away == distance]
        ends = [j for j in nearest if wanted[j]]
        if ends:
            j = ends[0]
            break
        fresh = []
        for j in nearest:
            done[j] = near.pop(j)
            for i, row in enumerate(flow):
                if row[j] and i not in at:
                    fresh.append(i)
                    at[i] = distance
                    entered[i] = j
    for i, reached in at.items():
        u[i] += distance - reached
    for column, reached in done.items():
        v[column] -= distance - reached

    amount = min(most, wanted[j])
    for i, column in _trace_path(j, sender, entered):
        if column >= 0:
            amount = min(amount, flow[i][column])
    wanted[j] -= amount
    for i, column in _trace_path(j, sender, entered):
        flow[i][j] += amount
        if column >= 0:
            flow[i][column] -= amount
            j = column
    return amount


def _trace_path(j: int, sender: dict[int, int], entered: dict[int, int]) -> list[tuple[int, int]]:
    """Return the path from the source to column j, backwards: each row with the column from which
    it takes units back.
    """
    way = []
    while j >= 0:
        i = sender[j]
        j = entered[i]
        way.append((i, j))
    return way
