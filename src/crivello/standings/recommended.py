"""Lists of tie-breaks: those that FIDE recommended, and those a new tournament begins with.

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
"""The lists that FIDE recommended until 2022, when C.07 replaced them."""
OF_ROUND_ROBINS = RecommendedList("round-robin", N_("For round robins"), ("DE", "WIN", "SB", "KS"))
"""The list for round robins, where Buchholz does not apply."""
OF_TEAMS = RecommendedList("teams", N_("For teams"), ("MPTS", "GPTS", "BH:MP", "EDE"))
RECOMMENDED = (*OF_SWISS, OF_ROUND_ROBINS, OF_TEAMS)


def recommended_list(players: Iterable[Player]) -> RecommendedList:
    """Return the list for a Swiss of these players: the one with ratings only if all of them are
    rated.
    """
    rated = [bool(player.rating) for player in players]
    return EVEN_RATINGS if rated and all(rated) else UNEVEN_RATINGS


def opening_list(
    system: str, wanted: RecommendedList | None = UNEVEN_RATINGS
) -> RecommendedList | None:
    """Return the tie-breaks a new tournament begins with: `wanted`, if it suits the pairing system.

    Team events get the list for teams, and round robins their own instead of one for Swiss
    tournaments. Return None if `wanted` is the list for teams and the event is for players.
    """
    if pairs_matches(system) and not has_two_games(system):
        return OF_TEAMS
    if is_round_robin(system) and wanted in OF_SWISS:
        return OF_ROUND_ROBINS
    return None if wanted is OF_TEAMS else wanted
