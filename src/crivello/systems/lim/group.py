"""Pairing one group that can be paired completely: its floaters first, then the others (2.4-2.5).

The two scrutinies are one walk. For each player in turn the first partner in the order of
exchanges who is compatible and leaves the others a complete pairing is what the first scrutiny
(4.1-4.3) ends with; the second (5.2) has only pairings in mind in which as few pairs as possible
are due one colour, and takes the first of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.errors import N_
from crivello.model.field import Entrant
from crivello.model.trace import Trace
from crivello.model.trace.procedure import PairDropped, PairFixed, PairsProposed
from crivello.systems.lim.compatible import same_due
from crivello.systems.lim.exchange import Direction, exchange_order, proposed
from crivello.systems.lim.floaters import MAXI_LIMIT
from crivello.systems.lim.search import FewestClashes, Search, unavoidable_clashes

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
    """All pairs in the order in which they are made; everybody in the direction of pairing."""
    pairs: list[Pair] = []
    floated = {player.id for player in floaters}
    left = [*floaters, *residents]
    while left and left[0].id in floated:
        pairs.append(_pair_floater(left, floated, search, maxi, trace, direction))
        left = _without(left, *pairs[-1])
    if trace is not None and left:
        # 2.4: top half against bottom half of those who are neither floaters nor their opponents.
        trace.append(PairsProposed("2.4", tuple(proposed([player.id for player in left]))))
    fewest = None if maxi else FewestClashes(left, search)
    while left:
        pairs.append(_pair_first(left, fewest, search, trace))
        left = _without(left, *pairs[-1])
    return pairs


def _without(players: Sequence[Entrant], a: Entrant, b: Entrant) -> list[Entrant]:
    return [player for player in players if player is not a and player is not b]


def _near(one: Entrant, other: Entrant) -> bool:
    """3.8, 5.7: in Maxi-tournaments only opponents of like rating are exchanged for colour."""
    return abs(one.rating - other.rating) <= MAXI_LIMIT


def _pair_floater(
    left: Sequence[Entrant],
    floated: set[int],
    search: Search,
    maxi: bool,
    trace: Trace | None,
    direction: Direction,
) -> Pair:
    """3.8: the first one available who is due the other colour, or else the first available."""
    first = left[0]
    order = [player for player in left if player.id not in floated]
    default = search.first_partner(first, order, left)
    if default is None:
        # Another floater, only because nobody else is possible.
        others = direction.sort([player for player in left[1:] if player.id in floated])
        order = sorted(others, key=lambda player: abs(player.score - first.score))
        default = search.first_partner(first, order, left)
        assert default is not None  # the group can be paired completely
    partner = default
    if same_due(first, default):
        due_other = [
            player
            for player in order
            if not same_due(first, player) and (not maxi or _near(player, default))
        ]
        partner = search.first_partner(first, due_other, left) or default
    if trace is not None:
        for player in _passed(order, partner):
            if not _record_impossible(first, player, left, search, trace):
                reason = SAME_COLOUR if same_due(first, player) else FAR
                trace.append(PairDropped("3.8", first.id, player.id, reason))
        trace.append(PairFixed("3.8", first.id, partner.id))
    return first, partner


def _pair_first(
    left: Sequence[Entrant], fewest: FewestClashes | None, search: Search, trace: Trace | None
) -> Pair:
    """4.2, 4.3, 5.2: a partner for the first of those left; `fewest` is None with Maxi rules."""
    first = left[0]
    order = exchange_order(left)
    if fewest is not None:
        partner = fewest.first_partner(first, order, left)
    else:
        partner = _partner_by_maxi_rules(left, order, search)
    if trace is not None:
        default = search.first_partner(first, order, left)
        assert default is not None
        for player in _passed(order, partner):
            if not _record_impossible(first, player, left, search, trace):
                far = fewest is None and not _near(player, default)
                article, reason = ("5.7", FAR) if far else ("5.2", FEWER_COLOURS)
                trace.append(PairDropped(article, first.id, player.id, reason))
        article = "2.4" if partner is order[0] else "4.1" if partner is default else "5.2"
        trace.append(PairFixed(article, first.id, partner.id))
    return first, partner


def _partner_by_maxi_rules(
    left: Sequence[Entrant], order: Sequence[Entrant], search: Search
) -> Entrant:
    """5.7: of the first one possible and those rated like that one, the one for most colours."""
    first = left[0]
    default = search.first_partner(first, order, left)
    assert default is not None
    partner, clashes = default, _clashes_with(first, default, left, search)
    at_best = unavoidable_clashes(left)
    for player in order:
        if clashes == at_best:
            break
        if player is not default and _near(player, default):
            if search.first_partner(first, [player], left) is not None:
                number = _clashes_with(first, player, left, search)
                if number < clashes:
                    partner, clashes = player, number
    return partner


def _clashes_with(a: Entrant, b: Entrant, left: Sequence[Entrant], search: Search) -> int:
    """How many pairs are due one colour at least, with this pair made."""
    return same_due(a, b) + FewestClashes(_without(left, a, b), search).number


def _passed(order: Sequence[Entrant], partner: Entrant) -> Sequence[Entrant]:
    return order[: order.index(partner)]


def _record_impossible(
    first: Entrant, player: Entrant, left: Sequence[Entrant], search: Search, trace: Trace
) -> bool:
    """Why the search could not take a player, if it could not."""
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
