"""Do the points of a player line agree with its results?"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from ...model.errors import N_
from ...model.history import History, histories
from ...model.result import Award
from ...model.tournament import Tournament
from .draft import Draft

POINTS_DIFFER = N_("Player {player}: the file says {stated} points, his results make {computed}.")


def check_points(draft: Draft, tournament: Tournament) -> None:
    """Report every player line whose points its results cannot explain.

    Right are the points after the last paired round, with or without the byes already entered
    for the rounds to come, and with or without what open games are worth.
    """
    paired = tournament.paired_rounds
    past = histories(tournament, paired + 1)
    scoring = tournament.settings.scoring
    for entry in draft.players.values():
        if entry.points is None or entry.broken or any(c.broken for c in entry.cells.values()):
            continue
        history = past[entry.number]
        ahead = [
            scoring.points(cell.bye.award, None)
            for number, cell in sorted(entry.cells.items())
            if number > paired and cell.bye is not None
        ]
        right = {
            history.score + bonus - held
            for bonus in accumulate(ahead, initial=0)
            for held in (0, open_points(history))
        }
        if entry.points * scoring.unit in right:
            continue
        text = entry.line.cut(81, 84)
        computed = as_points(history.score, scoring.unit)
        draft.report.illegal(
            POINTS_DIFFER,
            entry.line.number,
            81,
            text,
            computed,
            player=entry.number,
            stated=text,
            computed=computed,
        )


def open_points(history: History) -> int:
    """What his open games count for the pairing."""
    return sum(entry.points for entry in history.entries if entry.award is Award.ADJOURNED)


def as_points(amount: int, unit: int) -> str:
    """Points as a report file writes them: at least one decimal, no more than needed."""
    value = Fraction(amount, unit)
    sign, value = ("-", -value) if value < 0 else ("", value)
    for places in (1, 2, 3):
        scaled = value * 10**places
        if scaled.denominator == 1:
            break
    whole, rest = divmod(round(scaled), 10**places)
    return f"{sign}{whole}.{rest:0{places}}"
