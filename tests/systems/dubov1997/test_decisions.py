"""Each decision of `docs/decisions/dubov-1997-*.md`, on a case where the text of 1997 is silent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crivello.formats.trf import read_trf
from crivello.model.errors import Impossible
from crivello.model.field import Float
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Acceleration, Apart, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.procedure import ProcedureEvent, RatingsKnown
from crivello.rules.field import build_field
from crivello.systems.completion import NO_BYE
from crivello.systems.dubov1997.sieve import Dubov1997Sieve
from crivello.systems.registry import find
from tests.support.data import DATA
from tests.support.entrants import field_of
from tests.systems.dubov1997.fields import entrant, paired, round_of

UP = Float.UP
W, B = "BWB", "WBW"
"""Histories of players due White and due Black."""


def test_newcomer_joins_the_smaller_side_and_is_first_in_the_white_column() -> None:
    """3 is due Black, so 4 counts as White; with ARO 0 player 4 gets the highest Black."""
    pairs = paired(
        round_of(
            entrant(1, 2, B),
            entrant(2, 2, W),
            entrant(3, 2, B),
            entrant(4, 2, ""),
            aro={2: 1900},
        )
    )
    assert pairs == {(1, 4), (2, 3)}


def test_newcomers_keep_their_side_when_somebody_is_brought_up() -> None:
    """The sides are 1 White, 2 Black, 3 White before transfers; then 4, due Black, comes up."""
    newcomers = [entrant(number, 2, "") for number in (1, 2, 3)]
    pairs = paired(round_of(*newcomers, entrant(4, 0, B, rating=2600)))
    assert pairs == {(3, 4), (1, 2)}


def test_an_estimate_counts_in_the_average_of_opponents_in_dubov_1997() -> None:
    """3 has met the player estimated at 2600."""
    # Dubov 1997: 1 (1)
    unrated = Player(id=1, number=1, estimate=2600)
    rated = [Player(id=number, number=number, rating=2500 - 10 * number) for number in range(2, 7)]
    games = tuple(Game(a, b, Result.DRAW) for a, b in ((1, 3), (2, 4), (5, 6)))
    event = Tournament((unrated, *rated), (Round(games),), Settings(rounds=5))
    trace: Trace = []
    find("dubov-1997").pair(event, 2, trace)
    (known,) = (step for step in trace if isinstance(step, RatingsKnown))
    assert {player: aro for player, _, aro in known.players}[3] == 2600


def test_blacks_who_were_passed_over_keep_their_order() -> None:
    """White 1 has met 4 and 5 and takes 6; then 2 gets 4, and 3 gets 5.

    A mere exchange of 4 and 6 would give 2-5 and 3-4.
    """
    # Dubov 1997: 6.3 (1)
    pairs = paired(
        round_of(
            *(entrant(number, 2, W, met=(4, 5) if number == 1 else ()) for number in (1, 2, 3)),
            *(entrant(number, 2, B) for number in (4, 5, 6)),
            aro={1: 1900, 2: 2000, 3: 2100},
        )
    )
    assert pairs == {(1, 6), (2, 4), (3, 5)}


def test_white_who_met_all_blacks_takes_the_next_white_below() -> None:
    """2 has met every Black: 3 comes before 1. The Blacks left over meet each other."""
    # Dubov 1997: 6.3 (3)
    whites = {1: 1900, 2: 2000, 3: 2100}
    pairs = paired(
        round_of(
            *(entrant(number, 2, W, met=(4, 5, 6) if number == 2 else ()) for number in whites),
            *(entrant(number, 2, B) for number in (4, 5, 6)),
            aro={**whites},
        )
    )
    assert pairs == {(2, 3), (1, 4), (5, 6)}


def test_white_above_if_nobody_below() -> None:
    # Dubov 1997: 6.3 (3)
    whites = {1: 1900, 2: 2000, 3: 2100}
    pairs = paired(
        round_of(
            *(entrant(number, 2, W, met=(4, 5, 6) if number == 3 else ()) for number in whites),
            *(entrant(number, 2, B) for number in (4, 5, 6)),
            aro={**whites},
        )
    )
    assert pairs == {(2, 3), (1, 4), (5, 6)}


def test_floater_does_not_take_the_only_opponent_of_another() -> None:
    """1 floats down. The highest of the other colour is 2, but 3 can meet only 2."""
    pairs = paired(
        round_of(
            entrant(1, 4, W),
            entrant(2, 2, B, floats=(UP,)),
            entrant(3, 2, W, met=(1, 4), floats=(UP,)),
            entrant(4, 2, B, floats=(UP,)),
        )
    )
    assert pairs == {(2, 3), (1, 4)}


def test_lowest_rated_of_the_dominating_colour_floats() -> None:
    """No player below may be moved up again. Among 1 W, 2 W and 3 B player 2 floats, not the lower
    rated 3.
    """
    pairs = paired(
        round_of(
            entrant(1, 4, W),
            entrant(2, 4, W),
            entrant(3, 4, B),
            entrant(4, 2, B, floats=(UP,)),
        )
    )
    assert pairs == {(1, 3), (2, 4)}


def _two_must_float(
    colours: tuple[str, str, str, str], met: dict[int, tuple[int, ...]]
) -> set[tuple[int, int]]:
    """Pair a field in which two of 1 to 4 must float down to 5 and 6.

    5 and 6 may not meet each other, and were moved up in the last round; 4 is the lowest rated.
    """
    upper = [
        entrant(number, 4, colour, met=met.get(number, ()))
        for number, colour in enumerate(colours, start=1)
    ]
    lower = [entrant(5, 2, B, met=(6,), floats=(UP,)), entrant(6, 2, W, floats=(UP,))]
    return paired(round_of(*upper, *lower))


def test_nobody_is_preferred_to_float_where_no_colour_dominates() -> None:
    """The two lowest rated float, who are due White; those due Black do not."""
    assert (1, 2) in _two_must_float((B, B, W, W), {})


def test_floaters_are_chosen_one_after_the_other() -> None:
    """The choice is between 4 with 1 and 3 with 2: the lowest rated is among the first."""
    met = {1: (3, 6), 2: (6,), 3: (5,), 4: (5,)}
    assert _two_must_float((B, W, B, W), met) == {(2, 3), (4, 6), (1, 5)}


def test_player_for_whom_nobody_comes_floats_before_the_group_is_counted() -> None:
    """1 has met 2, 3 and 4, and of those below only 6 may come up, whom 1 has met too.

    So 1 leaves; then three players are an odd number, and 6 is brought up for them.
    """
    pairs = paired(
        round_of(
            entrant(1, 4, W, met=(2, 3, 4, 6)),
            entrant(2, 4, W),
            entrant(3, 4, B),
            entrant(4, 4, W),
            entrant(5, 2, B, floats=(UP,)),
            entrant(6, 2, B),
            aro={2: 1900, 4: 2100},
        )
    )
    assert pairs == {(2, 3), (4, 6), (1, 5)}


@pytest.mark.parametrize(
    ("floats", "rounds", "round_number", "moves"),
    [
        ((), 9, 8, True),
        ((UP,), 9, 8, False),
        ((None, UP), 9, 8, True),
        ((None, UP, None, UP, None, UP), 9, 8, False),
        ((None, UP, None, UP, None, UP), 10, 8, True),
        ((None, UP, None, UP, None, UP, UP), 10, 8, False),
        ((UP, UP, UP, UP), 9, 9, True),
    ],
)
def test_upfloat_limits(
    floats: tuple[Float | None, ...], rounds: int, round_number: int, moves: bool
) -> None:
    """4 is brought up to make the group even, if that is allowed."""
    # Dubov 1997: 2 (2, 3)
    others = (UP, UP, UP, UP) if round_number < rounds else ()
    trace: Trace = []
    round_of(
        entrant(1, 4, W),
        entrant(2, 4, B),
        entrant(5, 4, W),
        entrant(3, 2, B, floats=others),
        entrant(4, 2, B, rating=2600, floats=floats),
        entrant(6, 2, W, floats=others),
        rounds=rounds,
        round_number=round_number,
        trace=trace,
    ).run()
    brought = [
        step.players
        for step in trace
        if isinstance(step, ProcedureEvent) and step.event.code == "brought-up"
    ]
    assert brought == ([(4,)] if moves else [])


def test_an_emptied_scoregroup_is_not_the_next_one() -> None:
    """7.1 takes the only player with 3 points for 1; for 2 the next group with players is that with
    2 points.
    """
    pairs = paired(
        round_of(
            entrant(1, 4, W, met=[2]),
            entrant(2, 4, W),
            entrant(3, 3, B, met=[2]),
            entrant(4, 2, B, rating=2600, floats=(UP,)),
            entrant(5, 2, B),
            entrant(6, 2, W),
        )
    )
    assert pairs == {(1, 3), (2, 5), (4, 6)}


def test_an_odd_scoregroup_looks_past_one_it_has_emptied() -> None:
    """7.2: 4, with 3 points, came up for 1; 5 may not come up twice running, so 6 does."""
    pairs = paired(
        round_of(
            entrant(1, 4, W, met=[2]),
            entrant(2, 4, W),
            entrant(4, 3, B),
            entrant(5, 2, B, rating=2600, floats=(UP,)),
            entrant(6, 2, B),
            entrant(7, 2, W),
        )
    )
    assert pairs == {(1, 6), (2, 4), (5, 7)}


def test_limits_come_before_equalising() -> None:
    """1 must not have a third Black in a row, though 2 has had more Blacks than Whites."""
    # Dubov 1997: 2 (1)
    procedure = round_of(entrant(1, 2, "WWBB"), entrant(2, 2, "WBB"[::-1] + "W" + "B"))
    first, second = procedure.open
    assert (first.colour_difference, second.colour_difference) == (0, -1)
    white, _, rule = procedure.players.colours(second, first)
    assert (white.id, rule) == (1, "2")


def test_bound_players_are_not_shifted() -> None:
    """There are three Whites and one Black: 1 has the lowest ARO, but had Black twice running and
    must stay.
    """
    # Dubov 1997: 2 (4)
    procedure = round_of(
        entrant(1, 2, "WBB"),
        entrant(2, 2, W),
        entrant(3, 2, W),
        entrant(4, 2, B),
        aro={1: 1900, 2: 2000, 3: 2100},
    )
    assert paired(procedure) == {(1, 2), (3, 4)}


def test_bye_goes_up_the_scoregroups_past_those_who_may_not_have_it() -> None:
    # Dubov 1997: 4 (1)
    procedure = round_of(
        entrant(1, 4, W),
        entrant(2, 2, B),
        entrant(3, 2, W),
        entrant(4, 0, B, barred=True),
        entrant(5, 0, W, barred=True),
    )
    assert (0, 3) in paired(procedure)


@pytest.mark.parametrize(
    ("start", "bye", "barred"),
    [
        # Until June 2017 any points without playing; undated tournaments are of that time.
        ("2017/06/30", Bye.HALF_POINT, True),
        ("", Bye.HALF_POINT, True),
        # Then the bye itself and a forfeit win only.
        ("2017/07/01", Bye.HALF_POINT, False),
        ("2018/05/01", Bye.FULL_POINT, False),
        ("2018/05/01", Bye.PAIRING_ALLOCATED, True),
    ],
)
def test_the_bar_of_the_bye_is_that_of_the_first_day(start: str, bye: Bye, barred: bool) -> None:
    event = Tournament(
        tuple(Player(id=k, number=k) for k in range(1, 4)),
        (Round((Game(1, 2, Result.DRAW),), ((3, bye),)),),
        Settings(rounds=5, start=start),
    )
    field = build_field(event, 2, find("dubov-1997").field_rules)
    assert [player.id for player in field.entrants if player.barred] == [3] * barred


def test_the_trace_tells_who_may_not_have_the_bye_from_whom_the_others_need() -> None:
    """1 has met all players but 3, so 3 is needed; 4 had a bye before."""
    trace: Trace = []
    procedure = round_of(
        entrant(1, 4, W, met=(2, 4, 5)),
        entrant(2, 2, B),
        entrant(3, 0, W, rating=2000),
        entrant(4, 0, B, barred=True, rating=1900),
        entrant(5, 0, W, rating=2200),
        trace=trace,
    )
    assert (0, 5) in paired(procedure)
    decided = ByeDecided(5, "4", (4,), bar="2", same_score=(4, 3, 5))
    assert trace[1:3] == [ProcedureEvent("4", NO_BYE, (3,)), decided]


def test_bye_of_equal_ratings_goes_to_the_dominating_colour_then_the_higher_aro() -> None:
    # Dubov 1997: 4 (2)
    players = [
        entrant(1, 2, W, rating=2100),
        entrant(2, 2, B, rating=2100),
        entrant(3, 2, W, rating=2100),
    ]
    assert (0, 3) in paired(round_of(*players, aro={1: 1900, 2: 2300, 3: 2000}))
    assert (0, 1) in paired(round_of(*players, aro={1: 2100, 2: 2300, 3: 2000}))


def test_colour_rules_in_dubov_1997() -> None:
    """The colour rules in order: 3.2 counts, 3.3 the latest difference, 3.4 the higher ARO, 3.5 the
    lower R.
    """
    # Dubov 1997: 3 (1, 2, 3, 4, 5)
    players = round_of(entrant(1, 2), entrant(2, 2), aro={1: 2000, 2: 2100}).players
    cases = [
        ("BWB", "WBWB", 1, "3.2"),
        ("BWWB", "WBWB", 2, "3.3"),
        ("BWB", "BWB", 2, "3.4"),
    ]
    for mine, theirs, white, rule in cases:
        found = players.colours(entrant(1, 2, mine), entrant(2, 2, theirs))
        assert (found[0].id, found[2]) == (white, rule)
    players.aro[2] = players.aro[1]
    found = players.colours(entrant(1, 2, "BWB"), entrant(2, 2, "BWB"))
    assert (found[0].id, found[2]) == (2, "3.5")
    equal = [entrant(number, 2, "BWB", rating=2400) for number in (1, 2)]
    assert [player.id for player in players.colours(*equal)[:2]] == [2, 1]


def test_first_round_by_scoregroup_when_virtual_points_make_some() -> None:
    players = tuple(Player(f"P{n}", id=n, number=n, rating=2500 - n) for n in range(1, 9))
    virtual = tuple((n, (2,)) for n in (1, 2, 3, 4))
    settings = Settings(rounds=5, initial_colour=Colour.BLACK)
    plain = find("dubov-1997").pair(Tournament(players, (), settings), 1)
    assert [str(board) for board in plain.boards] == ["5-1", "2-6", "7-3", "4-8"]
    faster = Settings(
        rounds=5, initial_colour=Colour.BLACK, acceleration=Acceleration(virtual=virtual)
    )
    accelerated = find("dubov-1997").pair(Tournament(players, (), faster), 1)
    assert [str(board) for board in accelerated.boards] == ["3-1", "2-4", "7-5", "6-8"]


def test_first_round_with_forbidden_pairs() -> None:
    players = tuple(Player(f"P{n}", id=n, number=n, rating=2500 - n) for n in range(1, 5))
    settings = Settings(rounds=5, forbidden=(Apart((1, 3)),))
    pairing = find("dubov-1997").pair(Tournament(players, (), settings), 1)
    assert [str(board) for board in pairing.boards] == ["1-4", "3-2"]


def test_impossible_names_the_blockers() -> None:
    # Dubov 1997: 2 (1)
    with pytest.raises(Impossible) as refusal:
        round_of(entrant(1, 2, W, met=(2,)), entrant(2, 2, B)).run()
    assert set(refusal.value.blocked) == {1, 2}
    assert refusal.value.criteria == ("b", "d", "f", "g")


def test_equal_players_stand_in_alphabetical_order() -> None:
    """6.2: Alfa before Zeta, who as a grandmaster has the lower number."""
    event = read_trf((DATA / "findings" / "d97-25.trf").read_text()).tournament
    pairs = {frozenset((b.white, b.black)) for b in find("dubov-1997").pair(event, 2).boards}
    assert pairs == {frozenset((2, 3)), frozenset((1, 4))}


@pytest.mark.parametrize(
    ("colours", "names", "expected"),
    [
        # 1 and 2 are due White with equal ARO and R; of the Blacks 3 has the higher R.
        ((W, W, B, B), "ab", {(1, 3), (2, 4)}),
        ((W, W, B, B), "ba", {(2, 3), (1, 4)}),
        ((W, W, B, B), "aa", {(1, 3), (2, 4)}),  # namesakes go by number
        # 1 and 2 are due Black; of the Whites 4 has the lower R and is first.
        ((B, B, W, W), "ab", {(1, 4), (2, 3)}),
        ((B, B, W, W), "ba", {(2, 4), (1, 3)}),
        ((B, B, W, W), "aa", {(1, 4), (2, 3)}),
    ],
)
def test_in_both_columns_equal_players_stand_by_name(
    colours: tuple[str, ...], names: str, expected: set[tuple[int, int]]
) -> None:
    """As many are due White as Black, so no player changes column: only the order in the columns
    matters.
    """
    # Dubov 1997: 6.2 (3)
    ratings = {1: 2300, 2: 2300, 3: 2200, 4: 2100}
    group = [entrant(n, 2, c, rating=ratings[n]) for n, c in zip(ratings, colours, strict=True)]
    alphabet = dict(zip((1, 2), names, strict=True)) | {3: "x", 4: "y"}
    assert paired(round_of(*group, names=alphabet)) == expected
    sieve = Dubov1997Sieve(field_of(*group, round=4, rounds=9), {}, alphabet)
    sieve.aro = dict.fromkeys(ratings, Fraction(2000))
    found = sieve.run()
    assert found is not None
    assert {(min(a.id, b.id), max(a.id, b.id)) for a, b, _ in found[0]} == {
        tuple(sorted(pair)) for pair in expected
    }


def test_who_changes_the_colour_is_the_first_of_the_alphabet() -> None:
    """7.3, 7.4: four are due the same colour; of those with equal ARO and R two change column, by
    name.
    """
    # Dubov 1997: 7.3 (2); Dubov 1997: 7.4 (2)
    names = {1: "d", 2: "c", 3: "b", 4: "a"}
    for colours in (W, B):
        equal = [entrant(number, 2, colours, rating=2000) for number in names]
        players = round_of(*equal, names=names).players
        go = players.to_black if colours == W else players.to_white
        assert [player.id for player in go(equal)] == [4, 3, 2, 1]
        column = players.white_column if colours == W else players.black_column
        assert [player.id for player in column(equal)] == [4, 3, 2, 1]
