"""Find, by matchings, the candidate of one bracket that the older Dutch procedure accepts.

For a homogeneous bracket or a remainder, C.7 and C.8 try every way to pair p players of S1 with
others: exchanges in the order of D.2, each with all transpositions in the order of D.1. So the
accepted candidate is, of all matchings with the smallest failures, the one with the earliest
exchange, and of these the one with the earliest transposition.

A matching determines its exchange: of two paired players of S1 the lower one goes to S2, of two of
S2 the higher one goes to S1, and a player left unpaired is in S2. The four keys of D.2 (number of
players, difference of the sums, lowest of S1, highest of S2) are sums over pairs, so they are added
to the failures in one cost. Once the exchange is known, the problem is bipartite, and its dual
values show which opponents keep the cost minimal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from crivello.matching.bipartite import first_in_order
from crivello.matching.cardinality import has_perfect_matching
from crivello.matching.transport import minimum_cost_transport
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.systems.completion import graph
from crivello.systems.dutch2011.bracket import (
    NONE,
    Allowance,
    Dropped,
    Facts,
    Failures,
    Leave,
    OlderCandidate,
    Target,
    WorkBudget,
    broken_article,
    forbidding_article,
    homogeneous_candidate,
    join_failures,
    total,
    with_remainder,
)

Table = list[list[Failures | None]]


def pack(failures: Failures, base: int) -> int:
    """Return the failures as one number that sorts like them; every count must be below `base`."""
    value = 0
    for count in failures:
        value = value * base + count
    return value


def unpack(value: int, base: int) -> Failures:
    """Return the failures from which `pack` made this number."""
    counts: list[int] = []
    for _ in Failures._fields:
        value, count = divmod(value, base)
        counts.append(count)
    return Failures(*reversed(counts))


def pair_costs(facts: Facts, players: Sequence[Entrant], majority: Colour | None) -> Table:
    """Return the failures of each pair; None where B.1 or B.2 forbids it.

    `majority` is that of the bracket's `Allowance`.
    """
    table: Table = [[None] * len(players) for _ in players]
    for i, a in enumerate(players):
        for j in range(i):
            if facts.may_meet(a, players[j]):
                cost = facts.of_pair(players[j], a, majority)
                table[i][j] = table[j][i] = cost
    return table


def pair_homogeneous(
    facts: Facts,
    target: Target,
    players: tuple[Entrant, ...],
    p: int,
    allowance: Allowance,
    leave: Leave,
) -> OlderCandidate | None:
    """Return the candidate that the procedure accepts for p pairs of these players; None if there
    is no legal one.

    If the target allows only certain sets of floaters, any of their members are allowed first.
    Usually the best candidate then leaves one of the sets; otherwise each set is tried.
    """
    best = _pair_alike(facts, players, p, allowance, leave)
    if best is None or target.floaters is None or target.may_leave(best.leaving):
        return best
    ids = {player.id for player in players}
    found = [
        candidate
        for floaters in target.floaters
        if floaters <= ids
        and (candidate := _pair_alike(facts, players, p, allowance, _allow_only(leave, floaters)))
    ]
    return min(found, key=lambda one: (one.failures, one.order), default=None)


def _allow_only(leave: Leave, floaters: frozenset[int]) -> Leave:
    return lambda player: leave(player) if player.id in floaters else None


def _pair_alike(
    facts: Facts, players: tuple[Entrant, ...], p: int, allowance: Allowance, leave: Leave
) -> OlderCandidate | None:
    n = len(players)
    costs = pair_costs(facts, players, allowance.majority)
    leaves = [leave(player) for player in players]
    exchange = _find_first_exchange(costs, leaves, p)
    if exchange is None:
        return None
    out, into = exchange
    upper = [i for i in range(p) if i not in out] + into
    lower = sorted([*out, *(j for j in range(p, n) if j not in into)])
    partners = _find_first_transposition(costs, leaves, upper, lower)
    pairs = list(zip(upper, partners[: len(upper)], strict=True))
    paid = [costs[i][j] for i, j in pairs] + [leaves[i] for i in partners[len(upper) :]]
    failures = allowance.excess(total(paid))
    return homogeneous_candidate(players, failures, allowance, exchange, pairs, partners)


def _find_first_exchange(
    costs: Table, leaves: list[Failures | None], p: int
) -> tuple[list[int], list[int]] | None:
    """Return the positions that leave S1 and those that leave S2, in the first exchange (D.2) with
    the smallest failures.

    None if there is no legal candidate.
    """
    n = len(leaves)
    base = n + 1
    wide = n + base.bit_length()

    def cost(failures: Failures, out: int | None, into: int | None) -> int:
        """Return one number for failures and exchange keys (D.2): number of players, sums, lowest
        of S1, highest of S2.
        """
        value = pack(failures, base) * base + (out is not None)
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


def _find_first_transposition(
    costs: Table, leaves: list[Failures | None], upper: list[int], lower: list[int]
) -> list[int]:
    """Return S2 in the first order (D.1) with the smallest failures: the opponents of S1, then the
    unpaired players.
    """
    base = len(leaves) + 1
    rows: list[list[int | None]] = []
    for i in upper:
        rows.append([None if (c := costs[i][j]) is None else pack(c, base) for j in lower])
    spare = [None if (c := leaves[j]) is None else pack(c, base) for j in lower]
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


def _find_least_total(
    costs: Table, leaves: list[Failures | None], players: list[int], spare: int, base: int
) -> int | None:
    """Return the smallest packed failures if `spare` of these players stay unpaired; None if that
    is impossible.
    """
    n = len(players)
    prices: dict[Failures, int] = {}

    def price(failures: Failures | None) -> int | None:
        if failures is None:
            return None
        if failures not in prices:
            prices[failures] = pack(failures, base)
        return prices[failures]

    matrix: list[list[int | None]] = [[None] * (n + spare) for _ in range(n + spare)]
    for a, i in enumerate(players):
        row = costs[i]
        for b in range(a):
            matrix[a][b] = matrix[b][a] = price(row[players[b]])
        leaving = price(leaves[i])
        for dummy in range(n, n + spare):
            matrix[a][dummy] = matrix[dummy][a] = leaving
    solution = minimum_cost_perfect_matching(n + spare, matrix)
    return None if solution is None else solution.total


# A heterogeneous bracket: the moved-down players first, then the remainder (C.6, C.7, C.9).
#
# The transpositions of S2 are walked in the order of D.1, one moved-down player after the other.
# Below each choice stands a bound: what the others would cost at least, from a matching that
# leaves colours aside. A branch that cannot be better than what was found is cut, so that the
# first of the best transpositions remains, exactly as if all had been tried.


def pair_heterogeneous(
    facts: Facts, target: Target, allowance: Allowance, leave: Leave, work: WorkBudget
) -> OlderCandidate | None:
    """Return the candidate that the procedure accepts for a heterogeneous bracket; None if there is
    no legal one.
    """
    search = _OpponentSearch(facts, target, allowance, leave, work)
    search.descend(0, NONE)
    return search.best and replace(search.best, dropped=search.list_passed_over())


@dataclass(slots=True)
class _OpponentSearch:
    facts: Facts
    target: Target
    allowance: Allowance
    leave: Leave
    work: WorkBudget
    best: OlderCandidate | None = None
    partners: list[int] = field(default_factory=list)
    """Positions in S2 of the opponents chosen so far."""
    remainders: dict[tuple[int, ...], Failures | None] = field(default_factory=dict)
    """The least failures of a remainder, by the positions of its players in S2."""
    tables: dict[Colour | None, Table] = field(default_factory=dict)
    """The failures of each pair of the bracket, by the majority that counts."""
    players: tuple[Entrant, ...] = field(init=False)
    costs: list[list[Failures | None]] = field(init=False)
    leaves: list[Failures | None] = field(init=False)
    floor: Failures | None = field(init=False, default=None)
    """A lower bound for all candidates of the bracket; None while unknown."""
    judged: dict[tuple[int, ...], Failures | None] = field(default_factory=dict)
    """For the opponents chosen so far, the least failures they can lead to; None if they lead
    nowhere."""

    def __post_init__(self) -> None:
        self.players = self.target.s1 + self.target.s2
        self.costs = self._get_costs(self.allowance.majority)
        self.leaves = [self.leave(player) for player in self.players]

    def descend(self, depth: int, so_far: Failures) -> Failures | None:
        """Try all opponents for the moved-down player with index `depth`, in the order of S2.

        Returns the smallest failures that this can lead to; None if no legal candidate remains.
        """
        p = self.target.p
        if depth == p:
            return self._finish(so_far)
        least: Failures | None = None
        for position in range(len(self.target.s2)):
            cost = self.costs[depth][p + position]
            if cost is None or position in self.partners:
                continue
            self.partners.append(position)
            value = self._try(depth, so_far.plus(cost))
            self.judged[tuple(self.partners)] = value
            self.partners.pop()
            if value is not None and (least is None or value < least):
                least = value
            if self.best is not None and self.best.failures == self.floor:
                break
        return least

    def _try(self, depth: int, so_far: Failures) -> Failures | None:
        bound = self.allowance.excess(so_far)
        if self._is_hopeless(bound):
            return bound
        self.work.spend(len(self.players))
        rest = self._bound_rest(depth + 1)
        if rest is None:
            return None
        if self.floor is None and depth == 0:
            self._set_floor()
        bound = bound.plus(rest)
        return bound if self._is_hopeless(bound) else self.descend(depth + 1, so_far)

    def _is_hopeless(self, bound: Failures) -> bool:
        return self.best is not None and bound >= self.best.failures

    def _set_floor(self) -> None:
        chosen, self.partners = self.partners, []
        self.floor = self._bound_rest(0)
        self.partners = chosen

    def _bound_rest(self, depth: int) -> Failures | None:
        """Return a lower bound of the failures of all players not yet paired, without colours; None
        if they cannot be paired.
        """
        p = self.target.p
        taken = set(self.partners)
        open_ = list(range(depth, p)) + [
            p + position for position in range(len(self.target.s2)) if position not in taken
        ]
        n, spare = len(open_), self.target.leaving
        base = len(self.players) + 1
        prices: dict[Failures, int] = {}
        matrix: list[list[int | None]] = [[None] * (n + spare) for _ in range(n + spare)]
        for a, i in enumerate(open_):
            for b in range(a):
                cost = self.costs[i][open_[b]]
                if cost is not None and not (i < p and open_[b] < p):
                    if cost not in prices:
                        prices[cost] = pack(cost._replace(x=0, z=0), base)
                    matrix[a][b] = matrix[b][a] = prices[cost]
            leaving = self.leaves[i]
            if leaving is not None and i >= p:
                for dummy in range(n, n + spare):
                    matrix[a][dummy] = matrix[dummy][a] = pack(leaving, base)
        solution = minimum_cost_perfect_matching(n + spare, matrix)
        return None if solution is None else unpack(solution.total, base)

    def _finish(self, raw: Failures) -> Failures | None:
        """Pair the remainder (C.2), once all moved-down players have an opponent; keep the
        candidate if it is the best so far.

        Returns its failures, None if the remainder cannot be paired.
        """
        target = self.target
        taken = set(self.partners)
        positions = tuple(i for i in range(len(target.s2)) if i not in taken)
        rest = tuple(target.s2[i] for i in positions)
        allowance = self.facts.allowance(rest).less(target.remainder_lowered)
        if positions not in self.remainders:
            self.work.spend(len(rest))
            if target.floaters is None:
                self.remainders[positions] = self._find_least(positions, allowance)
            else:
                helping = self._pair_remainder(rest, allowance)
                self.remainders[positions] = helping.failures if helping else None
        least = self.remainders[positions]
        if least is None:
            return None
        moved_down = self.allowance.excess(raw)
        failures = join_failures(moved_down, least)
        if not self._is_hopeless(failures):
            remainder = self._pair_remainder(rest, allowance)
            assert remainder is not None
            assert remainder.failures == least
            self.best = with_remainder(target, self.partners, moved_down, remainder)
        return failures

    def _pair_remainder(
        self, rest: tuple[Entrant, ...], allowance: Allowance
    ) -> OlderCandidate | None:
        target = self.target
        return pair_homogeneous(self.facts, target, rest, target.remainder, allowance, self.leave)

    def _find_least(self, positions: tuple[int, ...], allowance: Allowance) -> Failures | None:
        """Return the smallest failures of the remainder at these positions in S2, without computing
        its pairs; None if there is none.
        """
        p = self.target.p
        costs = self._get_costs(allowance.majority)
        base, spare = len(positions) + 1, len(positions) - 2 * self.target.remainder
        least = _find_least_total(costs, self.leaves, [p + i for i in positions], spare, base)
        return None if least is None else allowance.excess(unpack(least, base))

    def _get_costs(self, majority: Colour | None) -> Table:
        if majority not in self.tables:
            self.tables[majority] = pair_costs(self.facts, self.players, majority)
        return self.tables[majority]

    def list_passed_over(self) -> tuple[Dropped, ...]:
        """Return, for each moved-down player, the players of S2 before the opponent, each with the
        article that excludes the pair.
        """
        if self.best is None:
            return ()
        chosen = self.best.order[: self.target.p]
        found: list[Dropped] = []
        for depth, player in enumerate(self.target.s1):
            for position in range(chosen[depth]):
                if position in chosen[:depth]:
                    continue
                other = self.target.s2[position]
                if self.costs[depth][self.target.p + position] is None:
                    article = forbidding_article(player, other)
                else:
                    value = self.judged[(*chosen[:depth], position)]
                    last = depth == self.target.p - 1
                    if value is None:
                        article = "C.9" if last else "C.7"
                    else:
                        article = broken_article(value, self.best.failures)
                found.append((player, other, article))
        return tuple(found)


# One bracket with its target: whether it is possible, and the candidate that the procedure accepts.


Search = Callable[[Facts, Target, Leave, WorkBudget], OlderCandidate | None]


def find(facts: Facts, target: Target, leave: Leave, work: WorkBudget) -> OlderCandidate | None:
    """Return the candidate that the procedure (C.4-C.11) accepts for this target; None if B.1 and
    B.2 allow none.
    """
    players = target.s1 + target.s2
    allowance = facts.allowance(players).less(target.lowered)
    if target.heterogeneous:
        return pair_heterogeneous(facts, target, allowance, leave, work)
    work.spend(len(players))
    return pair_homogeneous(facts, target, players, target.p, allowance, leave)


def possible(facts: Facts, target: Target, leave: Leave, leaving: int | None = None) -> bool:
    """Return True if the target can be reached when only B.1 and B.2 count (C.9-C.11 can give up
    all other requirements).
    """
    players = target.s1 + target.s2
    first = {player.id for player in target.s1} if target.heterogeneous else set()

    def may_leave(player: Entrant) -> bool:
        return player.id not in first and leave(player) is not None

    def may_meet(a: Entrant, b: Entrant) -> bool:
        return not (a.id in first and b.id in first) and facts.may_meet(a, b)

    spare = target.leaving if leaving is None else leaving
    return has_perfect_matching(graph(players, may_meet, may_leave, spare))
