"""Rounds in which rare steps of the solvers decide; the literal search must find the same."""

from __future__ import annotations

from itertools import combinations

import pytest

from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Apart, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import Trace
from crivello.model.trace.burstein import FirstCombination, Objection
from crivello.model.trace.procedure import CandidatesTried, ProcedureEvent
from crivello.model.trace.upfloats import MatchBracketPaired, SetJudged
from crivello.rules.field import build_field
from crivello.systems.registry import find
from crivello.systems.roundrobin.system import find as find_robin
from tests.explain.answer_checks import recipes

B, D = Result.BLACK_WINS, Result.DRAW


@pytest.mark.parametrize(
    ("key", "seed", "players", "number"),
    [
        pytest.param("dutch-2011", 103, 24, 3, id="which player is exchanged first"),
        pytest.param("dutch-2017", 117, 16, 13, id="a group below that leaves the fewest"),
    ],
)
def test_solver_and_literal_search_agree(key: str, seed: int, players: int, number: int) -> None:
    event, system = recipes(key, seed, players), find(key)
    assert system.pair(event, number) == system.sift(event, number)


def traced(key: str, seed: int, players: int, number: int) -> Trace:
    trace: Trace = []
    find(key).pair(recipes(key, seed, players), number, trace)
    return trace


def events(trace: Trace) -> list[tuple[str, str, tuple[int, ...]]]:
    steps = [step for step in trace if isinstance(step, ProcedureEvent)]
    return [(step.article, step.event.code, step.players) for step in steps]


def test_the_criterion_against_the_first_set_is_the_first_that_is_worse() -> None:
    """Both sets serve the following group equally; the first one floats again."""
    judged = [s for s in traced("doubleswiss-2026", 501, 26, 3) if isinstance(s, SetJudged)]
    first = next(step for step in judged if step.upfloaters == (2,))
    assert (first.criterion, first.failures) == ("C7", (("C6", (0,)), ("C7", (1,))))


def test_the_first_combination_with_worse_floaters_fails_their_article() -> None:
    steps = [s for s in traced("burstein-2026", 502, 8, 4) if isinstance(s, FirstCombination)]
    found = {(step.objection, step.article) for step in steps if step.floaters == (2,)}
    assert found == {(Objection.SCORES, "C6")}


def test_a_floater_who_does_not_equalise_the_colours_is_not_said_to() -> None:
    found = events(traced("lim-1999", 507, 10, 6))
    assert ("3.10", "twice", (4,)) in found
    assert ("3.2.2", "equalises", (4,)) not in found


def test_one_pair_less_is_enough_to_pair_the_penultimate_bracket_again() -> None:
    found = [code for _, code, _ in events(traced("dutch-2011", 502, 8, 4))]
    assert found.count("p-lowered") == 1


def test_the_record_counts_preferences_that_are_not_served() -> None:
    paired = [s for s in traced("team-2026", 2003, 10, 5) if isinstance(s, MatchBracketPaired)]
    assert ("C8", (1,)) in [failure for step in paired for failure in step.failures]


def test_floaters_of_fewer_disadvantages_are_named() -> None:
    assert ("3.9", "least-harm", (5,)) in events(traced("lim-1999", 2031, 16, 7))


def robin() -> Tournament:
    """Return a round robin of six in which 1 and 2 are away in round 1: 3 meets 4 by the table."""
    players = tuple(Player(f"P{n}", id=n, number=n) for n in range(1, 7))
    away = Round(byes=((1, Bye.ZERO_POINT), (2, Bye.ZERO_POINT)))
    return Tournament(players, (away,), Settings(system="roundrobin", rounds=5))


def test_a_game_more_than_the_table_has_is_named() -> None:
    judge = find_robin("roundrobin").judge_for(robin(), 1)
    boards = [Board(3, 4)]
    assert judge.judge(boards, None) is None
    found = judge.judge([*boards, Board(6, 5)], None)
    assert found is not None
    assert "meet, but not in this round of the table." in str(found.sentence)


def test_in_a_round_robin_all_are_barred_from_a_bye() -> None:
    field = build_field(robin(), 1, find("roundrobin").field_rules)
    assert field.entrants
    assert all(entrant.barred for entrant in field.entrants)


# Small rounds in which only a few pairs are possible


def only(key: str, *possible: tuple[int, int]) -> Tournament:
    """Return a tournament before round 1 in which only these players may meet."""
    count = max(map(max, possible))
    players = tuple(Player(f"P{n}", id=n, number=n) for n in range(1, count + 1))
    apart = tuple(
        Apart(pair) for pair in combinations(range(1, count + 1), 2) if pair not in possible
    )
    settings = Settings(rounds=5, system=key, initial_colour=Colour.WHITE, forbidden=apart)
    return Tournament(players, (), settings)


def pairs_of(event: Tournament, key: str, number: int) -> set[frozenset[int]]:
    system = find(key)
    pairing = system.pair(event, number)
    if len(event.players) < 10:  # the literal search is for small brackets
        assert pairing == system.sift(event, number)
    return {frozenset((board.white, board.black)) for board in pairing.boards}


@pytest.mark.parametrize("key", ["dutch-2011", "dutch-2017", "dutch-2026"])
def test_one_exchange_comes_before_two(key: str) -> None:
    """Two pairings are possible: 2 goes to S2 for 5, or 3 and 4 for 5 and 6."""
    one = [(1, 2), (3, 6), (4, 7), (5, 8)]
    two = [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert pairs_of(only(key, *one, *two), key, 1) == set(map(frozenset, one))


@pytest.mark.parametrize("key", ["dutch-2011", "dutch-2017", "dutch-2026"])
def test_of_two_exchanges_with_equal_numbers_the_players_who_enter_s1_decide(key: str) -> None:
    """4 and 5 go to S2, for 6 and 9 or for 7 and 8: the sums are equal."""
    low = [(1, 5), (2, 8), (3, 4), (6, 7), (9, 10)]
    level = [(1, 4), (2, 5), (3, 6), (7, 9), (8, 10)]
    assert pairs_of(only(key, *low, *level), key, 1) == set(map(frozenset, low))


def test_a_higher_upfloater_is_not_given_up_for_the_colours() -> None:
    """1, 2 and 3 need one upfloater. 4 can only meet 1, and both are due White; 6 would do without
    that, but has fewer points.
    """
    games = (
        ((4, 2, "0-1"), (1, 5, "1-0"), (3, 6, "1-0")),
        ((4, 3, "0-1"), (1, 6, "1-0"), (2, 5, "1-0")),
        ((4, 6, "1-0"), (1, 2, "½"), (3, 5, "½")),
    )
    turned = {(4, 2), (1, 5), (1, 6), (2, 5), (4, 6), (1, 2)}
    rounds = []
    for these in games:
        found = []
        for one, other, said in these:
            result = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "½": Result.DRAW}[said]
            game = Game(one, other, result)
            found.append(Game(other, one, result.mirrored) if (one, other) in turned else game)
        rounds.append(Round(tuple(found)))
    players = tuple(Player(f"P{n}", id=n, number=n, rating=2000 - n) for n in range(1, 7))
    for key in ("dubov-2018", "dubov-2026"):
        settings = Settings(rounds=5, system=key, initial_colour=Colour.WHITE)
        event = Tournament(players, tuple(rounds), settings)
        assert pairs_of(event, key, 4) == set(map(frozenset, [(1, 4), (2, 3), (5, 6)]))


def test_candidates_that_leave_a_player_barred_from_the_bye_are_listed_with_that_article() -> None:
    """5 and 6 have had the bye."""
    trace: Trace = []
    find("dutch-2011").sift(recipes("dutch-2011", 6, 7), 4, trace)
    tried = [one for s in trace if isinstance(s, CandidatesTried) for one in s.candidates]
    left = {one.leaving: one.article for one in tried if not one.chosen}
    assert (left[(5,)], left[(6,)]) == ("B.1b", "B.1b")


@pytest.mark.parametrize("key", ["dutch-2017", "dutch-2026"])
def test_topscorers_who_all_need_one_colour_meet_in_their_order(key: str) -> None:
    """In the last round 1 comes down to 2, who has had no colour, and to 3 to 8, who must have
    White as 1 must: three pairs of them meet in any case, so 1 meets 2, the first.
    """
    blacks = (1, 3, 4, 5, 6, 7, 8)
    first = [Game(white, black, B) for white, black in zip(range(9, 16), blacks, strict=True)]
    second = [Game(one.white + 7, one.black, B if one.black == 1 else D) for one in first]
    early = [(2, Bye.FULL_POINT), *[(n, Bye.ZERO_POINT) for n in range(16, 23)]]
    late = [(2, Bye.HALF_POINT), *[(n, Bye.ZERO_POINT) for n in range(9, 16)]]
    rounds = Round(tuple(first), tuple(early)), Round(tuple(second), tuple(late))
    players = tuple(Player(f"P{n}", id=n, number=n, rating=2000 - n) for n in range(1, 23))
    settings = Settings(rounds=3, system=key, initial_colour=Colour.WHITE)
    pairs = pairs_of(Tournament(players, rounds, settings), key, 3)
    assert set(map(frozenset, [(1, 2), (3, 6), (4, 7), (5, 8)])) <= pairs
