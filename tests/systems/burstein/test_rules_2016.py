"""Single rules of the 2016 text, and the decisions taken where it is silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.formats.trf import read_trf
from crivello.model.field import Field
from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Acceleration, Options, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.burstein import FirstCombination
from crivello.model.trace.procedure import ProcedureEvent
from crivello.rules.field import build_field
from crivello.rules.score_sums import against_oneself, score_sums
from crivello.systems.burstein.groups import allocate_2016, places_2016
from crivello.systems.burstein.procedure import MERGED_BELOW, MERGED_LAST, PAIRED_AGAIN, pair_2016
from crivello.systems.burstein.sieve import sift_2016
from crivello.systems.burstein.solver import solve_2016
from crivello.systems.burstein.system import RULES_2016, with_imaginary_point
from crivello.systems.completion import NO_BYE
from crivello.systems.registry import find
from tests.support.data import DATA
from tests.support.entrants import entrant, field_of
from tests.support.legality import boards
from tests.systems.burstein.agreeing import pair_alike

SYSTEM = find("burstein-2016")


def paired(
    field: Field, places: dict[int, int] | None = None, trace: Trace | None = None
) -> tuple[list[tuple[int, int]], int | None]:
    return pair_alike(pair_2016, (sift_2016, solve_2016), field, places, trace)


def merges(trace: Trace) -> list[object]:
    events = [step.event for step in trace if isinstance(step, ProcedureEvent)]
    return [event for event in events if event in (PAIRED_AGAIN, MERGED_BELOW, MERGED_LAST)]


@pytest.mark.parametrize(
    ("first", "second", "colour_of_first", "article"),
    [
        ("", "", "W", "5.1"),
        ("W", "B", "B", "5.4.1"),
        ("", "W", "W", "5.4.1"),
        ("B", "", "W", "5.4.1"),
        ("WBW", "BW", "B", "5.4.2"),
        ("BW", "WBW", "W", "5.4.2"),
        ("WWBBW", "WBWBW", "W", "5.4.3"),
        ("WBWBW", "WWBBW", "B", "5.4.3"),
        ("W", "W", "B", "5.4.4"),
        ("WWBW", "WBW", "B", "5.2"),
        ("WBW", "WBWW", "W", "5.2"),
        # The second must not have White a third time, though the first is further out of balance.
        ("WBWBW", "BBWW", "W", "5.3"),
    ],
)
def test_colours_by_burstein_2016(
    first: str, second: str, colour_of_first: str, article: str
) -> None:
    # Burstein 2016: 5.2 (1); Burstein 2016: 5.3 (1); Burstein 2016: 5.4 (1, 2, 3, 4)
    one, other = entrant(1, first), entrant(2, second)
    white, _, found = allocate_2016(one, other, {1: 1, 2: 2}, Colour.WHITE)
    assert ("W" if white is one else "B", found) == (colour_of_first, article)


def test_round_one_gives_odd_numbers_of_the_top_half_the_colour_of_number_1() -> None:
    # Burstein 2016: 5.1 (1)
    event = Tournament(
        tuple(Player(id=k, number=k, rating=2500 - k) for k in range(1, 9)),
        (),
        Settings(rounds=5, initial_colour=Colour.BLACK),
    )
    assert boards(SYSTEM.pair(event, 1)) == [(8, 1), (2, 7), (6, 3), (4, 5)]


def test_due_colour_after_two_in_a_row() -> None:
    """They had one White less than Black, but the last two games were White: they are due Black."""
    # Burstein 2016: 1 (2)
    players = [entrant(1, "BBWBBWW"), entrant(2, "B"), entrant(3, "W"), entrant(4, "B")]
    assert players[0].colour_difference == -1
    assert players[0].preference is Colour.BLACK
    # By the count alone 1 and 4 would both be due White, and 1-3 2-4 would be no worse.
    assert paired(field_of(*players))[0] == [(1, 4), (2, 3)]
    white, _, article = allocate_2016(players[0], players[3], {1: 1, 4: 4}, Colour.WHITE)
    assert (white.id, article) == (4, "5.4.1")


WIN, DRAW = Result.WHITE_WINS, Result.DRAW
WITH_BYE = Tournament(
    tuple(Player(id=k, number=k, rating=2600 - 10 * k) for k in range(1, 8)),
    (
        Round((Game(1, 4, WIN), Game(2, 5, WIN), Game(3, 6, WIN)), ((7, Bye.PAIRING_ALLOCATED),)),
        Round((Game(7, 1, WIN), Game(2, 3, WIN), Game(4, 5, DRAW)), ((6, Bye.PAIRING_ALLOCATED),)),
    ),
    Settings(rounds=7),
)


def test_unplayed_rounds_count_as_in_the_tie_breaks_of_that_time() -> None:
    """2 and 7 have two points. The bye of 7 was a game against a virtual opponent with half a
    point.

    By the newer rule it would be a game against 7, and 7 would be No. 1 of the group.
    """
    field = build_field(WITH_BYE, 3, RULES_2016)
    places = places_2016(WITH_BYE, field)
    assert [p.id for p in field.entrants if p.points == 4] == [2, 7]
    assert places[2] < places[7]
    newer = score_sums(histories(WITH_BYE, 3), field.scoring, against_oneself(()))
    assert newer[2].sonneborn_berger < newer[7].sonneborn_berger


def test_the_median_decides_before_the_rating() -> None:
    """1 and 2 drew three games each. Opponents of 1 have ½, 1½, 2½ points, those of 2 have 1, 1,
    2½.
    """
    # Burstein 2016: 3.2 (1)
    draw, win, loss = Result.DRAW, Result.WHITE_WINS, Result.BLACK_WINS
    rounds = (
        ((1, 3, draw), (2, 6, draw), (4, 9, win), (5, 10, win), (7, 11, draw), (8, 12, win)),
        ((1, 4, draw), (2, 7, draw), (3, 9, loss), (5, 11, win), (6, 10, draw), (8, 12, win)),
        ((1, 5, draw), (2, 8, draw), (3, 9, loss), (4, 10, loss), (6, 11, loss), (7, 12, loss)),
    )
    event = Tournament(
        tuple(Player(id=k, number=k, rating=2000 + k) for k in range(1, 13)),
        tuple(Round(tuple(Game(*game) for game in games)) for games in rounds),
        Settings(rounds=5),
    )
    places = places_2016(event, build_field(event, 4, RULES_2016))
    assert places[1] < places[2]


def test_the_order_does_not_look_at_scores() -> None:
    """6 has a point, for the bye; 4 and 5 have half a point each, but beat 6 in the order."""
    field = build_field(WITH_BYE, 3, RULES_2016)
    points = {player.id: player.points for player in field.entrants}
    assert points[6] > points[5] == points[4]
    places = places_2016(WITH_BYE, field)
    assert [places[player] for player in (5, 4, 6)] == [5, 6, 7]


def test_ties_after_the_rating_go_by_pairing_number() -> None:
    event = Tournament(
        tuple(Player(id=k + 50, number=k, rating=2000) for k in range(1, 5)), (), Settings()
    )
    field = build_field(event, 1, RULES_2016)
    assert places_2016(event, field) == {51: 1, 52: 2, 53: 3, 54: 4}


def test_an_even_group_that_cannot_be_paired_is_one_with_the_next() -> None:
    """6.3, 6.6: 1 and 2 have met. At most one player floats, and only from an odd group."""
    # Burstein 2016: 1 (1); Burstein 2016: 6.6 (2)
    players = [
        entrant(1, avoid={2}, score=4),
        entrant(2, avoid={1}, score=4),
        *(entrant(k, score=2) for k in (3, 4, 7)),
        *(entrant(k, score=0) for k in (8, 9, 10)),
    ]
    order = {3: 1, 4: 2, 1: 3, 2: 4, 7: 5, 8: 6, 9: 7, 10: 8}
    trace: Trace = []
    pairs, _ = paired(field_of(*players), order, trace)
    assert merges(trace) == [MERGED_BELOW]
    # One group 3 4 1 2 7: 3-7 4-2, and 1, who belongs to it now, floats.
    assert pairs == [(3, 7), (4, 2), (1, 10), (8, 9)]


def test_a_group_that_pairs_completely_gives_no_two_floaters_to_the_last_one() -> None:
    """6.6: 1 and 6 have met; merged with the group above all six get their due colours."""
    event = read_trf((DATA / "findings" / "burstein-2016-merge-16-r3.trf").read_text()).tournament
    pairing = SYSTEM.pair(event, 3)
    assert SYSTEM.sift(event, 3) == pairing
    assert boards(pairing) == [(1, 4), (3, 2), (5, 6)]
    trace: Trace = []
    SYSTEM.pair(event, 3, trace)
    assert merges(trace) == [MERGED_LAST]
    served = [step.denied[1] for step in trace if isinstance(step, FirstCombination)]
    assert served == [0]


def test_another_floater_is_tried_before_the_last_two_groups_become_one() -> None:
    """6.6: 2 would float first, but could only meet 4, and 5 and 6 have met; so 3 floats."""
    # Burstein 2016: 6.3 (1); Burstein 2016: 6.6 (1)
    players = [
        entrant(1, score=4),
        entrant(2, avoid={5, 6}, score=4),
        entrant(3, score=4),
        entrant(4, score=0),
        entrant(5, avoid={6}, score=0),
        entrant(6, score=0),
    ]
    trace: Trace = []
    assert paired(field_of(*players), trace=trace)[0] == [(1, 2), (3, 6), (4, 5)]
    assert not merges(trace)


def test_groups_that_cannot_be_completed_become_one() -> None:
    """6.6: 1 has met all players of their group and the next one."""
    # Burstein 2016: 3.1 (1)
    players = [
        entrant(1, avoid={2, 3, 4, 5}, score=4),
        entrant(2, avoid={1}, score=4),
        entrant(3, avoid={1}, score=2),
        entrant(4, avoid={1}, score=2),
        entrant(5, avoid={1}, score=0),
        entrant(6, score=0),
    ]
    trace: Trace = []
    assert paired(field_of(*players), trace=trace)[0] == [(1, 6), (2, 5), (3, 4)]
    assert merges(trace) == [MERGED_BELOW, MERGED_BELOW]


def test_the_last_group_is_joined_to_the_one_above() -> None:
    """Everything was paired down to 5 and 6, who have met each other."""
    players = [
        entrant(1, avoid={5, 6}, score=6),
        entrant(2, avoid={5, 6}, score=6),
        entrant(3, avoid={5, 6, 4}, score=4),
        entrant(4, avoid={3}, score=4),
        entrant(5, avoid={1, 2, 3, 6}, score=0),
        entrant(6, avoid={1, 2, 3, 5}, score=0),
    ]
    with pytest.raises(Exception, match="cannot all be paired"):
        paired(field_of(*players))
    players[1] = entrant(2, avoid={6}, score=6)
    players[4] = entrant(5, avoid={1, 3, 6}, score=0)
    trace: Trace = []
    assert paired(field_of(*players), trace=trace)[0] == [(1, 3), (2, 5), (4, 6)]
    assert merges(trace)[-2:] == [PAIRED_AGAIN, MERGED_LAST]


def test_the_group_above_a_last_one_that_was_joined_is_paired_again() -> None:
    """6.6: 2 floats to 4 and 5; joined with the last group, they cannot be completed with 2."""
    players = [
        *(entrant(k, score=6) for k in (1, 3)),
        entrant(2, avoid={5, 6, 7, 8}, score=6),
        entrant(4, score=4),
        entrant(5, avoid={2, 6, 7, 8}, score=4),
        *(entrant(k, avoid={2, 5}) for k in (6, 7, 8)),
    ]
    trace: Trace = []
    pairs, _ = paired(field_of(*players), trace=trace)
    assert merges(trace) == [MERGED_BELOW, PAIRED_AGAIN]
    # Both groups can be completed if 3 floats, so they do not become one.
    assert pairs == [(1, 2), (3, 8), (4, 5), (6, 7)]


def test_the_bye() -> None:
    """4: the bye goes to the lowest place of the lowest group, not after a point without playing,
    and so that the rest can be paired.
    """
    # Burstein 2016: 4.2 (1)
    players = [entrant(k, score=2) for k in (1, 2, 3, 4)]
    low = [entrant(5), entrant(6, avoid={7}), entrant(7, barred=True, avoid={6})]
    trace: Trace = []
    assert paired(field_of(*players, *low), trace=trace)[1] == 6
    assert [s for s in trace if isinstance(s, ByeDecided)] == [
        ByeDecided(6, "4.2", (7,), bar="4.1", same_score=(7, 6, 5))
    ]
    # 7 has met everybody but 6: then 6 is needed.
    lonely = entrant(7, barred=True, avoid={1, 2, 3, 4, 5})
    others = [replace(p, avoid=frozenset({7})) for p in (*players, low[0])]
    trace = []
    assert paired(field_of(*others, entrant(6), lonely), trace=trace)[1] == 5
    assert ProcedureEvent("4.2", NO_BYE, (6,)) in trace


@pytest.mark.parametrize("start", ["", "2016/09/01", "2018/05/01", "2026/03/01"])
@pytest.mark.parametrize(
    ("bye", "barred"), [(Bye.FULL_POINT, True), (Bye.HALF_POINT, False), (Bye.ZERO_POINT, False)]
)
def test_a_point_without_playing_bars_the_bye(bye: Bye, barred: bool, start: str) -> None:
    """4.1 names the bar itself, so the changes of the Basic Rules do not matter."""
    # Burstein 2016: 4.1 (1)
    event = Tournament(
        tuple(Player(id=k, number=k) for k in range(1, 4)),
        (Round((Game(1, 2, Result.DRAW),), ((3, bye),)),),
        Settings(rounds=5, start=start),
    )
    entrants = {player.id: player for player in build_field(event, 2, RULES_2016).entrants}
    assert entrants[3].barred is barred


def nine(options: Options, acceleration: Acceleration | None = None) -> Tournament:
    return Tournament(
        tuple(Player(id=k, number=k, rating=2500 - k) for k in range(1, 10)),
        (),
        Settings(rounds=9, options=options, acceleration=acceleration or Acceleration()),
    )


def test_the_imaginary_point_goes_to_the_smaller_half() -> None:
    """Four of nine players have it, so 5 is paired below; if five had it, 3 would float."""
    # Burstein 2016: 3.3 (1)
    pairing = SYSTEM.pair(nine(Options(imaginary_point=True)), 1)
    assert {frozenset(board) for board in boards(pairing)} == {
        frozenset(pair) for pair in ((1, 4), (2, 3), (5, 8), (6, 7))
    }
    assert pairing.bye == 9
    without = SYSTEM.pair(nine(Options()), 1)
    assert {frozenset(board) for board in boards(without)} == {
        frozenset(pair) for pair in ((1, 8), (2, 7), (3, 6), (4, 5))
    }


def test_the_imaginary_point_is_lent_for_two_rounds_and_yields_to_an_acceleration() -> None:
    # Burstein 2016: 3.3 (2)
    asked = with_imaginary_point(nine(Options(imaginary_point=True)), 1)
    assert asked.settings.acceleration.virtual == tuple((k, (2, 2)) for k in range(1, 5))
    baku = nine(Options(imaginary_point=True), Acceleration("baku-2016"))
    assert with_imaginary_point(baku, 1) is baku
    plain = nine(Options())
    assert with_imaginary_point(plain, 1) is plain


@pytest.mark.parametrize("seed", range(6))
def test_an_unfinished_game_is_a_draw_for_the_pairing(seed: int) -> None:
    """It is a draw in the scores and in everything that orders a scoregroup."""
    # Burstein 2016: 2 (1)
    event = generate(Recipe(players=10, rounds=4, system="burstein-2016"), seed)
    drawn, open_ = (
        replace(event, rounds=(*event.rounds[:2], replace(event.rounds[2], games=games)))
        for games in (
            tuple(replace(game, result=result) for game in event.rounds[2].games)
            for result in (Result.DRAW, Result.ADJOURNED)
        )
    )
    system = find("burstein-2016")
    assert replace(system.pair(open_, 4), trace=()) == replace(system.pair(drawn, 4), trace=())
