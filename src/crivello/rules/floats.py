"""Floats by edition: what a past round left on a player's card."""

from __future__ import annotations

from collections.abc import Callable

from ..model.field import Float
from ..model.history import Part
from ..model.result import Award
from ..model.settings import Options, Scoring

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


ForfeitFloats = Callable[[Options], bool]
"""Does a scheduled game that was not played float its players as a played one would?"""


def only_played_games(options: Options) -> bool:
    """Only a game that was played floats."""
    return False


def forfeited_upfloats(options: Options) -> bool:
    """Dubov: the event decides (see `docs/decisions/dubov-upfloats.md`)."""
    return options.forfeited_upfloats
