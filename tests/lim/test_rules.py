"""Single rules of the Lim system, and the decisions taken where the text is silent."""

from __future__ import annotations

from dataclasses import replace

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
    PairFixed,
    PairsProposed,
    ProcedureEvent,
)
from crivello.rules.field import build_field
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.compatible import compatible, floated_last_round
from crivello.systems.lim.exchange import Direction
from crivello.systems.lim.floaters import MADE_EVEN, Situation, leaving
from crivello.systems.lim.group import SAME_COLOUR, pair_group
from crivello.systems.lim.procedure import BEYOND_LIMITS, BLOCKED, pair_round
from crivello.systems.lim.search import Literal, Matchings, Search
from crivello.systems.lim.system import RULES
from tests.support.entrants import entrant, field_of, mutual


def paired(
    field: Field, trace: Trace | None = None, floated: frozenset[int] = frozenset()
) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs as they were made, and the bye; by the literal search and by matchings alike."""
    answers = []
    for search in (Literal, Matchings):
        steps: Trace = []
        made, bye = pair_round(field, floated, search, steps)
        answers.append(([(pair.a.id, pair.b.id) for pair in made], bye.id if bye else None, steps))
    assert answers[0] == answers[1]
    if trace is not None:
        trace += answers[0][2]
    return answers[0][0], answers[0][1]


def searching(*players: Entrant) -> Search:
    return Matchings(LegalPairs(players, compatible))


def events(trace: Trace, *kinds: object) -> list[tuple[int, ...]]:
    return [s.players for s in trace if isinstance(s, ProcedureEvent) and s.event in kinds]


# Who floats


def group(
    residents: list[Entrant],
    adjacent: list[Entrant],
    direction: Direction = Direction.DOWN,
    floated: frozenset[int] = frozenset(),
    maxi: bool = False,
    trace: Trace | None = None,
) -> list[int]:
    everybody = mutual(*residents, *adjacent)
    here, there = everybody[: len(residents)], everybody[len(residents) :]
    situation = Situation((), tuple(direction.sort(here)), tuple(there), direction, floated, maxi)
    return [player.id for player in leaving(situation, searching(*everybody), trace)]


BELOW = [entrant(k, "WB", score=2) for k in (11, 12, 13)]


def test_the_floater_equalises_the_colours() -> None:
    """3.2.2: three are due Black, two White; of the three the lowest placed goes."""
    players = [entrant(k, colour, score=4) for k, colour in enumerate("WBWWB", start=1)]
    assert group(players, BELOW) == [4]
    assert group(players, BELOW, Direction.UP) == [1]


def test_equal_numbers_let_the_last_one_go() -> None:
    """3.2.4; a player without a due colour counts on neither side."""
    players = [
        *(entrant(k, colour, score=4) for k, colour in enumerate("WBWB", start=1)),
        entrant(5, score=4),
    ]
    assert group(players, BELOW) == [5]
    assert group(players, BELOW, Direction.UP) == [1]


def test_a_floater_needs_an_opponent_in_the_adjacent_group() -> None:
    """3.3, 3.9: type d before the colour, and before the place."""
    players = [
        entrant(1, "W", score=4),
        entrant(2, "B", score=4),
        entrant(3, "W", score=4, avoid={11, 12, 13}),
    ]
    assert group(players, BELOW) == [1]
    # Nobody has one: then the colour and the place decide (3.5).
    alone = [replace(player, avoid=frozenset({11, 12, 13})) for player in players]
    assert group(alone, BELOW) == [3]


def test_floaters_do_not_count_the_same_opponent_twice() -> None:
    """1 has met everybody in the group and goes. He needs 11, so 6 has no opponent left there."""
    below = [entrant(11, score=2), entrant(12, score=2)]
    players = [
        entrant(1, score=4, avoid={2, 3, 4, 5, 6}),
        *(entrant(k, score=4) for k in (2, 3, 4, 5)),
        entrant(6, score=4, avoid={12}),
    ]
    # With 12 for player 1 the lowest placed of the others goes; without, he has nobody left.
    assert group(players, below) == [1, 6]
    players[0] = entrant(1, score=4, avoid={2, 3, 4, 5, 6, 12})
    assert group(players, below) == [1, 5]


def test_who_floated_last_round_does_not_make_even_again() -> None:
    """3.10, unless another would be a worse floater or cost a pair."""
    players = [entrant(k, score=4) for k in (1, 2, 3)]
    assert group(players, BELOW) == [3]
    assert group(players, BELOW, floated=frozenset({3})) == [2]
    lonely = [replace(p, avoid=frozenset({11, 12, 13})) if p.number < 3 else p for p in players]
    assert group(lonely, BELOW, floated=frozenset({3})) == [3]
    # 1 and 2 are the only pair: without 3 there is one, without 2 there is none.
    pair = [
        entrant(1, score=4, avoid={3}),
        entrant(2, score=4),
        entrant(3, score=4, avoid={1}),
    ]
    assert group(pair, BELOW, floated=frozenset({3})) == [1]
    pair[1] = entrant(2, score=4, avoid={3})
    pair[2] = entrant(3, score=4, avoid={1, 2})
    assert group(pair, BELOW, floated=frozenset({3})) == [3]


def test_the_trace_has_the_article_that_chose_the_floater() -> None:
    def why(*players: Entrant, floated: int = 0, maxi: bool = False) -> list[object]:
        trace: Trace = []
        group(list(players), BELOW, floated=frozenset({floated}), maxi=maxi, trace=trace)
        steps = [step for step in trace if isinstance(step, ProcedureEvent)]
        return [(step.article, step.event.code, step.players) for step in steps]

    plain = [entrant(k, score=4) for k in (1, 2, 3)]
    assert why(plain[0]) == [("2.3.4", "alone", (1,))]
    assert why(*plain) == [("2.3.4", "made-even", (3,)), ("3.2.4", "lowest", ())]
    assert why(*plain, floated=3)[-1] == ("3.10", "spared", (3,))
    due = [entrant(k, colour, score=4) for k, colour in enumerate("WBWWB", start=1)]
    assert why(*due) == [("2.3.4", "made-even", (4,)), ("3.2.2", "equalises", (4,))]
    lonely = [replace(p, avoid=frozenset({11, 12, 13})) if p.number < 3 else p for p in plain]
    assert why(*lonely, floated=3)[1:] == [
        ("3.3", "unplaceable", (1, 2)),
        ("3.2.4", "lowest", ()),
        ("3.10", "twice", (3,)),
    ]
    rated = [replace(player, rating=2500 - 150 * player.number) for player in due]
    assert why(*rated, maxi=True)[-1] == ("3.2.3", "far", (4,))


def test_who_floated_in_goes_on_only_if_there_is_nobody_else() -> None:
    """3.9: 2 and 3 have nobody to play below (c), 1 has, but floated already (b)."""
    floater = entrant(1, score=6)
    lonely = [entrant(k, score=4, avoid={11, 12, 13}) for k in (2, 3)]
    everybody = mutual(floater, *lonely, *BELOW)
    search = searching(*everybody)
    here, there = everybody[:3], tuple(everybody[3:])
    situation = Situation(
        (here[0],), tuple(here[1:]), there, Direction.DOWN, frozenset(), maxi=False
    )
    assert [player.id for player in leaving(situation, search)] == [3]


def test_maxi_tournaments_choose_within_100_points() -> None:
    """3.2.3: 4 equalises the colours, but is 150 points above the lowest placed."""
    players = [
        entrant(k, colour, score=4, rating=2500 - 150 * k)
        for k, colour in enumerate("WBWWB", start=1)
    ]
    assert group(players, BELOW) == [4]
    assert group(players, BELOW, maxi=True) == [5]
    close = [replace(player, rating=2400 - 20 * player.number) for player in players]
    assert group(close, BELOW, maxi=True) == [4]


def test_floated_last_round_is_the_one_transferred() -> None:
    """Above the median the higher score, below it the lower; his opponent did not float."""
    win, draw = Result.WHITE_WINS, Result.DRAW
    event = Tournament(
        tuple(Player(k, k) for k in range(1, 9)),
        (
            Round((Game(1, 5, win), Game(2, 6, win), Game(3, 7, win), Game(4, 8, draw))),
            # 1 (1 point) down to 4 (½); 8 (½) with 5 (0), who was transferred up; 2-3 level.
            Round((Game(4, 1, draw), Game(2, 3, draw), Game(5, 8, draw), Game(6, 7, draw))),
        ),
        Settings(rounds=7),
    )
    field = build_field(event, 3, RULES)
    assert floated_last_round(field) == {1, 5}
    assert floated_last_round(build_field(event, 2, RULES)) == set()
    # Round 2: 1 (1 point) with 5 (0): the median lies between them, so both floated.
    across = replace(event, rounds=(event.rounds[0], Round((Game(6, 1, draw),))))
    assert floated_last_round(build_field(across, 3, RULES)) == {1, 6}


# Pairing a group


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
        PairDropped("5.2", 1, 3, SAME_COLOUR),
        PairFixed("5.2", 1, 4),
    ]
    assert ids(pair_group([], players, search, True)) == [(1, 3), (2, 4)]
    floater = entrant(9, "W", score=6)
    near = searching(floater, *players)
    assert ids(pair_group([floater], players[:3], near))[0] == (9, 2)
    assert ids(pair_group([floater], players[:3], near, True))[0] == (9, 1)


# The round


def test_an_empty_median_group_lets_the_floaters_of_both_sides_meet() -> None:
    """Three winners and three losers, nobody drew: one floats down, one up."""
    players = [*(entrant(k, score=2) for k in (1, 2, 3)), *(entrant(k) for k in (4, 5, 6))]
    trace: Trace = []
    pairs, _ = paired(field_of(*players, round=2), trace)
    assert pairs == [(1, 2), (6, 5), (3, 4)]
    assert events(trace, MADE_EVEN) == [(3,), (4,)]
    assert [s.leaving for s in trace if isinstance(s, GroupPaired)] == [(3,), (4,), ()]


def test_below_an_empty_median_group_the_floater_needs_an_opponent_on_the_other_side() -> None:
    """3.3: 3 has met everybody on the other side, so 2 floats."""
    players = [
        *(entrant(k, score=2) for k in (1, 2)),
        entrant(3, score=2, avoid={4, 5, 6}),
        *(entrant(k) for k in (4, 5, 6)),
    ]
    trace: Trace = []
    assert paired(field_of(*players, round=2), trace)[0] == [(1, 3), (6, 5), (2, 4)]
    assert events(trace, MADE_EVEN) == [(2,), (4,)]


def test_of_floaters_from_below_the_lowest_score_is_paired_first() -> None:
    """3.7: 9 and 8 have met and float up together; 9 comes first and gets the lowest placed."""
    players = [
        *(entrant(k, score=2) for k in (6, 7)),
        entrant(8, score=1, avoid={9}),
        entrant(9, score=0, avoid={8}),
    ]
    assert paired(field_of(*players))[0] == [(9, 7), (8, 6)]


def test_floaters_among_themselves_meet_the_nearest_score() -> None:
    floaters = [entrant(1, score=8), entrant(3, score=6), entrant(2, score=4), entrant(4, score=2)]
    pairs = pair_group(floaters, [], searching(*floaters))
    assert ids(pairs) == [(1, 3), (2, 4)]


def test_floaters_from_above_come_first_in_the_median() -> None:
    """3.6.3; the median is paired downward, so each gets the highest placed available."""
    players = [
        entrant(1, score=2),
        *(entrant(k, score=1) for k in (2, 3, 4, 5)),
        entrant(6, score=0),
    ]
    assert paired(field_of(*players, round=2))[0] == [(1, 2), (6, 3), (4, 5)]


def test_a_blocked_median_breaks_up_pairs_step_by_step() -> None:
    """2.6: 5 and 6 have met. Not more floaters above than below: the last pair above is broken."""
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
    scores = [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0]
    players = [entrant(k, score=score) for k, score in enumerate(scores, start=1)]
    trace: Trace = []
    paired(field_of(*players, round=4), trace)
    opened = [step.score for step in trace if isinstance(step, GroupOpened)]
    assert opened == [6, 5, 4, 0, 1, 2, 3]


def test_below_the_median_pairing_begins_with_the_lowest_placed() -> None:
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
        tuple(Player(k, k) for k in range(1, 4)),
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
    """6: 1 and 2 must both have Black, and meet in the last round only."""
    trace: Trace = []
    last = field_of(*last_round_players(), round=9, rounds=9)
    assert paired(last, trace)[0] == [(1, 2), (3, 4)]
    assert events(trace, BEYOND_LIMITS) == [(1, 2)]
    before = field_of(*last_round_players(), round=8, rounds=9)
    assert {frozenset(pair) for pair in paired(before)[0]} == {frozenset((1, 3)), frozenset((2, 4))}


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
