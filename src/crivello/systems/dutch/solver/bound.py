"""Find the best candidate of a bracket without the players below, by a bound on kinds of players.

The cost of a pair depends on few facts: the colours of the two players and, if one is moved down,
scores and past floats. So there are few *kinds* of players, however many players there are:
residents by colours, moved-down players by all facts that the criteria ask about. (A player singled
out by a wish is a separate kind, since such a player may meet fewer opponents than others of the
same facts.) Pairing the kinds at the lowest cost, with fractions allowed, is a small transport
problem. Its dual values bound the cost of every candidate from below, and tell which pairs are
*tight*. A candidate made only of tight pairs attains the bound, so it is best, and no best
candidate contains any other pair. What remains is the generation order among these candidates,
without costs (D.1-D.3; 4.2-4.4):

* the moved-down players who are paired, and their opponents, one after the other;
* the first exchange between S1 and S2, usually none;
* the first transposition.

If no candidate consists of tight pairs only, the bound decides nothing, and `exact` finds the
candidate.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.bits import bitset, members
from crivello.matching.perfect import first_perfect
from crivello.matching.transport import fractional_b_matching
from crivello.matching.weighted import cheapest_mates
from crivello.model.field import Strength
from crivello.systems.dutch.solver.costs import CriterionWeights
from crivello.systems.dutch.solver.order import ResidentOrder
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem

ABSOLUTE = 2 * Strength.ABSOLUTE
"""In the colours of `costs`: an absolute preference for Black, and next to it for White."""
COLOURS = ABSOLUTE + 2
"""An upper bound of colours; keys of players singled out are larger."""

Priced = list[tuple[int, int]]
"""(price, set of residents with this price), the cheapest first."""


def first_best_by_kinds(problem: BracketProblem) -> BracketCandidate | None:
    """Return the best candidate of the bracket without the players below; None if no candidate
    attains the bound.
    """
    rows = problem.rows
    # Players without a possible opponent float; of the others one floats if their number is odd.
    isolated = rows.count(0)
    floaters = isolated + (len(rows) - isolated) % 2
    if problem.mixed_residents or (problem.last and isolated):
        return None
    if 2 * floaters > len(rows) or 4 * len(problem.moved_down) > len(rows):
        return None  # too many float, or compete for the same opponents
    bound = KindBound(problem, floaters)
    if not bound.find_tight():
        return None
    return TightPairs(problem, floaters, bound.tight, bound.floatable).first()


class KindBound:
    """The transport problem on the kinds of a bracket's players, and the pairs that are tight by
    its dual.
    """

    tight: list[int]
    """For each player, the residents with whom a pair is tight, as positions in the bracket."""
    floatable: int
    """Players whose floating is tight."""

    def __init__(self, problem: BracketProblem, floaters: int) -> None:
        self.problem = problem
        self.floaters = floaters
        self.costs = costs = problem.costs
        self.many = len(problem.moved_down)
        # Moved-down players by kind; residents by colours, and by the facts asked of those who
        # float up or down.
        self.kinds: dict[object, int] = {}
        self.colours: dict[int, int] = {}
        self.groups: dict[object, int] = {}
        kinds, by_colours, groups = self.kinds, self.colours, self.groups
        bye = problem.bye_here and floaters == 1
        # The key of each player's colours.
        self.keys = keys = list(costs.colours)
        singled_out = problem.meetings.singled_out
        if singled_out:
            for i, v in enumerate(problem.players):
                if singled_out >> v & 1:
                    keys[i] += COLOURS * (i + 1)
        for i, row in enumerate(problem.rows):
            if not row:
                continue
            player, colours, bit = costs.players[i], keys[i], 1 << i
            floats: object = (player.floats, player.history.unplayed) if bye else player.floats
            if i < self.many:
                kind = player.score, colours, floats
                kinds[kind] = kinds.get(kind, 0) | bit
            else:
                by_colours[colours] = by_colours.get(colours, 0) | bit
                groups[floats] = groups.get(floats, 0) | bit
        # One more player with a possible opponent floats if their number is odd.
        self.slots = floaters - problem.rows.count(0)

    def find_tight(self) -> bool:
        """Find the tight pairs; return False if the transport problem has no solution."""
        self._price()
        sets = [*self.kinds.values(), *self.colours.values()]
        counts = [bits.bit_count() for bits in sets]
        duals = fractional_b_matching([*counts, self.slots], self.table)
        if duals is None:
            return False
        self._collect_tight(duals)
        return True

    def _find_clashes(self) -> list[tuple[int, int]]:
        """Return the pairs of players with the same absolute preference, whose costs depend on the
        two players.

        Such pairs are legal only with a topscorer.
        """
        rows, found = self.problem.rows, []
        for one in (ABSOLUTE, ABSOLUTE + 1):
            these = bitset(i for i, other in enumerate(self.costs.colours) if other == one)
            for i in members(these):
                found += [(i, i + 1 + k) for k in members((rows[i] & these) >> i + 1)]
        return found

    def _price(self) -> None:
        """Compute the cost of pairing each two kinds; in the last row and column, the cost of
        letting a kind float.
        """
        costs, colours = self.costs, self.colours
        first = len(self.kinds)
        at = {a: first + k for k, a in enumerate(colours)}
        # One of each set represents all of it.
        one_of = {a: bits.bit_length() - 1 for a, bits in colours.items()}
        inside = [
            (at[a], at[b], costs.of_colours(i, j))
            for a, i in one_of.items()
            for b, j in one_of.items()
            if a <= b and not _is_clash(a, b) and self._can_meet(a, b)
        ]
        # Residents of one score fail the same, apart from colours.
        level = costs.of_floats(self.many, self.many)
        clashes = self._find_clashes() if self.problem.field.last_round else ()
        personal = {pair: costs.pair(*pair) for pair in clashes}
        met = [self._find_opponent_failures(bits) for bits in self.kinds.values()]
        left: dict[int, int] = {}
        lone = []
        if self.slots:
            self.may_float = free = self._may_float()
            left = {bits: costs.single(bits.bit_length() - 1) for bits in self.groups.values()}
            lone = [costs.single(bits.bit_length() - 1) for bits in self.kinds.values()]
        seen = {level, *[number for _, _, number in inside], *left.values(), *lone}
        for both in personal.values():
            seen.update(both)
        for by_colours, by_floats in met:
            seen.update(by_colours.values())
            seen.update(by_floats.values())
        price = self._compute_prices(seen)
        many = first + len(colours) + 1
        table: list[list[int | None]] = [[None] * many for _ in range(many)]
        for k, place, number in inside:
            table[k][place] = table[place][k] = price[number] + price[level]
        self.own = {pair: price[one] + price[other] for pair, (one, other) in personal.items()}
        for (i, j), cost in self.own.items():
            a, b = self._find_kind(i), self._find_kind(j)
            known = table[a][b]
            if known is None or cost < known:
                table[a][b] = table[b][a] = cost
        # By kind and colour: the residents who cost a moved-down player, or a downfloater, least.
        self.cheapest: dict[tuple[int, int], int] = {}
        rows = self.problem.rows
        for k, bits in enumerate(self.kinds.values()):
            reach = 0
            for i in members(bits):
                reach |= rows[i]
            paid = {a: price[number] for a, number in met[k][0].items()}
            self._price_kind(table, k, reach, paid, _sort_by_price(met[k][1], price))
        if self.slots:
            paid = dict.fromkeys(colours, 0)
            self._price_kind(table, many - 1, free, paid, _sort_by_price(left, price))
            for k, (bits, number) in enumerate(zip(self.kinds.values(), lone, strict=True)):
                if bits & free:
                    table[k][-1] = table[-1][k] = price[number]
        self.table = table

    def _may_float(self) -> int:
        """Return the players who may float, as a bit set.

        The only opponent of a player singled out by a wish may not: both would float.
        """
        free = self.problem.may_float()
        for key, bits in self.colours.items():
            if key >= COLOURS:
                row = self.problem.rows[bits.bit_length() - 1]
                if row.bit_count() == 1:
                    free &= ~row
        return free

    def _can_meet(self, a: int, b: int) -> bool:
        """Return False if kind `b` is a player singled out by a wish who may meet no resident of
        kind `a`.
        """
        if b < COLOURS:
            return True
        row = self.problem.rows[self.colours[b].bit_length() - 1]
        return bool(row & self.colours[a])

    def _find_opponent_failures(self, bits: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return the failures of a moved-down player of this kind: by the opponent's colours, and
        by the opponent's past floats.
        """
        costs, i = self.costs, bits.bit_length() - 1
        mine = costs.colours[i]
        return (
            {
                a: costs.of_colours(i, these.bit_length() - 1)
                for a, these in self.colours.items()
                if not _is_clash(a, mine)
            },
            {these: costs.of_floats(i, these.bit_length() - 1) for these in self.groups.values()},
        )

    def _price_kind(
        self,
        table: list[list[int | None]],
        k: int,
        among: int,
        by_colours: dict[int, int],
        by_floats: Priced,
    ) -> None:
        """Enter in `table` the cost of pairing kind `k` with each colour of residents: that of the
        cheapest ones in `among`.
        """
        first = len(self.kinds)
        for place, (a, bits) in enumerate(self.colours.items()):
            bits &= among
            if bits and a in by_colours:
                for cost, group in by_floats:
                    if bits & group:
                        table[k][first + place] = table[first + place][k] = by_colours[a] + cost
                        self.cheapest[k, place] = bits & group
                        break

    def _find_kind(self, i: int) -> int:
        """Return the index of a player's kind in the table."""
        sets = (*self.kinds.values(), *self.colours.values())
        return next(k for k, bits in enumerate(sets) if bits >> i & 1)

    def _compute_prices(self, seen: set[int]) -> dict[int, int]:
        failures = self.costs.failures
        criteria = self.problem.edition.criteria
        scale = CriterionWeights(
            criteria, [failures[number] for number in seen], len(self.costs.players)
        )
        before, after = self.problem.criteria_places(self.floaters)
        scale.weigh(before, scale.weigh(after))
        return scale.prices(seen, failures)

    def _collect_tight(self, duals: list[int]) -> None:
        """Collect the tight pairs: those whose cost equals the bound of the dual values."""
        first, rows, keys = len(self.kinds), self.problem.rows, self.keys
        sets = list(self.colours.items())
        last = first + len(sets)

        def open_to(k: int) -> list[int]:
            """Return the indices of the kinds of residents with which pairs of kind `k` are
            tight.
            """
            own = duals[k]
            return [
                place
                for place, cost in enumerate(self.table[k][first:last])
                if cost is not None and cost + cost == own + duals[first + place]
            ]

        tight = [0] * self.many
        for k, bits in enumerate(self.kinds.values()):
            reach = sum([self.cheapest.get((k, place), 0) for place in open_to(k)])
            for i in members(bits):
                tight[i] = rows[i] & reach
        reached = {}
        for k, (a, _) in enumerate(sets, start=first):
            open_sets = [sets[place] for place in open_to(k)]
            reached[a] = sum([others for b, others in open_sets if not _is_clash(a, b)])
        tight += [
            row & reached[a] if row else 0
            for row, a in zip(rows[self.many :], keys[self.many :], strict=True)
        ]
        for (i, j), cost in self.own.items():
            if 2 * cost == duals[self._find_kind(i)] + duals[self._find_kind(j)]:
                tight[i] |= 1 << j
                if i >= self.many:
                    tight[j] |= 1 << i
        self.tight = tight
        self.floatable = 0
        if self.slots:
            self.floatable = sum([self.cheapest[last, place] for place in open_to(last)])
            for k, bits in enumerate(self.kinds.values()):
                single = self.table[k][last]
                if single is not None and 2 * single == duals[k] + duals[last]:
                    self.floatable |= bits & self.may_float


class TightPairs:
    """The candidates made of tight pairs; `floatable` are the players who may float besides those
    who must.

    The rows of moved-down players contain residents; the rows of residents contain no moved-down
    players.
    """

    def __init__(
        self, problem: BracketProblem, floaters: int, tight: list[int], floatable: int
    ) -> None:
        self.problem = problem
        self.floaters = floaters
        self.tight = tight
        self.floatable = floatable
        self.many = len(problem.moved_down)
        self.isolated = [i for i, row in enumerate(problem.rows) if not row]

    def first(self) -> BracketCandidate | None:
        """Return the first candidate of tight pairs in generation order; None if there is none."""
        fixed = self._pair_with_first()
        if fixed is not None:
            rest = self._find_remainder(fixed)
            slots = self.floaters - len(self.isolated)
            pairs = (len(rest) - slots) // 2
            found = self._transpose(rest[:pairs], rest[pairs:], slots)
            if found is not None:
                return self._make_candidate({**fixed, **found})
        if self.many:
            fixed = self._pair_moved_down()
        return None if fixed is None else self._with_exchange(fixed)

    def _pair_with_first(self) -> dict[int, int] | None:
        """Pair each moved-down player in turn with the first tight opponent who is free; None if
        there is none.
        """
        pairs: dict[int, int] = {}
        taken = 0
        for i in range(self.many):
            choice = self.tight[i] & ~taken
            if choice:
                pairs[i] = _find_lowest(choice)
                taken |= 1 << pairs[i]
            elif self.problem.rows[i]:
                return None
        return pairs

    def _pair_moved_down(self) -> dict[int, int] | None:
        """Return the first pairs of the moved-down players with which the others can also be
        paired; None if there are none.

        First it is decided which moved-down players are paired (D.3 b, 4.4; their scores follow
        from the criteria), then whom they meet (D.1, 4.2).
        """
        size, many = len(self.tight), self.many
        slots = (1 << self.floaters) - 1 << size
        rows = list(self.tight)
        for i in range(many):
            for j in members(rows[i]):
                rows[j] |= 1 << i
        floatable = self.floatable | bitset(self.isolated)
        for i in members(floatable):
            rows[i] |= slots
        rows += [floatable] * self.floaters
        here = (1 << size) - 1
        choices: list[tuple[int, Sequence[int]]] = [(i, (here, slots)) for i in range(many)]
        choices += [(i, [*[1 << j for j in members(self.tight[i])], slots]) for i in range(many)]
        mate = first_perfect(rows, choices)
        return None if mate is None else {i: mate[i] for i in range(many) if mate[i] < size}

    def _find_remainder(self, fixed: dict[int, int]) -> list[int]:
        """Return the residents who are still to be paired, without those who have no possible
        opponent.
        """
        out = {*fixed.values(), *self.isolated}
        return [i for i in range(self.many, len(self.tight)) if i not in out]

    def _with_exchange(self, fixed: dict[int, int]) -> BracketCandidate | None:
        """Return the candidate of the first possible exchange (D.2, 4.3), with its first
        transposition; None if there is none.
        """
        out = {*fixed.values()}
        rest = [i for i in range(self.many, len(self.tight)) if i not in out]
        limbo = self.many - len(fixed)
        slots = self.floaters - limbo
        pairs = (len(rest) - slots) // 2
        order = ResidentOrder(len(rest), pairs)
        below = order.below_exchange
        single = 1 << order.bits - below
        place = {i: k for k, i in enumerate(rest)}
        edges: list[dict[int, int]] = [{} for _ in rest]
        alone: list[int | None] = []
        free = self.floatable | bitset(self.isolated)
        for k, i in enumerate(rest):
            alone.append(single + (order.single(k + 1) >> below) if free >> i & 1 else None)
            for j in members(self.tight[i] >> i + 1):
                other = place.get(i + 1 + j)
                if other is not None:
                    cost = order.pair(k + 1, other + 1) >> below
                    edges[k][other] = edges[other][k] = cost
        mate = cheapest_mates(edges, alone)
        if mate is None or mate.count(-1) != slots:
            return None
        upper = [i for i, k in zip(rest, mate, strict=True) if place[i] < k]
        out = {*upper, *self.isolated}
        lower = [i for i in rest if i not in out]
        found = self._transpose(upper, lower, len(lower) - len(upper))
        assert found is not None, "an exchange was found that allows no transposition"
        return self._make_candidate({**fixed, **found})

    def _transpose(
        self, upper: Sequence[int], lower: Sequence[int], slots: int
    ) -> dict[int, int] | None:
        """Return the pairs of S1 (`upper`) with the first possible transposition of S2 (`lower`);
        None if there is none (D.1, 4.2).

        An opponent must rank lower; otherwise the candidate belongs to another exchange.
        """
        if not lower:
            return {}
        # Columns are members of S2 in order: close the gaps, if any.
        start, end = lower[0], lower[-1] + 1
        gaps: Sequence[int] = ()
        if end - start > len(lower):
            gaps = sorted({*range(start, end)} - {*lower})
        everyone = (1 << end) - 1
        rows = [_without((self.tight[i] & everyone) >> i << i, start, gaps) for i in upper]
        rows += [_without(self.floatable & everyone, start, gaps)] * slots
        columns = first_in_order(rows, len(lower))
        if columns is None:
            return None
        return {i: lower[column] for i, column in zip(upper, columns, strict=False)}

    def _make_candidate(self, pairs: dict[int, int]) -> BracketCandidate:
        paired = {*pairs, *pairs.values()}
        left = [i for i in range(len(self.tight)) if i not in paired]
        return BracketCandidate(tuple(sorted(pairs.items())), tuple(left))


def _is_clash(a: int, b: int) -> bool:
    """Return True if two kinds have the same absolute preference."""
    return a % COLOURS == b % COLOURS >= ABSOLUTE


def _find_lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _sort_by_price(sets: dict[int, int], price: dict[int, int]) -> Priced:
    """Return the sets of residents with their prices, the cheapest first; sets of one price are
    joined.
    """
    found: dict[int, int] = {}
    for bits, number in sets.items():
        cost = price[number]
        found[cost] = found.get(cost, 0) | bits
    return sorted(found.items())


def _without(row: int, start: int, gaps: Sequence[int]) -> int:
    """Return the bits of `row` from position `start` on, without the positions in `gaps`; higher
    bits move down to close the gaps.
    """
    row >>= start
    for moved, gap in enumerate(gaps):
        at = gap - start - moved
        low = row & ((1 << at) - 1)
        row = row >> at + 1 << at | low
    return row
