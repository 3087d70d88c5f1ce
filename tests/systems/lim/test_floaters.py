"""Floaters of the Lim system, and decisions where the text is silent."""

from __future__ import annotations

from dataclasses import replace

from crivello.model.field import Entrant
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import Trace
from crivello.model.trace.procedure import ProcedureEvent
from crivello.rules.field import build_field
from crivello.systems.lim.floaters import NO_SUITABLE, Situation, choose_floaters
from crivello.systems.lim.rules import Direction, floaters_of_last_round
from crivello.systems.lim.system import RULES
from tests.support.entrants import entrant, mutual
from tests.systems.lim.searches import searching


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
    return [player.id for player in choose_floaters(situation, searching(*everybody), trace)]


BELOW = [entrant(k, "WB", score=2) for k in (11, 12, 13)]


def test_the_floater_equalises_the_colours() -> None:
    """3.2.2: three are due Black, two White; of the three the lowest placed floats."""
    # Lim: 3.2.2 (1)
    players = [entrant(k, colour, score=4) for k, colour in enumerate("WBWWB", start=1)]
    assert group(players, BELOW) == [4]
    assert group(players, BELOW, Direction.UP) == [1]


def test_equal_numbers_let_the_last_one_go() -> None:
    """3.2.4; a player without a due colour counts on neither side."""
    # Lim: 3.2.4 (1)
    players = [
        *(entrant(k, colour, score=4) for k, colour in enumerate("WBWB", start=1)),
        entrant(5, score=4),
    ]
    assert group(players, BELOW) == [5]
    assert group(players, BELOW, Direction.UP) == [1]


def test_a_floater_needs_an_opponent_in_the_adjacent_group() -> None:
    """3.3, 3.9: a floater of type d is preferred before colour and place are considered."""
    # Lim: 3.3 (1); Lim: 3.5 (1)
    players = [
        entrant(1, "W", score=4),
        entrant(2, "B", score=4),
        entrant(3, "W", score=4, avoid={11, 12, 13}),
    ]
    assert group(players, BELOW) == [1]
    # Nobody has one: then the colour and the place decide (3.5).
    alone = [replace(player, avoid=frozenset({11, 12, 13})) for player in players]
    assert group(alone, BELOW) == [3]


def test_upwards_a_floater_needs_an_opponent_in_the_adjacent_group() -> None:
    # Lim: 3.4 (1)
    above = [entrant(k, "WB", score=6) for k in (11, 12, 13)]
    players = [
        entrant(1, score=4, avoid={11, 12, 13}),
        *(entrant(k, score=4) for k in (2, 3)),
    ]
    assert group(players, above, Direction.UP) == [2]


def test_floaters_do_not_count_the_same_opponent_twice() -> None:
    """1 has met all players in the group and floats. 1 needs 11, so 6 has no opponent left
    there.
    """
    # Lim: 3.3 (2)
    below = [entrant(11, score=2), entrant(12, score=2)]
    players = [
        entrant(1, score=4, avoid={2, 3, 4, 5, 6}),
        *(entrant(k, score=4) for k in (2, 3, 4, 5)),
        entrant(6, score=4, avoid={12}),
    ]
    # With 12 for player 1 the lowest placed of the others goes; without, 1 has nobody left.
    assert group(players, below) == [1, 6]
    players[0] = entrant(1, score=4, avoid={2, 3, 4, 5, 6, 12})
    assert group(players, below) == [1, 5]


def test_a_floater_leaves_the_others_their_opponents_if_another_can_float() -> None:
    """3.9: 4 floats and needs 11. If 2 floated, 4 would have no opponent (c); 3 has 12 (d, d)."""
    # Lim: 3.9 (1)
    below = [entrant(11, score=2), entrant(12, score=2)]
    players = [
        entrant(1, "B", score=4, avoid={11, 12}),
        entrant(2, "W", score=4, avoid={12}),
        entrant(3, "B", score=4, avoid={11}),
        entrant(4, "W", score=4, avoid={1, 2, 3, 12}),
    ]
    trace: Trace = []
    assert group(players, below, trace=trace) == [4, 3]
    steps = [step for step in trace if isinstance(step, ProcedureEvent)]
    assert ("3.9", "takes-opponent", (2,)) in [(s.article, s.event.code, s.players) for s in steps]
    # Nobody spares 4 any more: 2 is the one whom the floaters before leave an opponent (3.3).
    players[2] = entrant(3, "B", score=4, avoid={11, 12})
    assert group(players, below) == [4, 2]


def test_who_floated_in_is_spared_for_another_who_floated_in() -> None:
    """3.10: 3 is the only opponent of 1 and of 2, who came from above; 1 is of type b like 2."""
    floaters = [entrant(1, score=6, avoid={2}), entrant(2, score=6)]
    everybody = mutual(*floaters, entrant(3, score=4), *BELOW)
    plain = Situation(
        tuple(everybody[:2]),
        (everybody[2],),
        tuple(everybody[3:]),
        Direction.DOWN,
        frozenset(),
        maxi=False,
    )
    search = searching(*everybody)
    assert [player.id for player in choose_floaters(plain, search)] == [2]
    twice = replace(plain, floaters_of_last_round=frozenset({2}))
    assert [player.id for player in choose_floaters(twice, search)] == [1]


def test_who_floated_in_goes_on_to_an_opponent_if_anybody_can() -> None:
    """3.9: 3 and 4 have met all players here and float; 5 is the only opponent of 1 and of 2.

    3 needs 11, so that 2 would have no opponent in the next group (a). If 1 floats, it is 4 who has
    none, and 4 did not float in (c).
    """
    players = mutual(
        entrant(1, score=6, avoid={2, 11}),
        entrant(2, score=6, avoid={12}),
        entrant(3, score=6, avoid={1, 2, 4, 5, 12}),
        entrant(4, score=4, avoid={1, 2, 5, 11}),
        entrant(5, score=4),
        entrant(11, score=2),
        entrant(12, score=2),
    )
    came, here, there = tuple(players[:3]), tuple(players[3:5]), tuple(players[5:])
    situation = Situation(came, here, there, Direction.DOWN, frozenset(), maxi=False)
    floaters = choose_floaters(situation, searching(*players))
    assert [player.id for player in floaters] == [3, 4, 1]


def test_without_an_opponent_the_place_decides_whoever_has_taken_it() -> None:
    """3.9, 3.5: 1 floats and needs 11, whom 3 could meet too; so 3 has no opponent, like 2 and
    4.
    """
    below = [entrant(11, score=2), entrant(12, score=2)]
    players = [
        entrant(1, score=4, avoid={2, 3, 4, 12}),
        entrant(2, score=4, avoid={11, 12}),
        entrant(3, score=4, avoid={12}),
        entrant(4, score=4, avoid={11, 12}),
    ]
    assert group(players, below) == [1, 4]


def test_who_floated_last_round_does_not_make_even_again() -> None:
    """3.10: the player is spared unless another would be a worse floater or cost a pair."""
    # Lim: 3.10 (1, 2)
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


def test_nobody_is_spared_if_the_others_could_not_be_paired() -> None:
    """3.10: 2, 4 and 5 have met and floated; without 1 or 3 two of them would lack an opponent."""
    players = [
        entrant(1, score=4),
        entrant(2, score=4, avoid={4, 5}),
        entrant(3, score=4),
        entrant(4, score=4, avoid={5}),
        entrant(5, score=4),
    ]
    assert group(players, BELOW, floated=frozenset({2, 4, 5})) == [5]


def test_the_trace_has_the_article_that_chose_the_floater() -> None:
    # Lim: 2.3 (3)
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
    """3.9: 2 and 3 have no opponent below (c), 1 has one, but floated already (b)."""
    # Lim: 3.9 (1)
    floater = entrant(1, score=6)
    lonely = [entrant(k, score=4, avoid={11, 12, 13}) for k in (2, 3)]
    everybody = mutual(floater, *lonely, *BELOW)
    search = searching(*everybody)
    here, there = everybody[:3], tuple(everybody[3:])
    situation = Situation(
        (here[0],), tuple(here[1:]), there, Direction.DOWN, frozenset(), maxi=False
    )
    assert [player.id for player in choose_floaters(situation, search)] == [3]


def test_maxi_tournaments_choose_within_100_points() -> None:
    """3.2.3: 4 equalises the colours, but is 150 points above the lowest placed."""
    # Lim: 3.2.3 (1)
    players = [
        entrant(k, colour, score=4, rating=2500 - 150 * k)
        for k, colour in enumerate("WBWWB", start=1)
    ]
    assert group(players, BELOW) == [4]
    assert group(players, BELOW, maxi=True) == [5]
    close = [replace(player, rating=2400 - 20 * player.number) for player in players]
    assert group(close, BELOW, maxi=True) == [4]
    at_the_limit = [replace(player, rating=2400 - 100 * player.number) for player in players]
    assert group(at_the_limit, BELOW, maxi=True) == [4]
    beyond = [replace(player, rating=2400 - 101 * player.number) for player in players]
    assert group(beyond, BELOW, maxi=True) == [5]


def test_maxi_tournaments_choose_within_100_points_upwards() -> None:
    """3.2.3: 2 equalises the colours, 1 is the highest placed."""
    # Lim: 3.2.3 (2)
    for apart, goes in ((100, 2), (101, 1)):
        ratings = (2500, 2500 - apart, 2300, 2200, 2100)
        players = [
            entrant(k, colour, score=4, rating=rating)
            for k, (colour, rating) in enumerate(zip("BWBWW", ratings, strict=True), start=1)
        ]
        above = [entrant(k, "WB", score=6) for k in (11, 12, 13)]
        assert group(players, above, Direction.UP) == [2]
        assert group(players, above, Direction.UP, maxi=True) == [goes]


def test_maxi_tournaments_spare_a_floater_of_the_last_round_within_100_points() -> None:
    """3.10 with 3.2.3: who floats instead must be within 100 points of the lowest placed too."""
    players = [
        entrant(1, "B", score=4, rating=2300),
        entrant(2, "B", score=4, rating=2100),
        entrant(3, "B", score=4, rating=2000),
        entrant(4, "B", score=4, rating=1950),
        entrant(5, "W", score=4, rating=1900),
    ]
    # 4 equalises the colours. If 4 floated last round, 3 does; 2 would be too far from 5.
    assert group(players, BELOW, maxi=True) == [4]
    assert group(players, BELOW, maxi=True, floated=frozenset({4})) == [3]
    # Of those near 5 only 5 did not float.
    assert group(players, BELOW, maxi=True, floated=frozenset({3, 4})) == [5]
    # All who are near floated: none of them can be spared, and the colour decides.
    assert group(players, BELOW, maxi=True, floated=frozenset({3, 4, 5})) == [4]
    # 3.2.3 lets 5 float for 4, who is too far; then 3.10 spares 5 as well as any other.
    far = [*players[:3], replace(players[3], rating=1795), replace(players[4], rating=1690)]
    assert group(far, BELOW, maxi=True) == [5]
    near = [*far[:2], replace(far[2], rating=1780), *far[3:]]
    assert group(near, BELOW, maxi=True, floated=frozenset({5})) == [3]


def test_floated_last_round_is_the_one_transferred() -> None:
    """Above the median the higher score floated, below it the lower; their opponent did not
    float.
    """
    win, draw = Result.WHITE_WINS, Result.DRAW
    event = Tournament(
        tuple(Player(id=k, number=k) for k in range(1, 9)),
        (
            Round((Game(1, 5, win), Game(2, 6, win), Game(3, 7, win), Game(4, 8, draw))),
            # 1 (1 point) down to 4 (½); 8 (½) with 5 (0), who was transferred up; 2-3 level.
            Round((Game(4, 1, draw), Game(2, 3, draw), Game(5, 8, draw), Game(6, 7, draw))),
        ),
        Settings(rounds=7),
    )
    field = build_field(event, 3, RULES)
    assert floaters_of_last_round(field) == {1, 5}
    assert floaters_of_last_round(build_field(event, 2, RULES)) == set()
    # Round 2: 1 (1 point) with 6 (0), and the median group between them: both floated into it.
    met = Round((Game(6, 1, draw), Game(8, 4, draw)))
    across = replace(event, rounds=(event.rounds[0], met))
    assert floaters_of_last_round(build_field(across, 3, RULES)) == {1, 6}
    # Nobody of the median group is paired: 1 floated to the group of 6.
    without = replace(event, rounds=(event.rounds[0], Round((Game(6, 1, draw),))))
    assert floaters_of_last_round(build_field(without, 3, RULES)) == {1}


def test_the_article_says_why_nobody_in_the_group_is_suitable() -> None:
    """1 and 2 both had White twice running, 1 with a difference of two; 3 has met both."""
    # Lim: 2.3 (1, 2); Lim: 5.3 (2)
    players = [
        entrant(1, "WWBW", score=4),
        entrant(2, "WBBWW", score=4),
        entrant(3, "WWBW", score=4, avoid={1, 2}),
    ]
    trace: Trace = []
    assert group(players, BELOW, trace=trace) == [1, 2, 3]
    steps = [step for step in trace if isinstance(step, ProcedureEvent)]
    assert [(step.article, step.event, step.players) for step in steps] == [
        ("2.3.1", NO_SUITABLE, (3,)),  # met everybody
        ("2.3.2", NO_SUITABLE, (1,)),  # two more Whites
        ("2.3.3", NO_SUITABLE, (2,)),  # the same colour in the last two rounds
    ]
