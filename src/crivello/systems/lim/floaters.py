"""Choose the floaters: the players who leave a group unpaired (2.3, 3, 4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import perfect_bipartite
from crivello.matching.weighted import cheapest_mates
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.model.trace import Trace, ids
from crivello.model.trace.procedure import EventType, ProcedureEvent
from crivello.standard.classes import NamedTuple, frozen
from crivello.systems.lim.group import Search
from crivello.systems.lim.rules import MAXI_LIMIT, Direction

NO_SUITABLE = EventType("no-suitable", N_("{players}: no compatible opponent in the group."))
MADE_EVEN = EventType("made-even", N_("{players} floats to make the number of players even."))
LAST = {
    Direction.DOWN: EventType(
        "lowest", N_("As many are due White as Black; the lowest placed comes first.")
    ),
    Direction.UP: EventType(
        "highest", N_("As many are due White as Black; the highest placed comes first.")
    ),
}
EQUALISES = EventType(
    "equalises", N_("{players} is due the colour that more of the players are due.")
)
UNPLACEABLE = EventType(
    "unplaceable",
    N_(
        "In the next group these have no compatible opponents except those of floaters who are "
        "paired before them: {players}."
    ),
)
TAKES_OPPONENT = EventType(
    "takes-opponent",
    N_(
        "If one of these floated, one more floater would have no opponent in the next group: "
        "{players}."
    ),
)
SPARED = EventType("spared", N_("{players} floated in the last round, so another player floats."))
TWICE = EventType(
    "twice", N_("{players} floated in the last round too, but no other player can float instead.")
)
FAR = EventType("far", N_("{players} would float, but is rated too far from the last placed."))
ALONE = EventType("alone", N_("{players} is alone in the group, and floats."))
NEEDED = EventType(
    "needed",
    N_("Stay, as the only compatible opponent of another player in the group: {players}."),
)
NOT_EVEN = EventType(
    "not-even",
    N_("With {players} floating to make the number even, the others could not all be paired."),
)
UNMATCHED = EventType(
    "unmatched", N_("Cannot be paired along with those before them, so they float: {players}.")
)
MORE_BREACHES = EventType(
    "more-breaches",
    N_("With {players} floating, more pairs than necessary would break the colour limits."),
)
FEWEST_BREACHES = EventType(
    "fewest-breaches",
    N_("Floating, so that as few pairs as possible break the colour limits: {players}."),
)
LEAST_HARM = EventType(
    "least-harm",
    N_(
        "To have floaters with fewer disadvantages, these float instead of some of them: {players}."
    ),
)


@frozen
class Situation:
    """A group to be paired, with all facts on which the choice of its floaters depends."""

    floaters: tuple[Entrant, ...]
    """Players who floated into it, in the order in which they are paired."""
    residents: tuple[Entrant, ...]
    """In the direction of pairing."""
    adjacent: tuple[Entrant, ...]
    """The group to which players would float."""
    direction: Direction
    floaters_of_last_round: frozenset[int]
    maxi: bool

    @property
    def members(self) -> tuple[Entrant, ...]:
        return (*self.floaters, *self.residents)


def choose_floaters(group: Situation, search: Search, trace: Trace | None = None) -> list[Entrant]:
    """Return the players who leave the group, so that the others can all be paired."""
    # Lim: 2.3 (1, 2, 3); Lim: 5.3 (2)
    # 2.3.1 to 2.3.3: no player in the group with whom a permissible colour is possible.
    gone = [player for player in group.members if _has_no_opponent(player, group.members, search)]
    if len(group.members) == 1:
        _record("2.3.4", ALONE, gone, trace)
        return gone
    for article in ("2.3.1", "2.3.2", "2.3.3"):
        those = [player for player in gone if _find_transfer_article(player, group) == article]
        if those:
            _record(article, NO_SUITABLE, those, trace)
    isolated = {player.id for player in gone}
    stay = [player for player in group.members if player.id not in isolated]
    if len(stay) % 2 == 0:
        if search.completes(stay):
            return gone
        proposed = None
    else:
        why: list[ProcedureEvent] = []
        proposed = _choose_to_make_even(group, stay, gone, search, why)  # 2.3.4
        if search.completes([player for player in stay if player is not proposed]):
            _record("2.3.4", MADE_EVEN, [proposed], trace)
            if trace is not None:
                trace.extend(why)
            return [*gone, proposed]
    return _choose_without_opponent(group, stay, gone, proposed, search, trace)


def _has_no_opponent(player: Entrant, others: Sequence[Entrant], search: Search) -> bool:
    return not any(search.fit(player, other) for other in others if other is not player)


def _choose_without_opponent(
    group: Situation,
    stay: Sequence[Entrant],
    gone: Sequence[Entrant],
    proposed: Entrant | None,
    search: Search,
    trace: Trace | None,
) -> list[Entrant]:
    """Return the floaters of a group that cannot be paired if only the usual ones float.

    They are as few as possible and have the fewest disadvantages (3.5, 3.9); of equal choices,
    players earlier in the order of pairing stay (4.4). If the group is odd and `proposed` cannot
    float, the first player then left without an opponent floats instead (4.4a).
    """
    # Lim: 3.1 (1); Lim: 3.5 (1); Lim: 4.4 (1, 2, 3)
    exchanged = None
    if proposed is not None:
        even = [player for player in stay if player is not proposed]
        exchanged = next(iter(_find_cheapest_floaters(even, search, None)), None)
    found = _find_cheapest_floaters(group.members, search, exchanged, group)
    if trace is not None:
        plain = [
            p for p in _find_cheapest_floaters(group.members, search, exchanged) if p not in gone
        ]
        if proposed is None:
            _record("4.4", UNMATCHED, plain, trace)
        elif exchanged is not None:
            _record("4.4", NOT_EVEN, [proposed], trace)
            _record("4.4", UNMATCHED, plain, trace)
        else:
            _record("6", MORE_BREACHES, [proposed], trace)
            _record("6", FEWEST_BREACHES, plain, trace)
        instead = [player for player in found if player not in plain and player not in gone]
        if instead:
            _record("3.9", LEAST_HARM, instead, trace)
    return [*gone, *(player for player in found if player not in gone)]


def _find_cheapest_floaters(
    players: Sequence[Entrant],
    search: Search,
    exchanged: Entrant | None,
    group: Situation | None = None,
) -> list[Entrant]:
    """Return the floaters of the cheapest way to pair some of the players and float the others.

    With a `group`, the floaters are also matched with the adjacent group, to compare their
    disadvantages (3.9).
    """
    adjacent = group.adjacent if group is not None else ()
    incoming = {player.id for player in group.floaters} if group is not None else set()
    n = len(players)

    def cost(*counts: int, place: int = 0) -> int:
        # The values of a whole pairing are compared one after the other, the places last.
        total = 0
        for count in counts:
            total = total * (n + 1) + count
        return (total << n) + place

    def float_cost(i: int, has_opponent: bool) -> int:
        player = players[i]
        came = player.id in incoming
        a, b, c = came and not has_opponent, came and has_opponent, not came and not has_opponent
        return cost(1, 0, a, b, c, player is not exchanged, place=1 << (n - 1 - i))

    def pair_cost(a: Entrant, b: Entrant) -> int:
        return cost(0, search.breaks(a, b), 0, 0, 0, 0)

    edges: list[dict[int, int]] = [{} for _ in range(n + len(adjacent))]
    alone = [float_cost(i, group is None) for i in range(n)] + [0] * len(adjacent)
    for i, player in enumerate(players):
        for j, other in enumerate(adjacent, start=n):
            if search.fit(player, other):
                edges[i][j] = edges[j][i] = float_cost(i, has_opponent=True)
        for j in range(i):
            if search.fit(player, players[j]):
                edges[i][j] = edges[j][i] = pair_cost(player, players[j])
    mate = cheapest_mates(edges, alone)
    assert mate is not None  # all players may float
    return [player for i, player in enumerate(players) if not 0 <= mate[i] < n]


def _find_transfer_article(player: Entrant, group: Situation) -> str:
    """Return the article by which a player without a compatible opponent floats.

    2.3.1: the player has met all others; 2.3.2 and 2.3.3: the colours do not allow a pair.
    """
    if all(other.id in player.avoid for other in group.members if other is not player):
        return "2.3.1"
    return "2.3.2" if abs(player.colour_difference) >= 2 else "2.3.3"


def _record(
    article: str, event: EventType, players: Sequence[Entrant], trace: Trace | None
) -> None:
    if trace is not None:
        trace.append(ProcedureEvent(article, event, ids(players)))


def _choose_to_make_even(
    group: Situation,
    stay: Sequence[Entrant],
    gone: Sequence[Entrant],
    search: Search,
    why: list[ProcedureEvent],
) -> Entrant:
    """Return the floater that makes the number of players even (3.2 to 3.5, 3.9, 3.10); append the
    reasons to `why`.
    """
    # Lim: 3.2.2 (1); Lim: 3.2.4 (1); Lim: 3.3 (1, 2); Lim: 3.4 (1, 2)
    # 2.3: not the only opponent of another player, who would have to float as well.
    needed = _find_only_opponents(stay, search)
    free = [player for player in stay if player.id not in needed]
    # 3.9: not a player who has floated already (types a, b) if there is another.
    incoming = {player.id for player in group.floaters}
    pool = [player for player in free if player.id not in incoming] or free
    harms = _compare_types(pool, gone, group, search)
    majority = _find_majority(stay)
    place = {player.id: i for i, player in enumerate(group.direction.sort(pool))}

    def key(player: Entrant) -> tuple[Harm, bool, int]:
        # The types (3.9, 3.3, 3.4); then the colour that equalises; then the last in direction.
        off_colour = majority is not None and player.preference is not majority
        return harms[player.id], off_colour, -place[player.id]

    def because(article: str, event: EventType, *players: Entrant) -> None:
        why.append(ProcedureEvent(article, event, ids(players)))

    ranked = sorted(pool, key=key)
    chosen = ranked[0]
    if needed:
        because("2.3", NEEDED, *(player for player in stay if player.id in needed))
    lonely = [player for player in pool if harms[player.id].unplaceable]
    takers = [p for p in pool if harms[p.id].takes_opponent and p not in lonely]
    if takers and not harms[chosen.id].takes_opponent:
        because("3.9", TAKES_OPPONENT, *takers)
    if lonely and chosen not in lonely:
        because("3.3" if group.direction is Direction.DOWN else "3.4", UNPLACEABLE, *lonely)
    if majority is None:
        because("3.2.4", LAST[group.direction])
    elif chosen.preference is majority:
        because("3.2.2", EQUALISES, chosen)
    last = group.direction.sort(pool)[-1]
    if group.maxi:
        if _is_too_far(chosen, last):
            because("3.2.3", FAR, chosen)
            chosen = last
        ranked = [player for player in ranked if not _is_too_far(player, last)]
    if chosen.id in group.floaters_of_last_round:
        first = chosen
        chosen = _choose_instead(first, ranked, stay, harms, group, search)
        because("3.10", TWICE if chosen is first else SPARED, first)
    return chosen


def _is_too_far(player: Entrant, last: Entrant) -> bool:
    """Return True if the player's rating is too far from that of `last` for the player to float
    instead (3.2.3).
    """
    # Lim: 3.2.3 (1, 2)
    return abs(player.rating - last.rating) > MAXI_LIMIT


def _find_only_opponents(stay: Sequence[Entrant], search: Search) -> set[int]:
    """Return the ids of players who are the only compatible opponent of another player."""
    legal = search.legal
    these = legal.among(stay)
    opponents = (legal.rows[legal.position[player.id]] & these for player in stay)
    return {legal.players[row.bit_length() - 1].id for row in opponents if row.bit_count() == 1}


def _choose_instead(
    first: Entrant,
    ranked: Sequence[Entrant],
    stay: Sequence[Entrant],
    harms: dict[int, Harm],
    group: Situation,
    search: Search,
) -> Entrant:
    """Return a floater in place of `first`, who floated in the last round too (3.10); `first` if
    there is none.

    The other floater must not have floated in the last round, must have the same disadvantages, and
    must let as many pairs be made.
    """
    # Lim: 3.10 (1, 2)
    if harms[first.id].unplaceable:
        return first

    def completes_without(player: Entrant) -> bool:
        return search.completes([other for other in stay if other is not player])

    needed = completes_without(first)
    for player in ranked:
        no_worse = harms[player.id] == harms[first.id]
        if no_worse and player.id not in group.floaters_of_last_round:
            if not needed or completes_without(player):
                return player
    return first


def _find_majority(players: Sequence[Entrant]) -> Colour | None:
    """Return the colour that more players are due; None if as many are due White as Black (3.2.2,
    3.2.4).
    """
    white = sum(player.preference is Colour.WHITE for player in players)
    black = sum(player.preference is Colour.BLACK for player in players)
    if white == black:
        return None
    return Colour.WHITE if white > black else Colour.BLACK


class Harm(NamedTuple):
    """The disadvantages of one more floater, the worst first (3.9, 3.3, 3.4)."""

    type_a: bool
    """The player floated in, and has no opponent besides the others who did (3.9)."""
    takes_opponent: bool
    """The floaters with opponents in the adjacent group do not become more (3.9)."""
    unplaceable: bool
    """The floaters paired before the player leave no opponent (3.3, 3.4)."""


def _compare_types(
    pool: Sequence[Entrant], gone: Sequence[Entrant], group: Situation, search: Search
) -> dict[int, Harm]:
    """Return the disadvantages of each player of the pool as one more floater, by id (3.9, 3.3,
    3.4).

    `gone` are the other floaters, in the order in which they are paired (3.6, 3.7). That order
    finds opponents for as many of them as any order would.
    """
    # Lim: 3.9 (1)
    legal = search.legal
    there = legal.among(group.adjacent)
    order = {player.id: i for i, player in enumerate(group.members)}

    def has_opponent(player: Entrant, others: Sequence[Entrant]) -> bool:
        rows = [legal.rows[legal.position[p.id]] & there for p in (*others, player)]
        return perfect_bipartite(rows, len(legal.rows)) is not None

    seated: list[Entrant] = []
    for player in gone:
        if has_opponent(player, seated):
            seated.append(player)
    incoming = {player.id for player in group.floaters}
    seated_incoming = [player for player in seated if player.id in incoming]
    return {
        player.id: Harm(
            player.id in incoming and not has_opponent(player, seated_incoming),
            not has_opponent(player, seated),
            not has_opponent(player, [p for p in seated if order[p.id] < order[player.id]]),
        )
        for player in pool
    }
