"""Colour allocation of the Lim system (5): who has White in a pair, and by which article."""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.rules.colour_limits import may_have
from crivello.rules.colours import higher_ranked, latest_difference


def allocate(
    a: Entrant, b: Entrant, round_number: int, below_median: bool, initial: Colour
) -> tuple[Entrant, Entrant, str]:
    """White, Black and the article; `below_median`: the pair was made in a group below it."""
    first, second = higher_ranked(a, b)
    colour, article = _colour_of_first(first, second, round_number, below_median, initial)
    return (first, second, article) if colour is Colour.WHITE else (second, first, article)


def _colour_of_first(
    first: Entrant, second: Entrant, round_number: int, below_median: bool, initial: Colour
) -> tuple[Colour, str]:
    due, other = first.preference, second.preference
    if due is None and other is None:
        # 7: odd numbers of the upper half have the colour of No. 1.
        upper = min(first, second, key=lambda player: player.number)
        his = initial if upper.parity % 2 else initial.opposite
        return (his if upper is first else his.opposite), "7.2"
    if due is not other:
        # 5.1: the alternate or equalising colour for both; who has no history leaves the choice.
        if due is not None:
            return due, "5.1"
        assert other is not None
        return other.opposite, "5.1"
    assert due is not None
    # 5.3, 5.1: who must not have the other colour gets his own (in the last round both may be so).
    bound = [player for player in (first, second) if not may_have(player, due.opposite)]
    if len(bound) == 1:
        twice_running = bound[0].history.colours[-2:] in ("WW", "BB")
        article = "5.3" if twice_running else "5.1.2"
        return (due if bound[0] is first else due.opposite), article
    # 5.5, 5.6: who missed a game may be balanced while the other is not; the other is served.
    wider = abs(first.colour_difference) - abs(second.colour_difference)
    if wider:
        return (due if wider > 0 else due.opposite), "5.5" if round_number % 2 else "5.6"
    # 5.4: back to the first difference; without any, the higher ranked, below the median the lower.
    had = latest_difference(first, second)
    if had is not None:
        return (Colour.BLACK if had == "W" else Colour.WHITE), "5.4"
    return (due.opposite if below_median else due), "5.4"
