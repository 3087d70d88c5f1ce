"""The examples of the text: proposed pairings, exchange tables, round one, order of the groups."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crivello.model.result import Colour
from crivello.model.trace import Trace
from crivello.model.trace.procedure import GroupOpened, GroupPaired, ProcedureEvent
from crivello.systems.lim.floaters import NOT_EVEN, UNMATCHED, Situation, choose_floaters
from crivello.systems.lim.rules import Direction, exchange_order, propose_pairs
from crivello.systems.registry import find
from tests.support.cases import asked
from tests.support.entrants import entrant
from tests.support.legality import boards
from tests.support.random_events import Axes, play, start
from tests.systems.lim.searches import search, searching

LIM = find("lim-1999")


def as_lists(pairs: list[tuple[int, int]]) -> list[list[int]]:
    return [list(pair) for pair in pairs]


def test_proposed_pairings() -> None:
    # Lim: 2.4 (1)
    given, expected = asked("lim-proposed")
    assert as_lists(propose_pairs(range(1, given["n"] + 1))) == expected["pairs"]


def test_exchanges_for_player_1() -> None:
    """No partner of #1 is compatible: every column of the table is tried."""
    # Lim: 4.1 (1); Lim: 4.2 (1)
    given, expected = asked("lim-exchange-1")
    columns = [
        as_lists(column)
        for pair, column in search(range(1, given["n"] + 1), lambda a, b: 1 not in (a, b))
        if 1 in pair
    ]
    assert columns == expected["columns"]


def test_exchanges_for_player_2() -> None:
    """#1 meets #6 after #4 and #5 failed; no partner of #2 is compatible."""
    # Lim: 4.3 (1)
    given, expected = asked("lim-exchange-2")
    has = given["player1_has"]

    def compatible(a: int, b: int) -> bool:
        return 2 not in (a, b) and {a, b} not in ({1, 4}, {1, 5})

    columns = [
        as_lists(column)
        for pair, column in search(range(1, given["n"] + 1), compatible)
        if 2 in pair
    ]
    assert columns == expected["columns"]
    assert columns[0][0] == [1, has]


def test_upward_is_the_mirror_image() -> None:
    """#6 tries 3, 2, 1, then 4, 5."""
    # Lim: 4.3 (1)
    assert exchange_order([6, 5, 4, 3, 2, 1]) == [3, 2, 1, 4, 5]


def test_the_search_ends_with_the_first_complete_pairing() -> None:
    columns = [column for _, column in search([1, 2, 3, 4], lambda a, b: {a, b} != {1, 3})]
    assert columns[-1] == [(1, 4), (2, 3)]
    assert list(search([], lambda a, b: True)) == []


@pytest.mark.parametrize("size", [6, 7])
def test_no_compatible_opponent_for_player_2(size: int) -> None:
    # Lim: 2.1
    """4.4: 1 and 2 have met and can both meet 6 only; 1-6 is kept and 2 floats."""
    # Lim: 3.1 (1); Lim: 4.4 (1, 2, 3)
    given, expected = asked("lim-exchange-fail")
    assert given["n"] == 6
    keep = expected["keep"]
    everybody = set(range(1, size + 1))
    avoid = {k: everybody - {k, 6} if k <= 2 else {1, 2} - {k} for k in everybody}
    avoid[6] = set()
    players = tuple(entrant(k, avoid=avoid[k], score=2) for k in sorted(everybody))
    below = tuple(entrant(k, score=1) for k in (11, 12))
    trace: Trace = []
    group = Situation((), players, below, Direction.DOWN, frozenset(), False)
    gone = [player.id for player in choose_floaters(group, searching(*players, *below), trace)]
    assert gone[0] == expected["float"]
    # Seven: 2 goes instead of 7, who had made the number even. Six: the lowest goes with 2.
    assert gone == ([2] if size == 7 else [2, 5])
    assert not set(keep) & set(gone)
    events = [step for step in trace if isinstance(step, ProcedureEvent)]
    returned = [("4.4", NOT_EVEN, (7,))] if size == 7 else []
    assert [(e.article, e.event, e.players) for e in events] == [
        *returned,
        ("4.4", UNMATCHED, tuple(gone)),
    ]


@pytest.mark.parametrize("colour", [Colour.WHITE, Colour.BLACK])
def test_round_one_of_forty(colour: Colour) -> None:
    # Lim: 7.2 (1, 2)
    given, expected = asked("lim-round1-40")
    event = start(random.Random(1), given["players"], 9, Axes())
    event = replace(event, settings=replace(event.settings, initial_colour=colour))
    found = [f"{white}-{black}" for white, black in boards(LIM.pair(event, 1))]
    printed = expected["if_1_white" if colour is Colour.WHITE else "if_1_black"]
    gap = printed.index("...")
    assert found[:gap] == printed[:gap]
    assert found[-1] == printed[-1]
    assert len(found) == 20
    for k, pair in enumerate(found, start=1):
        upper_has_white = (k % 2 == 1) == (colour is Colour.WHITE)
        assert pair == (f"{k}-{k + 20}" if upper_has_white else f"{k + 20}-{k}")


def test_order_of_the_groups_in_round_two() -> None:
    given, expected = asked("lim-scoregroup-order-r2")
    event = play(random.Random(3), 40, 9, Axes(draws=40), LIM.pair, until=given["round"])
    trace: Trace = []
    LIM.pair(event, given["round"], trace)
    unit = event.settings.scoring.unit
    opened = [step.score / unit for step in trace if isinstance(step, GroupOpened)]
    paired = [step.score / unit for step in trace if isinstance(step, GroupPaired)]
    assert opened == paired == expected["order"]
