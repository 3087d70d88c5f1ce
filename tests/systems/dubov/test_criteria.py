"""Each criterion on a small field made so that it alone decides, by both solvers.

Player 1 (or 1 and 2) are the residents; each test states who comes up to them. Without the
criterion, or with two of them exchanged, another set would be chosen.
"""

import pytest

from crivello.model.errors import Impossible
from crivello.model.field import Field
from crivello.model.trace import Trace
from crivello.model.trace.upfloats import DubovBracketPaired, Need, UpfloatersNeeded
from crivello.systems.dubov.editions import EDITIONS, DubovEdition
from crivello.systems.dubov.sieve import sift
from crivello.systems.dubov.solver import solve
from tests.support.dubov_fields import entrant
from tests.support.entrants import field_of
from tests.support.solvers import Solver, pair_field

pytestmark = [
    pytest.mark.parametrize("solver", [sift, solve]),
    pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.key),
]

WANTS_WHITE, WANTS_BLACK = "WB", "BW"
MUST_HAVE_WHITE, MUST_HAVE_BLACK = "WBB", "BWW"


def first_bracket(field: Field, edition: DubovEdition, solver: Solver) -> DubovBracketPaired:
    trace: Trace = []
    pair_field(field, edition, solver, trace)
    return next(step for step in trace if isinstance(step, DubovBracketPaired))


def upfloaters(field: Field, edition: DubovEdition, solver: Solver) -> tuple[int, ...]:
    return first_bracket(field, edition, solver).upfloaters


def test_first_in_order_when_nothing_else_decides(edition: DubovEdition, solver: Solver) -> None:
    field = field_of(
        entrant(9, 4, WANTS_WHITE),
        entrant(3, 2, WANTS_BLACK),
        entrant(4, 2, WANTS_BLACK),
        entrant(5, 2, WANTS_BLACK),
    )
    assert upfloaters(field, edition, solver) == (3,)


def test_c1_no_second_game(edition: DubovEdition, solver: Solver) -> None:
    # C1, C.1
    field = field_of(
        entrant(1, 4, WANTS_WHITE, avoid=(2, 3)),
        entrant(2, 2, WANTS_BLACK),
        entrant(3, 2, WANTS_BLACK),
        entrant(4, 0, WANTS_WHITE),
    )
    assert upfloaters(field, edition, solver) == (4,)


@pytest.mark.parametrize("rounds", [5, 9])
def test_c3_holds_for_leaders_in_the_last_round_too(
    edition: DubovEdition, solver: Solver, rounds: int
) -> None:
    # C3, C.3
    field = field_of(
        entrant(1, 8, MUST_HAVE_WHITE),
        entrant(2, 8, MUST_HAVE_WHITE),
        entrant(3, 2, WANTS_WHITE),
        entrant(4, 2, WANTS_WHITE),
        round=5,
        rounds=rounds,
    )
    assert upfloaters(field, edition, solver) == (3, 4)


def test_c3_different_absolute_preferences_may_meet(edition: DubovEdition, solver: Solver) -> None:
    field = field_of(entrant(1, 8, MUST_HAVE_WHITE), entrant(2, 8, MUST_HAVE_BLACK))
    assert upfloaters(field, edition, solver) == ()


def test_c4_the_rest_must_be_pairable(edition: DubovEdition, solver: Solver) -> None:
    # C4, C.4
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_BLACK),
        entrant(3, 2, WANTS_BLACK, avoid=(4,)),
        entrant(4, 2, WANTS_BLACK),
    )
    assert upfloaters(field, edition, solver) == (3,)


def test_c4_more_upfloaters_than_the_residents_need(edition: DubovEdition, solver: Solver) -> None:
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 4, WANTS_BLACK),
        entrant(3, 2, WANTS_BLACK, avoid=(4,)),
        entrant(4, 2, WANTS_BLACK),
    )
    trace: Trace = []
    pair_field(field, edition, solver, trace)
    needed = next(step for step in trace if isinstance(step, UpfloatersNeeded))
    assert (needed.left_over, needed.number) == (0, 2)
    assert needed.need is Need.COMPLETION


def test_c5_before_c7_few_upfloaters(edition: DubovEdition, solver: Solver) -> None:
    # C5, C.5; 3.2.1, B.1
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 4, WANTS_WHITE),
        entrant(3, 2, WANTS_BLACK),
        entrant(4, 2, WANTS_BLACK),
    )
    assert upfloaters(field, edition, solver) == ()


def test_c5_before_c6_two_upfloaters_with_a_low_score_rather_than_four(
    edition: DubovEdition, solver: Solver
) -> None:
    """There are six residents, 12 among them, and six lower players who can be paired in two ways
    only.
    """
    two_upfloaters = {(3, 10), (1, 2), (6, 7), (4, 5), (8, 9), (11, 12)}
    four_upfloaters = {(1, 3), (2, 6), (4, 7), (5, 8), (9, 10), (11, 12)}
    legal = two_upfloaters | four_upfloaters
    scores = {n: 4 if n <= 5 else 2 if n <= 8 else 0 for n in range(1, 11)} | {11: 2, 12: 4}
    field = field_of(
        *(
            entrant(
                n,
                scores[n],
                WANTS_WHITE,
                avoid=tuple(m for m in scores if m > n and (n, m) not in legal),
            )
            for n in scores
        )
    )
    assert upfloaters(field, edition, solver) == (11, 10)


def test_c6_before_c7_high_scores(edition: DubovEdition, solver: Solver) -> None:
    # C6, C.6; 3.2.2, B.2; A.3, 1.3
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_WHITE),
        entrant(3, 0, WANTS_BLACK),
        entrant(4, 0, WANTS_BLACK),
    )
    assert upfloaters(field, edition, solver) == (2,)


def test_c6_before_c7_though_two_of_the_rarer_colour_must_meet(
    edition: DubovEdition, solver: Solver
) -> None:
    """3 has met 1 and 2, so 3 and 4 meet, who both want Black; with 5 or 6 all preferences would
    differ.
    """
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 4, WANTS_WHITE),
        entrant(3, 4, WANTS_BLACK, avoid=(1, 2)),
        entrant(4, 2, WANTS_BLACK),
        entrant(5, 0, WANTS_WHITE),
        entrant(6, 0, WANTS_WHITE),
    )
    assert upfloaters(field, edition, solver) == (4,)


def test_c6_the_lowest_score_counts_first(edition: DubovEdition, solver: Solver) -> None:
    """The choice is between scores 4 and 1, and 2 and 2: it is the second, because its lowest is
    higher.

    1 can meet 3 or 4, and 2 can meet 5 or 6; taking 3 and 5 would leave 4 and 6, who have met.
    """
    field = field_of(
        entrant(1, 6, WANTS_WHITE, avoid=(2, 5, 6)),
        entrant(2, 6, WANTS_BLACK, avoid=(3, 4)),
        entrant(3, 4, WANTS_BLACK),
        entrant(4, 2, WANTS_BLACK, avoid=(6,)),
        entrant(5, 2, WANTS_WHITE),
        entrant(6, 1, WANTS_WHITE),
    )
    assert upfloaters(field, edition, solver) == (4, 5)


def test_c7_before_c8_colours(edition: DubovEdition, solver: Solver) -> None:
    # C7, C.7
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_WHITE),
        entrant(3, 2, WANTS_BLACK, upfloats="-^^^"),
        entrant(4, 2, WANTS_WHITE),
    )
    assert upfloaters(field, edition, solver) == (3,)


def test_c8_maximum_upfloaters_by_number(edition: DubovEdition, solver: Solver) -> None:
    """One set has two maximum upfloaters with six upfloats, the other two with seven."""
    field = field_of(
        entrant(1, 4, WANTS_WHITE, avoid=(2, 4, 6)),
        entrant(2, 4, WANTS_BLACK, avoid=(3, 5)),
        entrant(3, 2, WANTS_BLACK, upfloats="----^^^", avoid=(6,)),
        entrant(4, 2, WANTS_WHITE, upfloats="----^^^", avoid=(5,)),
        entrant(5, 2, WANTS_BLACK, upfloats="^^^^^^^"),
        entrant(6, 2, WANTS_WHITE, upfloats="-------"),
        round=8,
        rounds=9,
    )
    bracket = first_bracket(field, edition, solver)
    assert bracket.upfloaters == (5, 6)
    assert [value for _, value in bracket.failures][3:] == [(1,), (7,), (1,)]


def test_c8_begins_at_max_t(edition: DubovEdition, solver: Solver) -> None:
    # C8, C.8; A.7, 1.8
    """Two upfloats make a maximum upfloater in four rounds, but not in five."""
    players = (
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_BLACK, upfloats="-^^"),
        entrant(3, 2, WANTS_BLACK, upfloats="-^-"),
        entrant(4, 2, WANTS_WHITE),
    )
    four = field_of(*players, round=3, rounds=4)
    five = field_of(*players, round=3, rounds=5)
    assert upfloaters(four, edition, solver) == (3,)
    assert upfloaters(five, edition, solver) == (2,)


def test_c8_before_c10(edition: DubovEdition, solver: Solver) -> None:
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_BLACK, upfloats="-^^^"),
        entrant(3, 2, WANTS_BLACK, upfloats="^---"),
        entrant(4, 2, WANTS_WHITE),
    )
    assert upfloaters(field, edition, solver) == (3,)


def test_c9_before_c10_upfloats_of_maximum_upfloaters(
    edition: DubovEdition, solver: Solver
) -> None:
    # C9, C.9
    field = field_of(
        entrant(1, 4, WANTS_WHITE, avoid=(4,)),
        entrant(2, 2, WANTS_BLACK, upfloats="-^^^^"),
        entrant(3, 2, WANTS_BLACK, upfloats="^^^--"),
        entrant(4, 2, WANTS_WHITE),
        round=6,
    )
    assert upfloaters(field, edition, solver) == (3,)


def test_c10_not_twice_running(edition: DubovEdition, solver: Solver) -> None:
    # C10, C.10
    field = field_of(
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_BLACK, upfloats="^---"),
        entrant(3, 2, WANTS_BLACK, upfloats="-^^-"),
        entrant(4, 2, WANTS_WHITE),
    )
    assert upfloaters(field, edition, solver) == (3,)


@pytest.mark.parametrize("upfloats", ["-^^^^", "^----"])
def test_c8_to_c10_lapse_in_the_last_round(
    edition: DubovEdition, solver: Solver, upfloats: str
) -> None:
    players = (
        entrant(1, 4, WANTS_WHITE, avoid=(4,)),
        entrant(2, 2, WANTS_BLACK, upfloats=upfloats),
        entrant(3, 2, WANTS_BLACK),
        entrant(4, 2, WANTS_WHITE),
    )
    assert upfloaters(field_of(*players, round=9), edition, solver) == (2,)
    assert upfloaters(field_of(*players, round=8), edition, solver) == (3,)


def test_unknown_number_of_rounds(edition: DubovEdition, solver: Solver) -> None:
    """No round is the last one, and MaxT is that of the smallest possible number of rounds."""
    players = (
        entrant(1, 4, WANTS_WHITE),
        entrant(2, 2, WANTS_BLACK, upfloats="-^^^"),
        entrant(3, 2, WANTS_BLACK),
        entrant(4, 2, WANTS_WHITE),
    )
    field = field_of(*players, round=5, rounds=None)
    assert upfloaters(field, edition, solver) == (3,)
    field = field_of(*players, round=10, rounds=None)
    assert upfloaters(field, edition, solver) == (2,)


def test_impossible_says_which_criteria(edition: DubovEdition, solver: Solver) -> None:
    # A.8, 1.9
    field = field_of(
        entrant(1, 4, WANTS_WHITE, avoid=(2, 3, 4)),
        entrant(2, 2, WANTS_BLACK),
        entrant(3, 2, WANTS_BLACK),
        entrant(4, 2, WANTS_WHITE),
    )
    with pytest.raises(Impossible) as caught:
        pair_field(field, edition, solver)
    assert 1 in caught.value.blocked
    assert [code.replace(".", "") for code in caught.value.criteria] == ["C1", "C3"]


def test_nobody_to_pair(edition: DubovEdition, solver: Solver) -> None:
    assert pair_field(field_of(), edition, solver).boards == ()
    alone = pair_field(field_of(entrant(1)), edition, solver)
    assert (alone.boards, alone.bye) == ((), 1)
