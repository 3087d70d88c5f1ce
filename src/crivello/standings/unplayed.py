"""Unplayed rounds in the sums over opponents (C.07: 15 and 16), by edition.

An edition is a value: what opponents count of a player's unplayed rounds, who stands in for the
opponent that was missing, and which value a cut takes first. What the text leaves open is in
docs/decisions/unplayed-rounds-in-tie-breaks.md and tie-break-editions.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.errors import Unsupported
from crivello.model.history import History
from crivello.model.result import Award
from crivello.model.sentence import N_
from crivello.model.settings import Scoring
from crivello.rules.score_sums import VIRTUAL_OPPONENT, Counted, Scores, StandIn, UnplayedRounds

REQUESTED_BYES = frozenset({Award.HALF_POINT_BYE, Award.ZERO_POINT_BYE, Award.ABSENT})
"""16.2: byes that a player asks for; a round after leaving is one of zero points."""
VOLUNTARY = REQUESTED_BYES | {Award.FORFEIT_LOSS}
"""Voluntary unplayed rounds (VUR)."""


def _as_seen(history: History, scoring: Scoring) -> int:
    """16.3: requested byes with nothing but voluntary unplayed rounds after them are draws."""
    score = history.score
    for entry in reversed(history.entries):
        if entry.played or entry.award not in VOLUNTARY:
            break
        if entry.award in REQUESTED_BYES:
            score += scoring.draw - entry.points
    return score


def _dummy(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
    """16.4: a dummy with the player's own score, up to a limit."""
    entry = history.entries[number - 1]
    if entry.opponent is not None:
        limit, capped = seen[entry.opponent], Counted.CAPPED_BY_OPPONENT
    else:
        limit, capped = scoring.draw * len(history.entries), Counted.CAPPED_BY_DRAWS
    return (history.score, Counted.ONESELF) if history.score <= limit else (limit, capped)


def _unlimited_dummy(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
    return history.score, Counted.ONESELF


def forfeits_as_played(rules: UnplayedRounds) -> UnplayedRounds:
    """The same rules, but a forfeit counts the scheduled opponent's score (modifier ``/P``)."""

    def stand_in(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
        opponent = history.entries[number - 1].opponent
        if opponent is None:
            return rules.stand_in(history, number, seen, scoring)
        return seen[opponent], Counted.SCHEDULED

    return UnplayedRounds(rules.as_seen, stand_in)


def _own_score(history: History, scoring: Scoring) -> int:
    return history.score


ROUND_ROBIN = forfeits_as_played(UnplayedRounds(_own_score, _unlimited_dummy))
"""15.2: forfeits are treated as played."""


@dataclass(frozen=True, slots=True)
class Edition:
    key: str
    title: str
    since: str | None
    """First day in force, ``YYYY-MM-DD``."""
    until: str | None
    unplayed: UnplayedRounds
    voluntary_first: bool
    """16.5: a cut takes a voluntary unplayed round before the least significant value."""


EDITIONS = (
    Edition(
        "c07-2026",
        N_("C.07 as applied from 1 March 2026"),
        "2026-03-01",
        None,
        UnplayedRounds(_as_seen, _dummy),
        True,
    ),
    Edition(
        "c07-2024",
        N_("C.07 as applied from August 2024: a dummy without a limit"),
        "2024-08-01",
        "2026-02-28",
        UnplayedRounds(_as_seen, _unlimited_dummy),
        True,
    ),
    Edition(
        "c07-2022",
        N_("C.07 before September 2023: virtual opponents"),
        None,
        "2023-08-31",
        VIRTUAL_OPPONENT,
        False,
    ),
)
"""The newest first; which text stood between the two older ones is not known in detail."""

IN_FORCE = EDITIONS[0]


def find_edition(key: str) -> Edition:
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    raise Unsupported(
        N_("There is no edition {key!r} of the tie-break rules. Known: {known}."),
        key=key,
        known=", ".join(edition.key for edition in EDITIONS),
    )
