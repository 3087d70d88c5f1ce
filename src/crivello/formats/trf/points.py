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
    for the rounds to come, and with or without what each open game is worth.
    """
    if draft.unclear_scoring:
        return
    paired = tournament.paired_rounds
    past = histories(tournament, paired + 1)
    scoring = tournament.settings.scoring
    for entry in draft.players.values():
        broken = entry.broken or any(cell.broken for cell in entry.cells.values())
        if entry.points is None or broken or entry.number in draft.doubtful:
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
            for held in accumulate(open_points(history), initial=0)
        }
        if entry.points * scoring.unit in right:
            continue
        text = entry.line.cut(81, 84)
        computed = as_points(history.score, scoring.unit) or "?"
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


def open_points(history: History) -> list[int]:
    """What his open games count for the pairing, one by one."""
    return [entry.points for entry in history.entries if entry.award is Award.ADJOURNED]


def as_points(amount: int, unit: int) -> str | None:
    """Points as a report file writes them: one decimal, or two; None if that is not exact."""
    value = abs(Fraction(amount, unit))
    for places in (1, 2):
        scaled = value * 10**places
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**places)
            return f"{'-' if amount < 0 else ''}{whole}.{rest:0{places}}"
    return None
