"""Who may not receive the pairing-allocated bye (C.04.1: 4, old d), by edition."""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.dates import readings
from crivello.model.history import History
from crivello.model.result import Award
from crivello.model.settings import Scoring

ByeBar = Callable[[History, Scoring], bool]

PAIRING_ALLOCATED_BYE, FORFEIT_WIN = Award.PAIRING_ALLOCATED_BYE, Award.FORFEIT_WIN


def barred_2017(history: History, scoring: Scoring) -> bool:
    """Had one already, or won because the opponent did not appear."""
    if len(history.parts) == len(history.colours):
        return False  # he has played every round
    for part in history.parts:
        if part.award is PAIRING_ALLOCATED_BYE or part.award is FORFEIT_WIN:
            return True
    return False


def barred_2026(history: History, scoring: Scoring) -> bool:
    """Had one already, or scored a win's points in some round without playing."""
    if len(history.parts) == len(history.colours):
        return False  # he has played every round
    for part in history.parts:
        if not part.played and (part.award is PAIRING_ALLOCATED_BYE or part.points >= scoring.win):
            return True
    return False


def barred_before_2017(history: History, scoring: Scoring) -> bool:
    """Any point, or part of one, received without playing."""
    return any(
        part.award is PAIRING_ALLOCATED_BYE or part.points > 0
        for part in history.parts
        if not part.played
    )


IN_FORCE: tuple[tuple[str, ByeBar], ...] = (
    ("2026/02/01", barred_2026),
    ("2017/07/01", barred_2017),
    ("", barred_before_2017),
)
"""The bars of the Basic Rules with the day from which each was in force, the newest first."""


def bar_in_force(start: str, in_doubt: ByeBar) -> ByeBar:
    """The bar on a tournament's first day; `in_doubt` if that is unknown or has two answers."""
    bars = {next(bar for since, bar in IN_FORCE if since <= day): None for day in readings(start)}
    return next(iter(bars)) if len(bars) == 1 else in_doubt
