"""A round of the Lim system: the bye, the groups above and below the median, the median (1, 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...model.errors import N_
from ...model.field import Entrant, Field
from ...model.trace import Trace
from ...model.trace.procedure import Event, GroupOpened, GroupPaired, ProcedureEvent
from ..completion import (
    LegalPairs,
    colour_kind,
    first_for_bye,
    impossible,
    score_and_colour_kind,
)
from ..verify import MayMeet
from .compatible import compatible, compatible_in_last_round
from .exchange import Direction
from .floaters import Situation, leaving
from .group import Pair, pair_group
from .search import Search

Group = tuple[Entrant, ...]

BLOCKED = Event(
    "blocked-median",
    N_("The median group is blocked: the pair {players} is broken up and both float into it."),
)
EMPTY_MEDIAN = Event(
    "empty-median",
    N_("Nobody has the median score; the floaters of both sides meet."),
)
BEYOND_LIMITS = Event(
    "beyond-limits",
    N_("Last round: the group cannot be paired within the colour limits, so they do not bind."),
)


@dataclass(frozen=True, slots=True)
class Made:
    """A pair and where it was made."""

    a: Entrant
    b: Entrant
    below_median: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """What a round is paired by."""

    field: Field
    strict: Search
    """Compatible by 2.1."""
    wide: Search
    """The same, but in the last round by 6."""
    floated_last_round: frozenset[int]

    @property
    def maxi(self) -> bool:
        return self.field.options.maxi_tournament


def may_meet(field: Field) -> MayMeet:
    return compatible_in_last_round if field.last_round else compatible


def pair_round(
    field: Field,
    floated_last_round: frozenset[int],
    search: Callable[[LegalPairs], Search],
    trace: Trace | None = None,
) -> tuple[list[Made], Entrant | None]:
    """All pairs of a complete round and the player with the bye."""
    kind = score_and_colour_kind if field.last_round else colour_kind
    legal = LegalPairs(field.entrants, may_meet(field), kind)
    bye = None
    if len(field.entrants) % 2:
        bye = _bye(field, legal, trace)
    elif not legal.can_complete(field.entrants):
        raise impossible(legal, ("2.1",))
    players = [player for player in field.entrants if player is not bye]
    wide = search(legal)
    strict = search(LegalPairs(field.entrants, compatible)) if field.last_round else wide
    rules = Rules(field, strict, wide, floated_last_round)
    return _pair_groups(players, rules, trace), bye


def _bye(field: Field, legal: LegalPairs, trace: Trace | None) -> Entrant:
    """1.1: the lowest placed of the lowest scoregroup, if he may and the rest can be paired."""
    possible = {player.id for player in legal.possible_byes()}
    if not possible:
        raise impossible(legal, ("1.1", "2.1"))
    order = sorted(field.entrants, key=lambda player: (player.score, -player.number))
    return first_for_bye(order, lambda player: player.id in possible, ("1.1", "1.1"), trace)


def scoregroups(players: Sequence[Entrant], field: Field) -> tuple[list[Group], Group, list[Group]]:
    """2.2: groups above the median from the top, the median, groups below it from the bottom.

    The median score is half of what could be won in the rounds so far; its group may be empty.
    """
    full = field.scoring.win * (field.round - 1)
    ordered = sorted(players, key=lambda player: -player.score)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda player: player.score)]
    above = [group for group in groups if 2 * group[0].score > full]
    median = next((group for group in groups if 2 * group[0].score == full), ())
    below = [group for group in reversed(groups) if 2 * group[0].score < full]
    return above, median, below


def _pair_groups(players: Sequence[Entrant], rules: Rules, trace: Trace | None) -> list[Made]:
    above, median, below = scoregroups(players, rules.field)
    # With an empty median group the floaters of one side meet those of the other.
    next_down = median or (below[-1] if below else ())
    next_up = median or (above[-1] if above else ())
    upper, down = _pair_side(above, next_down, Direction.DOWN, rules, trace)
    lower, up = _pair_side(below, next_up, Direction.UP, rules, trace)
    middle = _pair_median(median, down, up, upper, lower, rules, trace)
    return (
        [Made(a, b, False) for group in upper for a, b in group]
        + [Made(a, b, True) for group in lower for a, b in group]
        + [Made(a, b, False) for a, b in middle]
    )


def _pair_side(
    groups: Sequence[Group], last: Group, direction: Direction, rules: Rules, trace: Trace | None
) -> tuple[list[list[Pair]], list[Entrant]]:
    """The groups on one side of the median, towards it; their pairs, and who floats into it."""
    done: list[list[Pair]] = []
    floaters: list[Entrant] = []
    for here, group in enumerate(groups):
        adjacent = groups[here + 1] if here + 1 < len(groups) else last
        situation = Situation(
            tuple(_in_pairing_order(floaters, direction)),
            tuple(direction.sort(group)),
            adjacent,
            direction,
            rules.floated_last_round,
            rules.maxi,
        )
        _record_opened(situation, group[0].score, trace)
        floaters = leaving(situation, rules.wide, trace)
        gone = {player.id for player in floaters}
        done.append(
            _pair_members(
                [player for player in situation.floaters if player.id not in gone],
                [player for player in situation.residents if player.id not in gone],
                direction,
                rules,
                trace,
            )
        )
        _record_paired(group[0].score, done[-1], floaters, trace)
    return done, floaters


def _in_pairing_order(floaters: Sequence[Entrant], direction: Direction) -> list[Entrant]:
    """3.6: the highest score first, then the highest place; 3.7: the lowest score and place."""
    if direction is Direction.DOWN:
        return sorted(floaters, key=lambda player: (-player.score, player.number))
    return sorted(floaters, key=lambda player: (player.score, -player.number))


def _pair_members(
    floaters: Sequence[Entrant],
    residents: Sequence[Entrant],
    direction: Direction,
    rules: Rules,
    trace: Trace | None,
) -> list[Pair]:
    """Pair a group that can be paired completely, within the colour limits if that is possible."""
    everybody = [*floaters, *residents]
    search = rules.strict
    if rules.strict is not rules.wide and not rules.strict.completes(everybody):
        search = rules.wide
        if trace is not None:
            ids = tuple(player.id for player in everybody)
            trace.append(ProcedureEvent("6", BEYOND_LIMITS, ids))
    return pair_group(floaters, residents, search, rules.maxi, trace, direction)


def _pair_median(
    median: Group,
    down: list[Entrant],
    up: list[Entrant],
    upper: list[list[Pair]],
    lower: list[list[Pair]],
    rules: Rules,
    trace: Trace | None,
) -> list[Pair]:
    """The median group with the floaters of both sides; 2.6 if it is blocked.

    Pairs of `upper` and `lower` that are broken up are taken out of them.
    """
    residents = Direction.DOWN.sort(median)
    while not rules.wide.completes([*down, *up, *residents]):
        # 2.6: more floaters from above: the next pairing below is broken up; otherwise above.
        below_first = len(down) > len(up)
        sides = [(lower, up), (upper, down)] if below_first else [(upper, down), (lower, up)]
        done, floaters = next(side for side in sides if any(side[0]))
        pair = next(group for group in reversed(done) if group).pop()
        floaters.extend(pair)
        if trace is not None:
            ids = (pair[0].id, pair[1].id)
            trace.append(ProcedureEvent("2.6", BLOCKED, ids))
    # 3.6.3: first those from above, then those from below, then the others.
    floaters = [
        *_in_pairing_order(down, Direction.DOWN),
        *_in_pairing_order(up, Direction.UP),
    ]
    situation = Situation(
        tuple(floaters), tuple(residents), (), Direction.DOWN, rules.floated_last_round, rules.maxi
    )
    score = rules.field.scoring.win * (rules.field.round - 1) // 2
    if floaters or residents:
        _record_opened(situation, score, trace)
    if trace is not None and floaters and not residents:
        trace.append(ProcedureEvent("2.2", EMPTY_MEDIAN))
    pairs = _pair_members(floaters, residents, Direction.DOWN, rules, trace)
    if pairs:
        _record_paired(score, pairs, (), trace)
    return pairs


def _record_opened(group: Situation, score: int, trace: Trace | None) -> None:
    if trace is not None:
        trace.append(
            GroupOpened(
                "2.2",
                score,
                tuple(player.id for player in group.members),
                tuple(player.id for player in group.floaters),
            )
        )


def _record_paired(
    score: int, pairs: Sequence[Pair], floaters: Sequence[Entrant], trace: Trace | None
) -> None:
    if trace is not None:
        trace.append(
            GroupPaired(
                "2.4",
                score,
                tuple((one.id, other.id) for one, other in pairs),
                tuple(player.id for player in floaters),
            )
        )
