"""Choose the edition that answers a call; an unclear edition never makes a call fail."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.model.errors import CrivelloError, Illegal, Problem, Unsupported, warning
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS, nearest_edition, resolve
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.systems.request import choose_edition, refuse_contradiction

EDITION = "CRIVELLO_EDITION"
"""The variable that names the edition, 2017 or 2026, for callers whose files cannot name it."""


def choose(
    tournament: Tournament, wanted: str | None, environment: Mapping[str, str], today: str
) -> tuple[str, Problem | None]:
    """Return the key of the edition, and a warning if it had to be guessed.

    The order is: the edition in the call, the one in the file, the environment variable, the first
    day of the tournament, today.
    """
    if wanted is not None and wanted in SYSTEMS:
        return wanted, None
    if wanted is not None:
        refuse_contradiction(tournament, wanted)
    stated = tournament.settings.system
    if stated is not None and stated in SYSTEMS:
        return stated, None
    family = wanted or stated or DEFAULT_FAMILY
    year = environment.get(EDITION, "").strip()
    if year.isascii() and year.isdigit() and len(year) < 10:
        return nearest(family, int(year)), None
    try:
        key = choose_edition(tournament, family, today)
    except (Illegal, Unsupported) as refusal:
        return _without_date(tournament, family, today, refusal)
    if year:
        return key, warning(
            N_("{variable} is {found!r}, not a year; the round is paired by {key}."),
            variable=EDITION,
            found=year,
            key=key,
        )
    if not tournament.settings.start.strip():
        return key, warning(
            N_(
                "The file names no edition and no date; the round is paired by {key}. "
                "{variable} chooses another edition."
            ),
            variable=EDITION,
            key=key,
        )
    return key, None


def _without_date(
    tournament: Tournament, family: str, today: str, refusal: CrivelloError
) -> tuple[str, Problem]:
    start = tournament.settings.start.strip()
    if isinstance(refusal, Unsupported) and start[:4].isdigit():
        key = nearest(family, int(start[:4]))
    else:
        key = nearest(family, int(today[:4]))
    return key, warning(
        N_("No edition follows from the date {date!r}; the round is paired by {key}."),
        date=start,
        key=key,
    )


def nearest(family: str, year: int) -> str:
    """Return the key of the edition of a family whose year is nearest."""
    if family not in SYSTEMS.families:
        return resolve(family, f"{year:04}-12-31")  # it says which systems there are
    return nearest_edition(family, year).key
