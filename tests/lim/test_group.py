"""How a score group of the Lim system is paired."""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.model.trace import Trace
from crivello.model.trace.procedure import (
    PairDropped,
    PairFixed,
    PairsProposed,
)
from crivello.systems.lim.group import FEWER_COLOURS, pair_group
from tests.lim.searches import searching
from tests.support.entrants import entrant


def ids(pairs: list[tuple[Entrant, Entrant]]) -> list[tuple[int, int]]:
    return [(one.id, other.id) for one, other in pairs]


def test_a_floater_gets_the_first_one_due_the_other_colour() -> None:
    """3.8, downward the highest placed, upward the lowest placed."""
    floater = entrant(1, "W", score=6)
    residents = [entrant(k, colour, score=4) for k, colour in enumerate("WWBBW", start=2)]
    search = searching(floater, *residents)
    assert ids(pair_group([floater], residents, search))[0] == (1, 4)
    assert ids(pair_group([floater], residents[::-1], search))[0] == (1, 5)
    same = [entrant(k, "W", score=4) for k in range(2, 7)]
    assert ids(pair_group([floater], same, searching(floater, *same)))[0] == (1, 2)


def test_a_floater_leaves_the_others_a_complete_pairing() -> None:
    floater = entrant(1, score=6)
    residents = [
        entrant(2, score=4),
        entrant(3, score=4, avoid={4}),
        entrant(4, score=4, avoid={3}),
    ]
    trace: Trace = []
    search = searching(floater, *residents)
    assert ids(pair_group([floater], residents, search, False, trace)) == [(1, 3), (2, 4)]
    assert [(s.article, s.a, s.b) for s in trace if isinstance(s, PairDropped)] == [("4.3", 1, 2)]


def test_exchanges_for_colour_and_their_limit_in_maxi_tournaments() -> None:
    """5.2, 5.7: 1 and 3 are due the same colour; 4 is due the other, 150 points below 3."""
    players = [
        entrant(k, colour, score=4, rating=2600 - 150 * k)
        for k, colour in enumerate("WBWB", start=1)
    ]
    search = searching(*players)
    trace: Trace = []
    assert ids(pair_group([], players, search, False, trace)) == [(1, 4), (2, 3)]
    assert trace[:3] == [
        PairsProposed("2.4", ((1, 3), (2, 4))),
        PairDropped("5.2", 1, 3, FEWER_COLOURS),
        PairFixed("5.2", 1, 4),
    ]
    assert ids(pair_group([], players, search, True)) == [(1, 3), (2, 4)]
    floater = entrant(9, "W", score=6)
    near = searching(floater, *players)
    assert ids(pair_group([floater], players[:3], near))[0] == (9, 2)
    assert ids(pair_group([floater], players[:3], near, True))[0] == (9, 1)


def test_floaters_among_themselves_meet_the_nearest_score() -> None:
    floaters = [entrant(1, score=8), entrant(3, score=6), entrant(2, score=4), entrant(4, score=2)]
    pairs = pair_group(floaters, [], searching(*floaters))
    assert ids(pairs) == [(1, 3), (2, 4)]
