"""The procedure of the 2026 text: the bye first, then the brackets from the top (3).

How the best pairing of one bracket is found is left to `Choose`: literally (`sieve_2026`) or
through matchings (`solver_2026`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from crivello.matching.cardinality import maximum_matching
from crivello.model.errors import N_, Illegal
from crivello.model.field import Entrant, Field
from crivello.model.settings import Settings
from crivello.model.trace import Trace
from crivello.model.trace.procedure import Event, GroupOpened, GroupPaired, ProcedureEvent
from crivello.systems.burstein.generation import Combination
from crivello.systems.burstein.groups import (
    Group,
    in_order,
    may_meet_2026,
    same_preference,
    scoregroups,
)
from crivello.systems.burstein.order import Places
from crivello.systems.burstein.record import Floated, first_of_2026, scores
from crivello.systems.completion import LegalPairs, first_for_bye, impossible
from crivello.systems.verify import Pairs

Choose = Callable[[Group, tuple[tuple[Entrant, ...], ...]], Combination]
"""The best pairing of a bracket (3.2), given the scoregroups below it.

A bracket is opened only when everybody left can be paired, so there always is one.
"""

JUDGED = Event(
    "judged",
    N_("Best by the criteria: floating {C5}, pairs that cannot grant both preferences {C8}."),
)
MORE_FLOAT = Event(
    "more-float",
    N_(
        "With {fewest} floaters, as many as the bracket itself needs, the rest of the round could "
        "not be paired."
    ),
)
SEEDING = Event("seeding", N_("A seeding round: it is paired by the FIDE (Dutch) system."))


def seeding_rounds(settings: Settings) -> int:
    """1.6: half of the rounds, at most four, are paired by the Dutch system."""
    if settings.rounds is None:
        raise Illegal(
            N_("The Burstein system depends on the number of rounds: announce how many there are.")
        )
    return min(settings.rounds // 2, 4)


def pair_2026(
    field: Field, places: Places, choose: Callable[[LegalPairs], Choose], trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Pairs of a complete round after the seeding rounds, and the player with the bye."""
    legal = LegalPairs(field.entrants, may_meet_2026)
    bye = None
    players = field.entrants
    if len(players) % 2:
        bye = bye_2026(field, places, legal, trace)
        players = tuple(player for player in players if player is not bye)
    elif not legal.can_complete(players):
        raise impossible(legal, ("C1", "C3"))
    return _pair_brackets(players, places, choose(legal), legal, trace), bye


def bye_2026(field: Field, places: Places, legal: LegalPairs, trace: Trace | None) -> Entrant:
    """3.1: not barred, the rest can be paired; lowest score, most games, lowest in the order."""
    possible = {player.id for player in legal.possible_byes()}
    if not possible:
        raise impossible(legal, ("C1", "C2", "C3"))
    order = sorted(
        field.entrants,
        key=lambda player: (player.score, -player.history.games_played, -places[player.id]),
    )
    return first_for_bye(
        order, lambda player: player.id in possible, ("3.1.2", "3.1"), trace, bar="C2"
    )


def _pair_brackets(
    players: tuple[Entrant, ...],
    places: Places,
    choose: Choose,
    legal: LegalPairs,
    trace: Trace | None,
) -> Pairs:
    groups = scoregroups(players)
    pairs: Pairs = []
    incoming: tuple[Entrant, ...] = ()
    for here, residents in enumerate(groups):
        bracket = _bracket(incoming, residents, places)
        below = tuple(groups[here + 1 :])
        found = choose(bracket, below)
        made = [(bracket.players[i], bracket.players[j]) for i, j in found.pairs]
        incoming = tuple(bracket.players[i] for i in found.floaters)
        pairs += made
        if trace is not None:
            _record_opened(bracket, len(incoming), legal, trace)
            if made:
                left_over = partial(_left_over, below=below, places=places, choose=choose)
                trace.append(first_of_2026(bracket, found, below, legal, left_over))
            _record_paired(bracket, made, incoming, trace)
    return pairs


def _bracket(
    incoming: tuple[Entrant, ...], residents: tuple[Entrant, ...], places: Places
) -> Group:
    return Group(
        score=residents[0].score,
        players=in_order((*incoming, *residents), places),
        incoming=frozenset(player.id for player in incoming),
    )


def _left_over(
    floaters: Sequence[Entrant],
    below: tuple[tuple[Entrant, ...], ...],
    places: Places,
    choose: Choose,
) -> Floated:
    """C7: the best that the next bracket can do by C5 and C6 with these floaters."""
    if not below:
        return 0, ()
    following = _bracket(tuple(floaters), below[0], places)
    left = choose(following, below[1:]).floaters
    return len(left), scores([following.players[i] for i in left])


def _record_opened(bracket: Group, floating: int, legal: LegalPairs, trace: Trace) -> None:
    trace.append(
        GroupOpened(
            "3.2",
            bracket.score,
            tuple(player.id for player in bracket.players),
            tuple(player.id for player in bracket.players if player.id in bracket.incoming),
        )
    )
    fewest = maximum_matching(legal.rows_of(bracket.players)).count(-1)
    if floating > fewest:
        values = (("C5", floating), ("fewest", fewest))
        trace.append(ProcedureEvent("C4", MORE_FLOAT, (), values))


def _record_paired(
    bracket: Group, pairs: Pairs, floaters: tuple[Entrant, ...], trace: Trace
) -> None:
    leaving = tuple(player.id for player in floaters)
    if pairs:
        denied = sum(same_preference(one, other) for one, other in pairs)
        values = (("C5", len(floaters)), ("C8", denied))
        trace.append(ProcedureEvent("2.2", JUDGED, (), values))
    trace.append(
        GroupPaired(
            "4.3", bracket.score, tuple((one.id, other.id) for one, other in pairs), leaving
        )
    )
