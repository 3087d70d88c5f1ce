"""Pairing a score group of the Lim system."""

from __future__ import annotations

import random

import pytest

from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.trace import Trace
from crivello.model.trace.procedure import (
    PairDropped,
    PairFixed,
    PairsProposed,
)
from crivello.rules.colours import may_meet_within_limits
from crivello.systems.completion import LegalPairs
from crivello.systems.lim import group
from crivello.systems.lim.group import (
    FEWER_COLOURS,
    SAME_COLOUR,
    FewestBreaches,
    FewestClashes,
    WithinLimits,
    pair_group,
)
from crivello.systems.lim.rules import Direction, compatible_in_last_round
from tests.support.entrants import due, entrant
from tests.systems.lim.searches import searching


def ids(pairs: list[tuple[Entrant, Entrant]]) -> list[tuple[int, int]]:
    return [(one.id, other.id) for one, other in pairs]


def test_a_floater_gets_the_first_one_due_the_other_colour() -> None:
    """3.8: the opponent is the highest placed when pairing downward, the lowest placed when pairing
    upward.
    """
    floater = entrant(1, "W", score=6)
    residents = [entrant(k, colour, score=4) for k, colour in enumerate("WWBBW", start=2)]
    search = searching(floater, *residents)
    assert ids(pair_group([floater], residents, search))[0] == (1, 4)
    assert ids(pair_group([floater], residents[::-1], search))[0] == (1, 5)
    same = [entrant(k, "W", score=4) for k in range(2, 7)]
    assert ids(pair_group([floater], same, searching(floater, *same)))[0] == (1, 2)


def test_a_player_without_a_game_is_no_reason_to_exchange_a_floaters_opponent() -> None:
    """3.8: 2 is passed over for the colour; 3 has none due, and 1 gets the colour due."""
    floater = entrant(1, "W", score=6)
    residents = [
        entrant(2, "W", score=4),
        entrant(3, score=4),
        entrant(4, "B", score=4),
        entrant(5, "B", score=4),
    ]
    search = searching(floater, *residents)
    assert ids(pair_group([floater], residents[:3], search))[0] == (1, 3)
    assert ids(pair_group([floater], residents[:1] + residents[2:], search))[0] == (1, 4)


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


def test_between_floaters_the_colour_comes_before_the_nearest_score() -> None:
    """1 (White last) has met the residents; 2 has the same score, 3 is due the other colour."""
    floaters = [
        entrant(1, "W", score=6, avoid={4, 5, 6}),
        entrant(2, "W", score=6),
        entrant(3, "B", score=5),
    ]
    here = [entrant(k, colour, score=4, avoid={1}) for k, colour in enumerate("WBB", start=4)]
    assert ids(pair_group(floaters, here, searching(*floaters, *here)))[0] == (1, 3)
    same = [*floaters[:2], entrant(3, "W", score=5)]
    assert ids(pair_group(same, here, searching(*same, *here)))[0] == (1, 2)


def test_exchanges_for_colour_and_their_limit_in_maxi_tournaments() -> None:
    """5.2, 5.7: 1 and 3 are due the same colour; 4 is due the other, 150 points below 3."""
    # Lim: 2.5 (2); Lim: 5.2 (1)
    # Lim: 5.7 (1)
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


def test_pairs_due_one_colour_are_counted_beside_broken_limits() -> None:
    """6: 1-2 and 3-4 are all that can be paired; both pairs break the limits."""
    players = [
        *(entrant(k, "WBB", score=4, avoid={3, 4}) for k in (1, 2)),
        *(entrant(k, "BWW", score=4, avoid={1, 2}) for k in (3, 4)),
    ]
    wide = WithinLimits(LegalPairs(players, compatible_in_last_round))
    strict = WithinLimits(LegalPairs(players, may_meet_within_limits))
    beyond = FewestBreaches(strict, wide, players)
    assert FewestClashes(players, beyond).number == 2


@pytest.mark.parametrize(("apart", "partner"), [(100, 4), (101, 3)])
def test_players_100_points_apart_are_exchanged_in_maxi_tournaments(
    apart: int, partner: int
) -> None:
    """5.7: 1 and 3 are due the same colour; 4, due the other, is rated at most 100 below 3."""
    # Lim: 5.7 (1)
    ratings = (2500, 2400, 2200, 2200 - apart)
    players = [
        entrant(k, colour, score=4, rating=rating)
        for k, (colour, rating) in enumerate(zip("WBWB", ratings, strict=True), start=1)
    ]
    assert ids(pair_group([], players, searching(*players), True))[0] == (1, partner)


@pytest.mark.parametrize(("apart", "opponent"), [(100, 2), (101, 1)])
def test_a_floater_of_a_maxi_tournament_meets_who_is_rated_like_the_first(
    apart: int, opponent: int
) -> None:
    """3.8: 1 is due the same colour as the floater; 2 the other, and is rated like 1 or not."""
    # Lim: 3.8 (1)
    floater = entrant(9, "W", score=6)
    here = [
        entrant(1, "W", score=4, rating=2500),
        entrant(2, "B", score=4, rating=2500 - apart),
        entrant(3, "W", score=4, rating=2000),
    ]
    search = searching(floater, *here)
    assert ids(pair_group([floater], here, search, True))[0] == (9, opponent)


@pytest.mark.parametrize(("apart", "opponent"), [(100, 2), (101, 3)])
def test_upwards_a_floater_of_a_maxi_tournament_meets_who_is_rated_like_the_last(
    apart: int, opponent: int
) -> None:
    """3.8: 3 is the lowest placed and due the same colour as the floater; 2 is due the other."""
    # Lim: 3.8 (2)
    floater = entrant(9, "W", score=2)
    here = [
        entrant(1, "W", score=4, rating=2500),
        entrant(2, "B", score=4, rating=2000 + apart),
        entrant(3, "W", score=4, rating=2000),
    ]
    search = searching(floater, *here)
    upwards = Direction.UP.sort(here)
    pairs = pair_group([floater], upwards, search, True, direction=Direction.UP)
    assert ids(pairs)[0] == (9, opponent)
    assert ids(pair_group([floater], upwards, search, direction=Direction.UP))[0] == (9, 2)


def test_floaters_among_themselves_meet_the_nearest_score() -> None:
    floaters = [entrant(1, score=8), entrant(3, score=6), entrant(2, score=4), entrant(4, score=2)]
    pairs = pair_group(floaters, [], searching(*floaters))
    assert ids(pairs) == [(1, 3), (2, 4)]


def group_where_two_have_no_choice(rng: random.Random) -> list[Entrant]:
    size = 2 * rng.randrange(2, 10)
    avoid: dict[int, set[int]] = {k: set() for k in range(1, size + 1)}
    one, other = rng.sample(list(avoid), 2)
    for a in avoid:
        for b in range(1, a):
            if (a in (one, other)) != (b in (one, other)) or rng.random() < 0.1:
                avoid[a].add(b)
                avoid[b].add(a)
    dues = rng.choice([(Colour.WHITE, Colour.BLACK), (Colour.WHITE, Colour.BLACK, None)])
    return [entrant(k, due(rng.choice(dues)), score=4, avoid=others) for k, others in avoid.items()]


def test_pairs_without_choice_are_not_counted_with_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The number of clashes is that of the cheapest matchings, and so are the pairs."""
    found = []
    for seed in range(200):
        players = group_where_two_have_no_choice(random.Random(seed))
        search = searching(*players)
        if search.completes(players):
            pairs = pair_group([], players, search)
            found.append((players, FewestClashes(players, search).number, pairs))
    assert len(found) > 60
    monkeypatch.setattr(group, "_avoid_needless_clashes", lambda *_: (0, None))
    for players, number, pairs in found:
        search = searching(*players)
        assert FewestClashes(players, search).number == number
        assert pair_group([], players, search) == pairs


def test_the_record_has_everybody_whom_a_floater_does_not_get_for_the_colour() -> None:
    """3.8: 2 and 3 are due the same colour as 1."""
    players = [entrant(k, colour, score=4) for k, colour in enumerate("WWWBBB", start=1)]
    trace: Trace = []
    pair_group(players[:1], players[1:], searching(*players), False, trace)
    assert trace[:3] == [
        PairDropped("3.8", 1, 2, SAME_COLOUR),
        PairDropped("3.8", 1, 3, SAME_COLOUR),
        PairFixed("3.8", 1, 4),
    ]
