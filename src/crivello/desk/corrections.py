"""Which of the three effects a correction has (C.04.2: 4.3, old D.8)."""

from __future__ import annotations

from datetime import datetime, timedelta

from crivello.desk.events import Effect
from crivello.desk.state import Section


def effect_now(section: Section, round_number: int) -> Effect | None:
    """The effect of a correction to a published round that is notified now.

    None while neither its results nor the next round are published: then it is a plain entry.
    """
    this = section.rounds[round_number - 1]
    if len(section.rounds) == round_number:
        return Effect.NOW if this.results_published else None
    following = section.rounds[round_number]
    if len(section.rounds) == round_number + 1 and not following.ended:
        return Effect.NEXT
    return Effect.RATING


def deadline_passed(section: Section, round_number: int, now: datetime) -> bool:
    """Is the announced time after the publication of the results over?"""
    minutes = section.announced.correction_minutes
    published = section.rounds[round_number - 1].results_published
    if minutes is None or not published:
        return False
    return now > datetime.fromisoformat(published) + timedelta(minutes=minutes)
