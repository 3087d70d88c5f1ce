"""A whole round of the Lim system: the median, the bye and the last round."""

from __future__ import annotations

import pytest

from crivello.model.field import Entrant, Field
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    ProcedureEvent,
)
from crivello.rules.field import build_field
from crivello.systems.lim.floaters import MADE_EVEN
from crivello.systems.lim.procedure import BEYOND_LIMITS, BLOCKED, NO_MEDIAN, pair_round
from crivello.systems.lim.sieve import LimSieve
from crivello.systems.lim.system import RULES
from tests.support.entrants import entrant, field_of


def paired(
    field: Field, trace: Trace | None = None, floated: frozenset[int] = frozenset()
) -> tuple[list[tuple[int, int]], int | None]:
    """Return the pairs in the order in which they were made, and the bye; procedure and sieve must
    agree.
    """
    made, bye = pair_round(field, floated, trace)
    sifted = LimSieve(field, floated).run()
    assert sifted == ([(pair.a, pair.b, pair.below_median) for pair in made], bye)
    return [(pair.a.id, pair.b.id) for pair in made], bye.id if bye else None


def events(trace: Trace, *kinds: object) -> list[tuple[int, ...]]:
    return [s.players for s in trace if isinstance(s, ProcedureEvent) and s.event in kinds]


def test_without_a_median_group_the_floater_enters_the_group_below() -> None:
    """3.2.1: three winners and three losers, no draws; upward, 3 gets the lowest placed."""
    # Lim: 3.2.1 (1)
    players = [*(entrant(k, score=2) for k in (1, 2, 3)), *(entrant(k) for k in (4, 5, 6))]
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=2), trace)
    assert pairs == [(1, 2), (3, 6), (5, 4)]
    assert events(trace, MADE_EVEN) == [(3,)]
    assert [s.leaving for s in trace if isinstance(s, GroupPaired)] == [(3,), ()]


@pytest.mark.parametrize(("score", "told"), [(1, 0), (2, 1), (0, 1)])
def test_the_record_names_a_missing_median_group(score: int, told: int) -> None:
    """After one round the median is half a win; the others have withdrawn."""
    # Lim: 2.2
    trace: Trace = []
    paired(field_of(*(entrant(k, score=score) for k in (1, 2)), round=2), trace)
    assert len(events(trace, NO_MEDIAN)) == told


def test_the_players_who_stay_are_divided_into_halves_anew() -> None:
    """7 and 8 can only meet 5, and float; 1 to 6 are divided again, without 1-5 2-6 3-4."""
    rest = (1, 2, 3, 4, 6)
    top = [entrant(k, avoid=(7, 8), score=4) for k in rest]
    five = entrant(5, score=4)
    lost = [entrant(7, avoid=(*rest, 8), score=4), entrant(8, avoid=(*rest, 7), score=4)]
    below = [entrant(k, score=1) for k in (9, 10, 11, 12)]
    pairs, _ = paired(field_of(*top, five, *lost, *below, round=4))
    assert pairs[:3] == [(1, 4), (2, 5), (3, 6)]


def test_without_a_median_group_those_from_below_are_paired_first() -> None:
    """3.7.3: below the median first the floater from below, then the one from above."""
    # Lim: 3.7 (2)
    players = [
        *(entrant(k, score=4) for k in (1, 2, 3)),
        *(entrant(k, score=1) for k in (4, 5, 6, 7)),
        *(entrant(k) for k in (8, 9, 10)),
    ]
    trace: Trace = []
    assert paired(field_of(*players, round=4), trace)[0] == [
        (1, 2),
        (10, 9),
        (8, 7),
        (3, 6),
        (5, 4),
    ]
    assert [s.floaters for s in trace if isinstance(s, GroupOpened)][-1] == (8, 3)


def test_with_nobody_at_or_below_the_median_the_lowest_group_comes_last() -> None:
    players = [*(entrant(k, score=6) for k in (1, 2, 3)), entrant(4, score=5)]
    assert paired(field_of(*players, round=3))[0] == [(1, 2), (3, 4)]


def test_without_a_median_group_the_floater_needs_an_opponent_below() -> None:
    """3.3: 3 has met all players below, so 2 floats."""
    players = [
        *(entrant(k, score=2) for k in (1, 2)),
        entrant(3, score=2, avoid={4, 5, 6}),
        *(entrant(k) for k in (4, 5, 6)),
    ]
    trace: Trace = []
    assert paired(field_of(*players, round=2), trace)[0] == [(1, 3), (2, 6), (5, 4)]
    assert events(trace, MADE_EVEN) == [(2,)]


def test_of_floaters_from_below_the_lowest_score_is_paired_first() -> None:
    """3.7: 9 and 8 have met and float up together; 9 comes first and gets the lowest placed."""
    # Lim: 3.2.1 (1); Lim: 3.7 (1)
    players = [
        *(entrant(k, score=2) for k in (6, 7)),
        entrant(8, score=1, avoid={9}),
        entrant(9, score=0, avoid={8}),
    ]
    assert paired(field_of(*players))[0] == [(9, 7), (8, 6)]


def test_of_floaters_from_above_the_highest_score_is_paired_first() -> None:
    """3 and 2 have met and float down together; 3 comes first and gets the highest placed."""
    # Lim: 3.6 (1)
    players = [
        entrant(2, score=5, avoid={3}),
        entrant(3, score=6, avoid={2}),
        *(entrant(k, score=4) for k in (4, 5)),
    ]
    assert paired(field_of(*players))[0] == [(3, 4), (2, 5)]


def test_a_floater_without_an_opponent_in_the_next_group_floats_further() -> None:
    """1 is alone, and has met 2 and 3."""
    # Lim: 3.5 (2)
    players = [
        entrant(1, score=6, avoid={2, 3}),
        *(entrant(k, score=5) for k in (2, 3)),
        *(entrant(k, score=4) for k in (4, 5, 6)),
    ]
    assert paired(field_of(*players, round=4))[0] == [(2, 3), (1, 4), (5, 6)]


def test_the_last_of_an_odd_round_1_has_the_bye_in_lim() -> None:
    # Lim: 7.1 (1); Lim: 7.2 (1)
    assert paired(field_of(*(entrant(k) for k in range(1, 8)), round=1)) == (
        [(1, 4), (2, 5), (3, 6)],
        7,
    )


def test_floaters_from_above_come_first_in_the_median() -> None:
    """3.6.3; the median is paired downward, so each gets the highest placed available."""
    # Lim: 3.6 (2)
    players = [
        entrant(1, score=2),
        *(entrant(k, score=1) for k in (2, 3, 4, 5)),
        entrant(6, score=0),
    ]
    assert paired(field_of(*players, round=2))[0] == [(1, 2), (6, 3), (4, 5)]


def test_a_blocked_median_breaks_up_pairs_step_by_step() -> None:
    """2.6: 5 and 6 have met. There are no more floaters above than below: the last pair above is
    broken.
    """
    # Lim: 2.6 (2)
    players = [
        *(entrant(k, score=4) for k in (1, 2, 3, 4)),
        entrant(5, score=2, avoid={6}),
        entrant(6, score=2, avoid={5}),
        *(entrant(k, score=0) for k in (7, 8)),
    ]
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=3), trace)
    # 1-3 stays, 2-4 is broken up; below 8-7 stays.
    assert events(trace, BLOCKED) == [(2, 4)]
    assert pairs == [(1, 3), (8, 7), (2, 5), (4, 6)]


def test_more_floaters_from_above_break_up_a_pair_below() -> None:
    # Lim: 2.6 (1); Lim: 3.7 (1)
    players = [
        entrant(1, score=4, avoid={2, 3, 4}),
        entrant(2, score=4, avoid={1, 3, 4}),
        entrant(3, score=2, avoid={1, 2, 4}),
        entrant(4, score=2, avoid={1, 2, 3}),
        *(entrant(k, score=0) for k in (5, 6, 7, 8)),
    ]
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=3), trace)
    # The lower group was paired upward: 8-6, 7-5. The last pair goes first, then the other.
    assert events(trace, BLOCKED) == [(7, 5), (8, 6)]
    # First those from above, each with the highest placed available; then those from below.
    assert pairs == [(1, 5), (2, 6), (8, 3), (7, 4)]


def test_groups_are_opened_from_the_outside_in() -> None:
    # Lim: 2.2 (1, 2)
    scores = [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0]
    players = [entrant(k, score=score) for k, score in enumerate(scores, start=1)]
    trace: Trace = []
    paired(field_of(*players, round=4), trace)
    opened = [step.score for step in trace if isinstance(step, GroupOpened)]
    assert opened == [6, 5, 4, 0, 1, 2, 3]


def test_below_the_median_pairing_begins_with_the_lowest_placed() -> None:
    # Lim: 2.5 (1); Lim: 4.1 (2)
    players = [
        *(entrant(k, score=2) for k in (1, 2)),
        *(entrant(k, score=0) for k in (3, 4, 5)),
        entrant(6, score=0, avoid={3, 4}),
    ]
    # The proposal is 6-4 5-3; 6 has met 4, then 3, and gets 5.
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=2), trace)
    assert pairs == [(1, 2), (6, 5), (4, 3)]
    dropped = [(step.a, step.b) for step in trace if isinstance(step, PairDropped)]
    assert dropped == [(6, 4), (6, 3)]


def test_the_bye_goes_to_the_lowest_placed_of_the_lowest_group() -> None:
    # Lim: 1.1 (1)
    players = [
        *(entrant(k, score=2) for k in (1, 2)),
        entrant(3, score=1),
        entrant(4),
        entrant(5, barred=True),
    ]
    trace: Trace = []
    assert paired(field_of(*players, round=2), trace)[1] == 4
    assert ByeDecided(4, "1.1", (5,), same_score=(5, 4)) in trace


@pytest.mark.parametrize(("bye", "barred"), [(Bye.FULL_POINT, True), (Bye.HALF_POINT, False)])
def test_points_of_a_win_without_playing_bar_the_bye(bye: Bye, barred: bool) -> None:
    event = Tournament(
        tuple(Player(id=k, number=k) for k in range(1, 4)),
        (Round((Game(1, 2, Result.DRAW),), ((3, bye),)),),
        Settings(rounds=5),
    )
    entrants = {player.id: player for player in build_field(event, 2, RULES).entrants}
    assert entrants[3].barred is barred


def last_round_players() -> list[Entrant]:
    return [
        entrant(1, "WBWW", score=12),
        entrant(2, "BWWBWW", score=12),
        entrant(3, "B", score=10),
        entrant(4, "B", score=10),
    ]


def test_equal_scores_meet_in_the_last_round_whatever_their_colours() -> None:
    # C.04.1: 5
    """6: 1 and 2 must both have Black, and meet in the last round only."""
    # Lim: 6 (1)
    # C.04.1.e (1); C.04.1.g (2)
    trace: Trace = []
    last = field_of(*last_round_players(), round=9, rounds=9)
    assert paired(last, trace)[0] == [(1, 2), (3, 4)]
    assert events(trace, BEYOND_LIMITS) == [(1, 2)]
    before = field_of(*last_round_players(), round=8, rounds=9)
    assert {frozenset(pair) for pair in paired(before)[0]} == {frozenset((1, 3)), frozenset((2, 4))}


def test_the_limits_are_broken_in_as_few_pairs_as_possible() -> None:
    """6: 1, 2, 4 and 5 must have White. The proposal breaks the limits twice, but once is
    enough.
    """
    colours = {1: "WBB", 2: "WBB", 3: "BW", 4: "WBB", 5: "WBB", 6: "BW"}
    players = [entrant(k, colours[k], score=12) for k in colours]
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=9, rounds=9), trace)
    assert pairs == [(1, 4), (2, 6), (3, 5)]
    assert events(trace, BEYOND_LIMITS) == [(1, 2, 3, 4, 5, 6)]
    dropped = [(s.article, s.a, s.b) for s in trace if isinstance(s, PairDropped)]
    assert dropped == [("6", 2, 5)]


def test_unequal_scores_keep_the_limits_in_the_last_round() -> None:
    players = [
        entrant(1, "WBWW", score=12),
        entrant(2, "BWWBWW", score=10),
        entrant(3, "B", score=8),
        entrant(4, "B", score=6),
    ]
    pairs, _ = paired(field_of(*players, round=9, rounds=9))
    assert frozenset((1, 2)) not in {frozenset(pair) for pair in pairs}


def test_the_limits_are_kept_in_the_last_round_where_the_group_allows_it() -> None:
    players = [
        entrant(1, "WBWW", score=12),
        entrant(2, "B", score=12),
        entrant(3, "BWWBWW", score=12),
        entrant(4, "B", score=12),
    ]
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=9, rounds=9), trace)
    assert pairs == [(1, 4), (2, 3)]
    assert not events(trace, BEYOND_LIMITS)
