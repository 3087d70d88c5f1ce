"""Colour allocation: who has White in a pair, and by which article (2016: 5; 2026: 5.2)."""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.rules.colour_limits import may_have
from crivello.rules.colours import latest_difference
from crivello.systems.burstein.order import Places

Allocation = tuple[Colour, str]
"""The colour of the player asked about, and the article."""


def allocate_2016(
    a: Entrant, b: Entrant, places: Places, initial: Colour
) -> tuple[Entrant, Entrant, str]:
    """White, Black and the article; within the limits 5.2 and 5.3 in any case."""
    first, second = _higher_placed(a, b, places)
    colour, article = _first_has_2016(first, second, initial)
    return (first, second, article) if colour is Colour.WHITE else (second, first, article)


def allocate_2026(
    a: Entrant, b: Entrant, places: Places, initial: Colour
) -> tuple[Entrant, Entrant, str]:
    """White, Black and the article."""
    first, second = _higher_placed(a, b, places)
    colour, article = _first_has_2026(first, second, initial)
    return (first, second, article) if colour is Colour.WHITE else (second, first, article)


def _higher_placed(a: Entrant, b: Entrant, places: Places) -> tuple[Entrant, Entrant]:
    return (a, b) if places[a.id] < places[b.id] else (b, a)


def _first_has_2016(first: Entrant, second: Entrant, initial: Colour) -> Allocation:
    due, other = first.preference, second.preference
    if due is None and other is None:
        # 5.1: odd numbers of the top half have the colour of No. 1; his opponent the other one.
        upper = min(first, second, key=lambda player: player.number)
        his = initial if upper.parity % 2 else initial.opposite
        return (his if upper is first else his.opposite), "5.1"
    # 5.4, first: both their due colours; who has none leaves the choice to the other.
    if due is not other:
        return (due if due is not None else _opposite(other)), "5.4.1"
    assert due is not None
    # 5.2, 5.3: whoever cannot yield gets his due colour.
    for player, colour_of_first in ((first, due), (second, due.opposite)):
        if not may_have(player, due.opposite):
            wide = abs(player.colour_difference) >= 2
            return colour_of_first, "5.2" if wide else "5.3"
    # 5.4, second: equalise; the larger imbalance is served.
    wider = abs(first.colour_difference) - abs(second.colour_difference)
    if wider:
        return (due if wider > 0 else due.opposite), "5.4.2"
    return _by_history(first, second, due, "5.4.3", "5.4.4")


def _first_has_2026(first: Entrant, second: Entrant, initial: Colour) -> Allocation:
    mine, theirs = first.preference, second.preference
    if mine is not theirs:
        return (mine if mine is not None else _opposite(theirs)), "5.2.2"
    if mine is None:
        return (initial if first.parity % 2 else initial.opposite), "5.2.1"
    if first.strength != second.strength:
        return (mine if first.strength > second.strength else mine.opposite), "5.2.3"
    return _by_history(first, second, mine, "5.2.4", "5.2.5")


def _by_history(
    first: Entrant, second: Entrant, wanted: Colour, differ: str, same: str
) -> Allocation:
    """Alternate from the latest difference; without one the higher placed gets his colour."""
    had = latest_difference(first, second)
    if had is not None:
        return (Colour.BLACK if had == "W" else Colour.WHITE), differ
    return wanted, same


def _opposite(colour: Colour | None) -> Colour:
    assert colour is not None
    return colour.opposite
