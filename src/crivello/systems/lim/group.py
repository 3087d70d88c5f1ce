"""Pairing one group that can be paired completely: its floaters first, then the others (2.4-2.5).

The two scrutinies are one walk. For each player in turn the first partner in the order of
exchanges who is compatible and leaves the others a complete pairing is what the first scrutiny
(4.1-4.3) ends with; the second (5.2) has only pairings in mind in which as few pairs as possible
are due one colour, and takes the first of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from crivello.matching.bits import members
from crivello.matching.cardinality import has_perfect_matching, maximum_matching
from crivello.matching.perfect import CheapestMatchings, match_with_edge, possible_partners
from crivello.matching.weighted import cheapest_mates, price
from crivello.model.field import Entrant
from crivello.model.sentence import N_
from crivello.model.trace import Trace
from crivello.model.trace.procedure import PairDropped, PairFixed, PairsProposed
from crivello.rules.colours import same_preference
from crivello.standard.typing_names import Protocol
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.rules import MAXI_LIMIT, Direction, exchange_order, propose_pairs

# Can these players be paired completely, and with whom first? Answered by matchings. The procedure
# asks only these questions; the order of exchanges is defined elsewhere.


class Search(Protocol):
    """Interface of the ways to pair a group: within the colour limits, or breaking them where
    necessary."""

    legal: LegalPairs

    def fit(self, a: Entrant, b: Entrant) -> bool:
        """Return True if the two are compatible."""
        ...

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        """Return True if the pair breaks the colour limits."""
        ...

    def completes(self, players: Sequence[Entrant]) -> bool:
        """Return True if all these players can be paired with one another."""
        ...

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        """Return the first of `order` with whom the player leaves all others of `among` an
        opponent."""
        ...


class Completions:
    """The complete pairings in a graph: rows of neighbours by position in the field."""

    def __init__(self, legal: LegalPairs, rows: Sequence[int]) -> None:
        self.legal = legal
        self.rows = rows
        self._mate: list[int] = []

    def completes(self, players: Sequence[Entrant]) -> bool:
        return has_perfect_matching(self.rows, self.legal.among(players))

    def most_pairs(self, players: Sequence[Entrant]) -> int:
        these = self.legal.among(players)
        mate = maximum_matching(self.rows, available=these)
        return sum(mate[i] >= 0 for i in members(these)) // 2

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        these = self.legal.among(among)
        mate = maximum_matching(self.rows, self._still_matched(these), these)
        if any(mate[i] < 0 for i in members(these)):
            return None
        self._mate = mate
        position = self.legal.position
        here = position[player.id]
        wanted = [other for other in order if self.rows[here] >> position[other.id] & 1]
        if not wanted:
            return None
        # The first one is usually possible; only otherwise are all possible ones computed.
        changed = match_with_edge(self.rows, mate, here, position[wanted[0].id], these)
        if changed is not None:
            self._mate = changed
            return wanted[0]
        possible = possible_partners(self.rows, mate, here, these)
        return next((other for other in wanted if possible >> position[other.id] & 1), None)

    def _still_matched(self, these: int) -> list[int]:
        """Return the part of the last matching that still holds: a start for the next one."""
        mate = [-1] * len(self.rows)
        if self._mate:
            for i in members(these):
                j = self._mate[i]
                if j >= 0 and these >> j & 1:
                    mate[i] = j
        return mate


class WithinLimits(Completions):
    """Compatibility by one rule for the whole group."""

    def __init__(self, legal: LegalPairs) -> None:
        super().__init__(legal, legal.rows)
        self.fit = legal.fit

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        return False


class FewestBreaches:
    """Article 6: within the limits fewer pairs could be made, so they are broken as rarely as
    possible."""

    def __init__(
        self, strict: WithinLimits, wide: WithinLimits, players: Sequence[Entrant]
    ) -> None:
        self.legal = wide.legal
        self.fit = wide.fit
        self._strict = strict
        self._allowed = self._cost(players, may_leave=True)

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        return not self._strict.fit(a, b)

    def completes(self, players: Sequence[Entrant]) -> bool:
        cost = self._cost(players)
        return cost is not None and cost == self._allowed

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        cost = self._cost(among)
        if cost is None:
            return None
        for other in order:
            if self.fit(player, other):
                rest = self._cost([p for p in among if p is not player and p is not other])
                if rest is not None and rest + self.breaks(player, other) == cost:
                    return other
        return None

    def _cost(self, players: Sequence[Entrant], may_leave: bool = False) -> int | None:
        """Return the fewest breaches of a complete pairing, or of one that leaves as few as
        possible."""
        weight = len(players) + 1
        edges = _edges(players, self, lambda a, b: int(self.breaks(a, b)))
        alone = [weight if may_leave else None] * len(players)
        mate = cheapest_mates(edges, alone)
        return None if mate is None else price(edges, alone, mate) % weight


class FewestClashes:
    """The complete pairings of a group with the fewest pairs due one colour (5.2).

    Mostly there are as few as the numbers due White and due Black allow. Then these pairings are
    the complete ones of a smaller graph; only if there are none the cheapest ones are looked for.
    (Players who have only one opponent left meet that one anyway, and are not counted with the
    others: so are players of a "why not?" question.)
    """

    def __init__(self, players: Sequence[Entrant], search: Search) -> None:
        self.search = search
        self._fewest, self._bound = _without_needless_clashes(players, search)
        self._players = list(players)
        self._cheapest: CheapestMatchings | None = None
        if self._bound is None and players:
            self._cheapest = _cheapest(players, search)

    @property
    def number(self) -> int:
        """The number of pairs due one colour."""
        if self._bound is not None:
            return self._fewest
        return self._cheapest.total % (len(self._players) + 1) if self._cheapest else 0

    def first_partner(
        self, player: Entrant, order: Sequence[Entrant], left: Sequence[Entrant]
    ) -> Entrant:
        """Return the first of `order` in such a pairing of those left, and remove the two."""
        if self._bound is not None:
            found = self._bound.first_partner(player, order, left)
            assert found is not None
            return found
        assert self._cheapest is not None
        position = {other.id: i for i, other in enumerate(self._players)}
        self._cheapest.choose(position[player.id], [1 << position[p.id] for p in order])
        return self._players[self._cheapest.mate[position[player.id]]]


def _due(players: Sequence[Entrant]) -> tuple[list[Entrant], list[Entrant]]:
    return [p for p in players if p.wants_white], [p for p in players if p.wants_black]


def unavoidable_clashes(players: Sequence[Entrant]) -> int:
    """Return the fewest pairs due one colour: the surplus of the larger number among themselves."""
    larger = max(map(len, _due(players)))
    return max(0, larger - (len(players) - larger)) // 2


def _without_needless_clashes(
    players: Sequence[Entrant], search: Search
) -> tuple[int, Completions | None]:
    """Return the fewest clashes that the numbers allow, and the graph whose complete pairings have
    them.

    None instead of the graph: it has no complete pairing, or is not known.
    """
    if not isinstance(search, WithinLimits):
        return 0, None
    legal = search.legal
    these = legal.among(players)
    rows = list(legal.rows)
    bound = _without_choice(rows, these)
    others = [player for player in players if legal.position[player.id] not in bound]
    free = legal.among(others)
    for i in members(these):
        rows[i] = 1 << bound[i] if i in bound else rows[i] & free
    white, black = (legal.among(due) for due in _due(others))
    fewest = unavoidable_clashes(others)
    if fewest:
        many = max(white, black, key=int.bit_count)
        for i in members(free & ~many):
            rows[i] &= many
    else:
        for due in (white, black):
            for i in members(due):
                rows[i] &= ~due
    for i, j in bound.items():
        fewest += i < j and same_preference(legal.players[i], legal.players[j])
    found = Completions(legal, rows)
    return fewest, found if found.completes(players) else None


def _without_choice(rows: Sequence[int], these: int) -> dict[int, int]:
    """Return the pairs of a set that are in every complete pairing: one of the two has no other
    choice."""
    found = {}
    for i in members(these):
        row = rows[i] & these
        if row and not row & row - 1:
            j = row.bit_length() - 1
            found[i], found[j] = j, i
    return found


def _cheapest(players: Sequence[Entrant], search: Search) -> CheapestMatchings:
    weight = len(players) + 1
    edges = _edges(
        players, search, lambda a, b: weight * search.breaks(a, b) + same_preference(a, b)
    )
    cost = [[row.get(j) for j in range(len(players))] for row in edges]
    found = CheapestMatchings(cost)
    solved = found.solve()
    assert solved  # the group can be paired completely
    return found


def _edges(
    players: Sequence[Entrant], search: Search, cost: Callable[[Entrant, Entrant], int]
) -> list[dict[int, int]]:
    """Return the cost of each pair of compatible players, by their places in the list."""
    edges: list[dict[int, int]] = [{} for _ in players]
    for i, a in enumerate(players):
        for j in range(i):
            if search.fit(a, players[j]):
                edges[i][j] = edges[j][i] = cost(a, players[j])
    return edges


# The walk through the group.


NOT_COMPATIBLE = N_("{a} and {b} are not compatible.")
REST_FAILS = N_("With {a} and {b} paired, the others could not all be paired.")
MORE_BREACHES = N_("With {a} and {b} paired, more pairs would break the colour limits.")
SAME_COLOUR = N_("{a} and {b} are due the same colour, and an exchange avoids it.")
FEWER_COLOURS = N_("With {a} and {b} paired, fewer players would get the colour they are due.")
FAR = N_("{b} is rated too far from the opponent {a} has without an exchange for colour.")

Pair = tuple[Entrant, Entrant]


def pair_group(
    floaters: Sequence[Entrant],
    residents: Sequence[Entrant],
    search: Search,
    maxi: bool = False,
    trace: Trace | None = None,
    direction: Direction = Direction.DOWN,
) -> list[Pair]:
    """Return all pairs in the order in which they are made; players are in the direction of
    pairing."""
    pairs: list[Pair] = []
    floated = {player.id for player in floaters}
    left = [*floaters, *residents]
    while left and left[0].id in floated:
        pairs.append(_pair_floater(left, floated, search, maxi, trace, direction))
        left = _without(left, *pairs[-1])
    if trace is not None and left:
        # 2.4: top half against bottom half of those who are neither floaters nor their opponents.
        trace.append(PairsProposed("2.4", tuple(propose_pairs([player.id for player in left]))))
    fewest = None if maxi else FewestClashes(left, search)
    while left:
        pairs.append(_pair_first(left, fewest, search, trace))
        left = _without(left, *pairs[-1])
    return pairs


def _without(players: Sequence[Entrant], a: Entrant, b: Entrant) -> list[Entrant]:
    return [player for player in players if player is not a and player is not b]


def _is_close_in_rating(one: Entrant, other: Entrant) -> bool:
    """Return True if a Maxi-tournament allows the exchange for colour: opponents of like rating
    (3.8, 5.7)."""
    # Lim: 3.8 (1, 2); Lim: 5.7 (1)
    return abs(one.rating - other.rating) <= MAXI_LIMIT


def _pair_floater(
    left: Sequence[Entrant],
    floated: set[int],
    search: Search,
    maxi: bool,
    trace: Trace | None,
    direction: Direction,
) -> Pair:
    """Pair a floater with the first one available who is due the other colour, or otherwise the
    first (3.8)."""
    first = left[0]
    order = [player for player in left if player.id not in floated]
    default = search.first_partner(first, order, left)
    if default is None:
        # Another floater only if no other player is possible.
        others = direction.sort([player for player in left[1:] if player.id in floated])
        order = sorted(others, key=lambda player: abs(player.score - first.score))
        default = search.first_partner(first, order, left)
        assert default is not None  # the group can be paired completely
    partner = default
    if same_preference(first, default):
        due_other = [
            player
            for player in order
            if not same_preference(first, player)
            and (not maxi or _is_close_in_rating(player, default))
        ]
        partner = search.first_partner(first, due_other, left) or default
    if trace is not None:
        for player in _players_before(order, partner):
            if not _record_impossible(first, player, left, search, trace):
                reason = SAME_COLOUR if same_preference(first, player) else FAR
                trace.append(PairDropped("3.8", first.id, player.id, reason))
        trace.append(PairFixed("3.8", first.id, partner.id))
    return first, partner


def _pair_first(
    left: Sequence[Entrant], fewest: FewestClashes | None, search: Search, trace: Trace | None
) -> Pair:
    """Return a partner for the first of those left (4.2, 4.3, 5.2); `fewest` is None with Maxi
    rules."""
    first = left[0]
    order = exchange_order(left)
    if fewest is not None:
        partner = fewest.first_partner(first, order, left)
    else:
        partner = _partner_by_maxi_rules(left, order, search)
    if trace is not None:
        default: Entrant | None = partner
        if partner is not order[0]:
            default = search.first_partner(first, order, left)
        assert default is not None
        for player in _players_before(order, partner):
            if not _record_impossible(first, player, left, search, trace):
                far = fewest is None and not _is_close_in_rating(player, default)
                article, reason = ("5.7", FAR) if far else ("5.2", FEWER_COLOURS)
                trace.append(PairDropped(article, first.id, player.id, reason))
        article = "2.4" if partner is order[0] else "4.1" if partner is default else "5.2"
        trace.append(PairFixed(article, first.id, partner.id))
    return first, partner


def _partner_by_maxi_rules(
    left: Sequence[Entrant], order: Sequence[Entrant], search: Search
) -> Entrant:
    """Return, of the first one possible and those rated like that one, the one for most colours
    (5.7)."""
    first = left[0]
    default = search.first_partner(first, order, left)
    assert default is not None
    partner, clashes = default, _clashes_with(first, default, left, search)
    at_best = unavoidable_clashes(left)
    for player in order:
        if clashes == at_best:
            break
        if player is not default and _is_close_in_rating(player, default):
            if search.first_partner(first, [player], left) is not None:
                number = _clashes_with(first, player, left, search)
                if number < clashes:
                    partner, clashes = player, number
    return partner


def _clashes_with(a: Entrant, b: Entrant, left: Sequence[Entrant], search: Search) -> int:
    """Return the fewest pairs due one colour, once this pair is made."""
    return same_preference(a, b) + FewestClashes(_without(left, a, b), search).number


def _players_before(order: Sequence[Entrant], partner: Entrant) -> Sequence[Entrant]:
    return order[: order.index(partner)]


def _record_impossible(
    first: Entrant, player: Entrant, left: Sequence[Entrant], search: Search, trace: Trace
) -> bool:
    """Record why the search could not take a player, if that is so."""
    if not search.fit(first, player):
        trace.append(PairDropped("2.1", first.id, player.id, NOT_COMPATIBLE))
    elif search.first_partner(first, [player], left) is None:
        if search.legal.can_complete(_without(left, first, player)):
            trace.append(PairDropped("6", first.id, player.id, MORE_BREACHES))
        else:
            trace.append(PairDropped("4.3", first.id, player.id, REST_FAILS))
    else:
        return False
    return True
