"""Most brackets: the first best candidate by dual values that can be guessed.

In most brackets nothing but the balance of colours is in the way of a good candidate. Then the dual
values of a bound (see `fast`) can be written down: those of residents depend on colours only, and
the numbers of players who want White and Black tell how; a moved-down player, and the place of a
downfloater, has the highest value that is feasible. Whatever feasible values are guessed, a
candidate of tight pairs only attains the bound they give: so it is a best one, and no other pair is
in any best candidate. If there is none, the guess was wrong or an exchange is needed; then nothing
is known, and others give the answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from crivello.matching.bits import bitset, members
from crivello.model.field import Strength
from crivello.systems.dutch.solver.costs import Scale
from crivello.systems.dutch.solver.exact import Graph
from crivello.systems.dutch.solver.fast import first_of_tight, pair_remainder
from crivello.systems.dutch.solver.problem import HUGE, LARGE, Candidate, Problem

MILD, ABSOLUTE = 2 * Strength.MILD, 2 * Strength.ABSOLUTE
"""In the colours of `costs`: Black, and next to it White."""

Values = dict[int, int]
"""By colours, or by sets of residents."""
Costly = dict[tuple[int, int], int]
"""What pairs cost: of colours, or of players."""


def first_best_by_guess(problem: Problem) -> Candidate | None:
    """The first best candidate of the bracket alone; None if it cannot be told in this way."""
    rows = problem.rows
    # Who may meet nobody floats; of the others one does if their number is odd.
    isolated = rows.count(0)
    floaters = isolated + (len(rows) - isolated) % 2
    size, many = len(rows), len(problem.moved_down)
    if 2 * floaters > size or (4 if size >= LARGE else 5) * many > size:
        return None  # too many float, or compete for the same opponents
    if problem.mixed_residents or (problem.last and isolated):
        return None
    guess = _Guess(problem, floaters)
    if not guess.find_tight():
        return None
    return guess.first_at_sight() or guess.first_of_all()


class _Guess:
    """The tight pairs of a bracket, by position in it."""

    tight: list[int]
    floatable: int

    def __init__(self, problem: Problem, floaters: int) -> None:
        self.problem = problem
        self.floaters = floaters
        self.many = len(problem.moved_down)
        costs = self.costs = problem.costs
        # The residents by colours, and by what else is asked of those who float up or down.
        self.sets: dict[int, int] = {}
        self.groups: dict[object, int] = {}
        sets, groups = self.sets, self.groups
        bye = problem.bye_here and floaters == 1
        for i in range(self.many, len(costs.players)):
            bit = 1 << i
            colours = costs.colours[i]
            sets[colours] = sets.get(colours, 0) | bit
            player = costs.players[i]
            floats = (player.floats, player.history.unplayed) if bye else player.floats
            groups[floats] = groups.get(floats, 0) | bit

    def find_tight(self) -> bool:
        """Guess the duals and find the tight pairs; False if the duals are not feasible."""
        many, floaters, costs, sets = self.many, self.floaters, self.costs, self.sets
        clashes = self._clashes() if self.problem.field.last_round else []
        if any(i < many for i, _ in clashes):
            return False
        inside = {
            (a, b): costs.pair(_lowest(sets[a]), sets[b].bit_length() - 1)
            for a in sets
            for b in sets
            if a <= b and (a < b or (a < ABSOLUTE and sets[a] & sets[a] - 1))
        }
        own_price = [costs.pair(i, j) for i, j in clashes]
        met = [self._met(i) for i in range(many)]
        singles = [costs.single(i) for i in range(many)] if floaters else []
        groups = self.groups.values() if floaters else ()
        left = {bits: costs.single(bits.bit_length() - 1) for bits in groups}
        price = self._prices((*inside.values(), *own_price), met, (*singles, *left.values()))
        paid = {both: price[colours] + price[floats] for both, (colours, floats) in inside.items()}
        y = self._duals(paid)
        own = {
            (i, j): price[colours] + price[floats]
            for (i, j), (colours, floats) in zip(clashes, own_price, strict=True)
        }
        # The highest duals of moved-down players, and with whom they are tight.
        highest, self.tight = [], []
        for i, (by_colours, by_floats) in enumerate(met):
            dual, bits = self._highest(
                self.problem.rows[i],
                {a: 2 * price[number] - y[a] for a, number in by_colours.items()},
                {group: 2 * price[number] for group, number in by_floats.items()},
            )
            highest.append(dual)
            self.tight.append(bits)
        return self._open_residents(paid, own, y) and self._open_slots(
            {a: -y[a] for a in sets},
            {group: 2 * price[number] for group, number in left.items()},
            [2 * price[number] - dual for number, dual in zip(singles, highest, strict=False)],
        )

    def _met(self, i: int) -> tuple[Values, Values]:
        """What a moved-down player fails with an opponent, by his colours and by his floats."""
        row, costs = self.problem.rows[i], self.costs
        return (
            {
                a: costs.of_colours(i, (row & bits).bit_length() - 1)
                for a, bits in self.sets.items()
                if row & bits
            },
            {
                bits: costs.of_floats(i, (row & bits).bit_length() - 1)
                for bits in self.groups.values()
                if row & bits
            },
        )

    def _open_residents(self, paid: Costly, own: Costly, y: Values) -> bool:
        """The tight pairs of residents, by their colours or, of clashes, by their `own` price."""
        sets, rows, colours = self.sets, self.problem.rows, self.costs.colours
        open_to = dict.fromkeys(sets, 0)
        for (a, b), cost in paid.items():
            slack = 2 * cost - y[a] - y[b]
            if slack < 0:
                return False
            if slack == 0:
                open_to[a] |= sets[b]
                open_to[b] |= sets[a]
        for i in range(self.many, len(rows)):
            self.tight.append(rows[i] & open_to[colours[i]])
        for (i, j), cost in own.items():
            if cost < y[colours[i]]:
                return False
            if cost == y[colours[i]]:
                self.tight[i] |= 1 << j
                self.tight[j] |= 1 << i
        return True

    def _open_slots(self, by_colours: Values, by_floats: Values, moved_down: list[int]) -> bool:
        """Who can float; `moved_down` is the highest dual that each of these allows a slot."""
        self.floatable = 0
        if self.floaters:
            free = self._may_float()
            highest, self.floatable = self._highest(
                free >> self.many << self.many, by_colours, by_floats
            )
            for i, dual in enumerate(moved_down):
                if free >> i & 1 and dual < highest:
                    return False
                if free >> i & 1 and dual == highest:
                    self.floatable |= 1 << i
        return True

    def _may_float(self) -> int:
        """Those who can be left, but for those who must be."""
        may_float = self.problem.may_float()
        for i, row in enumerate(self.problem.rows):
            if not row:
                may_float &= ~(1 << i)
        return may_float

    def _clashes(self) -> list[tuple[int, int]]:
        """Topscorers: the pairs of the same absolute preference, whose price is their own."""
        rows, found = self.problem.rows, []
        for one in (ABSOLUTE, ABSOLUTE + 1):
            these = bitset(i for i, other in enumerate(self.costs.colours) if other == one)
            for i in members(these):
                found += [(i, i + 1 + k) for k in members((rows[i] & these) >> i + 1)]
        return found

    def _prices(
        self,
        inside: Iterable[tuple[int, int]],
        met: list[tuple[Values, Values]],
        singles: Iterable[int],
    ) -> Values:
        seen = {*singles}
        for both in inside:
            seen.update(both)
        for by_colours, by_floats in met:
            seen.update(by_colours.values())
            seen.update(by_floats.values())
        failures = self.costs.failures
        criteria = self.problem.edition.criteria
        scale = Scale(criteria, [failures[number] for number in seen], len(self.costs.players))
        before, after = self.problem.asked(self.floaters)
        scale.weigh(before, scale.weigh(after))
        return scale.prices(seen, failures)

    def _duals(self, paid: Costly) -> Values:
        """A dual value for the residents of each colour.

        If as many want White as want Black, nobody need be denied his colour. If more want one
        of them, some of these must meet one another, rather than the others. They should not
        both have strong preferences; if there are not enough with a mild one, these must not
        meet one another.
        """
        colours = self.costs.colours
        base = min(paid.values(), default=0)
        white = black = 0
        for a in colours:
            if a >= MILD:
                white += a & 1
                black += 1 - (a & 1)
        more = int(white > black)
        without = len(colours) - white - black
        denied = abs(white - black) - without - self.floaters
        same = [cost for (a, b), cost in paid.items() if a >= MILD and a & 1 == b & 1 == more]
        if denied < 0 or white == black or not same:
            return dict.fromkeys(self.sets, base)
        rise = min(same) - base
        strong = 0
        if 2 * colours.count(MILD + more) < denied:
            strong = max(same) - min(same)
        y = {}
        for a in self.sets:
            if a < MILD or a & 1 != more:
                y[a] = base - rise - strong
            elif a - more == MILD:
                y[a] = base + rise - strong
            else:
                y[a] = base + rise + strong
        return y

    def _highest(self, among: int, by_colours: Values, by_groups: Values) -> tuple[int, int]:
        """The highest dual that residents `among` allow, and with whom it is tight."""
        highest, tight = 0, 0
        for a, one in by_colours.items():
            bits = among & self.sets[a]
            for group, other in by_groups.items():
                here = bits & group
                if here:
                    if not tight or one + other < highest:
                        highest, tight = one + other, here
                    elif one + other == highest:
                        tight |= here
        return highest, tight

    def first_at_sight(self) -> Candidate | None:
        """Tight pairs, the moved-down players with the first opponents they can have.

        If the rest can be paired then, it is the first candidate.
        """
        rows, tight, many = self.problem.rows, self.tight, self.many
        pairs: dict[int, int] = {}
        left: list[int] = []
        taken = 0
        for i in range(many):
            choice = tight[i] & ~taken
            if choice:
                pairs[i] = _lowest(choice)
                taken |= 1 << pairs[i]
            elif rows[i]:
                return None
            else:
                left.append(i)
        rest = []
        for j in range(many, len(rows)):
            if not rows[j]:
                left.append(j)
            elif not taken >> j & 1:
                rest.append(j)
        found = pair_remainder(tight, rest, self.floaters - len(left), self.floatable)
        if found is None:
            return None
        pairs.update(found)
        if self.floaters > len(left):
            paired = {*found, *found.values()}
            left = sorted([*left, *[j for j in rest if j not in paired]])
        return Candidate(tuple(pairs.items()), tuple(left))

    def first_of_all(self) -> Candidate | None:
        """The first candidate of tight pairs, exchanges and all; None if there is none."""
        size, floaters = len(self.tight), self.floaters
        tight, floatable = self.tight, self.floatable
        for i in range(self.many):
            for j in members(tight[i]):
                tight[j] |= 1 << i
        for i, row in enumerate(self.problem.rows):
            if not row:
                floatable |= 1 << i
        if self.many and size >= LARGE:
            slots = (1 << floaters) - 1 << size
            rows = [row | slots if floatable >> i & 1 else row for i, row in enumerate(tight)]
            found = first_of_tight(self.problem, floaters, rows + [floatable] * floaters)
            if found is not None:
                return found
        if size >= HUGE:
            return None
        found = Graph.of_tight(self.problem, floaters, tight, floatable).solve()
        return found if found is not None and len(found.floaters) == floaters else None


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
