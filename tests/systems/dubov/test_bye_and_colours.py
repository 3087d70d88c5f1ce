"""The bye, the colour rules and other facts particular to the Dubov system."""

import pytest

from crivello.model.errors import Impossible
from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Options, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.model.trace import ColourAllocated, Trace
from crivello.model.trace.upfloats import ByeChosen, ByeReason
from crivello.rules.field import build_field
from crivello.systems.dubov.editions import (
    DUBOV_2018,
    DUBOV_2026,
    EDITIONS,
    DubovEdition,
    allocate_colours,
)
from crivello.systems.dubov.sieve import sift
from crivello.systems.dubov.solver import solve
from tests.support.dubov_fields import entrant
from tests.support.entrants import field_of
from tests.support.solvers import Solver, pair_field

SOLVERS = pytest.mark.parametrize("solver", [sift, solve])


def bye(field: Field, solver: Solver) -> ByeChosen:
    trace: Trace = []
    pair_field(field, DUBOV_2018, solver, trace)
    return next(step for step in trace if isinstance(step, ByeChosen))


@SOLVERS
def test_bye_to_the_lowest_score(solver: Solver) -> None:
    # B.0, 3.1; A.4, 1.4
    field = field_of(entrant(1, 2, "WB"), entrant(2, 0, "W"), entrant(3, 2, "WBW"))
    assert bye(field, solver) == ByeChosen(2, "B.0", ByeReason.SCORE, 3, (), ())


@SOLVERS
def test_bye_to_the_most_games(solver: Solver) -> None:
    field = field_of(entrant(1, 2), entrant(2, 0, "WB"), entrant(3, 0, "W"))
    assert bye(field, solver) == ByeChosen(2, "B.0", ByeReason.GAMES, 3, (), ())


@SOLVERS
def test_bye_to_the_largest_number(solver: Solver) -> None:
    field = field_of(entrant(1, 0, "WB"), entrant(2, 0, "WB"), entrant(3, 0, "WB"))
    assert bye(field, solver) == ByeChosen(3, "B.0", ByeReason.NUMBER, 2, (), ())


@SOLVERS
def test_no_second_bye(solver: Solver) -> None:
    field = field_of(entrant(1, 2, "WB"), entrant(2, 0, "WB"), entrant(3, 0, "WB", barred=True))
    assert bye(field, solver) == ByeChosen(2, "B.0", ByeReason.SCORE, 1, (3,), ())


@SOLVERS
def test_no_bye_for_somebody_who_is_needed(solver: Solver) -> None:
    """1 and 2 have met, so without 3 no pair is possible."""
    field = field_of(entrant(1, 2, "WB", avoid=(2,)), entrant(2, 2, "WB"), entrant(3, 0, "WB"))
    assert bye(field, solver) == ByeChosen(2, "B.0", ByeReason.NUMBER, 1, (), (3,))


@SOLVERS
def test_bye_for_the_only_one(solver: Solver) -> None:
    field = field_of(
        entrant(1, 2, "WB"), entrant(2, 0, "WB", barred=True), entrant(3, 0, "WB", barred=True)
    )
    assert bye(field, solver) == ByeChosen(1, "B.0", ByeReason.ONLY, None, (3, 2), ())


@SOLVERS
def test_nobody_may_have_the_bye(solver: Solver) -> None:
    field = field_of(*(entrant(n, 0, "WB", barred=True) for n in (1, 2, 3)))
    with pytest.raises(Impossible) as caught:
        pair_field(field, DUBOV_2018, solver)
    assert caught.value.criteria == ("C.1", "C.2", "C.3")
    assert set(caught.value.blocked) == {1, 2, 3}


# ---------------------------------------------------------------- facts


def event(*rounds: Round, options: Options | None = None) -> Tournament:
    players = tuple(Player(id=n, number=n, rating=2700 - 100 * n) for n in range(1, 6))
    return Tournament(players, rounds, Settings(rounds=9, options=options or Options()))


def facts(
    tournament: Tournament, number: int, edition: DubovEdition = DUBOV_2018
) -> dict[int, Entrant]:
    field = build_field(tournament, number, edition.field_rules)
    return {player.id: player for player in field.entrants}


def test_full_point_bye_bars_since_2026() -> None:
    # C2
    tournament = event(
        Round((Game(1, 2, Result.DRAW),), ((3, Bye.FULL_POINT), (4, Bye.HALF_POINT)))
    )
    assert not facts(tournament, 2, DUBOV_2018)[3].barred
    assert facts(tournament, 2, DUBOV_2026)[3].barred
    assert not facts(tournament, 2, DUBOV_2026)[4].barred


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.key)
def test_forfeit_win_bars(edition: DubovEdition) -> None:
    tournament = event(Round((Game(1, 2, Result.WHITE_WINS_BY_FORFEIT),)))
    assert facts(tournament, 2, edition)[1].barred
    assert not facts(tournament, 2, edition)[2].barred


def test_newcomer() -> None:
    # A.5, 1.5, 1.6
    player = facts(event(Round((Game(1, 2, Result.DRAW),))), 2)[3]
    assert (player.preference, player.strength, player.aro) == (Colour.BLACK, Strength.MILD, 0)


def test_average_leaves_forfeits_out() -> None:
    # A.6, 1.7
    tournament = event(
        Round((Game(1, 2, Result.DRAW), Game(3, 4, Result.WHITE_WINS_BY_FORFEIT))),
        Round((Game(3, 1, Result.DRAW),)),
    )
    assert facts(tournament, 3)[1].aro == 2450
    assert facts(tournament, 3)[3].aro == 2600
    assert facts(tournament, 3)[4].aro == 0


@pytest.mark.parametrize("counted", [True, False])
def test_upfloat_of_a_forfeited_game(counted: bool) -> None:
    """4 was moved up to 1, who did not appear."""
    tournament = event(
        Round((Game(1, 2, Result.WHITE_WINS), Game(3, 5, Result.DRAW))),
        Round((Game(4, 1, Result.WHITE_WINS_BY_FORFEIT), Game(3, 5, Result.DRAW))),
        options=Options(forfeited_upfloats=counted),
    )
    assert facts(tournament, 3)[4].floats == (Float.UP if counted else None, None)
    assert facts(tournament, 3)[1].floats == (None, None)  # nobody floats down


# ---------------------------------------------------------------- colours


def colours(a: Entrant, b: Entrant, initial: Colour = Colour.WHITE) -> tuple[int, int, int]:
    white, black, rule = allocate_colours(a, b, initial)
    return white.id, black.id, rule


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # E.0: both without a game; 3 is the higher ranked and odd, 4 is even
        (entrant(3), entrant(6), (3, 6, 0)),
        (entrant(4), entrant(7), (7, 4, 0)),
        (entrant(8), entrant(3, 1), (3, 8, 0)),
        # E.1: a newcomer wants Black and gets it
        (entrant(3), entrant(6, 0, "B"), (6, 3, 1)),
        (entrant(1, 0, "WB"), entrant(2, 0, "BW"), (1, 2, 1)),
        # E.2: a newcomer's preference is mild
        (entrant(3), entrant(6, 0, "W"), (3, 6, 2)),
        (entrant(1, 0, "BW"), entrant(2, 0, "BWW"), (1, 2, 2)),
        # E.3: the last time that their colours differed
        (entrant(1, 0, "BWBW"), entrant(2, 0, "WBBW"), (2, 1, 3)),
        # E.4: the higher ranked; a newcomer has no colours to compare
        (entrant(3), entrant(6, 0, "BW"), (6, 3, 4)),
        (entrant(3), entrant(6, 1, "BW"), (3, 6, 4)),
    ],
)
def test_colour_rules_in_dubov(
    first: Entrant, second: Entrant, expected: tuple[int, int, int]
) -> None:
    # E.0-E.4, 5.2.1-5.2.5
    assert colours(first, second) == expected
    assert colours(second, first) == expected


def test_initial_colour_black() -> None:
    # 5.1
    assert colours(entrant(3), entrant(6), Colour.BLACK) == (6, 3, 0)


def test_articles() -> None:
    trace: Trace = []
    pair_field(field_of(entrant(1), entrant(2)), DUBOV_2026, solve, trace)
    assert ColourAllocated(1, 2, "5.2.1") in trace
