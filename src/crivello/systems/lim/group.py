"""Pair one group whose players can all be paired: first its floaters, then the others (2.4-2.5).

Both scrutinies of the rules are one pass. For each player in turn, the first scrutiny (4.1-4.3)
takes the first compatible partner, in the order of exchanges, with whom the others can still be
paired. The second (5.2) considers only pairings with as few pairs as possible whose players are due
the same colour, and takes the first of these.
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
    """A way to pair a group: within the colour limits, or breaking them where necessary.

    The procedure asks only these questions, which are answered by matchings.
    """

    legal: LegalPairs

    def fit(self, a: Entrant, b: Entrant) -> bool:
        """Return True if the two players are compatible."""
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
        """Return the first player of `order` who can meet `player` while the others of `among` can
        be paired; None if there is none.
        """
        # Lim: 4.3 (2)
        ...


class Completions:
    """The perfect matchings of a graph; `rows` are the neighbours of each player, by position in
    the field.
    """

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
        mate = maximum_matching(self.rows, self._keep_matched(these), these)
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

    def _keep_matched(self, these: int) -> list[int]:
        """Return the pairs of the last matching that are in the set `these`, as a start for the
        next matching.
        """
        mate = [-1] * len(self.rows)
        if self._mate:
            for i in members(these):
                j = self._mate[i]
                if j >= 0 and these >> j & 1:
                    mate[i] = j
        return mate


class WithinLimits(Completions):
    """A search in which one rule decides compatibility for the whole group."""

    def __init__(self, legal: LegalPairs) -> None:
        super().__init__(legal, legal.rows)
        self.fit = legal.fit

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        return False


class FewestBreaches:
    """A search that breaks the colour limits in as few pairs as possible (6).

    It is used where fewer pairs could be made within the limits.
    """

    def __init__(
        self, strict: WithinLimits, wide: WithinLimits, players: Sequence[Entrant]
    ) -> None:
        self.legal = wide.legal
        self.fit = wide.fit
        self._strict = strict
        self._allowed = self._count_breaches(players, may_leave=True)

    def breaks(self, a: Entrant, b: Entrant) -> bool:
        return not self._strict.fit(a, b)

    def completes(self, players: Sequence[Entrant]) -> bool:
        cost = self._count_breaches(players)
        return cost is not None and cost == self._allowed

    def first_partner(
        self, player: Entrant, order: Iterable[Entrant], among: Sequence[Entrant]
    ) -> Entrant | None:
        cost = self._count_breaches(among)
        if cost is None:
            return None
        for other in order:
            if self.fit(player, other):
                rest = self._count_breaches(
                    [p for p in among if p is not player and p is not other]
                )
                if rest is not None and rest + self.breaks(player, other) == cost:
                    return other
        return None

    def _count_breaches(self, players: Sequence[Entrant], may_leave: bool = False) -> int | None:
        """Return the fewest pairs that break the limits if all players are paired; None if they
        cannot be.

        With `may_leave`, as few players as possible are left unpaired.
        """
        weight = len(players) + 1
        edges = _price_pairs(players, self, lambda a, b: int(self.breaks(a, b)))
        alone = [weight if may_leave else None] * len(players)
        mate = cheapest_mates(edges, alone)
        return None if mate is None else price(edges, alone, mate) % weight


class FewestClashes:
    """The complete pairings of a group with the fewest clashes: pairs whose players are due the
    same colour (5.2).

    Usually there are as few clashes as the numbers of players due White and due Black allow. Then
    these pairings are the perfect matchings of a smaller graph. Only if that has none, minimum-cost
    matchings are computed. (Players with only one possible opponent are counted separately, as
    their pairs are forced; the restrictions of "why not?" make such players.)
    """

    def __init__(self, players: Sequence[Entrant], search: Search) -> None:
        self.search = search
        self._fewest, self._bound = _avoid_needless_clashes(players, search)
        self._players = list(players)
        self._cheapest: CheapestMatchings | None = None
        if self._bound is None and players:
            self._cheapest = _cheapest(players, search)

    @property
    def number(self) -> int:
        """The number of clashes."""
        if self._bound is not None:
            return self._fewest
        return self._cheapest.total % (len(self._players) + 1) if self._cheapest else 0

    def first_partner(
        self, player: Entrant, order: Sequence[Entrant], left: Sequence[Entrant]
    ) -> Entrant:
        """Return the first player of `order` who meets `player` in such a pairing of the players
        `left`.
        """
        if self._bound is not None:
            found = self._bound.first_partner(player, order, left)
            assert found is not None
            return found
        assert self._cheapest is not None
        position = {other.id: i for i, other in enumerate(self._players)}
        self._cheapest.choose(position[player.id], [1 << position[p.id] for p in order])
        return self._players[self._cheapest.mate[position[player.id]]]


def _split_by_due_colour(players: Sequence[Entrant]) -> tuple[list[Entrant], list[Entrant]]:
    return [p for p in players if p.wants_white], [p for p in players if p.wants_black]


def unavoidable_clashes(players: Sequence[Entrant]) -> int:
    """Return the fewest clashes that the numbers of players due White and due Black allow."""
    larger = max(map(len, _split_by_due_colour(players)))
    return max(0, larger - (len(players) - larger)) // 2


def _avoid_needless_clashes(
    players: Sequence[Entrant], search: Search
) -> tuple[int, Completions | None]:
    """Return the fewest clashes that the numbers allow, and the graph whose complete pairings have
    no more.

    The graph is None if it has no complete pairing, or if the search is not `WithinLimits`.
    """
    if not isinstance(search, WithinLimits):
        return 0, None
    legal = search.legal
    these = legal.among(players)
    rows = list(legal.rows)
    bound = _find_forced_pairs(rows, these)
    others = [player for player in players if legal.position[player.id] not in bound]
    free = legal.among(others)
    for i in members(these):
        rows[i] = 1 << bound[i] if i in bound else rows[i] & free
    white, black = (legal.among(due) for due in _split_by_due_colour(others))
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


def _find_forced_pairs(rows: Sequence[int], these: int) -> dict[int, int]:
    """Return the forced pairs within the set `these`, by each of the two players.

    A pair is forced if one of the two has no other possible opponent.
    """
    found = {}
    for i in members(these):
        row = rows[i] & these
        if row and not row & row - 1:
            j = row.bit_length() - 1
            found[i], found[j] = j, i
    return found


def _cheapest(players: Sequence[Entrant], search: Search) -> CheapestMatchings:
    weight = len(players) + 1
    edges = _price_pairs(
        players, search, lambda a, b: weight * search.breaks(a, b) + same_preference(a, b)
    )
    cost = [[row.get(j) for j in range(len(players))] for row in edges]
    found = CheapestMatchings(cost)
    solved = found.solve()
    assert solved  # the group can be paired completely
    return found


def _price_pairs(
    players: Sequence[Entrant], search: Search, cost: Callable[[Entrant, Entrant], int]
) -> list[dict[int, int]]:
    """Return the cost of each compatible pair, by the players' places in the list."""
    edges: list[dict[int, int]] = [{} for _ in players]
    for i, a in enumerate(players):
        for j in range(i):
            if search.fit(a, players[j]):
                edges[i][j] = edges[j][i] = cost(a, players[j])
    return edges


# The pairs of the group.


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
    """Return all pairs of a group in the order in which they are made.

    The players come in the direction of pairing: downward the highest placed first.
    """
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
    """Return True if the ratings are close enough for a Maxi-tournament to exchange opponents for
    colour (3.8, 5.7).
    """
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
    """Return the first floater and an opponent: the first one available who is due the other
    colour, or else the first available (3.8).
    """
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
        for player in _list_players_before(order, partner):
            if not _record_impossible(first, player, left, search, trace):
                reason = SAME_COLOUR if same_preference(first, player) else FAR
                trace.append(PairDropped("3.8", first.id, player.id, reason))
        trace.append(PairFixed("3.8", first.id, partner.id))
    return first, partner


def _pair_first(
    left: Sequence[Entrant], fewest: FewestClashes | None, search: Search, trace: Trace | None
) -> Pair:
    """Return the first of the players left and a partner (4.2, 4.3, 5.2); `fewest` is None in a
    Maxi-tournament.
    """
    # Lim: 2.5 (1, 2); Lim: 5.2 (1)
    first = left[0]
    order = exchange_order(left)
    if fewest is not None:
        partner = fewest.first_partner(first, order, left)
    else:
        partner = _choose_partner_by_maxi_rules(left, order, search)
    if trace is not None:
        default: Entrant | None = partner
        if partner is not order[0]:
            default = search.first_partner(first, order, left)
        assert default is not None
        for player in _list_players_before(order, partner):
            if not _record_impossible(first, player, left, search, trace):
                far = fewest is None and not _is_close_in_rating(player, default)
                article, reason = ("5.7", FAR) if far else ("5.2", FEWER_COLOURS)
                trace.append(PairDropped(article, first.id, player.id, reason))
        article = "2.4" if partner is order[0] else "4.1" if partner is default else "5.2"
        trace.append(PairFixed(article, first.id, partner.id))
    return first, partner


def _choose_partner_by_maxi_rules(
    left: Sequence[Entrant], order: Sequence[Entrant], search: Search
) -> Entrant:
    """Return the partner of the first player in a Maxi-tournament (5.7).

    Among the first possible partner and those of similar rating, it is the one with whom the group
    has the fewest clashes.
    """
    first = left[0]
    default = search.first_partner(first, order, left)
    assert default is not None
    partner, clashes = default, _count_clashes_with(first, default, left, search)
    at_best = unavoidable_clashes(left)
    for player in order:
        if clashes == at_best:
            break
        if player is not default and _is_close_in_rating(player, default):
            if search.first_partner(first, [player], left) is not None:
                number = _count_clashes_with(first, player, left, search)
                if number < clashes:
                    partner, clashes = player, number
    return partner


def _count_clashes_with(a: Entrant, b: Entrant, left: Sequence[Entrant], search: Search) -> int:
    """Return the fewest clashes in a pairing that contains this pair."""
    return same_preference(a, b) + FewestClashes(_without(left, a, b), search).number


def _list_players_before(order: Sequence[Entrant], partner: Entrant) -> Sequence[Entrant]:
    return order[: order.index(partner)]


def _record_impossible(
    first: Entrant, player: Entrant, left: Sequence[Entrant], search: Search, trace: Trace
) -> bool:
    """Record why `first` cannot meet this player and return True; return False if they can meet."""
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
