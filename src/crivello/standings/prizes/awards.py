"""The winners of the prizes: things go by tie-break, then money is divided among tied players.

Ties take their prizes from the top of the standings, so players further down never change what a
tie gets. Decisions: prizes-without-money.md, prizes-of-a-tie.md and prize-money.md in
docs/decisions.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby
from math import lcm

from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.standings.prizes.prize_lists import Mode, Prize, PrizeList, PrizeRules, Ties
from crivello.standings.standings import Standings, StandingsRow

# Things: prizes other than money, which cannot be shared (prizes-without-money.md)
#
# They go by tie-break, whatever the rule for ties: down the standings, each player takes the most
# valuable prize left that is open to them. A player who takes an object keeps it and gets no share
# of the money of the same lists. Money taken in this pass is provisional: it is divided afterwards.


@frozen
class Things:
    """The prizes other than money of lists that are divided together, and who won them."""

    lists: tuple[int, ...]
    given: tuple[tuple[int, Prize], ...]
    """Each winner with the thing won."""
    left: tuple[Prize, ...]
    """Prizes other than money that no player won."""
    unsettled: tuple[tuple[int, ...], ...]
    """Groups of players still tied after all tie-breaks, between whom lots must decide."""


def give_things(
    rules: PrizeRules,
    indexes: Sequence[int],
    table: Standings,
    closed: Mapping[tuple[int, int], object],
) -> Things:
    """Give the prizes other than money of these lists, at most one to each player.

    `closed` contains (list, player) if the list is not open to the player.
    """
    left = {index: list(rules.prizes(index)) for index in indexes}
    if not any(prize.thing for prizes in left.values() for prize in prizes):
        return Things(tuple(indexes), (), (), ())
    given: list[tuple[int, Prize]] = []
    unsettled = []
    for rows in group_ties(table, Ties.TIE_BREAK):
        taking = []
        found = len(given)
        for row in _by_lot(rows, rules.lots):
            player = row.player.id
            first = [left[i][0] for i in indexes if left[i] and (i, player) not in closed]
            if not first:
                continue
            prize = min(first, key=lambda one: (-one.worth, one.list, one.place))
            left[prize.list].remove(prize)
            taking.append(player)
            if prize.thing:
                given.append((player, prize))
        waiting = [row.player.id for row in rows if row.player.id not in taking]
        new = {prize.list for _, prize in given[found:]}
        others = [player for player in waiting if any((i, player) not in closed for i in new)]
        rivals = (*taking, *others)
        if len(given) > found and len(rivals) > 1 and not set(rivals) <= set(rules.lots):
            unsettled.append(rivals)
    rest = tuple(prize for index in indexes for prize in left[index] if prize.thing)
    return Things(tuple(indexes), tuple(given), rest, tuple(unsettled))


def group_ties(table: Standings, ties: Ties) -> Iterator[tuple[StandingsRow, ...]]:
    """Yield the rows of the standings in groups: of equal rank for `Ties.TIE_BREAK`, else of equal
    points.
    """
    by_rank = ties is Ties.TIE_BREAK
    for _, rows in groupby(table.rows, lambda row: row.rank if by_rank else row.values[0]):
        yield tuple(rows)


def _by_lot(rows: Sequence[StandingsRow], lots: Sequence[int]) -> list[StandingsRow]:
    """Return rows of equal rank in the order of the lots; players without a lot come last."""
    place = {player: number for number, player in enumerate(lots)}
    return sorted(rows, key=lambda row: place.get(row.player.id, len(lots)))


# Sharing: how players of one tie share the prizes that are left (prizes-of-a-tie.md)
#
# Each wins at most one prize, so together they win the prizes that bring the most money if each
# player takes one that is open to them. The sum is shared equally, but no player and no group
# gets more than they could win, one prize each, without the others of the tie.
#
# Let f(S) be what a group S could win; f is submodular. So the shares are found from below: the
# group with the least f(S) per head gets exactly that, and the rest shares what it adds to f.


OpenLists = frozenset[int]
"""The lists open to a player. Players with the same open lists are of one kind and get the same
share.
"""


@frozen
class Share:
    """Players who share prizes equally."""

    players: tuple[int, ...]
    prizes: tuple[Prize, ...]
    each: Fraction

    @property
    def total(self) -> int:
        return value(self.prizes)


def value(prizes: Iterable[Prize]) -> int:
    return sum(prize.amount for prize in prizes)


def share(open_to: Mapping[int, OpenLists], left: Sequence[Sequence[Prize]]) -> tuple[Share, ...]:
    """Divide the prizes left among tied players, as equally as the lists open to each allow.

    Each player must have at least one open list with prizes left.
    """
    kinds: dict[OpenLists, list[int]] = defaultdict(list)
    for player, kind in open_to.items():
        kinds[kind].append(player)
    count = {kind: len(players) for kind, players in kinds.items()}
    pool = best_prizes(count, left)
    settled: dict[OpenLists, Fraction] = {}
    spent: tuple[Prize, ...] = ()
    shares = []
    while len(settled) < len(kinds):
        before = {kind: count[kind] for kind in settled}
        group = [kind for kind in kinds if kind not in settled]
        while True:
            taken = best_prizes(before | {kind: count[kind] for kind in group}, left)
            heads = sum(count[kind] for kind in group)
            each = Fraction(value(taken) - value(spent), heads)
            wanted = {kind: settled.get(kind, each) * count[kind] for kind in kinds}
            tight = [kind for kind in _find_tight_group(count, pool, wanted) if kind not in settled]
            if set(tight) <= set(group) and len(tight) < len(group):
                group = tight  # these could not get as much
            else:
                break
        prizes = tuple(sorted(set(taken) - set(spent)))
        players = tuple(sorted(player for kind in group for player in kinds[kind]))
        shares.append(Share(players, prizes, each))
        settled |= dict.fromkeys(group, each)
        spent = taken
    return tuple(shares)


def best_prizes(
    count: Mapping[OpenLists, int], left: Sequence[Sequence[Prize]]
) -> tuple[Prize, ...]:
    """Return the most valuable prizes that the players can take, one each; `count` is the number of
    players of each kind.

    Prizes are tried by value, equal ones in the order of the file; one is taken if each prize taken
    before it still has a winner. That gives the best set, and the first in this order.
    """
    seats: dict[OpenLists, dict[int, int]] = {kind: defaultdict(int) for kind in count}
    free = dict(count)
    closed: set[int] = set()
    taken = []
    everything = (prize for prizes in left for prize in prizes)
    for prize in sorted(everything, key=lambda p: (-p.amount, p.list, p.place)):
        if prize.list in closed:
            continue
        if _assign(prize.list, seats, free, set()):
            taken.append(prize)
            if len(taken) == sum(count.values()):
                break
        else:
            closed.add(prize.list)
    return tuple(sorted(taken))


def _assign(
    chosen: int,
    seats: dict[OpenLists, dict[int, int]],
    free: dict[OpenLists, int],
    tried: set[OpenLists],
) -> bool:
    """Find a winner for one more prize of the list `chosen`; return False if there is none.

    Players may be moved to prizes of other lists. `seats` counts the prizes of each list won by
    each kind of player, `free` the players without a prize.
    """
    for kind in seats:
        if chosen not in kind or kind in tried:
            continue
        tried.add(kind)
        if free[kind]:
            free[kind] -= 1
            seats[kind][chosen] += 1
            return True
        for other in [other for other, players in seats[kind].items() if players]:
            if _assign(other, seats, free, tried):
                seats[kind][other] -= 1
                seats[kind][chosen] += 1
                return True
    return False


Node = tuple[object, ...]
SOURCE: Node = ("source",)
SINK: Node = ("sink",)


def _find_tight_group(
    count: Mapping[OpenLists, int], pool: Sequence[Prize], wanted: Mapping[OpenLists, Fraction]
) -> list[OpenLists]:
    """Return the largest set of kinds whose `wanted` money exceeds the value of the prizes they can
    win by most, or just equals it.

    This is a minimum cut of a network in which money flows from lists to kinds of players. The
    value of the best prizes for a set of kinds is a sum over the steps from each amount to the
    next: the height of the step, times how many players of these kinds can take a higher prize.
    Amounts are multiplied by the denominators of `wanted`, so that they are whole numbers.
    """
    parts = lcm(*(money.denominator for money in wanted.values()))
    capacity: dict[Node, dict[Node, int]] = defaultdict(lambda: defaultdict(int))
    amounts = sorted({prize.amount for prize in pool})
    for lower, amount in zip([0, *amounts], amounts, strict=False):
        step = (amount - lower) * parts
        for prize in pool:
            if prize.amount >= amount:
                capacity[SOURCE]["list", amount, prize.list] += step
        for kind, heads in count.items():
            for prize_list in kind:
                if ("list", amount, prize_list) in capacity[SOURCE]:
                    everything = step * len(pool)
                    capacity["list", amount, prize_list]["kind", amount, kind] = everything
            capacity["kind", amount, kind]["kind", kind] = step * heads
    for kind, money in wanted.items():
        capacity["kind", kind][SINK] = int(money * parts)
    reached = _send_most_money(capacity)
    return [kind for kind in count if ("kind", kind) not in reached]


def _send_most_money(capacity: dict[Node, dict[Node, int]]) -> set[Node]:
    """Find a maximum flow from source to sink by shortest augmenting paths (Edmonds and Karp).

    Return the nodes that can still be reached from the source: one side of a minimum cut.
    """
    while True:
        came_from: dict[Node, Node] = {SOURCE: SOURCE}
        queue = deque([SOURCE])
        while queue and SINK not in came_from:
            node = queue.popleft()
            for following, room in capacity[node].items():
                if room > 0 and following not in came_from:
                    came_from[following] = node
                    queue.append(following)
        if SINK not in came_from:
            return set(came_from)
        path = [SINK]
        while path[-1] != SOURCE:
            path.append(came_from[path[-1]])
        steps = list(zip(path[1:], path, strict=False))
        amount = min(capacity[one][two] for one, two in steps)
        for one, two in steps:
            capacity[one][two] -= amount
            capacity[two][one] += amount


# The awards


HALVES = {Ties.HORT: ((Ties.TIE_BREAK, Fraction(1, 2)), (Ties.SHARED, Fraction(1, 2)))}
"""The rules that divide the money in parts: the way of each part, and its fraction of the money."""


class ClosedReason(Enum):
    """The reason why a list is not open to a player."""

    EXPELLED = N_("not open: the player was expelled")
    NOT_NAMED = N_("not open: it is for other players")
    CATEGORY = N_("not open: the player does not belong to {category}")
    GAMES = N_("not open: games played: {played}, required: {least}")
    PLAYERS = N_("not awarded: eligible players {players}, required {least}")


@frozen
class Tie:
    """Tied players, and the prizes they take."""

    rows: tuple[StandingsRow, ...]
    """All tied players, in the order of the standings."""
    left: tuple[tuple[Prize, ...], ...]
    """The prizes of each list that were left for this tie."""
    shares: tuple[Share, ...]


@frozen
class Division:
    """Prize lists divided together, with one rule for ties."""

    lists: tuple[int, ...]
    ties: Ties
    """Tie-break or shared; the Hort system has one division of each kind, with half the money."""
    part: Fraction
    """The part of the money divided here: all, or half of it."""
    turns: tuple[Tie, ...]
    """The ties with an open list, from the top of the standings."""
    left: tuple[Prize, ...]
    """The prizes that no player won."""


@frozen
class PlayerAward:
    """The prizes of one player."""

    row: StandingsRow
    parts: tuple[tuple[Division, Share], ...]
    won: Fraction
    """In coins, before rounding."""
    paid: int
    things: tuple[Prize, ...] = ()
    """Prizes other than money."""


@frozen
class Awards:
    """The prizes of a tournament and their winners."""

    rules: PrizeRules
    standings: Standings
    closed: Mapping[tuple[int, int], ClosedReason]
    """The reason why a list is not open to a player, by (list, player)."""
    open_to: tuple[int, ...]
    """The number of players to whom each list is open."""
    divisions: tuple[Division, ...]
    winnings: tuple[PlayerAward, ...]
    """The players who win something, in the order of the standings."""
    things: tuple[Things, ...] = ()
    """The winners of the prizes other than money, for lists with such prizes."""

    @property
    def paid(self) -> int:
        return sum(winning.paid for winning in self.winnings)

    @property
    def rounded_off(self) -> Fraction:
        """The money that is not paid because amounts are rounded down."""
        return sum((winning.won for winning in self.winnings), Fraction()) - self.paid

    @property
    def not_given(self) -> Fraction:
        """The money that no player won."""
        return self.rules.total - self.rounded_off - self.paid

    def is_given(self, index: int) -> bool:
        return self.open_to[index] >= self.rules.lists[index].minimum_players


def award(rules: PrizeRules, table: Standings) -> Awards:
    """Award the prizes by the standings."""
    closed = {
        (index, row.player.id): reason
        for index, prize_list in enumerate(rules.lists)
        for row in table.rows
        if (reason := _why_closed(prize_list, row, table)) is not None
    }
    open_to = tuple(
        sum((index, row.player.id) not in closed for row in table.rows)
        for index in range(len(rules.lists))
    )
    for index, prize_list in enumerate(rules.lists):
        if open_to[index] < prize_list.minimum_players:
            for row in table.rows:
                closed.setdefault((index, row.player.id), ClosedReason.PLAYERS)
    divisions = []
    things = []
    for indexes in _lists_divided_together(rules):
        found = give_things(rules, indexes, table, closed)
        if found.given or found.left:
            things.append(found)
        winners = {player for player, _ in found.given}
        usual = rules.lists[indexes[0]].ties
        divisions += [
            _divide(rules, indexes, ties, part, table, closed, winners)
            for ties, part in HALVES.get(usual, ((usual, Fraction(1)),))
        ]
    winnings = _winnings(rules, table, divisions, things)
    return Awards(rules, table, closed, open_to, tuple(divisions), winnings, tuple(things))


def _why_closed(prize_list: PrizeList, row: StandingsRow, table: Standings) -> ClosedReason | None:
    player = row.player
    if player.expelled:
        return ClosedReason.EXPELLED
    if prize_list.players and player.id not in prize_list.players:
        return ClosedReason.NOT_NAMED
    if not all(category.has(player) for category in prize_list.categories):
        return ClosedReason.CATEGORY
    if table.sheet.past[player.id].games_played < prize_list.minimum_games:
        return ClosedReason.GAMES
    return None


def _lists_divided_together(rules: PrizeRules) -> Iterator[tuple[int, ...]]:
    """Yield groups of lists; a player may win only one prize from the lists of a group."""
    indexes = range(len(rules.lists))
    one = tuple(i for i in indexes if rules.mode is Mode.ONE and not rules.lists[i].besides)
    if one:
        yield one
    for index in indexes:
        if index not in one:
            yield (index,)


def _divide(
    rules: PrizeRules,
    indexes: tuple[int, ...],
    ties: Ties,
    part: Fraction,
    table: Standings,
    closed: Mapping[tuple[int, int], ClosedReason],
    out: Collection[int],
) -> Division:
    """Divide the money of these lists among the players, except those in `out`, who won a thing
    from them.
    """
    left = {index: [prize for prize in rules.prizes(index) if not prize.thing] for index in indexes}
    turns = []
    for rows in group_ties(table, ties):
        open_to: dict[int, OpenLists] = {}
        for row in rows:
            player = row.player.id
            kind = frozenset(i for i in indexes if left[i] and (i, player) not in closed)
            if kind and player not in out:
                open_to[player] = kind
        if open_to:
            before = tuple(tuple(left[index]) for index in indexes)
            shares = share(open_to, before)
            turns.append(Tie(rows, before, shares))
            for taken in (prize for each in shares for prize in each.prizes):
                left[taken.list].remove(taken)
    rest = tuple(prize for index in indexes for prize in left[index])
    return Division(indexes, ties, part, tuple(turns), rest)


def _winnings(
    rules: PrizeRules, table: Standings, divisions: Iterable[Division], things: Iterable[Things]
) -> tuple[PlayerAward, ...]:
    taken: dict[int, list[Prize]] = defaultdict(list)
    for player, prize in (won for found in things for won in found.given):
        taken[player].append(prize)
    parts: dict[int, list[tuple[Division, Share]]] = defaultdict(list)
    for division in divisions:
        for each in (share for turn in division.turns for share in turn.shares):
            for player in each.players:
                parts[player].append((division, each))
    winnings = []
    for row in table.rows:
        mine, things_won = tuple(parts[row.player.id]), tuple(taken[row.player.id])
        if mine or things_won:
            won = sum((division.part * each.each for division, each in mine), Fraction())
            paid = int(won // rules.unit) * rules.unit
            winnings.append(PlayerAward(row, mine, won, paid, things_won))
    return tuple(winnings)


def money_left(awards: Awards) -> list[tuple[Prize, Fraction]]:
    """Return the prizes that no player won, each with the part of it that is left: 1 or a half."""
    left: dict[Prize, Fraction] = defaultdict(Fraction)
    for division in awards.divisions:
        for prize in division.left:
            left[prize] += division.part
    total = sum(part * value([prize]) for prize, part in left.items())
    assert total == awards.not_given
    return sorted(left.items())
