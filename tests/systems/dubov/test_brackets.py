"""Subgroups, shifts, S1 and T2 on small brackets, worked out by hand."""

import pytest

from crivello.model.field import Entrant
from crivello.model.trace import Trace
from crivello.model.trace.upfloats import DubovBracketPaired
from crivello.systems.dubov.editions import DUBOV_2018
from crivello.systems.dubov.sieve import sift
from crivello.systems.dubov.solver import solve
from tests.support.dubov_fields import entrant
from tests.support.entrants import field_of
from tests.support.solvers import Solver, pair_field

pytestmark = pytest.mark.parametrize("solver", [sift, solve])


def white(number: int, aro: int, *avoid: int) -> Entrant:
    return entrant(number, 2, "WB", aro=aro, avoid=avoid)


def black(number: int, *avoid: int, aro: int = 2000) -> Entrant:
    return entrant(number, 2, "BW", aro=aro, avoid=avoid)


def bracket(solver: Solver, *players: Entrant) -> DubovBracketPaired:
    trace: Trace = []
    pair_field(field_of(*players), DUBOV_2018, solver, trace)
    (step,) = (step for step in trace if isinstance(step, DubovBracketPaired))
    return step


def test_low_averages_meet_high_numbers(solver: Solver) -> None:
    # B.5, 3.2.5; A.2, 1.2
    made = bracket(solver, white(4, 2300), white(5, 2100), black(1), black(2))
    assert made.s1 == (5, 4)
    assert made.t2 == (1, 2)


def test_equal_averages_go_by_number(solver: Solver) -> None:
    made = bracket(solver, white(7, 2100), white(5, 2100), black(1), black(2))
    assert made.s1 == (5, 7)


def test_first_legal_transposition(solver: Solver) -> None:
    # B.6, D.3, 3.2.6, 4.4
    made = bracket(
        solver, white(4, 2000, 1), white(5, 2001, 1), white(6, 2002), black(1), black(2), black(3)
    )
    assert made.t2 == (2, 3, 1)


def test_larger_white_group_gives_its_middle_by_average(solver: Solver) -> None:
    # B.4, D.2, 3.2.4, 4.3
    whites = [white(n, aro) for n, aro in ((1, 2500), (2, 2400), (3, 2300), (4, 2200), (5, 2100))]
    made = bracket(solver, *whites, black(6))
    assert made.g1 == (5, 4, 3, 2, 1)
    assert made.shift_larger == (3, 4)
    assert made.shift_smaller == ()
    assert made.s1 == (5, 2, 1)
    assert made.t2 == (3, 4, 6)


def test_larger_black_group_gives_its_middle_by_number(solver: Solver) -> None:
    """The averages of those who seek Black do not matter until they are in S1."""
    made = bracket(
        solver,
        white(9, 2200),
        black(1, aro=2600),
        black(2, aro=2500),
        black(3, aro=2400),
    )
    assert made.shift_larger == (2,)
    assert made.s1 == (9, 2)
    assert made.t2 == (1, 3)


def test_second_shift_takes_the_first_set_that_can_be_paired(solver: Solver) -> None:
    """1 can meet only 4, so the first set in order, {2, 3}, leaves 1 without an opponent."""
    made = bracket(solver, white(1, 2100, 2, 3), white(2, 2200), white(3, 2300), white(4, 2400))
    assert made.shift_larger == (2, 1)
    assert made.s1 == (3, 4)
    assert made.t2 == (2, 1)
    assert made.unavoidable == 0


def test_pair_inside_g1_when_the_subgroups_are_equal(solver: Solver) -> None:
    """1 has met both who seek Black: 1-2 and 3-4 are unavoidable, and G1 is the first to give up a
    pair.
    """
    made = bracket(solver, white(1, 2100, 3, 4), white(2, 2000), black(3), black(4))
    assert made.unavoidable == 1
    assert made.shift_smaller == (2,)  # the higher of the two in the middle, by average
    assert made.shift_larger == (3,)
    assert made.pairs == ((3, 4), (1, 2))


def test_pair_inside_the_smaller_subgroup_g2(solver: Solver) -> None:
    """5 and 6 can meet only each other, so one goes to G1, and two come back from there."""
    whites = [white(n, 2000 + n, 5, 6) for n in (1, 2, 3, 4)]
    made = bracket(solver, *whites, black(5), black(6))
    assert made.unavoidable == 1
    assert made.shift_smaller == (5,)
    assert made.shift_larger == (2, 3)
    assert dict(made.failures)["C.7"] == (3,)


def test_who_was_shifted_in_is_not_shifted_back(solver: Solver) -> None:
    """5 is now in the middle of the larger subgroup, but is not one of its own shifters."""
    whites = [white(n, aro, 5, 6) for n, aro in ((1, 1900), (2, 1950), (3, 2050), (4, 2100))]
    made = bracket(solver, *whites, black(5, aro=2000), black(6, aro=2000))
    assert made.shift_smaller == (5,)
    assert made.shift_larger == (2, 3)
    assert made.s1 == (1, 5, 4)


def test_the_second_shift_numbers_only_those_who_seek_its_colour(solver: Solver) -> None:
    """6 goes to G2 after meeting all of G1; the middle of 7, 14, 20 is 14.

    If 6 were in the list, it would be 7, and the pairs 18-6, 7-20, 11-14.
    """
    made = bracket(
        solver,
        white(18, 1871, 20),
        white(6, 1997, 7, 14, 20),
        white(11, 2058, 7, 20),
        black(7, aro=2042),
        black(14, 6, aro=2057),
        black(20, aro=1954),
    )
    assert made.shift_smaller == (6,)
    assert made.shift_larger == (14,)
    assert made.pairs == ((18, 7), (14, 20), (11, 6))


def test_newcomers_seek_black_beside_others(solver: Solver) -> None:
    # A.5, B.3, 1.6, 3.2.3
    made = bracket(solver, white(3, 2200), white(4, 2100), entrant(1, 2), entrant(2, 2))
    assert not made.all_new
    assert made.g2 == (1, 2)
    assert made.s1 == (4, 3)


def test_newcomers_alone_are_halved_by_number(solver: Solver) -> None:
    # B.3, 3.2.3
    made = bracket(solver, *(entrant(n, 2) for n in (1, 2, 3, 4, 5, 6)))
    assert made.all_new
    assert made.s1 == (1, 2, 3)
    assert made.t2 == (4, 5, 6)


def test_newcomers_who_must_not_meet(solver: Solver) -> None:
    """1 may meet 2 only: one of the upper half and one of the lower half change sides."""
    made = bracket(solver, entrant(1, 2, avoid=(3, 4)), *(entrant(n, 2) for n in (2, 3, 4)))
    assert made.all_new
    assert made.unavoidable == 1
    assert made.shift_smaller == (1,)
    assert made.shift_larger == (3,)
    assert made.pairs == ((2, 1), (3, 4))
