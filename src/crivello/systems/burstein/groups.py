"""Definitions for both editions of the Burstein system: the order of players, combinations, groups,
colours.

The articles are 3.2 (2016) and 1.8 (2026) for the order of players, 6.2, 6.4 and 4.3 for the order
of combinations, 5 and 5.2 for colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from crivello.model.field import Entrant, Field
from crivello.model.history import histories
from crivello.model.result import Bye, Colour
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.burstein import Key, PlayerPlace, PlayersOrdered, RoundCounted
from crivello.rules.colours import (
    colour_by_number,
    colour_by_smaller_number,
    latest_difference,
    may_have,
)
from crivello.rules.score_sums import (
    VIRTUAL_OPPONENT,
    ScoreSource,
    ScoreSums,
    against_oneself,
    score_sums,
)
from crivello.standard.classes import frozen

Places = Mapping[int, int]
"""Place of each player of the field by id, 1 the highest; no two share one."""

_VALUE: dict[Key, Callable[[Entrant, ScoreSums], int]] = {
    Key.SONNEBORN_BERGER: lambda player, sums: sums.sonneborn_berger,
    Key.BUCHHOLZ: lambda player, sums: sums.buchholz,
    Key.MEDIAN: lambda player, sums: sums.median,
    Key.RATING: lambda player, sums: player.rating,
    Key.NUMBER: lambda player, sums: player.number,
}
_BY_2016 = (Key.SONNEBORN_BERGER, Key.BUCHHOLZ, Key.MEDIAN, Key.RATING, Key.NUMBER)
_BY_2026 = (Key.BUCHHOLZ, Key.SONNEBORN_BERGER, Key.NUMBER)
"""Scores are not a key here."""


def places_2016(tournament: Tournament, field: Field, trace: Trace | None = None) -> Places:
    """Return each player's place by Sonneborn-Berger, Buchholz, Median, rating and pairing number.

    Unplayed rounds count as in the tie-break rules of that time, against a virtual opponent.
    """
    # Burstein 2016: 3.2 (1)
    past = histories(tournament.before(field.round), field.round)
    sums = score_sums(past, field.scoring, VIRTUAL_OPPONENT)
    return _order_players(field, sums, _BY_2016, "3.2", trace)


def places_2026(tournament: Tournament, field: Field, trace: Trace | None = None) -> Places:
    """Return each player's place by Buchholz, Sonneborn-Berger and pairing number."""
    tournament = tournament.before(field.round)
    past = histories(tournament, field.round)
    sums = score_sums(past, field.scoring, against_oneself(_find_absent(tournament, field.round)))
    return _order_players(field, sums, _BY_2026, "1.8", trace)


def _order_players(
    field: Field,
    sums: Mapping[int, ScoreSums],
    by: tuple[Key, ...],
    article: str,
    trace: Trace | None,
) -> Places:
    """Return each player's place by these keys; the highest value comes first, but the lowest
    pairing number.
    """
    values = {
        player.id: tuple([_VALUE[key](player, sums[player.id]) for key in by])
        for player in field.entrants
    }

    def rank(player: int) -> tuple[int, ...]:
        *highest_first, number = values[player]
        return (*[-value for value in highest_first], number)

    order = sorted(values, key=rank)
    if trace is not None:
        placed = [
            PlayerPlace(player, values[player], _count_rounds(sums[player])) for player in order
        ]
        trace.append(PlayersOrdered(article, by, tuple(placed)))
    return {player: place for place, player in enumerate(order, 1)}


def _count_rounds(sums: ScoreSums) -> tuple[RoundCounted, ...]:
    return tuple(
        RoundCounted(part.opponent_score, part.points, part.counted is ScoreSource.OPPONENT)
        for part in sums.contributions
    )


def _find_absent(tournament: Tournament, number: int) -> frozenset[int]:
    """Return the ids of players who have withdrawn, have not entered yet, or have a zero-point bye
    in this round.
    """
    byes = {player for player, bye in tournament.round(number).byes if bye is Bye.ZERO_POINT}
    gone = {
        player.id
        for player in tournament.players
        if player.entered > number
        or (player.withdrawn_after is not None and player.withdrawn_after < number)
    }
    return frozenset(byes | gone)


# Players are positions 0, 1, … in the order of the group. Of two pairings the first is the one in
# which the first player has the lower placed opponent; to float comes after all opponents; then the
# next player, and so on. The tables for five and six players are examples of it.


@frozen
class Combination:
    """One way to pair a group, by positions in the order of its players, and the players who
    float.
    """

    pairs: tuple[tuple[int, int], ...]
    """The higher placed first."""
    floaters: tuple[int, ...]


def first_combination(players: int, floaters: int) -> Combination:
    """Return the first of all combinations: the first player against the last, and so on; the
    middle players float.
    """
    # Burstein 2016: 6.1 (1)
    pairs = (players - floaters) // 2
    return Combination(
        tuple((i, players - 1 - i) for i in range(pairs)), tuple(range(pairs, players - pairs))
    )


def combinations(players: int, floaters: int) -> Iterator[Combination]:
    """Yield all combinations with this many floaters in the order of the edition.

    In the first ones, the first player meets the lowest-placed opponent, then the next one up, and
    so on; in the last ones the first player floats. Among combinations alike in this, the second
    player decides in the same way, and so on (Burstein 2026: 4.1-4.3; Burstein 2016: 6.2, 6.4).
    """
    # Burstein 2016: 6.2 (1); Burstein 2016: 6.4 (1)
    for pairs, left in _extend(tuple(range(players)), floaters):
        yield Combination(pairs, left)


def _extend(
    free: tuple[int, ...], floaters: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    if not free:
        if floaters == 0:
            yield (), ()
        return
    if len(free) < floaters:
        return
    first, rest = free[0], free[1:]
    for opponent in reversed(rest):
        others = tuple(player for player in rest if player != opponent)
        for pairs, left in _extend(others, floaters):
            yield ((first, opponent), *pairs), left
    if floaters:
        for pairs, left in _extend(rest, floaters - 1):
            yield pairs, (first, *left)


# Scoregroups.


@frozen
class BursteinGroup:
    """The players to be paired with one another, the highest placed first."""

    score: int
    """The (lowest) score of its residents, in units."""
    players: tuple[Entrant, ...]
    incoming: frozenset[int]
    """Ids of the players who floated in."""

    @property
    def residents(self) -> tuple[Entrant, ...]:
        return tuple(player for player in self.players if player.id not in self.incoming)


def in_order(players: Sequence[Entrant], places: Places) -> tuple[Entrant, ...]:
    return tuple(sorted(players, key=lambda player: places[player.id]))


def scoregroups(players: Sequence[Entrant]) -> list[tuple[Entrant, ...]]:
    """Split the players by score, the highest score first."""
    # Burstein 2016: 1 (1)
    # C.04.1.e (1)
    # Burstein 2026: 1.2
    ordered = sorted(players, key=lambda player: -player.score)
    return [tuple(group) for _, group in groupby(ordered, key=lambda player: player.score)]


def scores_of(floaters: Sequence[Entrant]) -> tuple[int, ...]:
    """Return the scores of floaters, the highest first, as C6 compares them."""
    return tuple(sorted((player.score for player in floaters), reverse=True))


# Colour allocation: who has White in a pair, and by which article (2016: 5; 2026: 5.2).


Allocation = tuple[Colour, str]
"""The colour of the player in question, and the article."""


def allocate_2016(
    a: Entrant, b: Entrant, places: Places, initial: Colour
) -> tuple[Entrant, Entrant, str]:
    """Return White, Black, and the article that decides their colours.

    `places` are those of `places_2016`.
    """
    # Burstein 2016: 5.1 (1); Burstein 2016: 5.2 (1); Burstein 2016: 5.3 (1);
    # Burstein 2016: 5.4 (1, 2, 3, 4)
    return _allocate(a, b, places, initial, _first_has_2016)


def allocate_2026(
    a: Entrant, b: Entrant, places: Places, initial: Colour
) -> tuple[Entrant, Entrant, str]:
    """Return White, Black, and the article that decides their colours.

    `places` are those of `places_2026`.
    """
    # Burstein 2026: 5.1, 5.2
    return _allocate(a, b, places, initial, _first_has_2026)


def _allocate(
    a: Entrant,
    b: Entrant,
    places: Places,
    initial: Colour,
    first_has: Callable[[Entrant, Entrant, Colour], Allocation],
) -> tuple[Entrant, Entrant, str]:
    """Return White, Black, and the article, by the rule `first_has` for the colour of the
    higher-placed player.
    """
    first, second = (a, b) if places[a.id] < places[b.id] else (b, a)
    colour, article = first_has(first, second, initial)
    return (first, second, article) if colour is Colour.WHITE else (second, first, article)


def _first_has_2016(first: Entrant, second: Entrant, initial: Colour) -> Allocation:
    due, other = first.preference, second.preference
    if due is None and other is None:
        # 5.1: odd numbers of the top half have the colour of No. 1; their opponents the other one.
        return colour_by_smaller_number(first, second, initial), "5.1"
    # 5.4, first: both due colours; a player without one leaves the choice to the other.
    if due is not other:
        return (due if due is not None else _get_opposite(other)), "5.4.1"
    assert due is not None
    # 5.2, 5.3: a player who cannot yield gets the colour.
    for player, colour_of_first in ((first, due), (second, due.opposite)):
        if not may_have(player, due.opposite):
            wide = abs(player.colour_difference) >= 2
            return colour_of_first, "5.2" if wide else "5.3"
    # 5.4, second: equalise; the larger imbalance comes first.
    wider = abs(first.colour_difference) - abs(second.colour_difference)
    if wider:
        return (due if wider > 0 else due.opposite), "5.4.2"
    return _decide_by_history(first, second, due, "5.4.3", "5.4.4")


def _first_has_2026(first: Entrant, second: Entrant, initial: Colour) -> Allocation:
    mine, theirs = first.preference, second.preference
    if mine is not theirs:
        return (mine if mine is not None else _get_opposite(theirs)), "5.2.2"
    if mine is None:
        return colour_by_number(first, initial), "5.2.1"
    if first.strength != second.strength:
        return (mine if first.strength > second.strength else mine.opposite), "5.2.3"
    return _decide_by_history(first, second, mine, "5.2.4", "5.2.5")


def _decide_by_history(
    first: Entrant, second: Entrant, wanted: Colour, differ: str, same: str
) -> Allocation:
    """Return the colour of `first` that reverses the latest round in which the two had different
    colours.

    If there is no such round, it is the `wanted` colour. `differ` and `same` are the articles of
    the two cases.
    """
    had = latest_difference(first, second)
    if had is not None:
        return (Colour.BLACK if had == "W" else Colour.WHITE), differ
    return wanted, same


def _get_opposite(colour: Colour | None) -> Colour:
    assert colour is not None
    return colour.opposite
