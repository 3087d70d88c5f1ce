"""Sentences of the text on which the decisions and the worked tournament do not turn."""

from __future__ import annotations

import pytest

from crivello.model.field import Float
from crivello.model.player import Player
from crivello.model.result import Colour
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import PairFixed, ProcedureEvent
from crivello.systems.registry import find
from tests.systems.dubov1997.fields import entrant, paired, round_of

W, B = "BWB", "WBW"
"""Histories of players due White and due Black."""


def test_the_last_of_an_odd_round_1_has_the_bye() -> None:
    # Dubov 1997: 5 (1, 2, 3)
    players = tuple(Player(f"P{n}", id=n, number=n, rating=2500 - n) for n in range(1, 8))
    event = Tournament(players, (), Settings(rounds=5, initial_colour=Colour.WHITE))
    pairing = find("dubov-1997").pair(event, 1)
    assert [str(board) for board in pairing.boards] == ["1-4", "5-2", "3-6"]
    assert pairing.bye == 7


def test_the_order_of_the_columns() -> None:
    # Dubov 1997: 6.2 (1, 2)
    whites = [entrant(1, 2, W, rating=2300), entrant(2, 2, W, rating=2200), entrant(3, 2, W)]
    blacks = [entrant(4, 2, B, rating=2400), entrant(5, 2, B, rating=2400), entrant(6, 2, B)]
    aro = {1: 2000, 2: 2000, 3: 1900, 4: 2000, 5: 2100, 6: 2000}
    players = round_of(*whites, *blacks, aro={**aro}).players
    assert [player.id for player in players.white_column(whites)] == [3, 2, 1]
    assert [player.id for player in players.black_column(blacks)] == [6, 5, 4]


def test_who_changes_the_colour_group() -> None:
    """Of equal AROs, the higher rated White goes to Black, and the lower rated Black to White."""
    # Dubov 1997: 7.3 (1); Dubov 1997: 7.4 (1)
    equal = [entrant(1, 2, rating=2300), entrant(2, 2, rating=2400), entrant(3, 2, rating=2200)]
    players = round_of(*equal, aro={1: 2000, 2: 2000, 3: 2100}).players
    assert [player.id for player in players.to_black(equal)] == [2, 1, 3]
    assert [player.id for player in players.to_white(equal)] == [3, 1, 2]


CHOICES = [
    # 11 is due the other colour, 12 is rated higher.
    (("W", 2300, 2000), ("B", 2400, 2000), 11),
    # Both are: then the higher rating.
    (("W", 2300, 2000), ("W", 2400, 2100), 12),
    # Equal ratings: the lower ARO.
    (("W", 2300, 2100), ("W", 2300, 2000), 12),
    (("W", 2300, 2000), ("W", 2300, 2100), 11),
]
"""Two players below, by due colour, rating and ARO; the one above them is due Black."""


@pytest.mark.parametrize(("one", "other", "chosen"), CHOICES)
def test_who_moves_up_for_a_player_who_has_met_the_group(
    one: tuple[str, int, int], other: tuple[str, int, int], chosen: int
) -> None:
    # Dubov 1997: 7.1 (1, 2, 3)
    below = dict(zip((11, 12), (one, other), strict=True))
    trace: Trace = []
    procedure = round_of(
        entrant(1, 4, B, met=(2, 3)),
        *(entrant(number, 4, colours) for number, colours in ((2, W), (3, B))),
        *(
            entrant(n, 2, W if due == "W" else B, rating=rating)
            for n, (due, rating, _) in below.items()
        ),
        entrant(13, 2, B, rating=2000),
        aro={n: aro for n, (_, _, aro) in below.items()},
        trace=trace,
    )
    procedure.run()
    brought = [step for step in trace if isinstance(step, ProcedureEvent)]
    ups = [(s.article, s.players) for s in brought if s.event.code == "brought-up"]
    assert ups[0] == ("7.1", (chosen,))


@pytest.mark.parametrize(("one", "other", "chosen"), CHOICES)
def test_who_moves_up_into_an_odd_group(
    one: tuple[str, int, int], other: tuple[str, int, int], chosen: int
) -> None:
    """Two of the group are due Black, one White: Black dominates."""
    # Dubov 1997: 7.2 (1, 2, 3)
    below = dict(zip((11, 12), (one, other), strict=True))
    trace: Trace = []
    procedure = round_of(
        *(entrant(number, 4, colours) for number, colours in ((1, B), (2, W), (3, B))),
        *(
            entrant(n, 2, W if due == "W" else B, rating=rating)
            for n, (due, rating, _) in below.items()
        ),
        entrant(13, 2, B, rating=2000),
        aro={n: aro for n, (_, _, aro) in below.items()},
        trace=trace,
    )
    procedure.run()
    brought = [step for step in trace if isinstance(step, ProcedureEvent)]
    ups = [(s.article, s.players) for s in brought if s.event.code == "brought-up"]
    assert ups == [("7.2", (chosen,))]


@pytest.mark.parametrize(("one", "other", "chosen"), CHOICES)
def test_whom_a_floater_meets(
    one: tuple[str, int, int], other: tuple[str, int, int], chosen: int
) -> None:
    """1, due Black, floats: no player below may move up twice running."""
    # Dubov 1997: 6.4 (1); Dubov 1997: 8.2 (1, 2)
    below = dict(zip((11, 12), (one, other), strict=True))
    up = (Float.UP,)
    pairs = paired(
        round_of(
            entrant(1, 4, B),
            *(
                entrant(n, 2, W if due == "W" else B, rating=rating, floats=up)
                for n, (due, rating, _) in below.items()
            ),
            entrant(13, 2, B, rating=2000, floats=up),
            aro={n: aro for n, (_, _, aro) in below.items()},
        )
    )
    assert (1, chosen) in pairs


def test_floaters_are_paired_by_columns_in_turn() -> None:
    """1, 2, 3 have met one another: two Whites by ARO, and between them the Black."""
    # Dubov 1997: 8.1 (1)
    trace: Trace = []
    procedure = round_of(
        entrant(1, 4, W, met=(2, 3)),
        entrant(2, 4, W, met=(3,)),
        entrant(3, 4, B),
        *(
            entrant(
                number,
                2,
                B if number % 2 else W,
            )
            for number in range(4, 9)
        ),
        aro={1: 2100, 2: 2000},
        trace=trace,
    )
    procedure.players.most_upfloats = 0  # so they all float down
    procedure.run()
    floaters = [step.a for step in trace if isinstance(step, PairFixed) and step.article == "8"]
    assert floaters == [2, 3, 1]
