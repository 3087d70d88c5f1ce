"""Find the best combination of one group by matchings: the sieve's choice, for groups of any size.

The *type* of a player consists of all facts on which the costs of this player's pairs depend. There
are few types, so a lower bound of the total cost is quickly computed from the numbers of players of
each type (`tight_by_type`). It is nearly always attained; then no weighted matching is needed. A
player with at most one possible opponent is a separate type: others of the same type could meet
players whom this one cannot, and the bound would not be attained. (The restrictions of "why not?"
make such players.)

2016: a pair costs 1 if both players are due the same colour, so the cheapest matching gives the
most players their due colour. `matching.perfect` finds the first of the cheapest matchings in the
order of combinations. The types are: due White, due Black, due no colour.

2026: the cost of a pair consists of its failures of C5 to C8, each criterion weighing more than all
later ones together:

    C5  a player of the bracket floats;                     C6  the score of that player
    C7  a player of the bracket or the next scoregroup
        leaves the next bracket unpaired;                       and the player's score
    C8  both players of a pair of the bracket prefer the same colour

`matching.perfect` finds the first of the cheapest matchings in the order of article 4. Three
problems are tried, the smallest first:

* The bracket alone, without C4 and C7. If no other floaters could meet these two better, this is
  the answer. It must attain the bound on types.
* The bracket and the next scoregroup, without the players below them. Two vertices matched by a
  forbidden pair are players who leave the next bracket. If these can be paired with the players
  below, this is the answer.
* The bracket and all players below it, so that the round can be completed (C4).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import maximum_matching
from crivello.matching.perfect import first_cheapest, first_perfect, possible_partners
from crivello.matching.transport import tight_by_type
from crivello.model.field import Entrant
from crivello.rules.colours import same_preference
from crivello.standard.classes import frozen
from crivello.systems.burstein.groups import BursteinGroup, Combination
from crivello.systems.completion import LegalPairs

Cost = list[list[int | None]]
EXIT = "exit"
"""The vertex that represents the way out of the group."""


# 2016


def solve_2016(
    legal: LegalPairs, group: BursteinGroup, below: tuple[Entrant, ...], below_is_last: bool
) -> Combination | None:
    """Return the combination with the fewest pairs due the same colour, the first if several are
    equal; None if there is none.

    The conditions are those of `sieve.sift_2016`.
    """
    players = group.players
    if len(players) % 2:
        opponents = _find_possible_opponents(below, below_is_last, legal)
        floating = [_may_float(player, group, opponents, legal) for player in players]
        found = _find_first_best(players, legal, floating)
    elif below_is_last and not legal.can_complete(below):
        return None
    else:
        found = _find_first_best(players, legal)
    return None if found is None else _make_combination(found, len(players))


def _find_first_best(
    players: Sequence[Entrant], legal: LegalPairs, floating: Sequence[bool] = ()
) -> list[int] | None:
    """Return the mates in the first of the cheapest matchings; None if there is no complete one.

    With `floating`, one of the players marked there floats; its mate is an additional vertex.
    """
    n = len(players)
    choices = _list_choices(n, int(bool(floating)))
    rows = legal.rows_of(players)
    kinds: list[object] = [
        (player.preference, own) for player, own in zip(players, _without_choice(rows), strict=True)
    ]
    if floating:
        # One more vertex; its partner floats.
        leaving = bitset(i for i, may in enumerate(floating) if may)
        rows = [row | (leaving >> i & 1) << n for i, row in enumerate(rows)] + [leaving]
        kinds.append(EXIT)

    def cost(i: int, j: int) -> int:
        return int(j < n and i < n and same_preference(players[i], players[j]))

    tight = _find_tight(rows, kinds, cost)
    if tight is None:
        return None
    found = first_perfect(tight, choices)
    if found is not None:
        return found
    table = _pair_costs(players, legal)
    return first_cheapest(_with_exit(table, floating) if floating else table, choices)


def _without_choice(rows: Sequence[int]) -> list[int | None]:
    """Return the index of each vertex with at most one neighbour, None for the others."""
    return [None if row & row - 1 else i for i, row in enumerate(rows)]


def _find_tight(
    rows: Sequence[int], kinds: Sequence[object], cost: Callable[[int, int], int]
) -> list[int] | None:
    """Return the edges that can be in a matching that attains the bound on types (see
    `tight_by_type`).

    `kinds` holds, for each vertex, all facts on which the costs of its edges depend.
    """
    numbers: dict[object, int] = {}
    types = [numbers.setdefault(kind, len(numbers)) for kind in kinds]
    members_of, met = [0] * len(numbers), [0] * len(numbers)
    for i, (row, this) in enumerate(zip(rows, types, strict=True)):
        members_of[this] |= 1 << i
        met[this] |= row
    one_of = [bits.bit_length() - 1 for bits in members_of]
    table: Cost = [
        [cost(i, j) if met[a] & bits else None for j, bits in zip(one_of, members_of, strict=True)]
        for a, i in enumerate(one_of)
    ]
    return tight_by_type(rows, types, table)


def _pair_costs(players: Sequence[Entrant], legal: LegalPairs) -> Cost:
    return [
        [
            int(same_preference(one, other)) if one is not other and legal.fit(one, other) else None
            for other in players
        ]
        for one in players
    ]


def _list_choices(players: int, beyond: int) -> list[tuple[int, list[int]]]:
    """Return the choices of each vertex in order: opponents from the last place up, then `beyond`
    vertices outside the group.
    """
    leave = ((1 << beyond) - 1) << players
    sets = [1 << j for j in range(players - 1, -1, -1)] + ([leave] if leave else [])
    return [(i, sets) for i in range(players)]


def _make_combination(mate: list[int], players: int) -> Combination:
    return Combination(
        tuple((i, mate[i]) for i in range(players) if i < mate[i] < players),
        tuple(i for i in range(players) if mate[i] >= players),
    )


def _find_possible_opponents(
    below: Sequence[Entrant], below_is_last: bool, legal: LegalPairs
) -> int:
    """Return the players of the next group who could be the opponent of its only incoming floater,
    as a bit set.
    """
    everybody = legal.among(below)
    if not below_is_last:
        return everybody
    # The others of the last group must be paired: one vertex represents the floater.
    joker = len(legal.rows)
    rows = [
        (row & everybody) | 1 << joker if everybody >> i & 1 else 0
        for i, row in enumerate(legal.rows)
    ]
    rows.append(everybody)
    mate = maximum_matching(rows)
    if mate[joker] < 0 or any(mate[i] < 0 for i in members(everybody)):
        return 0
    return possible_partners(rows, mate, joker, everybody | 1 << joker)


def _may_float(player: Entrant, group: BursteinGroup, opponents: int, legal: LegalPairs) -> bool:
    return player.id not in group.incoming and legal.opponents(player, opponents) > 0


def _with_exit(cost: Cost, floating: Sequence[bool]) -> Cost:
    """Return the cost table with one more vertex; the player matched with it floats."""
    leave: list[int | None] = [0 if may else None for may in floating]
    return [[*row, leave[i]] for i, row in enumerate(cost)] + [[*leave, None]]


# 2026


def solve_2026(
    legal: LegalPairs, bracket: BursteinGroup, below: tuple[tuple[Entrant, ...], ...]
) -> Combination:
    """Return the best combination by the criteria C1 to C8, the first if several are equal."""
    following = below[0] if below else ()
    rest = tuple(player for group in below[1:] for player in group)
    alone = _pair_alone(bracket.players, legal, legal.among((*following, *rest)))
    if alone is not None:
        floaters = [bracket.players[i] for i in alone.floaters]
        if _is_ideal(bracket.players, floaters, following, rest, legal):
            return alone
    if rest:
        near = _Problem(bracket.players, following, (), beyond=True, legal=legal)
        mate = near.solve()
        assert mate is not None  # any two may be put together
        if legal.can_complete((*near.beyond(mate), *rest)):
            return near.combination(mate)
    whole = _Problem(bracket.players, following, rest, beyond=False, legal=legal)
    mate = whole.solve()
    assert mate is not None  # a bracket is opened only when all who are left can be paired
    return whole.combination(mate)


def _pair_alone(players: tuple[Entrant, ...], legal: LegalPairs, below: int) -> Combination | None:
    """Return the first combination that is best by C5, C6 and C8; None if it does not attain the
    bound on types.
    """
    n = len(players)
    rows = legal.rows_of(players)
    floaters = maximum_matching(rows).count(-1)
    # As few players as possible float, so no two of them may meet: each needs an opponent below.
    # The only opponent of another player here cannot float.
    leaving = bitset(i for i, player in enumerate(players) if legal.opponents(player, below))
    for row in rows:
        if row.bit_count() == 1:
            leaving &= ~row
    scores = sorted({player.score for player in players})
    to_float: dict[int, int] = {score: (n + 1) ** (k + 1) for k, score in enumerate(scores)}

    def cost(i: int, j: int) -> int:
        if i >= n or j >= n:
            return to_float[players[min(i, j)].score]
        return int(same_preference(players[i], players[j]))

    kinds: list[object] = [
        (player.score, player.preference, player.strength, leaving >> i & 1, own)
        for i, (player, own) in enumerate(zip(players, _without_choice(rows), strict=True))
    ]
    # The floaters take the same number of slots: one more type.
    leave = (1 << floaters) - 1 << n
    rows = [row | leave if leaving >> i & 1 else row for i, row in enumerate(rows)]
    rows += [leaving] * floaters
    tight = _find_tight(rows, kinds + [EXIT] * floaters, cost)
    if tight is None:
        return None
    mate = first_perfect(tight, _list_choices(n, floaters))
    if mate is None:
        return None
    return _make_combination(mate, n)


def _is_ideal(
    bracket: tuple[Entrant, ...],
    floaters: list[Entrant],
    following: tuple[Entrant, ...],
    rest: tuple[Entrant, ...],
    legal: LegalPairs,
) -> bool:
    """Return True if it is proved that no floaters of the same number and scores are better by C7.

    That is so if the next bracket can be paired, except for one resident if its number is odd, and
    that resident with all players below. Players without a possible opponent in either bracket go
    further down in any case.
    """
    group = legal.among(following)
    near = legal.among(bracket) | group
    arrived = legal.among(floaters) | group
    further = bitset(i for i in members(arrived) if not legal.rows[i] & near)
    left = legal.find_left_over(arrived & ~further)
    below = legal.find_left_over(legal.among(rest) | further)
    if left is None or below is None:
        return False
    if not left:
        return not below
    return any(legal.rows[i] & below for i in members(left & group))


@frozen
class _Weights:
    """The costs of failures: one digit per criterion, and one per score for criteria that compare
    lists of scores.
    """

    floats: dict[int, int]
    """C5 and C6 of a player who leaves the bracket, by score."""
    leaves_next: dict[int, int]
    """C7 of a player who leaves the next bracket, by score."""

    @staticmethod
    def of(players: tuple[Entrant, ...]) -> _Weights:
        base = len(players) + 1
        scores = sorted({player.score for player in players})
        # C8 is the lowest digit; then C7: the scores in ascending order, their number on top.
        digit = {score: base ** (1 + k) for k, score in enumerate(scores)}
        number = base ** (1 + len(scores))
        leaves_next = {score: number + digit[score] for score in scores}
        above = base * number
        return _Weights({score: above * leaves_next[score] for score in scores}, leaves_next)


class _Problem:
    """The matching problem of a bracket and the next scoregroup, with or without the players below
    (`rest`).

    Without them (`beyond`), a forbidden pair stands for two players who leave the next bracket
    unpaired.
    """

    def __init__(
        self,
        bracket: tuple[Entrant, ...],
        following: tuple[Entrant, ...],
        rest: tuple[Entrant, ...],
        beyond: bool,
        legal: LegalPairs,
    ) -> None:
        self.players = (*bracket, *following, *rest)
        self.inside = len(bracket)
        self.near = len(bracket) + len(following)
        self.way_beyond = beyond
        self.weights = _Weights.of((*bracket, *following))
        # With an odd number, one more vertex: its partner leaves alone.
        self.size = len(self.players) + (beyond and len(self.players) % 2)
        # Pairs that may meet.
        self.rows = legal.rows_of(self.players) + [0] * (self.size - len(self.players))

    def _may_meet(self, u: int, v: int) -> bool:
        return bool(self.rows[u] >> v & 1)

    def _compute_cost(self, u: int, v: int) -> int | None:
        if u == v:
            return None
        u, v = min(u, v), max(u, v)
        if not self._may_meet(u, v):
            return (
                self._price_going_beyond(u) + self._price_going_beyond(v)
                if self.way_beyond
                else None
            )
        if v < self.inside:
            return int(same_preference(self.players[u], self.players[v]))
        total = self._price_floating(u) if u < self.inside else 0
        if v >= self.near and u < self.near:
            total += self._price_leaving_next(u)
        return total

    def _price_floating(self, u: int) -> int:
        return self.weights.floats[self.players[u].score]

    def _price_leaving_next(self, u: int) -> int:
        return self.weights.leaves_next[self.players[u].score]

    def _price_going_beyond(self, u: int) -> int:
        if u >= len(self.players):
            return 0
        return self._price_leaving_next(u) + (self._price_floating(u) if u < self.inside else 0)

    def solve(self) -> list[int] | None:
        """Return the mates in the first of the cheapest matchings; None if there is no complete
        one.

        The players of the bracket choose in order: first the lowest-placed opponent in the bracket,
        then the next one up, and floating last.
        """
        everybody = (1 << self.size) - 1
        inside = [1 << v for v in range(self.inside - 1, -1, -1)]
        choices = []
        for u, row in enumerate(self.rows[: self.inside]):
            partners = [bit for bit in inside if row & bit]
            choices.append((u, [*partners, everybody & ~sum(partners)]))
        cost = [[self._compute_cost(u, v) for v in range(self.size)] for u in range(self.size)]
        return first_cheapest(cost, choices)

    def beyond(self, mate: list[int]) -> list[Entrant]:
        """Return the players who leave the next bracket unpaired."""
        return [
            player
            for u, player in enumerate(self.players[: self.near])
            if mate[u] >= self.near or not self._may_meet(u, mate[u])
        ]

    def combination(self, mate: list[int]) -> Combination:
        pairs = []
        floaters = []
        for u in range(self.inside):
            v = mate[u]
            if v >= self.inside or not self._may_meet(u, v):
                floaters.append(u)
            elif u < v:
                pairs.append((u, v))
        return Combination(tuple(pairs), tuple(floaters))
