"""The procedure of the 2016 text: the bye first, then the scoregroups from the top (4, 6).

How the best combination of one group is found is left to `Choose`: literally (`sieve_2016`) or
through matchings (`solver_2016`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crivello.model.errors import N_
from crivello.model.field import Entrant, Field
from crivello.model.trace import Trace
from crivello.model.trace.procedure import Event, GroupOpened, GroupPaired, ProcedureEvent
from crivello.systems.burstein.generation import Combination
from crivello.systems.burstein.groups import Group, in_order, may_meet_2016, scoregroups
from crivello.systems.burstein.order import Places
from crivello.systems.burstein.record import first_of_2016
from crivello.systems.completion import LegalPairs, first_for_bye, impossible
from crivello.systems.verify import Pairs

Choose = Callable[[Group, tuple[Entrant, ...], bool], Combination | None]
"""The best combination of a group, or None if there is none.

Given the residents of the next group (none below the last) and whether that one is the last. Of an
odd group one floats, a resident with an opponent in the next group; of an even group nobody. If the
next group is the last one, it must be possible to pair it too (6.3, 6.6). See
`burstein-one-floater.md`.
"""

MERGED_BELOW = Event(
    "merged-below",
    N_("The group cannot be completed, nor by a floater: it becomes one group with the next."),
)
MERGED_LAST = Event(
    "merged-last",
    N_("However this group is paired, the last one cannot be completed: both become one group."),
)
MERGED_ABOVE = Event(
    "merged-above",
    N_("The last group cannot be completed: it becomes one group with the one above."),
)


@dataclass(frozen=True, slots=True)
class _Done:
    """A group that has been paired, in case it has to be opened again."""

    group: Group
    pairs: tuple[tuple[Entrant, Entrant], ...]
    floaters: tuple[Entrant, ...]


def pair_2016(
    field: Field, places: Places, choose: Callable[[LegalPairs], Choose], trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Pairs of a complete round and the player with the bye."""
    legal = LegalPairs(field.entrants, may_meet_2016)
    bye = None
    players = field.entrants
    if len(players) % 2:
        bye = bye_2016(field, places, legal, trace)
        players = tuple(player for player in players if player is not bye)
    elif not legal.can_complete(players):
        raise impossible(legal, ("3.1", "5.2", "5.3"))
    return _pair_groups(players, places, choose(legal), legal, trace), bye


def bye_2016(field: Field, places: Places, legal: LegalPairs, trace: Trace | None) -> Entrant:
    """4: of the lowest scoregroup the lowest in the order, who had no point without playing."""
    possible = {player.id for player in legal.possible_byes()}
    if not possible:
        raise impossible(legal, ("3.1", "4.1", "5.2", "5.3"))
    order = sorted(field.entrants, key=lambda player: (player.score, -places[player.id]))
    return first_for_bye(
        order, lambda player: player.id in possible, ("4.2", "4.2"), trace, bar="4.1"
    )


def _pair_groups(
    players: tuple[Entrant, ...],
    places: Places,
    choose: Choose,
    legal: LegalPairs,
    trace: Trace | None,
) -> Pairs:
    groups = scoregroups(players)
    done: list[_Done] = []
    incoming: tuple[Entrant, ...] = ()
    article = "6.1"
    while len(done) < len(groups):
        here = len(done)
        below = groups[here + 1] if here + 1 < len(groups) else ()
        group = Group(
            score=min(player.score for player in groups[here]),
            players=in_order((*incoming, *groups[here]), places),
            incoming=frozenset(player.id for player in incoming),
        )
        _record_opened(group, article, trace)
        found = choose(group, below, here + 2 == len(groups))
        if found is not None:
            done.append(_settle(group, found, legal, trace))
            incoming = done[-1].floaters
            article = "6.1"
            continue
        # 6.6: two adjacent scoregroups that cannot be completed are considered as one.
        article = "6.6"
        if below:
            if trace is not None:
                alone = choose(group, below, False) is None
                event = MERGED_BELOW if alone else MERGED_LAST
                _record_merged(event, (*groups[here], *below), trace)
            groups[here : here + 2] = [(*groups[here], *below)]
        else:
            above = done.pop()
            incoming = tuple(p for p in above.group.players if p.id in above.group.incoming)
            _record_merged(MERGED_ABOVE, (*groups[here - 1], *groups[here]), trace)
            groups[here - 1 : here + 1] = [(*groups[here - 1], *groups[here])]
    return [pair for group in done for pair in group.pairs]


def _settle(group: Group, found: Combination, legal: LegalPairs, trace: Trace | None) -> _Done:
    pairs = tuple((group.players[i], group.players[j]) for i, j in found.pairs)
    floaters = tuple(group.players[i] for i in found.floaters)
    if trace is not None:
        if pairs:
            trace.append(first_of_2016(group, found, legal))
        trace.append(
            GroupPaired(
                "6.4" if floaters else "6.2",
                group.score,
                tuple((one.id, other.id) for one, other in pairs),
                tuple(player.id for player in floaters),
            )
        )
    return _Done(group, pairs, floaters)


def _record_opened(group: Group, article: str, trace: Trace | None) -> None:
    if trace is not None:
        trace.append(
            GroupOpened(
                article,
                group.score,
                tuple(player.id for player in group.players),
                tuple(player.id for player in group.players if player.id in group.incoming),
            )
        )


def _record_merged(event: Event, players: tuple[Entrant, ...], trace: Trace | None) -> None:
    if trace is not None:
        trace.append(ProcedureEvent("6.6", event, tuple(player.id for player in players)))
