"""Minimum-cost perfect matching in a general graph, exact for ints of any size.

Some vertices may be left alone, each at its own price; all others must be matched.

The algorithm is Edmonds's primal-dual method. Costs are doubled so that every dual value is an int:

* each vertex has a dual y, each blossom (an odd set of vertices) a dual z >= 0;
* the *slack* of an edge uv, 2 * cost - y_u - y_v + (z of all blossoms that contain both), is never
  negative, and neither is that of staying alone, 2 * cost - y_u;
* matched edges are tight (slack 0), and so is staying alone for the vertices that do; a blossom
  with z > 0 is full: all its vertices but one are matched inside it.

A matching with such duals has the lowest cost. The start matters most for speed: duals from the
rows, then as many tight edges as possible. `Hungarian` matches the remaining vertices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from operator import itemgetter

from crivello.matching.bits import members
from crivello.matching.cardinality import maximum_matching
from crivello.standard.classes import NamedTuple

CostMatrix = Sequence[Sequence[int | None]]
"""cost[u][v] = cost[v][u], None where there is no edge; the diagonal is not read."""

Edges = Sequence[Mapping[int, int]]
"""The same without gaps: the costs of each vertex's edges, by their other ends."""

Alone = Sequence[int | None]
"""The cost of leaving a vertex alone; None if it must be matched."""

Row = list[tuple[int, int]]
"""The edges of a vertex: (other end, weight)."""

TAKINGS = 4
"""How many mates are taken for each vertex that the start leaves exposed, before the search."""

FEW = 9
"""Up to this number of vertices, trying all matchings is faster than a search with duals."""


class Certificate(NamedTuple):
    """Dual values, in units of half a cost, that prove a matching optimal."""

    duals: tuple[int, ...]
    """y of each vertex."""
    blossoms: tuple[tuple[int, int], ...]
    """(set of vertices, z) of each blossom with z > 0; the sets are nested or disjoint."""


class Solution(NamedTuple):
    """A perfect matching of minimum cost, with its proof."""

    mate: list[int]
    """The partner of each vertex; -1 if it stays alone."""
    total: int
    """The cost of the matching."""
    certificate: Certificate
    cost: CostMatrix
    """The problem solved."""

    @property
    def duals(self) -> tuple[int, ...]:
        """The dual y of each vertex, in half units."""
        return self.certificate.duals

    @property
    def blossoms(self) -> tuple[int, ...]:
        """The sets of vertices of all blossoms with a positive dual."""
        return tuple(bits for bits, _ in self.certificate.blossoms)


def minimum_cost_perfect_matching(
    n: int, cost: CostMatrix, alone: Alone | None = None
) -> Solution | None:
    """Return the cheapest perfect matching of n vertices; None if there is none.

    `alone` holds the price of leaving each vertex alone; None if it must be matched.
    """
    if alone is None:
        if n & 1:
            return None
        alone = [None] * n
    rows = [
        [(v, c + c) for v, c in enumerate(row) if c is not None and v != u]
        for u, row in enumerate(cost)
    ]
    search = run_search(rows, alone)
    if search is None:
        return None
    used = [cost[u][v] if v >= 0 else alone[u] for u, v in enumerate(search.mate) if v < 0 or u < v]
    certificate = Certificate(tuple(search.y), tuple(search.positive_blossoms()))
    return Solution(search.mate, sum([c for c in used if c is not None]), certificate, cost)


def run_search(
    rows: list[Row], alone: Alone, roots: Sequence[int] | None = None
) -> Hungarian | None:
    """Return the search that has matched all vertices at the lowest cost; None if there is no
    perfect matching.

    The costs in `rows` are doubled. `roots` are all vertices, in the order in which those left by
    the start are matched.
    """
    caps = [None if c is None else c + c for c in alone]
    # Half of its cheapest edge for each vertex is feasible whatever the costs.
    start = []
    for row, cap in zip(rows, caps, strict=True):
        if row:
            half = min([weight for _, weight in row]) >> 1
            start.append(half if cap is None or half < cap else cap)
        elif cap is None:
            return None
        else:
            start.append(cap)
    mate = maximum_matching(_raise_duals(rows, caps, start))
    _take_mates(rows, caps, start, mate)
    return match_exposed(Hungarian(rows, caps, start, mate), roots)


def match_exposed(search: Hungarian, roots: Sequence[int] | None = None) -> Hungarian | None:
    """Match all vertices that are still exposed and return the search; None if that is
    impossible.
    """
    mate, alone = search.mate, search.alone
    for root in range(len(mate)) if roots is None else roots:
        if mate[root] < 0 and not alone[root] and not search.augment_from(root):
            return None
    return search


def cheapest_mates(edges: Edges, alone: Alone) -> list[int] | None:
    """Return the mates in a cheapest perfect matching; None if there is none.

    `edges` are each vertex's costs by the other end. A vertex that stays alone has the mate -1.
    """
    if len(edges) <= FEW:
        return cheapest_of_few(edges, alone)
    # From the last to the first: in a bracket, players moved down conflict most.
    search = run_search(double_costs(edges), alone, roots=range(len(edges) - 1, -1, -1))
    return None if search is None else search.mate


def double_costs(edges: Edges) -> list[Row]:
    """Return the edges as rows for a search, with doubled costs."""
    return [[(v, c + c) for v, c in row.items()] for row in edges]


def cheapest_of_few(edges: Edges, alone: Alone) -> list[int] | None:
    """Return the mates in a cheapest perfect matching, found by trying all; None if there is
    none.
    """
    n = len(edges)
    partner: dict[int, int] = {}
    left = (1 << n) - 1
    if left and _find_cheapest_of(edges, alone, left, {0: 0}, partner) is None:
        return None
    mate = [-1] * n
    while left:
        u = left.bit_length() - 1
        v = partner[left]
        left ^= 1 << u
        if v >= 0:
            left ^= 1 << v
            mate[u], mate[v] = v, u
    return mate


def _find_cheapest_of(
    edges: Edges, alone: Alone, left: int, known: dict[int, int | None], partner: dict[int, int]
) -> int | None:
    """Return the lowest cost of matching the set `left`; None if that is impossible.

    `partner` records the mate of its highest member, `known` the costs of subsets.
    """
    u = left.bit_length() - 1
    rest = left ^ 1 << u
    best = None
    for v, c in edges[u].items():
        if rest >> v & 1:
            others = rest ^ 1 << v
            cost = (
                known[others]
                if others in known
                else _find_cheapest_of(edges, alone, others, known, partner)
            )
            if cost is not None and (best is None or c + cost < best):
                best = c + cost
                partner[left] = v
    single = alone[u]
    if single is not None:
        cost = (
            known[rest] if rest in known else _find_cheapest_of(edges, alone, rest, known, partner)
        )
        if cost is not None and (best is None or single + cost < best):
            best = single + cost
            partner[left] = -1
    known[left] = best
    return best


def price(edges: Edges, alone: Alone, mate: Sequence[int]) -> int:
    """Return the cost of a matching."""
    paid = [alone[u] if v < 0 else edges[u][v] for u, v in enumerate(mate) if v < 0 or u < v]
    return sum([c for c in paid if c is not None])


def slacks(n: int, cost: CostMatrix, certificate: Certificate) -> list[list[int | None]]:
    """Return the slack of every edge under these duals; None where there is no edge."""
    y = certificate.duals
    table: list[list[int | None]] = [
        [None if c is None or u == v else 2 * c - y[u] - y[v] for v, c in enumerate(cost[u])]
        for u in range(n)
    ]
    for bits, z in certificate.blossoms:
        inside = members(bits)
        for u in inside:
            row = table[u]
            for v in inside:
                slack = row[v]
                if slack is not None:
                    row[v] = slack + z
    return table


def tight_edges(solution: Solution) -> list[int]:
    """Return the graph of the edges with slack 0; an optimal matching contains no other edge.

    The optimal matchings are the perfect matchings of this graph in which each blossom of the
    solution is full.
    """
    table = slacks(len(solution.mate), solution.cost, solution.certificate)
    return [sum(1 << v for v, slack in enumerate(row) if slack == 0) for row in table]


def _raise_duals(rows: list[Row], caps: Sequence[int | None], y: list[int]) -> list[int]:
    """Raise each dual in turn until an edge is tight; return the tight edges as sets of
    neighbours.
    """
    for u, row in enumerate(rows):
        cap = caps[u]
        if row:  # (otherwise its dual is already at its cap)
            highest = min([weight - y[v] for v, weight in row])
            y[u] = highest if cap is None or highest < cap else cap
    tight = []
    for row, own in zip(rows, y, strict=True):
        bits = 0
        for v, weight in row:
            if weight - y[v] == own:
                bits |= 1 << v
        tight.append(bits)
    return tight


def _take_mates(rows: list[Row], caps: Sequence[int | None], y: list[int], mate: list[int]) -> None:
    """Let exposed vertices take the mates of other vertices that have better second choices.

    An exposed vertex raises its dual until its second choice (an edge, or staying alone) is tight
    too. The dual of its first choice falls by the difference, so that the first choice loses its
    mate, which continues in the same way. As in an auction, this settles most conflicts over the
    same few mates at a much lower cost than a search for each. After a few takings the search does
    the rest.
    """
    todo = [u for u, w in enumerate(mate) if w < 0 and y[u] != caps[u]]
    for _ in range(TAKINGS * len(todo)):
        if not todo:
            break
        u = todo.pop()
        if mate[u] >= 0:
            continue  # taken meanwhile
        first, second, to = caps[u], None, -1
        for v, weight in rows[u]:
            value = weight - y[v]
            if first is None or value < first:
                first, second, to = value, first, v
            elif second is None or value < second:
                second = value
        if first is None:
            continue
        y[u] = first
        if to < 0:
            continue  # it stays alone
        if second is not None and second > first:
            y[u] = second
            y[to] -= second - first
        elif mate[to] >= 0:
            continue
        rival = mate[to]
        mate[u], mate[to] = to, u
        if rival >= 0:
            mate[rival] = -1
            todo.append(rival)


# ------------------------------------------------------------------ the search


# The state of a vertex in a search. UNREACHED: in no tree, and matched. OPEN: in no tree, and in a
# node whose base is exposed or alone, so that the search ends there. SCANNED: outer, with its edges
# examined. All others are TAKEN.
UNREACHED, OPEN, SCANNED, TAKEN = range(4)


Edge = tuple[int, int]


class Label(Enum):
    """The state of a top node in the search."""

    FREE = auto()
    OUTER = auto()
    INNER = auto()


FREE, OUTER, INNER = Label


NO_NODES: list[Node] = []
NO_EDGES: list[Edge] = []
"""Shared by all vertices: separate lists take time to make, and none is changed in place."""


class Node:
    """A vertex, or a blossom: an odd cycle of nodes. A node that is in no blossom is a *top*
    node.
    """

    __slots__ = (
        "base", "children", "entry", "label", "links", "parent", "since", "vertices", "z",
    )  # fmt: skip

    def __init__(self, vertices: list[int], base: int) -> None:
        # All vertices inside.
        self.vertices = vertices
        # The vertex of them that is not matched to another of them.
        self.base = base
        # The blossom of which this is a child.
        self.parent: Node | None = None
        # The cycle, beginning with the child that holds the base; none in a vertex.
        self.children = NO_NODES
        # links[i]: the tight edge from child i to child i+1. Links 1, 3, 5 ... are matched.
        self.links = NO_EDGES
        # The dual of a blossom; of a labelled top node, as it was when it got its label.
        self.z = 0
        # Top nodes only. Within a blossom, what it was when the blossom was made.
        self.label = FREE
        # When a labelled top node got its label.
        self.since = 0
        # The tree edge (end outside, end inside) of a labelled top node towards the root;
        # None at the root.
        self.entry: Edge | None = None


def cycle(top: list[Node], u: int, v: int) -> list[Edge]:
    """Return the edges of the cycle that the edge u-v closes in the tree, from the lowest common
    node of u and v to u, to v, and back.
    """
    # From either end up: the edges (upper, lower), and how many there are below a node.
    ways: tuple[list[Edge], list[Edge]] = ([], [])
    below: tuple[dict[Node, int], dict[Node, int]] = ({top[u]: 0}, {top[v]: 0})
    heads = [top[u], top[v]]
    side = 0
    while True:  # from both ends in turn, so that no step is made far above the meeting
        entry = heads[side].entry
        if entry is not None:
            ways[side].append(entry)
            node = heads[side] = top[entry[0]]
            below[side][node] = len(ways[side])
            if node in below[1 - side]:
                break
        side = 1 - side
    left = ways[0][: below[0][node]]
    right = ways[1][: below[1][node]]
    return [*reversed(left), (u, v), *((lower, upper) for upper, lower in right)]


class Hungarian:
    """The state of the algorithm between searches: the matching, the duals and the nested blossoms.

    A search (`augment_from`) matches one more vertex at the smallest increase of the cost. From the
    exposed root it grows an alternating tree of tight edges. The *outer* vertices of the tree are
    at even distance from the root and their duals rise; its *inner* vertices are at odd distance
    and their duals fall by the same amount. That amount is the *time* t of the search. Five kinds
    of events happen as time goes on, the earliest first:

    * an edge from an outer to an exposed vertex becomes tight: the matching is augmented, and the
      search ends;
    * the dual of an outer vertex rises to twice the price of leaving it alone: it is left alone,
      the path to it is rematched, and the search ends;
    * an edge from an outer to another free vertex becomes tight: that vertex becomes inner and its
      mate outer;
    * an edge between two outer vertices becomes tight: the cycle it closes is shrunk to a blossom;
    * the dual z of an inner blossom falls to zero: the blossom is expanded.

    Duals are not updated while time runs. Each vertex stores a value that stays constant: y - t for
    an outer vertex, y + t for an inner one, y for a free one. With these, the value weight - y_u -
    y_v of an edge is the time at which it becomes tight (outer to free), or twice that time (outer
    to outer). All weights are even, so the duals of vertices joined by tight edges are all even or
    all odd, and twice a time is even too: times are ints.
    """

    def __init__(
        self, rows: list[Row], caps: Sequence[int | None], y: list[int], mate: list[int]
    ) -> None:
        n = len(rows)
        # rows[v]: the edges of v, their weights twice the cost.
        self.rows = rows
        # caps[v]: twice the cost of leaving v alone; None if it must be matched.
        self.caps = caps
        # y[v]: dual of the vertex; during a search the stored constant (see above).
        self.y = y
        # mate[v]: matched partner, -1 while exposed or alone. Matched edges are tight.
        self.mate = mate
        # alone[v]: v is left alone; then its dual is its cap.
        self.alone = [w < 0 and cap == own for w, cap, own in zip(mate, caps, y, strict=True)]
        # leaf[v]: the node of the vertex alone. top[v]: the top node that holds it.
        self.leaf = [Node([v], v) for v in range(n)]
        self.top = list(self.leaf)
        self.nested = False  # there are, or have been, blossoms

        # The rest belongs to one search. state[v]: the state of the vertex.
        self.state = [UNREACHED] * n
        # due[v] of each unreached vertex to which an edge leads: time at which its best edge from
        # the tree, via[v]-v, becomes tight.
        self.due: dict[int, int] = {}
        self.via = [-1] * n
        # The earliest end of the search: its time, the outer vertex, and whom it is matched with
        # (-1: it is left alone).
        self.end: tuple[int, int, int] | None = None
        # cross[v] of an outer vertex: twice the time at which the edge v-across[v], the best
        # to outer vertices that were scanned before v, becomes tight. It may have come to lie
        # inside a blossom since; this is noticed when it is due.
        self.cross: dict[int, int] = {}
        self.across = [-1] * n
        # How far time has come; the unreached vertices and the outer ones whose due or cross it is.
        self.now = 0
        self.ready: list[int] = []
        self.touching: list[int] = []
        # Inner blossoms: their z is falling.
        self.fading: list[Node] = []
        # All nodes that got a label. Some have been shrunk into others or expanded since.
        self.labelled: list[Node] = []

    def widen(
        self, rows: list[Row], caps: Sequence[int | None], duals: list[int], mate: list[int]
    ) -> Hungarian:
        """Return a search on a larger graph with this search's duals and blossoms, and the matching
        `mate`.
        """
        n = len(self.rows)
        whole = Hungarian(rows, caps, self.y + duals, mate)
        whole.leaf[:n] = self.leaf
        whole.top[:n] = self.top
        whole.nested = self.nested
        return whole

    def positive_blossoms(self) -> list[tuple[int, int]]:
        """Return (set of vertices, z) of each blossom with z > 0; call it between searches."""
        found = []
        todo = list({id(node): node for node in self.top if node.children}.values())
        while todo:
            node = todo.pop()
            todo += node.children
            if node.z:
                found.append((sum(1 << v for v in node.vertices), node.z))
        return found

    def augment_from(self, root: int) -> bool:
        """Match `root` too, or leave it alone; return False if neither is possible."""
        self._begin()
        self._make_outer(self.top[root], None, 0)
        due, cross = self.due, self.cross
        value = itemgetter(1)
        while True:
            # The next event: of simultaneous ones, the end of the search first, then an increase,
            # then a blossom. Those known to happen now need not be searched for.
            end, fresh, crossing, fading = self.end, None, None, None
            if end is not None and end[0] == self.now:
                self._augment(end[1], end[2])
                self._finish(self.now)
                return True
            if self.ready:
                fresh = self.ready.pop()
                if self.state[fresh] == UNREACHED:
                    self._grow(self.via[fresh], fresh, self.now)
                continue
            if self.touching:
                crossing = self.touching.pop()
                other = self.across[crossing]
                if self.top[crossing] is not self.top[other]:
                    self._shrink(crossing, other, self.now)
                self._renew_cross(crossing)
                continue
            time = None if end is None else end[0]
            if due:
                v, when = min(due.items(), key=value)
                if time is None or when < time:
                    fresh, time = v, when
            if cross:
                v, twice = min(cross.items(), key=value)
                if time is None or twice < 2 * time:
                    crossing, time = v, twice // 2
            for node in self.fading:
                over = node.since + node.z // 2
                if time is None or over < time:
                    fading, time = node, over
            if time is None:
                return False
            self.now = time
            if fading is not None:
                self._expand_inner(fading, time)
            elif crossing is not None:
                self.touching.append(crossing)
            elif fresh is not None:
                self.ready.append(fresh)

    def _begin(self) -> None:
        """Begin a new search, in which no vertex has been reached."""
        self.due = {}
        self.cross = {}
        self.now = 0
        self.ready = []
        self.touching = []
        self.end = None
        self.fading = []
        self.labelled = []
        self.state = [UNREACHED if w >= 0 else OPEN for w in self.mate]
        for v, w in enumerate(self.mate) if self.nested else ():
            if w < 0:
                for inside in self.top[v].vertices:
                    self.state[inside] = OPEN

    # ------------------------------------------------------------------ growing the tree

    def _give(self, node: Node, label: Label, entry: Edge | None, time: int) -> None:
        node.label = label
        node.entry = entry
        node.since = time
        self.labelled.append(node)
        if label is INNER and node.children:
            self.fading.append(node)

    def _grow(self, u: int, v: int, time: int) -> None:
        """Grow the tree along u-v: the free node of v becomes inner, and its partner's node
        outer.
        """
        node = self.top[v]
        self._give(node, INNER, (u, v), time)
        for w in node.vertices:
            self.due.pop(w, None)
            self.state[w] = TAKEN
            self.y[w] += time
        partner = self.mate[node.base]
        self._make_outer(self.top[partner], (node.base, partner), time)

    def _make_outer(self, node: Node, entry: Edge | None, time: int) -> None:
        """Make a free node outer and scan its vertices."""
        self._give(node, OUTER, entry, time)
        for v in node.vertices:
            self.due.pop(v, None)
            self.state[v] = TAKEN
            self.y[v] -= time
        for v in node.vertices:
            self._scan(v)

    def _scan(self, v: int) -> None:
        """Examine all edges of a vertex that has become outer."""
        y, due, via, state, top = self.y, self.due, self.via, self.state, self.top
        node, own, now = top[v], y[v], self.now
        cap = self.caps[v]
        if cap is not None and (self.end is None or cap - own < self.end[0]):
            self.end = cap - own, v, -1
        best = None
        for w, weight in self.rows[v]:
            stands = state[w]
            if stands == UNREACHED:
                when = weight - y[w] - own
                if w not in due or when < due[w]:
                    due[w] = when
                    via[w] = v
                    if when == now:
                        self.ready.append(w)
            elif stands == SCANNED:
                if top[w] is not node:
                    when = weight - y[w]
                    if best is None or when < best:
                        best = when
                        self.across[v] = w
            elif stands == OPEN:
                when = weight - y[w] - own
                if self.end is None or when < self.end[0]:
                    self.end = when, v, w
        if best is not None:
            self._note_crossing(v, best - own)
        state[v] = SCANNED

    def _note_crossing(self, v: int, twice: int) -> None:
        self.cross[v] = twice
        if twice == 2 * self.now:
            self.touching.append(v)

    def _renew_cross(self, v: int) -> None:
        """Find the best edge of v to an outer vertex in another node."""
        y, top, state = self.y, self.top, self.state
        node = top[v]
        best = None
        for w, weight in self.rows[v]:
            if state[w] == SCANNED and top[w] is not node:
                when = weight - y[w]
                if best is None or when < best:
                    best = when
                    self.across[v] = w
        if best is not None:
            self._note_crossing(v, best - y[v])
        else:
            self.cross.pop(v, None)

    def _set_free(self, v: int) -> None:
        """Make an inner vertex unreached again and find its best edge to an outer vertex."""
        y = self.y
        self.state[v] = UNREACHED
        ways = [(weight - y[w], w) for w, weight in self.rows[v] if self.state[w] == SCANNED]
        if ways:
            when, self.via[v] = min(ways)
            self.due[v] = when - y[v]

    def _finish(self, time: int) -> None:
        """Turn the stored values into duals again and dissolve blossoms with z = 0."""
        for node in self.labelled:
            if node.parent is None and node.label is not FREE:
                sign = 1 if node.label is OUTER else -1
                for v in node.vertices:
                    self.y[v] += sign * time
                if node.children:
                    node.z += sign * 2 * (time - node.since)
                node.label = FREE
                self._dissolve(node)

    # ------------------------------------------------------------------ blossoms

    def _shrink(self, u: int, v: int, time: int) -> None:
        """Shrink to a blossom the cycle that the tight edge u-v closes in the tree."""
        self.nested = True
        links = cycle(self.top, u, v)
        children = [self.top[upper] for upper, _ in links]
        blossom = Node([], children[0].base)
        blossom.children = children
        blossom.links = links
        self._give(blossom, OUTER, children[0].entry, time)
        raised: list[int] = []
        for child in children:
            child.parent = blossom
            if child.label is INNER:
                raised += child.vertices
            if child.children:
                if child.label is INNER:
                    child.z -= 2 * (time - child.since)
                    self.fading.remove(child)
                else:
                    child.z += 2 * (time - child.since)
            blossom.vertices += child.vertices
        for w in blossom.vertices:
            self.top[w] = blossom
        self._raise(raised, time)

    def _raise(self, vertices: list[int], time: int) -> None:
        """Make inner vertices outer: their stored value y + t becomes y - t."""
        for v in vertices:
            self.y[v] -= 2 * time
        for v in vertices:
            self._scan(v)

    def _expand_inner(self, blossom: Node, time: int) -> None:
        """Expand an inner blossom with z = 0; its children on the path to the root stay in the
        tree.
        """
        children, links, entry = blossom.children, blossom.links, blossom.entry
        assert entry is not None
        self._release_children(blossom)
        blossom.label = FREE
        self.fading.remove(blossom)
        # From the vertex where the path enters round to the base, in the direction in which the
        # first link is matched. Every other child on the path becomes outer.
        at = children.index(self.top[entry[1]])
        if at % 2 == 1:
            way = [*children[at:], children[0]]
            edges = links[at:]
        else:
            way = children[at::-1]
            edges = [(b, a) for a, b in reversed(links[:at])]
        for child, edge in zip(way, [entry, *edges], strict=True):
            self._give(child, INNER, edge, time)
        raised: list[int] = []
        for child in way[1::2]:
            child.label = OUTER
            raised += child.vertices
            if child.children:
                self.fading.remove(child)
        for child in children:
            if child.label is FREE:
                for v in child.vertices:
                    self.y[v] -= time
                    self._set_free(v)
        self._raise(raised, time)

    def _release_children(self, blossom: Node) -> None:
        for child in blossom.children:
            child.parent = None
            child.label = FREE
            for v in child.vertices:
                self.top[v] = child

    def _dissolve(self, node: Node) -> None:
        """Dissolve a blossom with z = 0 between searches, and its children with z = 0."""
        todo = [node]
        while todo:
            node = todo.pop()
            if node.children and node.z == 0:
                self._release_children(node)
                todo += node.children

    # ------------------------------------------------------------------ augmenting

    def _augment(self, u: int, v: int) -> None:
        """Match the outer vertex u with the open vertex v (or leave u alone if v is -1), and
        rematch the path from u to the root.
        """
        if v < 0:
            self.alone[u] = True
        else:
            self.alone[self.top[v].base] = False
            self._rebase(self.top[v], v)
        while True:
            outer = self.top[u]
            self._rebase(outer, u)
            self.mate[u] = v
            if v >= 0:
                self.mate[v] = u
            if outer.entry is None:
                return
            inner = self.top[outer.entry[0]]
            assert inner.entry is not None
            u, v = inner.entry
            self._rebase(inner, v)

    def _rebase(self, node: Node, vertex: int) -> None:
        """Rematch the inside of a node so that this vertex is its base."""
        todo = [(node, vertex)]
        while todo:
            node, vertex = todo.pop()
            node.base = vertex
            if not node.children:
                continue
            child = self.leaf[vertex]
            while child.parent is not node:
                assert child.parent is not None
                child = child.parent
            at = node.children.index(child)
            node.children = node.children[at:] + node.children[:at]
            node.links = node.links[at:] + node.links[:at]
            todo.append((child, vertex))
            for i in range(1, len(node.children), 2):
                a, b = node.links[i]
                self.mate[a] = b
                self.mate[b] = a
                todo.append((node.children[i], a))
                todo.append((node.children[i + 1], b))
