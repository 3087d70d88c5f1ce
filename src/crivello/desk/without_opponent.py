"""Who has no opponent in a published round, and may be paired after all (C.04.2: 4.4, case 3)."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.desk.state import Section
from crivello.model.result import Result
from crivello.model.tournament import Game

_ONE_CAME = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT)


def who_came(game: Game) -> int | None:
    """The player whose opponent did not appear."""
    if game.result not in _ONE_CAME:
        return None
    return game.white if game.result is Result.WHITE_WINS_BY_FORFEIT else game.black


def who_did_not(game: Game) -> int | None:
    """The one who did not appear against an opponent who was there."""
    came = who_came(game)
    return None if came is None else game.opponent(came)


def no_shows(games: Iterable[Game]) -> frozenset[int]:
    """All of them in these games."""
    return frozenset(player for game in games if (player := who_did_not(game)) is not None)


def without_opponent(section: Section) -> list[int]:
    """Who may be paired after publication, by pairing number.

    The bye, an absence, a late entry just admitted, and whoever came while the opponent did not.
    Whether they are near each other in the standings and agree, the arbiter says.
    """
    if not section.rounds:
        return []
    number = len(section.rounds)
    playing = set()
    for game in section.rounds[-1].games:
        playing |= {game.white, game.black} - {who_came(game)}
    return [
        player.id
        for player in section.listed
        if player.id not in playing
        and player.withdrawn_after is None
        and player.entered <= number + 1
    ]
