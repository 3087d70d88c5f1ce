"""Brackets that take upfloaters from lower scoregroups: the Dubov system since 2018, and the match
systems.

If the residents of a scoregroup cannot all be paired among themselves, a set of lower players, the
upfloaters, joins them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from crivello.model.field import Entrant
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import Sentence
from crivello.model.trace import ids
from crivello.rules.criterion import NONE, ONE, Criterion, Failures
from crivello.standard.classes import frozen
from crivello.standard.typing_names import Generic, Self, TypeVar
from crivello.systems.judgement import (
    Breach,
    Defect,
    Difference,
    HasIds,
    RoundJudge,
    Wish,
    breach,
)

Players = tuple[Entrant, ...]
Pair = tuple[Entrant, Entrant]
Pairs = list[Pair]


@frozen
class UpfloatBracket:
    """The residents of one scoregroup and the upfloaters who join them from lower scoregroups."""

    # Dubov 2026: 1.3; Dubov 2018: A.3; C.04.6: 1.3; C.04.5: 1.3

    residents: Players
    """In ranking order."""
    upfloaters: Players
    """In the order in which the edition writes a set of them."""

    @property
    def players(self) -> Players:
        return self.residents + self.upfloaters

    @property
    def score(self) -> int:
        return self.residents[0].score


B = TypeVar("B", bound=UpfloatBracket)


@frozen
class UpfloatPart(Generic[B]):
    """A part of a candidate that the criteria measure: a pair, or an upfloater (`opponent` is
    None).
    """

    bracket: B
    player: Entrant
    opponent: Entrant | None

    @property
    def ids(self) -> tuple[int, ...]:
        return (self.player.id,) if self.opponent is None else (self.player.id, self.opponent.id)

    @classmethod
    def all_of(cls, bracket: B, pairs: Iterable[Pair]) -> list[Self]:
        """Return the parts of a bracket with these pairs: each pair, then each upfloater."""
        return [cls(bracket, one, other) for one, other in pairs] + [
            cls(bracket, player, None) for player in bracket.upfloaters
        ]


P = TypeVar("P", bound=HasIds)


# The first two criteria are about single upfloaters.


def upfloater(part: UpfloatPart[B]) -> Failures:
    """Return one failure if the part is an upfloater, none if it is a pair."""
    # Dubov 2026: C5; Dubov 2018: C.5; C.04.6: C4; C.04.5: C4
    return ONE if part.opponent is None else NONE


def score_difference(part: UpfloatPart[B]) -> Failures:
    """Return how far below the residents' score an upfloater is; no failure for a pair."""
    # Dubov 2026: C6; Dubov 2018: C.6; C.04.6: C5; C.04.5: C5
    return (part.bracket.score - part.player.score,) if part.opponent is None else NONE


def breaches(criteria: Sequence[Criterion[P]], measured: list[P]) -> list[Breach]:
    """Return the criteria that the parts fail, in order.

    The first two criteria, which are about single upfloaters, are left out.
    """
    return [
        breach(criterion, measured) for criterion in criteria[2:] if any(criterion.value(measured))
    ]


def by_number(player: Entrant) -> int:
    """Return the sort key for the order by pairing number."""
    # Dubov 2026: 1.2; Dubov 2018: A.2
    return player.number


def without(players: Players, taken: Collection[Entrant]) -> Players:
    """Return the players who are not in `taken`."""
    gone = ids(taken)
    return tuple(player for player in players if player.id not in gone)


class UpfloatJudge(RoundJudge):
    """Judge for systems in which the players below a bracket only have to be pairable."""

    def _pair_with(self, wish: Wish) -> RoundPairing:
        """Pair the round with the wish as one more absolute rule."""
        return self.system.pair_field(wish.grant(self.field))


def worse_by(
    criterion: Criterion[P], right: list[P], given: list[P], score: int
) -> Difference | None:
    """Return the difference if the failure values of a criterion differ; None if they are equal.

    `right` and `given` are the parts of the right and of the given candidate of a bracket at this
    score.
    """
    value, wrong = criterion.value(right), criterion.value(given)
    if value == wrong:
        return None
    parts = tuple(part.ids for part in given if any(criterion.cost(part)))
    players = tuple(dict.fromkeys(player for part in parts for player in part))
    sentence = Sentence(criterion.sentence)
    return Difference(
        Defect.CRITERION, criterion.code, sentence, score, value, wrong, players, parts
    )
