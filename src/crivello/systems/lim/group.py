"""Pairing one group that can be paired completely: its floaters first, then the others (2.4-2.5).

The two scrutinies are one walk. For each player in turn the first partner in the order of
exchanges who is compatible and leaves the others a complete pairing is what the first scrutiny
(4.1-4.3) ends with; the second (5.2) exchanges him, if both are due the same colour, for the first
such partner who is due the other one. Pairs already accepted stay.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.errors import N_
from ...model.field import Entrant
from ...model.trace import Trace
from ...model.trace.procedure import PairDropped, PairFixed, PairsProposed
from .compatible import same_due
from .exchange import Direction, exchange_order, proposed
from .floaters import MAXI_LIMIT
from .search import Search

NOT_COMPATIBLE = N_("{a} and {b} are not compatible.")
REST_FAILS = N_("With {a} and {b} paired, the others could not all be paired.")
SAME_COLOUR = N_("{a} and {b} are due the same colour, and an exchange avoids it.")

Pair = tuple[Entrant, Entrant]


def pair_group(
    floaters: Sequence[Entrant],
    residents: Sequence[Entrant],
    search: Search,
    maxi: bool = False,
    trace: Trace | None = None,
    direction: Direction = Direction.DOWN,
) -> list[Pair]:
    """All pairs in the order in which they are made; everybody in the direction of pairing."""
    pairs: list[Pair] = []
    floated = {player.id for player in floaters}
    left = [*floaters, *residents]
    if trace is not None and not floaters:
        _record_proposed(left, trace)
    while left:
        first = left[0]
        possible = search.partners(first, left)
        if first.id in floated:
            # 3.8: the first one available; another floater only if nobody else is possible.
            order = [player for player in left if player.id not in floated]
            if not any(player.id in possible for player in order):
                others = direction.sort([player for player in left[1:] if player.id in floated])
                order = sorted(others, key=lambda player: abs(player.score - first.score))
            article = exchanged = "3.8"
        else:
            order = exchange_order(left)
            article, exchanged = "2.4", "4.1"
        partner, for_colour = _partner(first, order, possible, maxi)
        if trace is not None:
            if for_colour and first.id not in floated:
                exchanged = "5.2"
            _record_dropped(first, order, partner, possible, search, trace)
            article = article if partner is order[0] else exchanged
            trace.append(PairFixed(article, first.id, partner.id))
        pairs.append((first, partner))
        left = [player for player in left if player is not first and player is not partner]
        last_floater = first.id in floated and not any(player.id in floated for player in left)
        if trace is not None and last_floater:
            _record_proposed(left, trace)
    return pairs


def _partner(
    first: Entrant, order: Sequence[Entrant], possible: set[int], maxi: bool
) -> tuple[Entrant, bool]:
    """The partner, and whether the colours decided."""
    feasible = [player for player in order if player.id in possible]
    default = feasible[0]
    if same_due(first, default):
        for player in feasible:
            # 3.8, 5.7: in Maxi-tournaments only opponents of like rating are exchanged for colour.
            near = abs(player.rating - default.rating) <= MAXI_LIMIT
            if not same_due(first, player) and (near or not maxi):
                return player, True
    return default, False


def _record_proposed(left: Sequence[Entrant], trace: Trace) -> None:
    """2.4: top half against bottom half of those who are neither floaters nor their opponents."""
    if left:
        pairs = tuple(proposed([player.id for player in left]))
        trace.append(PairsProposed("2.4", pairs))


def _record_dropped(
    first: Entrant,
    order: Sequence[Entrant],
    partner: Entrant,
    possible: set[int],
    search: Search,
    trace: Trace,
) -> None:
    """Whom the search passed by, and why."""
    for player in order:
        if player is partner:
            return
        if not search.fit(first, player):
            trace.append(PairDropped("2.1", first.id, player.id, NOT_COMPATIBLE))
        elif player.id not in possible:
            trace.append(PairDropped("4.3", first.id, player.id, REST_FAILS))
        else:
            trace.append(PairDropped("5.2", first.id, player.id, SAME_COLOUR))
