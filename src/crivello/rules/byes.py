"""Who may not receive the pairing-allocated bye (C.04.1: 4, old d), by edition."""

from __future__ import annotations

from collections.abc import Callable

from ..model.history import History
from ..model.result import Award
from ..model.settings import Scoring

ByeBar = Callable[[History, Scoring], bool]


def barred_2017(history: History, scoring: Scoring) -> bool:
    """Had one already, or won because the opponent did not appear."""
    return history.unplayed > 0 and any(
        entry.award is Award.PAIRING_ALLOCATED_BYE or entry.award is Award.FORFEIT_WIN
        for entry in history.entries
    )


def barred_2026(history: History, scoring: Scoring) -> bool:
    """Had one already, or scored a win's points in some round without playing."""
    return history.unplayed > 0 and any(
        entry.award is Award.PAIRING_ALLOCATED_BYE or entry.points >= scoring.win
        for entry in history.entries
        if not entry.played
    )


def barred_before_2017(history: History, scoring: Scoring) -> bool:
    """Any point, or part of one, received without playing."""
    return any(
        entry.award is Award.PAIRING_ALLOCATED_BYE or entry.points > 0
        for entry in history.entries
        if not entry.played
    )
