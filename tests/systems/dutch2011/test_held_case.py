"""The worked tournament of the older rules: pairs, colours, and every narrated step.

Newer rules give the same pairs in another way; that the procedure is right is shown by its trace,
which has the steps that the booklet narrates.
"""

from __future__ import annotations

from typing import Any

import pytest

from crivello.model.field import Float, Strength
from crivello.model.pairing import RoundPairing
from crivello.model.trace import ColourAllocated, Step, Trace
from crivello.model.trace.procedure import GroupOpened, GroupPaired, PairDropped, ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.dutch2011.bracket import FIELD_RULES, Facts
from crivello.systems.registry import find
from tests.support.cases import load, tournament

CASE = load("dutch-2011-held")
ROUNDS = range(1, 6)
BRACKETS = [
    pytest.param(number, entry, id=f"round {number}, {entry['score']}")
    for number in ROUNDS
    for entry in CASE["rounds"][number - 1]["brackets"]
]


def paired(number: int) -> RoundPairing:
    trace: Trace = []
    return find("dutch-2011").pair(tournament(CASE), number, trace)


def opened(trace: tuple[Step, ...], members: list[int]) -> GroupOpened:
    (step,) = [
        step
        for step in trace
        if isinstance(step, GroupOpened) and list(step.players) == members and step.article != "C.6"
    ]
    return step


def after(trace: tuple[Step, ...], members: list[int]) -> list[Step]:
    """Return the trace from the opening of this bracket to that of the next one."""
    start = trace.index(opened(trace, members))
    steps: list[Step] = []
    for step in trace[start + 1 :]:
        if isinstance(step, GroupOpened) and step.article != "C.6":
            break
        steps.append(step)
    return steps


def events(trace: tuple[Step, ...], members: list[int]) -> list[tuple[str, str, tuple[int, ...]]]:
    return [
        (step.article, step.event.code, step.players)
        for step in after(trace, members)
        if isinstance(step, ProcedureEvent)
    ]


def dropped(trace: tuple[Step, ...], members: list[int]) -> list[tuple[str, int, int]]:
    return [
        (step.article, step.a, step.b)
        for step in after(trace, members)
        if isinstance(step, PairDropped)
    ]


@pytest.mark.parametrize(
    ("number", "solver"),
    [(number, "pair") for number in ROUNDS]
    # Round 1 is one bracket of fourteen: not for a literal enumeration.
    + [(number, "sift") for number in ROUNDS[1:]],
)
def test_boards_and_bye(number: int, solver: str) -> None:
    # A.6, C.3; F.1, F.4
    entry = CASE["rounds"][number - 1]
    pairing = getattr(find("dutch-2011"), solver)(tournament(CASE), number)
    assert [(board.white, board.black) for board in pairing.boards] == [
        (pair["white"], pair["black"]) for pair in entry["pairings"]
    ]
    assert pairing.bye == (entry["pab"]["player"] if entry["pab"] else None)


@pytest.mark.parametrize("number", ROUNDS)
def test_colour_rules_in_a_held_case_of_2011(number: int) -> None:
    # E.1-E.4
    rules = {
        (step.white, step.black): step.rule
        for step in paired(number).trace
        if isinstance(step, ColourAllocated)
    }
    for pair in CASE["rounds"][number - 1]["pairings"]:
        if "colour_rule_stated" in pair:
            assert rules[pair["white"], pair["black"]] == pair["colour_rule_stated"]


@pytest.mark.parametrize(("number", "entry"), BRACKETS)
def test_bracket_is_opened_as_narrated(number: int, entry: dict[str, Any]) -> None:
    step = opened(paired(number).trace, entry["members"])
    if isinstance(entry["score"], int | float):
        assert step.score == 2 * entry["score"]
    for name, value in (("x", step.value("x")), ("p", step.value("p"))):
        if name in entry:
            assert value == entry[name]
    if "S1" in entry:
        assert (list(step.s1), list(step.s2)) == (entry["S1"], entry["S2"])
    if "downfloaters_in" in entry:
        assert list(step.floaters) == entry["downfloaters_in"]


@pytest.mark.parametrize(("number", "entry"), BRACKETS)
def test_bracket_ends_as_narrated(number: int, entry: dict[str, Any]) -> None:
    trace = paired(number).trace
    results = [step for step in after(trace, entry["members"]) if isinstance(step, GroupPaired)]
    first = entry.get("first_result", {"pairs": entry["pairs_stated"]})
    expected = {frozenset(pair) for pair in first["pairs"]}
    assert {frozenset(pair) for result in results for pair in result.pairs} == expected
    if "remainder" in entry:
        (remainder,) = [s for s in after_remainder(trace, entry) if isinstance(s, GroupOpened)]
        assert list(remainder.players) == entry["remainder"]["members"]
        for name in ("x", "p"):
            if name in entry["remainder"]:
                assert remainder.value(name) == entry["remainder"][name]
        if "S1" in entry["remainder"]:
            assert list(remainder.s1) == entry["remainder"]["S1"]
            assert list(remainder.s2) == entry["remainder"]["S2"]


def after_remainder(trace: tuple[Step, ...], entry: dict[str, Any]) -> list[Step]:
    return [step for step in after(trace, entry["members"]) if isinstance(step, GroupOpened)]


@pytest.mark.parametrize(("number", "entry"), BRACKETS)
def test_players_are_marked_as_printed(number: int, entry: dict[str, Any]) -> None:
    # A.4, A.7
    field = build_field(tournament(CASE), number, FIELD_RULES)
    facts = Facts(field)
    players = {player.id: player for player in field.entrants}
    for member in entry.get("members_stated", []):
        player = players[member["number"]]
        letter = "W" if player.wants_white else "B"
        label = {
            Strength.ABSOLUTE: "absolute",
            Strength.STRONG: "semi-absolute" if facts.semi_absolute(player) else "strong",
            Strength.MILD: "variable" if facts.variable(player) else "mild",
            Strength.NONE: "none",
        }[player.strength]
        assert (letter, label) == (member["preference"], member["old_label"])
        if member["floats"] is not None:
            arrows = [None if f is None else f.value for f in player.floats]
            while arrows and arrows[-1] is None:
                arrows.pop()
            assert arrows == member["floats"]


def test_round_2_transposition_576() -> None:
    trace = paired(2).trace
    members = [1, 2, 3, 5, 6, 7]
    assert events(trace, members) == [("C.7", "transposition", (5, 7, 6))]
    assert dropped(trace, members) == [("B.4", 2, 6)]


def test_round_2_incompatible_players_move_down() -> None:
    trace = paired(2).trace
    assert events(trace, [4, 11]) == [
        ("C.1", "incompatible", (4, 11)),
        ("C.1", "moved-down", (4, 11)),
    ]
    assert dropped(trace, [4, 11, 8, 9, 10, 13, 14]) == [("B.4", 4, 8)]


def test_round_5_a_single_player_moves_down() -> None:
    """Only C.1 applies: p is not lowered (C.14) where no pair was ever wanted."""
    assert events(paired(5).trace, [2]) == [("C.1", "alone", (2,))]


def test_round_3_exchange_of_4_and_6_in_a_held_case_of_2011() -> None:
    assert events(paired(3).trace, [3, 4, 6, 11]) == [("C.8", "exchange", (4, 6))]


def test_round_4_variable_preference() -> None:
    """A.7e: the source states x = 1; counting player 6 as White would make it 0, and 6-2 respects
    that.
    """
    steps = events(paired(4).trace, [2, 5, 6])
    assert steps == [("A.7e", "variable", (6,)), ("C.7", "transposition", (6, 5))]
    assert dropped(paired(4).trace, [2, 5, 6]) == [("B.1a", 2, 5)]
    # With x = 0 nothing is switched.
    assert events(paired(4).trace, [7, 11]) == []


def test_round_4_exchange_because_14_may_not_float() -> None:
    trace = paired(4).trace
    assert events(trace, [9, 10, 14]) == [
        ("C.8", "exchange", (9, 10)),
        ("C.7", "transposition", (14, 9)),
    ]
    assert dropped(trace, [9, 10, 14]) == [("B.6", 10, 9)]


def test_round_4_c9_drops_b6_for_player_8() -> None:
    trace = paired(4).trace
    members = [9, 8, 12]
    assert events(trace, members) == [("C.9", "upfloat-dropped", (8,))]
    (step,) = [s for s in after(trace, members) if isinstance(s, ProcedureEvent)]
    assert step.values == (("criterion", 6), ("times", 1))


def test_round_5_incompatible_5_moves_down() -> None:
    assert events(paired(5).trace, [2, 1, 5]) == [
        ("C.1", "incompatible", (5,)),
        ("C.1", "moved-down", (5,)),
    ]


def test_round_5_c9_undoes_5_6_and_drops_b5_for_player_11() -> None:
    trace = paired(5).trace
    members = [5, 4, 6, 11]
    assert events(trace, members) == [
        ("C.9", "upfloat-dropped", (11,)),
        ("C.9", "remainder-fails", (5, 6)),
    ]
    assert dropped(trace, members) == [("B.1a", 5, 4), ("C.9", 5, 6)]
    first = next(s for s in after(trace, members) if isinstance(s, ProcedureEvent))
    assert first.values == (("criterion", 5), ("times", 1))


def test_round_5_c9_drops_b5_for_player_8() -> None:
    assert events(paired(5).trace, [14, 8, 13])[0] == ("C.9", "upfloat-dropped", (8,))


def test_round_5_c12_and_c13() -> None:
    """13 and 12 have met: C.1, then C.12 (8 does not help, and 14 may not float again), then
    C.13.
    """
    trace = paired(5).trace
    assert events(trace, [13, 12]) == [
        ("C.1", "incompatible", (13, 12)),
        ("C.12", "undone", (13,)),
        ("C.12", "no-other-floater", (8,)),
        ("C.13", "penultimate-undone", (14, 8, 13)),
        ("C.13", "merged", (14, 8, 13, 12)),
    ]
    merged = opened(trace, [14, 8, 13, 12])
    assert merged.article == "C.13"
    # Three of four come from above, so it is treated as homogeneous (A.3).
    assert (merged.s1, merged.s2) == ((14, 8), (13, 12))
    assert events(trace, [14, 8, 13, 12]) == [
        ("C.11", "x-raised", ()),
        ("A.7d", "semi-absolute-dropped", (14, 12)),
        ("C.7", "transposition", (12, 13)),
    ]


def test_player_6_is_not_absolute_across_an_unplayed_round() -> None:
    # F.2, F.3
    field = build_field(tournament(CASE), 5, FIELD_RULES)
    (six,) = [player for player in field.entrants if player.id == 6]
    assert six.history.colours == "BWW"
    assert six.strength is Strength.STRONG
    assert six.wants_black


def test_forfeit_win_floats_down_and_forfeit_loss_does_not() -> None:
    # A.4
    field = build_field(tournament(CASE), 4, FIELD_RULES)
    floats = {player.id: player.floats for player in field.entrants}
    assert floats[6][0] is Float.DOWN
    assert floats[11][0] is None
    assert floats[14][1] is Float.DOWN  # the bye of round 2
    assert floats[12][1] is None  # announced absence in round 2
