"""The solver of the Dubov system: the sieve's answer, found by matchings.

Players are vertices, numbered in ranking order; sets of players are bit sets (see `matching.bits`).
The module has four parts: the graph of allowed pairs, the pairs of one bracket, the choice of its
upfloaters, and the bye with the pass down the scoregroups.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import HungarianTree, barrier, grow_tree, has_perfect_matching
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.errors import Impossible
from crivello.model.field import Entrant, Field, Strength
from crivello.model.result import Colour
from crivello.model.trace import CompletionTested, Trace, ids
from crivello.model.trace.upfloats import Failures, SetJudged, SetVerdict, UpfloatersNeeded
from crivello.rules.criterion import Measure
from crivello.standard.classes import replace
from crivello.systems.byes import bye_order, record_bye
from crivello.systems.dubov.bracket import (
    DubovBracket,
    DubovPart,
    Subgroups,
    bracket_of,
    middle_out,
    subgroups,
)
from crivello.systems.dubov.editions import DubovEdition, preference_denied
from crivello.systems.dubov.record import first_difference, record_bracket
from crivello.systems.upfloats import Pairs, Players


def legal_opponents(rows: Sequence[Entrant], columns: Sequence[Entrant]) -> list[int]:
    """Return, for each player of `rows`, the players of `columns` whom the absolute rules allow, as
    bit sets.

    The rule is that of `rules.colours.may_meet`.
    """
    place = {player.id: column for column, player in enumerate(columns)}
    absolute = {
        colour: bitset(
            column
            for column, player in enumerate(columns)
            if player.strength is Strength.ABSOLUTE and player.preference is colour
        )
        for colour in Colour
    }
    everyone = (1 << len(columns)) - 1
    legal = []
    for player in rows:
        barred = bitset(place[other] for other in player.avoid if other in place)
        if player.id in place:
            barred |= 1 << place[player.id]
        if player.strength is Strength.ABSOLUTE and player.preference is not None:
            barred |= absolute[player.preference]
        legal.append(everyone & ~barred)
    return legal


class Graph:
    """The graph of a field: the vertices are players in ranking order, the edges allowed pairs."""

    def __init__(self, entrants: Players) -> None:
        self.entrants = entrants
        self.index = {player.id: vertex for vertex, player in enumerate(entrants)}
        self.everyone = (1 << len(entrants)) - 1
        # legal[v]: all players whom v may meet (C.1, C.3).
        self.legal = legal_opponents(entrants, entrants)
        # white: all who prefer White; the others prefer Black.
        self.white = bitset(v for v, player in enumerate(entrants) if player.wants_white)

    def players(self, bits: int) -> Players:
        """Return the players of a set in ranking order."""
        return tuple(self.entrants[v] for v in members(bits))

    def top_scoregroup(self, bits: int) -> int:
        """Return the players of a set who share its highest score."""
        group = 0
        score: int | None = None
        for v in members(bits):
            if score is None:
                score = self.entrants[v].score
            elif self.entrants[v].score != score:
                break
            group |= 1 << v
        return group

    def pairable(self, bits: int) -> bool:
        """Return True if all players of a set can be paired with one another."""
        return has_perfect_matching(self.legal, bits)

    def match(self, bits: int) -> tuple[list[int], int]:
        """Return a maximum matching of a set, as each vertex's mate, and the set of players left
        unmatched.
        """
        mate = [-1] * len(self.legal)
        exposed = available = bits
        alone = 0
        while exposed:
            root = exposed.bit_length() - 1
            exposed ^= 1 << root
            end = grow_tree(self.legal, mate, root, exposed, available)
            if isinstance(end, int):
                exposed ^= 1 << end
            else:
                alone |= 1 << root
                # A tree without an augmenting path remains one, whatever is matched outside it.
                available &= ~(end.outer | end.inner)
        return mate, alone


# B.3 to B.6 (3.2.3 to 3.2.6) by matchings: shifts and transposition of one bracket.
#
# After the shifts every pair has one player on either side. A pair inside the smaller subgroup
# needs one of its two players shifted, and so does a pair inside the larger one; no other player is
# shifted, for a pair of two shifted players would lie across the subgroups as they were, and there
# would have been one unavoidable pair fewer. So a legal pairing with the fewest pairs inside the
# smaller subgroup *is* a choice of shifters, up to which player of such a pair moves, and the
# earlier one in the order of D.2 (4.3) is the better choice. Written as costs, in this order:
#
# * each pair inside the smaller subgroup;
# * the sequence numbers of those shifted out of it, as a number in base two in which an earlier
#   player outweighs all later ones;
# * the same for those shifted out of the larger subgroup.


Shifts = tuple[Players, Players]
"""Out of the smaller and out of the larger subgroup, in the order of D.2 (4.3)."""


def pair_bracket(players: Sequence[Entrant]) -> tuple[Subgroups, Shifts, Players, Players]:
    """Return the subgroups before the shifts, the shifts, S1 and T2; some legal pairing must
    exist.
    """
    before = subgroups(players)
    # Try the first choice: no player leaves the smaller subgroup, the first in order the larger.
    shifts: Shifts = ((), tuple(middle_out(before.larger)[: before.surplus]))
    after = before.shift(*shifts)
    t2 = first_transposition(after)
    if t2 is None:
        shifts = first_shifts(before)
        after = before.shift(*shifts)
        t2 = first_transposition(after)
        assert t2 is not None  # the matching of the shifts is one
    return before, shifts, after.g1, t2


def first_transposition(groups: Subgroups) -> Players | None:
    """Return the first order of G2 that makes legal pairs with S1; None if there is none (B.6, D.3;
    3.2.6, 4.4).
    """
    found = first_in_order(legal_opponents(groups.g1, groups.g2), len(groups.g2))
    return None if found is None else tuple(groups.g2[column] for column in found)


def first_shifts(groups: Subgroups) -> Shifts:
    """Return the first shifts in the order of D.2 (4.3) that allow a legal pairing (B.4, 3.2.4)."""
    small = middle_out(groups.smaller)
    large = middle_out(groups.larger)
    players = [*small, *large]
    n, border = len(players), len(small)
    # rank[v]: the weight of shifting v within its subgroup; only the earlier of a pair counts.
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


# B.1 and B.2 (3.2.1, 3.2.2) by matchings: the first best set of the fewest upfloaters.
#
# Pair residents with residents or with lower players, and the other lower players among
# themselves: the lower players who meet residents are the upfloaters. (Two upfloaters never meet:
# without both of them there would be fewer.) Every criterion is a sum over such pairs, and so is
# the order of the sets, when the sequence numbers are read as a number in base two in which an
# earlier player outweighs all later ones. So the best set is a matching of least cost.
#
# Three ways lead to it, the cheapest first. Each gives its answer only if it is proven.
#
# * One upfloater is needed, and no pair inside the smaller colour: tests of existence decide.
# * The rest is left out of account, and of the lower players only the first few of each kind are
#   looked at. If the rest can be paired without the set found, nothing can be better.
# * The matching of the whole field.


Values = tuple[tuple[int, ...], ...]
"""Failures by criterion."""


class UpfloaterChoice:
    """Chooses the upfloaters of one scoregroup. Sets of players are bit sets."""

    def __init__(
        self, graph: Graph, edition: DubovEdition, bracket: DubovBracket, residents: int, lower: int
    ) -> None:
        self.graph = graph
        self.criteria = edition.criteria
        # bracket: the residents without upfloaters.
        self.bracket = bracket
        self.residents = residents
        self.lower = lower

    def best(self) -> int:
        """Return the best set of upfloaters."""
        graph = self.graph
        odd = self.residents.bit_count() % 2
        if not odd and graph.pairable(self.residents) and graph.pairable(self.lower):
            return 0
        found = self.single() if odd else None
        if found is None:
            found = self.among_the_first()
        if found is None:
            found = self.cheapest(members(self.lower), graph.legal)
        assert found is not None  # the whole field can be paired
        return found

    def _compute_failures(self, v: int) -> Values:
        """Return the failures of player `v` as an upfloater, by criterion."""
        part = DubovPart(self.bracket, self.graph.entrants[v], None)
        return tuple(criterion.cost(part) for criterion in self.criteria)

    # ------------------------------------------------------------------ one upfloater

    def single(self) -> int | None:
        """Return the best single upfloater if it can be found without costs; else None.

        In a bracket where one colour is preferred by d more players than the other, at least d / 2
        preferences are denied. Exactly that many are denied if no two players who prefer the rarer
        colour meet; each such pair adds two. The choice of the upfloater changes d / 2 by at most
        one. So within a score the first upfloater without such a pair is best.
        """
        graph = self.graph
        score: int | None = None
        for v in self._sort_lower_players():
            if graph.entrants[v].score != score:
                if score is not None and self._has_upfloater_of(score):
                    return None  # this score is possible, but only with such a pair
                score = graph.entrants[v].score
            if graph.legal[v] & self.residents and self._meets_bound(v):
                if graph.pairable(self.lower ^ 1 << v):
                    return 1 << v
        return None

    def _sort_lower_players(self) -> list[int]:
        """Return the lower players, the best single upfloater first, by their own failures and the
        colour that fewer residents prefer.
        """
        graph = self.graph
        whites = (self.residents & graph.white).bit_count()
        too_few_whites = 2 * whites < self.residents.bit_count()
        denied = [criterion.cost for criterion in self.criteria].index(preference_denied)

        def key(v: int) -> tuple[Values, int]:
            values = list(self._compute_failures(v))
            values[denied] = (int(graph.entrants[v].wants_white != too_few_whites),)
            return tuple(values), v

        return sorted(members(self.lower), key=key)

    def _meets_bound(self, v: int) -> bool:
        """Return True if the residents and `v` can be paired without a pair of two who prefer the
        rarer colour.
        """
        graph = self.graph
        players = self.residents | 1 << v
        smaller = players & graph.white
        if 2 * smaller.bit_count() > players.bit_count():
            smaller = players & ~graph.white
        rows = list(graph.legal)
        for u in members(smaller):
            rows[u] &= ~smaller
        return has_perfect_matching(rows, players)

    def _has_upfloater_of(self, score: int) -> bool:
        """Return True if some player of this score can be the single upfloater."""
        graph = self.graph
        return any(
            graph.pairable(self.residents | 1 << v) and graph.pairable(self.lower ^ 1 << v)
            for v in members(self.lower)
            if graph.entrants[v].score == score
        )

    # ------------------------------------------------------------------ matchings of least cost

    def among_the_first(self) -> int | None:
        """Return the best set of upfloaters, if it leaves the other lower players pairable; else
        None.

        The choice does not consider those players, and only the first few players of each kind
        (`_find_first_of_each_kind`). None also if no upfloater is needed, or if more are needed
        than residents are left over when paired among themselves. If the highest scores suffice,
        lower ones are excluded by C.6.
        """
        graph = self.graph
        _, alone = graph.match(self.residents)
        number = alone.bit_count()
        if number == 0:
            return None
        pool: list[int] = []
        waiting = self.lower
        while waiting:
            group = graph.top_scoregroup(waiting)
            waiting ^= group
            pool += self._find_first_of_each_kind(group, number)
            if len(pool) < number:
                continue
            found = self.cheapest(pool, None)
            if found is not None and found.bit_count() == number:
                return found if graph.pairable(self.lower ^ found) else None
        return None

    def _find_first_of_each_kind(self, group: int, number: int) -> list[int]:
        """Return the players of one score who can be in the best set of `number` upfloaters.

        Players of one kind have the same failures, prefer the same colour, and are all bound to it
        or all not. So they differ only in their order and their past opponents, and the first
        `number` + m of a kind are enough. m is the largest number of them that a resident may not
        meet, among residents who may meet at least one.
        """
        kinds: dict[tuple[object, ...], int] = {}
        for v in members(group):
            player = self.graph.entrants[v]
            kind = (
                self._compute_failures(v),
                player.preference,
                player.strength is Strength.ABSOLUTE,
            )
            kinds[kind] = kinds.get(kind, 0) | 1 << v
        first = []
        for alike in kinds.values():
            legal = [self.graph.legal[u] & alike for u in members(self.residents)]
            met = max((alike.bit_count() - row.bit_count() for row in legal if row), default=0)
            first += members(alike)[: number + met]
        return sorted(first)

    def cheapest(self, pool: list[int], legal: list[int] | None) -> int | None:
        """Return the best set of upfloaters from the pool; None if there is none.

        `legal` are the allowed pairs of the other players in the pool; if None, these need not be
        paired.
        """
        own, denied = self._compute_prices(pool)
        vertices = members(self.residents) + pool
        border = len(vertices) - len(pool)
        n = len(vertices)
        cost: list[list[int | None]] = [[None] * n for _ in range(n)]
        rows, white = self.graph.legal, self.graph.white
        for i, u in enumerate(vertices):
            for j in range(i + 1, n):
                v = vertices[j]
                if i >= border:
                    price = 0 if legal is None or legal[u] >> v & 1 else None
                elif not rows[u] >> v & 1:
                    price = None
                else:
                    price = denied if white >> u & 1 == white >> v & 1 else 0
                    if j >= border:
                        price += own[j - border]
                cost[i][j] = cost[j][i] = price
        if n % 2:
            # One more vertex that need not be paired, to make them even.
            for i, row in enumerate(cost):
                row.append(None if i < border else 0)
            cost.append([*(None if i < border else 0 for i in range(n)), None])
            n += 1
        solution = minimum_cost_perfect_matching(n, cost)
        if solution is None:
            return None
        return bitset(
            vertices[solution.mate[i]] for i in range(border) if solution.mate[i] >= border
        )

    def _compute_prices(self, pool: list[int]) -> tuple[list[int], int]:
        """Return the cost of each upfloater, and the extra cost of a pair with the same preference.

        A cost is one integer: a digit per criterion, the first criterion highest (for C.6 a digit
        per score difference, the largest highest), each wide enough not to carry; the lowest part
        is the order of the sets.
        """
        failures = [self._compute_failures(v) for v in pool]
        pairs = self.residents.bit_count()  # at least as many pairs as there will be
        own = [-(1 << (len(pool) - 1 - place)) for place in range(len(pool))]
        price = 1 << len(pool)
        denied = 0
        for index in reversed(range(len(self.criteria))):
            criterion = self.criteria[index]
            if criterion.cost is preference_denied:
                denied = price
                price *= pairs + 1
                continue
            values = [fails[index] for fails in failures]
            if criterion.measure is Measure.COUNT:
                for place, value in enumerate(values):
                    own[place] += price * sum(value)
                price *= 1 + sum(map(sum, values))
            else:
                for difference in sorted({one for value in values for one in value}):
                    for place, value in enumerate(values):
                        own[place] += price * value.count(difference)
                    price *= 1 + len(pool)
        return own, denied


# The bye, and the scoregroups from the top.


def solve(
    field: Field, edition: DubovEdition, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye."""
    graph = Graph(field.entrants)
    left = graph.everyone
    mate, alone = graph.match(left)
    bye = None
    if len(field.entrants) % 2:
        bye = _choose_bye(field, edition, graph, mate, alone, trace)
        left ^= 1 << graph.index[bye.id]
    elif alone:
        raise _make_error(field, edition, graph, mate)

    pairs: Pairs = []
    while left:
        residents = graph.top_scoregroup(left)
        lower = left & ~residents
        empty = bracket_of(field, graph.players(residents))
        upfloaters = UpfloaterChoice(graph, edition, empty, residents, lower).best()
        bracket = replace(empty, upfloaters=graph.players(upfloaters))
        left = lower & ~upfloaters
        before, shifts, s1, t2 = pair_bracket(bracket.players)
        if trace is not None:
            _record_upfloaters(trace, graph, bracket, residents, lower, left)
            chosen = edition.failures(bracket, list(zip(s1, t2, strict=True)))
            _record_first_set(trace, edition, graph, bracket, residents, lower, chosen)
        record_bracket(trace, edition, bracket, before, shifts, s1, t2)
        pairs += zip(s1, t2, strict=True)
    return pairs, bye


def _choose_bye(
    field: Field,
    edition: DubovEdition,
    graph: Graph,
    mate: list[int],
    alone: int,
    trace: Trace | None,
) -> Entrant:
    """Return the player with the bye (B.0, 3.1).

    One search tree contains all players without whom the others can be paired.
    """
    if alone & (alone - 1):
        raise _make_error(field, edition, graph, mate)
    root = alone.bit_length() - 1
    tree = grow_tree(graph.legal, list(mate), root, 0, graph.everyone)
    assert isinstance(tree, HungarianTree)  # all others are matched
    needed: list[Entrant] = []
    for player in sorted(field.entrants, key=bye_order):
        if player.barred:
            continue
        if tree.outer >> graph.index[player.id] & 1:
            record_bye(trace, field, edition.bye, player, needed)
            return player
        needed.append(player)
    raise edition.impossible(field, graph.players(tree.outer))


def _make_error(field: Field, edition: DubovEdition, graph: Graph, mate: list[int]) -> Impossible:
    """Return the error for a round that cannot be paired; it names the players of the odd
    components.
    """
    proof = barrier(graph.legal, mate)
    blocked = 0
    for component in proof.odd_components:
        blocked |= component
    return edition.impossible(field, graph.players(blocked))


def _record_upfloaters(
    trace: Trace, graph: Graph, bracket: DubovBracket, residents: int, lower: int, rest: int
) -> None:
    """Append to the trace how many upfloaters are needed (B.1, 3.2.1), and a pairing of all other
    lower players (C.4).
    """
    _, alone = graph.match(residents)
    trace.append(
        UpfloatersNeeded(
            bracket.score,
            ids(bracket.residents),
            alone.bit_count(),
            len(bracket.upfloaters),
            ids(graph.players(lower)),
        )
    )
    mate, _ = graph.match(rest)
    witness = tuple(
        (graph.entrants[v].id, graph.entrants[mate[v]].id) for v in members(rest) if v < mate[v]
    )
    trace.append(CompletionTested(ids(graph.players(rest)), possible=True, witness=witness))


def _record_first_set(
    trace: Trace,
    edition: DubovEdition,
    graph: Graph,
    bracket: DubovBracket,
    residents: int,
    lower: int,
    chosen: Failures,
) -> None:
    """Append to the trace the first set of upfloaters in order and its failures, if it is not the
    chosen one.
    """
    first = bitset(members(lower)[: len(bracket.upfloaters)])
    upfloaters = graph.players(first)
    if upfloaters == bracket.upfloaters:
        return
    verdict, criterion = SetVerdict.WORSE, None
    values: Failures = ()
    if not graph.pairable(lower & ~first):
        verdict, criterion = SetVerdict.INCOMPLETE, edition.completion
    elif not graph.pairable(residents | first):
        verdict = SetVerdict.ILLEGAL
    else:
        wished = replace(bracket, upfloaters=upfloaters)
        _, _, s1, t2 = pair_bracket(wished.players)
        values = edition.failures(wished, list(zip(s1, t2, strict=True)))
        criterion = first_difference(values, chosen)
    trace.append(SetJudged(ids(upfloaters), verdict, criterion, values))
