"""Single rules of the 2026 text, and the decisions taken where it is silent."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crivello.model.field import Field
from crivello.model.result import Colour
from crivello.model.settings import Acceleration, Settings
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.procedure import GroupPaired, ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.burstein.groups import allocate_2026, places_2026
from crivello.systems.burstein.procedure import JUDGED, SEEDING, pair_2026, seeding_rounds
from crivello.systems.burstein.sieve import sift_2026
from crivello.systems.burstein.solver import solve_2026
from crivello.systems.burstein.system import RULES_2026
from crivello.systems.registry import find
from tests.support.entrants import entrant, field_of
from tests.support.random_events import Axes, play
from tests.systems.burstein.agreeing import pair_alike

SYSTEM = find("burstein-2026")


def paired(field: Field, trace: Trace | None = None) -> tuple[list[tuple[int, int]], int | None]:
    return pair_alike(pair_2026, (sift_2026, solve_2026), field, trace=trace)


@pytest.mark.parametrize(
    ("rounds", "seeding"), [(1, 0), (2, 1), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (13, 4)]
)
def test_number_of_seeding_rounds(rounds: int, seeding: int) -> None:
    # 1.6
    assert seeding_rounds(Settings(rounds=rounds)) == seeding


def test_seeding_rounds_are_paired_by_the_dutch_system() -> None:
    rng = random.Random(11)
    event = play(rng, 21, 7, Axes(half=5, forfeits=5), SYSTEM.pair, until=5)
    dutch = find("dutch-2026")
    for number in (1, 2, 3):
        trace: Trace = []
        pairing = SYSTEM.pair(event, number, trace)
        assert pairing.system == "burstein-2026"
        assert trace[0] == ProcedureEvent("1.6", SEEDING)
        expected = dutch.pair(event, number)
        assert (pairing.boards, pairing.bye) == (expected.boards, expected.bye)
    trace = []
    fourth = SYSTEM.pair(event, 4, trace)
    assert any(isinstance(step, GroupPaired) for step in trace)
    assert fourth.boards != dutch.pair(event, 4).boards


@pytest.mark.parametrize(
    ("first", "second", "colour_of_first", "article"),
    [
        ("", "", "W", "5.2.1"),
        ("W", "B", "B", "5.2.2"),
        ("", "W", "W", "5.2.2"),
        ("WBW", "BW", "B", "5.2.3"),
        ("WBWBW", "BWW", "W", "5.2.3"),
        ("WWBBW", "WBWBW", "W", "5.2.4"),
        ("W", "W", "B", "5.2.5"),
    ],
)
def test_colours_by_burstein_2026(
    first: str, second: str, colour_of_first: str, article: str
) -> None:
    # 5.1, 5.2
    one, other = entrant(1, first), entrant(2, second)
    # The order of 1.8 decides who is the higher ranked, not the score.
    other = replace(other, score=9)
    white, _, found = allocate_2026(one, other, {1: 1, 2: 2}, Colour.WHITE)
    assert ("W" if white is one else "B", found) == (colour_of_first, article)


def test_the_next_bracket_is_judged_by_degrees() -> None:
    """C7: with 3 as floater two players leave the next bracket, with 2 (the first choice) four.

    No floater lets all of it be paired, so a mere yes or no would keep the first choice 1-3.
    """
    low = {4, 5, 6, 7, 8}
    avoid = {k: low - {k} for k in low}
    avoid[4] = {6, 7, 8}
    avoid[5] = {6, 7, 8}
    for k in (6, 7, 8):
        avoid[k] |= {2}
    players = [
        entrant(1, score=6),
        entrant(2, score=6, avoid={6, 7, 8}),
        entrant(3, score=6),
        *(entrant(k, score=4, avoid=avoid[k]) for k in sorted(low)),
        *(entrant(k, score=2) for k in (9, 10, 11, 12)),
    ]
    trace: Trace = []
    pairs, bye = paired(field_of(*players), trace)
    assert bye is None
    assert pairs[0] == (1, 2)
    assert GroupPaired("4.3", 6, ((1, 2),), (3,)) in trace
    judged = [step for step in trace if isinstance(step, ProcedureEvent)]
    assert judged[0] == ProcedureEvent("2.2", JUDGED, (), (("C5", 1), ("C8", 0)))


def test_the_lowest_scores_float() -> None:
    # 1.2, C6
    """C6: the incoming player of a higher score is paired, although by the fold this player would
    float.
    """
    players = [
        entrant(3, score=6),
        entrant(1, score=4),
        entrant(2, score=4),
        entrant(4, score=4),
        entrant(5, score=4),
        entrant(6, score=2),
    ]
    # 3 floats into the group 1 2 3 4 5, whose fold is 1-5 2-4 and 3 to float.
    assert paired(field_of(*players))[0] == [(1, 5), (2, 3), (4, 6)]


def test_a_floater_may_float_again() -> None:
    """1 has met the whole next group: unlike in 2016 no groups are merged, and 1 floats again."""
    players = [
        entrant(1, score=6, avoid={2, 3}),
        entrant(2, score=4, avoid={1}),
        entrant(3, score=4, avoid={1}),
        entrant(4, score=2),
    ]
    trace: Trace = []
    assert paired(field_of(*players), trace)[0] == [(2, 3), (1, 4)]
    leaving = [step.leaving for step in trace if isinstance(step, GroupPaired)]
    assert leaving == [(1,), (1,), ()]


def test_the_bye_goes_to_the_lowest_score_then_most_games_then_lowest_place() -> None:
    # 1.3, 3.1, C2
    """3.1.1 names only the bye and the forfeit win, but 3.1 cites C2, so all of C2 bars."""
    upper = [entrant(k, "WB", score=2) for k in (1, 2)]
    low = [entrant(3, "WB"), entrant(4, "WBW"), entrant(5, "WBB", barred=True)]
    trace: Trace = []
    assert paired(field_of(*upper, *low), trace)[1] == 4
    assert ByeDecided(4, "3.1", (5,), bar="C2", same_score=(5, 4, 3)) in trace
    assert paired(field_of(*upper, *(replace(p, barred=False) for p in low)))[1] == 5


def test_acceleration_makes_the_scoregroups_but_not_the_order() -> None:
    """Virtual points define the groups; Buchholz and Sonneborn-Berger count real scores."""
    event = play(random.Random(4), 16, 9, Axes(), SYSTEM.pair, until=5)
    lent = tuple((player, (2, 2, 2, 1, 1)) for player in range(1, 9))
    accelerated = replace(
        event, settings=replace(event.settings, acceleration=Acceleration(virtual=lent))
    )
    plain, raised = build_field(event, 5, RULES_2026), build_field(accelerated, 5, RULES_2026)
    assert {p.id: p.score for p in plain.entrants} != {p.id: p.score for p in raised.entrants}
    assert places_2026(event, plain) == places_2026(accelerated, raised)
    assert SYSTEM.pair(event, 5).boards != SYSTEM.pair(accelerated, 5).boards
