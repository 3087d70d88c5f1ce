"""Colours of the Lim system (5), and decisions where the text is silent."""

from __future__ import annotations

import pytest

from crivello.model.result import Colour
from crivello.systems.lim.rules import allocate
from tests.support.entrants import entrant


@pytest.mark.parametrize(
    ("first", "second", "below", "colour_of_first", "article"),
    [
        ("", "", False, "W", "7.2"),
        ("W", "B", False, "B", "5.1"),
        ("", "W", False, "W", "5.1"),
        ("WBW", "BWW", False, "W", "5.3"),
        ("WWBW", "WBW", False, "B", "5.1.2"),
        # Only one of them has a colour that equalises.
        ("WBW", "BW", False, "B", "5.6"),
        ("BW", "WBW", False, "W", "5.6"),
        ("BW", "WBW", True, "W", "5.6"),
        ("WWBBW", "WBWBW", False, "W", "5.4"),
        ("WBWBW", "WWBBW", False, "B", "5.4"),
        ("WBW", "WBW", False, "B", "5.4"),
        # The same below the median: the lower ranked gets the colour.
        ("WBW", "WBW", True, "W", "5.4"),
    ],
)
def test_colours_of_two_players_in_lim(
    first: str, second: str, below: bool, colour_of_first: str, article: str
) -> None:
    # Lim: 5.1 (1, 2, 3); Lim: 5.3 (1); Lim: 5.4 (1, 2, 3); Lim: 5.6 (1, 2)
    one, other = entrant(1, first, score=4), entrant(2, second, score=4)
    white, _, found = allocate(one, other, 4, below, Colour.WHITE)
    assert ("W" if white is one else "B", found) == (colour_of_first, article)


def test_one_more_of_a_colour_in_odd_rounds() -> None:
    """5.5: White would be one more for 1, who is balanced, and two more for 2."""
    # Lim: 5.5 (1)
    white, black, article = allocate(entrant(1, "WBBW"), entrant(2, "WBW"), 5, False, Colour.WHITE)
    assert (white.number, black.number, article) == (1, 2, "5.5")


def test_higher_ranked_is_the_higher_score_then_the_number() -> None:
    low, high = entrant(1, "WBW", score=2), entrant(9, "WBW", score=4)
    white, black, _ = allocate(low, high, 4, False, Colour.WHITE)
    assert (white.number, black.number) == (1, 9)


def test_two_without_a_game_go_by_the_parity_of_the_higher_placed() -> None:
    white, black, _ = allocate(entrant(4), entrant(7), 4, False, Colour.WHITE)
    assert (white.number, black.number) == (7, 4)
    white, black, _ = allocate(entrant(3), entrant(7), 4, False, Colour.BLACK)
    assert (white.number, black.number) == (7, 3)


def test_due_colour_after_two_in_a_row_in_lim() -> None:
    """One White less than Black, but the last two were White: Black is due, and compulsory."""
    player = entrant(1, "BBWBBWW")
    assert (player.colour_difference, player.preference) == (-1, Colour.BLACK)
    white, _, article = allocate(player, entrant(2, "B"), 8, False, Colour.WHITE)
    assert (white.number, article) == (2, "5.1")
