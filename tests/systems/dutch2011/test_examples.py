"""The small examples of the booklet on the older rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.model.field import Float, Strength
from crivello.model.history import Part
from crivello.model.result import Award
from crivello.model.settings import Scoring
from crivello.systems.dutch2011.bracket import Facts, OlderBracket, divide, unplayed_float
from crivello.systems.dutch2011.sieve import exchanges, transpositions
from tests.support.cases import example
from tests.systems.dutch2011.fields import entrant, field, paired


def test_transpositions_and_the_first_valid_one() -> None:
    # D.1, A.9, C.5
    entry = example("dutch2012-transpositions")
    s2 = tuple(entry["input"]["S2"])
    orders = ["".join(map(str, order)) for order in transpositions(s2, len(s2))]
    assert orders == entry["expected"]["order"]
    wishes = {1: "b", 2: "w", 3: "b", 5: "b", 6: "w", 7: "b"}
    pairs = dict(paired(*(entrant(number, 2, wish) for number, wish in wishes.items())))
    found = "".join(str(pairs[number]) for number in (1, 2, 3))
    assert found == entry["expected"]["first_valid"]


def test_first_transposition_that_changes_both() -> None:
    entry = example("dutch2012-first-change-both")
    start = tuple(map(int, entry["input"]["string"]))
    found = next(
        order
        for order in transpositions(start, len(start))
        if order[0] != start[0] and order[1] != start[1]
    )
    assert "".join(map(str, found)) == entry["expected"]["transposition"]


def test_x_of_the_examples_of_2011() -> None:
    # A.8, C.2
    entry = example("dutch2012-x")
    wishes = "w" * entry["input"]["W"] + "b" * entry["input"]["B"]
    players = tuple(entrant(number, 2, wish) for number, wish in enumerate(wishes, start=1))
    assert Facts(field(*players)).allowance(players).x == entry["expected"]["x"]


@pytest.mark.parametrize("wishes", ["", "w", "wb", "wwb", "wwwb", "wwww", "bbbbbww", "wwwwbb"])
def test_x_is_half_the_difference(wishes: str) -> None:
    players = tuple(entrant(number, 2, wish) for number, wish in enumerate(wishes, start=1))
    x = Facts(field(*players)).allowance(players).x
    assert x == abs(wishes.count("w") - wishes.count("b")) // 2


def test_floats_of_unplayed_rounds_in_dutch_2011() -> None:
    entry = example("dutch2012-forfeit-float")
    awards = {
        "bye": Award.PAIRING_ALLOCATED_BYE,
        "forfeit win": Award.FORFEIT_WIN,
        "forfeit loss": Award.FORFEIT_LOSS,
        "announced absence": Award.ZERO_POINT_BYE,
    }
    scoring = Scoring()
    found = []
    for name in entry["input"]["events"]:
        points = scoring.points(awards[name], None)
        float_ = unplayed_float(Part(None, awards[name], points, False, ""), scoring)
        found.append(float_ is Float.DOWN)
    assert found == entry["expected"]["downfloat"]


def test_variable_before_even_and_semi_absolute_before_odd_rounds() -> None:
    mild, strong, absolute = entrant(1, 2, "(w)"), entrant(2, 2, "w"), entrant(3, 2, "W")
    assert (mild.strength, strong.strength) == (Strength.MILD, Strength.STRONG)
    even, odd = Facts(field(round_number=4)), Facts(field(round_number=5))
    assert [even.variable(player) for player in (mild, strong, absolute)] == [True, False, False]
    assert [odd.variable(player) for player in (mild, strong, absolute)] == [False] * 3
    assert [odd.semi_absolute(p) for p in (mild, strong, absolute)] == [False, True, False]
    assert [even.semi_absolute(p) for p in (mild, strong, absolute)] == [False] * 3


def test_semi_absolute_is_kept_unless_it_costs_a_floater() -> None:
    """Round 5: 1 and 3, both with a strong preference for White, do not meet, whether or not x =
    1.
    """
    others = [entrant(2, 2, "(w)"), entrant(4, 2, "(b)")]
    four = [entrant(1, 2, "w"), others[0], entrant(3, 2, "w"), others[1]]
    assert paired(*four, round_number=5) == {(1, 4), (2, 3)}
    mild = [replace(player, strength=Strength.MILD) for player in four]
    assert paired(*mild, round_number=5) == {(1, 3), (2, 4)}
    assert paired(four[0], four[2], round_number=5) == {(1, 3)}


@pytest.mark.parametrize(
    ("above", "residents", "homogeneous"),
    [(0, 4, True), (1, 3, False), (2, 3, False), (2, 2, True), (3, 1, True), (1, 1, True)],
)
def test_half_or_more_from_above_make_a_bracket_homogeneous(
    above: int, residents: int, homogeneous: bool
) -> None:
    """This is the example dutch2012-heterogeneous-as-homogeneous."""
    moved = tuple(entrant(number, 4) for number in range(1, above + 1))
    own = tuple(entrant(number, 2) for number in range(above + 1, above + residents + 1))
    bracket = OlderBracket(moved, own)
    assert bracket.homogeneous is homogeneous
    target = divide(bracket)
    assert target.p == ((above + residents) // 2 if homogeneous else above)


def test_exchanges_of_the_printed_matrix() -> None:
    """D.2 with S1 = 1-4 and S2 = 5-8; the text leaves out those of 1 and 8, which repeat."""
    inner = [
        (out, into)
        for out, into in exchanges((1, 2, 3, 4), (5, 6, 7, 8))
        if 1 not in out and 8 not in into
    ]
    one = [(4, 5), (4, 6), (3, 5), (4, 7), (3, 6), (2, 5), (3, 7), (2, 6), (2, 7)]
    assert [(out[0], into[0]) for out, into in inner if len(out) == 1] == one
    two = ["34-56", "34-57", "24-56", "34-67", "24-57", "23-56", "24-67", "23-57", "23-67"]
    assert [
        "".join(map(str, out)) + "-" + "".join(map(str, into))
        for out, into in inner
        if len(out) == 2
    ] == two
