"""One group of the 2016 text through matchings: the same choice as the sieve, for any size.

A pair costs 1 if both players are due the same colour, so that the cheapest matching has the most
due colours; of the cheapest ones `matching.first` takes the first in the order of the combinations.

There are only three types of players: due White, due Black, due nothing. The bound on types is
nearly always attained; then no matching with costs is needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import maximum_matching
from crivello.matching.perfect import first_cheapest, first_perfect, possible_partners
from crivello.matching.transport import tight_by_type
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.systems.burstein.generation import Combination
from crivello.systems.burstein.groups import Group, same_preference
from crivello.systems.burstein.procedure_2016 import Choose
from crivello.systems.completion import LegalPairs

Cost = list[list[int | None]]
TYPES = (None, Colour.WHITE, Colour.BLACK)
"""Of players, by their due colours; one more type is the way out of the group."""


def solving(legal: LegalPairs) -> Choose:
    def choose(group: Group, below: tuple[Entrant, ...], below_is_last: bool) -> Combination | None:
        players = group.players
        if len(players) % 2:
            seats = _seats_for_one(below, below_is_last, legal)
            floating = [_may_float(player, group, seats, legal) for player in players]
            found = _first_best(players, legal, floating)
        elif below_is_last and not legal.can_complete(below):
            return None
        else:
            found = _first_best(players, legal)
        return None if found is None else _combination(found, len(players))

    return choose


def _first_best(
    players: Sequence[Entrant], legal: LegalPairs, floating: Sequence[bool] = ()
) -> list[int] | None:
    """The mates in the first cheapest matching; with `floating`, one of these players floats."""
    n = len(players)
    choices = _choices(n, int(bool(floating)))
    rows = legal.rows_of(players)
    types = [TYPES.index(player.preference) for player in players]
    table: Cost = [[0] * 4 for _ in range(4)]
    table[1][1] = table[2][2] = 1
    if floating:
        # One more vertex; its partner floats.
        leaving = bitset(i for i, may in enumerate(floating) if may)
        rows = [row | (leaving >> i & 1) << n for i, row in enumerate(rows)] + [leaving]
        types.append(len(TYPES))
    tight = tight_by_type(rows, types, table)
    if tight is None:
        return None
    found = first_perfect(tight, choices)
    if found is not None:
        return found
    cost = _pair_costs(players, legal)
    return first_cheapest(_with_exit(cost, floating) if floating else cost, choices)


def _pair_costs(players: Sequence[Entrant], legal: LegalPairs) -> Cost:
    return [
        [
            int(same_preference(one, other)) if one is not other and legal.fit(one, other) else None
            for other in players
        ]
        for one in players
    ]


def _choices(players: int, beyond: int) -> list[tuple[int, list[int]]]:
    """Opponents from the last place up, then to float: to any of the vertices beyond the group."""
    leave = ((1 << beyond) - 1) << players
    sets = [1 << j for j in range(players - 1, -1, -1)] + ([leave] if leave else [])
    return [(i, sets) for i in range(players)]


def _combination(mate: list[int], players: int) -> Combination:
    return Combination(
        tuple((i, mate[i]) for i in range(players) if i < mate[i] < players),
        tuple(i for i in range(players) if mate[i] >= players),
    )


def _seats_for_one(below: Sequence[Entrant], below_is_last: bool, legal: LegalPairs) -> int:
    """Players of the next group who can be the opponent of its only incoming floater."""
    everybody = legal.among(below)
    if not below_is_last:
        return everybody
    # The others of the last group have to be paired: one vertex stands for the floater.
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


def _may_float(player: Entrant, group: Group, seats: int, legal: LegalPairs) -> bool:
    return player.id not in group.incoming and legal.opponents(player, seats) > 0


def _with_exit(cost: Cost, floating: Sequence[bool]) -> Cost:
    """One more vertex; its partner floats."""
    leave: list[int | None] = [0 if may else None for may in floating]
    return [[*row, leave[i]] for i, row in enumerate(cost)] + [[*leave, None]]
