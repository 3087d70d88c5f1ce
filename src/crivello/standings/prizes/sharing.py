"""How players of one tie share the prizes that are left: docs/decisions/prizes-of-a-tie.md.

Each of them wins one prize at most, so together they win the prizes that bring the most money
when everybody takes one that is open to him. The sum is shared equally, but no player and no group
of them gets more than they could win, one prize each, if the others of the tie were not there.

What a group S could win is f(S), and f is submodular. So the shares are found from below: the
group with the least f(S) for each head gets just that; the rest goes on with what it adds to f.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from crivello.standings.prizes.rules import Prize

Kind = frozenset[int]
"""The lists open to a player; players of one kind are treated alike."""


@dataclass(frozen=True, slots=True)
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


def share(open_to: Mapping[int, Kind], left: Sequence[Sequence[Prize]]) -> tuple[Share, ...]:
    """The shares of players, to each of whom at least one list with prizes left is open."""
    kinds: dict[Kind, list[int]] = defaultdict(list)
    for player, kind in open_to.items():
        kinds[kind].append(player)
    count = {kind: len(players) for kind, players in kinds.items()}
    pool = won_by(count, left)
    settled: dict[Kind, Fraction] = {}
    spent: tuple[Prize, ...] = ()
    shares = []
    while len(settled) < len(kinds):
        before = {kind: count[kind] for kind in settled}
        group = [kind for kind in kinds if kind not in settled]
        while True:
            taken = won_by(before | {kind: count[kind] for kind in group}, left)
            heads = sum(count[kind] for kind in group)
            each = Fraction(value(taken) - value(spent), heads)
            wanted = {kind: settled.get(kind, each) * count[kind] for kind in kinds}
            tight = [kind for kind in _tight(count, pool, wanted) if kind not in settled]
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


def won_by(count: Mapping[Kind, int], left: Sequence[Sequence[Prize]]) -> tuple[Prize, ...]:
    """The most valuable prizes that so many players of each kind can take, one each.

    Prizes come by value, those of equal value in the order of the file; one is taken if those
    taken before it still find a player each. That is the best set there is, and the only one of
    this order.
    """
    seats: dict[Kind, dict[int, int]] = {kind: defaultdict(int) for kind in count}
    free = dict(count)
    closed: set[int] = set()
    taken = []
    everything = (prize for prizes in left for prize in prizes)
    for prize in sorted(everything, key=lambda p: (-p.amount, p.list, p.place)):
        if prize.list in closed:
            continue
        if _seat(prize.list, seats, free, set()):
            taken.append(prize)
            if len(taken) == sum(count.values()):
                break
        else:
            closed.add(prize.list)
    return tuple(sorted(taken))


def _seat(
    chosen: int, seats: dict[Kind, dict[int, int]], free: dict[Kind, int], tried: set[Kind]
) -> bool:
    """Find a player for one more prize of a list, if need be by moving others to other lists."""
    for kind in seats:
        if chosen not in kind or kind in tried:
            continue
        tried.add(kind)
        if free[kind]:
            free[kind] -= 1
            seats[kind][chosen] += 1
            return True
        for other in [other for other, players in seats[kind].items() if players]:
            if _seat(other, seats, free, tried):
                seats[kind][other] -= 1
                seats[kind][chosen] += 1
                return True
    return False


Node = tuple[object, ...]
SOURCE: Node = ("source",)
SINK: Node = ("sink",)


def _tight(
    count: Mapping[Kind, int], pool: Sequence[Prize], wanted: Mapping[Kind, Fraction]
) -> list[Kind]:
    """The largest group whose wishes exceed what it could win by most, or just reach it.

    A cut of a network in which money flows from lists to kinds. f(S) is a sum over the steps
    between one amount and the next smaller one: the height of the step, times how many of S can
    each take a prize that is higher.
    """
    capacity: dict[Node, dict[Node, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    amounts = sorted({prize.amount for prize in pool})
    for lower, amount in zip([0, *amounts], amounts, strict=False):
        step = amount - lower
        for prize in pool:
            if prize.amount >= amount:
                capacity[SOURCE]["list", amount, prize.list] += step
        for kind, heads in count.items():
            for prize_list in kind:
                if ("list", amount, prize_list) in capacity[SOURCE]:
                    everything = Fraction(step * len(pool))
                    capacity["list", amount, prize_list]["kind", amount, kind] = everything
            capacity["kind", amount, kind]["kind", kind] = Fraction(step * heads)
    for kind, money in wanted.items():
        capacity["kind", kind][SINK] = money
    reached = _fill(capacity)
    return [kind for kind in count if ("kind", kind) not in reached]


def _fill(capacity: dict[Node, dict[Node, Fraction]]) -> set[Node]:
    """Send as much as possible from source to sink, always by a shortest way.

    The answer is what can still be reached from the source then.
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
