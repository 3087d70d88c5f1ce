"""The search of `weighted`: match one more vertex at the least rise of the duals.

From the exposed root an alternating tree of tight edges grows. Its *outer* vertices lie at
even distance, their duals rise; its *inner* vertices lie at odd distance, their duals fall
by the same amount. How far they have moved is the *time* t of the search. Five things happen
as time goes on, the earliest first:

* an edge from an outer vertex to an exposed one becomes tight: augment, the search is over;
* the dual of an outer vertex rises to twice what it costs to leave it alone: it is left alone and
  the way to it is rematched, the search is over;
* one to another free vertex becomes tight: it turns inner and its mate outer;
* one between two outer vertices becomes tight: the cycle it closes is shrunk to a blossom;
* the dual z of an inner blossom falls to zero: it is expanded.

No dual is touched while time runs. Stored is what stays constant: y - t for an outer vertex,
y + t for an inner one, y for a free one. With these the value weight - y_u - y_v of an edge
*is* the time at which it becomes tight (outer to free), or twice that time (outer to outer).
All weights are even, so duals of vertices joined by tight edges are all even or all odd, and
twice a time is even too: times are ints.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from crivello.matching._nodes import FREE, INNER, OUTER, Edge, Label, Node, cycle

Row = list[tuple[int, int]]
"""The edges of a vertex: (other end, weight)."""

# Where a vertex stands in a search. UNREACHED: in no tree, and matched. OPEN: in no tree, and in a
# node whose base is exposed or alone, so that the search ends there. SCANNED: outer, and its
# edges have been looked at. All others are TAKEN.
UNREACHED, OPEN, SCANNED, TAKEN = range(4)


class Hungarian:
    """The matching, the duals and the nested blossoms, kept from one search to the next."""

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

        # What follows belongs to one search.
        # state[v]: where the vertex stands.
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

    def widened(
        self, rows: list[Row], caps: Sequence[int | None], duals: list[int], mate: list[int]
    ) -> Hungarian:
        """The same in a larger graph; by tight edges it has matched who was alone, if possible."""
        n = len(self.rows)
        whole = Hungarian(rows, caps, self.y + duals, mate)
        whole.leaf[:n] = self.leaf
        whole.top[:n] = self.top
        whole.nested = self.nested
        return whole

    def positive_blossoms(self) -> list[tuple[int, int]]:
        """(set of vertices, z) of each blossom with z > 0, between searches."""
        found = []
        todo = list({id(node): node for node in self.top if node.children}.values())
        while todo:
            node = todo.pop()
            todo += node.children
            if node.z:
                found.append((sum(1 << v for v in node.vertices), node.z))
        return found

    def augment_from(self, root: int) -> bool:
        """Match `root` too, or leave it alone; False if there is no way to do either."""
        self._begin()
        self._make_outer(self.top[root], None, 0)
        due, cross = self.due, self.cross
        value = itemgetter(1)
        while True:
            # The next event: of several at one time rather the end than an increase, and
            # rather either than a blossom. Those known to happen now need not be looked for.
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
        """A new search: nothing is reached yet."""
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
        """Along u-v the free node of v becomes inner and the one it is matched to outer."""
        node = self.top[v]
        self._give(node, INNER, (u, v), time)
        for w in node.vertices:
            self.due.pop(w, None)
            self.state[w] = TAKEN
            self.y[w] += time
        partner = self.mate[node.base]
        self._make_outer(self.top[partner], (node.base, partner), time)

    def _make_outer(self, node: Node, entry: Edge | None, time: int) -> None:
        """A free node becomes outer."""
        self._give(node, OUTER, entry, time)
        for v in node.vertices:
            self.due.pop(v, None)
            self.state[v] = TAKEN
            self.y[v] -= time
        for v in node.vertices:
            self._scan(v)

    def _scan(self, v: int) -> None:
        """Look at all edges of a vertex that has become outer."""
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
            self._will_cross(v, best - own)
        state[v] = SCANNED

    def _will_cross(self, v: int, twice: int) -> None:
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
            self._will_cross(v, best - y[v])
        else:
            self.cross.pop(v, None)

    def _set_free(self, v: int) -> None:
        """An inner vertex is unreached again: find its best edge to an outer vertex."""
        y = self.y
        self.state[v] = UNREACHED
        ways = [(weight - y[w], w) for w, weight in self.rows[v] if self.state[w] == SCANNED]
        if ways:
            when, self.via[v] = min(ways)
            self.due[v] = when - y[v]

    def _finish(self, time: int) -> None:
        """Turn stored constants into duals again and drop the blossoms without dual."""
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
        """Make a blossom of the cycle that the tight edge u-v closes in the tree."""
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
        """Inner vertices become outer: y + t is replaced by y - t."""
        for v in vertices:
            self.y[v] -= 2 * time
        for v in vertices:
            self._scan(v)

    def _expand_inner(self, blossom: Node, time: int) -> None:
        """Take an inner blossom with z = 0 apart, keeping its part of the way to the root."""
        children, links, entry = blossom.children, blossom.links, blossom.entry
        assert entry is not None
        self._release_children(blossom)
        blossom.label = FREE
        self.fading.remove(blossom)
        # Where the way enters, and from there round to the base in the direction in which
        # the first link is matched. Every other child on the way becomes outer.
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
        """Between searches, take a blossom with z = 0 apart, and its children alike."""
        todo = [node]
        while todo:
            node = todo.pop()
            if node.children and node.z == 0:
                self._release_children(node)
                todo += node.children

    # ------------------------------------------------------------------ augmenting

    def _augment(self, u: int, v: int) -> None:
        """Match the outer u with the open v, or leave it alone; rematch its way to the root."""
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
        """Rematch the inside of a node so that the given vertex is its base."""
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
