"""The search of `weighted`: match one more vertex at the least rise of the duals.

From the exposed root an alternating tree of tight edges grows. Its *outer* vertices lie at
even distance, their duals rise; its *inner* vertices lie at odd distance, their duals fall
by the same amount. How far they have moved is the *time* t of the search. Four things happen
as time goes on, the earliest first:

* an edge from an outer vertex to an exposed one becomes tight: augment, the search is over;
* one to another free vertex becomes tight: it turns inner and its mate outer;
* one between two outer vertices becomes tight: the cycle it closes is shrunk to a blossom;
* the dual z of an inner blossom falls to zero: it is expanded.

No dual is touched while time runs. Stored is what stays constant: y - t for an outer vertex,
y + t for an inner one, y for a free one. With these the value weight - y_u - y_v of an edge
*is* the time at which it becomes tight (outer to free), or twice that time (outer to outer).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

FREE, OUTER, INNER = 0, 1, 2


class Forest:
    """The matching, the duals and the nested blossoms, kept from one search to the next.

    A *node* is a vertex (0..n-1) or a blossom (n and up); a node in no blossom is *top*.
    """

    def __init__(self, n: int, weight: list[list[int]], y: list[int], mate: list[int]) -> None:
        self.n = n
        # weight[u][v]: twice the cost of the edge.
        self.weight = weight
        # y[v]: dual of the vertex; during a search the stored constant (see above).
        self.y = y
        # mate[v]: matched partner, -1 while exposed. Matched edges are tight.
        self.mate = mate
        # top[v]: the top node that holds vertex v.
        self.top = list(range(n))
        # For every node, blossoms appended after the vertices; dead blossoms keep their place
        # until the search ends.
        # parent[b]: the blossom of which b is a child, -1 for top nodes.
        self.parent = [-1] * n
        # base[b]: the vertex of b that is not matched inside b.
        self.base = list(range(n))
        # vertices[b]: all vertices inside b.
        self.vertices = [[v] for v in range(n)]
        # children[b]: the odd cycle of nodes, beginning with the one that holds the base;
        # links[b][i]: the tight edge (in child i, in child i+1). Matched are links 1, 3, 5 ...
        self.children: list[list[int]] = [[] for _ in range(n)]
        self.links: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        # z[b]: dual of the blossom; of a labelled top node, at the time it was labelled.
        self.z = [0] * n
        # label[b] of a top node: FREE, OUTER or INNER.
        self.label = [FREE] * n
        # entry[b] of a labelled top node: the tree edge (outside b, inside b) towards the
        # root; None at the root.
        self.entry: list[tuple[int, int] | None] = [None] * n
        # since[b]: time at which a labelled top node got its label.
        self.since = [0] * n
        # due[v] of each free vertex: time at which its best edge from the tree, via[v]-v,
        # becomes tight.
        self.due: dict[int, int | float] = {}
        self.via = [-1] * n
        # cross[v] of an outer vertex: twice the time at which the edge v-across[v], the best
        # to outer vertices that were scanned before v, becomes tight. It may have come to lie
        # inside a blossom since; this is noticed when it is due.
        self.cross: dict[int, int] = {}
        self.across = [-1] * n
        # Outer vertices in the order they were scanned.
        self.outer: list[int] = []
        # Inner blossoms: their z is falling.
        self.fading: list[int] = []
        # Top nodes labelled in this search, shrunk ones included.
        self.labelled: list[int] = []

    # ------------------------------------------------------------------ the search

    def augment_from(self, root: int) -> None:
        """Match `root` too. There must be a perfect matching."""
        due = self.due = dict.fromkeys(range(self.n), inf)
        cross: dict[int, int] = {}
        self.cross = cross
        self.outer = []
        self.labelled = []
        self.fading = []
        exposed = [v for v, w in enumerate(self.mate) if w < 0 and v != root]
        self._make_outer(self.top[root], None, 0)
        while True:
            time: int | float = inf
            fresh = -1
            for v in exposed:
                if due[v] < time:
                    fresh, time = v, due[v]
            v = min(due, key=due.__getitem__)
            if due[v] < time:
                fresh, time = v, due[v]
            shrinking = -1
            if cross:
                v = min(cross, key=cross.__getitem__)
                if cross[v] < 2 * time:
                    shrinking, time = v, cross[v] // 2
            dissolving = -1
            for b in self.fading:
                end = self.since[b] + self.z[b] // 2
                if end < time:
                    dissolving, time = b, end
            now = int(time)
            if dissolving >= 0:
                self._expand_inner(dissolving, now)
            elif shrinking >= 0:
                if self.top[shrinking] == self.top[self.across[shrinking]]:
                    self._renew_cross(shrinking)
                else:
                    self._shrink(shrinking, self.across[shrinking], now)
            elif self.mate[fresh] < 0:
                self._augment(self.via[fresh], fresh)
                self._finish(now)
                return
            else:
                self._grow(self.via[fresh], fresh, now)

    def _grow(self, u: int, v: int, time: int) -> None:
        b = self.top[v]
        self.label[b] = INNER
        self.entry[b] = (u, v)
        self.since[b] = time
        self.labelled.append(b)
        if b >= self.n:
            self.fading.append(b)
        for w in self.vertices[b]:
            del self.due[w]
            self.y[w] += time
        inside = self.base[b]
        partner = self.mate[inside]
        self._make_outer(self.top[partner], (inside, partner), time)

    def _make_outer(self, b: int, entry: tuple[int, int] | None, time: int) -> None:
        """A free node becomes outer."""
        self.label[b] = OUTER
        self.entry[b] = entry
        self.since[b] = time
        self.labelled.append(b)
        for v in self.vertices[b]:
            del self.due[v]
            self.y[v] -= time
        for v in self.vertices[b]:
            self._scan(v)

    def _scan(self, v: int) -> None:
        """Look at all edges of a vertex that has become outer."""
        row, y, due, via = self.weight[v], self.y, self.due, self.via
        own = y[v]
        for w, old in due.items():
            when = row[w] - y[w] - own
            if when < old:
                due[w] = when
                via[w] = v
        self._renew_cross(v)
        self.outer.append(v)

    def _renew_cross(self, v: int) -> None:
        row, y, top = self.weight[v], self.y, self.top
        b = top[v]
        best: int | float = inf
        for w in self.outer:
            if top[w] != b:
                when = row[w] - y[w]
                if when < best:
                    best = when
                    self.across[v] = w
        if best == inf:
            self.cross.pop(v, None)
        else:
            self.cross[v] = int(best) - y[v]

    def _finish(self, time: int) -> None:
        """Turn stored constants into duals again and drop the blossoms without dual."""
        y = self.y
        for b in self.labelled:
            if self.parent[b] >= 0 or self.label[b] == FREE:
                continue
            sign = 1 if self.label[b] == OUTER else -1
            for v in self.vertices[b]:
                y[v] += sign * time
            if b >= self.n:
                self.z[b] += sign * 2 * (time - self.since[b])
            self.label[b] = FREE
        for b in self.labelled:
            if b >= self.n and self.parent[b] < 0 and self.z[b] == 0 and self.vertices[b]:
                self._dissolve(b)
        self._forget_dead()

    # ------------------------------------------------------------------ blossoms

    def _shrink(self, u: int, v: int, time: int) -> None:
        """Make a blossom of the cycle that the tight edge u-v closes in the tree."""
        top, label, entry, since = self.top, self.label, self.entry, self.since
        # The way of each end up to the root, as tree edges (upper, lower), stopping at the
        # first node that lies on both.
        ways: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        heads: list[int | None] = [u, v]
        seen: tuple[dict[int, int], dict[int, int]] = ({top[u]: 0}, {top[v]: 0})
        side = 0
        while True:
            head = heads[side]
            if head is not None:
                step = entry[top[head]]
                if step is None:
                    heads[side] = None
                else:
                    ways[side].append(step)
                    heads[side] = step[0]
                    node = top[step[0]]
                    seen[side][node] = len(ways[side])
                    if node in seen[1 - side]:
                        break
            side = 1 - side
        del ways[0][seen[0][node] :], ways[1][seen[1][node] :]
        left, right = ways
        links = [*reversed(left), (u, v), *((low, up) for up, low in right)]
        children = [node, *(top[low] for _, low in links[:-1])]

        b = self._new_blossom()
        self.children[b] = children
        self.links[b] = links
        self.base[b] = self.base[node]
        label[b] = OUTER
        entry[b] = entry[node]
        since[b] = time
        self.labelled.append(b)
        vertices = self.vertices[b]
        fresh: list[int] = []
        for child in children:
            self.parent[child] = b
            inside = self.vertices[child]
            if label[child] == OUTER:
                self.z[child] += 2 * (time - since[child])
            else:
                self.z[child] -= 2 * (time - since[child])
                if child >= self.n:
                    self.fading.remove(child)
                fresh += inside
                for w in inside:
                    self.y[w] -= 2 * time
            vertices += inside
            for w in inside:
                top[w] = b
        for w in fresh:
            self._scan(w)

    def _new_blossom(self) -> int:
        self.parent.append(-1)
        self.base.append(-1)
        self.vertices.append([])
        self.children.append([])
        self.links.append([])
        self.z.append(0)
        self.label.append(FREE)
        self.entry.append(None)
        self.since.append(0)
        return len(self.parent) - 1

    def _expand_inner(self, b: int, time: int) -> None:
        """Take an inner blossom with z = 0 apart, keeping its part of the way to the root."""
        children, links, label = self.children[b], self.links[b], self.label
        entry = self.entry[b]
        assert entry is not None
        self._release_children(b)
        label[b] = FREE
        self.fading.remove(b)
        size = len(children)
        at = children.index(self.top[entry[1]])
        # Go round the cycle to the base in the direction in which the way is even.
        way = [(children[at], entry)]
        forward = at & 1 == 1
        while at % size != 0:
            if forward:
                step, at = links[at], (at + 1) % size
            else:
                at -= 1
                low, up = links[at]
                step = (up, low)
            way.append((children[at], step))
        on_way = {node for node, _ in way}
        for child in children:
            if child not in on_way:
                for v in self.vertices[child]:
                    self.y[v] -= time
                    self._compute_due(v)
        raised: list[int] = []
        for index, (node, edge) in enumerate(way):
            self.entry[node] = edge
            self.since[node] = time
            self.labelled.append(node)
            if index & 1:
                label[node] = OUTER
                for v in self.vertices[node]:
                    self.y[v] -= 2 * time
                    raised.append(v)
            else:
                label[node] = INNER
                if node >= self.n:
                    self.fading.append(node)
        for v in raised:
            self._scan(v)

    def _compute_due(self, v: int) -> None:
        row, y = self.weight[v], self.y
        best: int | float = inf
        for w in self.outer:
            when = row[w] - y[w]
            if when < best:
                best = when
                self.via[v] = w
        self.due[v] = best - y[v] if best != inf else inf

    def _release_children(self, b: int) -> None:
        for child in self.children[b]:
            self.parent[child] = -1
            self.label[child] = FREE
            for v in self.vertices[child]:
                self.top[v] = child
        self.vertices[b] = []

    def _dissolve(self, b: int) -> None:
        """Take a blossom with z = 0 apart between searches, and its children alike."""
        self._release_children(b)
        for child in self.children[b]:
            if child >= self.n and self.z[child] == 0:
                self._dissolve(child)

    def _forget_dead(self) -> None:
        """Cut off dead blossoms at the end of the lists."""
        n = self.n
        while len(self.parent) > n and not self.vertices[-1]:
            for column in (
                self.parent,
                self.base,
                self.vertices,
                self.children,
                self.links,
                self.z,
                self.label,
                self.entry,
                self.since,
            ):
                column.pop()

    # ------------------------------------------------------------------ augmenting

    def _augment(self, u: int, v: int) -> None:
        """Match the exposed v with the outer u and rematch the way from u to the root."""
        self.mate[v] = u
        while True:
            b = self.top[u]
            self._rebase(b, u)
            self.mate[u] = v
            entry = self.entry[b]
            if entry is None:
                return
            inner = self.top[entry[0]]
            up = self.entry[inner]
            assert up is not None
            u, v = up
            self._rebase(inner, v)
            self.mate[v] = u

    def _rebase(self, b: int, v: int) -> None:
        """Rematch the inside of a node so that v is its base."""
        self.base[b] = v
        if b < self.n:
            return
        child = v
        while self.parent[child] != b:
            child = self.parent[child]
        at = self.children[b].index(child)
        children = self.children[b] = self.children[b][at:] + self.children[b][:at]
        links = self.links[b] = self.links[b][at:] + self.links[b][:at]
        self._rebase(child, v)
        for i in range(1, len(children), 2):
            x, y = links[i]
            self._rebase(children[i], x)
            self._rebase(children[i + 1], y)
            self.mate[x] = y
            self.mate[y] = x

    def positive_blossoms(self) -> Iterator[tuple[int, int]]:
        """(set of vertices, z) of each blossom with z > 0, between searches."""
        for b in range(self.n, len(self.parent)):
            if self.vertices[b] and self.z[b] > 0:
                yield sum(1 << v for v in self.vertices[b]), self.z[b]
