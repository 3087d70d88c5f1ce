"""Rounds in which rare steps of the solvers decide; the literal search must find the same."""

from __future__ import annotations

import pytest

from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.settings import Settings
from crivello.model.tournament import Round, Tournament
from crivello.model.trace import Trace
from crivello.model.trace.burstein import FirstCombination, Objection
from crivello.model.trace.procedure import ProcedureEvent
from crivello.model.trace.upfloats import MatchBracketPaired, SetJudged
from crivello.rules.field import build_field
from crivello.systems.registry import find
from crivello.systems.roundrobin.system import find as find_robin
from tests.explain.answer_checks import recipes


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
