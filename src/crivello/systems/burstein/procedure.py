"""The procedures of both editions: first the bye, then the groups from the top (2016: 4, 6; 2026:
3).

The best combination of a group is found by a function of type `Choose2016` or `Choose2026`: by
trying all (`sieve`) or by matchings (`solver`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from crivello.matching.cardinality import maximum_matching
from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Field
from crivello.model.sentence import N_
from crivello.model.settings import Settings
from crivello.model.trace import Trace, id_pairs, ids
from crivello.model.trace.burstein import FirstCombination, Objection
from crivello.model.trace.procedure import EventType, GroupOpened, GroupPaired, ProcedureEvent
from crivello.rules.colours import may_meet, may_meet_within_limits, same_preference
from crivello.standard.classes import frozen
from crivello.standard.typing_names import Protocol
from crivello.systems.burstein.groups import (
    BursteinGroup,
    Combination,
    Places,
    first_combination,
    in_order,
    scoregroups,
    scores_of,
)
from crivello.systems.completion import LegalPairs, first_for_bye, impossible
from crivello.systems.publication import Pairs

Players = tuple[Entrant, ...]


def _split_off_bye(
    field: Field,
    legal: LegalPairs,
    order: Callable[[Entrant], tuple[int, ...]],
    codes: tuple[str, ...],
    articles: tuple[str, str],
    bar: str,
    trace: Trace | None,
) -> tuple[Players, Entrant | None]:
    """Return the players to be paired and the player with the bye; raise `Impossible` if there is
    no legal pairing.

    `order` is the sort key for the bye. `codes` are the rules that forbid pairs, `bar` is the rule
    that bars players from the bye, and `articles` are those of `first_for_bye`.
    """
    # Burstein 2016: 4.1 (1); Burstein 2016: 4.2 (1)
    # Burstein 2026: 1.3, 3.1
    players = field.entrants
    if len(players) % 2 == 0:
        if not legal.can_complete(players):
            raise impossible(legal, codes)
        return players, None
    possible = {player.id for player in legal.possible_byes()}
    if not possible:
        raise impossible(legal, (codes[0], bar, *codes[1:]))
    ordered = sorted(players, key=order)
    bye = first_for_bye(ordered, lambda player: player.id in possible, articles, trace, bar)
    return tuple(player for player in players if player is not bye), bye


def _make_group(score: int, incoming: Players, residents: Players, places: Places) -> BursteinGroup:
    return BursteinGroup(
        score=score,
        players=in_order((*incoming, *residents), places),
        incoming=frozenset(ids(incoming)),
    )


def _record_opened(group: BursteinGroup, article: str, trace: Trace | None) -> None:
    if trace is not None:
        incoming = tuple(player for player in ids(group.players) if player in group.incoming)
        trace.append(GroupOpened(article, group.score, ids(group.players), incoming))


def _record_paired(
    group: BursteinGroup,
    article: str,
    pairs: Sequence[tuple[Entrant, Entrant]],
    left: Players,
    trace: Trace,
) -> None:
    trace.append(GroupPaired(article, group.score, id_pairs(pairs), ids(left)))


# 2016


class Choose2016(Protocol):
    """A function that returns the best combination of a group; None if there is none.

    `below` are the residents of the next group, empty if the group is the last one. In an odd group
    one resident floats, who must have an opponent in the next group; in an even group no player
    floats. If the next group is the last one, it must be possible to pair it too (6.3, 6.6). See
    `burstein-one-floater.md`.
    """

    def __call__(
        self, legal: LegalPairs, group: BursteinGroup, below: Players, below_is_last: bool
    ) -> Combination | None: ...


MERGED_BELOW = EventType(
    "merged-below",
    N_("The group cannot be completed, not even with a floater: it is merged with the next one."),
)
MERGED_LAST = EventType(
    "merged-last",
    N_("The last group cannot be completed however this one is paired, so the two are merged."),
)
PAIRED_AGAIN = EventType(
    "paired-again",
    N_("The last group cannot be completed: the one above is paired again, so that it can be."),
)


@frozen
class _PairedGroup:
    """A paired group, kept because the next group may require pairing it again."""

    group: BursteinGroup
    pairs: tuple[tuple[Entrant, Entrant], ...]
    floaters: Players


def pair_2016(
    field: Field, places: Places, choose: Choose2016, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round and the player with the bye.

    The bye goes to the lowest-placed player of the lowest scoregroup who has scored no point
    without playing (4).
    """
    legal = LegalPairs(field.entrants, may_meet_within_limits)
    players, bye = _split_off_bye(
        field,
        legal,
        lambda player: (player.score, -places[player.id]),
        ("3.1", "5.2", "5.3"),
        ("4.2", "4.2"),
        "4.1",
        trace,
    )
    return _pair_groups(players, places, choose, legal, trace), bye


def _pair_groups(
    players: Players,
    places: Places,
    choose: Choose2016,
    legal: LegalPairs,
    trace: Trace | None,
) -> Pairs:
    # Burstein 2016: 6.3 (1, 2); Burstein 2016: 6.6 (1, 2)
    groups = scoregroups(players)
    done: list[_PairedGroup] = []
    incoming: Players = ()
    article = "6.1"
    while len(done) < len(groups):
        here = len(done)
        below = groups[here + 1] if here + 1 < len(groups) else ()
        lowest = min(player.score for player in groups[here])
        group = _make_group(lowest, incoming, groups[here], places)
        _record_opened(group, article, trace)
        found = choose(legal, group, below, here + 2 == len(groups))
        if found is not None:
            done.append(_settle(group, found, legal, trace))
            incoming = done[-1].floaters
            article = "6.1"
            continue
        # 6.6: two adjacent scoregroups that cannot be completed are considered as one.
        article = "6.6"
        if below:
            if trace is not None:
                alone = choose(legal, group, below, below_is_last=False) is None
                event = MERGED_BELOW if alone else MERGED_LAST
                trace.append(ProcedureEvent("6.6", event, ids((*groups[here], *below))))
            groups[here : here + 2] = [(*groups[here], *below)]
        else:
            # The floater goes back. Chosen again, now considering the last group, the group above
            # either leaves it complete or becomes one with it.
            above = done.pop()
            incoming = tuple(p for p in above.group.players if p.id in above.group.incoming)
            if trace is not None:
                trace.append(ProcedureEvent("6.6", PAIRED_AGAIN, ids(above.group.players)))
    return [pair for group in done for pair in group.pairs]


def _settle(
    group: BursteinGroup, found: Combination, legal: LegalPairs, trace: Trace | None
) -> _PairedGroup:
    pairs = tuple((group.players[i], group.players[j]) for i, j in found.pairs)
    floaters = tuple(group.players[i] for i in found.floaters)
    if trace is not None:
        if pairs:
            trace.append(_first_of_2016(group, found, legal))
        _record_paired(group, "6.4" if floaters else "6.2", pairs, floaters, trace)
    return _PairedGroup(group, pairs, floaters)


# 2026

Choose2026 = Callable[[LegalPairs, BursteinGroup, tuple[Players, ...]], Combination]
"""The best pairing of a bracket (3.2), given the scoregroups below it.

A bracket is opened only when all who are left can be paired, so there always is one.
"""

JUDGED = EventType(
    "judged",
    N_("The best combination. Players who float: {C5}; pairs not granting both preferences: {C8}."),
)
MORE_FLOAT = EventType(
    "more-float",
    N_(
        "With {fewest} floaters, as many as the bracket itself needs, the rest of the round could "
        "not be paired."
    ),
)
SEEDING = EventType("seeding", N_("A seeding round: it is paired by the FIDE (Dutch) system."))


def seeding_rounds(settings: Settings) -> int:
    """Return how many rounds at the start the Dutch system pairs: half of all rounds, at most four
    (1.6).
    """
    if settings.rounds is None:
        raise Illegal(
            N_("The Burstein system depends on the number of rounds: announce how many there are.")
        )
    return min(settings.rounds // 2, 4)


def pair_2026(
    field: Field, places: Places, choose: Choose2026, trace: Trace | None = None
) -> tuple[Pairs, Entrant | None]:
    """Return the pairs of a complete round after the seeding rounds, and the player with the bye.

    The bye goes to the player with the lowest score, then most games played, then lowest place, who
    may have it and without whom all others can be paired (3.1).
    """
    # Burstein 2026: 1.9
    legal = LegalPairs(field.entrants, may_meet)
    players, bye = _split_off_bye(
        field,
        legal,
        lambda player: (player.score, -player.history.games_played, -places[player.id]),
        ("C1", "C3"),
        ("3.1.2", "3.1"),
        "C2",
        trace,
    )
    return _pair_brackets(players, places, partial(choose, legal), legal, trace), bye


def _pair_brackets(
    players: Players,
    places: Places,
    choose: Callable[[BursteinGroup, tuple[Players, ...]], Combination],
    legal: LegalPairs,
    trace: Trace | None,
) -> Pairs:
    groups = scoregroups(players)
    pairs: Pairs = []
    incoming: Players = ()

    def best_of_next(floaters: Sequence[Entrant], below: tuple[Players, ...]) -> _Floated:
        """Return the number and the scores of the players whom the next bracket must leave unpaired
        (C7), given these floaters.
        """
        if not below:
            return 0, ()
        following = _make_group(below[0][0].score, tuple(floaters), below[0], places)
        left = choose(following, below[1:]).floaters
        return len(left), scores_of([following.players[i] for i in left])

    for here, residents in enumerate(groups):
        bracket = _make_group(residents[0].score, incoming, residents, places)
        below = tuple(groups[here + 1 :])
        found = choose(bracket, below)
        bracket_pairs = [(bracket.players[i], bracket.players[j]) for i, j in found.pairs]
        incoming = tuple(bracket.players[i] for i in found.floaters)
        pairs += bracket_pairs
        if trace is None:
            continue
        _record_opened(bracket, "3.2", trace)
        fewest = maximum_matching(legal.rows_of(bracket.players)).count(-1)
        if len(incoming) > fewest:
            values = (("C5", len(incoming)), ("fewest", fewest))
            trace.append(ProcedureEvent("C4", MORE_FLOAT, (), values))
        if bracket_pairs:
            next_bracket = partial(best_of_next, below=below)
            trace.append(_first_of_2026(bracket, found, below, legal, next_bracket))
            denied = sum(same_preference(one, other) for one, other in bracket_pairs)
            values = (("C5", len(incoming)), ("C8", denied))
            trace.append(ProcedureEvent("2.2", JUDGED, (), values))
        _record_paired(bracket, "4.3", bracket_pairs, incoming, trace)
    return pairs


# The objection to the first combination of a group, for the trace.

_Floated = tuple[int, tuple[int, ...]]
"""The number of floaters, and their scores, the highest first."""


def _first_of_2016(group: BursteinGroup, found: Combination, legal: LegalPairs) -> FirstCombination:
    # Burstein 2016: 6.5 (1)
    first = first_combination(len(group.players), len(found.floaters))
    if first == found:
        objection, article = Objection.NONE, "6.4" if found.floaters else "6.2"
    elif not _is_legal(group, first, legal):
        objection, article = Objection.ILLEGAL, "3.1"
    elif any(player.id in group.incoming for player in _find_floaters(group, first)):
        objection, article = Objection.FLOATED_ALREADY, "6.3"
    elif _count_denied(group, first) > _count_denied(group, found):
        objection, article = Objection.COLOURS, "6.5"
    else:  # only these can put a combination behind a later one
        objection, article = Objection.BELOW, "6.6"
    return _make_step(group, first, found, objection, article)


def _first_of_2026(
    bracket: BursteinGroup,
    found: Combination,
    below: Sequence[Players],
    legal: LegalPairs,
    next_bracket: Callable[[Sequence[Entrant]], _Floated],
) -> FirstCombination:
    """Return the step with the first combination of a bracket and the reason why it was not chosen.

    `next_bracket` returns the number and scores of the players whom the next bracket must leave
    unpaired (C7), given the players who float into it.
    """
    first = first_combination(len(bracket.players), len(found.floaters))
    leaving, chosen = _find_floaters(bracket, first), _find_floaters(bracket, found)
    rest = [player for group in below for player in group]
    if first == found:
        objection, article = Objection.NONE, "4.3"
    elif not _is_legal(bracket, first, legal):
        objection, article = Objection.ILLEGAL, "C1"
    elif not legal.can_complete([*leaving, *rest]):
        objection, article = Objection.BELOW, "C4"
    elif scores_of(leaving) != scores_of(chosen):
        objection, article = Objection.SCORES, "C6"
    elif leaving != chosen and next_bracket(leaving) != next_bracket(chosen):
        objection, article = Objection.NEXT_BRACKET, "C7"
    else:
        objection, article = Objection.COLOURS, "C8"
    return _make_step(bracket, first, found, objection, article)


def _make_step(
    group: BursteinGroup, first: Combination, found: Combination, objection: Objection, article: str
) -> FirstCombination:
    pairs = id_pairs((group.players[i], group.players[j]) for i, j in first.pairs)
    denied = _count_denied(group, first), _count_denied(group, found)
    return FirstCombination(pairs, ids(_find_floaters(group, first)), objection, article, denied)


def _find_floaters(group: BursteinGroup, combination: Combination) -> list[Entrant]:
    return [group.players[i] for i in combination.floaters]


def _is_legal(group: BursteinGroup, combination: Combination, legal: LegalPairs) -> bool:
    return all(legal.fit(group.players[i], group.players[j]) for i, j in combination.pairs)


def _count_denied(group: BursteinGroup, combination: Combination) -> int:
    return sum(same_preference(group.players[i], group.players[j]) for i, j in combination.pairs)
