"""The pairing systems by key: family, edition, dates and file codes. Data only."""

from __future__ import annotations

from typing import NamedTuple

from crivello.model.errors import N_, Unsupported


class SystemKey(NamedTuple):
    key: str
    family: str
    title: str
    """Marked for the catalogue, like the source."""
    since: str | None
    """First day in force, ``YYYY-MM-DD``; None: only by explicit key."""
    until: str | None
    """Last day in force; None: still in force."""
    code: str | None
    """Type code of TRF26 record 192 that names this very edition."""
    source: str


SYSTEMS: tuple[SystemKey, ...] = (
    SystemKey(
        "dutch-2026",
        "dutch",
        N_("FIDE (Dutch) System, 2026"),
        "2026-02-01",
        None,
        "FIDE_DUTCH_2026",
        N_("C.04.3 as applied from 1 February 2026"),
    ),
    SystemKey(
        "dutch-2017",
        "dutch",
        N_("FIDE (Dutch) System, Baku 2016"),
        "2017-07-01",
        "2026-01-31",
        "FIDE_DUTCH_2017",
        N_("C.04.3 approved at the 87th Congress, Baku 2016"),
    ),
    SystemKey(
        "dutch-2011",
        "dutch",
        N_("FIDE (Dutch) System before 2013"),
        "1998-01-01",
        "2012-12-31",
        None,
        N_("C.04.1 with the procedure C.1-C.14"),
    ),
    SystemKey(
        "dubov-2026",
        "dubov",
        N_("Dubov System, 2026"),
        "2026-02-01",
        None,
        None,
        N_("C.04.4.1 as applied from 1 February 2026"),
    ),
    SystemKey(
        "dubov-2018",
        "dubov",
        N_("Dubov System, Batumi 2018"),
        "2018-10-01",
        "2026-01-31",
        None,
        N_("C.04.4.1 approved at the 89th Congress, Batumi 2018"),
    ),
    SystemKey(
        "dubov-1997",
        "dubov",
        N_("Dubov System, 1997"),
        "1997-01-01",
        "2018-09-30",
        None,
        N_("C.04.4.1 adopted in 1997"),
    ),
    SystemKey(
        "burstein-2026",
        "burstein",
        N_("Burstein System, 2026"),
        "2026-02-01",
        None,
        None,
        N_("C.04.4.2 as applied from 1 February 2026"),
    ),
    SystemKey(
        "burstein-2016",
        "burstein",
        N_("Burstein System, older text"),
        None,
        None,
        None,
        N_("C.04.4.2 as printed in 2016"),
    ),
    SystemKey(
        "lim-1999",
        "lim",
        N_("Lim System"),
        "1999-01-01",
        None,
        None,
        N_("C.04.4.3 as amended to 1999"),
    ),
)
"""Newest edition of each family first."""

BY_KEY = {system.key: system for system in SYSTEMS}
FAMILIES = tuple(dict.fromkeys(system.family for system in SYSTEMS))
FAMILY_CODES = {
    "FIDE_DUTCH": "dutch",
    "FIDE_DUBOV": "dubov",
    "FIDE_BURSTEIN": "burstein",
}
"""Type codes of record 192 that leave the edition to the date."""


def in_force(day: str) -> frozenset[str]:
    """The editions of all families in force on a day ``YYYY/MM/DD``, or with dashes."""
    day = day.replace("/", "-")
    return frozenset(
        system.key
        for system in SYSTEMS
        if system.since and system.since <= day and (system.until is None or day <= system.until)
    )


NO_SWISS = {
    "round-robin": N_("This is a round robin; no Swiss system pairs it."),
    "team-swiss": N_("This is a Swiss tournament of teams; teams are not paired yet."),
    "team-round-robin": N_("This is a round robin of teams; teams are not paired yet."),
}
"""Kinds of tournaments that can be read and shown, but that no system here pairs."""


def resolve(key: str, date: str) -> str:
    """The edition that `key` means on `date` (``YYYY-MM-DD``, or with slashes)."""
    if key in BY_KEY:
        return key
    if key in NO_SWISS:
        raise Unsupported(NO_SWISS[key])
    day = date.replace("/", "-")
    editions = [system for system in SYSTEMS if system.family == key]
    if not editions:
        raise Unsupported(
            N_("There is no pairing system {key!r}. Known: {known}."),
            key=key,
            known=", ".join((*FAMILIES, *BY_KEY)),
        )
    for system in editions:
        if system.since and system.since <= day and (system.until is None or day <= system.until):
            return system.key
    raise Unsupported(
        N_("No edition of the {family} system was in force on {date}. Name one: {nearest}."),
        family=key,
        date=day,
        nearest=", ".join(_nearest(editions, day)),
    )


def _nearest(editions: list[SystemKey], day: str) -> list[str]:
    """The last edition before a day on which none was in force, the first one after it.

    One without dates is named too: it may be the one that was played by.
    """
    before = [system for system in editions if system.until and system.until < day]
    after = [system for system in editions if system.since and system.since > day]
    found = []
    if before:
        found.append(max(before, key=lambda system: system.until or "").key)
    if after:
        found.append(min(after, key=lambda system: system.since or "").key)
    return found + [system.key for system in editions if system.since is None]
