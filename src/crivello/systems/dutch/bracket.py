"""Brackets of the Dutch system and the parts of their candidates (A.3, B.1-B.3; 1.3, 3.1-3.3)."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.field import Entrant, Field, Strength
from crivello.model.result import Colour
from crivello.standard.classes import NamedTuple

Pairs = list[tuple[Entrant, Entrant]]
"""The pairs of a round, the higher ranked player first."""


class DutchBracket(NamedTuple):
    """Residents of one scoregroup and the players moved down to them, both in ranking order.

    In the collapsed last bracket of 2017 the residents are of several scores.
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
        """The score of the lowest ranked player."""
        return self.residents[-1].score

    @property
    def beyond(self) -> int:
        """A value above any score difference of a pair in this bracket."""
        return self.players[0].score - self.score + self.unit


class CandidatePart(NamedTuple):
    """A pair of a candidate, or a player it leaves unpaired (`lower` is None)."""

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
    """Return the ids of players with over half of the maximum, when the final round is paired (A.7,
    1.8)."""
    if not field.last_round:
        return frozenset()
    most = field.scoring.win * (field.round - 1)
    return frozenset([player.id for player in field.entrants if 2 * player.score > most])


def may_meet(a: Entrant, b: Entrant, top: frozenset[int]) -> bool:
    """Return True if they have not met and do not share an absolute preference (C.1 and C.3; C1,
    C3).

    The second ban falls as soon as one of the two is a topscorer.
    """
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
    """Return x: the number of pairs in which both must prefer the same colour.

    A pair in which they do not has one who wants White and one who wants Black, or one of those
    who do not count.
    """
    white = sum(p.preference is Colour.WHITE and p.strength in counted for p in players)
    black = sum(p.preference is Colour.BLACK and p.strength in counted for p in players)
    return max(0, pairs - min(white, black) - (len(players) - white - black))
