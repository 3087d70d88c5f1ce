"""Pairings of a program that follows the rules of 1997, from the rounds of the worked
tournament.
"""

from __future__ import annotations

import pytest

from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.procedure import GroupOpened, ProcedureEvent
from crivello.systems.registry import find
from tests.support.cases import example, load, tournament
from tests.systems.dubov1997.fields import entrant, paired, round_of

CASE = load("dubov-2018-held")
STATED = {
    entry["round"]: entry["vega_1997_rules_pairing_stated"]["text"]
    for entry in CASE["rounds"]
    if entry.get("vega_1997_rules_pairing_stated")
}


def held() -> Tournament:
    # The half-point byes of round 1 stand in the absences as well.
    rounds = [{**entry, "requested_byes": []} for entry in CASE["rounds"]]
    return tournament({**CASE, "rounds": rounds})


def pairing_of(number: int) -> RoundPairing:
    trace: Trace = []
    return find("dubov-1997").pair(held(), number, trace)


def boards(pairing: RoundPairing) -> set[str]:
    byes = {f"{pairing.bye}-PAB"} if pairing.bye is not None else set()
    return {str(board) for board in pairing.boards} | byes


@pytest.mark.parametrize("number", [2, 4, 5, 6])
def test_rounds_printed_for_the_older_rules(number: int) -> None:
    assert boards(pairing_of(number)) == set(STATED[number].split(", "))


@pytest.mark.parametrize("number", [1, 3])
def test_rounds_in_which_no_difference_is_printed(number: int) -> None:
    published = CASE["rounds"][number - 1]["pairings"]
    assert boards(pairing_of(number)) == {f"{p['white']}-{p['black']}" for p in published}


def events(pairing: RoundPairing) -> list[tuple[str, str, tuple[int, ...]]]:
    return [
        (step.article, step.event.code, step.players)
        for step in pairing.trace
        if isinstance(step, ProcedureEvent)
    ]


def test_round_2_newcomers_and_shift() -> None:
    # Dubov 1997: 9, 7.3, 1
    pairing = pairing_of(2)
    assert events(pairing) == [
        ("7.2", "brought-up", (6,)),
        ("6.2", "newcomer", (13, 14)),
        ("7.2", "brought-up", (8,)),
        ("7.3", "shifted", (11,)),
    ]
    columns = [(s.s1, s.s2) for s in pairing.trace if isinstance(s, GroupOpened)]
    assert columns == [((6, 4, 2), (1, 3, 5)), ((14, 13), (8, 12)), ((9, 7), (10, 11))]


def test_round_5_bye_floater_and_shift() -> None:
    """2 has met 1, 3 and 8. Only 4 could be brought up for 2, but 4 was moved up in round 4."""
    pairing = pairing_of(5)
    assert ByeDecided(11, "4", (13,), bar="2", same_score=(13, 11, 9, 6)) in pairing.trace
    assert events(pairing)[:7] == [
        ("7.1", "nobody-here", (2,)),
        ("7.1", "nobody-up", ()),
        ("2", "limit-up", (4,)),
        ("7.1", "unfit", (5,)),
        ("6.4", "floats", (2,)),
        ("7.2", "brought-up", (5,)),
        ("7.3", "shifted", (8, 5)),
    ]


def test_columns_of_the_regulation() -> None:
    # Dubov 1997: 6.1 (1); Dubov 1997: 6.2 (4)
    entry = example("dubov-1997-columns")
    whites = list(enumerate(entry["input"]["white_aro"], start=1))
    blacks = list(enumerate(entry["input"]["black_rating"], start=11))
    pairs = paired(
        round_of(
            *(entrant(number, 2, "WBB") for number, _ in whites),
            *(entrant(number, 2, "BWW", rating=rating) for number, rating in blacks),
            aro={number: str(aro) for number, aro in whites},
        )
    )
    aro, rating = dict(whites), dict(blacks)
    rows = sorted([aro[white], rating[black]] for white, black in pairs)
    assert rows == entry["expected"]["rows"]
