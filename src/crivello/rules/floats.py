"""Floats by edition: what a past round left on a player's card."""

from __future__ import annotations

from collections.abc import Callable, Collection

from crivello.model.field import Float
from crivello.model.history import Part
from crivello.model.result import Award
from crivello.model.settings import Options, Scoring

UnplayedFloat = Callable[[Part, Scoring], Float | None]
"""The float of a round in which the player did not play."""


def unplayed_2017(part: Part, scoring: Scoring) -> Float | None:
    """A.4.b: whoever does not play, for whatever reason, gets a downfloat."""
    return Float.DOWN


def unplayed_2026(part: Part, scoring: Scoring) -> Float | None:
    """1.4.3, 1.4.4: a downfloat for the PAB and for more than a loss's points without play."""
    if part.award is Award.PAIRING_ALLOCATED_BYE or part.points > scoring.loss:
        return Float.DOWN
    return None


def no_unplayed_float(part: Part, scoring: Scoring) -> Float | None:
    """Systems in which only a game can float a player."""
    return None


PairFloat = Callable[[int, int, int], Float | None]
"""The float of a player who is paired with another score, as far as the edition looks at it: given
his score, the opponent's, and twice the score of the group that was paired last (`last_group`)."""


def down_and_up(mine: int, other: int, twice_last: int) -> Float | None:
    """Dutch: a downfloat for the higher score, an upfloat for the lower one."""
    return Float.DOWN if mine > other else Float.UP


def upfloats_only(mine: int, other: int, twice_last: int) -> Float | None:
    """Dubov: what counts is who was moved up, and how often."""
    return Float.UP if mine < other else None


def transfers_only(mine: int, other: int, twice_last: int) -> Float | None:
    """Lim, 3.10: floaters go towards the group paired last; their opponents did not float."""
    if mine > other:
        return Float.DOWN if 2 * mine > twice_last else None
    return Float.UP if 2 * mine < twice_last else None


def last_group(scores: Collection[int], twice_median: int) -> int:
    """Lim, 2.2: twice the score of the group paired last; `scores` of all who are paired.

    It is the median group, or without one the next group below the median, or above it.
    """
    twice = [2 * score for score in scores]
    upward = [score for score in twice if score <= twice_median]
    return max(upward) if upward else min(twice, default=twice_median)


def no_pair_float(mine: int, other: int, twice_last: int) -> Float | None:
    """Burstein 2016: floats of past rounds play no part."""
    return None


ForfeitFloats = Callable[[Options], bool]
"""Does a scheduled game that was not played float its players as a played one would?"""


def only_played_games(options: Options) -> bool:
    """Only a game that was played floats."""
    return False


def every_scheduled_game(options: Options) -> bool:
    """A forfeit afterwards changes nothing."""
    return True


def forfeited_upfloats(options: Options) -> bool:
    """Dubov: the event decides (see `docs/decisions/dubov-upfloats.md`)."""
    return options.forfeited_upfloats
