"""Brackets of the Dutch system and the parts of their candidates (2017: A.3, B.1-B.3; 2026: 1.3,
3.1-3.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.field import Entrant, Field, Strength
from crivello.model.result import Colour
from crivello.standard.classes import NamedTuple

Pairs = list[tuple[Entrant, Entrant]]
"""The pairs of a round, the higher ranked player first."""


class DutchBracket(NamedTuple):
    """The residents of one scoregroup and the players moved down to them, both in ranking order.

    In the collapsed last bracket of 2017 the residents have different scores.
    """

    residents: tuple[Entrant, ...]
    moved_down: tuple[Entrant, ...]
    unit: int
    """How many units of the scoring make one point."""
    initial_white: bool = True
    """True if the initial colour is White; it decides colours only by the last rule."""

    @property
    def players(self) -> tuple[Entrant, ...]:
        return self.moved_down + self.residents

    @property
    def score(self) -> int:
        """The score of the lowest-ranked player."""
        return self.residents[-1].score

    @property
    def beyond(self) -> int:
        """A number larger than any score difference between two players of this bracket."""
        return self.players[0].score - self.score + self.unit


class CandidatePart(NamedTuple):
    """A part of a candidate that the criteria measure: a pair, or a player left unpaired (`lower`
    is None).
    """

    bracket: DutchBracket
    higher: Entrant
    """The higher ranked of the pair."""
    lower: Entrant | None
    moved_down: bool
    """`higher` is a moved-down player. (`lower` never is: two of them do not meet.)"""

    @property
    def ids(self) -> tuple[int, ...]:
        return (self.higher.id,) if self.lower is None else (self.higher.id, self.lower.id)


def topscorers(field: Field) -> frozenset[int]:
    """Return the ids of players with more than half of the possible points, if this is the last
    round; else none (A.7, 1.8).
    """
    # Dutch 2017: A.7 (1)
    if not field.last_round:
        return frozenset()
    most = field.scoring.win * (field.round - 1)
    return frozenset([player.id for player in field.entrants if 2 * player.score > most])


def may_meet(a: Entrant, b: Entrant, top: frozenset[int]) -> bool:
    """Return True if two players have not met and do not share an absolute preference (C.1, C.3;
    C1, C3).

    If one of them is in `top`, the topscorers, the preference does not matter.
    """
    # Dutch 2017: C.1 (1); Dutch 2017: C.3 (1)
    # C.04.1.f (2); C.04.1.g (2)
    if b.id in a.avoid:
        return False
    if a.strength is not Strength.ABSOLUTE or b.strength is not Strength.ABSOLUTE:
        return True
    return a.preference is not b.preference or a.id in top or b.id in top


EVERY_PREFERENCE = frozenset(Strength) - {Strength.NONE}


def unavoidable(
    players: Sequence[Entrant],
    pairs: int,
    counted: frozenset[Strength] | set[Strength] = EVERY_PREFERENCE,
) -> int:
    """Return how many of `pairs` pairs among these players must, at least, be of two who prefer the
    same colour (B.1: x).

    Only preferences of the strengths in `counted` are considered.
    """
    white = sum(p.preference is Colour.WHITE and p.strength in counted for p in players)
    black = sum(p.preference is Colour.BLACK and p.strength in counted for p in players)
    return max(0, pairs - min(white, black) - (len(players) - white - black))
