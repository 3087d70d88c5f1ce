"""Who may not receive the pairing-allocated bye (C.04.1: 4, old d), by edition."""

from __future__ import annotations

from collections.abc import Callable

from ..model.history import History
from ..model.result import Award
from ..model.settings import Scoring

ByeBar = Callable[[History, Scoring], bool]

PAIRING_ALLOCATED_BYE, FORFEIT_WIN = Award.PAIRING_ALLOCATED_BYE, Award.FORFEIT_WIN


def barred_2017(history: History, scoring: Scoring) -> bool:
    """Had one already, or won because the opponent did not appear."""
    if len(history.entries) == len(history.colours):
        return False  # he has played every round
    for entry in history.entries:
        if entry.award is PAIRING_ALLOCATED_BYE or entry.award is FORFEIT_WIN:
            return True
    return False


def barred_2026(history: History, scoring: Scoring) -> bool:
    """Had one already, or scored a win's points in some round without playing."""
    if len(history.entries) == len(history.colours):
        return False  # he has played every round
    for entry in history.entries:
        if not entry.played and (
            entry.award is PAIRING_ALLOCATED_BYE or entry.points >= scoring.win
        ):
            return True
    return False


def barred_before_2017(history: History, scoring: Scoring) -> bool:
    """Any point, or part of one, received without playing."""
    return any(
        entry.award is PAIRING_ALLOCATED_BYE or entry.points > 0
        for entry in history.entries
        if not entry.played
    )
