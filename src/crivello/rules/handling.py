"""The shared rules C.04.1 and C.04.2: which edition applies to a tournament, and its article
numbers.

Articles are numbered by letters in the texts before February 2026 (`C.04.2.B.3`), by figures since
then (`C.04.2: 2.3`). Code that shows such an article to a user gets its number here, by the
settings of the tournament: docs/decisions/editions-of-the-shared-rules.md.
"""

from __future__ import annotations

from enum import Enum

from crivello.model.dates import readings
from crivello.model.keys import SYSTEMS, SystemKey
from crivello.model.settings import Settings

SINCE = "2026/02/01"
"""First day of the texts numbered by figures."""


class Handling(Enum):
    """An edition of the rules that all systems share, C.04.1 and C.04.2."""

    BEFORE_2026 = "2017"
    SINCE_2026 = "2026"


def handling_of(settings: Settings) -> Handling:
    """Return the edition that applies to a tournament, by its system, otherwise by its first day.

    If neither decides, it is the older one for a system that was replaced in 2026, the one in force
    for a system that was not (Lim).
    """
    system = SYSTEMS.get(settings.system or "")
    if system is not None and _is_from_2026(system):
        return Handling.SINCE_2026
    if system is not None and system.until is not None:
        return Handling.BEFORE_2026
    meant = {day >= SINCE for day in readings(settings.start)}
    if len(meant) == 1:
        return Handling.SINCE_2026 if meant.pop() else Handling.BEFORE_2026
    replaced = system is not None and any(
        _is_from_2026(other) for other in SYSTEMS.of(system.family)
    )
    return Handling.BEFORE_2026 if replaced else Handling.SINCE_2026


def _is_from_2026(system: SystemKey) -> bool:
    return (system.since or "").replace("-", "/") >= SINCE


class Article(Enum):
    """A shared rule: its article number before 2026 and since."""

    # C.04.1
    ROUNDS_ANNOUNCED = "C.04.1.a", "C.04.1: 1"
    NO_REMATCH = "C.04.1.b", "C.04.1: 2"
    BYE = "C.04.1.c", "C.04.1: 3"
    NO_SECOND_BYE = "C.04.1.d", "C.04.1: 4"
    COLOUR_LIMITS = "C.04.1.f-g", "C.04.1: 6-7"
    COLOUR_DUE = "C.04.1.h", "C.04.1: 8"
    # C.04.2
    PUBLISHED_SYSTEM = "C.04.2.A.1", "C.04.2: 1.1"
    APPROVED_PROGRAM = "C.04.4", "C.04.2: 1.4"
    """Deprecated systems; before 2026 the chapter on the other systems said so."""
    NO_FAVOUR = "C.04.2.A.5", "C.04.2: 1.5"
    STRENGTH = "C.04.2.B.1", "C.04.2: 2.1"
    INITIAL_ORDER = "C.04.2.B.2", "C.04.2: 2.2"
    NUMBERS = "C.04.2.B.3", "C.04.2: 2.3"
    LATE_ENTRY = "C.04.2.C.2", "C.04.2: 2.4"
    LIST_CLOSED = "C.04.2.C.3", "C.04.2: 2.5"
    ADJOURNED = "C.04.2.D.1", "C.04.2: 3.1"
    NO_SHOW = "C.04.2.D.2", "C.04.2: 3.2"
    """A rule of its own before 2026: withdrawn unless the absence is explained."""
    WITHDRAWN = "C.04.2.D.3", "C.04.2: 3.2"
    CONFIRMED = "C.04.2.C.1", "C.04.2: 4.1"
    RESULTS_PUBLISHED = "C.04.2.D.7", "C.04.2: 4.2"
    CORRECTIONS = "C.04.2.D.8", "C.04.2: 4.3"
    PUBLISHED_PAIRINGS = "C.04.2.D.10", "C.04.2: 4.4"

    def of(self, settings: Settings) -> str:
        """Return the article number in the edition that applies to a tournament."""
        before, since = self.value
        return since if handling_of(settings) is Handling.SINCE_2026 else before
