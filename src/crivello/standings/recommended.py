"""The lists of tie-breaks that FIDE recommended, and the default of a new tournament.

C.07 leaves the list to the event: see docs/decisions/tie-break-lists.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.keys import has_two_games, is_round_robin, pairs_matches
from crivello.model.player import Player
from crivello.model.sentence import N_
from crivello.standard.classes import frozen


@frozen
class RecommendedList:
    """A list of tie-breaks for a kind of tournament."""

    key: str
    title: str
    codes: tuple[str, ...]
    article: str = ""


UNEVEN_RATINGS = RecommendedList(
    "swiss",
    N_("FIDE, Swiss: not all ratings are reliable"),
    ("BH/C1", "BH", "SB", "PS", "DE", "WIN", "BWG"),
    "C.02: 13.16.4",
)
EVEN_RATINGS = RecommendedList(
    "swiss-rated",
    N_("FIDE, Swiss: all ratings are reliable"),
    ("BH/C1", "BH", "DE", "ARO/C1", "WIN", "BWG", "BPG", "SB"),
    "C.02: 13.16.5",
)
OF_SWISS = (UNEVEN_RATINGS, EVEN_RATINGS)
"""FIDE recommended them until 2022; C.07 replaced them."""
OF_ROUND_ROBINS = RecommendedList("round-robin", N_("For round robins"), ("DE", "WIN", "SB", "KS"))
"""Buchholz is not for them."""
OF_TEAMS = RecommendedList("teams", N_("For teams"), ("MPTS", "GPTS", "BH:MP", "EDE"))
RECOMMENDED = (*OF_SWISS, OF_ROUND_ROBINS, OF_TEAMS)


def recommended_list(players: Iterable[Player]) -> RecommendedList:
    """Return the list for these players: ratings count only if all of them have one."""
    rated = [bool(player.rating) for player in players]
    return EVEN_RATINGS if rated and all(rated) else UNEVEN_RATINGS


def opening_list(
    system: str, wanted: RecommendedList | None = UNEVEN_RATINGS
) -> RecommendedList | None:
    """Return the list of a new tournament: `wanted`, if it is for this kind of system.

    Teams and round robins get their own list instead of one for Swiss tournaments; the list for
    teams is for teams only.
    """
    if pairs_matches(system) and not has_two_games(system):
        return OF_TEAMS
    if is_round_robin(system) and wanted in OF_SWISS:
        return OF_ROUND_ROBINS
    return None if wanted is OF_TEAMS else wanted
