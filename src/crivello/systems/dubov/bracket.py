"""Definitions of the Dubov system that sieve and solver share: brackets, subgroups, and the orders
of section D (2026: article 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from crivello.model.field import Entrant, Field, Float
from crivello.standard.classes import frozen
from crivello.standard.typing_names import TypeVar
from crivello.systems.upfloats import Players, UpfloatBracket, UpfloatPart, by_number

T = TypeVar("T")


@frozen
class DubovBracket(UpfloatBracket):
    """A bracket whose upfloaters are in the order of their sequence numbers (D.1.a, 4.2)."""

    max_upfloats: int
    """MaxT of the tournament."""
    last_round: bool


def bracket_of(field: Field, residents: Players, upfloaters: Players = ()) -> DubovBracket:
    return DubovBracket(residents, upfloaters, max_upfloats(field), field.last_round)


class DubovPart(UpfloatPart[DubovBracket]):
    __slots__ = ()


def max_upfloats(field: Field) -> int:
    """Return MaxT: how many upfloats make a player a maximum upfloater (A.7, 1.8).

    If the number of rounds is not announced, it is taken to be the number of this round.
    """
    return 2 + (field.rounds if field.rounds is not None else field.round) // 5


def upfloats(player: Entrant) -> int:
    """Return how many times the player has been upfloated."""
    return player.floats.count(Float.UP)


def scoregroups(players: Iterable[Entrant]) -> list[Players]:
    """Split players, given in ranking order, by score."""
    return [tuple(group) for _, group in groupby(players, key=lambda player: player.score)]


# B.3, 3.2.3: the two subgroups.


@frozen
class Subgroups:
    """The two subgroups of a bracket: G1 in order of ARO, G2 by pairing number."""

    g1: Players
    g2: Players

    @property
    def g1_is_smaller(self) -> bool:
        """True if G1 is not larger than G2; then pairs inside G1 are avoided, otherwise pairs
        inside G2 (B.4, 3.2.4).
        """
        return len(self.g1) <= len(self.g2)

    @property
    def smaller(self) -> Players:
        return self.g1 if self.g1_is_smaller else self.g2

    @property
    def larger(self) -> Players:
        return self.g2 if self.g1_is_smaller else self.g1

    @property
    def surplus(self) -> int:
        """The number of players who must leave the larger subgroup so that both are equal, or
        differ by one.
        """
        return (len(self.larger) - len(self.smaller)) // 2

    def shift(self, from_smaller: Iterable[Entrant], from_larger: Iterable[Entrant]) -> Subgroups:
        """Return the subgroups after these players have changed sides (B.4, 3.2.4)."""
        there, back = {p.id for p in from_smaller}, {p.id for p in from_larger}
        leave, come = (there, back) if self.g1_is_smaller else (back, there)
        g1 = [p for p in self.g1 if p.id not in leave] + [p for p in self.g2 if p.id in come]
        g2 = [p for p in self.g2 if p.id not in come] + [p for p in self.g1 if p.id in leave]
        return Subgroups(tuple(sorted(g1, key=by_aro)), tuple(sorted(g2, key=by_number)))


def subgroups(players: Sequence[Entrant]) -> Subgroups:
    """Return G1, the players who prefer White, and G2, all others (B.3, 3.2.3).

    If no player has played a game, they are the top and the bottom half by pairing number.
    """
    if all_new(players):
        ranked = sorted(players, key=by_number)
        half = len(ranked) // 2
        return Subgroups(tuple(ranked[:half]), tuple(ranked[half:]))
    white = [player for player in players if player.wants_white]
    black = [player for player in players if not player.wants_white]
    return Subgroups(tuple(sorted(white, key=by_aro)), tuple(sorted(black, key=by_number)))


def all_new(players: Iterable[Entrant]) -> bool:
    return all(player.history.games_played == 0 for player in players)


def by_aro(player: Entrant) -> tuple[int, int]:
    """Return the sort key for S1: lowest ARO first, then smallest pairing number."""
    # Dubov 2026: 3.2.5; Dubov 2018: B.5
    return player.aro, player.number


# D.2, 4.3: sequence numbers of the shifters.


def middle_out(ranked: Sequence[T]) -> list[T]:
    """Return the items from the middle outwards, the earlier of two middle ones first (D.2, 4.3).

    >>> "".join(middle_out("ABCDEFG"))
    'DCEBFAG'
    """
    left = list(ranked)
    order = []
    while left:
        order.append(left.pop((len(left) - 1) // 2))
    return order
