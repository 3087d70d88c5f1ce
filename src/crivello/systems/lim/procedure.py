"""Pair one round by the Lim system: the bye, the groups above and below the median, the median
group (1, 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.sentence import N_
from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.procedure import (
    EventType,
    GroupOpened,
    GroupPaired,
    PairDropped,
    ProcedureEvent,
)
from crivello.rules.colours import may_meet_within_limits
from crivello.standard.classes import frozen
from crivello.systems.completion import (
    LegalPairs,
    colour_kind,
    first_for_bye,
    impossible,
    score_and_colour_kind,
)
from crivello.systems.lim.floaters import Situation, choose_floaters
from crivello.systems.lim.group import FewestBreaches, Pair, Search, WithinLimits, pair_group
from crivello.systems.lim.rules import DirectedPair, Direction, compatible_in_last_round

Group = tuple[Entrant, ...]

BLOCKED = EventType(
    "blocked-median",
    N_("The median group is blocked: the pair {players} is broken up and both float into it."),
)
NO_MEDIAN = EventType("no-median", N_("No player has the median score; this group is paired last."))
BEYOND_LIMITS = EventType(
    "beyond-limits",
    N_("Last round: the colour limits would cost the group pairs, so they do not bind."),
)
LIMITS_BIND = EventType(
    "limits-bind",
    N_("Last round: the group makes as many pairs within the colour limits, so they bind."),
)
BOTH_BOUND = N_("{a} and {b} must both have the same colour, and the limits bind.")


@frozen
class RoundRules:
    """The rules of one round: who may meet within the colour limits, and who may meet beyond
    them.
    """

    field: Field
    strict: WithinLimits
    """Compatibility by 2.1."""
    wide: WithinLimits
    """The same, but in the last round by 6."""
    floaters_of_last_round: frozenset[int]

    @property
    def maxi(self) -> bool:
        return self.field.options.maxi_tournament

    def search(self, players: Sequence[Entrant], trace: Trace | None) -> Search:
        """Return the search for a group; it breaks the colour limits only if that makes more pairs
        (6).
        """
        strict, wide = self.strict, self.wide
        if strict is wide:
            return strict
        if strict.most_pairs(players) < wide.most_pairs(players):
            if trace is not None:
                trace.append(ProcedureEvent("6", BEYOND_LIMITS, ids(players)))
            return FewestBreaches(strict, wide, players)
        if trace is not None:
            pairs = combinations(players, 2)
            forbidden = id_pairs((a, b) for a, b in pairs if wide.fit(a, b) > strict.fit(a, b))
            if forbidden:
                trace.append(ProcedureEvent("6", LIMITS_BIND, ids(players)))
            trace.extend(PairDropped("6", a, b, BOTH_BOUND) for a, b in forbidden)
        return strict


def may_meet(field: Field) -> MayMeet:
    return compatible_in_last_round if field.last_round else may_meet_within_limits


def legal_pairs(field: Field) -> LegalPairs:
    # Lim: 2.1 (1)
    kind = score_and_colour_kind if field.last_round else colour_kind
    return LegalPairs(field.entrants, may_meet(field), kind)


def pair_round(
    field: Field, floaters_of_last_round: frozenset[int], trace: Trace | None = None
) -> tuple[list[DirectedPair], Entrant | None]:
    """Return all pairs of a complete round and the player with the bye."""
    legal = legal_pairs(field)
    bye = None
    if len(field.entrants) % 2:
        bye = _choose_bye(field, legal, trace)
    elif not legal.can_complete(field.entrants):
        raise impossible(legal, ("2.1",))
    players = [player for player in field.entrants if player is not bye]
    wide = WithinLimits(legal)
    strict = (
        WithinLimits(LegalPairs(field.entrants, may_meet_within_limits))
        if field.last_round
        else wide
    )
    rules = RoundRules(field, strict, wide, floaters_of_last_round)
    return _pair_groups(players, rules, trace), bye


def _choose_bye(field: Field, legal: LegalPairs, trace: Trace | None) -> Entrant:
    """Return the player with the bye: the lowest placed who may have it and without whom all others
    can be paired (1.1).
    """
    # Lim: 1.1 (1); Lim: 7.1 (1)
    possible = {player.id for player in legal.possible_byes()}
    if not possible:
        raise impossible(legal, ("1.1", "2.1"))
    order = sorted(field.entrants, key=lambda player: (player.score, -player.number))
    return first_for_bye(order, lambda player: player.id in possible, ("1.1", "1.1"), trace)


@frozen
class Order:
    """The scoregroups in the order in which they are paired (2.2)."""

    above: list[Group]
    """Downward, from the top; the last one floats to `last`."""
    below: list[Group]
    """Upward, from the bottom; the last one floats to `last`."""
    last: Group
    """The median group; if no player has its score, the adjacent group that comes last."""
    direction: Direction
    """The direction in which the last group is paired."""
    at_median: bool


def scoregroups(players: Sequence[Entrant], field: Field) -> Order:
    """Split the players into scoregroups around the median score, half of the points possible so
    far.

    If no player has the median score, the highest group below it is paired last, so groups above
    float to it (3.2.1). If there is no group below, it is the lowest group above.
    """
    # Lim: 2.2 (1, 2); Lim: 3.2.1 (1)
    # C.04.1.e (1)
    full = field.scoring.win * (field.round - 1)
    ordered = sorted(players, key=lambda player: -player.score)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda player: player.score)]
    above = [group for group in groups if 2 * group[0].score > full]
    median = [group for group in groups if 2 * group[0].score == full]
    below = [group for group in reversed(groups) if 2 * group[0].score < full]
    if median:
        return Order(above, below, median[0], Direction.DOWN, at_median=True)
    if below:
        return Order(above, below[:-1], below[-1], Direction.UP, at_median=False)
    last = above[-1] if above else ()
    return Order(above[:-1], below, last, Direction.DOWN, at_median=False)


def _pair_groups(
    players: Sequence[Entrant], rules: RoundRules, trace: Trace | None
) -> list[DirectedPair]:
    order = scoregroups(players, rules.field)
    upper, down = _pair_side(order.above, order.last, Direction.DOWN, rules, trace)
    lower, up = _pair_side(order.below, order.last, Direction.UP, rules, trace)
    middle = _pair_last(order, down, up, upper, lower, rules, trace)
    last_below = order.direction is Direction.UP
    return (
        [DirectedPair(a, b, below_median=False) for group in upper for a, b in group]
        + [DirectedPair(a, b, below_median=True) for group in lower for a, b in group]
        + [DirectedPair(a, b, last_below) for a, b in middle]
    )


def _pair_side(
    groups: Sequence[Group],
    last: Group,
    direction: Direction,
    rules: RoundRules,
    trace: Trace | None,
) -> tuple[list[list[Pair]], list[Entrant]]:
    """Pair the groups above the last one, or those below it, towards it; return their pairs and the
    floaters into the last group.
    """
    # Lim: 3.5 (2)
    done: list[list[Pair]] = []
    floaters: list[Entrant] = []
    for here, group in enumerate(groups):
        adjacent = groups[here + 1] if here + 1 < len(groups) else last
        situation = Situation(
            tuple(_sort_for_pairing(floaters, direction)),
            tuple(direction.sort(group)),
            adjacent,
            direction,
            rules.floaters_of_last_round,
            rules.maxi,
        )
        _record_opened(situation, group[0].score, trace)
        search = rules.search(situation.members, trace)
        floaters = choose_floaters(situation, search, trace)
        gone = {player.id for player in floaters}
        done.append(
            pair_group(
                [player for player in situation.floaters if player.id not in gone],
                [player for player in situation.residents if player.id not in gone],
                search,
                rules.maxi,
                trace,
                direction,
            )
        )
        _record_paired(group[0].score, done[-1], floaters, trace)
    return done, floaters


def _sort_for_pairing(floaters: Sequence[Entrant], direction: Direction) -> list[Entrant]:
    """Sort floaters from above with the highest placed first (3.6), floaters from below with the
    lowest placed first (3.7).
    """
    # Lim: 3.6 (1); Lim: 3.7 (1)
    if direction is Direction.DOWN:
        return sorted(floaters, key=lambda player: (-player.score, player.number))
    return sorted(floaters, key=lambda player: (player.score, -player.number))


def _pair_last(
    order: Order,
    down: list[Entrant],
    up: list[Entrant],
    upper: list[list[Pair]],
    lower: list[list[Pair]],
    rules: RoundRules,
    trace: Trace | None,
) -> list[Pair]:
    """Pair the last group with the floaters from both sides.

    If that is impossible, pairs made before are broken up, and their players float into it (2.6);
    these pairs are removed from `upper` and `lower`.
    """
    # Lim: 2.6 (1, 2); Lim: 3.6 (2); Lim: 3.7 (2)
    residents = order.direction.sort(order.last)
    if not residents:
        return []
    while not rules.wide.completes([*down, *up, *residents]):
        # 2.6: more floaters from above: the next pairing below is broken up; otherwise above.
        below_first = len(down) > len(up)
        sides = [(lower, up), (upper, down)] if below_first else [(upper, down), (lower, up)]
        done, floaters = next(side for side in sides if any(side[0]))
        pair = next(group for group in reversed(done) if group).pop()
        floaters.extend(pair)
        if trace is not None:
            trace.append(ProcedureEvent("2.6", BLOCKED, ids(pair)))
    # 3.6.3: first those from above, then those from below; 3.7.3: below the median vice versa.
    from_above = _sort_for_pairing(down, Direction.DOWN)
    from_below = _sort_for_pairing(up, Direction.UP)
    upward = order.direction is Direction.UP
    floaters = from_below + from_above if upward else from_above + from_below
    situation = Situation(
        tuple(floaters),
        tuple(residents),
        (),
        order.direction,
        rules.floaters_of_last_round,
        rules.maxi,
    )
    score = residents[0].score
    _record_opened(situation, score, trace)
    if trace is not None and not order.at_median:
        trace.append(ProcedureEvent("2.2", NO_MEDIAN))
    search = rules.search(situation.members, trace)
    pairs = pair_group(floaters, residents, search, rules.maxi, trace, order.direction)
    _record_paired(score, pairs, (), trace)
    return pairs


def _record_opened(group: Situation, score: int, trace: Trace | None) -> None:
    if trace is not None:
        trace.append(GroupOpened("2.2", score, ids(group.members), ids(group.floaters)))


def _record_paired(
    score: int, pairs: Sequence[Pair], floaters: Sequence[Entrant], trace: Trace | None
) -> None:
    if trace is not None:
        trace.append(GroupPaired("2.4", score, id_pairs(pairs), ids(floaters)))
