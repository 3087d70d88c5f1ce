"""No colour a third time running, and no difference of three."""

from __future__ import annotations

from itertools import product

import pytest

from crivello.model.result import Colour
from crivello.rules.colours import colours_fit, may_have
from tests.support.entrants import entrant

HISTORIES = ["", "W", "B", "WW", "BB", "WBWW", "BWBB", "WBW", "WWBB", "WBWWBW", "WWBWWBB", "WWWWBB"]


@pytest.mark.parametrize("colours", HISTORIES)
def test_one_more_game(colours: str) -> None:
    # C.04.1.f (1)
    for colour, letter in ((Colour.WHITE, "W"), (Colour.BLACK, "B")):
        after = colours + letter
        wide = abs(after.count("W") - after.count("B")) > 2
        expected = not wide and after[-3:] not in ("WWW", "BBB")
        assert may_have(entrant(1, colours), colour) is expected


def test_a_pair_fits_if_some_colours_keep_both_within_the_limits() -> None:
    # C.04.1.g (1)
    # Lim: 2.1 (1)
    for one, other in product(HISTORIES, repeat=2):
        a, b = entrant(1, one), entrant(2, other)
        ways = [(Colour.WHITE, Colour.BLACK), (Colour.BLACK, Colour.WHITE)]
        expected = any(may_have(a, mine) and may_have(b, theirs) for mine, theirs in ways)
        assert colours_fit(a, b) is expected


def test_two_whites_too_many_after_two_blacks_leave_no_colour() -> None:
    """This is possible only in rounds that another system paired."""
    assert not may_have(entrant(1, "WWWWBB"), Colour.WHITE)
    assert not may_have(entrant(1, "WWWWBB"), Colour.BLACK)
